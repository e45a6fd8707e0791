import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { MatchedItem } from "../../../../src/core/model/matches.ts";
import { FilteredMatches } from "../../../../src/core/search/filteredMatches.ts";
import { sortMatches } from "../../../../src/core/search/matchOrder.ts";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import {
  encodeInSlices,
  printResults,
  resultsOf,
  toCsv,
  toJsonLines,
  toMarkdown,
  toPlainText,
  type Result,
  type ShownPart,
} from "../../../../src/core/search/resultsText.ts";

const item: MatchedItem = {
  index: 0,
  type: "content",
  repository: "h/o/n",
  path: "a.ts",
  label: "a.ts",
  revision: "c1",
  lineCount: 1,
  rangeCount: 1,
};
const results: Result[] = [
  { item, lines: [{ line: 4, text: 'say("a, b") ```', ranges: [{ start: 0, end: 3 }] }] },
  { item: { ...item, index: 1, type: "repo", path: "", label: "h/o/n", lineCount: 0 }, lines: [] },
];

/** A store with files of `lines` matched lines each. */
function storeOf(files: number, lines: number): MatchStore {
  const store = new MatchStore();
  const line = "const `x` = function (argument) { return argument + 1; }";
  const lineMatches = Array.from({ length: lines }, (_, lineNumber) => ({
    line,
    lineNumber,
    offsetAndLengths: [[0, 4]],
  }));
  for (let file = 0; file < files; file++)
    store.append(Buffer.from(JSON.stringify([{ type: "content", repository: "r", path: `${file}.ts`, lineMatches }])));
  return store;
}

