import path from "node:path";
import { contains } from "../../../git/repositories/repositories.ts";
import type { Excludes } from "../../../git/workingTree/excludesFile.ts";

/** What is left out in the repository at a root. */
export interface RepositoryExcludes {
  readonly root: string;
  readonly excludes: Excludes;
}

/**
 * What is left out in some repositories, as lines of one ignore file that counts from the root of the file system. Most
 * people have one file of excludes for all repositories: its patterns are there once, but for those that begin at the
 * root of a repository.
 */
export function excludePatterns(
  repositories: readonly RepositoryExcludes[],
  system: path.PlatformPath = path,
): readonly string[] {
  const usual = mostFrequent(repositories.flatMap(({ excludes }) => excludes.named?.file ?? []));
  const others = repositories.filter(({ excludes }) => excludes.named?.file !== usual);
  // Git's rules end where a repository within another begins.
  const apart = repositories
    .filter((each) => others.includes(each) || others.some(({ root }) => contains(root, each.root)))
    .sort((one, other) => one.root.length - other.root.length);
  const together = repositories.filter((each) => !apart.includes(each));
  const fromRoot = ({ root }: RepositoryExcludes, pattern: string) => patternBelow(root, pattern, system);
  const ofAll = together[0]?.excludes.named?.patterns ?? [];
  const lines = [
    ...ofAll.flatMap((pattern) =>
      isRooted(pattern) ? together.map((repository) => fromRoot(repository, pattern)) : [pattern],
    ),
    ...apart.flatMap((repository) => [
      fromRoot(repository, "!/**"),
      ...(repository.excludes.named?.patterns ?? []).map((pattern) => fromRoot(repository, pattern)),
    ]),
    ...repositories.flatMap((repository) =>
      repository.excludes.ofSubmodule.map((pattern) => fromRoot(repository, pattern)),
    ),
  ];
  return lines.every((line) => line.startsWith("!")) ? [] : lines;
}

/** Whether a pattern counts for one folder only, and not for names wherever they are. */
function isRooted(pattern: string): boolean {
  return /^!?(?!\*\*\/).*\/./.test(pattern.trimEnd());
}

function patternBelow(root: string, pattern: string, system: path.PlatformPath): string {
  const [, not = "", rest = ""] = /^(!?)(.*)$/.exec(pattern) ?? [];
  const below = system.relative(system.parse(root).root, root).split(system.sep).join("/");
  const folder = below === "" ? "" : `/${below.replace(/[*?[\]{}\\!# ]/g, "\\$&")}`;
  const between = rest.startsWith("/") ? "" : isRooted(rest) ? "/" : "/**/";
  return `${not}${folder}${between}${rest.replace(/^\*\*\//, "")}`;
}

function mostFrequent(files: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
