import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { after, before, describe, it } from "mocha";
import { JsonObject } from "../../../../src/api/http/json.ts";
import { decodeMatch } from "../../../../src/api/search/decodeMatch.ts";
import { ZEROS_BEHIND } from "../../../../src/api/search/jsonScan.ts";
import { scanMatches } from "../../../../src/api/search/matchScan.ts";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import { newSpillFile, removeStaleFiles } from "../../../../src/api/search/spillFolder.ts";
import { inSlices } from "../../../../src/core/text/timeSlices.ts";
import { RandomMatches, seededRandom } from "../../../support/randomMatches.ts";
import { assertMode } from "../../../support/systems.ts";
import { exactProcessorTime, watchTurns } from "../../../support/turns.ts";
import { everythingIn, PlainMatches } from "./plainMatches.ts";

const STREAMS = 300;
const content = (repository: string, path: string, ...columns: number[]) => ({
  type: "content",
  repository,
  path,
  chunkMatches: columns.map((column, index) => ({
    content: "x".repeat(9),
    contentStart: { offset: 0, line: index * 2, column: 0 },
    ranges: [
      { start: { offset: 0, line: index * 2, column }, end: { offset: 0, line: index * 2, column: column + 1 } },
    ],
  })),
});
const append = (store: MatchStore, ...matches: unknown[]): void => {
  store.append(Buffer.from(JSON.stringify(matches)));
};

