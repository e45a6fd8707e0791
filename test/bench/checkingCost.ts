import assert from "node:assert/strict";
import process from "node:process";
import { checkSources, type FileText } from "../../src/core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../src/core/sources/sourceLink.ts";
import { seededRandom } from "../support/randomMatches.ts";
import { makeTemporaryFolder } from "../unit/git/temporaryRepositories.ts";
import { gitChanges } from "./histories/gitLines.ts";
import { makeHistories, type History, type HistoryVersion } from "./histories/histories.ts";
import { median } from "./measure.ts";
import { ratio, type Row, type Scale } from "./results.ts";

/** Sources of one version, and the files that are searched for them. */
interface Task {
  readonly sources: readonly SourceLocation[];
  readonly from: HistoryVersion;
  readonly to: HistoryVersion;
  readonly renamed: ReadonlyMap<string, string>;
  readonly changed: readonly string[];
}

/** For each two versions, as many as a long answer cites. */
const SOURCES = 60;
/** Twice what a check took before it said what is certain, against the same search in the same run: that was 3.2. */
const AT_MOST = 6.4;

/**
 * What a check costs if its file has changed or is gone, including looking into other files: processor time against
 * that of an exact search for the same lines in the same files, which does the least that any check must do.
 */
export async function checkingCostRows({ isShort, rounds }: Scale): Promise<readonly Row[]> {
  const temporary = makeTemporaryFolder();
  try {
    const tasks = makeHistories(temporary).flatMap(tasksOf);
    const ratios: number[] = [];
    for (let round = 0; round <= (isShort ? 1 : rounds); round++) {
      let before = process.threadCpuUsage();
      for (const task of tasks) searchExactly(task);
      const search = timeSince(before);
      before = process.threadCpuUsage();
      for (const task of tasks) await checkAll(task);
      const check = timeSince(before);
      if (round > 0) ratios.push(check / search); // the first round warms up
    }
    return [ratio("checking a source that changed, against exact search", median(ratios), "atMost", AT_MOST)];
  } finally {
    await temporary.remove();
  }
}

function tasksOf({ name, root, versions }: History): readonly Task[] {
  const random = seededRandom(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const to = versions.at(-1);
  return versions.slice(0, -1).flatMap((from) => {
    if (!to) return [];
    const paths = [...from.files.keys()].filter((path) => to.files.get(path) !== from.files.get(path));
    const sources = Array.from({ length: SOURCES }, (): SourceLocation => {
      const path = paths[below(paths.length)] ?? "";
      const count = (from.files.get(path) ?? "").split("\n").length;
      const startLine = below(count);
      const endLine = Math.min(count - 1, startLine + below(30));
      return { repository: name, revision: from.commit, path, range: { startLine, endLine } };
    });
    return [{ sources, from, to, ...gitChanges(root, from.commit, to.commit) }];
  });
}

async function checkAll({ sources, from, to, renamed, changed }: Task): Promise<void> {
  const read = ({ files }: HistoryVersion, path: string): Promise<FileText> => {
    const text = files.get(path);
    return Promise.resolve(text === undefined ? { problem: "fileMissing" } : { text });
  };
  let checked = 0;
  const checks = checkSources(sources, {
    readCited: ({ path }) => read(from, path),
    readLocal: ({ path }) => read(to, path),
    findCandidates: ({ path }) => {
      const renamedTo = renamed.get(path);
      return Promise.resolve({ ...(renamedTo !== undefined && { renamedTo }), paths: changed });
    },
  });
  for await (const { check } of checks) if (check.state !== "cannotCheck") checked++;
  assert.equal(checked, sources.length);
}

/**
 * Where the cited lines stand in their own file, each file read once into lines by their text; otherwise in which other
 * files.
 */
function searchExactly({ sources, from, to, changed }: Task): void {
  let found = 0;
  for (const [path, inFile] of Map.groupBy(sources, (source) => source.path)) {
    const old = (from.files.get(path) ?? "").split("\n");
    const current = (to.files.get(path) ?? "").split("\n");
    const places = [new Map<string, number[]>(), new Map<string, number[]>()] as const;
    for (const [at, lines] of [old, current].entries())
      for (const [line, text] of lines.entries()) {
        const known = places[at]?.get(text);
        if (known) known.push(line);
        else places[at]?.set(text, [line]);
      }
    for (const { range } of inFile) {
      const block = old.slice(range?.startLine, (range?.endLine ?? 0) + 1);
      const isAt = (start: number) => block.every((text, line) => current[start + line] === text);
      const own = places[1].get(block[0] ?? "")?.filter(isAt) ?? [];
      const text = block.join("\n");
      found += own.length > 0 ? 1 : changed.filter((other) => to.files.get(other)?.includes(text)).length;
    }
  }
  assert.ok(found > 0);
}

/** Processor time of this thread, in milliseconds. */
function timeSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
