import type { FileEncoding, FolderEncoding } from "../../core/model/localProcess.ts";
import { contains } from "../../git/repositories.ts";

/** In which encodings the files of folders are that are no UTF-8, as the editor's settings have it. None are known by default. */
export class FolderEncodings {
  #all: readonly FolderEncoding[];
  /** By file what was told from its bytes. */
  readonly #told = new Map<string, ToldEncoding>();

  constructor(all: readonly FolderEncoding[] = []) {
    this.#all = all;
  }

  get all(): readonly FolderEncoding[] {
    return this.#all;
  }

  /** Knows these from now on, and no other. */
  set(all: readonly FolderEncoding[]): void {
    if (JSON.stringify(all) !== JSON.stringify(this.#all)) this.#told.clear();
    this.#all = all;
  }

  /** That of a file, by its absolute path: of the innermost folder. `undefined` where nothing is known. */
  of(file: string | undefined): FileEncoding | undefined {
    if (file === undefined || this.#all.length === 0) return undefined;
    const around = this.#all.filter(({ folder }) => contains(folder, file));
    return around.sort((one, other) => other.folder.length - one.folder.length)[0];
  }

  /** What was told of a file; `undefined` where it has changed since, or was never read. */
  told(file: string, version: string): ToldEncoding | undefined {
    const told = this.#told.get(file);
    return told?.version === version ? told : undefined;
  }

  /** Keeps what was told. */
  tell(file: string, told: ToldEncoding): void {
    if (this.#told.size >= TOLD_AT_MOST) this.#told.clear();
    this.#told.set(file, told);
  }
}

/** What was told from the bytes of a file: the name of an encoding, for those that are in none of Unicode. */
export interface ToldEncoding {
  /** Of the file, by its time and size. */
  readonly version: string;
  readonly name: string | undefined;
}

/** Some megabytes. */
const TOLD_AT_MOST = 50_000;
