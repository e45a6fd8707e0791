import type { Engine } from "../../code/engine/engine.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import { readFiles } from "../named/readFiles.ts";
import type { CodeFile } from "../ranking/passages.ts";

const LINES_READ = 300;
const HEAD_AT_MOST = 1000;
const METHODS_AT_MOST = 60;
const TYPES_AT_MOST = 50;
const BYTES_AT_MOST = 2_000_000;

interface DefinedAt {
  readonly file: CodeFile;
  readonly line: number;
}

interface GoType extends DefinedAt {
  readonly within: string;
  readonly isHeir: true;
}

/**
 * The types of Go that have all methods which an interface lists: there, nothing says that they implement it. The
 * methods of interfaces within it are not looked at.
 */
export async function goHeirs(
  { definitions }: { readonly definitions: readonly DefinedAt[] },
  files: readonly CodeFile[],
  { engine, signal }: { readonly engine: Engine; readonly signal: AbortSignal },
): Promise<readonly GoType[]> {
  const defined = definitions.find(({ file }) => file.index.language === "Go");
  if (!defined) return [];
  const [text] = await readFiles([defined.file], engine.codeBase, { signal, onRefused: () => undefined });
  const head = text?.lines.slice(defined.line, defined.line + LINES_READ).join("\n") ?? "";
  const body = /\binterface\s*(\{[^]*?)(?:\n\}|$)/.exec(head)?.[1] ?? "";
  const methods = new Set(Array.from(body.matchAll(/[{;\n]\s*(\w+)\(/g), ([, name = ""]) => name));
  if (methods.size === 0 || methods.size > METHODS_AT_MOST) return [];
  const known = new Map(files.map((file) => [file.fullPath, file]));
  const fileOf = ({ repository, path }: FileInRepository) => known.get(`${repository.name}/${path}`);
  const expression = String.raw`^(?:type\s+\w|func\s*\([^)]*\)\s*(?:${[...methods].join("|")})\()`;
  const texts = [{ term: { kind: "regexp", text: expression }, maySpanLines: false }] as const;
  const accept = (place: FileInRepository) => fileOf(place)?.index.language === "Go";
  const types = new Map<string, GoType & { readonly has: Set<string> }>();
  const scope = { maxBytes: BYTES_AT_MOST, accept, signal };
  for await (const each of engine.find({ texts, caseSensitive: true }, scope)) {
    const file = "lines" in each && fileOf(each);
    if (!file) continue;
    for (const { line, bytes } of each.lines) {
      const [, type, of = type, method] =
        /^type\s+(\w+)|(\w+)(?:\[[^\]]*\])?\)\s*(\w+)\(/.exec(bytes.toString("utf8", 0, HEAD_AT_MOST)) ?? [];
      if (of === undefined) continue;
      const key = file.fullPath.replace(/[^/]*$/, of);
      const has = types.get(key)?.has ?? new Set();
      if (method !== undefined) has.add(method);
      // Without a line of its own, it is in a group of types.
      if (type !== undefined || !types.has(key)) types.set(key, { file, line, within: of, isHeir: true, has });
    }
  }
  return [...types.values()]
    .filter(({ has }) => has.size === methods.size)
    .sort((a, b) => b.file.prior - a.file.prior || (a.file.fullPath < b.file.fullPath ? -1 : 1))
    .slice(0, TYPES_AT_MOST);
}
