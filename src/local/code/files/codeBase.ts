import path from "node:path";
import { isAdministrative } from "../../../git/repositories/gitFolder.ts";
import {
  contains,
  findRepositories,
  openedPlace,
  pathIn,
  plainName,
  repositoryOf,
  type Repository,
} from "../../../git/repositories/repositories.ts";
import { FolderEncodings } from "../encodings/folderEncodings.ts";
import { PERSON, type Access } from "./access.ts";
import { EditorExcludes } from "./editorExcludes.ts";

/**
 * The folders that are served, and the repositories their files belong to. Never changes: other folders need a new one.
 */
export interface CodeBase {
  /** Absolute. */
  readonly folders: readonly string[];
  /** Folders that are served but don't answer now, as on a mount that hangs. Nothing may look into them. */
  readonly silent: readonly string[];
  readonly repositories: readonly Repository[];
  /** The encodings of files that are not UTF-8. */
  readonly encodings: FolderEncodings;
  /** What the editor leaves out of searches. It can be read, all the same. */
  readonly excludes: EditorExcludes;
  /** Who sees it like this. */
  readonly access: Access;
  /**
   * The repository of a file below one of the folders, and its path there (with `/`); `undefined` for any other file,
   * for git's own under a name other than `.git`, and for what is held back from who asks.
   */
  locate(file: string): FileInRepository | undefined;
  /**
   * The folders that hold all served files of some repositories. One within another is listed only if it was opened
   * itself.
   */
  foldersOf(repositories: readonly Repository[]): readonly string[];
  /**
   * Where a file of a repository is on disk; `undefined` if that would be outside the folders, or git's own, or is held
   * back.
   */
  fileOf(repository: Repository, relative: string): string | undefined;
  /** The rule by which a path is held back from who asks, whether or not anything is there. */
  heldBackBy(repository: Repository, relative: string): string | undefined;
  /** Whether a file or folder on disk, served or not, is held back from who asks. */
  isHeldBack(file: string): boolean;
}

export interface FileInRepository {
  readonly repository: Repository;
  readonly path: string;
}

/** What is said about single folders; nothing by default. */
export interface FolderSettings {
  readonly encodings?: FolderEncodings;
  readonly excludes?: EditorExcludes;
}

/** A folder of a repository, and whether the files in it are served. */
interface FolderInRepository extends FileInRepository {
  readonly isServed: boolean;
}

/** Finds the repositories in the folders. Folders that don't exist are kept: they may appear later. */
export async function openCodeBase(
  given: readonly string[],
  { signal, ...settings }: FolderSettings & { readonly signal?: AbortSignal } = {},
): Promise<CodeBase> {
  const folders = given.map((folder) => path.resolve(folder));
  return codeBaseOf(folders, await findRepositories(folders, signal ? { signal } : {}), settings);
}

/** The same if the repositories in the folders, whose paths are absolute, are known already. */
export function codeBaseOf(
  given: readonly string[],
  repositories: readonly Repository[],
  { encodings = new FolderEncodings(), excludes = new EditorExcludes() }: FolderSettings = {},
  platform: string = process.platform,
): CodeBase {
  const folders = given.map((folder) => plainName(folder, platform));
  const byFolder = new Map<string, FolderInRepository | undefined>();
  const ofGit = new Map<string, boolean>();

  const isOfGit = (folder: string): boolean => {
    const known = ofGit.get(folder);
    if (known !== undefined) return known;
    const isOf = isBelow(folder) && (isAdministrative(folder) || isOfGit(path.dirname(folder)));
    ofGit.set(folder, isOf);
    return isOf;
  };
  const isBelow = (file: string) => folders.some((served) => contains(served, file));
  const isServed = (file: string) => isBelow(file) && !isOfGit(path.dirname(file));

  const locateFolder = (folder: string): FolderInRepository | undefined => {
    const known = byFolder.get(folder);
    if (known || byFolder.has(folder)) return known;
    const repository = repositoryOf(repositories, folder);
    const found = repository && {
      repository,
      path: pathIn(repository, folder),
      isServed: isBelow(folder) && !isOfGit(folder),
    };
    byFolder.set(folder, found);
    return found;
  };

  const locate = (onDisk: string): FileInRepository | undefined => {
    const file = plainName(onDisk, platform);
    const folder = path.dirname(file);
    const around = locateFolder(folder);
    if (around === undefined) return undefined;
    const { repository } = around;
    // All files of a tree are asked for: nearly all are told from their folder.
    const name = file.slice(folder.endsWith(path.sep) ? folder.length : folder.length + 1);
    if (around.isServed && repository.links === undefined && isPlainName(name))
      return { repository, path: around.path === "" ? name : `${around.path}/${name}` };
    const relative = pathIn(repository, file);
    // Programs report the real paths of files, with links resolved.
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
    silent: [],
    repositories,
    encodings,
    excludes,
    access: PERSON,
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
    heldBackBy: () => undefined,
    isHeldBack: () => false,
  };
}

function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes(path.sep) && !name.includes("/");
}
