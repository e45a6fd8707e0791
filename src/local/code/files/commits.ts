import { stat } from "node:fs/promises";
import path from "node:path";
import { findGitFolder } from "../../../git/repositories/gitFolder.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import { readWorkingTree, type WorkingTree } from "../../../git/workingTree/workingTree.ts";
import { GitWaits } from "../../../git/repositories/specialFiles.ts";
import type { GitPermission } from "./gitPermission.ts";

/** For how long a look at a working tree may be reused. */
const FRESH_MS = 1_000;
/** In very large repositories and on slow disks, git needs longer at every search: results don't wait for that. */
const BRIEFLY_MS = 1_500;
/** Other repositories take this long only on a busy machine. */
const WAIT_AT_MOST_MS = 15_000;
/** The size of git's index with about 20,000 files. */
const LARGE_BYTES = 2_000_000;
/** With more repositories than this, each is looked at when its first match arrives. */
const LOOKED_AT_EARLY = 4;

/**
 * Compares the working trees of repositories with their `HEAD`. A search looks at each repository once, while the
 * engine is already running: its first match waits for that look, since a match can't be taken back. Searches within a
 * second share a look. Each repository has one look under way at a time: if that takes longer, all searches meanwhile
 * share the next one.
 */
export class Commits {
  readonly #git: GitPermission;
  /** The last look at each root. */
  readonly #looks = new Map<string, Look>();
  /** The roots where a look takes longer than results wait. */
  readonly #slow = new Set<string>();
  /** The roots where git would wait without end. */
  readonly #waiting = new Set<string>();

  constructor(git: GitPermission) {
    this.#git = git;
  }

  /** Whether this is a git repository in which git may be run now. */
  canRead(repository: Repository): boolean {
    return repository.git && this.#git.mayRunIn(repository);
  }

  /** Whether git would have waited without end at the last look, so that no commit is known. */
  isWaiting({ root }: Repository): boolean {
    return this.#waiting.has(root);
  }

  /**
   * Looks now, or uses a look from the last second that is not older than `notBefore` (a time of `performance.now()`).
   * `undefined` where there is no commit, or where git is too slow.
   */
  async treeOf(repository: Repository, notBefore = 0): Promise<WorkingTree | undefined> {
    if (!this.canRead(repository)) return undefined;
    const look = this.#look(repository, notBefore);
    const waitMs = this.#slow.has(repository.root) || (await isLarge(repository)) ? BRIEFLY_MS : WAIT_AT_MOST_MS;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, waitMs, undefined);
    });
    try {
      return await Promise.race([look, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Looks at each repository once, when it is first asked for. If there are only a few, looks at all right away. */
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

  #look({ root }: Repository, notBefore: number): Promise<WorkingTree | undefined> {
    const last = this.#looks.get(root);
    if (last && last.startedAt >= Math.max(notBefore, performance.now() - FRESH_MS)) return last.tree;
    const look: Look = {
      startedAt: Infinity,
      tree: Promise.resolve(last?.tree).then(() => {
        look.startedAt = performance.now();
        return this.#read(root);
      }),
    };
    this.#looks.set(root, look);
    return look.tree;
  }

  async #read(root: string): Promise<WorkingTree | undefined> {
    const startedAt = performance.now();
    const timer = setTimeout(() => this.#slow.add(root), BRIEFLY_MS);
    try {
      const tree = await readWorkingTree(root, AbortSignal.timeout(30_000));
      this.#waiting.delete(root);
      return tree;
    } catch (error) {
      if (error instanceof GitWaits) this.#waiting.add(root);
      return undefined;
    } finally {
      clearTimeout(timer);
      if (performance.now() - startedAt < BRIEFLY_MS) this.#slow.delete(root);
    }
  }
}

interface Look {
  /** `Infinity` while it waits for the one before it. */
  startedAt: number;
  readonly tree: Promise<WorkingTree | undefined>;
}

async function isLarge({ root }: Repository): Promise<boolean> {
  const folder = await findGitFolder(root);
  if (folder === undefined) return false;
  try {
    return (await stat(path.join(folder, "index"))).size > LARGE_BYTES;
  } catch {
    return false; // nothing was added yet
  }
}
