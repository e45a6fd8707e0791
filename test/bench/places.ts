import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cpuUsage } from "node:process";
import { findLines, type LineFate } from "../../src/core/lines/citedLines.ts";
import {
  checkSources,
  type VersionReader,
  type FileText,
  type SourceCheck,
} from "../../src/core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../src/core/sources/sourceLink.ts";
import { linesOf } from "../../src/core/text/lines.ts";
import { TimeSlices } from "../../src/core/text/timeSlices.ts";
import { compareVersions } from "../../src/core/lines/versions.ts";
import { readChanges } from "../../src/git/history/changes.ts";
import { ObjectReaders } from "../../src/git/history/objectReader.ts";
import { readAtRevision } from "../../src/git/history/revision.ts";
import { seededRandom } from "../support/randomMatches.ts";
import { makeTemporaryFolder, runGit } from "../unit/git/temporaryRepositories.ts";
import { makeHistories, type History } from "./histories/histories.ts";
import { longestTurnOfLargeFile } from "./largeFile.ts";
import { exactProcessorTime, watchTurns } from "../support/turns.ts";
import type { Row, Scale } from "./results.ts";

const objects = new ObjectReaders();

/**
 * A place that was looked up by hand: where cited lines are in a later version, or that they are gone. Lines are
 * one-based.
 */
interface HardPlace {
  readonly kind: string;
  readonly repository: string;
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly lines: readonly [start: number, end: number];
  readonly expected: { readonly path: string; readonly line: number } | null;
}

const HARD = JSON.parse(readFileSync(join(import.meta.dirname, "hardPlaces.json"), "utf8")) as readonly HardPlace[];

/** How often each of several methods finds the right line. */
interface Score {
  count: number;
  found: number;
  sameLine: number;
  exactText: number;
  /** Stated as certain, but wrong. */
  falselySure: number;
}

/** Whether lines that were cited in old versions of real packages are found in later ones, and at what cost. */
export async function placesRows({ isShort, rounds }: Scale): Promise<readonly Row[]> {
  const temporary = makeTemporaryFolder();
  try {
    const histories = makeHistories(temporary);
    const cost = await costOfChecking(histories, rounds); // first: earlier look-ups would disturb it
    const largeMs = await longestTurnOfLargeFile(rounds);
    const { moved, edited } = await randomPlaces(histories, isShort ? 1 : 12);
    const hard = await hardPlaces(histories);
    const falselySure = moved.falselySure + edited.falselySure + hard.falselySure;
    const total = moved.count + edited.count + hard.count;
    return [
      ...scoreRows("lines that moved", moved, 99),
      ...scoreRows("lines that were edited inside", edited, 90),
      ...scoreRows(`${hard.count} places looked up by hand`, hard, 90),
      row(`wrong places called certain, of ${total}`, falselySure, "places", "atMost", 0),
      row("checking 200 sources, processor time", cost.processorS, "s", "atMost", 2),
      row("checking sources, longest time without a turn for others", cost.blockedMs, "ms", "atMost", 10),
      row("the same of a file of 2 MB that was edited all over", largeMs, "ms", "atMost", 10),
    ];
  } finally {
    await temporary.remove();
  }
}

function scoreRows(what: string, { count, found, sameLine, exactText }: Score, target: number): readonly Row[] {
  assert.ok(count > 0, `nothing was looked for: ${what}`);
  const share = (part: number) => (100 * part) / count;
  return [
    row(`${what}: found`, share(found), "%", "atLeast", target),
    row(`${what}: by the same line number`, share(sameLine), "%", "atMost", share(found)),
    // If the text occurs only once, which is how the truth about moved lines is known, nothing can do better.
    row(`${what}: by their exact text`, share(exactText), "%", "atMost", 100),
  ];
}

/** It may happen that nothing is found, or nothing is wrong: such rows may be 0. */
function row(bench: string, value: number, unit: string, direction: Row["direction"], target: number): Row {
  const holds = direction === "atLeast" ? value >= target : value <= target;
  const round = (number: number) => Number(number.toPrecision(4));
  return { bench, value: round(value), unit, target: round(target), direction, holds };
}

/**
 * Random ranges whose place is beyond doubt: either their text begins with words and occurs once in both versions, or
 * it was edited but their first and last lines occur once in both.
 */
