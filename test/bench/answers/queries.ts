import type { Purpose } from "./packages.ts";

/** Something to find: the text that is asked, and every place that answers it. */
export interface Query {
  readonly text: string;
  /** The package whose purpose decides where it counts. */
  readonly packageName: string;
  readonly purpose: Purpose;
  /** The folders that are open, absolute; the last part of each is the name of the repository. */
  readonly folders: readonly string[];
  readonly truth: readonly Place[];
  /** The names of the folders in which whoever asks is working. */
  readonly workingIn?: readonly string[];
  /** Only for needles: no word of the text is in the name of what is sought. */
  readonly isMasked?: boolean;
}

/** Lines of a file, or the whole file if there are none. */
export interface Place {
  /** Absolute. */
  readonly file: string;
  /** Zero-based, inclusive. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** A passage that an answer shows, or a chunk that a baseline finds. */
export type Found = Required<Place>;

/** Whether a passage of at most eighty lines contains some of the lines sought; longer ones don't count as passages. */
export function hits(found: Found, truth: readonly Place[]): boolean {
  return (
    found.endLine - found.startLine < 80 &&
    truth.some(
      ({ file, startLine = 0, endLine = Infinity }) =>
        file === found.file && startLine <= found.endLine && endLine >= found.startLine,
    )
  );
}
