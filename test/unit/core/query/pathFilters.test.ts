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
      ["src/local", "x file:(^|/)src/local(/|$)"],
      ["deck plans/**", "x file:(^|/)deck\\splans/"],
      ["./src", "x file:^src(/|$)"],
      ["*.test.*", "x file:\\.test\\."],
      ["*.{ts,tsx}", "x file:\\.(ts|tsx)$"],
      ["C++", "x file:(^|/)C\\+\\+(/|$)"],
      ["^docs/.*\\.md$", "x file:^docs/.*\\.md$"],
    ] as const) {
      assert.equal(both(include), query);
      assert.deepEqual(pathFiltersOf(query), { include, exclude: "" });
    }
    assert.equal(both("src/**/a?.ts"), "x file:(^|/)src/(.+/)?a[^/]\\.ts$");
  });

  it("are in one of several, and in none of those that are excluded", () => {
    const query = both("*.ts, src/**", "test, *.md");
    assert.equal(query, "x file:(\\.ts$)|((^|/)src/) -file:((^|/)test(/|$))|(\\.md$)");
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
    assert.equal(withPathFilters(query, { include: "a", exclude: "" }), `${query} file:(^|/)a(/|$)`);
  });

  it("are shown as globs that write the same query again", () => {
    for (const include of [
      ...["*.ts", "*.{ts,tsx}", "**/node_modules", "*.test.*", "**/*.[jt]s", "my folder/**", "./src", "./src/**"],
      ...["/home/ada/boats", "C:\\boats\\src", "C++", "app/[id]/page.tsx", "src\\deep", "*", "a?/b*", "[!a]*.h"],
      ...["{*.md,docs/**}", "a, b c, *.{x,y}", "./", "a{b,{c,d}}e", "$id.tsx", "x/**/y"],
    ]) {
      const query = both(include);
      const shown = pathFiltersOf(query);
      assert.equal(withPathFilters("y", shown), query.replace("x ", "y "), include);
      assert.doesNotMatch(shown.include, /\^|\$$|\(/, include);
    }
  });

  it("stay as they are if they were written as regular expressions", () => {
    for (const pattern of [
      ...[
        "src/local",
        "^docs/.*\\.md$",
        "\\.ts$",
        "a|b",
        "(a|b)c",
        "(test|spec)\\d+",
        "a{1,3}",
        "x,y",
        "\\.test\\.",
        "[a-c]x",
      ],
      ...["(?:a)", "(?i)Readme", "(a)|(b)", "(^a$)|(b{1,2})|(c)", "a\\sb", "!x", "\\d"],
    ]) {
      const query = `x file:${pattern}`;
      const shown = pathFiltersOf(query);
      assert.equal(withPathFilters("x -file:other", shown), query, shown.include);
    }
  });

  it("are separated by commas alone, and not by those of a glob", () => {
    assert.equal(both("a b"), "x file:(^|/)a\\sb(/|$)");
    assert.equal(both(" *.{a,b} ,, c "), "x file:(\\.(a|b)(/|$))|((^|/)c(/|$))");
  });

  it("belong to the other side after an exclamation mark", () => {
    assert.equal(both("src, !*.md", "! lib/**"), "x file:((^|/)src(/|$))|((^|/)lib/) -file:\\.md$");
  });
});