async function randomPlaces(histories: readonly History[], perFile: number): Promise<{ moved: Score; edited: Score }> {
  const moved = newScore();
  const edited = newScore();
  const random = seededRandom(20_26);
  const below = (limit: number) => Math.floor(random() * limit);
  for (const { old, current } of histories.flatMap((history) => [...pairs(history)])) {
    const slices = new TimeSlices();
    const versions = await compareVersions(old, current, slices);
    const before = new Places(linesOf(old));
    const after = new Places(linesOf(current));
    for (let count = 0; count < perFile; count++) {
      const startLine = below(before.lines.length);
      const endLine = Math.min(before.lines.length - 1, startLine + Math.floor(random() ** 2 * 30));
      const text = before.lines.slice(startLine, endLine + 1);
      const line = truth(before, after, text);
      if (line === undefined || line.startLine === startLine) continue;
      const found = await findLines(versions, { startLine, endLine }, slices);
      const [exact] = after.of(text);
      addTo(line.isEdited ? edited : moved, found, line.startLine, startLine, exact);
    }
  }
  return { moved, edited };
}

/** The old and new text of each file that differs, for each two versions. */
function* pairs({ versions }: History): Generator<{ readonly old: string; readonly current: string }> {
  for (const [index, from] of versions.entries()) {
    for (const to of versions.slice(index + 1)) {
      for (const [path, old] of from.files) {
        const current = to.files.get(path);
        if (current !== undefined && current !== old) yield { old, current };
      }
    }
  }
}

function truth(
  before: Places,
  after: Places,
  text: readonly string[],
): { readonly startLine: number; readonly isEdited: boolean } | undefined {
  if (!/\w/.test(text[0] ?? "")) return undefined; // a brace on the first line may belong to something else
  const inNew = after.of(text);
  if (inNew.length > 0) {
    const isOne = before.isOne(text) && after.isOne(text);
    return isOne && inNew[0] !== undefined ? { startLine: inNew[0], isEdited: false } : undefined;
  }
  const first = text.slice(0, 1);
  const last = text.slice(-1);
  const isTelling = text.length > 2 && [...first, ...last].every((line) => /\w{3}/.test(line));
  if (!isTelling || [first, last].some((end) => before.of(end).length !== 1 || after.of(end).length !== 1))
    return undefined;
  const [startLine = 0] = after.of(first);
  const [endLine = 0] = after.of(last);
  const isPlace = endLine >= startLine && endLine - startLine < 2 * text.length + 10;
  return isPlace ? { startLine, isEdited: true } : undefined;
}

/** Where blocks of lines are in a text; compares them as text, and shares no code with what is measured. */
class Places {
  readonly lines: readonly string[];
  readonly #text: string;
  #trimmed: Places | undefined;

  constructor(lines: readonly string[]) {
    this.lines = lines;
    this.#text = `\n${lines.join("\n")}\n`;
  }

  /** Whether a block is there once, also without its indentation: another may have that by chance. */
  isOne(block: readonly string[]): boolean {
    this.#trimmed ??= new Places(this.lines.map((line) => line.trim()));
    return this.#trimmed.of(block.map((line) => line.trim())).length === 1;
  }

