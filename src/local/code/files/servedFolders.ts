import type { FolderEncodings } from "../encodings/folderEncodings.ts";
import type { Access } from "./access.ts";
import { openCodeBase, type CodeBase } from "./codeBase.ts";
import { seenBy } from "./heldBack.ts";

/** What is known for longer than this is looked up again. */
const FRESH_MS = 10_000;

/** The folders that are served now, and what is known about the repositories in them. */
export class ServedFolders {
  #folders: readonly string[];
  #codeBase: Promise<CodeBase>;
  #lookedAt = performance.now();
  readonly #encodings: FolderEncodings;

  constructor(folders: readonly string[], encodings: FolderEncodings) {
    this.#folders = folders;
    this.#encodings = encodings;
    this.#codeBase = this.#open();
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Serves other folders from now on. */
  set(folders: readonly string[]): void {
    this.#folders = folders;
    this.#codeBase = this.#open();
    this.#lookedAt = performance.now();
  }

  /** What is known, as somebody sees it. If it is old, it is looked up again in the background, for later calls. */
  async codeBase(access: Access): Promise<CodeBase> {
    return seenBy(access, await this.#known());
  }

  #known(): Promise<CodeBase> {
    const known = this.#codeBase;
    if (performance.now() - this.#lookedAt > FRESH_MS) {
      this.#lookedAt = performance.now();
      this.#open().then(
        (found) => {
          if (this.#codeBase === known) this.#codeBase = Promise.resolve(found);
        },
        () => undefined, // what is known stays
      );
    }
    return known;
  }

  #open(): Promise<CodeBase> {
    return openCodeBase(this.#folders, { encodings: this.#encodings });
  }
}
