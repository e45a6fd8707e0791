import type { ColumnRange } from "../model/matches.ts";

/**
 * Tells at which UTF-16 index of `text` a code point stands, by its number, clamped to the text. The service counts columns
 * in code points, editors and JavaScript strings in UTF-16 units. A lone surrogate counts as one code point. The text is
 * gone through once, however many columns are asked for.
 */
export function utf16Columns(text: string): (codePoints: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (codePoints) => Math.min(Math.max(0, codePoints), text.length);
  const columns = new Uint32Array(text.length);
  let count = 0;
  for (let column = 0; column < text.length; count++) {
    columns[count] = column;
    column += (text.codePointAt(column) ?? 0) > 0xffff ? 2 : 1;
  }
  return (codePoints) => (codePoints < count ? (columns[Math.max(0, codePoints)] ?? 0) : text.length);
}

/** Sorts ranges and joins those that overlap or touch; empty ones are kept only where nothing else is. */
export function mergeRanges(ranges: readonly ColumnRange[]): ColumnRange[] {
  const merged: ColumnRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else merged.push(range);
  }
  return merged;
}
