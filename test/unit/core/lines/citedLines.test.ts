import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { findLines, type LineFate } from "../../../../src/core/lines/citedLines.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";
import { compareVersions } from "../../../../src/core/lines/versions.ts";
import { seededRandom } from "../../../support/randomMatches.ts";

const PARSE = [
  "function parse(text) {",
  "  const tokens = tokenize(text);",
  "  if (tokens.length === 0) {",
  "    return undefined;",
  "  }",
  "  return readExpression(tokens, 0);",
  "}",
];
const PRINT = [
  "function print(tree) {",
  "  const parts = [];",
  "  for (const node of tree.nodes) {",
  "    parts.push(printNode(node));",
  "  }",
  '  return parts.join("");',
  "}",
];
const CHECK = [
  "function check(tree) {",
  "  const problems = [];",
  "  visit(tree, (node) => {",
  "    if (!node.isValid) problems.push(node);",
  "  });",
  "  return problems;",
  "}",
];
const FILE = ["// A small language.", "", ...PARSE, "", ...PRINT, "", ...CHECK, ""];
const PARSE_AT = 2;
const PRINT_AT = 10;
const CHECK_AT = 18;

/** Without the share of the text that is left. */
type Place = Extract<LineFate, { state: "same" | "gone" }> | Omit<Extract<LineFate, { share: number }>, "share">;

async function find(
  old: readonly string[],
  current: readonly string[],
  startLine: number,
  endLine: number,
): Promise<Place | undefined> {
  const slices = new TimeSlices();
  const found = await findLines(
    await compareVersions(old.join("\n"), current.join("\n"), slices),
    { startLine, endLine },
    slices,
  );
  if (!found || !("share" in found)) return found;
  const { share, ...place } = found;
  assert.ok(share >= 0 && share <= 1);
  return place;
}

function changed(lines: readonly string[], from: string, to: string): string[] {
  assert.ok(lines.join("\n").includes(from), from);
  return lines.join("\n").replace(from, to).split("\n");
}

