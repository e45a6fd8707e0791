import type { LineRange } from "./sourceLink.ts";

/**
 * Where lines of a text, as {@link linesOf} counts them, are in the editor, which also begins a line after a CR alone.
 * `text` is as it is on disk: the editor's own documents have one kind of line ending.
 */
export function inEditor<R extends LineRange>(range: R, text: string): R {
  if (!LONE.test(text)) return range;
  const starts = startsOf(text, /\n/g);
  const own = startsOf(text, /\r\n|\r|\n/g);
  const first = placeAt(own, (starts[range.startLine] ?? text.length) + (range.startColumn ?? 0));
  const lineEnd = (starts[range.endLine + 1] ?? text.length + 1) - 1;
  const end = (starts[range.endLine] ?? text.length) + (range.endColumn ?? Infinity);
  const last = placeAt(own, Math.min(end, text[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd));
  return {
    ...range,
    startLine: first.line,
    endLine: Math.max(first.line, last.line),
    ...(range.startColumn !== undefined && { startColumn: first.column }),
    ...(range.endColumn !== undefined && { endColumn: last.column }),
  };
}

const LONE = /\r(?!\n)/;

function startsOf(text: string, ends: RegExp): readonly number[] {
  return [0, ...Array.from(text.matchAll(ends), ({ 0: end, index }) => index + end.length)];
}

function placeAt(starts: readonly number[], offset: number): { readonly line: number; readonly column: number } {
  const line = starts.findLastIndex((start) => start <= offset);
  return { line, column: offset - (starts[line] ?? 0) };
}
