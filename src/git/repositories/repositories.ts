import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { findRealPath } from "../disk/disk.ts";
import { findGitFolder, readRemotes, readSubmodulePaths, VERSION_CONTROL, type Remote } from "./gitFolder.ts";
import { ConfigFiles } from "../settings/configuration.ts";
import { repositoryNameOf, repositoryNamesOf, sshHostOf } from "./remoteName.ts";
import { SshHosts } from "../settings/sshHosts.ts";

/** Code that belongs together: a git working tree, or a folder outside any. */
export interface Repository {
  /**
   * `host/owner/name` of its remote (`origin`, else the first one), else its folder's name; unique among those found
   * together.
   */
  readonly name: string;
  /** Other names that services may use for it, from any of its remotes. Other repositories may have the same. */
  readonly otherNames: readonly string[];
  /** Absolute. A folder that was given may be below it. */
  readonly root: string;
  readonly remotes: readonly Remote[];
  readonly git: boolean;
  /** Given folders that lead into it by a link: files in them keep the path under which they were opened. */
  readonly links?: readonly Link[];
  /** It is neither in nor around any of the folders that were given. */
  readonly isElsewhere?: true;
  /** The disk that it is on ignores case in names: a file may be named in another than it was given. */
  readonly foldsCase?: true;
}

/** A folder that is in a repository only after following links. */
export interface Link {
  /** Absolute, as it was given. */
  readonly folder: string;
  /** Where it leads, relative to the root, with `/`. */
  readonly path: string;
}

type Found = Omit<Repository, "name" | "otherNames">;

export interface FindOptions {
  readonly signal?: AbortSignal;
  /** Roots of working trees that are also wanted, wherever they are. */
  readonly others?: readonly string[];
  /** Whether the disk that a folder is on ignores case in names; by default, that is tried. */
  readonly foldsCase?: (folder: string) => Promise<boolean>;
}

/**
 * Finds the repositories that the files of some folders belong to: the working tree around a folder, those nested in it
 * (including submodules and worktrees), and the folder itself if it is in none. Folders that can't be read are skipped.
 * The order is stable: as given, outer before inner, then by path; `others` come last.
 */
export async function findRepositories(
  folders: readonly string[],
  { signal, others = [], foldsCase = ignoresCase }: FindOptions = {},
): Promise<readonly Repository[]> {
  const found = new Map<string, Found>();
  const settings = { configFiles: new ConfigFiles(), sshHosts: new SshHosts(), foldsCase };
  for (const folder of folders.map((given) => plainName(path.resolve(given)))) {
    const { around, link } = await findAround(folder);
    const root = link?.root ?? around ?? folder;
    const repository = found.get(root) ?? (await describe(root, settings));
    const links = [...(repository.links ?? []), ...(link ? [{ folder, path: link.path }] : [])];
    found.set(root, { ...repository, ...(links.length > 0 && { links }) });
    const submodules = around === undefined ? [] : await findSubmodules(around);
    for (const nested of [...(await findNested(folder, signal)), ...submodules].sort(compareText)) {
      if (!found.has(nested) && (await findGitFolder(nested)) !== undefined)
        found.set(nested, await describe(nested, settings));
    }
  }
  // Links in `others` may have been followed already, so one of them may have been found under another path.
  const real = async (file: string): Promise<string> => findRealPath(file).catch(() => file);
  const known = new Set(others.length > 0 ? await Promise.all([...found.keys()].map(real)) : []);
  for (const other of others.map((given) => path.resolve(given))) {
    if (known.has(await real(other)) || (await findGitFolder(other)) === undefined) continue;
    known.add(await real(other));
    const isBelow = folders.some((folder) => contains(path.resolve(folder), other));
    found.set(other, { ...(await describe(other, settings)), ...(!isBelow && { isElsewhere: true }) });
  }
  return withUniqueNames([...found.values()]);
}

/** The innermost repository that `file` (an absolute path) is in. */
export function repositoryOf<R extends Places>(
  repositories: readonly R[],
  file: string,
  system: path.PlatformPath = path,
): R | undefined {
  let innermost: R | undefined;
  let length = -1;
  for (const repository of repositories) {
    const { folder } = placeAround(repository, file, system) ?? {};
    if (folder === undefined || folder.length <= length) continue;
    innermost = repository;
    length = folder.length;
  }
  return innermost;
}

