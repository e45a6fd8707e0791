/** A value of a git configuration file. */
export interface ConfigEntry {
  /** In lower case, like `key`. */
  readonly section: string;
  /** As written: it is case-sensitive. */
  readonly subsection?: string;
  readonly key: string;
  /** Empty for a key without a value. */
  readonly value: string;
}

const HEADER = /\s*\[\s*([\w.-]+?)\s*(?:"((?:[^"\\\n]|\\.)*)"\s*)?\]/y;
const ENTRY = /[^\S\n]*([a-z][\w-]*)[^\S\n]*(?:=((?:"(?:[^"\\\n]|\\\r?\n|\\.)*"|\\\r?\n|\\.|[^"\\\n#;])*))?/iy;
const REST = /[^\n]*(?:\n|$)/y;

/**
 * Reads the entries of a configuration file in order, with quotes, comments, long lines and old-style subsections.
 * Never throws.
 */
export function parseConfig(text: string): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? undefined;
    if (match) at = pattern.lastIndex;
    return match;
  };
  let place: Pick<ConfigEntry, "section" | "subsection"> | undefined;
  while (at < text.length) {
    const header = next(HEADER);
    if (header) {
      const [section = "", dotted] = splitOnce(header[1]?.toLowerCase() ?? "");
      const subsection = header[2]?.replace(/\\(.)/g, "$1") ?? dotted;
      place = subsection === undefined ? { section } : { section, subsection };
    }
    const [, key, value = ""] = next(ENTRY) ?? [];
    if (place && key) entries.push({ ...place, key: key.toLowerCase(), value: unquote(value.trim()) });
    next(REST);
  }
  return entries;
}

function unquote(value: string): string {
  const escaped: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };
  return value
    .replace(/\\\r?\n/g, "")
    .replace(/"|\\(.)/g, (_, character?: string) => (character ? (escaped[character] ?? character) : ""));
}

/** `[remote.origin]` is the old way to write `[remote "origin"]`. */
function splitOnce(name: string): readonly string[] {
  const dot = name.indexOf(".");
  return dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}
