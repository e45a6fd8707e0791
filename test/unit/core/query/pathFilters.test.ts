import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { pathFiltersOf, withPathFilters } from "../../../../src/core/query/pathFilters.ts";

const both = (include: string, exclude = ""): string => withPathFilters("x", { include, exclude });

describe("the files that a query looks at", () => {
  it("are written as globs and read back as they were written", () => {
    for (const [include, query] of [
      ["*.ts", "x file:\\.ts$"],
      ["*.test.ts", "x file:\\.test\\.ts$"],
      ["src/**", "x file:(^|/)src/"],
      ["src/a.b/**", "x file:(^|/)src/a\\.b/"],
      ["src/local", "x file:src/local"],
      ["^docs/.*\\.md$", "x file:^docs/.*\\.md$"],
    ] as const) {
      assert.equal(both(include), query);
      assert.deepEqual(pathFiltersOf(query), { include, exclude: "" });
    }
    assert.equal(both("src/**/a?.ts"), "x file:(^|/)src/(.+/)?a[^/]\\.ts$");
  });

  it("are in one of several, and in none of those that are excluded", () => {
    const query = both("*.ts, src/**", "test, *.md");
    assert.equal(query, "x file:(\\.ts$)|((^|/)src/) -file:(test)|(\\.md$)");
    assert.deepEqual(pathFiltersOf(query), { include: "*.ts, src/**", exclude: "test, *.md" });
    const pattern = /file:(\S+)/.exec(query)?.[1] ?? "";
    assert.deepEqual(
      ["a.ts", "src/a", "lib/src/a", "mysrc/a"].map((path) => new RegExp(pattern).test(path)),
      [true, true, true, false],
    );
  });

  it("take the place of those before, for both sides of an OR", () => {
    assert.equal(withPathFilters("file:\\.ts$ x", { include: "*.go", exclude: "" }), "x file:\\.go$");
    assert.equal(withPathFilters("x file:\\.ts$ -file:a", { include: "", exclude: "" }), "x");
    assert.equal(withPathFilters("a or b", { include: "*.go", exclude: "" }), "(a or b) file:\\.go$");
  });

  it("leave filters of contents, quoted ones and the folder of a scope alone", () => {
    const query = 'x file:has.content(TODO) file:"a b" file:^src/';
    assert.deepEqual(pathFiltersOf(query), { include: "", exclude: "" });
    assert.equal(withPathFilters(query, { include: "a", exclude: "" }), `${query} file:a`);
  });
});
