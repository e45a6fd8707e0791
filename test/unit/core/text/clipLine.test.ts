import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { clipLine } from "../../../../src/core/text/clipLine.ts";

/** The text that a label highlights. */
function highlighted(text: string, ...ranges: [number, number][]): string[] {
  const { label, highlights } = clipLine(
    text,
    ranges.map(([start, end]) => ({ start, end })),
  );
  return highlights.map(([start, end]) => label.slice(start, end));
}

describe("clipLine", () => {
  it("leaves out the indentation and highlights what matched", () => {
    assert.deepEqual(clipLine("    let bom = 1", [{ start: 8, end: 11 }]), {
      label: "let bom = 1",
      highlights: [[4, 7]],
    });
  });

  it("starts shortly before a first match that is far to the right", () => {
    const line = `const ${"x".repeat(300)} = needle;`;
    const { label } = clipLine(line, [{ start: line.indexOf("needle"), end: line.indexOf("needle") + 6 }]);
    assert.equal(label, "…xxx = needle;");
    assert.deepEqual(highlighted(line, [309, 315]), ["needle"]);
  });

  it("has its match in the first 25 letters, whatever is before it, and a line's beginning where that is short", () => {
    const line = "  const { options, retryAfterMs } = connect(address);";
    const start = line.indexOf("retryAfterMs");
    const { label, highlights } = clipLine(line, [{ start, end: start + 12 }]);
    assert.equal(label, "…options, retryAfterMs } = connect(address);");
    assert.ok((highlights[0]?.[1] ?? 99) <= 25);
    const inWords = "export function retry() {";
    assert.equal(clipLine(inWords, [{ start: 16, end: 21 }]).label, "…function retry() {");
    const short = clipLine("  const a = retry", [{ start: 12, end: 17 }]);
    assert.equal(short.label, "const a = retry");
  });

  it("marks that a part of a line is no beginning", () => {
    assert.deepEqual(clipLine("x = needle;", [{ start: 4, end: 10 }], 5_000), {
      label: "…x = needle;",
      highlights: [[5, 11]],
    });
  });

  it("ends highlights where the label ends, and drops those behind it", () => {
    const line = "a".repeat(1000);
    assert.deepEqual(
      highlighted(line, [0, 500], [600, 700]).map(({ length }) => length),
      [250],
    );
  });

  it("gives a blank for an empty line: an empty label would show the row's id", () => {
    assert.deepEqual(clipLine("", []), { label: " ", highlights: [] });
  });

  it("keeps a match within the indentation", () => {
    assert.deepEqual(highlighted("\t\tx", [0, 2]), ["\t\t"]);
  });
});
