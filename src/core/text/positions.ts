import type { ColumnRange } from "../model/matches.ts";

/**
 * Converts the number of a code point of `text` to its UTF-16 index, clamped to the text. The service counts columns in
 * code points, editors and JavaScript strings in UTF-16 units. A lone surrogate counts as one code point. The text is
 * read once, however many columns are converted, and no further than to the last of them.
 */
export function utf16Columns(text: string): (codePoints: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (codePoints) => Math.min(Math.max(0, codePoints), text.length);
  const columns = new Uint32Array(text.length);
  let count = 0;
  let column = 0;
  return (codePoints) => {
    for (; count <= codePoints && column < text.length; count++) {
      columns[count] = column;
      column += (text.codePointAt(column) ?? 0) > 0xffff ? 2 : 1;
    }
    return codePoints < count ? (columns[Math.max(0, codePoints)] ?? 0) : text.length;
  };
}

/** Sorts ranges and joins those that overlap or touch; an empty one is kept only if it touches no other. */
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