/** The path in a repository (with `/`) of a file that is in it. */
export function pathIn(repository: Places, file: string, system: path.PlatformPath = path): string {
  const { folder, path: start } = placeAround(repository, file, system) ?? { folder: repository.root, path: "" };
  // The folder is as long in any case, and `system` may not know that they are the same.
  const below = repository.foldsCase === true ? folder + file.slice(folder.length) : file;
  return [start, pathBelow(folder, below, system)].filter((part) => part !== "").join("/");
}

/** The folder, as it was opened, in which a path (with `/`) of a repository is to be found, and the path in it. */
export function openedPlace({ root, links = [] }: Places, relative: string): Link {
  const link = links.find(({ path: start }) => contains(start, relative, path.posix));
  return link ? { folder: link.folder, path: relative.slice(link.path.length + 1) } : { folder: root, path: relative };
}

/** Whether `folder`, or one below it, is the root of a repository. False if it is a file, or can't be read. */
export async function hasRepository(folder: string): Promise<boolean> {
  return (await findGitFolder(folder)) !== undefined || (await findNested(folder, undefined)).length > 0;
}

/**
 * Whether `file` is `folder` or below it. Compares text, ignoring case on Windows and where the disk does: neither has
 * to exist, links are not followed.
 */
export function contains(
  folder: string,
  file: string,
  { sep }: path.PlatformPath = path,
  foldsCase = sep === "\\",
): boolean {
  const [outer, inner] = foldsCase ? [folder.toLowerCase(), file.toLowerCase()] : [folder, file];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/**
 * The absolute path of a file of a repository from its `relative` path, which has `/`; the file need not exist.
 * `undefined` if that would be the root itself or outside it, or is not a valid path on this system.
 */
export function fileBelow(root: string, relative: string, system: path.PlatformPath = path): string | undefined {
  // On Windows a colon follows a drive letter, or begins the name of a stream beside a file's content.
  if (relative.includes("\0") || (system.sep === "\\" && relative.includes(":"))) return undefined;
  const file = system.join(root, relative);
  return file !== root && contains(root, file, system) ? file : undefined;
}

/** The inverse of {@link fileBelow}. */
export function pathBelow(root: string, file: string, system: path.PlatformPath = path): string {
  return system.relative(root, file).split(system.sep).join("/");
}

/**
 * A name as git, the editor and keyboards write it. macOS disks keep some names in decomposed form (accents apart), as
 * programs wrote them, and accept either form.
 */
export function plainName(name: string, platform: string = process.platform): string {
  return platform === "darwin" ? name.normalize("NFC") : name;
}

/** Only those in the working tree: a link would lead to something that was not opened. */
async function findSubmodules(root: string): Promise<readonly string[]> {
  const realRoot = await findRealPath(root).catch(() => root);
  const found = (await readSubmodulePaths(root)).map(async (below) => {
    const folder = fileBelow(root, below);
    const real = folder === undefined ? undefined : await findRealPath(folder).catch(() => undefined);
    return folder !== undefined && real !== undefined && contains(realRoot, real) ? [folder] : [];
  });
  return (await Promise.all(found)).flat();
}

type Places = Pick<Repository, "root" | "links" | "foldsCase">;

/** The folder of a repository, as it was opened, that a file is in, and that folder's path in the repository. */
function placeAround(
  { root, links = [], foldsCase }: Places,
  file: string,
  system: path.PlatformPath,
): Link | undefined {
  const isIn = (folder: string) => contains(folder, file, system, foldsCase);
  return links.find(({ folder }) => isIn(folder)) ?? (isIn(root) ? { folder: root, path: "" } : undefined);
}

/** Whether a folder is the same under its name in other letters: no other could be beside it then. */
async function ignoresCase(folder: string): Promise<boolean> {
  const name = path.basename(folder);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (other === name) {
    const parent = path.dirname(folder);
    return parent === folder ? process.platform === "win32" : ignoresCase(parent);
  }
  const files = [name, other].map((each) => stat(path.join(path.dirname(folder), each), { bigint: true }));
  const [here, there] = await Promise.all(files.map((file) => file.catch(() => undefined)));
  return here !== undefined && here.ino === there?.ino && here.dev === there.dev;
}

/** The root of the working tree around a folder; if the folder leads into another one by a link, that one's root. */
async function findAround(
  folder: string,
): Promise<{ readonly around: string | undefined; readonly link?: { readonly root: string; readonly path: string } }> {
  const realOf = async (given: string) => plainName(await findRealPath(given).catch(() => given));
  const around = await findRootAround(folder);
  const real = await realOf(folder);
  const root = real === folder ? around : await findRootAround(real);
  if (root === undefined || root === around) return { around };
  if (around !== undefined && (await realOf(around)) === root) return { around };
  return { around: undefined, link: { root, path: pathBelow(root, real) } };
}

async function findRootAround(folder: string): Promise<string | undefined> {
  for (let candidate = folder; ; candidate = path.dirname(candidate)) {
    if ((await findGitFolder(candidate)) !== undefined) return candidate;
    if (path.dirname(candidate) === candidate) return undefined;
  }
}

/** Looks at no more folders than this, outer ones first: a home directory must not keep us busy. */
const FOLDERS_AT_MOST = 5_000;
/** Below this many levels, only the lower limit applies: every search asks for the whole list. */
const LEVELS = 4;
const FOLDERS_BELOW_AT_MOST = 2_000;
/** One after the other, they would take several times as long: in a busy process, each waits for its turn. */
const FOLDERS_AT_ONCE = 64;
const NOT_LOOKED_INTO: ReadonlySet<string> = new Set(["node_modules", ...VERSION_CONTROL]);

async function findNested(top: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const nested: string[] = [];
  let level = [top];
  let seen = 0;
  for (let below = 0; level.length > 0; below++) {
    const next: string[] = [];
    const most = below < LEVELS ? FOLDERS_AT_MOST : FOLDERS_BELOW_AT_MOST;
    const folders = level.slice(0, Math.max(0, most - seen));
    seen += folders.length;
    for (let at = 0; at < folders.length; at += FOLDERS_AT_ONCE) {
      signal?.throwIfAborted();
      const read = folders.slice(at, at + FOLDERS_AT_ONCE).map(async (folder) => {
        const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
        return { folder, entries };
      });
      for (const { folder, entries } of await Promise.all(read)) {
        for (const entry of entries) {
          if (entry.name === ".git") {
            if (folder !== top) nested.push(folder);
          } else if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) {
            next.push(path.join(folder, plainName(entry.name)));
          }
        }
      }
    }
    level = next;
  }
  return nested;
}

