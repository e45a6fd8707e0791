import type { ColumnRange, MatchedLine } from "../../core/model/matches.ts";
import { mergeRanges, utf16Columns } from "../../core/text/positions.ts";
import type { Steps } from "../../core/text/timeSlices.ts";

/** Ranges by line: added in code points, and returned sorted, disjoint and in UTF-16 columns. */
export class LineRanges {
  readonly #byLine = new Map<number, ColumnRange[]>();

  get size(): number {
    return this.#byLine.size;
  }

  has(line: number): boolean {
    return this.#byLine.has(line);
  }

  touch(line: number): ColumnRange[] {
    const ranges = this.#byLine.get(line) ?? [];
    this.#byLine.set(line, ranges);
    return ranges;
  }

  add(line: number, start: number, end: number): void {
    this.touch(line).push({ start, end });
  }

  /** Of a line that is cut before all of its ranges, only their place is known. */
  *lines(
    textOf: (line: number) => string | undefined,
    isCut: (line: number) => boolean = () => false,
  ): Steps<readonly MatchedLine[]> {
    const lines: MatchedLine[] = [];
    for (const [line, ranges] of [...this.#byLine].sort(([a], [b]) => a - b)) {
      yield;
      const text = textOf(line) ?? "";
      const columnOf = utf16Columns(text);
      const textStart = isCut(line) ? ranges.reduce((first, { start }) => Math.min(first, start), Infinity) : 0;
      if (isCut(line) && columnOf(textStart) === text.length) {
        lines.push({ line, text: "", textStart, ranges: [NOWHERE] });
        continue;
      }
      const columns = ranges.map(({ start, end }) => ({ start: columnOf(start), end: columnOf(end) }));
      lines.push({ line, text, ranges: mergeRanges(columns) });
    }
    return lines;
  }
}

const NOWHERE: ColumnRange = { start: 0, end: 0 };

/** A line without what is left of its end where that is a carriage return and a line feed. */
export function withoutCarriageReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