describe("MatchStore", () => {
  let folder = "";
  before(() => (folder = mkdtempSync(join(tmpdir(), "plumbline-store-"))));
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const newFile = (): string => newSpillFile(folder);

  it("tells the same as parsing everything, whatever comes, from memory and from the file", () => {
    for (let seed = 1; seed <= STREAMS; seed++) {
      const random = new RandomMatches(seed);
      const plain = new PlainMatches();
      const store = new MatchStore(newFile, { memory: 0 });
      for (let event = 0; event < 5; event++) {
        const json = random.json(random.list());
        plain.append(JSON.parse(json) as unknown[]);
        store.append(Buffer.from(json));
        assert.deepEqual(store.counts, plain.counts, `seed ${seed}`);
      }
      assert.deepEqual(everythingIn(store), plain.everything, `seed ${seed}`);
      store.park();
      assert.deepEqual(everythingIn(store), plain.everything, `seed ${seed}, parked`);
      assert.deepEqual(store.kept, store.counts);
      store.dispose();
    }
  });

  it("takes what JSON.parse would, and of an event that it would not, what comes before the damage", () => {
    const random = seededRandom(7);
    const matches = new RandomMatches(7);
    let accepted = 0;
    for (let round = 0; round < 2000; round++) {
      const json = JSON.stringify([matches.match(), matches.match()]);
      const at = Math.floor(random() * json.length);
      const damage = '{}[]",:\\u0e-.1tn \u0001'.charAt(Math.floor(random() * 19));
      const damaged = (json.slice(0, at) + damage + json.slice(at + Math.floor(random() * 3))).toWellFormed();
      const plain = new PlainMatches();
      const store = new MatchStore();
      let expected: unknown;
      try {
        expected = JSON.parse(damaged);
      } catch {
        const isList = /^\s*\[/.test(damaged);
        const failure = isList ? { name: "SyntaxError" } : { code: "malformed" };
        assert.throws(() => store.append(Buffer.from(damaged)), failure, damaged);
        assert.ok(store.counts.items <= 2 && store.kept.items === store.counts.items, damaged);
        assert.doesNotThrow(() => everythingIn(store), damaged);
        continue;
      }
      accepted += 1;
      plain.append(expected as unknown[]);
      store.append(Buffer.from(damaged));
      assert.deepEqual(everythingIn(store), plain.everything, damaged);
    }
    assert.ok(accepted > 100);
  });

  it("need not parse what is as the service writes it", () => {
    const text = 'if (a < b) {\n\tsay("漢 😀"); say(1)\r\n}';
    const place = (line: number, column: number) => ({ offset: 1, line, column });
    const ranges = [1, 8].map((column) => ({ start: place(8, column), end: place(8, column + 3) }));
    const chunk = { content: text, contentStart: place(7, 0), ranges, contentTruncated: true };
    const match = {
      ...content("漢", "p"),
      hunks: null,
      chunkMatches: [chunk, { ...chunk, contentStart: place(90, 0), ranges: [] }],
    };
    const json = JSON.stringify([match, content("b", "q", 1, 2)]).replaceAll("<", "\\u003c");
    const bytes = Uint8Array.from(Buffer.from(json + "\0".repeat(ZEROS_BEHIND)));
    const found = scanMatches(new DataView(bytes.buffer), 0, bytes.length - ZEROS_BEHIND);
    assert.deepEqual(
      [...found].map((each) => [each?.isPlain, each?.lines, each?.ranges]),
      [
        [true, 1, 2],
        [true, 2, 2],
      ],
    );
  });

  it("keeps a match with a value that is nested deeply, and all but one where it is nested beyond reading", () => {
    const store = new MatchStore();
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    const deep = (path: string, depth: number) =>
      `{"type":"path","repository":"r","odd":${nested(depth)},"path":"${path}"}`;
    const unreadable = store.append(
      Buffer.from(`[${deep("a", 200)},${nested(300)},${deep("b", 30_000)},${deep("lost", 2_000_000)},${deep("c", 2)}]`),
    );
    assert.equal(unreadable, 1);
    assert.deepEqual(
      store.items(0, 0, 9).map(({ path }) => path),
      ["a", "b", "c"],
    );
  });

  it("lets others have their turn within one event", () => {
    const store = new MatchStore();
    const steps = [...store.appendInSteps(Buffer.from(`[${"{},".repeat(20_000)}{}]`))];
    assert.deepEqual([store.counts.items, steps.length], [20_001, 20_001]);
    const matches = Array.from({ length: 2000 }, () => content("r", "p", 1, 2, 3));
    const scanned = [...store.appendInSteps(Buffer.from(JSON.stringify(matches)))];
    assert.ok(scanned.length > 5, String(scanned.length));
  });

  it("counts the ranges of one long line by going over it once", () => {
    const store = new MatchStore();
    const columns = Array.from({ length: 40_000 }, (_, at) => at * 3);
    const place = (column: number) => ({ offset: column, line: 0, column });
    const ranges = columns.map((column) => ({ start: place(column), end: place(column + 2) }));
    const chunk = { content: "añ ".repeat(40_000), contentStart: place(0), ranges };
    const before = process.cpuUsage();
    append(store, { type: "content", repository: "r", path: "p", chunkMatches: [chunk] });
    const { user } = process.cpuUsage(before);
    assert.deepEqual([store.counts.lines, store.counts.ranges], [1, 40_000]);
    assert.ok(user < 2_000_000, `${user / 1000} ms`); // it once took 12 s
  });

  it("counts all entries of a list of any length, and keeps the first ones of it, in short steps", () => {
    const many = <T>(length: number, of: (at: number) => T) => Array.from({ length }, (_, at) => of(at));
    const place = (line: number, column: number) => ({ offset: 0, line, column });
    const chunk = (text: string, ranges: readonly object[]) => ({
      ...content("r", "p"),
      chunkMatches: [{ content: text, contentStart: place(0, 0), ranges }, ...content("r", "p", 1).chunkMatches],
    });
    const symbols = many(100_000, (at) => ({ name: `n${at}`, url: `/r/-/blob/p?L${at + 1}`, kind: "CONSTANT" }));
    const text = `\`\`\`COMMIT_EDITMSG\n${"word word\n".repeat(50_000)}\`\`\``;
    const long: readonly (readonly [object, number])[] = [
      [{ type: "symbol", repository: "r", path: "p", symbols }, 100_000],
      [{ type: "commit", repository: "r", content: text, ranges: many(50_000, (at) => [at + 1, 0, 4]) }, 50_000],
      [
        chunk(
          "x\n".repeat(30_100),
          many(30_000, (at) => ({ start: place(at, 0), end: place(at + 99, 1) })),
        ),
        30_001,
      ],
      [
        chunk(
          "x".repeat(60_050),
          many(60_000, (at) => ({ start: place(0, at), end: place(0, at + 50) })),
        ),
        60_001,
      ],
    ];
    for (const [match, ranges] of long) {
      const store = new MatchStore();
      append(store, { ...match, last: "field" }, content("other", "q", 1));
      assert.deepEqual({ ...store.counts, lines: 0 }, { repositories: 2, items: 2, lines: 0, ranges: ranges + 1 });
      const [item, other] = store.itemsAsFound(0, 2);
      assert.equal(item?.rangeCount, ranges);
      assert.equal(other?.path, "q");
      assert.equal(store.kept.ranges, "chunkMatches" in match ? ranges + 1 : 2001);
      const lines = store.lines(0, 0, 10_000);
      assert.ok(lines.length <= 5002);
      assert.equal(lines[0]?.line, 0);
    }
  });

  describe("lets others have their turn", () => {
    const lineMatches = Array.from({ length: 100_000 }, (_, at) => ({
      line: `some line of text ${at}`,
      lineNumber: at,
      offsetAndLengths: at % 7 ? [[5, 4]] : [],
    }));
    const at = (line: number, column: number) => ({ offset: 0, line, column });
    const ranges = (count: number, to: (line: number) => object) =>
      Array.from({ length: count }, (_, line) => ({ start: at(line, 0), end: to(line) }));
    const chunk = (text: string, found: readonly object[]) => ({
      content: text,
      contentStart: at(0, 0),
      ranges: found,
    });
    const file = (...chunkMatches: readonly object[]) => ({
      type: "content",
      path: "p",
      branches: ["a"],
      chunkMatches,
    });
    const message = (text: string) => ({
      type: "commit",
      message: "m",
      content: `\`\`\`COMMIT_EDITMSG\n${text}\`\`\``,
    });
    const diff = (text: string) => ({ type: "diff", message: "m", content: `\`\`\`diff\n${text}\`\`\`` });
    for (const [what, match] of [
      ["a file with 100,000 lines that matched", { type: "content", path: "p", branches: ["a"], lineMatches }],
      ["such a file by its older name", { type: "content", line_matches: lineMatches, path: "p", branches: ["a"] }],
      [
        "a diff of 500,000 lines",
        {
          ...diff(`a.ts a.ts\n@@ -1,500000 +1,500000 @@\n${"+short\n".repeat(500_000)}`),
          ranges: lineMatches.map((_, at) => [at + 3, 1, 5]).slice(0, 2000),
        },
      ],
      [
        "a file with 40,000 ranges in one chunk",
        file(
          chunk(
            "é line\n".repeat(40_000),
            ranges(40_000, (line) => at(line, 4)),
          ),
        ),
      ],
      [
        "a file with 40,000 ranges over several lines",
        file(
          chunk(
            "x\n".repeat(40_000),
            ranges(40_000, (line) => at(line + 3, 1)),
          ),
        ),
      ],
      [
        "a file with 30,000 chunks, the last ones first",
        file(
          ...Array.from({ length: 30_000 }, (_, place) => ({
            ...chunk("a 😀\nb\n", [{ start: at(90_000 - 3 * place, 2), end: at(90_000 - 3 * place, 3) }]),
            contentStart: at(90_000 - 3 * place, 0),
          })),
        ),
      ],
      [
        "one line in 4,000 parts",
        file(
          ...Array.from({ length: 4_000 }, (_, place) => ({
            ...chunk("😀".repeat(400), [{ start: at(0, place * 400 + 9), end: at(0, place * 400 + 12) }]),
            contentStart: at(0, place * 400),
          })),
        ),
      ],
      [
        "a file with 4 million lines in one chunk",
        file(chunk("\n".repeat(4_000_000), [{ start: at(3_000_000, 0), end: at(3_000_000, 0) }])),
      ],
      [
        "a file with 900 ranges on each line",
        {
          type: "content",
          path: "p",
          lineMatches: Array.from({ length: 900 }, (_, lineNumber) => ({
            line: "word",
            lineNumber,
            offsetAndLengths: Array.from({ length: 900 }, (_, place) => [place % 4, 1]),
          })),
        },
      ],
      ["a commit with 2 million lines", { ...message("w\r\n".repeat(2_000_000)), ranges: [[1_999_999, 0, 1]] }],
      [
        "a diff whose paths are too long",
        { ...diff(`${"a\\ ".repeat(2_000_000)} b\n@@ -1 +1 @@\n+x\n`), ranges: [[3, 1, 1]] },
      ],
      [
        "a path of 4 million letters",
        { type: "path", path: "a😀 ".repeat(1_000_000), pathMatches: ranges(2000, () => at(0, 3)) },
      ],
      [
        "a file with 300,000 fields",
        {
          type: "path",
          path: "p",
          ...Object.fromEntries(
            lineMatches.flatMap((_, at) => [
              [`a${at}`, 1],
              [`b${at}`, 1],
              [`c${at}`, 1],
            ]),
          ),
        },
      ],
      [
        "a field with a million values",
        { type: "path", path: "p", odd: { values: Array.from({ length: 1_000_000 }, () => ({})) } },
      ],
      ["a diff of 80,000 files", { ...diff("a b\n@@ -1 +1 @@\n+short\n".repeat(80_000)), ranges: [[3, 1, 5]] }],
    ] as const) {
      it(`while ${what} is decoded, and shows the same quickly`, async () => {
        const payload = Buffer.from(JSON.stringify([{ repository: "r", ...match }]));
        const whole = decodeMatch(JsonObject.expect({ repository: "r", ...match }, "match"));
        let decodingMs = Infinity;
        let showingMs = Infinity;
        for (let round = 0; round < 3; round++) {
          const store = new MatchStore();
          const turns = watchTurns(exactProcessorTime);
          await inSlices(store.appendInSteps(payload));
          await nextTurn();
          decodingMs = Math.min(decodingMs, turns.stop());
          const from = exactProcessorTime();
          const [item] = store.itemsAsFound(0, 1);
          const lines = store.lines(0, 990, 2_010);
          showingMs = Math.min(showingMs, exactProcessorTime() - from);
          assert.deepEqual(item, { ...whole.item, index: 0 });
          assert.deepEqual(lines, whole.lines.slice(990, 2_010));
          const { lineCount: lineTotal, rangeCount } = whole.item;
          assert.deepEqual(store.counts, { repositories: 1, items: 1, lines: lineTotal, ranges: rangeCount });
          assert.deepEqual(store.lines(0, 0, Infinity), whole.lines);
        }
        assert.ok(decodingMs < 50, `${decodingMs} ms`); // it once took 70 to 490
        assert.ok(showingMs < 50, `${showingMs} ms`); // it once took 230 to 400
      });
    }

    it("counts a long match whose list of lines comes twice as one that can't be read", () => {
      const list = JSON.stringify(lineMatches);
      const twice = `{"type":"content","repository":"r","lineMatches":${list},"lineMatches":${list}}`;
      const store = new MatchStore();
      assert.equal(store.append(Buffer.from(`[${twice},{"type":"repo","repository":"s"}]`)), 1);
      assert.deepEqual(
        store.itemsAsFound(0, 9).map(({ repository }) => repository),
        ["s"],
      );
    });
  });

  it("keeps all of a long match whose lists are short", () => {
    const store = new MatchStore();
    const match = content("r", "p", 1, 2);
    append(store, {
      ...match,
      chunkMatches: match.chunkMatches.map((chunk) => ({ ...chunk, content: "x".repeat(400_000) })),
    });
    assert.deepEqual(store.kept, { repositories: 1, items: 1, lines: 2, ranges: 2 });
    assert.deepEqual(store.counts, store.kept);
    assert.equal(store.lines(0, 0, 2)[1]?.text.length, 400_000);
  });

  it("refuses what is no list, and leaves out what is no match", () => {
    const store = new MatchStore();
    assert.throws(() => store.append(Buffer.from('{"type":"content"}')), { code: "malformed" });
    store.append(Buffer.from('[null,1,"x",[{}],{"type":"repo","repository":"r"}]'));
    assert.deepEqual(store.counts, { repositories: 1, items: 1, lines: 0, ranges: 1 });
  });

  it("answers by window, in order of arrival", () => {
    const store = new MatchStore();
    append(store, content("a", "1", 1), content("b", "2", 1), content("a", "3", 1, 2, 3));
    append(store, content("a", "4", 1));
    const paths = (from: number, to: number) => store.items(0, from, to).map(({ path }) => path);
    assert.deepEqual([paths(0, 2), paths(1, 9), paths(3, 4)], [["1", "3"], ["3", "4"], []]);
    assert.deepEqual(store.repositories(1, 2), [{ index: 1, name: "b", itemCount: 1, rangeCount: 1 }]);
    const lines = (from: number, to: number) => store.lines(2, from, to).map(({ line }) => line);
    assert.deepEqual(
      [lines(0, 2), lines(1, 9)],
      [
        [0, 2],
        [2, 4],
      ],
    );
    assert.deepEqual([store.items(9, 0, 9), store.lines(9, 0, 9), store.lines(-1, 0, 9)], [[], [], []]);
  });

  it("keeps the first matches up to its limit, and counts the rest", () => {
    const store = new MatchStore(undefined, { ranges: 3 });
    append(store, content("a", "1", 1, 2), content("a", "2", 1, 2), content("a", "3", 1));
    append(store, content("b", "4", 1));
    assert.deepEqual(store.kept, { repositories: 1, items: 1, lines: 2, ranges: 2 });
    assert.deepEqual(store.counts, { repositories: 2, items: 4, lines: 6, ranges: 6 });
    assert.deepEqual(store.repositories(0, 9), [{ index: 0, name: "a", itemCount: 1, rangeCount: 2 }]);
  });

  it("counts on where there is no room", () => {
    const store = new MatchStore(undefined, { memory: 1000 });
    for (let event = 0; event < 10; event++) append(store, content("a", String(event), 1));
    assert.equal(store.counts.items, 10);
    assert.ok(store.kept.items > 0 && store.kept.items < 10);
    assert.equal(store.items(0, 0, 99).length, store.kept.items);
  });

  it("counts on where the file can't be written", () => {
    const store = new MatchStore(() => join(folder, "missing", "file"), { memory: 4_000_000 });
    const long = { ...content("a", "p", 1), filler: "x".repeat(100_000) };
    for (let event = 0; event < 60; event++) append(store, long);
    assert.equal(store.counts.items, 60);
    assert.ok(store.kept.items >= 30 && store.kept.items < 60, String(store.kept.items));
    assert.equal((store.failure as NodeJS.ErrnoException).code, "ENOENT");
    assert.equal(store.items(0, 0, 99).length, store.kept.items);
  });

  it("moves what does not fit into memory to a file of its owner, and removes it in the end", () => {
    const own = mkdtempSync(join(folder, "own-"));
    const store = new MatchStore(() => newSpillFile(own), { memory: 2_000_000 });
    const long = (path: string) => ({ ...content("a", path, 1), filler: "x".repeat(100_000) });
    for (let event = 0; event < 50; event++) append(store, long(String(event)));
    const [name = ""] = readdirSync(own);
    assertMode(join(own, name), 0o600);
    const { size } = statSync(join(own, name));
    assert.equal(size, store.size.fileBytes);
    assert.ok(size > 2_000_000 && store.size.memoryBytes < 3_500_000, JSON.stringify(store.size));
    const expected = Array.from({ length: 50 }, (_, index) => String(index));
    assert.deepEqual(
      store.items(0, 0, 50).map(({ path }) => path),
      expected,
    );
    store.park();
    assert.ok(store.size.memoryBytes < 100_000);
    append(store, long("50"));
    assert.deepEqual(
      store.items(0, 48, 99).map(({ path }) => path),
      ["48", "49", "50"],
    );
    store.dispose();
    store.dispose();
    append(store, long("51"));
    assert.deepEqual(readdirSync(own), []);
    assert.deepEqual([store.repositories(0, 9), store.items(0, 0, 9), store.lines(0, 0, 9)], [[], [], []]);
    assert.equal(store.counts.items, 51);
  });

  it("removes the files of processes that are gone, and nothing else", () => {
    const own = mkdtempSync(join(folder, "stale-"));
    const names = ["matches-999999999-1", `matches-${process.ppid}-1`, `matches-${process.pid}-77`, "notes.txt"];
    for (const name of names) writeFileSync(join(own, name), "");
    const reused = join(own, `matches-${process.pid}-1`);
    writeFileSync(reused, "");
    utimesSync(reused, 1, 1); // left by an earlier process with our number
    removeStaleFiles(own);
    assert.deepEqual(readdirSync(own).sort(), names.slice(1).sort());
    removeStaleFiles(join(own, "missing"));
    assert.ok(!existsSync(join(own, "missing")));
  });
});
