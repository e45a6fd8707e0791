import { parseConfig, type ConfigEntry } from "./configFile.ts";
import { DISK, homeFolder, type Disk } from "../disk/disk.ts";
import { isReachedWithin } from "../disk/networkPath.ts";
import { matchesWildcards } from "./wildcards.ts";

/** The settings that git has for a repository, in the order in which git reads them. */
export interface Configuration {
  /** From the repository's own files and the files that they include. */
  readonly own: readonly ConfigEntry[];
  /** From the environment, and the files that it includes. */
  readonly given: readonly ConfigEntry[];
  /** The settings of the system and the user, then `own`, then `given`: what is in effect. */
  readonly all: readonly ConfigEntry[];
}

/** What the conditions of includes are checked against. */
interface Circumstances {
  /** The administrative folder with links followed, and as it is named. */
  readonly folders: readonly string[];
  readonly branch: string | undefined;
  remoteUrls: readonly string[];
  includesLeft: number;
  /** Characters of patterns times characters of the texts they are compared with. */
  workLeft: number;
}

const INCLUDES_AT_MOST = 50;
const WORK_AT_MOST = 1_000_000;
const CONDITION = /^(gitdir|gitdir\/i|onbranch|hasconfig:remote\.\*\.url):([^]*)$/;

/**
 * Git's own settings, read from its files as git reads them, including includes and their conditions; a file that
 * applies to several repositories is read once. Never throws: what can't be read is treated as absent.
 */
export class ConfigFiles {
  readonly #personal: readonly string[];
  /** From the environment. */
  readonly #given: readonly ConfigEntry[];
  readonly #home: string | undefined;
  readonly #disk: Disk;
  readonly #read = new Map<string, Promise<readonly ConfigEntry[]>>();

  constructor(env: NodeJS.ProcessEnv = process.env, home = env["HOME"] ?? homeFolder(), disk = DISK) {
    this.#home = home;
    this.#disk = disk;
    const { path } = disk;
    this.#given = givenEntries(env);
    const global = env["GIT_CONFIG_GLOBAL"];
    this.#personal = [
      ...(env["GIT_CONFIG_NOSYSTEM"] ? [] : [env["GIT_CONFIG_SYSTEM"] ?? systemFile(env, path)]),
      ...(global === undefined ? personalFiles(env, home, path) : [global]),
    ];
  }

  /** The configuration of the repository whose administrative folder is given. */
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
    // As in git, these addresses decide, not those in files that are included because of them.
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
    const given = await this.#withIncluded(this.#given, undefined, circumstances);
    return { own, given, all: [...personal, ...own, ...given] };
  }

  /** The entries of a file of the repository with that administrative folder or, if none is given, of the user's. */
  async #entries(file: string, circumstances: Circumstances, gitFolder?: string): Promise<readonly ConfigEntry[]> {
    if (gitFolder !== undefined && !(await isReachedWithin(gitFolder, file, this.#disk))) return [];
    const read = this.#read.get(file) ?? this.#disk.read(file).then((text = "") => parseConfig(text));
    this.#read.set(file, read);
    return this.#withIncluded(await read, file, circumstances, gitFolder);
  }

  /** Some entries, of a file or of none, each with those of the file that it includes. */
  async #withIncluded(
    entries: readonly ConfigEntry[],
    file: string | undefined,
    circumstances: Circumstances,
    gitFolder?: string,
  ): Promise<readonly ConfigEntry[]> {
    const all: ConfigEntry[] = [];
    for (const entry of entries) {
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

  #included(entry: ConfigEntry, file: string | undefined, circumstances: Circumstances): string | undefined {
    const { section, subsection, key, value } = entry;
    const { path } = this.#disk;
    if (key !== "path" || value === "") return undefined;
    const isMet =
      section === "includeif"
        ? this.#isMet(subsection ?? "", file, circumstances)
        : section === "include" && subsection === undefined;
    if (!isMet || (value.startsWith("~/") && this.#home === undefined)) return undefined;
    const named = value.replace(/^~(?=\/)/, () => this.#home ?? "");
    if (file !== undefined) return path.resolve(path.dirname(file), named);
    return path.isAbsolute(named) ? named : undefined;
  }

  #isMet(condition: string, file: string | undefined, circumstances: Circumstances): boolean {
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

  #folderPattern(pattern: string, file: string | undefined): string {
    const { path } = this.#disk;
    const given = withSlashes(pattern, path);
    // As in git, only the file's own folder is taken literally.
    const anchored = given.startsWith("~/")
      ? withSlashes(this.#home ?? "~", path) + given.slice(1)
      : given.startsWith("./") && file !== undefined
        ? withSlashes(path.dirname(file), path).replace(/[*?[\\]/g, "\\$&") + given.slice(1)
        : path.isAbsolute(given)
          ? given
          : `**/${given}`;
    return withAllBelow(anchored);
  }
}

/** A folder stands for everything below it. */
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

/** Where git's own packages put the system's configuration. */
function systemFile(env: NodeJS.ProcessEnv, path: Disk["path"]): string {
  return path.sep === "\\"
    ? path.join(env["ProgramFiles"] ?? "C:\\Program Files", "Git/etc/gitconfig")
    : "/etc/gitconfig";
}

/** `GIT_CONFIG_COUNT` and its keys and values. As in git, nothing counts if one of them is missing. */
function givenEntries(env: NodeJS.ProcessEnv): readonly ConfigEntry[] {
  const count = Math.min(Number(env["GIT_CONFIG_COUNT"] ?? 0) || 0, GIVEN_AT_MOST);
  const entries: ConfigEntry[] = [];
  for (let index = 0; index < count; index++) {
    const [name = "", value] = [env[`GIT_CONFIG_KEY_${index}`], env[`GIT_CONFIG_VALUE_${index}`]];
    const [, section, subsection, key] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/s.exec(name) ?? [];
    if (section === undefined || key === undefined || value === undefined) return [];
    const place = { section: section.toLowerCase(), key: key.toLowerCase(), value };
    entries.push(subsection === undefined ? place : { ...place, subsection });
  }
  return entries;
}

const GIVEN_AT_MOST = 1_000;
