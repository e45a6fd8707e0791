import type { ColumnRange } from "../model/matches.ts";

/**
 * The UTF-16 index of the code point number `codePoints` in `text`, clamped to its length. The service counts columns
 * in code points, editors and JavaScript strings in UTF-16 units. A lone surrogate counts as one code point.
 */
export function toUtf16Column(text: string, codePoints: number): number {
  let column = 0;
  for (let left = codePoints; left > 0 && column < text.length; left--) {
    column += (text.codePointAt(column) ?? 0) > 0xffff ? 2 : 1;
  }
  return column;
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
