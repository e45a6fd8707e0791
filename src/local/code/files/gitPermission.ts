import { contains, type Repository } from "../../../git/repositories/repositories.ts";

/** The folders in which git may be run. None by default: a folder's own settings can steer git. */
export class GitPermission {
  #folders: readonly string[];

  /** Absolute paths. */
  constructor(folders: readonly string[] = []) {
    this.#folders = folders;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** From now on, permits it in these folders and in no others. */
  set(folders: readonly string[]): void {
    this.#folders = folders;
  }

  /** Whether git may be run in a repository: one that is in a permitted folder, or around one. */
  mayRunIn({ root, links = [] }: Pick<Repository, "root" | "links">): boolean {
    const places = [root, ...links.map((link) => link.folder)];
    return this.#folders.some((folder) => places.some((place) => contains(folder, place) || contains(place, folder)));
  }
}
