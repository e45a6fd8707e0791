import type { FileEncoding, FolderEncoding } from "../../core/model/localProcess.ts";
import { contains } from "../../git/repositories.ts";

/** In which encodings the files of folders are that are no UTF-8, as the editor's settings have it. None are known by default. */
export class FolderEncodings {
  #all: readonly FolderEncoding[];

  constructor(all: readonly FolderEncoding[] = []) {
    this.#all = all;
  }

  get all(): readonly FolderEncoding[] {
    return this.#all;
  }

  /** Knows these from now on, and no other. */
  set(all: readonly FolderEncoding[]): void {
    this.#all = all;
  }

  /** That of a file, by its absolute path: of the innermost folder. `undefined` where nothing is known. */
  of(file: string | undefined): FileEncoding | undefined {
    if (file === undefined) return undefined;
    const around = this.#all.filter(({ folder }) => contains(folder, file));
    return around.sort((one, other) => other.folder.length - one.folder.length)[0];
  }
}
