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
 * where the repository's own configuration names the file, unless some take something back. Never throws; nothing is
 * read from another machine.
 */
export async function readExcludes(
  root: string,
  configFiles = new ConfigFiles(),
  { env = process.env, disk = DISK }: { readonly env?: NodeJS.ProcessEnv; readonly disk?: Disk } = {},
): Promise<Excludes> {
  const { path } = disk;
  const gitFolder = await findGitFolder(root, disk);
  if (gitFolder === undefined) return NONE;
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
  if (text === undefined) return { globs: [], isWhole: !isOwn };
  const patterns = text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\)\s+$/, ""))
    .filter((pattern) => pattern !== "" && !pattern.startsWith("#"));
  const isWhole = !isOwn || !patterns.some((pattern) => pattern.startsWith("!"));
  const globs = patterns.flatMap((pattern) => {
    if (pattern.startsWith("!")) return [];
    if (/^(?!\*\*\/).*\/./.test(pattern)) return [pattern.replace(/^\//, "")];
    return isOwn && isWhole ? [pattern.startsWith("**/") ? pattern : `**/${pattern}`] : [];
  });
  return { globs, isWhole };
}

const NONE: Excludes = { globs: [], isWhole: true };

function isExcludesFile({ section, key }: ConfigEntry): boolean {
  return section === "core" && key === "excludesfile";
}
