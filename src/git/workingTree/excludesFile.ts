import { ConfigFiles } from "../settings/configuration.ts";
import type { ConfigEntry } from "../settings/configFile.ts";
import { DISK, homeFolder, type Disk } from "../disk/disk.ts";
import { findGitFolder } from "../repositories/gitFolder.ts";
import { isReachedWithin } from "../disk/networkPath.ts";

/** What a search has to leave out beside what it reads itself of a user's own excludes. */
export interface Excludes {
  /** Relative to the root of the working tree, without a slash in front. */
  readonly globs: readonly string[];
  /** Whether these are all; otherwise, nothing but git knows what else is left out. */
  readonly isWhole: boolean;
}

/**
 * The patterns in the user's own excludes (`core.excludesFile`) that begin at the root of a working tree; all of them
 * where the repository's own configuration names the file, unless some take something back; and those of a submodule
 * (`info/exclude` in its git folder). Never throws; nothing is read from another machine.
 */
export async function readExcludes(
  root: string,
  configFiles = new ConfigFiles(),
  { env = process.env, disk = DISK }: { readonly env?: NodeJS.ProcessEnv; readonly disk?: Disk } = {},
): Promise<Excludes> {
  const gitFolder = await findGitFolder(root, disk);
  if (gitFolder === undefined) return NONE;
  const both = await Promise.all([
    ownExcludes(root, gitFolder, configFiles, { env, disk }),
    excludesOfSubmodule(root, gitFolder, disk),
  ]);
  return { globs: both.flatMap(({ globs }) => globs), isWhole: both.every(({ isWhole }) => isWhole) };
}

async function ownExcludes(
  root: string,
  gitFolder: string,
  configFiles: ConfigFiles,
  { env, disk }: { readonly env: NodeJS.ProcessEnv; readonly disk: Disk },
): Promise<Excludes> {
  const { path } = disk;
  const home = env["HOME"] ?? homeFolder();
  const { own, all } = await configFiles.of(gitFolder);
  const set = all.findLast(isExcludesFile);
  // What ripgrep reads of the user's configuration counts at any depth already.
  const isOwn = set !== undefined && own.includes(set);
  const usual = env["XDG_CONFIG_HOME"] || (home === undefined ? undefined : path.join(home, ".config"));
  const named = set?.value ?? (usual === undefined ? undefined : path.join(usual, "git/ignore"));
  if (named === undefined || named === "" || (named.startsWith("~/") && home === undefined)) return NONE;
  const file = path.resolve(
    root,
    named.replace(/^~(?=\/)/, () => home ?? ""),
  );
  const text = (await isReachedWithin(root, file, disk)) ? await disk.read(file) : undefined;
  return text === undefined ? { globs: [], isWhole: !isOwn } : excludesIn(text, isOwn);
}

/** ripgrep reads those of a repository and of a linked working tree, whose git folder says which is the common one. */
async function excludesOfSubmodule(root: string, gitFolder: string, disk: Disk): Promise<Excludes> {
  const { path } = disk;
  if (gitFolder === path.join(root, ".git") || (await disk.isFile(path.join(gitFolder, "commondir")))) return NONE;
  const file = path.join(gitFolder, "info", "exclude");
  const text = (await isReachedWithin(root, file, disk)) ? await disk.read(file) : undefined;
  return text === undefined ? NONE : excludesIn(text, true);
}

/** The patterns in a file that begin at the root, or all of them if ripgrep `isUnaware` of the file. */
function excludesIn(text: string, isUnaware: boolean): Excludes {
  const patterns = text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\)\s+$/, ""))
    .filter((pattern) => pattern !== "" && !pattern.startsWith("#"));
  const isWhole = !isUnaware || !patterns.some((pattern) => pattern.startsWith("!"));
  const globs = patterns.flatMap((pattern) => {
    if (pattern.startsWith("!")) return [];
    if (/^(?!\*\*\/).*\/./.test(pattern)) return [pattern.replace(/^\//, "")];
    return isUnaware && isWhole ? [pattern.startsWith("**/") ? pattern : `**/${pattern}`] : [];
  });
  return { globs, isWhole };
}

const NONE: Excludes = { globs: [], isWhole: true };

function isExcludesFile({ section, key }: ConfigEntry): boolean {
  return section === "core" && key === "excludesfile";
}
