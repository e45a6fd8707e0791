import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { kindOf } from "../../../../../src/local/answers/ranking/fileKinds.ts";

describe("kinds of files", () => {
  for (const path of ["CHANGELOG.md", "docs/HISTORY.rst", "NEWS", "CHANGES", "release-notes.txt", "changes/4.2.yaml"])
    it(`${path} ${path.includes("/4") ? "is data" : "is a changelog"}`, () => {
      assert.equal(kindOf(path), path.includes("/4") ? "data" : "changelog");
    });

  for (const path of ["lib/ecto/changeset.ex", "src/history.rs", "lib/history.bash", "news.py", "src/changes.ts"])
    it(`${path} is source code`, () => {
      assert.equal(kindOf(path), "source");
    });
});
