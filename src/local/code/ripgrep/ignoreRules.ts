import { isFolder } from "../../../git/disk/disk.ts";
import { ConfigFiles } from "../../../git/settings/configuration.ts";
import { readExcludes } from "../../../git/workingTree/excludesFile.ts";
import { contains, pathIn, repositoryOf, type Repository } from "../../../git/repositories/repositories.ts";
import { namedInFiles } from "../files/ignoredByGit.ts";
import { excludePatterns } from "./excludePatterns.ts";
import type { Ripgrep, RipgrepOptions } from "./ripgrep.ts";

export interface IgnoreRulesOptions {
  /** Whether people's own excludes count, which they name in the configuration of git. */
  readonly withOwnExcludes?: boolean;
  /** Whether git may run in a repository. */
  readonly isTrusted?: (repository: Repository) => boolean;
}

/**
 * ripgrep over served folders, with the ignore files that people expect to count: in a repository those of git, from
 * its root on; in a folder outside of any, the same files from that folder on, and not in repositories within it, which
 * have their own. If a repository ignores all that is in a served folder, its rules above that folder don't count.
 */
export function byIgnoreRules(
  given: Ripgrep,
  repositories: readonly Repository[],
  { withOwnExcludes = true, isTrusted }: IgnoreRulesOptions = {},
): Ripgrep {
  let excluding: Promise<readonly string[]> | undefined;
  const ripgrep: Ripgrep = async function* withExcludes(args, separator, options) {
    excluding ??= readAllExcludes(withOwnExcludes ? repositories : [], isTrusted).then(({ patterns }) => patterns);
    yield* given(["--no-ignore-global", ...args], separator, { ...options, ignored: await excluding });
  };
  /** Of folders that are open below the roots of their repositories. */
  const areNamed = new Map<string, Promise<boolean>>();
  return async function* withRules(args, separator, options) {
    const start = args.lastIndexOf("--") + 1;
    const [flags, places] = [args.slice(0, start), args.slice(start)];
    const repositoryAround = new Map(places.map((place) => [place, repositoryOf(repositories, place)]));
    const outside = places.filter((place) => repositoryAround.get(place)?.git === false);
    const nested = repositories.flatMap(({ git, root }) =>
      git && outside.some((place) => contains(place, root)) ? [root] : [],
    );
    const inside = [...new Set([...places.filter((place) => !outside.includes(place)), ...nested])];
    const printed = { any: false };
    const run = async function* (args: readonly string[], leaveOut = options.leaveOut): AsyncGenerator<Buffer, void> {
      let isFirst = true;
      for await (const piece of ripgrep(args, separator, { ...options, ...(leaveOut && { leaveOut }) })) {
        if (isFirst && printed.any && separator === "") yield BLANK_LINE; // as ripgrep puts between files
        isFirst = false;
        printed.any = true;
        yield piece;
      }
    };
    const below = await foldersBelowRoots(inside, repositoryAround);
    const namedNow = await Promise.all(
      below.map((place) => {
        const known = areNamed.get(place) ?? isLeftOutByName(place, repositoryAround.get(place));
        areNamed.set(place, known);
        return known;
      }),
    );
    const named = below.filter((_, at) => namedNow[at]);
    const alone = (inside.length > 1 ? below : []).filter((place) => !named.includes(place));
    const together = inside.filter((place) => ![...alone, ...named].includes(place));
    // Each is searched once: where others lie in it, they have their own turn.
    const withoutOthersIn = (from: readonly string[]) => [
      ...(options.leaveOut ?? []),
      ...alone.filter((each) => !from.includes(each) && from.some((place) => contains(place, each))),
      ...(from === together ? [] : together.filter((each) => from.some((place) => contains(place, each)))),
    ];
    if (together.length > 0 || places.length === 0) yield* run([...flags, ...together], withoutOthersIn(together));
    // ripgrep would take patterns with a slash above one of several folders as if they stood above the others, too.
    for (const place of alone) yield* run([...flags, place], withoutOthersIn([place]));
    const isFruitful = printed.any && inside.length === 1; // of several, each may be the one in which nothing is left
    const others = below.filter((place) => !named.includes(place));
    const ignored = [...named, ...(isFruitful ? [] : await ignoredFrom(ripgrep, others, options))];
    if (ignored.length > 0) {
      for (const place of ignored) options.onIgnoredFrom?.(place);
      yield* run(["--no-ignore-parent", ...flags, ...ignored]);
    }
    if (outside.length > 0)
      yield* run(
        ["--no-require-git", "--no-ignore-parent", ...flags, ...outside],
        [...(options.leaveOut ?? []), ...nested],
      );
  };
}

/** Between files, where what is printed has no separator of its own. */
export const BLANK_LINE = Buffer.from("\n");

/** ripgrep needs some 10 kB of memory for a pattern. */
const PATTERNS_AT_MOST = 5000;
const REPOSITORIES_AT_MOST = 50;

/**
 * What people's own excludes add to ignore files, see {@link excludePatterns}; and the repositories of which not all of
 * that could be told.
 */
export async function readAllExcludes(
  repositories: readonly Repository[],
  isTrusted: (repository: Repository) => boolean = () => true,
): Promise<{ readonly patterns: readonly string[]; readonly partly: readonly Repository[] }> {
  const configFiles = new ConfigFiles();
  const all = repositories.filter(({ git }) => git);
  // A path with a line break would be two lines of the file.
  const told = repositories.filter(({ root }) => !/[\r\n]/.test(root)).slice(0, REPOSITORIES_AT_MOST);
  const read = await Promise.all(
    told.map(async (repository) => ({
      repository,
      excludes: await readExcludes(repository.root, { configFiles, isTrusted: isTrusted(repository) }),
    })),
  );
  const patterns = excludePatterns(read.map(({ repository: { root }, excludes }) => ({ root, excludes })));
  if (patterns.length > PATTERNS_AT_MOST) return { patterns: patterns.slice(0, PATTERNS_AT_MOST), partly: all };
  const whole = new Set(read.flatMap(({ repository, excludes }) => (excludes.isWhole ? [repository] : [])));
  return { patterns, partly: all.filter((each) => !whole.has(each)) };
}

/** Those of some places that are folders below the root of their repository; files that are named know no rules. */
async function foldersBelowRoots(
  places: readonly string[],
  repositoryAround: ReadonlyMap<string, Repository | undefined>,
): Promise<readonly string[]> {
  const below = places.filter((place) => {
    const { root = place, links = [] } = repositoryAround.get(place) ?? {};
    return root !== place && links.every(({ folder }) => folder !== place);
  });
  const areFolders = await Promise.all(below.map(isFolder));
  return below.filter((_, at) => areFolders[at]);
}

/** Whether the rules above a folder, which is below the root of its repository, name it itself. */
async function isLeftOutByName(place: string, { root = place }: Partial<Repository> = {}): Promise<boolean> {
  return (await namedInFiles(root, [pathIn({ root }, place)])).size > 0;
}

/** Those of some folders, each below the root of its repository, in which nothing is left by the rules above them. */
async function ignoredFrom(
  ripgrep: Ripgrep,
  below: readonly string[],
  { signal }: RipgrepOptions,
): Promise<readonly string[]> {
  const found = below.map(async (place) => {
    const hasFile = async (flags: readonly string[]) => {
      for await (const _ of ripgrep([...flags, "--files", "--hidden", "--null", "--", place], "\0", { signal }))
        return true;
      return false;
    };
    return !(await hasFile([])) && (await hasFile(["--no-ignore-parent"])) ? [place] : [];
  });
  return (await Promise.all(found)).flat();
}
