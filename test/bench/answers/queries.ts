import type { Purpose } from "./packages.ts";

/** Something to be found: the text that is asked, and every place that answers it. */
export interface Query {
  readonly text: string;
  /** The package by whose purpose it counts. */
  readonly packageName: string;
  readonly purpose: Purpose;
  /** The folders that are open, absolute; the last part of each is what a repository is called. */
  readonly folders: readonly string[];
  readonly truth: readonly Place[];
  /** Only for needles: no word of it is in the name of what is sought. */
  readonly isMasked?: boolean;
}

/** Lines of a file; of all of it where it has none. */
export interface Place {
  /** Absolute. */
  readonly file: string;
  /** Zero-based, inclusive. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** A passage that an answer shows, or a chunk that a baseline finds. */
export type Found = Required<Place>;

/** Whether a passage of at most eighty lines has some of the lines sought; longer ones are no passages. */
export function hits(found: Found, truth: readonly Place[]): boolean {
  return (
    found.endLine - found.startLine < 80 &&
    truth.some(
      ({ file, startLine = 0, endLine = Infinity }) =>
        file === found.file && startLine <= found.endLine && endLine >= found.startLine,
    )
  );
}
