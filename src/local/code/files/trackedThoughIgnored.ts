import { stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { git } from "../../../git/command/gitCommand.ts";
import { findCommonFolder, findGitFolder } from "../../../git/repositories/gitFolder.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import { readTracked } from "../../../git/workingTree/indexFile.ts";
import type { Asker } from "./access.ts";
import { namedInFiles } from "./ignoredByGit.ts";
import type { Commits } from "./commits.ts";

/** Ignore files in subfolders may have changed after this time; those at the root, and the index, are looked at. */
const FRESH_MS = 2_000;
/** What takes long stays known for that many times as long, so that git hardly works more where searches are many. */
const TIMES_FRESH = 20;
/** Only for as long, a search waits for what is listed again; else it goes by what was listed before. */
const WAITING_MS = 200;

/**
 * The files that git tracks although an ignore file of its own matches them: to git, these are not ignored. Git is
 * asked once for each state of a repository's index and ignore files, not by each search. Where it may not run, its
 * index is read, and the ignore files in the repository, for a person: it may be a stranger's.
 */
export class TrackedThoughIgnored {
  readonly #commits: Pick<Commits, "canRead">;
  readonly #known = new Map<string, Known>();

  constructor(commits: Pick<Commits, "canRead">) {
    this.#commits = commits;
  }

  /** Whether git may run in a repository. */
  mayRunIn(repository: Repository): boolean {
    return this.#commits.canRead(repository);
  }

  /** Relative to the root, with slashes; they need not exist. None where nobody can say. */
  async trackedOf(repository: Repository, asker: Asker): Promise<readonly string[]> {
    const mayRun = this.mayRunIn(repository);
    if (!repository.git || (!mayRun && asker !== "person")) return [];
    const { root } = repository;
    const list = mayRun ? listByGit : listByIndex;
    const state = `${await stateOf(root)}, by ${mayRun ? "git" : "its index"}`;
    const last = this.#known.get(root);
    const before = last?.state === state ? last : undefined;
    const isFresh = before && performance.now() < before.freshUntil;
    const known = isFresh ? before : listed(state, list(root), before?.files);
    this.#known.set(root, known);
    return known.before ? Promise.race([known.files, setTimeout(WAITING_MS, known.before)]) : known.files;
  }
}

interface Known {
  readonly state: string;
  readonly files: Promise<readonly string[]>;
  /** While they are listed again. */
  before?: Promise<readonly string[]> | undefined;
  freshUntil: number;
}

function listed(state: string, files: Known["files"], before?: Known["before"]): Known {
  const startedAt = performance.now();
  const known: Known = { state, files, before, freshUntil: Infinity };
  void files.then(() => {
    const now = performance.now();
    known.freshUntil = now + Math.max(FRESH_MS, (now - startedAt) * TIMES_FRESH);
    known.before = undefined;
  });
  return known;
}

const LISTING_AT_MOST_MS = 30_000;

/** Never rejects. */
async function listByGit(root: string): Promise<readonly string[]> {
  const args = ["ls-files", "--cached", "--ignored", "--exclude-standard", "-z"];
  try {
    const listed = await git(root, args, { signal: AbortSignal.timeout(LISTING_AT_MOST_MS) });
    return [...new Set(listed.toString().split("\0"))].filter((file) => file !== ""); // a conflict has three of each
  } catch {
    return [];
  }
}

/** In each folder, ignore files are looked for. */
const DEEPER = /(?:\/[^/]*){50}/;
const LOOKING_AT_MOST_MS = 10_000;
/** Each search looks for each of these on disk. Hardly any repository has some hundred. */
const OF_STRANGERS_AT_MOST = 5_000;

/** Never rejects. */
async function listByIndex(root: string): Promise<readonly string[]> {
  try {
    const tracked = await readTracked((await findGitFolder(root)) ?? path.join(root, ".git"));
    const paths = (tracked ?? []).filter((each) => !DEEPER.test(each));
    return [...(await namedInFiles(root, paths, LOOKING_AT_MOST_MS))].slice(0, OF_STRANGERS_AT_MOST);
  } catch {
    return []; // a folder went away meanwhile
  }
}

async function stateOf(root: string): Promise<string> {
  const folder = (await findGitFolder(root)) ?? path.join(root, ".git");
  const exclude = path.join(await findCommonFolder(folder), "info", "exclude");
  const files = [path.join(folder, "index"), exclude, path.join(root, ".gitignore")];
  const found = files.map((file) =>
    stat(file).then(
      ({ ino, mtimeMs, size }) => [ino, mtimeMs, size].join(" "),
      () => "none",
    ),
  );
  return (await Promise.all(found)).join(", ");
}
