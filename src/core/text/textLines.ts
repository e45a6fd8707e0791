import type { TimeSlices } from "./timeSlices.ts";

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
    for (let lf = text.indexOf("\n"); lf >= 0; lf = text.indexOf("\n", lf + 1)) {
      if (count % 1024 === 0 && slices.isOver) await slices.next();
      if (count === starts.length - 1) starts = doubled(starts);
      starts[count++] = lf + 1;
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
    return this.text.charCodeAt(next - 2) === CR ? next - 2 : next - 1;
  }
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const all = new Int32Array(2 * numbers.length);
  all.set(numbers);
  return all;
}
