import type { Lines } from "./positions.ts";

/** A file in which something was found, complete. */
export interface FoundFile {
  /** Starts with the folder that was searched, as that was given: absolute for absolute folders. */
  readonly file: string;
  /** In ascending order, including context lines. */
  readonly lines: readonly FoundLines[];
  /** If so, `lines` are those before the first zero byte. */
  readonly isBinary: boolean;
}

/** The lines of a match (several if it spans them), or a line of context, which has no ranges. */
export interface FoundLines extends Lines {
  /** Byte positions in these lines. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}