describe("cited lines", () => {
  const print = (current: readonly string[]) => find(FILE, current, PRINT_AT, PRINT_AT + 6);

  it("are the same in the same file", async () => {
    assert.deepEqual(await print(FILE), { state: "same" });
    assert.deepEqual(await find([], [], 0, 0), { state: "same" });
  });

  it("are the same where only line ends differ", async () => {
    assert.deepEqual(await print(FILE.map((line) => `${line}\r`)), { state: "same" });
  });

  it("are the same where others changed", async () => {
    assert.deepEqual(await print(changed(FILE, "tokenize(text)", "tokenize(text, options)")), { state: "same" });
  });

  it("move with what is added or removed above them", async () => {
    const moved = { state: "moved", startLine: PRINT_AT + 2, endLine: PRINT_AT + 8, isSure: true };
    assert.deepEqual(await print(["// One", "// Two", ...FILE]), moved);
    const up = { state: "moved", startLine: PRINT_AT - 8, endLine: PRINT_AT - 2, isSure: true };
    assert.deepEqual(await print(FILE.toSpliced(PARSE_AT, 8)), up);
  });

  it("are found where a whole function went elsewhere in the file", async () => {
    const moved = [...PRINT, "", "// A small language.", "", ...PARSE, "", ...CHECK, ""];
    assert.deepEqual(await print(moved), { state: "moved", startLine: 0, endLine: 6, isSure: true });
  });

  it("are found by their surroundings where they say little", async () => {
    const closing = PRINT_AT + 6;
    assert.deepEqual(await find(FILE, ["// One", ...FILE], closing, closing), {
      state: "moved",
      startLine: closing + 1,
      endLine: closing + 1,
      isSure: true,
    });
  });

  it("are found where they were edited inside, with what was added", async () => {
    const edited = changed(
      FILE,
      "    parts.push(printNode(node));",
      "    const part = printNode(node);\n    parts.push(part);",
    );
    assert.deepEqual(await print(["// One", ...edited]), {
      state: "changed",
      startLine: PRINT_AT + 1,
      endLine: PRINT_AT + 8,
      isSure: true,
    });
  });

  it("are found where their first or last line was edited", async () => {
    const place = { state: "changed", startLine: PRINT_AT + 1, endLine: PRINT_AT + 7, isSure: true };
    assert.deepEqual(await print(["//", ...changed(FILE, "print(tree) {", "print(tree, options) {")]), place);
    assert.deepEqual(
      await print(["//", ...changed(FILE, '  return parts.join("");\n}', '  return parts.join("");\n};')]),
      place,
    );
  });

  it("are found where they were indented anew and moved", async () => {
    const wrapped = [
      ...FILE.slice(0, PRINT_AT),
      "if (canPrint) {",
      ...PRINT.map((line) => `  ${line}`),
      "}",
      ...FILE.slice(PRINT_AT + 7),
    ];
    assert.deepEqual(await print(wrapped), {
      state: "moved",
      startLine: PRINT_AT + 1,
      endLine: PRINT_AT + 7,
      isSure: true,
      isReindented: true,
    });
  });

  it("are found where names in every line were changed and others moved in between", async () => {
    const renamed = PRINT.map((line) => line.replaceAll("parts", "pieces").replaceAll("node", "child"));
    const found = await print([...FILE.slice(0, PARSE_AT), ...CHECK, "", ...renamed, "", ...PARSE, ""]);
    assert.equal(found?.state, "changed");
    assert.equal(found.startLine, PARSE_AT + 8);
    assert.equal(found.endLine, PARSE_AT + 14);
  });

  it("are gone where they were removed, and tell where they were", async () => {
    assert.deepEqual(await print(FILE.toSpliced(PRINT_AT, 8)), { state: "gone", nearLine: PRINT_AT, isSure: true });
    assert.deepEqual(await print([]), { state: "gone", nearLine: 0, isSure: true });
    assert.deepEqual(await print(["import all from 'elsewhere';"]), { state: "gone", nearLine: 0, isSure: true });
  });

  it("are not there where the old version is shorter; an end that is too far counts as the last line", async () => {
    assert.equal(await find(FILE, FILE, 100, 110), undefined);
    assert.equal(await find(FILE, FILE, -1, 3), undefined);
    assert.deepEqual(await find(FILE, FILE, CHECK_AT, 500), { state: "same" });
  });

  describe("that occur twice", () => {
    const first = ["// First", ...PRINT, "// End of first"];
    const second = ["// Second", ...PRINT, "// End of second"];
    const twice = [...first, "", ...second];

    it("are told apart by what is around them", async () => {
      assert.deepEqual(await find(twice, ["// New", ...twice], 10, 17), {
        state: "moved",
        startLine: 11,
        endLine: 18,
        isSure: true,
      });
      assert.deepEqual(await find(twice, ["// New", ...twice], 12, 14), {
        state: "moved",
        startLine: 13,
        endLine: 15,
        isSure: true,
      });
    });

    it("are not taken for the copy that is left", async () => {
      for (const [left, startLine] of [
        [second, 1],
        [first, 11],
      ] as const) {
        const found = await find(twice, ["// New", ...left], startLine, startLine + 6);
        assert.ok(
          found?.state === "gone" || (found?.state !== "same" && found?.isSure === false),
          JSON.stringify(found),
        );
      }
    });

    it("are not surely any of two new places", async () => {
      const found = await find(FILE, ["// A", ...PRINT, "// B", ...PRINT, "// C"], PRINT_AT, PRINT_AT + 6);
      assert.ok(found?.state === "moved" || found?.state === "changed", JSON.stringify(found));
      assert.equal(found.isSure, false);
    });
  });

  it("are not surely somewhere because of a few words that could be anywhere", async () => {
    const old = ["start()", "return null;", "middle()"];
    const found = await find(old, ["another()", "thing()", "return null;", "entirely()"], 1, 1);
    assert.ok(found?.state === "moved", JSON.stringify(found));
    assert.equal(found.isSure, false);
  });

  it("that occur once and stay as they are, are found at every place they go to", async () => {
    const random = seededRandom(5);
    const below = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 200; round++) {
      const old = Array.from({ length: 20 + below(60) }, (_, line) =>
        below(3) === 0 ? "}" : `line ${line} of ${round};`,
      );
      const start = below(old.length);
      old[start] = `const cited = ${round};`;
      const end = Math.min(old.length - 1, start + below(8));
      const current = [...old];
      for (let edit = 0; edit < 6; edit++) {
        const at = below(current.length);
        const cited = current.indexOf(old[start] ?? "");
        const isFarOff = at + 4 < cited || at > cited + end - start + 1;
        if (isFarOff) current.splice(at, below(4), ...Array.from({ length: below(4) }, () => `new ${below(1000)};`));
      }
      const expected = current.indexOf(old[start] ?? "");
      const found = await find(old, current, start, end);
      const at = found?.state === "same" ? start : found?.state === "moved" ? found.startLine : undefined;
      assert.equal(at, expected, JSON.stringify({ round, start, end, found }));
    }
  });

  it("are looked for in turns, and no longer once nobody wants to know", async () => {
    const stop = new AbortController();
    const lines = Array.from({ length: 40_000 }, (_, line) => `line ${line % 999} of ${line}`).join("\n");
    const work = compareVersions(lines, lines.toUpperCase(), new TimeSlices({ signal: stop.signal }));
    stop.abort();
    await assert.rejects(work, { name: "AbortError" });
  });
});
