import path from "node:path";

/** What is compared of a path: its parts without endings, and without a file that stands for its folder. */
function partsOf(file: string): readonly string[] {
  const parts = file.split("/");
  const name = (parts.pop() ?? "").replace(/(?:\.d)?\.\w+$/, "");
  return /^(?:index|__init__|mod)$/.test(name) && parts.length > 0 ? parts : [...parts, name];
}

/** The name by which others import a file: its own, or that of the folder that it stands for. */
export function importedName(file: string): string {
  return partsOf(file).at(-1) ?? "";
}

const QUOTED = /["'`<]([^"'`<>\s]{1,300})["'`>]/g;
/** A line that imports by names without quotation marks: of Python, Java, Kotlin, C#, Rust, PHP, Scala, Haskell … */
const BY_NAME =
  /^\s*(?:pub(?:\([^)]{1,30}\))?\s+)?(?:from\s+(?<from>\.*[\w.]*)\s+import\s+(?<members>[\w.,*\s()]{1,300})|(?:import|use|using|mod|alias|require|open)\s+(?:static\s+|qualified\s+|type\s+)?(?<name>[\w.:\\]+))/;

/** Whether a line of one file imports another one, whose paths are from the same root. Takes a line of any language. */
export function importsFile(line: string, importer: string, imported: string): boolean {
  const text = line.slice(0, COLUMNS_READ);
  const isImport = IMPORT.test(text);
  const isGo = importer.endsWith(".go");
  for (const [, written = ""] of text.matchAll(QUOTED))
    if ((isImport || isGo || /^\.{1,2}\//.test(written)) && isMeant(written, importer, imported)) return true;
  if (IN_QUOTES.test(importer)) return false;
  const { from, members = "", name } = BY_NAME.exec(text)?.groups ?? {};
  if (from !== undefined) {
    const inFront = /^\.+$/.test(from) ? from : `${from}.`;
    const named = members.split(/[\s,()]+/).filter((member) => /^\w+$/.test(member));
    return [from, ...named.map((member) => inFront + member)].some((each) => isModule(each, importer, imported));
  }
  return name !== undefined && isModule(name, importer, imported);
}

/** In these languages, names without quotation marks are of what is in a file. */
const IN_QUOTES = /\.(?:[cm]?[jt]sx?|vue|svelte|go|c|h|cc|cpp|hpp|rb|s?css|less|html?)$/;
const COLUMNS_READ = 1_000;
const IMPORT =
  /\b(?:import|require|require_relative|from|include|load|source|export|use|mock|extends)\b|^\s*[}\])]|^\s*#\s*include|@(?:import|use|forward)|\b(?:src|href)=/;

/** What stands in quotation marks: a path from the importer, or the end of one. */
function isMeant(written: string, importer: string, imported: string): boolean {
  const wanted = partsOf(imported).join("/");
  const clean = written.replace(/[?#].*$/, "");
  if (/^\.{1,2}(?:\/|$)/.test(clean)) {
    const target = path.posix.join(path.posix.dirname(importer), clean);
    return partsOf(target).join("/") === wanted || target === wanted;
  }
  if (importer.endsWith(".go")) {
    const folder = path.posix.dirname(imported);
    return (
      folder !== "." && folder !== path.posix.dirname(importer) && (clean === folder || clean.endsWith(`/${folder}`))
    );
  }
  const parts = partsOf(clean.replace(/^[@~#]\//, ""));
  if (parts.length === 1 && /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(importer)) return false; // a package
  const isBeside = path.posix.join(path.posix.dirname(importer), parts.join("/")) === wanted;
  return isBeside || (parts.length > 1 && `/${wanted}`.endsWith(`/${parts.join("/")}`));
}

/** `a.b.c`, `crate::a::b`, `App\Pay\Cart`; with dots in front, from the folder of the importer. */
function isModule(written: string, importer: string, imported: string): boolean {
  const wanted = partsOf(imported);
  const [dots = ""] = /^\.*/.exec(written) ?? [];
  const parts = written.split(/[.:\\]+/).filter((part) => part !== "" && !/^(?:crate|super|self)$/.test(part));
  if (dots !== "") {
    const up = Array.from({ length: dots.length - 1 }, () => "..");
    return path.posix.join(path.posix.dirname(importer), ...up, ...parts) === wanted.join("/");
  }
  // What is imported may be something in the file.
  return [parts, parts.slice(0, -1)].some((some) => {
    if (some.length === 0) return false;
    const isWhole = `/${wanted.join("/")}`.endsWith(`/${some.join("/")}`);
    const isBeside = some.length === 1 && path.posix.join(path.posix.dirname(importer), ...some) === wanted.join("/");
    const isBelowRoot = some.length === 1 && wanted.length <= 2 && /^(?:src|lib)?$/.test(wanted.slice(0, -1).join("/"));
    const isOfNamespace =
      some.length > 2 && wanted.length > 1 && some.slice(-2).join("/") === wanted.slice(-2).join("/");
    return (isWhole && (some.length > 1 || isBeside || isBelowRoot)) || isOfNamespace;
  });
}
