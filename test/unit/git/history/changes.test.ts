import assert from "node:assert/strict";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { readChanges } from "../../../../src/git/history/changes.ts";
import { readIgnoredFiles } from "../../../../src/git/workingTree/ignoredFiles.ts";
import { ObjectReaders } from "../../../../src/git/history/objectReader.ts";
import { findCommit, isReference, lacksPath } from "../../../../src/git/history/revision.ts";
import { LINE_BREAK_IN_NAME } from "../../../support/systems.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

const TEXT = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");

describe("what has become of a commit's files", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  it("is told by what is on disk: renamed, edited, new, removed", async () => {
    const newName = `src/new${LINE_BREAK_IN_NAME}.ts`;
    const root = temporary.commit("all", {
      "src/old ä.ts": TEXT,
      "edited.ts": TEXT.toUpperCase(),
      "same.ts": "same",
      "removed.ts": "removed",
      ".gitignore": "ignored.ts\n",
    });
    const commit = headOf(root);
    runGit(root, "mv", "src/old ä.ts", newName);
    writeFileSync(path.join(root, newName), TEXT.replace("line 3", "edited"));
    writeFileSync(path.join(root, "edited.ts"), "edited");
    rmSync(path.join(root, "removed.ts"));
    temporary.write("all", { "untracked.ts": "", "ignored.ts": "" });
    const changes = await readChanges(root, commit);
    assert.deepEqual([...(changes?.renamed ?? [])], [["src/old ä.ts", newName]]);
    assert.deepEqual(changes?.changed.toSorted(), ["edited.ts", newName, "untracked.ts"]);
  });

  it("names a file that was renamed behind git's back as a new one", async () => {
    const root = temporary.commit("moved", { "old.ts": TEXT });
    const commit = headOf(root);
    renameSync(path.join(root, "old.ts"), path.join(root, "new.ts"));
    assert.deepEqual((await readChanges(root, commit))?.changed, ["new.ts"]);
  });

  it("is not known for a commit that isn't there, and outside of git", async () => {
    const root = temporary.commit("unknown", {});
    assert.equal(await readChanges(root, "0".repeat(40)), undefined);
    assert.equal(await readChanges(root, "HEAD"), undefined);
    assert.equal(await readChanges(temporary.write("no-git", {}), "0".repeat(40)), undefined);
  });

  it("is read without running what the repository's configuration names", async () => {
    const root = temporary.commit("hostile", { "a.txt": "old", ".gitattributes": "*.txt filter=evil diff=evil\n" });
    const trace = path.join(root, "trace");
    runGit(root, "config", "filter.evil.clean", `touch '${trace}'; cat`);
    runGit(root, "config", "diff.evil.textconv", `touch '${trace}'; cat`);
    runGit(root, "config", "diff.external", `touch '${trace}'`);
    runGit(root, "config", "core.fsmonitor", `touch '${trace}'`);
    writeFileSync(path.join(root, "a.txt"), "new, and longer");
    assert.deepEqual((await readChanges(root, headOf(root)))?.changed, ["a.txt"]);
    assert.equal(existsSync(trace), false);
  });

  it("is only a part of it in a sparse checkout", async () => {
    const root = temporary.commit("sparse", { "in/a.txt": "a", "out/b.txt": "b" });
    assert.equal((await readChanges(root, headOf(root)))?.isSparse, false);
    runGit(root, "sparse-checkout", "set", "in");
    assert.equal(existsSync(path.join(root, "out")), false);
    assert.equal((await readChanges(root, headOf(root)))?.isSparse, true);
    runGit(root, "sparse-checkout", "disable");
    assert.equal((await readChanges(root, headOf(root)))?.isSparse, false);
  });

  it("may be in files that git ignores, but is not looked for in what tools install", async () => {
    const root = temporary.commit("ignored", { "a.txt": "a", ".gitignore": "attic/\n*.log\nnode_modules/\n" });
    temporary.write("ignored", {
      "attic/a.txt": "a",
      "attic/older/a.txt": "a",
      "b.log": "",
      "new.txt": "",
      "node_modules/a/a.txt": "a",
      "attic/node_modules/a.txt": "a",
    });
    const files = await readIgnoredFiles(root);
    assert.deepEqual(files, ["b.log", "attic/a.txt", "attic/older/a.txt"]);
    assert.deepEqual(await readIgnoredFiles(temporary.write("no-git-ignored", { "a.log": "" })), []);
  });

  it("tells a branch whose name is hex digits, here or on a remote, and a tag", async () => {
    const root = temporary.commit("references", { "a.txt": "" });
    runGit(root, "branch", "20240115");
    runGit(root, "update-ref", "refs/remotes/origin/deadbeef", headOf(root));
    runGit(root, "tag", "1234567");
    for (const name of ["20240115", "deadbeef", "1234567"]) assert.equal(await isReference(root, name), true, name);
    for (const name of ["2024011", "main", "*", ""]) assert.equal(await isReference(root, name), false, name);
  });

  it("knows what a commit lacks", async () => {
    const root = temporary.commit("lacks", { "src/a.txt": "a", "src/deep/b.txt": "b", c: "c" });
    const commit = headOf(root);
    const objects = new ObjectReaders();
    const lacks = (file: string, at = commit) => lacksPath(objects, root, at, file);
    for (const file of ["x.txt", "src/x.txt", "none/of/it.txt", "src/deep", "src/a.txt", "c/d"])
      assert.equal(await lacks(file), !["src/deep", "src/a.txt"].includes(file), file);
    assert.equal(await lacks("a.txt", "0".repeat(40)), false, "a commit that is not here");
    objects.dispose();
  });

  it("begins with the commit that a whole or shortened hash stands for, never a branch of that name", async () => {
    const root = temporary.commit("hashes", { "a.txt": "" });
    const commit = headOf(root);
    assert.equal(await findCommit(root, commit), commit);
    assert.equal(await findCommit(root, commit.slice(0, 9).toUpperCase()), commit);
    runGit(root, "branch", "deadbee");
    for (const other of [
      "deadbee",
      "main",
      "HEAD",
      "",
      "--all",
      `${commit}^`,
      "0".repeat(40),
      runGit(root, "rev-parse", "HEAD:a.txt"),
    ]) {
      assert.equal(await findCommit(root, other), undefined, other);
    }
    assert.equal(await findCommit(temporary.write("none", {}), commit), undefined);
  });
});
