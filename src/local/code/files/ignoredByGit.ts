import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { findCommonFolder, findGitFolder } from "../../../git/repositories/gitFolder.ts";
import { readExcludes } from "../../../git/workingTree/excludesFile.ts";
import { ignoredAmong } from "../../../git/workingTree/ignoredFiles.ts";
import { readRegular } from "../../../git/disk/disk.ts";
import { contains, pathIn, type Repository } from "../../../git/repositories/repositories.ts";
import { AgentIgnoreFiles, rootedPatterns } from "./agentIgnoreFiles.ts";
import type { CodeBase } from "./codeBase.ts";
import type { GitPermission } from "./gitPermission.ts";

/** Names the setting, since agents often have good reasons to read such files. */
const RULE = "ignored by git; the person may allow this with plumbline.agents.ignoredFiles";

type Seen = Pick<CodeBase, "access" | "folders">;

interface Services {
  readonly git: Pick<GitPermission, "mayRunIn">;
  readonly signal: AbortSignal;
}

/**
 * The rule by which agents and models are not given a file that git ignores, whether or not it is there. What is
 * tracked is not ignored; where git may not run, nobody knows what is.
 */
export async function ignoredRule(
  codeBase: Seen,
  repository: Repository,
  relative: string,
  services: Services,
): Promise<string | undefined> {
  return (await ignoredPaths(codeBase, repository, [relative], services)).size > 0 ? RULE : undefined;
}

/** The same for some paths: those that are not given. */
export async function ignoredPaths(
  { access, folders }: Seen,
  repository: Repository,
  given: readonly string[],
  { git, signal }: Services,
): Promise<ReadonlySet<string>> {
  const paths = given.filter((each) => each !== "");
  if (access.asker === "person" || access.rules?.givesIgnored === true || paths.length === 0) return new Set();
  const { root } = repository;
  // A folder that is open although its repository ignores it is searched, and so is what is in it.
  const open = folders
    .filter((folder) => folder !== root && contains(root, folder))
    .map((each) => pathIn({ root }, each));
  const all = [...paths, ...open];
  const said = repository.git && git.mayRunIn(repository) ? await ignoredAmong(root, all, signal) : undefined;
  const ignored = said ?? (await namedInFiles(root, all));
  const opened = open.filter((folder) => ignored.has(folder));
  return new Set(
    paths.filter((each) => ignored.has(each) && !opened.some((folder) => `${each}/`.startsWith(`${folder}/`))),
  );
}

/**
 * Those of some paths that git's ignore files for a repository name, whether or not they are tracked; of the last
 * ones, nothing is known if it takes more than `limitMs`. Git need not be allowed to run.
 */
export async function namedInFiles(
  root: string,
  paths: readonly string[],
  limitMs = Infinity,
): Promise<ReadonlySet<string>> {
  const [gitFolder, excludes] = await Promise.all([findGitFolder(root), readExcludes(root, { isTrusted: false })]);
  const file = gitFolder && path.join(await findCommonFolder(gitFolder), "info", "exclude");
  const text = file && (await readRegular(file, { maxBytes: EXCLUDE_AT_MOST }).then(String, () => undefined));
  const above = [excludes.named?.patterns ?? [], text?.split("\n") ?? []];
  const outermost = above.map((patterns) => rootedPatterns(".gitignore", "", patterns));
  const files = new AgentIgnoreFiles(root, outermost, { names: [".gitignore"] });
  const named = new Set<string>();
  const endsAt = performance.now() + limitMs;
  for (const [at, each] of paths.entries()) {
    if (files.ruleOf(each) !== undefined) named.add(each);
    if (at % PATHS_A_TURN !== PATHS_A_TURN - 1) continue; // there may be all of a large tree
    if (performance.now() > endsAt) break;
    await setImmediate();
  }
  return named;
}

const PATHS_A_TURN = 100;
const EXCLUDE_AT_MOST = 256 * 1024;
