import assert from "node:assert/strict";
import { globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ON_OLDEST_NODE } from "../oldest/files.mjs";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "./git/temporaryRepositories.ts";

const ROOT = path.join(import.meta.dirname, "../..");

describe("a checkout", () => {
  let temporary: TemporaryFolder;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => temporary.remove());

  it("has the line ends that prettier wants, also where git is set to those of Windows, as it is there", () => {
    const attributes = readFileSync(path.join(ROOT, ".gitattributes"), "utf8");
    const root = temporary.commit("checkout", { ".gitattributes": attributes, "a.ts": "1;\n2;\n" });
    const file = path.join(root, "a.ts");
    rmSync(file);
    runGit(root, "-c", "core.autocrlf=true", "checkout", "--", "a.ts");
    assert.equal(readFileSync(file, "utf8"), "1;\n2;\n");
  });

  it("has a file for each pattern of what runs on the oldest Node, as mocha reads it", () => {
    for (const pattern of Object.values(ON_OLDEST_NODE).flat()) {
      assert.ok(globSync(pattern, { cwd: ROOT }).length > 0, pattern);
      // Where nothing else is in a pattern, mocha takes its braces for letters, and only warns.
      assert.ok(!pattern.includes("{") || pattern.includes("*"), pattern);
    }
  });
});
