import { parseConfig, type ConfigEntry } from "./configFile.ts";
import { DISK, homeFolder, type Disk } from "./disk.ts";
import { isReachedWithin } from "./networkPath.ts";
import { matchesWildcards } from "./wildcards.ts";

/** What git is told about a repository, in the order in which git reads it. */
export interface Configuration {
  /** In the repository's own files, and those that they include. */
  readonly own: readonly ConfigEntry[];
  /** The system's and the person's before that: what counts in the end. */
  readonly all: readonly ConfigEntry[];
}

/** What the conditions of includes are about. */
interface Circumstances {
  /** The administrative folder as it is called and as it is, links followed. */
  readonly folders: readonly string[];
  readonly branch: string | undefined;
  remoteUrls: readonly string[];
  includesLeft: number;
  /** Characters of patterns times those that they are compared with. */
  workLeft: number;
}

const INCLUDES_AT_MOST = 50;
const WORK_AT_MOST = 1_000_000;
const CONDITION = /^(gitdir|gitdir\/i|onbranch|hasconfig:remote\.\*\.url):([^]*)$/;

/**
 * Git's own settings, read out of its files as git does it, includes and their conditions too; a file that counts for
 * several repositories is read once. Never throws: what can't be read is as if it were not there.
 */
export class ConfigFiles {
  readonly #personal: readonly string[];
  readonly #home: string | undefined;
  readonly #disk: Disk;
  readonly #read = new Map<string, Promise<readonly ConfigEntry[]>>();

