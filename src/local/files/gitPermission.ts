import { contains, type Repository } from "../../git/repositories.ts";

/** In which folders git may be run, a program that a folder's own settings can steer: in none, unless somebody says so. */
export class GitPermission {
  #folders: readonly string[];

  /** Absolute paths. */
  constructor(folders: readonly string[] = []) {
    this.#folders = folders;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Permits it in these folders from now on, and in no other. */
  set(folders: readonly string[]): void {
    this.#folders = folders;
  }

  /** Whether it is permitted where a repository's files are: around a permitted folder, or in one. */
  mayRunIn({ root }: Pick<Repository, "root">): boolean {
    return this.#folders.some((folder) => contains(folder, root) || contains(root, folder));
  }
}
