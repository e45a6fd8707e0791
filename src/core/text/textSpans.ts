/** A string or a comment that spans several lines, by its first and its last one. */
export interface TextSpan {
  readonly startLine: number;
  readonly endLine: number;
  /** Whether it is a comment with nothing before it. */
  readonly isComment: boolean;
}

/**
 * The strings and comments that span several lines, in order. Never fails: one that is never closed is left out. Empty
 * for an unknown language, and for a file so long that it would take a while.
 */
export function textSpansIn(lines: readonly string[], language: string | undefined): readonly TextSpan[] {
  const tokens = language === undefined ? undefined : TOKENS.get(language);
  const text = tokens === undefined ? "" : lines.join("\n");
  if (tokens === undefined || text.length > LENGTH_AT_MOST) return [];
  const spans: TextSpan[] = [];
  const lineAt = createLineAt(lines);
  const token = new RegExp(tokens, "gm");
  /** For each open `${`, how many braces are open in it. */
  const open: number[] = [];
  /** Closing marks that do not occur any more: looking for them again would take long. */
  const missed = new Set<string>();
  /** The place of the last string that begins on the line below its mark. */
  let here = { from: Infinity, to: 0 };
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { groups = {}, index } = found;
    const behind = index + found[0].length;
    let end: number | undefined = behind;
    if (index >= here.from) {
      token.lastIndex = here.to;
      here = { from: Infinity, to: 0 };
      continue;
    }
    if (groups["brace"] !== undefined) {
      const braces = open.pop();
      if (braces === undefined) continue;
      const left = braces + (groups["brace"] === "{" ? 1 : -1);
      if (left >= 0) open.push(left);
      end = left < 0 ? endOfTemplate(text, behind, open) : behind;
    } else if (groups["template"] !== undefined) {
      end = endOfTemplate(text, behind, open);
    } else {
      const close = closeOf(groups);
      if (close !== undefined) {
        end = missed.has(close) || missed.size > MISSED_AT_MOST ? undefined : endBehind(text, behind, close);
        if (end === undefined) missed.add(close);
      }
    }
    if (end === undefined) {
      token.lastIndex = behind;
      continue;
    }
    if (groups["word"] === undefined) token.lastIndex = end;
    else here = { from: text.indexOf("\n", behind), to: end };
    const startLine = lineAt(index);
    const endLine = lineAt(end - 1);
    if (startLine === endLine) continue;
    const isAlone = text.slice(text.lastIndexOf("\n", index) + 1, index).trim() === "";
    spans.push({ startLine, endLine, isComment: isAlone && groups["comment"] !== undefined });
  }
  return spans;
}

const LENGTH_AT_MOST = 1_000_000;
const MISSED_AT_MOST = 100;

/** What ends the string or comment that a token begins; `undefined` if the token is complete. */
function closeOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { comment, fixed, hashes, delimiter, level, word, html } = groups;
  if (comment !== undefined) return COMMENT_ENDS.get(comment) ?? "*/";
  if (fixed !== undefined) return fixed;
  if (hashes !== undefined) return `"${hashes}`;
  if (delimiter !== undefined) return `)${delimiter}"`;
  if (level !== undefined) return `]${level}]`;
  if (html !== undefined) return "<?";
  return word === undefined ? undefined : `\n${word}`;
}

const COMMENT_ENDS = new Map([
  ["{-", "-}"],
  ["(*", "*)"],
  ["{", "}"],
  ["/+", "+/"],
  ["#|", "|#"],
]);

/** The end of what closes a string, `undefined` if nothing does; the word that ends a here-document may be indented. */
function endBehind(text: string, from: number, close: string): number | undefined {
  if (close.startsWith("\n")) {
    const pattern = new RegExp(`^[ \\t]*${close.slice(1)}\\b`, "gm");
    pattern.lastIndex = from;
    return pattern.exec(text) ? pattern.lastIndex : undefined;
  }
  const at = text.indexOf(close, from);
  return at < 0 ? undefined : at + close.length;
}

