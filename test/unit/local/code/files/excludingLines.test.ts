import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ExcludingLines } from "../../../../../src/local/code/files/excludingLines.ts";
import { IgnorePatterns } from "../../../../../src/local/code/files/ignorePatterns.ts";
import { ignoreLinesOfGlob } from "../../../../../src/local/code/patterns/editorGlobs.ts";
import { leastProcessorTime } from "../../../../support/turns.ts";

describe("lines of an ignore file that only exclude", () => {
  const GLOBS = [
    ...["*.snap", "build", "**/gen/**", "gen/**", "**/*.min.js", "src/**/*.ts", "**", "*", "**/*", "?.js", "**/?.js"],
    ...["a*b*c*d*e*f", "**/a(b)", "a+b.*", "x.?", "**/.*", "[ab].js", "**/[!a]*.ts", "#x*", "**/!*", "a\\*", "**x*"],
  ];
  const PATHS = [
    ...["a.snap", "in/a.snap", "build", "in/build", "gen", "gen/a", "gen/in/a", "in/gen", "in/gen/a", "a.min.js"],
    ...["in/a.min.js", "src/a.ts", "src/in/deep/a.ts", "src", "a.js", "in/a.js", "ab.js", "abcdef", "a1b2c3d4e5f"],
    ...["a(b)", "in/a(b)", "a+b.c", "aab.c", "x.y", "x.", "x\n", ".git", "in/.x", "b.js", "in/b.ts", "#xy", "in/#x"],
    ...["!a", "in/!a", "a/b", "ax", "in/axy", "a*"],
  ];

  it("fit what they fit in an ignore file, each by itself and together", () => {
    for (const glob of GLOBS) {
      const lines = ignoreLinesOfGlob(glob);
      const [quick, usual] = [new ExcludingLines(lines), new IgnorePatterns(lines.join("\n"))];
      for (const path of PATHS) assert.equal(quick.has(path), usual.of(path, true) !== undefined, `${glob} ${path}`);
    }
    const all = GLOBS.filter((glob) => !/^[*]+(?:\/[*])?$/.test(glob)).flatMap(ignoreLinesOfGlob);
    const [quick, usual] = [new ExcludingLines(all), new IgnorePatterns(all.join("\n"))];
    for (const path of PATHS) assert.equal(quick.has(path), usual.of(path, true) !== undefined, path);
  });

  it("take time in proportion, however many stars there are", () => {
    const path = `${"a".repeat(200)}/${"a".repeat(200)}`;
    const lines = new ExcludingLines([`/${"*a".repeat(40)}*b`, `/${"**/*a*/".repeat(20)}b`, "/*a*a*b"]);
    const start = performance.now();
    assert.equal(lines.has(path), false);
    assert.ok(performance.now() - start < 2_000);
  });

  it("take time in proportion to their number, where each has a few stars", () => {
    const path = `${"a".repeat(240)}/${"a".repeat(240)}`;
    const lines = new ExcludingLines(Array.from({ length: 500 }, (_, at) => `*a*a*${at}`));
    assert.equal(lines.has(path), false);
    const tookMs = leastProcessorTime(() => lines.has(path));
    assert.ok(tookMs < 1_000, `${tookMs} ms`);
  });
});
