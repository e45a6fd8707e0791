import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { ConfigFiles } from "../../../../src/git/settings/configuration.ts";
import { readExcludes } from "../../../../src/git/workingTree/excludesFile.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("the user's own excludes", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  it("are the patterns in the file that git would read", async () => {
    const root = temporary.commit("code", { "a.ts": "" });
    const home = temporary.write("home", {
      ".config/git/ignore": "\uFEFF# no\n/keys.txt\r\n*.log\n\n/\n!/kept\n/with\\ \n",
      "more/git/ignore": "/more\n",
    });
    const env = { HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    const read = (more: NodeJS.ProcessEnv = {}, folder = root) =>
      readExcludes(folder, { configFiles: new ConfigFiles({ ...env, ...more }), env: { ...env, ...more } });
    const named = (file: string, ...patterns: string[]) => ({
      named: { file: path.join(home, file), patterns },
      ofSubmodule: [],
      isWhole: true,
    });
    assert.deepEqual(await read(), named(".config/git/ignore", "/keys.txt", "*.log", "!/kept", "/with\\ "));
    const more = { XDG_CONFIG_HOME: path.join(home, "more") };
    assert.deepEqual(await read(more), named("more/git/ignore", "/more"));
    const set = {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.excludesFile",
      GIT_CONFIG_VALUE_0: "~/more/git/ignore",
    };
    assert.deepEqual(await read(set), named("more/git/ignore", "/more"));
    const none = { named: undefined, ofSubmodule: [], isWhole: true };
    assert.deepEqual(await read({}, home), await read(), "a folder without git");
    assert.deepEqual(await read({ HOME: path.join(home, "nowhere") }), none);
  });

  it("are not all known where they are too many or too long, or can't be read", async () => {
    const root = temporary.commit("long", { "a.ts": "" });
    const home = temporary.write("lengthy", { many: "a\n".repeat(5001), long: `${"#".repeat(300_000)}\na\n` });
    const env = { HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    for (const file of ["many", "long", "nowhere"]) {
      runGit(root, "config", "core.excludesFile", `~/${file}`);
      const excludes = await readExcludes(root, { configFiles: new ConfigFiles(env), env });
      assert.deepEqual(excludes, { named: undefined, ofSubmodule: [], isWhole: false }, file);
    }
  });

  it("are those that a stranger's repository names only if they are inside of it", async () => {
    const root = temporary.commit("strange", { "a.ts": "" });
    temporary.write("strange", { "own.ignore": "a\n" });
    symlinkSync(temporary.write("others", { ignore: "b\n" }), path.join(root, "link"));
    const env = { HOME: temporary.root, GIT_CONFIG_NOSYSTEM: "1" };
    const named = async (file: string, isTrusted: boolean) => {
      runGit(root, "config", "core.excludesFile", file);
      return readExcludes(root, { configFiles: new ConfigFiles(env), env, isTrusted });
    };
    for (const file of ["own.ignore", path.join(root, "own.ignore")])
      assert.deepEqual((await named(file, false)).named?.patterns, ["a"]);
    for (const file of ["link/ignore", "../others/ignore", "~/others/ignore"]) {
      assert.deepEqual(await named(file, false), { named: undefined, ofSubmodule: [], isWhole: false });
      assert.deepEqual((await named(file, true)).named?.patterns, ["b"]);
    }
  });

  it("are joined by those of a submodule, and not by those of a linked working tree, which ripgrep reads", async () => {
    const inner = temporary.commit("inner", { "a.ts": "" });
    const outer = temporary.commit("outer", { "b.ts": "" });
    runGit(outer, "submodule", "--quiet", "add", inner, "lib");
    runGit(outer, "worktree", "add", "--quiet", path.join(temporary.root, "linked"));
    temporary.write("outer/.git", {
      "modules/lib/info/exclude": "# no\n*.secret\n/build/\n",
      "info/exclude": "*.other\n",
    });
    const env = { HOME: temporary.root, GIT_CONFIG_NOSYSTEM: "1" };
    const of = (root: string) => readExcludes(root, { configFiles: new ConfigFiles(env), env });
    const submodule = { named: undefined, ofSubmodule: ["*.secret", "/build/"], isWhole: true };
    assert.deepEqual(await of(path.join(outer, "lib")), submodule);
    for (const root of [outer, path.join(temporary.root, "linked")])
      assert.deepEqual(await of(root), { named: undefined, ofSubmodule: [], isWhole: true }, root);
  });
});
