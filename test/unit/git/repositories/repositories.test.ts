import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import {
  contains,
  fileBelow,
  findRepositories,
  hasRepository,
  pathBelow,
  pathIn,
  repositoryOf,
} from "../../../../src/git/repositories/repositories.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("repositories", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());
  const namesIn = async (...folders: readonly string[]) => (await findRepositories(folders)).map(({ name }) => name);

  it("are found around a folder that lies in one", async () => {
    const root = temporary.commit(
      "around",
      { "src/a.ts": "" },
      { remote: "https://user:secret@github.com/owner/around.git" },
    );
    const [repository, ...others] = await findRepositories([path.join(root, "src")]);
    assert.deepEqual(others, []);
    assert.equal(repository?.name, "github.com/owner/around");
    assert.equal(repository.root, root);
    assert.equal(repository.git, true);
    assert.deepEqual(
      repository.remotes.map(({ name }) => name),
      ["origin"],
    );
  });

  it("are those that a folder leads into by a link, or lies in below one", async () => {
    const root = temporary.commit("linked/it", { "src/deep/a.ts": "" }, { remote: "https://h/o/linked" });
    const link = path.join(temporary.root, "linked/src");
    symlinkSync(path.join(root, "src"), link);
    for (const [folder, start] of [
      [link, "src"],
      [path.join(link, "deep"), "src/deep"],
    ] as const) {
      const [repository, ...others] = await findRepositories([folder]);
      assert.deepEqual(others, []);
      assert.equal(repository?.name, "h/o/linked");
      assert.equal(repository.root, root);
      assert.deepEqual(repository.links, [{ folder, path: start }]);
      assert.equal(pathIn(repository, path.join(folder, "a.ts")), `${start}/a.ts`);
      assert.equal(pathIn(repository, folder), start);
      assert.equal(pathIn(repository, path.join(root, "b.ts")), "b.ts");
      assert.equal(pathIn(repository, root), "");
      assert.equal(repositoryOf([repository], path.join(folder, "a.ts")), repository);
      assert.equal(repositoryOf([repository], path.join(temporary.root, "linked/a.ts")), undefined);
    }
  });

  it("are those that a link leads to, although its own folder lies in another one", async () => {
    const root = temporary.commit("inner", { "src/a.ts": "" }, { remote: "https://h/o/inner" });
    const around = temporary.commit("dotfiles", {}, { remote: "https://h/o/dotfiles" });
    symlinkSync(path.join(root, "src"), path.join(around, "link"));
    assert.deepEqual(await namesIn(path.join(around, "link")), ["h/o/inner"]);
  });

  it("have the paths as they were opened where a folder around them is a link", async () => {
    const root = temporary.commit("real/it", { "src/a.ts": "" });
    symlinkSync(path.join(temporary.root, "real"), path.join(temporary.root, "unreal"));
    const [repository] = await findRepositories([path.join(temporary.root, "unreal/it/src")]);
    assert.equal(repository?.root, path.join(temporary.root, "unreal/it"));
    assert.equal(repository.links, undefined);
    assert.notEqual(repository.root, root);
  });

  it("are no links that are named as submodules", async () => {
    const outside = temporary.commit("outside-of-links", {});
    const root = temporary.commit("links", { ".gitmodules": '[submodule "a"]\n\tpath = a\n' });
    symlinkSync(outside, path.join(root, "a"));
    assert.deepEqual(await namesIn(root), ["links"]);
  });

  it("are the working trees beside a bare one, and not the folder around them", async () => {
    const origin = temporary.commit("bare-origin", { "a.txt": "a\n" });
    const root = temporary.write("project", { ".git": "gitdir: ./.bare\n" });
    runGit(root, "clone", "--quiet", "--bare", origin, ".bare");
    runGit(root, "config", "remote.origin.url", "https://h/o/one.git");
    runGit(root, "worktree", "add", "--quiet", "main", "main");
    assert.deepEqual(
      (await findRepositories([root])).map(({ name, git }) => [name, git]),
      [
        ["project", false],
        ["h/o/one", true],
      ],
    );
    assert.deepEqual(await namesIn(path.join(root, "main")), ["h/o/one"]);
  });

  it("prefer the remote that is called origin", async () => {
    const root = temporary.commit("preferred", {});
    runGit(root, "remote", "add", "upstream", "https://github.com/them/it.git");
    runGit(root, "remote", "add", "origin", "git@github.com:me/it.git");
    assert.deepEqual(await namesIn(root), ["github.com/me/it"]);
  });

  it("are found nested in a folder, but not in node_modules, and the folder is one for the rest", async () => {
    const folder = temporary.write("workspace", { "notes.txt": "" });
    temporary.commit("workspace/one", {}, { remote: "https://h/o/one" });
    temporary.commit("workspace/deep/er/two", {}, { remote: "https://h/o/two" });
    temporary.commit("workspace/node_modules/three", {}, { remote: "https://h/o/three" });
    const repositories = await findRepositories([folder]);
    assert.deepEqual(
      repositories.map(({ name, git }) => [name, git]),
      [
        ["workspace", false],
        ["h/o/two", true],
        ["h/o/one", true],
      ],
    );
    assert.equal(repositoryOf(repositories, path.join(folder, "one", "src", "a.ts"))?.name, "h/o/one");
    assert.equal(repositoryOf(repositories, path.join(folder, "one-more", "a.ts"))?.name, "workspace");
    assert.equal(repositoryOf(repositories, path.join(temporary.root, "elsewhere")), undefined);
  });

  it("are found however deep they are nested", async () => {
    const folder = temporary.write("deep", {});
    temporary.commit("deep/1/2/3/4/5/6/7/8/it", {}, { remote: "https://h/o/deep" });
    assert.deepEqual(await namesIn(folder), ["deep", "h/o/deep"]);
    assert.equal(await hasRepository(folder), true);
  });

  it("include worktrees and submodules, which share their remotes", async () => {
    const origin = temporary.commit("sub-origin", { "s.txt": "" });
    const root = temporary.commit("outer", { "a.txt": "" }, { remote: "https://h/o/outer" });
    runGit(root, "submodule", "--quiet", "add", origin, "a/b/c/d/e/sub");
    runGit(path.join(root, "a/b/c/d/e/sub"), "remote", "set-url", "origin", "https://h/o/sub");
    runGit(root, "worktree", "add", "--quiet", path.join(temporary.root, "outer-feature"));
    assert.deepEqual(await namesIn(root), ["h/o/outer", "h/o/sub"]);
    assert.deepEqual(await namesIn(path.join(temporary.root, "outer-feature")), ["h/o/outer"]);
    assert.deepEqual(await namesIn(root, path.join(temporary.root, "outer-feature")), [
      "h/o/outer",
      "h/o/sub",
      "h/o/outer~outer-feature",
    ]);
  });

  it("stay distinguishable when two folders have the same name", async () => {
    const first = temporary.write("x/same", {});
    const second = temporary.write("y/same", {});
    assert.deepEqual(await namesIn(first, second), ["same", "same~2"]);
    assert.deepEqual(await namesIn(first, first), ["same"]);
  });

  it("are read from files alone, with comments and quotes in the configuration", async () => {
    const root = temporary.write("by-hand", {});
    mkdirSync(path.join(root, ".git"));
    writeFileSync(path.join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(
      path.join(root, ".git", "config"),
      '[core]\n\turl = no\n[REMOTE "origin"] ; mine\n  URL = "https://h/o/quoted.git" # there\n',
    );
    assert.deepEqual(await namesIn(root), ["h/o/quoted"]);
  });

  it("skip what does not exist", async () => {
    assert.deepEqual(await namesIn(path.join(temporary.root, "nowhere")), ["nowhere"]);
  });

  it("are known by every remote, by what insteadOf makes of it and by what is written", async () => {
    const root = temporary.commit("known", {}, { remote: "work:me/it.git" });
    runGit(root, "remote", "add", "upstream", "ssh://git@github.com:443/them/it.git");
    runGit(root, "remote", "add", "mirror", "https://github.com/me/it");
    runGit(root, "remote", "add", "backup", "file:///srv/it.git");
    runGit(root, "config", "url.https://github.com/.insteadOf", "work:");
    runGit(root, "config", "url.https://wrong/.insteadOf", "wor");
    runGit(root, "config", "url.ssh://wrong/.pushInsteadOf", "work:me");
    runGit(root, "config", "url.https://mirror.corp/.insteadOf", "https://github.com/");
    const [repository] = await findRepositories([root]);
    assert.equal(repository?.name, "github.com/me/it");
    assert.deepEqual(repository.otherNames, [
      "work/me/it",
      "github.com/them/it",
      "github.com:443/them/it",
      "github.com-443/them/it",
      "mirror.corp/me/it",
    ]);
    for (const { name, url } of repository.remotes) assert.equal(url, runGit(root, "remote", "get-url", name));
  });

  it("include others that are known of, wherever they are, but none twice", async () => {
    const open = temporary.write("open", {});
    const nested = temporary.commit("open/one", {}, { remote: "https://h/o/one" });
    const deep = temporary.commit("open/node_modules/deep", {}, { remote: "https://h/o/deep" });
    const outside = temporary.commit("outside", {}, { remote: "https://h/o/one" });
    symlinkSync(nested, path.join(temporary.root, "link"));
    const others = [nested, path.join(temporary.root, "link"), outside, deep, path.join(temporary.root, "nowhere")];
    assert.deepEqual(
      (await findRepositories([open], { others })).map(({ name, root, isElsewhere }) => [name, root, isElsewhere]),
      [
        ["open", open, undefined],
        ["h/o/one", nested, undefined],
        ["h/o/one~outside", outside, true],
        ["h/o/deep", deep, undefined],
      ],
    );
  });

  it("have the files that are named in other letters where the disk ignores case", async () => {
    const root = temporary.commit("Folded", { "src/a.ts": "" });
    const file = path.join(root.toUpperCase(), "src", "A.ts");
    const [folded] = await findRepositories([root], { foldsCase: () => Promise.resolve(true) });
    assert.ok(folded);
    assert.equal(repositoryOf([folded], file), folded);
    assert.equal(pathIn(folded, file), "src/A.ts");
    assert.equal(repositoryOf([folded], path.join(`${root.toUpperCase()}s`, "a.ts")), undefined);
    const [exact] = await findRepositories([root], { foldsCase: () => Promise.resolve(false) });
    if (path.sep === "/") assert.equal(repositoryOf(exact ? [exact] : [], file), undefined);
  });

  it("are asked of the disk whether it ignores case", async () => {
    const root = temporary.commit("asked", { "a.ts": "" });
    const [here] = await findRepositories([root]);
    assert.equal(here?.foldsCase, existsSync(path.join(path.dirname(root), "ASKED")) ? true : undefined);
    temporary.commit("ASKED", { "a.ts": "" }); // the same folder there, another one elsewhere
    const again = await findRepositories([root]);
    assert.equal(again[0]?.foldsCase, here?.foldsCase);
  });

  it("have no submodule outside of them", async () => {
    const root = temporary.commit("climbing", { ".gitmodules": '[submodule "x"]\n\tpath = ../around\n' });
    assert.deepEqual(await namesIn(root), ["climbing"]);
  });
});

