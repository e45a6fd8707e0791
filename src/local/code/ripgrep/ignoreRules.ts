import { isFolder } from "../../../git/disk/disk.ts";
import { ConfigFiles } from "../../../git/settings/configuration.ts";
import { readExcludes } from "../../../git/workingTree/excludesFile.ts";
import { contains, repositoryOf, type Repository } from "../../../git/repositories/repositories.ts";
import type { Excluded, Ripgrep, RipgrepOptions } from "./ripgrep.ts";

/**
 * ripgrep over served folders, with the ignore files that people expect to count: in a repository those of git, from
 * its root on; in a folder outside of any, the same files from that folder on, and not in repositories within it, which
 * have their own. If a repository ignores all that is in a served folder, its rules above that folder don't count.
 * Without people's own excludes, what they name in the configuration of git does not count.
 */
export function byIgnoreRules(
  given: Ripgrep,
  repositories: readonly Repository[],
  { withOwnExcludes = true } = {},
): Ripgrep {
  let excluding: Promise<readonly Excluded[]> | undefined;
  const ripgrep: Ripgrep = async function* withExcludes(args, separator, options) {
    excluding ??= readAllExcludes(withOwnExcludes ? repositories : []).then(({ excluded }) => excluded);
    yield* given(args, separator, { ...options, excluded: await excluding });
  };
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
    const run = async function* (given: readonly string[], leaveOut = options.leaveOut): AsyncGenerator<Buffer, void> {
      let isFirst = true;
      for await (const piece of ripgrep(given, separator, { ...options, ...(leaveOut && { leaveOut }) })) {
        if (isFirst && printed.any && separator === "") yield BLANK_LINE; // as ripgrep puts between files
        isFirst = false;
        printed.any = true;
        yield piece;
      }
    };
    const below = await foldersBelowRoots(inside, repositoryAround);
    const alone = inside.length > 1 ? below : [];
    const together = inside.filter((place) => !alone.includes(place));
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
    const ignored = isFruitful ? [] : await ignoredFrom(ripgrep, below, options);
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

/** As many as fit into a command. */
const EXCLUDED_AT_MOST = 200;
const REPOSITORIES_AT_MOST = 50;

/** What people's own excludes add to ignore files, and the repositories of which not all of that could be told. */
export async function readAllExcludes(
  repositories: readonly Repository[],
): Promise<{ readonly excluded: readonly Excluded[]; readonly partly: readonly Repository[] }> {
  const configFiles = new ConfigFiles();
  const own = repositories.filter(({ git }) => git);
  const read = own.slice(0, REPOSITORIES_AT_MOST).map(async (repository) => {
    const { globs, isWhole } = await readExcludes(repository.root, configFiles);
    return { repository, isWhole, excluded: globs.map((glob) => ({ folder: repository.root, glob })) };
  });
  const all = await Promise.all(read);
  const excluded = all.flatMap((each) => each.excluded);
  const left = new Set(excluded.slice(EXCLUDED_AT_MOST).map(({ folder }) => folder));
  return {
    excluded: excluded.slice(0, EXCLUDED_AT_MOST),
    partly: [
      ...all.filter((each) => !each.isWhole || left.has(each.repository.root)).map(({ repository }) => repository),
      ...own.slice(REPOSITORIES_AT_MOST),
    ],
  };
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
