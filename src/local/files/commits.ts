import type { Repository } from "../../git/repositories.ts";
import { readWorkingTree, type WorkingTree } from "../../git/workingTree.ts";
import type { GitPermission } from "./gitPermission.ts";

/** How old a look at a working tree may be to be used again. */
const FRESH_MS = 1_000;
/** In very large repositories git needs longer; results don't wait for that. */
const WAIT_AT_MOST_MS = 1_500;
/** With more repositories than this, each is looked at when the first match in it comes. */
const LOOKED_AT_EARLY = 4;

/**
 * Tells how repositories stand to their `HEAD`. A search looks at each repository once, while ripgrep already runs: its
 * first match waits for that look, since a match can't be taken back. Searches within a second share one.
 */
export class Commits {
  readonly #git: GitPermission;
  readonly #looks = new Map<string, { readonly at: number; readonly tree: Promise<WorkingTree | undefined> }>();

  constructor(git: GitPermission) {
    this.#git = git;
  }

  /** Whether git may be run in a repository now, and it is one of git's. */
  canRead(repository: Repository): boolean {
    return repository.git && this.#git.mayRunIn(repository);
  }

  /**
   * Looks now, unless somebody just did, and not before a time (of `Date.now()`). `undefined` where there is no commit, or where git is too slow to
   * say.
   */
  async treeOf(repository: Repository, notBefore = 0): Promise<WorkingTree | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, WAIT_AT_MOST_MS, undefined);
    });
    try {
      return await Promise.race([this.#look(repository, notBefore), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** One look at each repository, the first time it is asked for; a few are looked at right away. */
  forOneSearch(repositories: readonly Repository[]): (repository: Repository) => Promise<WorkingTree | undefined> {
    const trees = new Map<Repository, Promise<WorkingTree | undefined>>();
    const treeOf = (repository: Repository) => {
      const tree = trees.get(repository) ?? this.treeOf(repository);
      trees.set(repository, tree);
      return tree;
    };
    if (repositories.length <= LOOKED_AT_EARLY) for (const repository of repositories) void treeOf(repository);
    return treeOf;
  }

  #look(repository: Repository, notBefore: number): Promise<WorkingTree | undefined> {
    if (!this.canRead(repository)) return Promise.resolve(undefined);
    const { root } = repository;
    const last = this.#looks.get(root);
    if (last && last.at >= notBefore && Date.now() - last.at < FRESH_MS) return last.tree;
    const tree = readWorkingTree(root, AbortSignal.timeout(30_000)).catch(() => undefined);
    this.#looks.set(root, { at: Date.now(), tree });
    return tree;
  }
}
