import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { ConfigFiles } from "../../../../src/git/settings/configuration.ts";
import { findGitFolder, readRemotes } from "../../../../src/git/repositories/gitFolder.ts";
import { isWindows } from "../../../support/systems.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("git's configuration of a repository", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  const environment = (home: string) => ({ PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" });
  after(() => temporary.remove());

  const valuesIn = async (root: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> => {
    const folder = await findGitFolder(root);
    assert.ok(folder);
    const { all } = await new ConfigFiles(env).of(folder);
    return all.flatMap(({ section, key, value }) => (section === "test" && key === "is" ? [value] : []));
  };
  /** What git itself says. */
  const expectedIn = (root: string, env: NodeJS.ProcessEnv): readonly string[] => {
    const args = ["config", "--includes", "--get-all", "test.is"];
    return execFileSync("git", args, { cwd: root, env: { ...env, PWD: root }, encoding: "utf8" })
      .trim()
      .split("\n");
  };

  const conditions = [
    "gitdir:~/Work/",
    "gitdir:~/work/",
    "gitdir/i:~/work/",
    "gitdir:~/Work/*/.git",
    "gitdir:~/Work/*",
    "gitdir:~/Work/**",
    "gitdir:~/Work/**/.git",
    "gitdir:~/Other/",
    "gitdir:Work/",
    "gitdir:mine/.git",
    "gitdir:mine",
    "gitdir:./Work/",
    "gitdir:./Work/mine/.git",
    "gitdir:Wor[k-l]/",
    "gitdir:Wor[!k]/",
    "gitdir:W?rk/",
    "gitdir:/nowhere/",
    "gitdir:linked/",
    "gitdir/i:**/WORK/**",
    "onbranch:feature/",
    "onbranch:feature/*",
    "onbranch:feature/**",
    "onbranch:feature",
    "onbranch:*",
    "onbranch:f**/a*",
    "hasconfig:remote.*.url:https://github.com/**",
    "hasconfig:remote.*.url:https://github.com/*",
    "hasconfig:remote.*.url:git@*:Owner/**",
    "hasconfig:remote.*.url:https://**/it.git",
    "hasconfig:remote.*.url:https://gitlab.com/**",
    "hasconfig:remote.o.url:https://**",
    "unknown:x",
    "gitdir:",
  ];

  for (const name of ["My home", "Home [me]"]) {
    it(`includes files under the conditions of the folder, the branch and the remotes, as git does, in ${name}`, async () => {
      const home = temporary.write(name, {});
      const lines = conditions.map((condition, index) => {
        writeFileSync(path.join(home, `${index}.config`), `[test]\n is = ${condition}\n`);
        return `[includeIf "${condition}"]\n path = ${index}.config\n`;
      });
      writeFileSync(path.join(home, ".gitconfig"), lines.join(""));
      const isAsInGit = async (root: string): Promise<void> => {
        assert.deepEqual(await valuesIn(root, environment(home)), expectedIn(root, environment(home)));
      };
      const root = temporary.commit(`${name}/Work/mine`, {}, { remote: "https://github.com/Owner/it.git" });
      runGit(root, "remote", "add", "other", "git@github.com:Owner/it.git");
      runGit(root, "checkout", "--quiet", "-b", "feature/a/b");
      await isAsInGit(root);
      runGit(root, "checkout", "--quiet", "-b", "feature/c");
      await isAsInGit(root);
      runGit(root, "checkout", "--quiet", "--detach");
      await isAsInGit(root);
      const worktree = path.join(home, "Other/tree");
      runGit(root, "worktree", "add", "--quiet", worktree);
      await isAsInGit(worktree);
      if (isWindows) return; // there, git does not know by which link it was reached
      symlinkSync(path.join(home, "Work"), path.join(home, "linked"));
      await isAsInGit(path.join(home, "linked/mine"));
    });
  }

  it("holds what its own files include, and what belongs to one of its worktrees", async () => {
    const env = environment(temporary.write("home", { ".gitconfig": "[test]\n is = personal\n" }));
    const root = temporary.commit("including", {
      "shared.config": "[test]\n is = shared\n[include]\n path = more.config\n",
      "more.config": "[test]\n is = more\n",
      "main.config": "[test]\n is = main\n",
    });
    runGit(root, "config", "test.is", "before");
    runGit(root, "config", "include.path", "../shared.config");
    runGit(root, "config", "includeIf.onbranch:main.path", "../main.config");
    assert.deepEqual(await valuesIn(root, env), ["personal", "before", "shared", "more", "main"]);
    assert.deepEqual(await valuesIn(root, env), expectedIn(root, env));

    const worktree = path.join(temporary.root, "including-tree");
    runGit(root, "worktree", "add", "--quiet", worktree);
    runGit(root, "config", "extensions.worktreeConfig", "true");
    runGit(worktree, "config", "--worktree", "test.is", "tree");
    assert.deepEqual(await valuesIn(worktree, env), ["personal", "before", "shared", "more", "tree"]);
    assert.deepEqual(await valuesIn(worktree, env), expectedIn(worktree, env));
  });

  it("is read from where the environment says", async () => {
    const root = temporary.commit("anywhere", {});
    temporary.write("places", {
      ".gitconfig": "[test]\n is = home\n[include]\n path = ~/.gitconfig\n",
      ".config/git/config": "[test]\n is = xdg\n",
      "git/config": "[test]\n is = moved\n",
      system: "[test]\n is = system\n",
    });
    const places = path.join(temporary.root, "places");
    const seen = async (env: NodeJS.ProcessEnv) => [...new Set(await valuesIn(root, { HOME: places, ...env }))];
    assert.deepEqual(await seen({ GIT_CONFIG_SYSTEM: path.join(places, "system") }), ["system", "xdg", "home"]);
    assert.deepEqual(await seen({ GIT_CONFIG_NOSYSTEM: "1", XDG_CONFIG_HOME: places }), ["moved", "home"]);
    const own = path.join(places, "system");
    assert.deepEqual(await seen({ GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: own }), ["system"]);
  });

  it("is without the person's where there is no home folder", async () => {
    const root = temporary.commit("homeless", {});
    runGit(root, "config", "test.is", "own");
    runGit(root, "config", "--add", "include.path", "~/more");
    runGit(root, "config", "--add", "includeIf.gitdir:~/.path", "/more");
    temporary.write("settings", { "git/config": "[test]\n is = moved\n" });
    const { homedir } = os;
    os.homedir = () => {
      throw new Error("uv_os_homedir returned ENOENT");
    };
    try {
      assert.deepEqual(await valuesIn(root, { GIT_CONFIG_NOSYSTEM: "1" }), ["own"]);
      const moved = { GIT_CONFIG_NOSYSTEM: "1", XDG_CONFIG_HOME: path.join(temporary.root, "settings") };
      assert.deepEqual(await valuesIn(root, moved), ["moved", "own"]);
    } finally {
      os.homedir = homedir;
    }
  });

  it("takes no longer for one that was made to", async function () {
    this.timeout(120_000); // on a busy machine: only its own time counts
    const root = temporary.commit("endless", {}, { remote: `https://${"a".repeat(2_000)}` });
    const hostile = `[includeIf "hasconfig:remote.*.url:https://${"*a".repeat(1_000)}b"]\n path = config\n`;
    writeFileSync(
      path.join(root, ".git/more"),
      `${hostile.repeat(300)}${"[include]\n path = more\n".repeat(300)}[include]\n path = //host/share/config\n`,
    );
    runGit(root, "config", "include.path", "more");
    const before = process.cpuUsage();
    await valuesIn(root, environment(temporary.root));
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });

  it("takes remotes and includes from the environment, too, with their conditions, and no relative paths", async () => {
    const root = temporary.commit("variables", { "a.ts": "" });
    const home = temporary.write("variablesHome", {
      "more.config": '[test]\n\tis = more\n[remote "upstream"]\n\turl = https://h/up/tools\n',
      "here.config": "[test]\n\tis = here\n",
      "elsewhere.config": "[test]\n\tis = elsewhere\n",
    });
    const keys = [
      ["include.path", "~/more.config"],
      ["test.is", "between"],
      [`includeIf.gitdir:${root}/.path`, path.join(home, "here.config")],
      ["includeIf.gitdir:/elsewhere/.path", path.join(home, "elsewhere.config")],
      ["remote.fork.url", "https://h/fork/tools"],
    ];
    const given = {
      ...environment(home),
      GIT_CONFIG_COUNT: String(keys.length),
      ...Object.fromEntries(
        keys.flatMap(([key, value], index) => [
          [`GIT_CONFIG_KEY_${index}`, key],
          [`GIT_CONFIG_VALUE_${index}`, value],
        ]),
      ),
    };
    const values = await valuesIn(root, given);
    assert.deepEqual(values, expectedIn(root, given));
    assert.deepEqual(values, ["more", "between", "here"]);
    const relative = { ...given, GIT_CONFIG_VALUE_0: "more.config" };
    assert.deepEqual(await valuesIn(root, relative), ["between", "here"]);
    runGit(root, "remote", "add", "origin", "https://h/own/tools");
    const remotes = await readRemotes((await findGitFolder(root)) ?? "", new ConfigFiles(given));
    assert.deepEqual(
      remotes?.map(({ name, url }) => `${name} ${url}`),
      ["origin https://h/own/tools", "upstream https://h/up/tools", "fork https://h/fork/tools"],
    );
  });

  it("ends with what the environment gives", async () => {
    const root = temporary.commit("given", { "a.ts": "" });
    runGit(root, "config", "test.is", "own");
    const given = {
      ...environment(temporary.write("givenHome", {})),
      GIT_CONFIG_COUNT: "2",
      GIT_CONFIG_KEY_0: "test.is",
      GIT_CONFIG_VALUE_0: "given",
      GIT_CONFIG_KEY_1: "url.https://github.com/a.b/.insteadOf",
      GIT_CONFIG_VALUE_1: "gh:",
    };
    assert.deepEqual(await valuesIn(root, given), ["own", "given"]);
    assert.deepEqual(expectedIn(root, given), ["own", "given"]);
    const { all } = await new ConfigFiles(given).of((await findGitFolder(root)) ?? "");
    assert.deepEqual(all.at(-1), {
      section: "url",
      subsection: "https://github.com/a.b/",
      key: "insteadof",
      value: "gh:",
    });
    assert.deepEqual(await valuesIn(root, { ...given, GIT_CONFIG_COUNT: "3" }), ["own"]);
  });
});
