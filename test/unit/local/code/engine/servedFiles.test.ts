import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { Engine } from "../../../../../src/local/code/engine/engine.ts";
import { openCodeBase } from "../../../../../src/local/code/files/codeBase.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { TrackedThoughIgnored } from "../../../../../src/local/code/files/trackedThoughIgnored.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { ripgrep } from "../../runningService.ts";

/** A kind of folder that people open. */
interface Case {
  readonly files: Readonly<Record<string, string>>;
  /** Makes repositories of them. */
  readonly make?: (root: string) => void;
  /** Relative to the root; the root by default. */
  readonly open?: readonly string[];
  /** The repositories in what is open; the root by default. */
  readonly repositories?: readonly string[];
}

const SOME = {
  ".gitignore": "/build\n*.log\n!kept.log\n!back.mine\n",
  "build/a.js": "",
  "a.log": "",
  "kept.log": "",
  "src/a.js": "",
  "src/build/b.js": "",
  "src/.gitignore": "*.tmp\n!*.own\n",
  "src/a.tmp": "",
  "src/a.own": "",
  // Named by the user's own excludes.
  "a.mine": "",
  "back.mine": "",
  "src/kept.mine": "",
  "kept.mine": "",
  "keys/a.txt": "",
  "src/keys/a.txt": "",
  "notes/draft.md": "",
  "src/notes/draft.md": "",
  "deep/down/x.md": "",
};
const OWN_EXCLUDES = "*.mine\n!/kept.mine\n/keys/\nnotes/draft.md\n**/down/x.md\n*.own\n# no\n\n/\n";
const init = (...folders: readonly string[]) => {
  return (root: string): void => {
    for (const folder of folders) runGit(path.join(root, folder), "init", "--quiet");
  };
};
/** Commits what is in `main`, links a working tree to it, and adds files that are not committed. */
const link = (root: string, files: Readonly<Record<string, string>>): void => {
  const main = path.join(root, "main");
  init("main")(root);
  runGit(main, "add", ".");
  runGit(main, "commit", "--quiet", "--message", "One");
  runGit(main, "worktree", "add", "--quiet", path.join(root, "linked"));
  temporary.write(path.relative(temporary.root, root), { "main/.git/info/exclude": "*.secret\n", ...files });
};
const below = (folder: string, files: Readonly<Record<string, string>> = SOME) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

const CASES: Readonly<Record<string, Case>> = {
  "a repository": { files: SOME, make: init(".") },
  "a repository with an odd name": {
    files: below("own [b] {c}, #1 !d\\"),
    make: init("own [b] {c}, #1 !d\\"),
    open: ["own [b] {c}, #1 !d\\"],
    repositories: ["own [b] {c}, #1 !d\\"],
  },
  "one with files that are tracked though ignored": {
    files: SOME,
    make: (root) => {
      init(".")(root);
      runGit(root, "add", "--force", "build", "a.mine", "keys/a.txt", "src/a.tmp");
    },
  },
  "one with info/exclude": {
    files: { ...SOME, "one.secret": "", "src/two.secret": "" },
    make: (root) => {
      init(".")(root);
      temporary.write(path.relative(temporary.root, root), { ".git/info/exclude": "/one.secret\nsrc/*.secret\n" });
    },
  },
  "a folder of one": { files: below("work"), make: init("."), open: ["work"] },
  "one within another": {
    files: { ...SOME, ...below("src/inner"), "src/inner/a.outer": "", "a.outer": "" },
    make: (root) => {
      init(".", "src/inner")(root);
      temporary.write(path.relative(temporary.root, root), { "outer.excludes": "*.outer\n" });
      runGit(root, "config", "core.excludesFile", "outer.excludes");
    },
    repositories: [".", "src/inner"],
  },
  "one with excludes of its own, which replace the user's": {
    files: { ...SOME, "own.excludes": "/src/a.js\n*.md\n!x.md\n" },
    make: (root) => {
      init(".")(root);
      runGit(root, "config", "core.excludesFile", path.join(root, "own.excludes"));
    },
  },
  "several, one with excludes of its own, and a folder without git": {
    files: { ...below("one"), ...below("two"), ...below("three"), "one/own.excludes": "*.md\n", "plain/a.js": "" },
    make: (root) => {
      init("one", "two", "three")(root);
      runGit(path.join(root, "one"), "config", "core.excludesFile", "own.excludes");
    },
    open: ["one", "two", "three", "plain"],
    repositories: ["one", "two", "three", "plain"],
  },
  "a linked working tree": {
    files: below("main", { "a.js": "" }),
    make: (root) => {
      link(root, { "linked/a.secret": "", ...below("linked") });
    },
    open: ["linked"],
    repositories: ["linked"],
  },
  "a linked working tree that tracks what the repository excludes": {
    files: below("main", { "a.js": "", "a.secret": "", "deep/b.secret": "" }),
    make: (root) => {
      link(root, { "linked/new.secret": "" });
    },
    open: ["linked"],
    repositories: ["linked"],
  },
  "one with a submodule": {
    files: { ...below("main"), "lib/a.js": "" },
    make: (root) => {
      const [main, lib] = ["main", "lib"].map((name) => path.join(root, name)) as [string, string];
      init("main", "lib")(root);
      runGit(lib, "add", ".");
      runGit(lib, "commit", "--quiet", "--message", "One");
      runGit(main, "submodule", "--quiet", "add", lib, "lib");
      const place = path.relative(temporary.root, root);
      temporary.write(place, { "main/.git/modules/lib/info/exclude": "/build2\n*.secret\n!/kept.mine\n" });
      temporary.write(place, { "main/lib/build2/a.js": "", "main/lib/a.secret": "", ...below("main/lib") });
    },
    open: ["main"],
    repositories: ["main", "main/lib"],
  },
  "one with submodules that it ignores, one within the other": {
    files: {
      "main/.gitignore": "/deps/\n*.log\n",
      "main/a.js": "",
      "lib/.gitignore": "nested\n*.tmp\n",
      "lib/a.js": "",
    },
    make: (root) => {
      const [main, lib, knots] = ["main", "lib", "knots"].map((name) => path.join(root, name)) as [
        string,
        string,
        string,
      ];
      const place = path.relative(temporary.root, root);
      temporary.write(place, { "knots/a.js": "", "knots/b.log": "", "knots/deep/c.js": "", "lib/kept.tmp": "" });
      init("main", "lib", "knots")(root);
      for (const one of [knots, lib]) {
        runGit(one, "add", "--force", ".");
        runGit(one, "commit", "--quiet", "--message", "One");
      }
      runGit(main, "submodule", "--quiet", "add", "--force", lib, "deps/lib");
      runGit(path.join(main, "deps", "lib"), "submodule", "--quiet", "add", "--force", knots, "nested/knots");
      temporary.write(place, { "main/deps/lib/new.tmp": "", "main/deps/lib/new.log": "", "main/deps/other/a.js": "" });
      init("main/deps/other")(root);
    },
    open: ["main"],
    repositories: ["main", "main/deps/lib", "main/deps/lib/nested/knots"],
  },
  "a folder without git": { files: SOME, repositories: ["."] },
  "a folder without git around a repository": {
    files: { ...SOME, ...below("inner") },
    make: init("inner"),
    repositories: [".", "inner"],
  },
  "a folder that its repository ignores": {
    files: { ".gitignore": "*\n", ...below("work", withoutOwn()), "other.js": "" },
    make: init("."),
    open: ["work"],
    repositories: ["work"], // its rules above don't count
  },
};

