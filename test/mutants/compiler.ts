// Whether the compiler accepts a source with another text, without reading everything else anew.
import { dirname, join } from "node:path";
import ts from "typescript";
import { ROOT } from "../editor/places.mjs";

const CONFIGURATIONS = ["src/webview/tsconfig.json", "tsconfig.json"];
const texts = new Map<string, { readonly text: string; readonly version: number }>();
const services = new Map<string, ts.LanguageService>();
let changes = 0;

/** Whether the compiler finds nothing in a source, given by its path in the checkout, that has this text. */
export function compiles(file: string, text: string): boolean {
  const path = join(ROOT, file);
  const service = serviceFor(file);
  texts.set(path, { text, version: ++changes });
  const isGood = service.getSyntacticDiagnostics(path).length + service.getSemanticDiagnostics(path).length === 0;
  texts.delete(path);
  return isGood;
}

function serviceFor(file: string): ts.LanguageService {
  const name = CONFIGURATIONS.find((each) => file.startsWith(`${dirname(each)}/`)) ?? "tsconfig.json";
  const service = services.get(name) ?? ts.createLanguageService(hostFor(join(ROOT, name)));
  services.set(name, service);
  return service;
}

function hostFor(configuration: string): ts.LanguageServiceHost {
  const { config } = ts.readConfigFile(configuration, (path) => ts.sys.readFile(path)) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configuration));
  const read = (path: string): string | undefined => texts.get(path)?.text ?? ts.sys.readFile(path);
  return {
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => String(texts.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => ROOT,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: read,
  };
}
