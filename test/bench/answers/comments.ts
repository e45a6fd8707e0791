import path from "node:path";
import ts from "typescript";

/** A function whose comment says in a sentence what it does. */
export interface Described {
  readonly name: string;
  /** The first sentence of its comment, on one line. */
  readonly sentence: string;
  /** Zero-based, inclusive; without the comment. */
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The described functions of a file, and its text without comments, each line in its place. `undefined` for an unknown
 * language.
 */
export function readComments(
  file: string,
  text: string,
): { readonly described: readonly Described[]; readonly bare: string } | undefined {
  if (/\.[cm]?[jt]sx?$/.test(file) && !/\.d\.[cm]?ts$/.test(file)) return readScript(file, text);
  if (file.endsWith(".py")) return readPython(text);
  if (/\.(?:c|h|cc|cpp|go|java|rs|php)$/.test(file)) return readBraces(file, text);
  return undefined;
}

function readScript(file: string, text: string) {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : file.endsWith("ts") ? ts.ScriptKind.TS : ts.ScriptKind.JSX,
  );
  const described: Described[] = [];
  let bare = "";
  let at = 0;
  const visit = (node: ts.Node) => {
    const comment = describedName(node);
    if (comment !== undefined) {
      const last = ts.getLeadingCommentRanges(text, node.getFullStart())?.at(-1);
      const sentence = last && firstSentence(commentText(text, last));
      if (sentence !== undefined)
        described.push({
          name: comment,
          sentence,
          startLine: lineOf(source, node.getStart()),
          endLine: lineOf(source, node.getEnd()),
        });
    }
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = node.getChildren(source);
    if (children.length > 0) {
      children.forEach(visit);
      return;
    }
    if (node.getFullStart() < at) return;
    bare += blank(text.slice(at, node.getStart(source))) + text.slice(node.getStart(source), node.getEnd());
    at = node.getEnd();
  };
  visit(source);
  return { described, bare: bare + blank(text.slice(at)) };
}

/** Consecutive `//` lines count as one comment. */
function commentText(text: string, last: ts.CommentRange): string {
  if (last.kind === ts.SyntaxKind.MultiLineCommentTrivia) return text.slice(last.pos, last.end);
  const lines = text.slice(0, last.end).split("\n");
  const first = lines.findLastIndex((line) => !/^\s*\/\//.test(line));
  return lines.slice(first + 1).join("\n");
}

function describedName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.body && node.name?.getText();
  if (ts.isPropertyAssignment(node) && isFunction(node.initializer)) return node.name.getText();
  if (ts.isVariableStatement(node)) {
    const [first] = node.declarationList.declarations;
    return first?.initializer && isFunction(first.initializer) ? first.name.getText() : undefined;
  }
  if (ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression)) {
    const { left, right } = node.expression;
    return ts.isPropertyAccessExpression(left) && isFunction(right) ? left.name.getText() : undefined;
  }
  return undefined;
}

function isFunction(node: ts.Node): boolean {
  return ts.isFunctionExpression(node) || ts.isArrowFunction(node);
}

function lineOf(source: ts.SourceFile, at: number): number {
  return source.getLineAndCharacterOfPosition(at).line;
}

