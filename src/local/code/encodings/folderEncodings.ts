import type { FileEncoding, FolderEncoding } from "../../../core/model/localProcess.ts";
import { contains } from "../../../git/repositories/repositories.ts";

/**
 * The encodings of files in folders that are not UTF-8, as the editor's settings have them. None are known by default.
 */
export class FolderEncodings {
  #all: readonly FolderEncoding[];
  /** What was detected from the bytes of each file. */
  readonly #told = new Map<string, ToldEncoding>();

  constructor(all: readonly FolderEncoding[] = []) {
    this.#all = all;
  }

  get all(): readonly FolderEncoding[] {
    return this.#all;
  }

  /** From now on, knows these and no others. */
  set(all: readonly FolderEncoding[]): void {
    if (JSON.stringify(all) !== JSON.stringify(this.#all)) this.#told.clear();
    this.#all = all;
  }

  /** The encoding of a file, by its absolute path: that of the innermost folder. `undefined` if nothing is known. */
  of(file: string | undefined): FileEncoding | undefined {
    if (file === undefined || this.#all.length === 0) return undefined;
    const around = this.#all.filter(({ folder }) => contains(folder, file));
    return around.sort((one, other) => other.folder.length - one.folder.length)[0];
  }

  /** What was detected for a file; `undefined` if it has changed since, or was never read. */
  told(file: string, version: string): ToldEncoding | undefined {
    const told = this.#told.get(file);
    return told?.version === version ? told : undefined;
  }

  /** Keeps what was detected. */
  tell(file: string, told: ToldEncoding): void {
    if (this.#told.size >= TOLD_AT_MOST) this.#told.clear();
    this.#told.set(file, told);
  }
}

/** What was detected from the bytes of a file: the name of its encoding, if that is not a Unicode one. */
export interface ToldEncoding {
  /** The version of the file, from its time and size. */
  readonly version: string;
  readonly name: string | undefined;
}

/** This many take a few megabytes. */
const TOLD_AT_MOST = 50_000;
