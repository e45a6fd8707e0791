/** No comment is read further than this. */
export const HEAD_LINES = 80;

/** Where a text of several lines begins, which documents what it is in. */
export const STRING = /^\s*[rRuUbB]{0,2}(?:"""|''')/;
const BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^\s*\/\*/, /\*\//],
  [/^\s*<!--/, /-->/],
  [/^\s*\(\*/, /\*\)/],
  [/^\s*\{-/, /-\}/],
  [/^\s*--\[\[/, /\]\]/],
  [/^\s*=(?:begin|pod|head)/, /^=(?:end|cut)/],
];
const LINE_COMMENT = /^\s*(?:\/\/|#(?!include|define|import|if|pragma|\[)|--(?!\[\[)|;|%)/;

/** The last line of the comment that begins on a line; `undefined` if none does. */
export function endOfComment(lines: readonly string[], at: number): number | undefined {
  const line = lines[at] ?? "";
  const [quotes] = STRING.exec(line) ?? [];
  if (quotes !== undefined) {
    const mark = quotes.trim().slice(-3);
    if (line.slice(quotes.length).includes(mark)) return at;
    return lastOr(lines, at + 1, (text) => text.includes(mark));
  }
  const block = BLOCKS.find(([start]) => start.test(line));
  if (block) return block[1].test(line.slice(2)) ? at : lastOr(lines, at + 1, (text) => block[1].test(text));
  if (!LINE_COMMENT.test(line)) return undefined;
  let end = at;
  while (end + 1 < lines.length && end - at < HEAD_LINES && LINE_COMMENT.test(lines[end + 1] ?? "")) end++;
  return end;
}

function lastOr(lines: readonly string[], from: number, isEnd: (text: string) => boolean): number {
  for (let at = from; at < Math.min(lines.length, from + HEAD_LINES); at++) if (isEnd(lines[at] ?? "")) return at;
  return Math.min(lines.length, from + HEAD_LINES) - 1;
}

/** What only the comments have that are a licence. */
export const LICENCE =
  /copyright|\(c\)\s+\d{4}|licen[cs]ed under|SPDX-License|all rights reserved|permission is hereby granted|@license|@preserve|redistribution and use/i;
