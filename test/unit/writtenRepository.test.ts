import assert from "node:assert/strict";
import { chmodSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { itWithScripts } from "../support/systems.ts";
import { commitAll, configure, hashOf, initialize } from "../support/writtenRepository.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "./git/temporaryRepositories.ts";

describe("a repository that the tests write by themselves", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  itWithScripts("is the one that git makes of the same files", () => {
    const root = temporary.write("written", {
      "a.txt": "one\n",
      "a/ä b\n.txt": "two\n",
      "a-b": "",
      "a/deep/er.bin": Buffer.from([0, 255]),
      "run.sh": "#!/bin/sh\n",
    });
    chmodSync(path.join(root, "run.sh"), 0o755);
    symlinkSync("a.txt", path.join(root, "link"));
    initialize(root);
    assert.ok(commitAll(root, "all"));
    temporary.write("written", { "a.txt": "three\n", "new/file": "" });
    rmSync(path.join(root, "a-b"));
    assert.ok(commitAll(root, "more"));

    assert.equal(runGit(root, "rev-parse", "HEAD"), hashOf(root));
    assert.equal(runGit(root, "fsck", "--strict", "--no-dangling"), "");
    assert.equal(runGit(root, "diff-index", "HEAD"), "", "nothing has to be read again");
    assert.equal(runGit(root, "status", "--porcelain"), "");
    assert.equal(runGit(root, "rev-parse", "HEAD@{1}"), runGit(root, "rev-parse", "HEAD~1"));
    const tree = runGit(root, "rev-parse", "HEAD:");
    rmSync(path.join(root, ".git/index"));
    runGit(root, "add", "--all");
    assert.equal(runGit(root, "write-tree"), tree);
  });

  it("has the settings that it was given", () => {
    const root = temporary.write("configured", {});
    initialize(root);
    const settings = { "diff.external": "a 'b' \"c\"\\", "remote.o.r.url": "u", 'filter.a"b.clean': "x" };
    configure(root, settings);
    for (const [name, value] of Object.entries(settings)) assert.equal(runGit(root, "config", name), value);
  });

  it("is left to git where that has settings or files of its own, or another repository within", () => {
    for (const files of [{ ".gitignore": "" }, { "in/.gitattributes": "" }, { "in/.git/HEAD": "" }]) {
      const root = temporary.write(`own-${Object.keys(files)[0]?.replaceAll("/", "-")}`, files);
      initialize(root);
      assert.equal(commitAll(root, "all"), false);
    }
    const root = temporary.write("set", { "a.txt": "" });
    initialize(root);
    configure(root, { "core.autocrlf": "true" });
    assert.equal(commitAll(root, "all"), false);
    assert.equal(hashOf(root), undefined);
  });
});
