import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { resolveCommit } from "../../../../src/git/history/committedFiles.ts";
import { ObjectReaders } from "../../../../src/git/history/objectReader.ts";
import { readAtRevision } from "../../../../src/git/history/revision.ts";
import { findProgram, searchPath } from "../../../../src/git/command/searchPath.ts";
import { readWorkingTree } from "../../../../src/git/workingTree/workingTree.ts";
import { headOf, makeTemporaryFolder, type TemporaryFolder } from "../temporaryRepositories.ts";

const objects = new ObjectReaders();

describe("the folders in which programs are looked for", () => {
  const windows = (PATH: string, name = "Path") =>
    searchPath(String.raw`C:\code\repo`, { env: { [name]: PATH }, system: path.win32 });

  it("are those of the PATH that begin at the root, and not in the folder where something is run", () => {
    const PATH =
      "/usr/bin::.:..:bin:./node_modules/.bin:/code/repo:/code/repo/bin:/code/repo/../repo/x:/code/repository:/bin/";
    const folders = searchPath("/code/repo", { env: { PATH }, system: path.posix });
    assert.deepEqual(folders, ["/usr/bin", "/code/repository", "/bin/"]);
    assert.deepEqual(searchPath("/code/repo", { env: {}, system: path.posix }), []);
  });

  it("are on Windows those with a drive or a share", () => {
    const given = [
      String.raw`C:\Windows\system32`,
      "",
      ".",
      "bin",
      String.raw`\bin`,
      "C:bin",
      String.raw`c:\CODE\repo\node_modules\.bin`,
      "C:/code/repo",
      String.raw`"C:\Program Files\Git\cmd"`,
      String.raw`\\files.example\tools`,
    ];
    const kept = [
      String.raw`C:\Windows\system32`,
      String.raw`C:\Program Files\Git\cmd`,
      String.raw`\\files.example\tools`,
    ];
    for (const name of ["PATH", "Path", "path"]) assert.deepEqual(windows(given.join(";"), name), kept, name);
  });
});

describe("a program of some name", () => {
  const PATH = String.raw`.;C:\code\repo;D:\scripts;C:\Git\cmd;E:\Git\cmd`;
  const found = (...files: readonly string[]) =>
    findProgram("git", String.raw`C:\code\repo`, {
      env: { Path: PATH },
      system: path.win32,
      isProgram: (file) => files.includes(file),
    });

  it("is on Windows the first on the PATH that is no text for a shell, and never one of the folder", () => {
    const here = String.raw`C:\code\repo\git.exe`;
    assert.equal(
      found(here, String.raw`E:\Git\cmd\git.exe`, String.raw`C:\Git\cmd\git.exe`),
      String.raw`C:\Git\cmd\git.exe`,
    );
    assert.equal(
      found(here, String.raw`D:\scripts\git.cmd`, String.raw`E:\Git\cmd\git.exe`),
      String.raw`E:\Git\cmd\git.exe`,
    );
    assert.equal(found(here, "git.exe", String.raw`D:\scripts\git`, String.raw`D:\scripts\git.bat`), undefined);
  });

  describe("in a repository that brings along a git of its own", () => {
    const { signal } = new AbortController();
    let temporary: TemporaryFolder;
    let root: string;
    let head: string;
    let trace: string;
    const ownEnvironment = { ...process.env };

    before(() => {
      temporary = makeTemporaryFolder();
      trace = path.join(temporary.root, "trace");
      root = temporary.commit("repo", { "a.txt": "a" });
      head = headOf(root);
      for (const file of ["git", "git.exe", "bin/git", "bin/git.exe", "bin/sh"]) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        writeFileSync(path.join(root, file), `#!/bin/sh\necho "$0" >> '${trace}'\n`);
        chmodSync(path.join(root, file), 0o755);
      }
    });
    after(async () => {
      Object.assign(process.env, ownEnvironment);
      await temporary.remove();
    });

    it("is the one of this machine, wherever the PATH begins", async () => {
      for (const first of ["", ".", "bin", "./bin", root, path.join(root, "bin"), `${root}/../repo/bin`]) {
        process.env["PATH"] = first + path.delimiter + (ownEnvironment["PATH"] ?? "");
        assert.equal(await resolveCommit(root, "HEAD", signal), head, first);
        assert.equal((await readAtRevision(objects, root, "HEAD", "a.txt"))?.type, "file", first);
        assert.equal((await readWorkingTree(root))?.commit, head, first);
        assert.equal(existsSync(trace), false, first);
      }
    });

    it("is none where the PATH has no other", async () => {
      process.env["PATH"] = [".", root, "bin"].join(path.delimiter);
      // Places where the Windows installer of git puts it.
      for (const name of ["ProgramW6432", "ProgramFiles", "ProgramFiles(x86)", "LocalAppData"])
        Reflect.deleteProperty(process.env, name);
      assert.equal(await resolveCommit(root, "HEAD", signal), undefined);
      assert.equal(await readWorkingTree(root), undefined);
      assert.equal(existsSync(trace), false);
    });
  });
});
