import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { diffPlaces, parseCommitText, readDiff } from "../../../../src/core/model/commitText.ts";
import { atOnce } from "../../../../src/core/text/timeSlices.ts";

describe("parseCommitText", () => {
  it("takes the fence off and tells a diff from a message by its tag", () => {
    assert.deepEqual(parseCommitText("```diff\na b\n```"), { isDiff: true, lines: ["a b"] });
    assert.deepEqual(parseCommitText("```COMMIT_EDITMSG\nFix\n\nBody\n```"), {
      isDiff: false,
      lines: ["Fix", "", "Body"],
    });
  });

  it("takes no carriage return for a part of the line that it ends", () => {
    const content = "```diff\na b\n@@ -1 +1 @@\n-x\r\n+y\r\r\n```";
    assert.deepEqual(parseCommitText(content).lines, ["a b", "@@ -1 +1 @@", "-x", "+y\r"]);
    assert.deepEqual(parseCommitText("Fix\r\n\r\nBody").lines, ["Fix", "", "Body"]);
  });

  it("takes text without a fence for a message", () => {
    assert.deepEqual(parseCommitText("Fix"), { isDiff: false, lines: ["Fix"] });
  });
});

describe("diffPlaces", () => {
  const where = (...lines: string[]) =>
    diffPlaces(lines).map(
      (place) => place && `${place.oldPath ?? "-"}>${place.newPath ?? "-"} ${place.side} ${place.line}`,
    );

  it("counts lines in the file before and after, each hunk from where its heading says", () => {
    assert.deepEqual(
      where(
        "a.go a.go",
        "@@ -3,3 +3,3 @@ func f()",
        " one",
        "-two",
        "+zwei",
        " three",
        "@@ -20 +20,2 @@",
        "-x",
        "+y",
        "+z",
      ),
      [
        undefined,
        undefined,
        "a.go>a.go new 2",
        "a.go>a.go old 3",
        "a.go>a.go new 3",
        "a.go>a.go new 4",
        undefined,
        "a.go>a.go old 19",
        "a.go>a.go new 19",
        "a.go>a.go new 20",
      ],
    );
  });

  it("knows a file that is added, one that is removed, and a note on a missing line break", () => {
    assert.deepEqual(
      where(
        "/dev/null b.go",
        "@@ -0,0 +1 @@",
        "+only",
        "\\ No newline at end of file",
        "c.go /dev/null",
        "@@ -1 +0,0 @@",
        "-gone",
      ),
      [undefined, undefined, "->b.go new 0", undefined, undefined, undefined, "c.go>- old 0"],
    );
  });

  it("is not misled by lines that look like headings", () => {
    assert.deepEqual(where("a a", "@@ -1,2 +1,1 @@", "-@@ -9 +9 @@", " x y"), [
      undefined,
      undefined,
      "a>a old 0",
      "a>a new 0",
    ]);
  });

  it("reads paths with blanks, escaped or not", () => {
    const paths = (line: string) => atOnce(readDiff([line, "@@ -1 +1 @@", "+x"], () => false)).files;
    assert.deepEqual(paths("my\\ file.ts my\\ file.ts"), [{ oldPath: "my file.ts", newPath: "my file.ts" }]);
    assert.deepEqual(paths("my file.ts my file.ts"), [{ oldPath: "my file.ts", newPath: "my file.ts" }]);
    assert.deepEqual(paths("/dev/null my new file.ts"), [{ newPath: "my new file.ts" }]);
    assert.deepEqual(paths("old name.ts /dev/null"), [{ oldPath: "old name.ts" }]);
    assert.deepEqual(paths("old.ts new.ts"), [{ oldPath: "old.ts", newPath: "new.ts" }]);
  });
});
