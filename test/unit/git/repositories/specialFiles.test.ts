import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { git, streamGit } from "../../../../src/git/command/gitCommand.ts";
import { GitWaits } from "../../../../src/git/repositories/specialFiles.ts";
import { readWorkingTree } from "../../../../src/git/workingTree/workingTree.ts";
import { itWithScripts } from "../../../support/systems.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("git in a repository with a pipe or a device among its files", () => {
  let temporary: TemporaryFolder;
  let root: string;
  beforeEach(() => {
    signal = AbortSignal.timeout(10_000);
    temporary = makeTemporaryFolder();
    root = temporary.commit("repository", { "a.txt": "text\n" });
  });
  afterEach(() => temporary.remove());

  let signal: AbortSignal;
  const pipe = (file: string) => {
    rmSync(path.join(root, file), { force: true });
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    execFileSync("mkfifo", [path.join(root, file)]);
  };
  const isRefused = async (what: string) => {
    await assert.rejects(git(root, ["status"], { signal }), GitWaits, what);
    await assert.rejects(readWorkingTree(root, signal), GitWaits, what);
    await assert.rejects(async () => {
      for await (const chunk of streamGit(root, ["log"], signal)) assert.fail(chunk.toString());
    }, GitWaits);
  };

  const NAMES = [
    "index",
    "packed-refs",
    "shallow",
    "info/grafts",
    "objects/info/alternates",
    "config",
    "refs/heads/x/y",
  ];
  for (const name of [...NAMES, "info/exclude", "objects/pack/pack-1.idx"])
    itWithScripts(`is not run if ${name} is one`, async () => {
      pipe(`.git/${name}`);
      await isRefused(name);
    });

  itWithScripts("is not run if a setting names one, or a file at the root is one", async () => {
    for (const name of ["core.excludesFile", "diff.orderFile", "mailmap.file", "core.attributesFile", "include.path"]) {
      const other = temporary.commit(name, { "a.txt": "text\n" });
      execFileSync("mkfifo", [path.join(other, "list")]);
      runGit(other, "config", name, path.join(other, "list"));
      await assert.rejects(git(other, ["status"], { signal }), GitWaits, name);
    }
    pipe(".mailmap");
    await isRefused(".mailmap");
  });

  itWithScripts("is not run if they are in a repository that this one uses, or behind a link", async () => {
    const other = temporary.commit("other", { "b.txt": "text\n" });
    writeFileSync(path.join(root, ".git/objects/info/alternates"), `${path.join(other, ".git/objects")}\n`);
    mkdirSync(path.join(other, ".git/objects/pack"), { recursive: true });
    symlinkSync("/dev/zero", path.join(other, ".git/objects/pack/pack-1.idx"));
    await isRefused("alternates");
  });

  itWithScripts("is not run in a worktree of such a repository", async () => {
    runGit(root, "worktree", "add", "-q", path.join(temporary.root, "tree"));
    pipe(".git/shallow");
    await assert.rejects(git(path.join(temporary.root, "tree"), ["status"], { signal }), GitWaits);
  });

  itWithScripts("is run if it is the socket of a monitor", async () => {
    const server = createServer().listen(path.join(root, ".git", "fsmonitor--daemon.ipc"));
    try {
      assert.match((await git(root, ["status"], { signal })).toString(), /nothing to commit/);
    } finally {
      server.close();
    }
  });

  it("is run in any other", async () => {
    assert.ok((await readWorkingTree(root, signal))?.isAsCommitted("a.txt"));
  });
});
