import { git } from "../../../git/command/gitCommand.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import type { CodeBase } from "../files/codeBase.ts";
import type { Commits } from "../files/commits.ts";
import { IgnoreFiles } from "../ripgrep/ignoreFiles.ts";
import { readAllExcludes } from "../ripgrep/ignoreRules.ts";

/**
 * For agents and models: the same, but of repositories in which a search can't go by all of git's rules only what git
 * tracks, and nothing where git may not be asked. That is where an ignore file of git's is too long or no ordinary
 * file, or where not all excludes can be told to ripgrep.
 */
export async function withTrackedAlone(
  codeBase: CodeBase,
  commits: Pick<Commits, "canRead">,
  signal: AbortSignal,
): Promise<CodeBase> {
  const { access, folders, repositories } = codeBase;
  if (access.asker === "person" || access.rules?.givesIgnored === true) return codeBase;
  const ignoreFiles = new IgnoreFiles(folders);
  const [{ partly }] = await Promise.all([
    readAllExcludes(repositories, (each) => commits.canRead(each)),
    ignoreFiles.lookAbove(folders),
  ]);
  const unclear = ignoreFiles.isGitsOff ? repositories : partly;
  if (unclear.length === 0) return codeBase;
  const listed = unclear.map(
    async (repository) => [repository.root, await trackedIn(repository, commits, signal)] as const,
  );
  const tracked = new Map(await Promise.all(listed));
  return {
    ...codeBase,
    locate(file) {
      const place = codeBase.locate(file);
      return place && tracked.get(place.repository.root)?.has(place.path) !== false ? place : undefined;
    },
  };
}

async function trackedIn(
  repository: Repository,
  commits: Pick<Commits, "canRead">,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (!commits.canRead(repository)) return new Set();
  try {
    return new Set((await git(repository.root, ["ls-files", "-z"], { signal })).toString().split("\0"));
  } catch {
    signal.throwIfAborted();
    return new Set(); // git can't say
  }
}
