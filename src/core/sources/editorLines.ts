import type { LineRange } from "./sourceLink.ts";

/**
 * Where lines of a text, as {@link linesOf} counts them, are in the editor, which also begins a line after a CR alone.
 * `text` is as it is on disk: the editor's own documents have one kind of line ending.
 */
export function inEditor<R extends LineRange>(range: R, text: string): R {
  return hasLoneCr(text) ? counted(range, text, ON_WIRE, IN_EDITOR) : range;
}

/** The reverse of {@link inEditor}: what the lines of the editor are called when they are sent. */
export function onWire<R extends LineRange>(range: R, text: string): R {
  return hasLoneCr(text) ? counted(range, text, IN_EDITOR, ON_WIRE) : range;
}

/** Whether a text has a CR without LF: all others have the same lines in the editor. */
export function hasLoneCr(text: string): boolean {
  return /\r(?!\n)/.test(text);
}

/** A text whose lines are those of the editor for everyone. */
export function asInEditor(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n");
}

/** What ends a line. */
const ON_WIRE = /\r?\n/g;
const IN_EDITOR = /\r\n|\r|\n/g;

function counted<R extends LineRange>(range: R, text: string, from: RegExp, to: RegExp): R {
  const first = placeOf(text, to, offsetOf(text, from, range.startLine, range.startColumn ?? 0));
  const last = placeOf(text, to, offsetOf(text, from, range.endLine, range.endColumn ?? Infinity));
  return {
    ...range,
    startLine: first.line,
    endLine: Math.max(first.line, last.line),
    ...(range.startColumn !== undefined && { startColumn: first.column }),
    ...(range.endColumn !== undefined && { endColumn: last.column }),
  };
}

/** A column beyond the end of its line is the end, and so is a line beyond the last one that of the text. */
function offsetOf(text: string, ends: RegExp, line: number, column: number): number {
  let [at, start] = [0, 0];
  for (const { 0: end, index } of text.matchAll(ends)) {
    if (at++ === line) return Math.min(start + column, index);
    start = index + end.length;
  }
  return at === line ? Math.min(start + column, text.length) : text.length;
}

function placeOf(text: string, ends: RegExp, offset: number): { readonly line: number; readonly column: number } {
  let [line, start] = [0, 0];
  for (const { 0: end, index } of text.matchAll(ends)) {
    if (index + end.length > offset) break;
    line++;
    start = index + end.length;
  }
  return { line, column: offset - start };
}
