import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, type RunningService } from "../runningService.ts";

type Sample =
  | { readonly type: "word"; readonly word: string }
  | { readonly type: "path"; readonly part: string }
  | { readonly type: "not"; readonly operand: Sample }
  | { readonly type: "and" | "or"; readonly operands: readonly [Sample, Sample] };

const WORDS = ["ab", "abc", "bc", "é😀", "漢", "x.y", "Ab C", "zz"];
const NAMES = ["one.txt", "two.md", "abc.txt", "deep/zz.txt", "deep/bc/é😀.md", "none"];

describe("an expression finds what a slow and obvious reading of it finds", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  const random = createRandom(20261121);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const files = new Map<string, string>();

  before(async () => {
    temporary = makeTemporaryFolder();
    for (const name of NAMES)
      for (const copy of ["", "2/", "3/"]) {
        const lines = Array.from({ length: Math.floor(random() * 8) }, () =>
          Array.from({ length: Math.floor(random() * 4) }, () => pick([...WORDS, "q", "é", "\t"])).join(
            pick(["", " ", "-"]),
          ),
        );
        files.set(copy + name, lines.join(pick(["\n", "\r\n"])) + pick(["", "\n"]));
      }
    temporary.write("tree", Object.fromEntries(files));
    service = await runService(temporary.root, [`${temporary.root}/tree`]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const make = (depth: number): Sample => {
    const kind = random();
    if (depth === 0 || kind < 0.2)
      return random() < 0.8
        ? { type: "word", word: pick(WORDS) }
        : { type: "path", part: pick(["txt", "deep", "two", "^2/", "none"]) };
    if (kind < 0.4) return { type: "not", operand: make(depth - 1) };
    return { type: kind < 0.7 ? "and" : "or", operands: [make(depth - 1), make(depth - 1)] };
  };

  for (let round = 0; round < 80; round++) {
    const sample = make(3);
    const caseSensitive = random() < 0.3;
    const query = `type:file type:path ${caseSensitive ? "case:yes " : ""}(${write(sample)}) and not "never there"`;
    it(query, async () => {
      const events = await service.search(query, { t: "keyword" });
      const actual = new Map(
        matchesOf(events).map((match) => [textOf(match["path"]), columnsOf(match["lineMatches"] as unknown as Lines)]),
      );
      const expected = new Map(
        [...files].flatMap(([path, text]) => {
          if (!isTrue(sample, path, text, caseSensitive)) return [];
          return [[path, columnsOfWords(sample, text, caseSensitive)] as const];
        }),
      );
      assert.deepEqual([...actual].sort(compare), [...expected].sort(compare));
      assert.ok(!events.some(({ event }) => event === "alert" || event === "error"));
    });
  }
});

type Lines = readonly { lineNumber: number; offsetAndLengths: readonly (readonly [number, number])[] }[] | undefined;

/** Each `line:column` that is inside a range. */
function columnsOf(lines: Lines): readonly string[] {
  const columns = new Set<string>();
  for (const { lineNumber, offsetAndLengths } of lines ?? [])
    for (const [column, length] of offsetAndLengths)
      for (let at = column; at < column + length; at++) columns.add(`${lineNumber}:${at}`);
  return [...columns].sort();
}

function columnsOfWords(sample: Sample, text: string, caseSensitive: boolean): readonly string[] {
  const columns = new Set<string>();
  for (const word of reportedWords(sample, true)) {
    const wanted = fold(Array.from(word), caseSensitive);
    text.split("\n").forEach((line, lineNumber) => {
      const points = fold(Array.from(line), caseSensitive);
      for (let from = 0; from + wanted.length <= points.length;) {
        if (wanted.every((point, index) => points[from + index] === point)) {
          for (let at = from; at < from + wanted.length; at++) columns.add(`${lineNumber}:${at}`);
          from += wanted.length;
        } else from++;
      }
    });
  }
  return [...columns].sort();
}

function fold(points: readonly string[], caseSensitive: boolean): readonly string[] {
  return caseSensitive ? points : points.map((point) => point.toLowerCase());
}

function reportedWords(sample: Sample, isPositive: boolean): readonly string[] {
  switch (sample.type) {
    case "word":
      return isPositive ? [sample.word] : [];
    case "path":
      return [];
    case "not":
      return reportedWords(sample.operand, !isPositive);
    case "and":
    case "or":
      return sample.operands.flatMap((operand) => reportedWords(operand, isPositive));
  }
}

function isTrue(sample: Sample, path: string, text: string, caseSensitive: boolean): boolean {
  const has = (where: string, what: string) =>
    caseSensitive ? where.includes(what) : where.toLowerCase().includes(what.toLowerCase());
  switch (sample.type) {
    case "word":
      return has(text, sample.word) || has(path, sample.word);
    case "path":
      return sample.part.startsWith("^") ? path.startsWith(sample.part.slice(1)) : has(path, sample.part);
    case "not":
      return !isTrue(sample.operand, path, text, caseSensitive);
    case "and":
      return sample.operands.every((operand) => isTrue(operand, path, text, caseSensitive));
    case "or":
      return sample.operands.some((operand) => isTrue(operand, path, text, caseSensitive));
  }
}

function write(sample: Sample): string {
  switch (sample.type) {
    case "word":
      return `"${sample.word}"`;
    case "path":
      return `file:${sample.part}`;
    case "not":
      return `not (${write(sample.operand)})`;
    case "and":
    case "or":
      return sample.operands.map((operand) => `(${write(operand)})`).join(` ${sample.type} `);
  }
}

function compare([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
