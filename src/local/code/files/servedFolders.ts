import type { Access } from "./access.ts";
import { openCodeBase, type CodeBase, type FolderSettings } from "./codeBase.ts";
import { seenBy } from "./heldBack.ts";
import { SilentFolders } from "./silentFolders.ts";

/** What is known for longer than this is looked up again. */
const FRESH_MS = 10_000;

/** The folders that are served now, and what is known about the repositories in them. */
export class ServedFolders {
  #folders: readonly string[];
  #codeBase: Promise<CodeBase>;
  #lookedAt = performance.now();
  readonly #settings: FolderSettings;
  readonly #silent: Pick<SilentFolders, "among">;

  /** `silent` is for tests. */
  constructor(
    folders: readonly string[],
    settings: FolderSettings,
    silent: Pick<SilentFolders, "among"> = new SilentFolders(),
  ) {
    this.#folders = folders;
    this.#settings = settings;
    this.#silent = silent;
    this.#codeBase = this.#open();
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Serves other folders from now on. */
  set(folders: readonly string[]): void {
    this.#folders = folders;
    void this.#renewed();
  }

  /**
   * What is known, as somebody sees it. If it is old, it is looked up again in the background, for later calls. A
   * folder that does not answer now is left out, and named.
   */
  async codeBase(access: Access): Promise<CodeBase> {
    const silent = await this.silentAmong(this.#folders);
    const known = await this.#known();
    const isAsKnown = silent.size === known.silent.length && known.silent.every((folder) => silent.has(folder));
    return seenBy(access, isAsKnown ? known : await this.#renewed());
  }

  /** Those of some folders that don't answer now, as on a mount that hangs. */
  silentAmong(folders: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#silent.among(folders);
  }

  #renewed(): Promise<CodeBase> {
    this.#lookedAt = performance.now();
    return (this.#codeBase = this.#open());
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

  async #open(): Promise<CodeBase> {
    const folders = this.#folders;
    const silent = await this.silentAmong(folders);
    const answering = folders.filter((folder) => !silent.has(folder));
    return { ...(await openCodeBase(answering, this.#settings)), silent: [...silent] };
  }
}