describe("results as text", () => {
  it("tells for every line where it is from", async () => {
    const { text, places } = await printResults("q", results);
    assert.equal(text, 'q\n\nh/o/n/a.ts\n       5: say("a, b") ```\n\nh/o/n\n');
    assert.deepEqual(
      [...places],
      [
        [2, { repository: "h/o/n", path: "a.ts", revision: "c1" }],
        [
          3,
          {
            repository: "h/o/n",
            path: "a.ts",
            revision: "c1",
            range: { startLine: 4, endLine: 4, startColumn: 0, endColumn: 3 },
          },
        ],
      ],
    );
  });

  it("shows each line around matches once, marks those that matched, and separates what does not touch", async () => {
    const line = (number: number, before: string[], after: string[]) => ({
      line: number,
      text: `match ${number}`,
      ranges: [],
      context: { before, after },
    });
    const lines = [line(2, ["a", "b"], ["c", "match 4"]), line(4, ["match 2", "c"], ["d"]), line(9, ["e"], [])];
    const { text, places } = await printResults("q", [{ item, lines }]);
    assert.equal(
      text,
      [
        "q",
        "",
        "h/o/n/a.ts",
        "       1  a",
        "       2  b",
        "       3: match 2",
        "       4  c",
        "       5: match 4",
        "       6  d",
        "",
        "       9  e",
        "      10: match 9",
        "",
      ].join("\n"),
    );
    assert.deepEqual([...places.keys()], [2, 5, 7, 11]);
  });

  it("has no gaps between matches without context", async () => {
    const lines = [2, 9].map((line) => ({ line, text: "match", ranges: [] }));
    const { text } = await printResults("q", [{ item, lines }]);
    assert.equal(text, "q\n\nh/o/n/a.ts\n       3: match\n      10: match\n");
  });

  it("is Markdown whose fences are longer than any in the code", () => {
    assert.equal(
      [...toMarkdown("q", results)].join(""),
      '# q\n\n## h/o/n/a.ts\n\n````\n5: say("a, b") ```\n````\n\n## h/o/n\n',
    );
  });

  it("is Markdown for as many lines of a file as there are", () => {
    const parts = [...toMarkdown("q", resultsOf(storeOf(1, 200_000)))];
    assert.equal(parts.at(-2), "200000: const `x` = function (argument) { return argument + 1; }\n");
  });

  it("is plain text, a row a line", () => {
    assert.equal([...toPlainText(results)].join(""), 'h/o/n/a.ts:5: say("a, b") ```\nh/o/n\n');
  });

  it("is made in slices, in which others have their turn", async () => {
    const ways: readonly ((results: Iterable<Result>) => Promise<unknown>)[] = [
      ...[toCsv, toJsonLines, toPlainText].map((print) => (found: Iterable<Result>) => encodeInSlices(print(found))),
      (found) => encodeInSlices(toMarkdown("q", found)),
      (found) => printResults("q", found),
    ];
    const store = storeOf(200, 100);
    for (const make of ways) {
      let turns = 0;
      let isMade = false;
      const take = () => {
        turns++;
        if (!isMade) setImmediate(take);
      };
      setImmediate(take);
      await make(resultsOf(store));
      isMade = true;
      assert.ok(turns > 3, `${turns} turns`);
    }
  });

  it("is in the order into which it was sorted, what was found later last, and only what a filter leaves", async () => {
    const store = new MatchStore();
    const append = (...files: (readonly [repository: string, path: string])[]) => {
      const matches = files.map(([repository, path]) => ({ type: "path", repository, path }));
      store.append(Buffer.from(JSON.stringify(matches)));
    };
    append(["b", "two.ts"], ["b", "one.ts"], ["a", "two.ts"]);
    const order = await sortMatches(store, "name");
    append(["b", "later.ts"], ["c", "two.ts"]);
    const named = (part: ShownPart) => [...toPlainText(resultsOf(store, part))].join("").trim().split("\n");
    assert.deepEqual(named({}), ["b/two.ts", "b/one.ts", "b/later.ts", "a/two.ts", "c/two.ts"]);
    assert.deepEqual(named({ order }), ["a/two.ts", "b/one.ts", "b/two.ts", "b/later.ts", "c/two.ts"]);
    const shown = new FilteredMatches(store, "two");
    await shown.update();
    assert.deepEqual(named({ order, shown }), ["a/two.ts", "b/two.ts", "c/two.ts"]);
  });

  it("is all of them or an error where they are dropped meanwhile", async () => {
    const store = storeOf(200, 100);
    const written = encodeInSlices(toCsv(resultsOf(store)));
    setImmediate(() => {
      store.dispose();
    });
    await assert.rejects(written, /were dropped/);
  });

  it("is CSV with quotes where they are needed, and without formulas", () => {
    const formula: Result = { item, lines: [{ line: 0, text: "=1+1", ranges: [] }] };
    assert.deepEqual(
      [...toCsv([...results, formula])],
      [
        "type,repository,revision,path,line,text\r\n",
        'content,h/o/n,c1,a.ts,5,"say(""a, b"") ```"\r\n',
        "repo,h/o/n,c1,,,h/o/n\r\n",
        "content,h/o/n,c1,a.ts,1,'=1+1\r\n",
      ],
    );
  });

  it("tells where in its line a part of a long one is", async () => {
    const parts = results.map(({ item, lines }) => ({
      item,
      lines: lines.map((line) => ({ ...line, textStart: 900 })),
    }));
    const { places } = await printResults("q", parts);
    assert.deepEqual(places.get(3)?.range, { startLine: 4, endLine: 4, startColumn: 900, endColumn: 903 });
    const [first] = [...toJsonLines(parts)];
    const { textStart, ranges } = JSON.parse(first ?? "") as Record<string, unknown>;
    assert.deepEqual([textStart, ranges], [900, [{ start: 0, end: 3 }]]);
  });

  it("is JSON Lines with ranges", () => {
    const [first] = [...toJsonLines(results)];
    assert.deepEqual(JSON.parse(first ?? ""), {
      type: "content",
      repository: "h/o/n",
      revision: "c1",
      path: "a.ts",
      line: 5,
      text: 'say("a, b") ```',
      ranges: [{ start: 0, end: 3 }],
    });
  });
});
