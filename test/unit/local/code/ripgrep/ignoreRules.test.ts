import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { findRepositories } from "../../../../../src/git/repositories/repositories.ts";
import { byIgnoreRules } from "../../../../../src/local/code/ripgrep/ignoreRules.ts";
import { findPrinted } from "../../../../../src/local/code/ripgrep/printedFiles.ts";
import { piecesOf, SERVED_FILES, type Ripgrep } from "../../../../../src/local/code/ripgrep/ripgrep.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { ripgrep } from "../../runningService.ts";

describe("the files that ignore files leave", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  /** Writes files, makes repositories of some folders, and lists what is searched in what is opened. */
  const filesIn = async (
    name: string,
    files: Readonly<Record<string, string>>,
    { repositories = [], open = ["."] }: { repositories?: readonly string[]; open?: readonly string[] },
  ) => {
    const root = temporary.write(name, files);
    for (const folder of repositories) runGit(path.join(root, folder), "init", "--quiet");
    const folders = open.map((folder) => path.join(root, folder));
    const listed = byIgnoreRules(ripgrep, await findRepositories(folders));
    const found: string[] = [];
    const ignoredFrom: string[] = [];
    const args = ["--files", "--null", ...SERVED_FILES, "--", ...folders];
    const onIgnoredFrom = (folder: string) => ignoredFrom.push(path.relative(root, folder));
    for await (const printed of listed(args, "\0", { signal: new AbortController().signal, onIgnoredFrom }))
      for (const piece of piecesOf(printed, "\0"))
        found.push(path.relative(root, piece.toString()).replaceAll(path.sep, "/"));
    return { found: found.filter((file) => !file.endsWith("ignore")).sort(), ignoredFrom };
  };

  const FILES = {
    ".gitignore": "/build\n*.log\n",
    "build/a.js": "",
    "a.log": "",
    "src/a.js": "",
    "src/build/b.js": "",
  };

  it("are those of git in a repository", async () => {
    const { found } = await filesIn("git", FILES, { repositories: ["."] });
    assert.deepEqual(found, ["src/a.js", "src/build/b.js"]);
  });

  it("are the same in a folder without one", async () => {
    const { found } = await filesIn("plain", FILES, {});
    assert.deepEqual(found, ["src/a.js", "src/build/b.js"]);
  });

  it("are those of each of several roots", async () => {
    const both = { "one/.gitignore": "*.log\n", "one/a.log": "", "one/a.js": "", "two/b.log": "", "two/b.js": "" };
    const { found } = await filesIn("roots", both, { repositories: ["two"], open: ["one", "two"] });
    assert.deepEqual(found, ["one/a.js", "two/b.js", "two/b.log"]);
  });

  it("are not decided by ignore files above a folder that is in no repository", async () => {
    const { found } = await filesIn("above", { ".gitignore": "*\n", "work/a.js": "" }, { open: ["work"] });
    assert.deepEqual(found, ["work/a.js"]);
  });

  it("are decided by a repository within the folder itself", async () => {
    const files = {
      ".gitignore": "*.js\n",
      "a.js": "",
      "inner/a.js": "",
      "inner/.gitignore": "*.log\n",
      "inner/a.log": "",
      "b.md": "",
    };
    const { found } = await filesIn("nested", files, { repositories: ["inner"] });
    assert.deepEqual(found, ["b.md", "inner/a.js"]);
  });

  it("are those of the folder where its repository ignores all of it, which is told", async () => {
    const files = { ".gitignore": "*\n", "work/a.js": "", "work/.gitignore": "*.log\n", "work/a.log": "" };
    assert.deepEqual(await filesIn("home", files, { repositories: ["."], open: ["work"] }), {
      found: ["work/a.js"],
      ignoredFrom: ["work"],
    });
    assert.deepEqual(await filesIn("home2", files, { repositories: ["."] }), { found: [], ignoredFrom: [] });
  });

  it("are those of such a folder also where another folder that is open has files", async () => {
    const files = { ".gitignore": "/work/*\n", "work/a.js": "", "other/b.js": "", "plain/c.js": "" };
    assert.deepEqual(await filesIn("several", files, { repositories: ["."], open: ["work", "other", "plain"] }), {
      found: ["other/b.js", "plain/c.js", "work/a.js"],
      ignoredFrom: ["work"],
    });
  });

  it("are not asked for one by one where files are named and nothing is found in them", async () => {
    const root = temporary.write("named", { "a.txt": "", "b.txt": "", "c.txt": "" });
    runGit(root, "init", "--quiet");
    const asked: (readonly string[])[] = [];
    const counted: Ripgrep = (args, ...more) => {
      asked.push(args);
      return ripgrep(args, ...more);
    };
    const files = ["a.txt", "b.txt", "c.txt"].map((name) => path.join(root, name));
    const { signal } = new AbortController();
    const searched = byIgnoreRules(counted, await findRepositories([root]));
    assert.equal((await searched(["needle", "--", ...files], "\n", { signal }).next()).done, true);
    assert.deepEqual(asked, [["--no-ignore-global", "needle", "--", ...files]]);
  });

  it("are those that its repository leaves in a folder below its root", async () => {
    const files = { ".gitignore": "*.log\n", "work/a.js": "", "work/a.log": "" };
    assert.deepEqual(await filesIn("below", files, { repositories: ["."], open: ["work"] }), {
      found: ["work/a.js"],
      ignoredFrom: [],
    });
  });

  it("leave out what the user's own excludes name at the root, of each repository", async () => {
    const home = temporary.write("user", { ".config/git/ignore": "/keys.txt\n/out/\n" });
    const before = process.env["HOME"];
    process.env["HOME"] = home;
    try {
      const files = { "keys.txt": "", "sub/keys.txt": "", "out/a.js": "", "a [b].js": "", "inner/keys.txt": "" };
      const { found } = await filesIn("own [b] {c}", files, { repositories: [".", "inner"], open: ["."] });
      assert.deepEqual(found, ["a [b].js", "sub/keys.txt"]);
    } finally {
      process.env["HOME"] = before;
    }
  });

  it("are told apart where they are searched one repository after the other, however fast", async () => {
    const root = temporary.write("mixed", { "loose.txt": "needle\n", "own/a.txt": "needle\n" });
    runGit(path.join(root, "own"), "init", "--quiet");
    const atOnce: Ripgrep = async function* (args) {
      await Promise.resolve();
      for (const place of args.slice(args.lastIndexOf("--") + 1)) yield Buffer.from(`${place}\x001:0:needle\n`);
    };
    const found: string[] = [];
    const { signal } = new AbortController();
    const reader = { read: (file: string) => ({ file }), reread: () => noFiles() };
    const searched = byIgnoreRules(atOnce, await findRepositories([root]));
    for await (const { file } of findPrinted(searched, ["--", root], reader, signal)) found.push(file);
    assert.deepEqual(found, [path.join(root, "own"), root]);
  });
});

async function* noFiles(): AsyncGenerator<{ readonly file: string }, void> {
  // nothing is read again
}