describe("paths of repositories", () => {
  const { win32, posix } = path;

  it("stay below the root, on Windows with backslashes, drives and in any case", () => {
    assert.equal(fileBelow("C:\\code\\it", "src/a b.ts", win32), "C:\\code\\it\\src\\a b.ts");
    assert.equal(fileBelow("c:\\", "src/a.ts", win32), "c:\\src\\a.ts");
    assert.equal(fileBelow("\\\\server\\share\\it", "a.ts", win32), "\\\\server\\share\\it\\a.ts");
    for (const outside of ["..\\b", "src/..\\..\\b", "../it2/a", "D:/a", "a.ts:stream", "src/..", "", "a\0"]) {
      assert.equal(fileBelow("C:\\code\\it", outside, win32), undefined, outside);
    }
    assert.equal(fileBelow("/code/it", "src\\a:b.ts", posix), "/code/it/src\\a:b.ts");
    assert.equal(fileBelow("/", "a.ts", posix), "/a.ts");
  });

  it("are found in the innermost repository", () => {
    const repositories = ["C:\\code", "C:\\code\\it", "C:\\code\\it-too"].map((root) => ({ root }));
    const rootOf = (file: string) => repositoryOf(repositories, file, win32)?.root;
    assert.equal(rootOf("c:\\Code\\It\\src\\a.ts"), "C:\\code\\it");
    assert.equal(rootOf("C:\\code\\it-too\\a.ts"), "C:\\code\\it-too");
    assert.equal(rootOf("C:\\code\\other"), "C:\\code");
    assert.equal(rootOf("D:\\code\\it\\a.ts"), undefined);
    assert.equal(pathBelow("C:\\code\\it", "c:\\code\\IT\\src\\a.ts", win32), "src/a.ts");
    assert.equal(pathBelow("/code/it", "/code/it/src/a\\b.ts", posix), "src/a\\b.ts");
    assert.equal(contains("/code/it", "/code/IT/a.ts", posix), false);
  });
});
