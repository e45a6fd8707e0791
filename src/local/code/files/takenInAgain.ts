import type { Repository } from "../../../git/repositories/repositories.ts";
import { contains, pathIn } from "../../../git/repositories/repositories.ts";
import { AgentIgnoreFiles, type KnownFolders } from "./agentIgnoreFiles.ts";

/** The ignore files of searches alone, which take precedence over those of git. */
const OF_SEARCHES: readonly string[] = [".ignore", ".rgignore"];
const OF_GIT: readonly string[] = [".git/info/exclude", ".gitignore"];

/**
 * What git ignores in a repository although searches find it, since a `.ignore` takes it in again. As for a search
 * without such a file, nothing counts but the ignore files: a folder that is open is searched even if they name it.
 */
export class TakenInAgain {
  readonly #root: string;
  readonly #prefix: string;
  readonly #ofSearches: AgentIgnoreFiles;
  readonly #ofGit: AgentIgnoreFiles;
  readonly #open: readonly string[];

  /** `outermost` is the folder around the repository from which on ignore files count, `prefix` the way from there. */
  constructor(
    { root }: Repository,
    {
      outermost,
      prefix,
      folders,
      known,
    }: {
      readonly outermost: string;
      readonly prefix: string;
      readonly folders: readonly string[];
      readonly known: KnownFolders;
    },
  ) {
    this.#root = root;
    this.#prefix = prefix;
    this.#ofSearches = new AgentIgnoreFiles(outermost, [], { known, names: OF_SEARCHES });
    this.#ofGit = new AgentIgnoreFiles(root, [], { names: OF_GIT });
    this.#open = folders.filter((folder) => folder !== root && contains(root, folder));
  }

  has(relative: string): boolean {
    if (!this.#ofSearches.takesIn(this.#prefix + relative)) return false;
    if (this.#ofGit.ruleOf(relative) === undefined) return false;
    return !this.#open.some((folder) => {
      const opened = pathIn({ root: this.#root }, folder);
      return relative.startsWith(`${opened}/`) && this.#ofGit.ruleOf(opened) !== undefined;
    });
  }
}
