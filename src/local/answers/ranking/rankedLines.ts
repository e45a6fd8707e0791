import type { IndexedFile } from "./indexedFile.ts";

/** A file that is ranked. */
export interface RankedFile {
  /** The name of its repository, a slash, and its path in it. */
  readonly fullPath: string;
  /** What its passages count, relative to source code. */
  readonly prior: number;
  readonly index: IndexedFile;
}

/** Lines of a file that fit a question. */
export interface RankedLines<F extends RankedFile> {
  readonly file: F;
  /** Zero-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
  /** How well the file as a whole fits; 1 for the one that fits best. */
  readonly fileScore: number;
  /** The lines that the question is about, zero-based and inclusive; absent if it names none. */
  readonly selected?: readonly [startLine: number, endLine: number];
  /** The share of what the question mentions that is there, rare terms counting more: from 0 to 1. */
  readonly coverage: number;
}

/** Lines with their first and their last piece. */
export interface PiecedLines<F extends RankedFile> extends RankedLines<F> {
  readonly pieces: readonly [first: number, last: number];
}
