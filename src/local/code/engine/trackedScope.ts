import { lstat } from "node:fs/promises";
import path from "node:path";
import { contains, pathIn, repositoryOf, type Repository } from "../../../git/repositories/repositories.ts";
import { matchesWildcards } from "../../../git/settings/wildcards.ts";
import { MODEL, type Asker } from "../files/access.ts";
import { AgentIgnoreFiles, patternsAbove } from "../files/agentIgnoreFiles.ts";
import type { CodeBase } from "../files/codeBase.ts";
import { ignoredPaths } from "../files/ignoredByGit.ts";
import type { NameGlobs } from "../ripgrep/fileTypes.ts";
import type { Scope } from "./scope.ts";

/** Of ignore files for searches alone. */
const NAMES = [".ignore", ".rgignore"];

/** What git says of repositories. */
export interface GitKnowledge {
  /** Whether it may run in one. */
  mayRunIn(repository: Repository): boolean;
  /**
   * The files and submodules of a repository that git tracks although an ignore file of its own matches them, as paths
   * in it, for who asks.
   */
  trackedOf(repository: Repository, asker: Asker): Promise<readonly string[]>;
}

interface Chosen {
  /** Absolute. */
  readonly files: readonly string[];
  /** The roots of submodules, in which their own rules count; absolute. */
  readonly submodules: readonly string[];
  /** Larger than the scope allows; absolute. */
  readonly tooLarge: readonly string[];
}

/**
 * Those of a scope that git tracks although its own ignore files match them. ripgrep leaves them out unless they are
 * named to it, and goes by no rule then: so theirs are those of the scope, and of the ignore files for searches alone.
 */
export async function trackedInScope(
  codeBase: CodeBase,
  { folders = codeBase.folders, maxBytes, names, signal }: Scope,
  git: GitKnowledge,
): Promise<Chosen> {
  const files: string[] = [];
  const tooLarge: string[] = [];
  const inFolders = codeBase.repositories.filter(
    ({ git, root }) => git && folders.some((folder) => contains(folder, root) || contains(root, folder)),
  );
  const roots = new Set(codeBase.repositories.map(({ root }) => root));
  const submodules = new Set<string>();
  // What is in another one comes after it, which may track it.
  for (const repository of inFolders.toSorted((a, b) => a.root.length - b.root.length)) {
    const tracked = await git.trackedOf(repository, codeBase.access.asker);
    if (tracked.length === 0) continue;
    const isTracked = submodules.has(repository.root);
    if (!isTracked && (await isIgnoredWhole(codeBase, repository, git, signal))) continue;
    const unheeded = codeBase.access.asker === "person" ? codeBase.excludes.unheededAt(repository.root) : [];
    const above = unheeded.includes("parent") ? [] : patternsAbove(repository.root, NAMES);
    const ignoreFiles = new AgentIgnoreFiles(repository.root, above, { names: NAMES });
    for (const relative of tracked) {
      const file = codeBase.fileOf(repository, relative);
      if (file === undefined || !folders.some((folder) => contains(folder, file))) continue;
      if (ignoreFiles.ruleOf(relative) !== undefined) continue;
      if (roots.has(file)) submodules.add(file);
      if (!isWanted(path.posix.basename(file), names)) continue;
      const found = await lstat(file).catch(() => undefined); // deleted, or not checked out
      if (found?.isFile() === true) (found.size > (maxBytes ?? Infinity) ? tooLarge : files).push(file);
    }
  }
  return { files, submodules: [...submodules].filter((each) => !folders.includes(each)), tooLarge };
}

/** Whether the repository around one ignores all that is in it, and nothing of it is open itself. */
async function isIgnoredWhole(
  { folders, repositories }: CodeBase,
  { root }: Repository,
  git: GitKnowledge,
  signal: AbortSignal,
): Promise<boolean> {
  if (folders.some((folder) => contains(root, folder))) return false;
  const outer = repositoryOf(repositories, path.dirname(root));
  if (!outer?.git) return false;
  const seen = { access: MODEL, folders }; // a person is given what is ignored if it is named
  return (await ignoredPaths(seen, outer, [pathIn(outer, root)], { git, signal })).size > 0;
}

function isWanted(name: string, { wanted, unwanted = [] }: NameGlobs = {}): boolean {
  const isOneOf = (globs: readonly string[]) => globs.some((glob) => matchesWildcards(glob, name));
  return (wanted === undefined || isOneOf(wanted)) && !isOneOf(unwanted);
}
