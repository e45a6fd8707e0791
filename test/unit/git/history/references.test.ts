import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { isUnpushed } from "../../../../src/git/history/references.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("a commit", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  it("is unpushed where the repository has branches of remotes, and none of them holds it", async () => {
    const root = temporary.commit("pushed", { "a.txt": "one" });
    const first = headOf(root).trim();
    assert.equal(await isUnpushed(root, first), false, "where no branch of a remote is known, nobody can tell");
    runGit(root, "update-ref", "refs/remotes/origin/main", first);
    assert.equal(await isUnpushed(root, first), false);
    runGit(root, "commit", "--quiet", "--allow-empty", "--message=second");
    const second = headOf(root).trim();
    assert.equal(await isUnpushed(root, second), true);
    assert.equal(await isUnpushed(root, first), false, "what came before was pushed");
    runGit(root, "update-ref", "refs/remotes/fork/topic", second);
    assert.equal(await isUnpushed(root, second), false);
  });

  it("is unpushed whatever branch of a remote has lost its own", async () => {
    const root = temporary.commit("lost", { "a.txt": "one" });
    const first = headOf(root);
    temporary.write("lost/.git/refs/remotes/origin", { lost: `${"1".repeat(40)}\n` });
    assert.equal(await isUnpushed(root, first), true);
    runGit(root, "update-ref", "refs/remotes/origin/main", first);
    assert.equal(await isUnpushed(root, first), false);
  });

  it("is not told of where git does not know it", async () => {
    const root = temporary.commit("unknown", { "a.txt": "one" });
    runGit(root, "update-ref", "refs/remotes/origin/main", "HEAD");
    await assert.rejects(isUnpushed(root, "0".repeat(40)));
  });
});
