import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { listedPlaces } from "../../../../src/core/sources/listedPlaces.ts";
import type { SourceLocation } from "../../../../src/core/sources/sourceLink.ts";

/** A source from `path:first-last` with one-based lines, which is easier to read. */
function place(text: string): SourceLocation {
  const [, path = "", start, end = start] = /^([^:]+)(?::(\d+)(?:-(\d+))?)?$/.exec(text) ?? [];
  const range = start === undefined ? {} : { range: { startLine: Number(start) - 1, endLine: Number(end) - 1 } };
  return { repository: "h/o/r", path, ...range };
}

/** The rows for some places: the lines, and the numbers of the places in them. A new place gets the next number. */
function rows(...cited: (string | SourceLocation)[]): string[] {
  const places = cited.map((each) => (typeof each === "string" ? place(each) : each));
  const sources = [...places];
  const listed = listedPlaces(
    places.map((_, number) => number),
    (number) => sources[number],
    (location) => {
      const known = sources.findIndex((each) => JSON.stringify(each) === JSON.stringify(location));
      return known >= 0 ? known : sources.push(location) - 1;
    },
  );
  return listed.map(({ index, parts }) => {
    const { path = "", range } = sources[index] ?? {};
    return `${index} ${path}${range ? `:${range.startLine + 1}-${range.endLine + 1}` : ""} [${parts.join()}]`;
  });
}

describe("The places that are listed below an answer", () => {
  it("are those that it cites, where none touches another", () => {
    assert.deepEqual(rows("b:1-2", "a:1-2", "b:4-9"), ["0 b:1-2 []", "1 a:1-2 []", "2 b:4-9 []"]);
  });

  it("are one where ranges of a file touch or overlap, at the place of the first", () => {
    assert.deepEqual(rows("a:10-20", "b:1", "a:21-25"), ["3 a:10-25 [0,2]", "1 b:1-1 []"]);
    assert.deepEqual(rows("b:1", "a:15-25", "a:10-20"), ["0 b:1-1 []", "3 a:10-25 [1,2]"]);
    assert.deepEqual(rows("a:7", "a:8", "a:10", "a:9"), ["4 a:7-10 [0,1,2,3]"]);
  });

  it("are the wider range where one is within another, by its own number", () => {
    assert.deepEqual(rows("a:12-14", "a:10-20"), ["1 a:10-20 [0]"]);
    assert.deepEqual(rows("a:10-20", "a:10-20", "a:20"), ["0 a:10-20 [1,2]"]);
  });

  it("are joined by a place between two", () => {
    assert.deepEqual(rows("a:1-3", "a:9-12", "a:4-8"), ["3 a:1-12 [0,1,2]"]);
  });

  it("are not joined over a line that was not cited, another file, revision or repository", () => {
    const other = { ...place("a:3-4"), repository: "h/o/q" };
    const revised = { ...place("a:3-4"), revision: "v1" };
    assert.deepEqual(rows("a:1-2", "a:4-5", "b:3", other, revised).length, 5);
  });

  it("are whole files besides their lines", () => {
    assert.deepEqual(rows("a", "a:1-2", "a:2-3"), ["0 a []", "3 a:1-3 [1,2]"]);
  });

  it("have whole lines where they were joined", () => {
    const first: SourceLocation = {
      ...place("a:5"),
      range: { startLine: 4, endLine: 4, startColumn: 3, endColumn: 9 },
    };
    assert.deepEqual(rows(first, "a:6"), ["2 a:5-6 [0,1]"]);
    assert.deepEqual(rows(first, { ...first, range: { startLine: 4, endLine: 4, startColumn: 12 } }), [
      "2 a:5-5 [0,1]",
    ]);
  });
});
