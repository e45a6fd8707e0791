import { contains, type Repository } from "../../../git/repositories/repositories.ts";
import type { CodeBase } from "../files/codeBase.ts";
import { heedingIgnoreFiles } from "../ripgrep/heedingIgnoreFiles.ts";
import type { IgnoreFiles } from "../ripgrep/ignoreFiles.ts";
import { BLANK_LINE, byIgnoreRules } from "../ripgrep/ignoreRules.ts";
import type { Ripgrep } from "../ripgrep/ripgrep.ts";
import type { GitKnowledge } from "./trackedScope.ts";

/** The same ripgrep, but one that looks into nothing that the editor leaves out, as far as it can be told. */
export function leavingOutExcluded(ripgrep: Ripgrep, { excludes }: CodeBase): Ripgrep {
  const { globs } = excludes;
  if (globs.length === 0) return ripgrep;
  return (args, separator, options) =>
    ripgrep(args, separator, { ...options, excluded: [...(options.excluded ?? []), ...globs] });
}

/**
 * ripgrep over served folders with the ignore files that count in each: those that git and ripgrep read, without those
 * that the person does not want heeded in the editor. Agents and models never see more because of that.
 */
export function byEditorRules(
  given: Ripgrep,
  { access, excludes, repositories }: CodeBase,
  ignoreFiles: IgnoreFiles,
  git?: Pick<GitKnowledge, "mayRunIn">,
): Ripgrep {
  const isTrusted = (repository: Repository) => git?.mayRunIn(repository) === true;
  const heeding = (withOwnExcludes: boolean) =>
    heedingIgnoreFiles(byIgnoreRules(given, repositories, { withOwnExcludes, isTrusted }), ignoreFiles);
  const usual = heeding(true);
  if (access.asker !== "person" || excludes.all.every(({ unheeded = [] }) => unheeded.length === 0)) return usual;
  const withoutOwn = heeding(false);
  return async function* withEditorRules(args, separator, options) {
    const start = args.lastIndexOf("--") + 1;
    const [flags, places] = [args.slice(0, start), args.slice(start)];
    let printed = false;
    for (const [unheeded, group] of byUnheeded(excludes, places)) {
      const others = places.filter((place) => !group.includes(place) && group.some((each) => contains(each, place)));
      const ripgrep = unheeded === "all" ? given : unheeded.includes("global") ? withoutOwn : usual;
      const without = unheeded === "all" ? ["--no-ignore"] : unheeded.map((each) => `--no-ignore-${each}`);
      let isFirst = true;
      const leaveOut = [...(options.leaveOut ?? []), ...others];
      for await (const piece of ripgrep([...without, ...flags, ...group], separator, { ...options, leaveOut })) {
        if (isFirst && printed && separator === "") yield BLANK_LINE;
        isFirst = false;
        printed = true;
        yield piece;
      }
    }
  };
}

/** Those of some places for which the same does not count, together. */
function byUnheeded(excludes: CodeBase["excludes"], places: readonly string[]) {
  const groups = new Map<string, [ReturnType<typeof excludes.unheededAt>, string[]]>();
  for (const place of places) {
    const unheeded = excludes.unheededAt(place);
    const [, group] = groups.get(String(unheeded)) ?? [];
    if (group) group.push(place);
    else groups.set(String(unheeded), [unheeded, [place]]);
  }
  return groups.values();
}
