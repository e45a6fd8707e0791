import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { readChanges } from "../../../../src/git/history/changes.ts";
import { ObjectReaders } from "../../../../src/git/history/objectReader.ts";
import { withOwnGitFolder, type AskGit } from "../../../../src/git/command/ownGitFolder.ts";
import { readAtRevision } from "../../../../src/git/history/revision.ts";
import { readWorkingTree } from "../../../../src/git/workingTree/workingTree.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

const objects = new ObjectReaders();

describe("a working tree", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  it("of a submodule is its own, and none of its files is of the repository around it", async () => {
    const origin = temporary.commit("sub-origin", { "s.txt": "one\n", "t.txt": "two\n" });
    const root = temporary.commit("outer", { "a.txt": "a\n" });
    runGit(root, "submodule", "--quiet", "add", origin, "sub");
    runGit(root, "commit", "--quiet", "--message=sub");
    const sub = path.join(root, "sub");
    const commit = headOf(sub);
    const outerCommit = headOf(root);
    writeFileSync(path.join(sub, "t.txt"), "edited\n");
    const [inner, outer] = [await readWorkingTree(sub), await readWorkingTree(root)];
    assert.equal(inner?.commit, commit);
    assert.deepEqual(
      ["s.txt", "t.txt"].map((name) => inner.isAsCommitted(name)),
      [true, false],
    );
    assert.deepEqual(
      ["a.txt", "sub/s.txt", "sub/t.txt"].map((name) => outer?.isAsCommitted(name)),
      [true, false, false],
    );
    assert.deepEqual((await readChanges(sub, commit))?.changed, ["t.txt"]);
    assert.deepEqual((await readChanges(root, outerCommit))?.changed, []);
    const cited = await readAtRevision(objects, sub, commit, "t.txt");
    assert.equal(cited?.type === "file" ? cited.content.toString() : undefined, "two\n");
    assert.equal(await readAtRevision(objects, root, outerCommit, "sub/t.txt"), undefined);
    assert.equal(await readAtRevision(objects, root, outerCommit, "sub"), undefined);
  });

  it("has no file as it was committed that a filter changes on the way", async () => {
    const root = temporary.write("filtered", {
      ".gitattributes": "*.nb filter=strip\n*.id ident\n*.none -filter\n",
      "a.nb": "#OUT\ncell\n",
      "b.id": "$Id$\n",
      "c.key": "#OUT\nkey\n",
      "d.txt": "plain\n",
      "sub/e.txt": "plain\n",
    });
    runGit(root, "init", "--quiet", "--initial-branch=main");
    runGit(root, "config", "filter.strip.clean", "sed /^#OUT/d");
    mkdirSync(path.join(root, ".git", "info"), { recursive: true });
    writeFileSync(path.join(root, ".git", "info", "attributes"), "*.key filter=strip\n");
    // Git does not look into files that are older than its notes about them.
    for (const name of ["a.nb", "b.id", "c.key"]) utimesSync(path.join(root, name), 1e9, 1e9);
    runGit(root, "add", "--all");
    runGit(root, "commit", "--quiet", "--message=all");
    assert.equal(runGit(root, "show", "HEAD:c.key"), "key");
    const tree = await readWorkingTree(root);
    assert.deepEqual(
      ["a.nb", "b.id", "c.key", "d.txt", "sub/e.txt", ".gitattributes"].filter((name) => tree?.isAsCommitted(name)),
      ["d.txt", "sub/e.txt", ".gitattributes"],
    );
  });

  it("is compared with the very commit, whatever git was told to take instead", async () => {
    const root = temporary.commit("replaced", { "a.txt": "one\n" });
    const commit = headOf(root);
    writeFileSync(path.join(root, "a.txt"), "two\n");
    runGit(root, "commit", "--quiet", "--all", "--message=two");
    const two = headOf(root);
    runGit(root, "replace", two, commit);
    assert.equal((await readWorkingTree(root))?.isAsCommitted("a.txt"), true);
    const cited = await readAtRevision(objects, root, two, "a.txt");
    assert.equal(cited?.type === "file" ? cited.content.toString() : undefined, "two\n");
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
    assert.equal(tree?.commit, headOf(root));
    const all = [...Object.keys(files), "untracked.txt", "ignored.txt", "added.txt"];
    assert.deepEqual(
      all.filter((name) => tree.isAsCommitted(name)),
      ["same.txt", "ä ö/ü.txt"],
    );
  });

  const forms: Readonly<Record<string, (root: string) => string | undefined>> = {
    "with hashes of another kind": (root) => {
      rmSync(path.join(root, ".git"), { recursive: true });
      runGit(root, "init", "--quiet", "--object-format=sha256");
      runGit(root, "add", "--all");
      runGit(root, "commit", "--quiet", "--message=all");
      return undefined;
    },
    "with a split index": (root) => {
      runGit(root, "update-index", "--split-index");
      return undefined;
    },
    "of which only a part is checked out": (root) => {
      runGit(root, "sparse-checkout", "set", "--cone", "--sparse-index", "shown");
      return undefined;
    },
    "beside the first one": (root) => {
      runGit(root, "worktree", "add", "--quiet", "-b", "other", `${root}-beside`);
      return `${root}-beside`;
    },
    "of a submodule": (root) => {
      const outer = temporary.commit(`around-${path.basename(root)}`, {});
      runGit(outer, "submodule", "--quiet", "add", root, "inner");
      return path.join(outer, "inner");
    },
    "whose lines end otherwise on this system": (root) => {
      runGit(root, "config", "core.autocrlf", "true");
      writeFileSync(path.join(root, "shown/same.txt"), "one\r\ntwo\r\n");
      return undefined;
    },
    "on a disk that does not know which files can be run": (root) => {
      runGit(root, "config", "core.fileMode", "false");
      chmodSync(path.join(root, "shown/same.txt"), 0o755);
      return undefined;
    },
    "whose settings say that its files are elsewhere": (root) => {
      runGit(root, "config", "core.worktree", temporary.write("elsewhere", { "shown/changed.txt": "one\ntwo\n" }));
      return undefined;
    },
  };
  for (const [index, [form, make]] of Object.entries(forms).entries()) {
    it(`is compared ${form}`, async () => {
      const files = { "shown/same.txt": "one\ntwo\n", "shown/changed.txt": "one\ntwo\n", "hidden/far.txt": "" };
      const first = temporary.commit(`form-${index}`, files);
      const root = make(first) ?? first;
      writeFileSync(path.join(root, "shown/changed.txt"), "one\n222\n");
      const tree = await readWorkingTree(root);
      assert.equal(tree?.commit, headOf(root));
      assert.equal(tree.isAsCommitted("shown/same.txt"), true);
      assert.equal(tree.isAsCommitted("shown/changed.txt"), false);
      assert.deepEqual((await readChanges(root, tree.commit))?.changed, ["shown/changed.txt"]);
    });
  }

  it("is compared as the repository says that files are written on its system, and as nothing else of it says", async () => {
    const root = temporary.commit("told", { "a.txt": "old" });
    runGit(root, "config", "core.longPaths", "true");
    runGit(root, "config", "filter.some.clean", "cat");
    const list = (askGit: AskGit) => askGit(["config", "--list", "--name-only"]);
    const names = (await withOwnGitFolder(root, undefined, undefined, list)).toString().split("\n");
    assert.deepEqual(
      ["core.longpaths", "filter.some.clean"].filter((name) => names.includes(name)),
      ["core.longpaths"],
    );
  });

  it("leaves nothing behind in the folder for temporary files", async () => {
    const root = temporary.commit("tidy", { "a.txt": "old" });
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = temporary.write("temporary files", {});
    try {
      assert.equal((await readWorkingTree(root))?.isAsCommitted("a.txt"), true);
      assert.equal(await readWorkingTree(root, AbortSignal.abort()).catch(() => "stopped"), "stopped");
      assert.deepEqual(readdirSync(process.env["TMPDIR"]), []);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    }
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
    const first = headOf(root);
    writeFileSync(path.join(root, "src/a.txt"), "second");
    runGit(root, "commit", "--quiet", "--all", "--message=2");
    const textAt = async (revision: string, file: string) => {
      const object = await readAtRevision(objects, root, revision, file);
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
      const object = await readAtRevision(objects, root, "HEAD", name, maxBytes === undefined ? {} : { maxBytes });
      return object?.type === "file" ? object.content.toString() : undefined;
    };
    const names = [...Object.keys(files), "large.txt", "none.txt", "empty.txt", "7.txt"];
    const expected = [...Object.values(files), undefined, undefined, "", "text 7\n"];
    assert.deepEqual(await Promise.all(names.map(async (name) => read(name, 1000))), expected);
    assert.equal(await read("large.txt"), large);
    assert.equal(await readAtRevision(objects, path.join(root, "nowhere"), "HEAD", "7.txt"), undefined);
    const stop = AbortSignal.abort();
    await assert.rejects(readAtRevision(objects, root, "HEAD", "7.txt", { signal: stop }), { name: "AbortError" });
    assert.equal(await read("7.txt"), "text 7\n");
  });

  it("has no folder where a repository calls other bytes one", async () => {
    const root = temporary.commit("broken", { "a.txt": "text" });
    for (const bytes of ["x".repeat(40), "40000 x", `100644 a\0${"x".repeat(20)}${"y".repeat(30)}`]) {
      writeFileSync(path.join(root, "bytes"), bytes);
      const tree = runGit(root, "hash-object", "-t", "tree", "--literally", "-w", "bytes");
      const commit = runGit(root, "commit-tree", "-m", "x", tree);
      assert.equal(await readAtRevision(objects, root, commit, ""), undefined);
    }
  });

  it("is read by processes that end with whoever started them, after what was asked is answered", async () => {
    const root = temporary.commit("ending", { "a.txt": "text" });
    const running = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
    const before = running();
    const own = new ObjectReaders(3_600_000);
    const asked = readAtRevision(own, root, "HEAD", "a.txt");
    const again = readAtRevision(own, root, "HEAD", "a.txt");
    assert.equal(running(), before + 1);
    own.dispose();
    for (const object of [await asked, await again]) assert.equal(object?.type, "file");
    while (running() > before) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal((await readAtRevision(own, root, "HEAD", "a.txt"))?.type, "file", "asked later, it is answered");
    own.dispose();
  });
});
