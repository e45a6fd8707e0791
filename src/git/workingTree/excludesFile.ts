import { ConfigFiles } from "../settings/configuration.ts";
import type { ConfigEntry } from "../settings/configFile.ts";
import { DISK, homeFolder, type Disk } from "../disk/disk.ts";
import { findGitFolder } from "../repositories/gitFolder.ts";
import { isReachedWithin } from "../disk/networkPath.ts";

/** What git leaves out in a working tree beside its ignore files and `info/exclude`: lines as in ignore files. */
export interface Excludes {
  /** Those of `core.excludesFile`, with its path; `undefined` if there is no such file. */
  readonly named: { readonly file: string; readonly patterns: readonly string[] } | undefined;
  /** Those in the git folder of a submodule. They go before those named. */
  readonly ofSubmodule: readonly string[];
  /** Whether these are all; otherwise, nothing but git knows what else is left out. */
  readonly isWhole: boolean;
}

export interface ReadExcludesOptions {
  readonly configFiles?: ConfigFiles;
  /** Whether git may run there. Otherwise, the file that a repository names has to be inside of it. */
  readonly isTrusted?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly disk?: Disk;
}

/** As of other ignore files. */
const LENGTH_AT_MOST = 256 * 1024;
const PATTERNS_AT_MOST = 5000;

/**
 * What ripgrep does not read as git does: it takes the user's excludes for those of each repository, knows little of
 * git's configuration, and begins rooted patterns where it runs; and it reads no `info/exclude` of submodules. Of a
 * folder without git, it is what would be left out in a repository there. Never throws; nothing is read from another
 * machine.
 */
export async function readExcludes(
  root: string,
  { configFiles = new ConfigFiles(), isTrusted = true, env = process.env, disk = DISK }: ReadExcludesOptions = {},
): Promise<Excludes> {
  const gitFolder = (await findGitFolder(root, disk)) ?? disk.path.join(root, ".git");
  const [named, ofSubmodule] = await Promise.all([
    readNamed(root, gitFolder, { configFiles, isTrusted, env, disk }),
    readOfSubmodule(root, gitFolder, disk),
  ]);
  return { ...named, ofSubmodule };
}

async function readNamed(
  root: string,
  gitFolder: string,
  { configFiles, isTrusted, env, disk }: Required<ReadExcludesOptions>,
): Promise<Omit<Excludes, "ofSubmodule">> {
  const { path } = disk;
  const home = env["HOME"] ?? homeFolder();
  const { own, all } = await configFiles.of(gitFolder);
  const set = all.findLast(isExcludesFile);
  const usual = env["XDG_CONFIG_HOME"] || (home === undefined ? undefined : path.join(home, ".config"));
  const written = set?.value ?? (usual === undefined ? undefined : path.join(usual, "git/ignore"));
  if (written === undefined || written === "" || (written.startsWith("~/") && home === undefined)) return NONE;
  const file = path.resolve(
    root,
    written.replace(/^~(?=\/)/, () => home ?? ""),
  );
  const isOfRepository = set !== undefined && own.includes(set);
  if (isOfRepository && !isTrusted && !(await isInside(root, file, disk))) return UNKNOWN;
  if (!(await isReachedWithin(root, file, disk))) return UNKNOWN;
  const patterns = patternsIn(await disk.read(file));
  if (patterns) return { named: { file, patterns }, isWhole: true };
  return isOfRepository || (await disk.isFile(file)) ? UNKNOWN : NONE;
}

async function isInside(root: string, file: string, disk: Disk): Promise<boolean> {
  const [outer, inner] = await Promise.all([disk.realPath(root), disk.realPath(file)]);
  return inner.startsWith(`${outer}${disk.path.sep}`);
}

/** ripgrep reads those of a repository and of a linked working tree, whose git folder says which is the common one. */
async function readOfSubmodule(root: string, gitFolder: string, disk: Disk): Promise<readonly string[]> {
  const { path } = disk;
  if (gitFolder === path.join(root, ".git") || (await disk.isFile(path.join(gitFolder, "commondir")))) return [];
  const file = path.join(gitFolder, "info", "exclude");
  return ((await isReachedWithin(root, file, disk)) ? patternsIn(await disk.read(file)) : undefined) ?? [];
}

/** `undefined` if these are too many, or not to be read. */
function patternsIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined || text.length > LENGTH_AT_MOST) return undefined;
  const patterns = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => !line.startsWith("#") && /[^\s/]/.test(line.replace(/^!/, "")));
  return patterns.length > PATTERNS_AT_MOST ? undefined : patterns;
}

const NONE: Excludes = { named: undefined, ofSubmodule: [], isWhole: true };
const UNKNOWN: Excludes = { ...NONE, isWhole: false };

function isExcludesFile({ section, key }: ConfigEntry): boolean {
  return section === "core" && key === "excludesfile";
}
