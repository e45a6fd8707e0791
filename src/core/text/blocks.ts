/** Lines that belong together by their indentation: a statement, a clause of one, or an item of a list. */
export interface Block {
  /** Zero-based; of the comment above it, if it has one. */
  readonly startLine: number;
  /** Its first line after the comment. */
  readonly line: number;
  /** Inclusive. */
  readonly endLine: number;
}

/** Splits lines (first and last inclusive) into blocks of the same level; blank lines belong to none. */
export function blocksIn(lines: readonly string[], from: number, to: number): readonly Block[] {
  return cut(lines, from, to, false);
}

/**
 * The clauses of a block (`if`, `else`), or the blocks within it; the first of them is its head, with the brace below
 * it.
 */
export function partsOf(lines: readonly string[], { startLine, line, endLine }: Block): readonly Block[] {
  const headEnd = endOfHead(lines, line, endLine);
  const clauses = cut(lines, line, endLine, true).map((clause, index) =>
    index === 0 ? { ...clause, startLine } : clause,
  );
  if (clauses.length > 1 && headEnd === line) return clauses;
  const isClosed = /^\s*[)\]}]/.test(lines[endLine] ?? "");
  const within = cut(lines, headEnd + 1, isClosed ? endLine - 1 : endLine, false);
  const [first] = within;
  return first === undefined ? [] : [{ startLine, line, endLine: Math.max(headEnd, first.startLine - 1) }, ...within];
}

/** The last line of a block's head: not its first line if parameters are on lines of their own, or a brace is. */
function endOfHead(lines: readonly string[], line: number, endLine: number): number {
  const base = indentOf(lines[line] ?? "");
  for (let at = line + 1; at <= endLine && at < line + HEAD_LINES; at++) {
    const text = lines[at] ?? "";
    if (text.trim() === "" || indentOf(text) > base || COMMENT.test(text)) continue;
    return HEAD_END.test(text) ? at : line;
  }
  return line;
}

const HEAD_LINES = 20;
const HEAD_END = /^\s*(?:\{|\)(?:\s*:|\s*->)?[^.]*[{:])\s*(?:\/\/.*)?$/;

const TAB = 9;
const SPACE = 32;

/** The width of the whitespace that a line begins with, a tab as four columns. Called several times for each line. */
export function indentOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === TAB) width += 4;
    else if (code === SPACE || ((code < SPACE || code > 127) && /\s/.test(text.charAt(at)))) width++;
    else break;
  }
  return width;
}

function cut(lines: readonly string[], from: number, to: number, byClause: boolean): readonly Block[] {
  const blocks: { startLine: number; line: number; endLine: number }[] = [];
  let base: number | undefined;
  let commentLine: number | undefined;
  let continues = false;
  for (let at = from; at <= to; at++) {
    const text = lines[at] ?? "";
    if (text.trim() === "") continue;
    const indent = indentOf(text);
    const last = blocks.at(-1);
    if (COMMENT.test(text) && indent <= (base ?? indent) + 1 && !continues) {
      commentLine ??= at;
      continue;
    }
    base ??= indent;
    const begins =
      !last ||
      (indent === base &&
        !continues &&
        (CONTINUATION.test(text) ? byClause && CLAUSE.test(text) : !/^\s*\{\s*$/.test(text)));
    if (begins) blocks.push({ startLine: commentLine ?? at, line: at, endLine: at });
    else last.endLine = at;
    commentLine = undefined;
    continues = indent === base && UNFINISHED.test(text);
  }
  return blocks;
}

/** A line with nothing but a comment; or a decorator, which is placed above like one. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?![\w!]|include)|--|@[\w.]+(?:\(.*\))?\s*$)/;
const CONTINUATION = /^\s*(?:[)\]}.?:&|+]|=>|(?:else|catch|finally|elif|except|rescue|ensure|end)\b)/;
const CLAUSE = /^\s*(?:[)\]}].*[{(:[]\s*(?:\/\/.*)?$|(?:else|catch|finally|elif|except|rescue|ensure)\b)/;
/** What follows belongs to the same statement, however it is indented. */
const UNFINISHED = /(?:[=+?|&]|\b(?:return|throw|in|of|and|or))\s*$/;