  of(block: readonly string[]): readonly number[] {
    const sought = `\n${block.join("\n")}\n`;
    const found: number[] = [];
    for (let at = this.#text.indexOf(sought); at >= 0; at = this.#text.indexOf(sought, at + 1)) {
      found.push(this.#text.slice(0, at).split("\n").length - 1);
    }
    return found;
  }
}

function newScore(): Score {
  return { count: 0, found: 0, sameLine: 0, exactText: 0, falselySure: 0 };
}

function addTo(
  score: Score,
  found: LineFate | undefined,
  expected: number,
  cited: number,
  exact: number | undefined,
): void {
  const line = found?.state === "same" ? cited : found?.state === "gone" ? undefined : found?.startLine;
  const isSure = found?.state === "same" || (found !== undefined && found.state !== "gone" && found.isSure);
  score.count++;
  if (line === expected) score.found++;
  else if (isSure) score.falselySure++;
  if (cited === expected) score.sameLine++;
  if (exact === expected) score.exactText++;
}

async function hardPlaces(histories: readonly History[]): Promise<Score> {
  const score = newScore();
  for (const [key, places] of Map.groupBy(HARD, ({ repository, to }) => `${repository} ${to}`)) {
    const [name, to] = key.split(" ");
    const history = histories.find((one) => one.name === name);
    const version = history?.versions.find((one) => one.name === to);
    assert.ok(history && version, key);
    runGit(history.root, "checkout", "--quiet", version.commit);
    const sources = places.map(({ from, path, lines: [start, end] }): SourceLocation => {
      const commit = history.versions.find((one) => one.name === from)?.commit;
      assert.ok(commit, from);
      return { repository: name ?? "", revision: commit, path, range: { startLine: start - 1, endLine: end - 1 } };
    });
    for await (const { index, check } of checkSources(sources, copiesOf(history))) {
      const place = places[index];
      const source = sources[index];
      assert.ok(place && source);
      const found = landing(source, check);
      const wanted = place.expected ? `${place.expected.path}:${place.expected.line}` : "gone";
      score.count++;
      if (found.place === wanted) score.found++;
      else if (found.isSure) score.falselySure++;
      if (wanted === `${place.path}:${place.lines[0]}`) score.sameLine++;
      const text = history.versions
        .find(({ name: from }) => from === place.from)
        ?.files.get(place.path)
        ?.split("\n");
      const [exact] = new Places((version.files.get(place.path) ?? "").split("\n")).of(
        text?.slice(place.lines[0] - 1, place.lines[1]) ?? [],
      );
      if ((exact === undefined ? "gone" : `${place.path}:${exact + 1}`) === wanted) score.exactText++;
    }
    runGit(history.root, "checkout", "--quiet", "main");
  }
  return score;
}

function landing(
  { path, range }: SourceLocation,
  check: SourceCheck,
): { readonly place: string; readonly isSure: boolean } {
  switch (check.state) {
    case "same":
      return { place: `${path}:${(range?.startLine ?? 0) + 1}`, isSure: true };
    case "moved":
    case "changed":
      return { place: `${check.path}:${check.range.startLine + 1}`, isSure: check.isSure };
    case "gone":
      return { place: "gone", isSure: false };
    case "cited":
    case "cannotCheck":
      return { place: check.state, isSure: false };
  }
}

/** Reads the real git repository and its working tree. */
function copiesOf({ root }: History): VersionReader {
  const known = new Map<string, ReturnType<typeof readChanges>>();
  return {
    readCited: async ({ path, revision }, signal) => {
      const object = await readAtRevision(objects, root, revision ?? "", path, signal ? { signal } : {});
      return object?.type === "file" ? { text: object.content.toString() } : { problem: "fileMissing" };
    },
    readLocal: ({ path }) =>
      readFile(join(root, path), "utf8").then(
        (text): FileText => ({ text }),
        (): FileText => ({ problem: "fileMissing" }),
      ),
    findCandidates: async ({ path, revision }, signal) => {
      const reading = known.get(revision ?? "") ?? readChanges(root, revision ?? "", signal);
      known.set(revision ?? "", reading);
      const changes = await reading;
      const renamed = changes?.renamed.get(path);
      return { ...(renamed !== undefined && { renamedTo: renamed }), paths: changes?.changed ?? [] };
    },
  };
}

/**
 * 200 random sources of the oldest version of the largest history, in as many files as there are; the best of some
 * rounds.
 */
async function costOfChecking(histories: readonly History[], rounds: number) {
  const history = histories.find(({ name }) => name === "undici");
  const oldest = history?.versions[0];
  assert.ok(history && oldest);
  const random = seededRandom(3);
  const files = [...oldest.files];
  const sources = Array.from({ length: 200 }, (): SourceLocation => {
    const [path, text] = files[Math.floor(random() * files.length)] ?? ["", ""];
    const startLine = Math.floor(random() * text.split("\n").length);
    return { repository: "undici", revision: oldest.commit, path, range: { startLine, endLine: startLine + 10 } };
  });
  const processorS: number[] = [];
  const blockedMs: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const turns = watchTurns(exactProcessorTime);
    const before = cpuUsage();
    let checked = 0;
    for await (const { check } of checkSources(sources, copiesOf(history)))
      if (check.state !== "cannotCheck") checked++;
    const { user, system } = cpuUsage(before);
    const longestMs = turns.stop();
    assert.ok(checked >= 100, `only ${checked} could be checked`);
    if (round === 0) continue; // the first round warms up
    processorS.push((user + system) / 1e6);
    blockedMs.push(longestMs);
  }
  return { processorS: Math.min(...processorS), blockedMs: Math.min(...blockedMs) };
}