/** Where a template ends, or where the next code within it begins, which is recorded in `open`. */
function endOfTemplate(text: string, from: number, open: number[]): number | undefined {
  const mark = /\\[^]|`|\$\{/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0].startsWith("\\")) continue;
    if (found[0] === "${") open.push(0);
    return mark.lastIndex;
  }
  return undefined;
}

function createLineAt(lines: readonly string[]): (at: number) => number {
  const starts = new Uint32Array(lines.length);
  let start = 0;
  lines.forEach((line, at) => {
    starts[at] = start;
    start += line.length + 1;
  });
  return (at) => {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}

const { raw } = String;
const ESCAPED = raw`\\[^]`;
const SLASHES = raw`//.*`;
const COMMENT = raw`(?<comment>/\*)`;
const HASH = raw`(?<![^\s;])#.*`;
const DOUBLE = raw`"(?:\\[^]|[^"\\\n])*"`;
const SINGLE = raw`'(?:\\[^]|[^'\\\n])*'`;
const LONG_DOUBLE = raw`"(?:\\[^]|[^"\\])*"`;
const LONG_SINGLE = raw`'(?:\\[^]|[^'\\])*'`;
const TRIPLE = raw`(?<fixed>"""|''')`;
const TRIPLE_DOUBLE = raw`(?<fixed>""")`;
const CHARACTER = raw`'(?:\\.[^'\n]{0,8}|[^'\\\n])'`;
const REGULAR = raw`(?<=(?:[(,=:[!&|?{};+]|\breturn|^)[ \t]{0,40})/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\\n[]){1,300}/`;

const FAMILIES: readonly (readonly [languages: readonly string[], ...tokens: readonly string[]])[] = [
  [
    ["TypeScript", "TSX", "JavaScript", "Vue", "Svelte", "Astro", "QML"],
    REGULAR,
    SLASHES,
    COMMENT,
    DOUBLE,
    SINGLE,
    raw`(?<template>${"`"})`,
    raw`(?<brace>[{}])`,
  ],
  [["Python", "Starlark", "Elixir", "Julia", "Cython", "Mojo", "GDScript"], HASH, TRIPLE, DOUBLE, SINGLE],
  [["Go"], SLASHES, COMMENT, DOUBLE, CHARACTER, raw`(?<fixed>${"`"})`],
  [["Rust"], SLASHES, COMMENT, raw`\bb?r(?<hashes>#*)"`, LONG_DOUBLE, CHARACTER],
  [["Java", "Apex", "Kotlin", "Scala", "Swift", "Vala"], SLASHES, COMMENT, TRIPLE_DOUBLE, DOUBLE, CHARACTER],
  [["Groovy", "Dart", "Haxe", "ActionScript"], SLASHES, COMMENT, TRIPLE, DOUBLE, SINGLE],
  [["C#"], SLASHES, COMMENT, TRIPLE_DOUBLE, raw`(?:@\$?|\$@)"(?:""|[^"])*"`, DOUBLE, CHARACTER],
  [
    ["C", "C++", "Objective-C", "Cuda", "OpenCL", "Metal", "GLSL", "HLSL", "Verilog", "SystemVerilog"],
    SLASHES,
    COMMENT,
    raw`\bu?8?R"(?<delimiter>[^\s()\\"]{0,16})\(`,
    DOUBLE,
    CHARACTER,
  ],
  [["D", "Odin"], SLASHES, raw`(?<comment>/[*+])`, DOUBLE, CHARACTER, raw`(?<fixed>${"`"})`],
  [["WGSL", "Move"], SLASHES, COMMENT],
  [["Nim"], HASH, TRIPLE_DOUBLE, DOUBLE, CHARACTER],
  [["Pascal"], SLASHES, raw`(?<comment>\(\*|\{)(?!\$)`, raw`'[^'\n]*'`],
  [["PLSQL"], raw`--.*`, COMMENT, raw`'[^'\n]*'`],
  [["Prolog"], raw`%.*`, COMMENT, raw`"(?:\\[^]|[^"\\\n])*"`, raw`'(?:\\[^]|[^'\\\n])*'`],
  [["Common Lisp", "Scheme", "Racket"], raw`;.*`, raw`(?<comment>#\|)`, raw`#\\.`, LONG_DOUBLE],
  [
    ["CSS", "SCSS", "Less", "Sass", "Stylus", "Protocol Buffer", "Thrift", "FlatBuffers", "Prisma"],
    COMMENT,
    DOUBLE,
    SINGLE,
  ],
  [
    ["PHP"],
    raw`(?://|(?<![^\s;])#(?!\[))(?:(?!\?>).)*`,
    COMMENT,
    raw`(?<html>\?>)`,
    raw`<<<[ \t]*["']?(?<word>\w+)`,
    LONG_DOUBLE,
    LONG_SINGLE,
  ],
  [["Shell"], HASH, raw`<<<`, raw`<<-?[ \t]*\\?["']?(?<word>[A-Za-z_]\w*)`, LONG_DOUBLE, raw`'[^']*'`],
  [["Ruby", "Crystal", "Perl"], HASH, raw`<<[-~]?["'${"`"}]?(?<word>[A-Z_]\w*)`, DOUBLE, SINGLE],
  [["Haskell", "Agda", "Idris"], raw`--.*`, raw`(?<comment>\{-)(?!#)`, DOUBLE, raw`(?<![\w'])${CHARACTER}`],
  [["Elm", "PureScript"], raw`--.*`, raw`(?<comment>\{-)`, TRIPLE_DOUBLE, DOUBLE, raw`(?<![\w'])${CHARACTER}`],
  [["OCaml", "F#", "Standard ML", "Coq"], raw`(?<comment>\(\*)(?!\))`, LONG_DOUBLE, CHARACTER],
  [["Lua"], raw`--\[\[[^]*?\]\]`, raw`--.*`, DOUBLE, SINGLE, raw`\[(?<level>=*)\[`],
];

/** What is read as one token: a comment, a string, or the beginning of either. */
const TOKENS: ReadonlyMap<string, string> = new Map(
  FAMILIES.flatMap(([languages, ...tokens]) =>
    languages.map((language) => [language, [ESCAPED, ...tokens].join("|")] as const),
  ),
);
