import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import { isTestFile } from "./testFiles.ts";
import { kindOf, kindOfIndexed } from "../ranking/fileKinds.ts";
import type { CodeFile } from "../ranking/passages.ts";
import type { ReadFile } from "../named/readFiles.ts";

/** Something that is told of code, and the lines that say it. Zero-based, inclusive. */
export interface Stated {
  readonly text: string;
  readonly file: CodeFile;
  readonly startLine: number;
  readonly endLine: number;
}

/** A folder that an overview is of. */
export interface OverviewPlace extends FileInRepository {
  /** Whether it is all that is open of its repository. */
  readonly isWhole: boolean;
}

/** Where the facts are looked up. */
export interface OverviewServices {
  /** All files of its repository that are ranked. */
  readonly files: readonly CodeFile[];
  /** The paths of all files of its repository, also of those that are not ranked. */
  readonly paths: ReadonlySet<string>;
  readonly codeBase: CodeBase;
  readonly read: ReadOnce;
  readonly slices: TimeSlices;
}

/** Reads files, each once; those that are gone are left out. */
export type ReadOnce = (files: readonly CodeFile[]) => Promise<readonly ReadFile[]>;

/** How many lines a file has. */
export function lengthOf({ index }: CodeFile): number {
  return index.lines.at(-1) ?? 0;
}

/** Whether it is code that does the work and that people write. */
export function isSource({ path: file, index }: CodeFile): boolean {
  return index.language !== undefined && kindOfIndexed(kindOf(file), index) === "source" && !isTestFile(file);
}

/** The path of the folder that a file is in; empty at the top of its repository. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}
