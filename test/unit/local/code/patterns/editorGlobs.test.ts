import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ignoreLinesOfGlob } from "../../../../../src/local/code/patterns/editorGlobs.ts";

describe("a glob of the editor's excludes as lines of an ignore file", () => {
  const CASES: readonly (readonly [glob: string, ...lines: readonly string[]])[] = [
    ["*.snap", "/*.snap"],
    ["/*.snap", "/*.snap"],
    ["build", "/build"],
    ["build/", "/build"],
    ["build//", "/build"],
    ["out\\gen", "/out/gen"],
    ["**/node_modules", "node_modules"],
    ["**/node_modules/", "node_modules"],
    ["**/*.code-search", "*.code-search"],
    ["**/test/fixtures", "/**/test/fixtures"],
    ["**.js", "*.js"],
    ["a**b/c", "/a*b/c"],
    ["docs/**", "/docs/**"],
    ["docs/**/*.md", "/docs/**/*.md"],
    ["**", "/**"],
    ["*.{js,css}.map", "/*.js.map", "/*.css.map"],
    ["**/{a,b}", "a", "b"],
    ["{src,lib/{x,y}}/gen", "/src/gen", "/lib/x/gen", "/lib/y/gen"],
    ["{a,}.txt", "/a.txt", "/.txt"],
    ["a{b", "/a{b"],
    ["**/#notes", "\\#notes"],
    ["**/!important", "\\!important"],
    ["!important", "/!important"],
    ["  a b  ", "/a b"],
    ["file[0-9].ts", "/file[0-9].ts"],
    ["file[", "/file["],
    [""],
    ["  "],
    ["/"],
    ["a\n**"],
    ["a\0b"],
  ];
  for (const [glob, ...lines] of CASES)
    it(`${JSON.stringify(glob)}: ${lines.join(", ") || "none"}`, () => {
      assert.deepEqual(ignoreLinesOfGlob(glob), lines);
    });

  it("are not without number", () => {
    assert.ok(ignoreLinesOfGlob("{a,b}".repeat(30)).length <= 200);
  });
});
