import { ConfigFiles } from "../settings/configuration.ts";
import { DISK, homeFolder, type Disk } from "../disk/disk.ts";
import { findGitFolder } from "../repositories/gitFolder.ts";
import { isReachedWithin } from "../disk/networkPath.ts";

/**
 * The patterns in the user's own excludes (`core.excludesFile`) that begin at the root of a working tree, relative to
 * it, without a slash in front. Those for names at any depth, and those that take something back, are left out. Never
 * throws; nothing is read from another machine.
 */
export async function rootedExcludes(
  root: string,
  configFiles = new ConfigFiles(),
  { env = process.env, disk = DISK }: { readonly env?: NodeJS.ProcessEnv; readonly disk?: Disk } = {},
): Promise<readonly string[]> {
  const { path } = disk;
  const gitFolder = await findGitFolder(root, disk);
  if (gitFolder === undefined) return [];
  const home = env["HOME"] ?? homeFolder();
  const { all } = await configFiles.of(gitFolder);
  const set = all.findLast(({ section, key }) => section === "core" && key === "excludesfile")?.value;
  const usual = env["XDG_CONFIG_HOME"] || (home === undefined ? undefined : path.join(home, ".config"));
  const named = set ?? (usual === undefined ? undefined : path.join(usual, "git/ignore"));
  if (named === undefined || named === "" || (named.startsWith("~/") && home === undefined)) return [];
  const file = path.resolve(
    root,
    named.replace(/^~(?=\/)/, () => home ?? ""),
  );
  if (!(await isReachedWithin(root, file, disk))) return [];
  return ((await disk.read(file)) ?? "").split(/\r?\n/).flatMap((line) => {
    const pattern = line.replace(/(?<!\\)\s+$/, "");
    const isRooted = /^(?![#!]|\*\*\/).*\/./.test(pattern);
    return isRooted ? [pattern.replace(/^\//, "")] : [];
  });
}