function readPython(text: string) {
  const isCode = new Uint8Array(text.length).fill(1);
  for (const found of text.matchAll(
    /#[^\n]*|[rbfuRBFU]{0,2}("""|''')[^]*?(?:\1|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  )) {
    const isDoc =
      found[1] !== undefined && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, found.index - 200), found.index));
    if (isDoc || found[0].startsWith("#")) isCode.fill(0, found.index, found.index + found[0].length);
  }
  const lines = text.split("\n");
  const described: Described[] = [];
  lines.forEach((line, startLine) => {
    const [, indent = "", name] = /^(\s*)(?:async\s+)?def\s+(\w+)/.exec(line) ?? [];
    if (name === undefined) return;
    const head = lines.slice(startLine).findIndex((next) => /:\s*(?:#.*)?$/.test(next));
    const doc = /^\s*[rR]?("""|''')([^]*?)\1/.exec(
      lines.slice(startLine + head + 1, startLine + head + 40).join("\n"),
    )?.[2];
    const sentence = doc === undefined ? undefined : firstSentence(doc);
    if (sentence === undefined) return;
    let endLine = startLine + head;
    for (let next = endLine + 1; next < lines.length; next++) {
      const body = lines[next] ?? "";
      if (body.trim() === "") continue;
      if ((/^\s*/.exec(body)?.[0].length ?? 0) <= indent.length) break;
      endLine = next;
    }
    described.push({ name, sentence, startLine, endLine });
  });
  return { described, bare: mask(text, isCode) };
}

function readBraces(file: string, text: string) {
  const isCode = new Uint8Array(text.length).fill(1);
  const isPlain = new Uint8Array(text.length).fill(1);
  const quoted = file.endsWith(".go") ? /`[^`]*`/ : /(?!)/;
  const pattern = new RegExp(
    `//[^\\n]*|/\\*[^]*?\\*/|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n]){1,8}'|${quoted.source}`,
    "g",
  );
  for (const found of text.matchAll(pattern)) {
    isPlain.fill(0, found.index, found.index + found[0].length);
    if (/^\/[/*]/.test(found[0])) isCode.fill(0, found.index, found.index + found[0].length);
  }
  const bare = mask(text, isCode);
  const plain = mask(text, isPlain).split("\n");
  const lines = text.split("\n");
  const described: Described[] = [];
  plain.forEach((line, startLine) => {
    const name =
      FUNCTIONS.find(([files]) => files.test(file))?.[1].exec(line)?.[1] ??
      (/\.[ch]$/.test(file) ? nameBelowType(plain, startLine) : undefined);
    if (name === undefined || !hasBody(plain, startLine)) return;
    if (plain[startLine - 1]?.trim() !== "" || lines[startLine - 1]?.trim() === "") return;
    const end = plain
      .slice(startLine)
      .findIndex(
        (next) => /^\s*\}/.test(next) && (/^\s*/.exec(next)?.[0].length ?? 0) <= (/^\s*/.exec(line)?.[0].length ?? 0),
      );
    const first = plain
      .slice(0, startLine)
      .findLastIndex((before, at) => before.trim() !== "" || lines[at]?.trim() === "");
    const comment = lines.slice(first + 1, startLine).join("\n");
    const sentence = firstSentence(comment.slice(Math.max(0, comment.lastIndexOf("/*"))), name);
    if (sentence === undefined || end < 1) return;
    described.push({ name, sentence, startLine, endLine: startLine + end });
  });
  return { described, bare };
}

/**
 * The name of a C function whose type stands on a line of its own and whose name begins the next line, as BSD and GNU
 * write it.
 */
function nameBelowType(lines: readonly string[], type: number): string | undefined {
  const isType = /^(?!else\b|do\b)[A-Za-z_][\w\s*]*$/.test(lines[type] ?? "");
  return isType ? /^(\w+)\s*\([^;]*$/.exec(lines[type + 1] ?? "")?.[1] : undefined;
}

/** Whether braces follow a head: what is only declared has no lines to find. */
function hasBody(lines: readonly string[], head: number): boolean {
  const end = lines.slice(head).find((line) => /[{;]/.test(line) && !PARAMETER.test(line)) ?? "";
  return /^[^;]*\{/.test(end);
}

/** The type of a parameter, below the head. */
const PARAMETER = /^\s*[\w\s*,[\]]+;\s*$/;

/** The first line of a function, by file names. */
const FUNCTIONS: readonly (readonly [files: RegExp, head: RegExp])[] = [
  [/\.go$/, /^func\s+(?:\([^)]*\)\s*)?(\w+)/],
  [/\.rs$/, /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?fn\s+(\w+)/],
  [/\.java$/, /^\s+(?:(?:public|protected|private|static|final|synchronized)\s+)+[\w<>[\], ?]*?(\w+)\s*\([^;]*$/],
  [/\.php$/, /^\s*(?:(?:public|protected|private|static|final)\s+)*function\s+(\w+)\s*\([^;]*$/],
  [
    /\.(?:cc|cpp)$/,
    /^(?!\s|static struct|struct|class|namespace|typedef|else|return)[\w*&<>:,\s]*?[\s*&:](\w+)\s*\([^;]*$/,
  ],
  [/\.[ch]$/, /^(?!\s|static struct|struct|typedef|else|return)[\w*\s]*?[\s*](\w+)\s*\([^;]*$/],
];

/** The first sentence of a comment, if it says what something does. */
export function firstSentence(comment: string, name?: string): string | undefined {
  const text = comment
    .replace(/\*+\/\s*$/, "")
    .replaceAll(/^[ \t]*(?:\/\*+|\/\/[/!]?|\*(?!\w)|#)?[ \t]?/gm, "")
    .replace(/^\s*(?:@(?:private|public|api \w+|static)\s*)*(?:@description\s+)?/, "")
    .replace(/^[-=:.\s]+/, "")
    .split(/\n\s*\n|\n\s*[@:]/)[0]
    ?.replaceAll(/\{@link\s+([^}]*)\}|:\w+:`([^`]*)`|\[([^\]]*)\]\([^)]*\)/g, "$1$2$3")
    .replaceAll(/\s+/g, " ")
    .trim();
  const sentence =
    /^.*?(?:[.!?](?=\s|$)|$)/.exec(text ?? "")?.[0].replace(new RegExp(`^${name ?? "(?!)"}(?:\\(\\))?\\s+`), "") ?? "";
  const words = sentence.match(/[A-Za-z]{2,}/g) ?? [];
  const isSaid =
    words.length >= 5 &&
    words.length <= 35 &&
    !/https?:|^(?:TODO|FIXME|XXX|@|eslint|Copyright)|[{};]$|=>/.test(sentence);
  return isSaid ? sentence : undefined;
}

function blank(trivia: string): string {
  return trivia.replaceAll(/[^\n]/g, " ");
}

function mask(text: string, isKept: Uint8Array): string {
  let kept = "";
  for (let at = 0; at < text.length; at++) kept += isKept[at] === 1 || text[at] === "\n" ? (text[at] ?? "") : " ";
  return kept.replaceAll(/[ \t]+$/gm, "");
}

/** The words of a name, in lower case. */
export function wordsOfName(name: string): readonly string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** Whether a file is documentation rather than code. */
export function isDocument(file: string): boolean {
  return /\.(?:md|rst|txt|html)$/i.test(file) || /^(?:readme|changes|history)/i.test(path.basename(file));
}