interface Settings extends Required<Pick<FindOptions, "foldsCase">> {
  readonly configFiles: ConfigFiles;
  readonly sshHosts: SshHosts;
}

async function describe(root: string, { configFiles, sshHosts, foldsCase }: Settings): Promise<Found> {
  const gitFolder = await findGitFolder(root);
  const remotes = gitFolder === undefined ? undefined : await readRemotes(gitFolder, configFiles);
  const reached = (remotes ?? []).map(async (remote): Promise<Remote> => {
    const named = sshHostOf(remote.url);
    const sshHost = named === undefined ? named : await sshHosts.hostOf(named);
    return sshHost === undefined || sshHost === named ? remote : { ...remote, sshHost };
  });
  const found = { root, git: remotes !== undefined, remotes: await Promise.all(reached) };
  return (await foldsCase(root)) ? { ...found, foldsCase: true } : found;
}

/** A second repository of the same name gets its folder's name after a tilde, or a number if that adds nothing. */
function withUniqueNames(repositories: readonly Found[]): readonly Repository[] {
  const taken = new Set<string>();
  return repositories.map((repository) => {
    const name = nameOf(repository);
    const folder = path.basename(repository.root);
    const candidates = [name, ...(name.endsWith(`/${folder}`) || name === folder ? [] : [`${name}~${folder}`])];
    let unique = candidates.find((candidate) => !taken.has(candidate));
    for (let number = 2; unique === undefined; number++) {
      if (!taken.has(`${name}~${number}`)) unique = `${name}~${number}`;
    }
    taken.add(unique);
    const names = repository.remotes.flatMap(({ url, writtenUrl = url, sshHost }) => [
      ...repositoryNamesOf(url, sshHost),
      ...[url, writtenUrl].flatMap((each) => repositoryNamesOf(each)),
    ]);
    return { name: unique, otherNames: [...new Set(names)].filter((other) => other !== unique), ...repository };
  });
}

function nameOf({ root, remotes }: Found): string {
  const preferred = remotes.find((remote) => remote.name === "origin");
  for (const remote of preferred ? [preferred, ...remotes] : remotes) {
    const name = repositoryNameOf(remote.url, remote.sshHost);
    if (name !== undefined) return name;
  }
  return path.basename(root) || "root";
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
