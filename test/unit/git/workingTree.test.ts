import assert from "node:assert/strict";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { readAtRevision } from "../../../src/git/revision.ts";
import { readWorkingTree } from "../../../src/git/workingTree.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "./temporaryRepositories.ts";

describe("a working tree", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => {
    temporary.remove();
  });

  it("tells which files are as they were committed", async () => {
    const files = Object.fromEntries(
      ["same.txt", "changed.txt", "staged.txt", "removed.txt", "hidden.txt", "ä ö/ü.txt"].map((name) => [name, "old"]),
    );
    const root = temporary.commit("mixed", { ...files, ".gitignore": "ignored.txt\n" });
    writeFileSync(path.join(root, "changed.txt"), "new");
    writeFileSync(path.join(root, "staged.txt"), "new");
    runGit(root, "add", "staged.txt");
    rmSync(path.join(root, "removed.txt"));
    runGit(root, "update-index", "--assume-unchanged", "hidden.txt");
    writeFileSync(path.join(root, "hidden.txt"), "new");
    writeFileSync(path.join(root, "untracked.txt"), "");
    writeFileSync(path.join(root, "ignored.txt"), "");
    writeFileSync(path.join(root, "added.txt"), "");
    runGit(root, "add", "added.txt");
    const tree = await readWorkingTree(root);
    assert.equal(tree?.commit, runGit(root, "rev-parse", "HEAD"));
    const all = [...Object.keys(files), "untracked.txt", "ignored.txt", "added.txt"];
    assert.deepEqual(
      all.filter((name) => tree.isAsCommitted(name)),
      ["same.txt", "ä ö/ü.txt"],
    );
  });

  it("is unknown where nothing was committed, and outside of git", async () => {
    const empty = temporary.write("empty", {});
    runGit(empty, "init", "--quiet");
    assert.equal(await readWorkingTree(empty), undefined);
    assert.equal(await readWorkingTree(temporary.write("plain", {})), undefined);
  });

  it("is read without running what the repository's configuration names", async () => {
    const root = temporary.commit("hostile", { "a.txt": "old", ".gitattributes": "*.txt filter=evil\n" });
    const trace = path.join(root, "trace");
    runGit(root, "config", "filter.evil.clean", `touch '${trace}'; cat`);
    runGit(root, "config", "filter.evil.required", "true");
    runGit(root, "config", "core.fsmonitor", `touch '${trace}'`);
    writeFileSync(path.join(root, "a.txt"), "new, and longer");
    const tree = await readWorkingTree(root);
    assert.equal(tree?.isAsCommitted("a.txt"), false);
    assert.equal(existsSync(trace), false);
  });

  it("gives files and folders as they were at a revision", async () => {
    const root = temporary.commit("history", { "src/a.txt": "first", "src/deep/b.txt": "" });
    const first = runGit(root, "rev-parse", "HEAD");
    writeFileSync(path.join(root, "src/a.txt"), "second");
    runGit(root, "commit", "--quiet", "--all", "--message=2");
    const textAt = async (revision: string, file: string) => {
      const object = await readAtRevision(root, revision, file);
      return object?.type === "file" ? object.content.toString() : object?.names;
    };
    assert.equal(await textAt(first, "src/a.txt"), "first");
    assert.equal(await textAt("HEAD", "src/a.txt"), "second");
    assert.equal(await textAt("main~1", "src/a.txt"), "first");
    assert.deepEqual(await textAt("HEAD", "src"), ["a.txt", "deep/"]);
    assert.deepEqual(await textAt("HEAD", ""), ["src/"]);
    for (const [revision, file] of [
      ["HEAD", "src/none.txt"],
      ["nope", "src/a.txt"],
      ["--help", "src/a.txt"],
      ["HEAD:src", "a.txt"],
      ["", "src/a.txt"],
      ["HEAD", "src/a.txt\nHEAD:src/a.txt"],
    ] as const) {
      assert.equal(await textAt(revision, file), undefined, `${revision}:${file}`);
    }
  });

  it("gives many at once, each to who asked, large ones left out, and goes on where there is no repository", async () => {
    const large = "x".repeat(300_000);
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}.txt`, `text ${index}\n`]));
    const root = temporary.commit("many", { ...files, "large.txt": large, "empty.txt": "" });
    const read = async (name: string, maxBytes?: number) => {
      const object = await readAtRevision(root, "HEAD", name, maxBytes === undefined ? {} : { maxBytes });
      return object?.type === "file" ? object.content.toString() : undefined;
    };
    const names = [...Object.keys(files), "large.txt", "none.txt", "empty.txt", "7.txt"];
    const expected = [...Object.values(files), undefined, undefined, "", "text 7\n"];
    assert.deepEqual(await Promise.all(names.map(async (name) => read(name, 1000))), expected);
    assert.equal(await read("large.txt"), large);
    assert.equal(await readAtRevision(path.join(root, "nowhere"), "HEAD", "7.txt"), undefined);
    const stop = AbortSignal.abort();
    await assert.rejects(readAtRevision(root, "HEAD", "7.txt", { signal: stop }), { name: "AbortError" });
    assert.equal(await read("7.txt"), "text 7\n");
  });
});
