import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { intentOf } from "../../../../../src/local/answers/questions/questionIntent.ts";
import { kindOf, worthOfKind } from "../../../../../src/local/answers/ranking/fileKinds.ts";

describe("kinds of files", () => {
  for (const path of ["CHANGELOG.md", "docs/HISTORY.rst", "NEWS", "CHANGES", "release-notes.txt", "changes/4.2.yaml"])
    it(`${path} ${path.includes("/4") ? "is data" : "is a changelog"}`, () => {
      assert.equal(kindOf(path), path.includes("/4") ? "data" : "changelog");
    });

  for (const path of ["lib/ecto/changeset.ex", "src/history.rs", "lib/history.bash", "news.py", "src/changes.ts"])
    it(`${path} is source code`, () => {
      assert.equal(kindOf(path), "source");
    });

  for (const path of ["LICENSE", "COPYING.LESSER", "docs/licence.md", "src/license.ts", "NOTICE.txt"])
    it(`${path} is ${path.endsWith(".ts") ? "source code" : "a licence"}`, () => {
      assert.equal(kindOf(path), path.endsWith(".ts") ? "source" : "licence");
    });

  it("documents count more for who asks how to do something, and less than code", () => {
    const worth = (question: string) => worthOfKind("document", intentOf(question));
    for (const question of ["How do I release a version?", "how to log to a file", "How can I contribute?"])
      assert.ok(worth(question) > worth("How is a version released?") && worth(question) < 1, question);
    assert.ok(worth("How do the docs say that I log?") > 1);
  });
});