/** Without what the user's own excludes are about. */
function withoutOwn(): Readonly<Record<string, string>> {
  const entries = Object.entries(SOME).filter(([name]) => !/mine|keys|notes|deep|own/.test(name));
  return Object.fromEntries(entries);
}

let temporary: TemporaryFolder;

describe("the files that are searched", () => {
  const given = { HOME: process.env["HOME"], XDG_CONFIG_HOME: process.env["XDG_CONFIG_HOME"] };
  before(() => {
    temporary = makeTemporaryFolder();
    process.env["HOME"] = temporary.write("home", { ".config/git/ignore": OWN_EXCLUDES });
    delete process.env["XDG_CONFIG_HOME"];
  });
  after(async () => {
    for (const [name, value] of Object.entries(given))
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    await temporary.remove();
  });

  /** What git lists in the repositories, or would if a folder were one. */
  function listedByGit(root: string, { repositories = ["."], open = ["."] }: Case): string[] {
    const empty = temporary.write("empty", {});
    if (!existsSync(path.join(empty, ".git"))) runGit(empty, "init", "--quiet");
    const isOpen = (file: string) => open.some((folder) => folder === "." || file.startsWith(`${folder}/`));
    return repositories
      .flatMap((folder) => {
        const at = path.join(root, folder);
        const asIf = existsSync(path.join(at, ".git")) ? [] : [`--git-dir=${empty}/.git`, `--work-tree=${at}`];
        const args = [...asIf, "-c", "protocol.file.allow=always"];
        const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        const listed = execFileSync("git", [...args, ...list], { cwd: at, encoding: "utf8" }).split("\0");
        return listed.map((file) => path.posix.join(folder, file === "" ? "/" : file));
      })
      .filter((file) => !file.endsWith("/") && isOpen(file) && !isRepository(path.join(root, file)));
  }

  const isRepository = (file: string) => existsSync(path.join(file, ".git"));

  for (const [name, each] of Object.entries(CASES))
    for (const mayRun of [true, false])
      it(`are those of git in ${name}${mayRun ? "" : ", where git may not run"}`, async () => {
        const root = temporary.write(path.join(mayRun ? "trusted" : "restricted", name), each.files);
        each.make?.(root);
        const folders = (each.open ?? ["."]).map((folder) => path.join(root, folder));
        const git = new TrackedThoughIgnored(new Commits(new GitPermission(mayRun ? folders : [])));
        const engine = new Engine(await openCodeBase(folders), ripgrep, git);
        const found: string[] = [];
        for await (const each of engine.list({ signal: new AbortController().signal }))
          if (!("leftOut" in each)) found.push(path.relative(root, each.file).replaceAll(path.sep, "/"));
        const expected = listedByGit(root, each).filter((file) => !file.includes(".git/"));
        assert.deepEqual(found.sort(), [...new Set(expected)].sort());
        assert.ok(found.length > 1);
      });
});
