import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { makeTemporaryFolder, runGit } from "../../unit/git/temporaryRepositories.ts";

/** Where git's diff puts a line of an old version in a new one; `undefined` if it was deleted. Zero-based. */
export type GitLines = (path: string, line: number) => number | undefined;

interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** What became of the files of a commit: `renamed` has the new paths by the old ones; `changed` includes new files. */
export function gitChanges(
  root: string,
  from: string,
  to: string,
): { readonly renamed: ReadonlyMap<string, string>; readonly changed: readonly string[] } {
  const renamed = new Map<string, string>();
  const changed: string[] = [];
  const fields = runGit(root, "diff", "--name-status", "-z", "--find-renames=40%", from, to).split("\0");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const status = fields[at] ?? "";
    if (status.startsWith("R")) renamed.set(fields[at + 1] ?? "", fields[++at + 1] ?? "");
    if (!status.startsWith("D")) changed.push(fields[at + 1] ?? "");
  }
  return { renamed, changed };
}

/** What `git diff` makes of some files in two commits. */
export function gitLines(root: string, from: string, to: string, paths: Iterable<string>): GitLines {
  const asked = [...new Set(paths)].map((path) => `:(literal)${path}`);
  const diff = asked.length === 0 ? "" : runGit(root, "-c", "core.quotePath=false", ...DIFF, from, to, "--", ...asked);
  const hunks = new Map<string, readonly Hunk[]>();
  for (const file of diff.split(/^diff --git /m)) {
    const path = /^--- a\/(.*?)\t?$/m.exec(file)?.[1];
    if (path !== undefined) hunks.set(path, readHunks(file));
  }
  return (path, line) => lineIn(hunks.get(path) ?? [], line);
}

/** What `git diff` makes of two texts; it runs when the first line is asked for. */
export function gitLinesOf(path: string, before: string, after: string): GitLines {
  let hunks: readonly Hunk[] | undefined;
  return (asked, line) => (asked === path ? lineIn((hunks ??= diffTexts(before, after)), line) : undefined);
}

function diffTexts(before: string, after: string): readonly Hunk[] {
  const temporary = makeTemporaryFolder();
  try {
    temporary.write("", { before, after });
    const args = [...DIFF, "--no-index", "before", "after"];
    return readHunks(spawnSync("git", args, { cwd: temporary.root, encoding: "utf8", maxBuffer: 100_000_000 }).stdout);
  } finally {
    rmSync(temporary.root, { recursive: true });
  }
}

const DIFF = ["diff", "--unified=0", "--no-renames", "--no-color", "--no-ext-diff"];

function readHunks(diff: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of diff.split("\n")) {
    const [, oldStart = "", oldCount = "1", newStart = "", newCount = "1"] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (oldStart === "") continue;
    const [olds, news] = [Number(oldCount), Number(newCount)];
    // For an empty side, git gives the line before.
    hunks.push({
      oldStart: Number(oldStart) - (olds === 0 ? 0 : 1),
      oldCount: olds,
      newStart: Number(newStart) - (news === 0 ? 0 : 1),
      newCount: news,
    });
  }
  return hunks;
}

function lineIn(hunks: readonly Hunk[], line: number): number | undefined {
  let shift = 0;
  for (const { oldStart, oldCount, newStart, newCount } of hunks) {
    if (line < oldStart) break;
    if (line < oldStart + oldCount) return line - oldStart < newCount ? newStart + line - oldStart : undefined;
    shift += newCount - oldCount;
  }
  return line + shift;
}
