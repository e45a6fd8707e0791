import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parsePatch } from "../../../../../src/local/search/revisions/diffText.ts";

describe("a patch", () => {
  it("is read file by file and hunk by hunk", () => {
    const patch = [
      ...["diff --git a/a.ts b/a.ts", "index 1..2 100644", "--- a/a.ts", "+++ b/a.ts"],
      ...["@@ -1,3 +1,3 @@ function f() {", " one", "-two", "+2", " three"],
      ...["@@ -9 +9,2 @@", " nine", "+ten", "\\ No newline at end of file"],
      ...[
        "diff --git a/new.ts b/new.ts",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/new.ts",
        "@@ -0,0 +1 @@",
        "+x",
        "",
      ],
    ].join("\n");
    assert.deepEqual(parsePatch(patch), [
      {
        oldPath: "a.ts",
        newPath: "a.ts",
        hunks: [
          { header: "@@ -1,3 +1,3 @@ function f() {", lines: [" one", "-two", "+2", " three"] },
          { header: "@@ -9 +9,2 @@", lines: [" nine", "+ten", "\\ No newline at end of file"] },
        ],
      },
      { oldPath: "/dev/null", newPath: "new.ts", hunks: [{ header: "@@ -0,0 +1 @@", lines: ["+x"] }] },
    ]);
  });

  it("takes lines that look like headers for what they are", () => {
    const lines = ["--- a/other", "+++ b/other", "-diff --git a/x b/x", "+@@ -1 +1 @@"];
    const patch = ["diff --git a/a b/a", "--- a/a", "+++ b/a", "@@ -1,2 +1,2 @@", ...lines].join("\n");
    assert.deepEqual(parsePatch(patch)[0]?.hunks[0]?.lines, lines);
  });

  it("has lines without the carriage return that ends them as on Windows", () => {
    const patch = ["--- a/a", "+++ b/a", "@@ -1,2 +1,2 @@ f() {\r", " \r", "-one\r", "+o\rne\r\r", ""].join("\n");
    assert.deepEqual(parsePatch(`diff --git a/a b/a\n${patch}`)[0]?.hunks, [
      { header: "@@ -1,2 +1,2 @@ f() {", lines: [" ", "-one", "+o\rne\r"] },
    ]);
  });

  it("has lines with their sign, also where git was told to leave out that of empty ones", () => {
    const patch = ["--- a/a", "+++ b/a", "@@ -1,3 +1,3 @@", "", "-one", "+two", "", ""].join("\n");
    assert.deepEqual(parsePatch(`diff --git a/a b/a\n${patch}`)[0]?.hunks[0]?.lines, [" ", "-one", "+two", " "]);
  });

  it("has the names that git has quoted, or put a tab behind", () => {
    const pathsOf = (path: string) =>
      parsePatch(`diff --git x y\n--- ${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x`).map(({ oldPath }) => oldPath);
    assert.deepEqual(pathsOf("a/b c.md\t"), ["b c.md"]);
    assert.deepEqual(pathsOf('"a/q\\"uote\\\\ \\t\\n\\001"'), ['q"uote\\ \t\n\x01']);
    assert.deepEqual(pathsOf("a/ä.md"), ["ä.md"]);
  });

  it("leaves out files without text in it, and is nothing where it is empty", () => {
    assert.deepEqual(parsePatch("diff --git a/a b/a\nBinary files a/a and b/a differ\n"), []);
    assert.deepEqual(parsePatch("diff --git a/a b/a\nold mode 100644\nnew mode 100755\n"), []);
    assert.deepEqual(parsePatch(""), []);
  });
});
