import type { TimeSlices } from "./timeSlices.ts";

const LF = 10;
const CR = 13;

/**
 * The lines of a text, as {@link linesOf} splits them, stored by where they begin: each is taken out of the text when
 * it is requested. A text of megabytes as many small strings would be much work for the garbage collector, all at once.
 */
export class TextLines {
  readonly text: string;
  readonly length: number;
  /** Where each line begins, and where another one after the last would. */
  readonly #starts: Int32Array;

  private constructor(text: string, starts: Int32Array, length: number) {
    this.text = text;
    this.length = length;
    this.#starts = starts;
  }

  /** Reads in slices. Rejects with an `AbortError` if these are aborted. */
  static async read(text: string, slices: TimeSlices): Promise<TextLines> {
    let starts = new Int32Array(1024);
    let count = 1;
    let lf = text.indexOf("\n");
    let cr = text.indexOf("\r");
    while (lf >= 0 || cr >= 0) {
      if (count % 1024 === 0 && slices.isOver) await slices.next();
      const end = cr < 0 || (lf >= 0 && lf < cr) ? lf : lf === cr + 1 ? lf : cr;
      if (count === starts.length - 1) starts = doubled(starts);
      starts[count++] = end + 1;
      if (lf >= 0 && lf <= end) lf = text.indexOf("\n", end + 1);
      if (cr >= 0 && cr <= end) cr = text.indexOf("\r", end + 1);
    }
    starts[count] = text.length;
    return new TextLines(text, starts.slice(0, count + 1), count);
  }

  /** A line without its line ending; empty if there is no such line. */
  at(line: number): string {
    return this.text.slice(this.startOf(line), this.endOf(line));
  }

  /** The lines from `start` up to but not including `end`; fewer if there are not as many. */
  slice(start: number, end: number): string[] {
    const lines: string[] = [];
    for (let line = Math.max(0, start); line < end && line < this.length; line++) lines.push(this.at(line));
    return lines;
  }

  /** Where in the text a line begins. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  /** Where in the text a line ends: before its line ending. */
  endOf(line: number): number {
    const next = this.startOf(line + 1);
    if (line >= this.length - 1) return next;
    const isPair = this.text.charCodeAt(next - 1) === LF && this.text.charCodeAt(next - 2) === CR;
    return isPair ? next - 2 : next - 1;
  }
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const all = new Int32Array(2 * numbers.length);
  all.set(numbers);
  return all;
}
