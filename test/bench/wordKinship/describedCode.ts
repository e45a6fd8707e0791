import { languageOf } from "../../../src/core/text/languages.ts";
import { linesOf } from "../../../src/core/text/lines.ts";
import { lastPartOf, outlineOf } from "../../../src/core/text/outline.ts";
import { firstSentence, readComments, type Described } from "../answers/comments.ts";

/**
 * The described functions of a file, and the file without comments, for more languages and styles than needles are cut
 * from. `undefined` for an unknown language.
 */
export function readDescribed(
  file: string,
  text: string,
): { readonly described: readonly Described[]; readonly bare: string } | undefined {
  const language = languageOf(file);
  const style = OUTLINED.get(language ?? "");
  if (language !== undefined && style) return readOutlined(text, language, style);
  const isCpp = /\.(?:cc|cpp|hpp)$/.test(file) || (file.endsWith(".h") && CPP.test(text));
  const name = isCpp ? `${file}.cpp` : file;
  const plain = asMostWrite(text);
  const read = readComments(name, plain);
  if (!read || !isCpp) return read;
  // members of classes begin at the margin once everything is shifted
  const shifted = [/^(?:\t| {2,4})/gm, /^(?:\t\t| {5,8})/gm].map((by) => readComments(name, plain.replaceAll(by, "")));
  return { bare: read.bare, described: [read, ...shifted].flatMap((each) => each?.described ?? []) };
}

const CPP = /^\s*(?:class|namespace|template)\b/m;

/** Rewrites heads and comments in the style of GNU, GTK and Doxygen into the form in which the others are read. */
function asMostWrite(text: string): string {
  return text
    .replaceAll(/^([A-Za-z][\w* \t]*)\n(\w+[ \t]*\([^;\n]*)$/gm, "$1 $2")
    .replaceAll(/^([ \t]*\/\*\*?)[ \t]*\n[ \t]*\*[ \t]*[\w:]+:[ \t]*\n(?:[ \t]*\*[ \t]*(?:@[^\n]*)?\n)*/gm, "$1\n")
    .replaceAll(/^([ \t]*(?:\/\*+[ \t]*(?:\n[ \t]*\*[ \t]*)?|\/\/\/?[ \t]*))\w+(?:\(\))?(?::|[ \t]+-+)[ \t]+/gm, "$1")
    .replaceAll(/^([ \t]*(?:\/\*+|\*|\/\/[/!]?)?[ \t]*)[\\@]brief\b/gm, "$1");
}

/** Finds functions where definitions seem to be, and the comments above them; in Lisp, the texts below their heads. */
function readOutlined(text: string, language: string, { line, block }: CommentStyle) {
  const lines = linesOf(text);
  const blanked = block ? text.replace(block, (found) => found.replaceAll(/[^\n]+/g, "")) : text;
  const bare = blanked.replaceAll(new RegExp(`^[ \\t]*${line}.*$|[ \\t]${line}[ \\t].*$`, "gm"), "");
  const code = linesOf(bare);
  const isComment = (at: number) => code[at]?.trim() === "" && lines[at]?.trim() !== "";
  const described = outlineOf(lines, language).flatMap((definition): readonly Described[] => {
    const { name, startLine: first, line: startLine, endLine } = definition;
    if (NO_FUNCTION.test(lines[startLine] ?? "")) return [];
    const above = range(first, startLine).filter(isComment);
    const below = HAS_TEXTS_BELOW.has(language) ? range(startLine + 1, endLine + 1).filter(isComment) : [];
    const comment = [...above, ...below].map((at) => (lines[at] ?? "").replaceAll(MARKS, " ").trim());
    const sentence = firstSentence(comment.join("\n"), lastPartOf(name).replaceAll(/\W/g, "."));
    return sentence === undefined || endLine <= startLine ? [] : [{ name, sentence, startLine, endLine }];
  });
  return { described, bare };
}

/** How comments begin: those that last to the end of a line, and those that begin a line and may be longer. */
interface CommentStyle {
  readonly line: string;
  readonly block?: RegExp;
}

const OUTLINED: ReadonlyMap<string, CommentStyle> = new Map([
  ...["Ruby", "R", "Perl", "Shell"].map((language) => [language, { line: "#" }] as const),
  ...["C#", "Kotlin", "Swift", "Scala", "Groovy"].map(
    (language) => [language, { line: "//", block: /^[ \t]*\/\*[^]*?\*\//gm }] as const,
  ),
  ...["Emacs Lisp", "Clojure"].map(
    (language) => [language, { line: ";", block: /^[ \t]+"(?:\\[^]|[^"\\])*"/gm }] as const,
  ),
  ["Lua", { line: "--", block: /^[ \t]*--\[(=*)\[[^]*?\]\1\]/gm }],
  ["Haskell", { line: "--", block: /^[ \t]*\{-(?!#)[^]*?-\}/gm }],
  ["OCaml", { line: "(?!)", block: /^[ \t]*\(\*[^]*?\*\)/gm }],
  ["Erlang", { line: "%" }],
]);

const HAS_TEXTS_BELOW: ReadonlySet<string> = new Set(["Emacs Lisp", "Clojure"]);
const NO_FUNCTION =
  /^\s*\(?(?:[\w@]+\s+)*(?:class|module|interface|struct|enum|object|namespace|trait|protocol|extension|data|newtype|type|record|instance|defvar|defcustom|defface|defgroup|defconst)\s/;
/** The marks of comments, in front of their lines and around them, and their markup. */
const MARKS =
  /^\s*(?:\/\*+|\*+\/|\*|\/\/+|#+'?|-{2,}\s*[|^]?|%+|;+|\(\*+|\{-+\s*\|?|--\[=*\[|")|(?:\*+[/)]|-\}|\]=*\]|")\s*$|<\/?(?:summary|para|remarks)>|<\w+ \w+="|"\s*\/>|@doc\b|^\s*@(?:brief|title|description)\b/g;

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