  constructor(env: NodeJS.ProcessEnv = process.env, home = env["HOME"] ?? homeFolder(), disk = DISK) {
    this.#home = home;
    this.#disk = disk;
    const { path } = disk;
    const global = env["GIT_CONFIG_GLOBAL"];
    this.#personal = [
      ...(env["GIT_CONFIG_NOSYSTEM"] ? [] : [env["GIT_CONFIG_SYSTEM"] ?? systemFile(env, path)]),
      ...(global === undefined ? personalFiles(env, home, path) : [global]),
    ];
  }

  /** Of the repository whose administrative files are there. */
  async of(gitFolder: string): Promise<Configuration> {
    const head = await this.#readOwn(gitFolder, this.#disk.path.join(gitFolder, "HEAD"));
    const circumstances: Circumstances = {
      folders: [await this.#disk.realPath(gitFolder), gitFolder],
      branch: /^ref: refs\/heads\/(.+)/.exec(head ?? "")?.[1],
      remoteUrls: [],
      includesLeft: INCLUDES_AT_MOST,
      workLeft: WORK_AT_MOST,
    };
    const found = await this.#all(gitFolder, circumstances);
    const isAboutRemotes = ({ section, subsection }: ConfigEntry): boolean =>
      section === "includeif" && subsection?.startsWith("hasconfig:") === true;
    if (!found.all.some(isAboutRemotes)) return found;
    // As git does it: these addresses decide, and not those in files that are included because of them.
    const remoteUrls = found.all.flatMap(({ section, key, value }) =>
      section === "remote" && key === "url" ? [value] : [],
    );
    return this.#all(gitFolder, { ...circumstances, remoteUrls, includesLeft: INCLUDES_AT_MOST });
  }

  async #all(gitFolder: string, circumstances: Circumstances): Promise<Configuration> {
    const { path } = this.#disk;
    const common = (await this.#readOwn(gitFolder, path.join(gitFolder, "commondir")))?.trim() ?? "";
    const personal: ConfigEntry[] = [];
    for (const file of this.#personal) personal.push(...(await this.#entries(file, circumstances)));
    const shared = await this.#entries(path.join(path.resolve(gitFolder, common), "config"), circumstances, gitFolder);
    const hasMore = shared.some(
      ({ section, key, value }) => section === "extensions" && key === "worktreeconfig" && value !== "false",
    );
    const more = hasMore ? await this.#entries(path.join(gitFolder, "config.worktree"), circumstances, gitFolder) : [];
    const own = [...shared, ...more];
    return { own, all: [...personal, ...own] };
  }

  /** Of the repository with that administrative folder; where none is given, the person's own. */
  async #entries(file: string, circumstances: Circumstances, gitFolder?: string): Promise<readonly ConfigEntry[]> {
    if (gitFolder !== undefined && !(await isReachedWithin(gitFolder, file, this.#disk))) return [];
    const read = this.#read.get(file) ?? this.#disk.read(file).then((text = "") => parseConfig(text));
    this.#read.set(file, read);
    const all: ConfigEntry[] = [];
    for (const entry of await read) {
      all.push(entry);
      const included = this.#included(entry, file, circumstances);
      if (included !== undefined && circumstances.includesLeft-- > 0)
        all.push(...(await this.#entries(included, circumstances, gitFolder)));
    }
    return all;
  }

  async #readOwn(gitFolder: string, file: string): Promise<string | undefined> {
    return (await isReachedWithin(gitFolder, file, this.#disk)) ? this.#disk.read(file) : undefined;
  }

  #included(entry: ConfigEntry, file: string, circumstances: Circumstances): string | undefined {
    const { section, subsection, key, value } = entry;
    const { path } = this.#disk;
    if (key !== "path" || value === "") return undefined;
    const isMet =
      section === "includeif"
        ? this.#isMet(subsection ?? "", file, circumstances)
        : section === "include" && subsection === undefined;
    if (!isMet || (value.startsWith("~/") && this.#home === undefined)) return undefined;
    return path.resolve(
      path.dirname(file),
      value.replace(/^~(?=\/)/, () => this.#home ?? ""),
    );
  }

  #isMet(condition: string, file: string, circumstances: Circumstances): boolean {
    const [, kind = "", pattern = ""] = CONDITION.exec(condition) ?? [];
    const isAny = (given: string, texts: readonly string[], ignoreCase = false): boolean =>
      texts.some((text) => {
        circumstances.workLeft -= given.length * text.length;
        return circumstances.workLeft > 0 && matchesWildcards(given, text, { ignoreCase });
      });
    const { folders, branch, remoteUrls } = circumstances;
    switch (kind) {
      case "":
        return false;
      case "onbranch":
        return branch !== undefined && isAny(withAllBelow(pattern), [branch]);
      case "gitdir":
      case "gitdir/i":
        return isAny(
          this.#folderPattern(pattern, file),
          folders.map((folder) => withSlashes(folder, this.#disk.path)),
          kind === "gitdir/i",
        );
      default:
        return isAny(pattern, remoteUrls);
    }
  }

  #folderPattern(pattern: string, file: string): string {
    const { path } = this.#disk;
    const given = withSlashes(pattern, path);
    // As in git: only the folder of the file is meant as it is called.
    const anchored = given.startsWith("~/")
      ? withSlashes(this.#home ?? "~", path) + given.slice(1)
      : given.startsWith("./")
        ? withSlashes(path.dirname(file), path).replace(/[*?[\\]/g, "\\$&") + given.slice(1)
        : path.isAbsolute(given)
          ? given
          : `**/${given}`;
    return withAllBelow(anchored);
  }
}

/** A folder stands for all that is below it. */
function withAllBelow(pattern: string): string {
  return pattern.endsWith("/") ? `${pattern}**` : pattern;
}

function withSlashes(file: string, { sep }: Disk["path"]): string {
  return sep === "\\" ? file.replaceAll("\\", "/") : file;
}

function personalFiles(env: NodeJS.ProcessEnv, home: string | undefined, path: Disk["path"]): readonly string[] {
  const settings = env["XDG_CONFIG_HOME"] || (home === undefined ? undefined : path.join(home, ".config"));
  return [
    ...(settings === undefined ? [] : [path.join(settings, "git/config")]),
    ...(home === undefined ? [] : [path.join(home, ".gitconfig")]),
  ];
}

/** Where git's own packages have it. */
function systemFile(env: NodeJS.ProcessEnv, path: Disk["path"]): string {
  return path.sep === "\\"
    ? path.join(env["ProgramFiles"] ?? "C:\\Program Files", "Git/etc/gitconfig")
    : "/etc/gitconfig";
}
