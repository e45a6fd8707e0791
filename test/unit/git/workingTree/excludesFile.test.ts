import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { ConfigFiles } from "../../../../src/git/settings/configuration.ts";
import { rootedExcludes } from "../../../../src/git/workingTree/excludesFile.ts";
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
    const excludes = (more: NodeJS.ProcessEnv = {}) =>
      rootedExcludes(root, new ConfigFiles({ ...env, ...more }), { env: { ...env, ...more } });
    assert.deepEqual(await excludes(), ["keys.txt", "build/", "doc/notes", "with\\ "]);
    assert.deepEqual(await excludes({ XDG_CONFIG_HOME: path.join(home, "more") }), ["more"]);
    runGit(root, "config", "core.excludesFile", "~/own/ignore");
    assert.deepEqual(await excludes(), ["mine"]);
    runGit(root, "config", "core.excludesFile", "~/nowhere");
    assert.deepEqual(await excludes(), []);
    assert.deepEqual(await rootedExcludes(home, new ConfigFiles(env), { env }), []);
  });
});
