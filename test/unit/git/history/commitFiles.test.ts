import assert from "node:assert/strict";
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { commitFiles } from "../../../../src/git/history/commitFiles.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("commitFiles", () => {
  let folder: TemporaryFolder;
  let root: string;

  before(() => {
    folder = makeTemporaryFolder();
    const long = "a line that is long enough to be known again\n".repeat(20);
    root = folder.commit("repository", { "kept.txt": "1\n", "gone.txt": "2\n", "with blank/ä.txt": long });
    folder.write("repository", { "kept.txt": "one\n", "new.txt": "3\n" });
    rmSync(path.join(root, "gone.txt"));
    renameSync(path.join(root, "with blank", "ä.txt"), path.join(root, "moved.txt"));
    runGit(root, "add", "--all");
    runGit(root, "commit", "--quiet", "--message=second");
  });

  after(() => folder.remove());

  it("tells which files a commit changed, added, removed and renamed", async () => {
    const files = await commitFiles(root, headOf(root));
    assert.deepEqual(
      new Set(files.map((file) => JSON.stringify(file))),
      new Set(
        [
          { oldPath: "gone.txt" },
          { oldPath: "kept.txt", newPath: "kept.txt" },
          { oldPath: "with blank/ä.txt", newPath: "moved.txt" },
          { newPath: "new.txt" },
        ].map((file) => JSON.stringify(file)),
      ),
    );
  });

  it("takes everything in the first commit for added", async () => {
    const files = await commitFiles(root, runGit(root, "rev-parse", "HEAD^"));
    assert.deepEqual(files.map(({ oldPath, newPath }) => [oldPath, newPath]).sort(), [
      [undefined, "gone.txt"],
      [undefined, "kept.txt"],
      [undefined, "with blank/ä.txt"],
    ]);
  });

  it("rejects a commit that is not there, and what is no hash", async () => {
    await assert.rejects(commitFiles(root, "0".repeat(40)));
    await assert.rejects(commitFiles(root, "--help"));
  });
});
