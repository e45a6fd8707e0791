import type { KnownFolders } from "./agentIgnoreFiles.ts";

/** As for what is known of repositories, somebody who has just changed something does not notice it. */
const FRESH_MS = 5_000;
const FOLDERS_AT_MOST = 50_000;

/**
 * What was found out about held-back files and takes long for thousands of them, for the next searches too. Only facts
 * about names on disk: rules are read anew for each request.
 */
export class HeldBackCache {
  readonly #plain = new Set<string>();
  readonly #folders: KnownFolders = new Map();
  readonly #foldersOfSearches: KnownFolders = new Map();
  readonly #counts = new Map<string, Promise<number>>();
  #since = performance.now();

  /** The files that are known to be nothing else under another name. */
  get plain(): Set<string> {
    this.#renew();
    return this.#plain;
  }

  /** The ignore files in folders, which are looked at again once a folder has changed. */
  get folders(): KnownFolders {
    if (this.#folders.size > FOLDERS_AT_MOST) this.#folders.clear();
    return this.#folders;
  }

  /** The same for the ignore files of searches. */
  get foldersOfSearches(): KnownFolders {
    if (this.#foldersOfSearches.size > FOLDERS_AT_MOST) this.#foldersOfSearches.clear();
    return this.#foldersOfSearches;
  }

  /** How many files in some folders are held back. */
  count(folders: readonly string[], count: () => Promise<number>): Promise<number> {
    this.#renew();
    const key = folders.join("\n");
    const known = this.#counts.get(key) ?? count();
    this.#counts.set(key, known);
    known.catch(() => this.#counts.delete(key));
    return known;
  }

  #renew(): void {
    if (performance.now() - this.#since < FRESH_MS) return;
    this.#since = performance.now();
    this.#plain.clear();
    this.#counts.clear();
  }
}
