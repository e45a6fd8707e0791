import { openCodeBase, type CodeBase } from "./codeBase.ts";

/** What is known for longer than this is looked up again. */
const FRESH_MS = 10_000;

/** The folders that are served now, and what is known about the repositories in them. */
export class ServedFolders {
  #folders: readonly string[];
  #codeBase: Promise<CodeBase>;
  #lookedAt = Date.now();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
    this.#codeBase = openCodeBase(folders);
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Serves other folders from now on. */
  set(folders: readonly string[]): void {
    this.#folders = folders;
    this.#codeBase = openCodeBase(folders);
    this.#lookedAt = Date.now();
  }

  /** What is known. If that is old, it is looked up again in the background, for later calls. */
  codeBase(): Promise<CodeBase> {
    const known = this.#codeBase;
    if (Date.now() - this.#lookedAt > FRESH_MS) {
      this.#lookedAt = Date.now();
      openCodeBase(this.#folders).then(
        (found) => {
          if (this.#codeBase === known) this.#codeBase = Promise.resolve(found);
        },
        () => undefined, // what is known stays
      );
    }
    return known;
  }
}
