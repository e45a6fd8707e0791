import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { ConfigFiles } from "../../../../src/git/settings/configuration.ts";
import { readExcludes } from "../../../../src/git/workingTree/excludesFile.ts";
import { Engine } from "../../../../src/local/code/engine/engine.ts";
import { openCodeBase } from "../../../../src/local/code/files/codeBase.ts";
import { ripgrep } from "../../local/runningService.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("the user's own excludes", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  it("are those that begin at the root", async () => {
    const root = temporary.commit("code", { "a.ts": "" });
    const home = temporary.write("home", {
      ".config/git/ignore": "# no\n/keys.txt\r\n*.log\n/build/\ndoc/notes \n!/kept\n**/deep/x\nname/\n\n/with\\ \n",
      "own/ignore": "/mine\n",
      "more/git/ignore": "/more\n",
    });
    const env = { HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    const excludes = async (more: NodeJS.ProcessEnv = {}) => {
      const { globs, isWhole } = await readExcludes(root, new ConfigFiles({ ...env, ...more }), {
        env: { ...env, ...more },
      });
      assert.ok(isWhole);
      return globs;
    };
    assert.deepEqual(await excludes(), ["keys.txt", "build/", "doc/notes", "with\\ "]);
    assert.deepEqual(await excludes({ XDG_CONFIG_HOME: path.join(home, "more") }), ["more"]);
    assert.deepEqual(await readExcludes(home, new ConfigFiles(env), { env }), { globs: [], isWhole: true });
  });

  it("are all where the repository names them, and not whole if they take something back or can't be read", async () => {
    const root = temporary.commit("named", { "a.ts": "" });
    const home = temporary.write("another", {
      "own/ignore": "/mine\n*.log\nname/\n**/deep/x\n",
      "own/back": "*.log\n!kept.log\n/mine\n",
    });
    const env = { HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    const named = (file: string) => {
      runGit(root, "config", "core.excludesFile", file);
      return readExcludes(root, new ConfigFiles(env), { env });
    };
    const globs = ["mine", "**/*.log", "**/name/", "**/deep/x"];
    assert.deepEqual(await named("~/own/ignore"), { globs, isWhole: true });
    assert.deepEqual(await named("~/own/back"), { globs: ["mine"], isWhole: false });
    assert.deepEqual(await named("~/nowhere"), { globs: [], isWhole: false });
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
    const of = (root: string) => readExcludes(root, new ConfigFiles(env), { env });
    assert.deepEqual(await of(path.join(outer, "lib")), { globs: ["**/*.secret", "build/"], isWhole: true });
    for (const root of [outer, path.join(temporary.root, "linked")])
      assert.deepEqual(await of(root), { globs: [], isWhole: true }, root);

    temporary.write("outer/lib", { "a.secret": "needle", "build/a.js": "needle", "c.ts": "needle" });
    const { signal } = new AbortController();
    const engine = new Engine(await openCodeBase([outer]), ripgrep);
    const found: string[] = [];
    for await (const { file } of engine.list({ signal }))
      found.push(path.relative(outer, file).replaceAll(path.sep, "/"));
    assert.deepEqual(found.sort(), [".gitmodules", "b.ts", "lib/a.ts", "lib/c.ts"]);
  });
});
