import path from "node:path";
import { isAdministrative } from "../../git/gitFolder.ts";
import {
  contains,
  findRepositories,
  openedPlace,
  pathIn,
  plainName,
  repositoryOf,
  type Repository,
} from "../../git/repositories.ts";
import { FolderEncodings } from "../encodings/folderEncodings.ts";

/** The folders that are served, and the repositories their files belong to. Never changes: other folders make another one. */
export interface CodeBase {
  /** Absolute. */
  readonly folders: readonly string[];
  readonly repositories: readonly Repository[];
  /** Of files that are no UTF-8. */
  readonly encodings: FolderEncodings;
  /**
   * The repository and the path in it (with `/`) of a file below one of the folders; `undefined` for any other, and for what is git's
   * own under another name than `.git`.
   */
  locate(file: string): FileInRepository | undefined;
  /** The folders that hold all served files of some repositories. Within another are only those that were opened besides. */
  foldersOf(repositories: readonly Repository[]): readonly string[];
  /** Where a file of a repository is on disk; `undefined` where that would be outside of the folders, or git's own. */
  fileOf(repository: Repository, relative: string): string | undefined;
}

export interface FileInRepository {
  readonly repository: Repository;
  readonly path: string;
}

/** Looks which repositories there are. Folders that don't exist are kept: they may come. */
export async function openCodeBase(
  given: readonly string[],
  { signal, encodings }: { readonly signal?: AbortSignal; readonly encodings?: FolderEncodings } = {},
): Promise<CodeBase> {
  const folders = given.map((folder) => path.resolve(folder));
  return codeBaseOf(folders, await findRepositories(folders, signal ? { signal } : {}), encodings);
}

/** The same where the repositories in the folders, which are absolute, are known. */
export function codeBaseOf(
  given: readonly string[],
  repositories: readonly Repository[],
  encodings = new FolderEncodings(),
  platform: string = process.platform,
): CodeBase {
  const folders = given.map((folder) => plainName(folder, platform));
  const byFolder = new Map<string, Repository | undefined>();
  const ofGit = new Map<string, boolean>();

  const isOfGit = (folder: string): boolean => {
    const known = ofGit.get(folder);
    if (known !== undefined) return known;
    const isServed = folders.some((served) => contains(served, folder));
    const isOf = isServed && (isAdministrative(folder) || isOfGit(path.dirname(folder)));
    ofGit.set(folder, isOf);
    return isOf;
  };
  const isServed = (file: string) => folders.some((served) => contains(served, file)) && !isOfGit(path.dirname(file));

  const locate = (onDisk: string): FileInRepository | undefined => {
    const file = plainName(onDisk, platform);
    const folder = path.dirname(file);
    if (!byFolder.has(folder)) byFolder.set(folder, repositoryOf(repositories, folder));
    const repository = byFolder.get(folder);
    if (repository === undefined) return undefined;
    const relative = pathIn(repository, file);
    // Programs tell where their files really are.
    const isHere = isServed(file) || (repository.links !== undefined && fileOf(repository, relative) !== undefined);
    return isHere ? { repository, path: relative } : undefined;
  };

  const fileOf = (repository: Repository, relative: string): string | undefined => {
    if (relative.includes("\0") || relative.split(/[\\/]/).includes("..") || path.isAbsolute(relative))
      return undefined;
    const place = openedPlace(repository, relative);
    const file = path.resolve(place.folder, place.path);
    return contains(place.folder, file) && isServed(file) ? file : undefined;
  };

  return {
    folders,
    repositories,
    encodings,
    locate,
    foldersOf(chosen) {
      const wanted = chosen.flatMap(({ root, links = [] }) => [
        ...folders.flatMap((folder) => (contains(root, folder) ? [folder] : contains(folder, root) ? [root] : [])),
        ...links.flatMap((link) => (isServed(path.join(root, link.path)) ? [] : [link.folder])),
      ]);
      return [...new Set(wanted)].filter(
        (folder) => folders.includes(folder) || !wanted.some((other) => other !== folder && contains(other, folder)),
      );
    },
    fileOf,
  };
}
