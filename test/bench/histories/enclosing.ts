import type { Range, Text } from "./text.ts";

/** A stretch of a text that begins with a name: recognized by its look, without anything that is measured. */
export interface Named extends Range {
  readonly name: string;
}

const HEADS: readonly RegExp[] = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|interface|namespace|module|enum|type|struct|def)\s+([\w$.]+)/,
  /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*=.*(?:[{([]|=>)\s*$/,
  /^\s*(?:module\.)?([\w$.]+)\s*=\s*(?:async\s+)?function\b/,
  /^\s+(?:static\s+|async\s+|public\s+|private\s+)*([\w$]+)\s*\([^;]*\)\s*(?::[^;]+)?\{\s*$/,
  /^\w[\w<>:*& ]*?\b([\w:~]+)\s*\([^;]*\)\s*(?:const\s*)?\{\s*$/,
  /^\s*["']?([\w$./@:-]+)["']?\s*:\s*(?:function\b.*)?[{[]\s*$/,
  /^\s*([.#@]?[\w][^{};]*?)\s*\{\s*$/,
  /^(#{1,6}\s+.+?)\s*$/,
];
const NO_NAMES = /^(?:if|for|while|switch|catch|else|do|try|return|with|function)\b/;

/** All that have a name, in order; some may be missed. */
export function namedIn({ lines }: Text, path: string): readonly Named[] {
  const isMarkdown = path.endsWith(".md");
  return lines.flatMap((line, startLine): readonly Named[] => {
    if (line.length > 300) return [];
    const head = isMarkdown ? HEADS.slice(-1) : HEADS.slice(0, -1);
    const name = head.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    if (name === undefined || NO_NAMES.test(name)) return [];
    return [{ name, startLine, endLine: isMarkdown ? endOfSection(lines, startLine) : endOfBlock(lines, startLine) }];
  });
}

/** Those whose name occurs exactly once among the names of each text, by name. */
export function commonNames(
  before: readonly Named[],
  after: readonly Named[],
): ReadonlyMap<string, readonly [Named, Named]> {
  const [inOld, inNew] = [before, after].map((all) => Map.groupBy(all, ({ name }) => name));
  const common = new Map<string, readonly [Named, Named]>();
  for (const [name, [old, second]] of inOld ?? []) {
    const [current, another] = inNew?.get(name) ?? [];
    if (old && current && !second && !another) common.set(name, [old, current]);
  }
  return common;
}

/** The innermost one around a range of lines; its head may be the first of them. */
export function innermost<T extends Range>(all: Iterable<T>, { startLine, endLine }: Range): T | undefined {
  let found: T | undefined;
  for (const one of all) {
    if (one.startLine > startLine || one.endLine < endLine) continue;
    if (!found || one.endLine - one.startLine <= found.endLine - found.startLine) found = one;
  }
  return found;
}

function indentOf(line: string): number {
  return /^\s*/.exec(line.replaceAll("\t", "    "))?.[0].length ?? 0;
}

function endOfBlock(lines: readonly string[], start: number): number {
  const indent = indentOf(lines[start] ?? "");
  let end = start;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line) <= indent) return /^\s*[)\]}]/.test(line) ? at : end;
    end = at;
  }
  return end;
}

function endOfSection(lines: readonly string[], start: number): number {
  const level = /^#*/.exec(lines[start] ?? "")?.[0].length ?? 1;
  for (let at = start + 1; at < lines.length; at++) {
    const marks = /^(#{1,6})\s/.exec(lines[at] ?? "")?.[1];
    if (marks !== undefined && marks.length <= level) return at - 1;
  }
  return lines.length - 1;
}
