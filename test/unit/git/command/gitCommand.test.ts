import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { isRunning } from "../../../../src/core/model/isRunning.ts";
import { git, streamGit } from "../../../../src/git/command/gitCommand.ts";
import { readContents, resolveCommits } from "../../../../src/git/history/committedFiles.ts";
import { readLog, type LoggedCommit } from "../../../../src/git/history/log.ts";
import { ObjectReaders } from "../../../../src/git/history/objectReader.ts";
import { ignoredAmong } from "../../../../src/git/workingTree/ignoredFiles.ts";
import { describeWithScripts } from "../../../support/systems.ts";
import { until } from "../../local/runningService.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("git", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  it("is started once in a turn, however often it is asked at once: each start holds this process for milliseconds", async () => {
    const root = temporary.commit("some", { "a.txt": "" });
    const startedIn: number[] = [];
    const note = () => {
      startedIn.push(turn);
    };
    let turn = 0;
    let next = setImmediate(function count() {
      turn++;
      next = setImmediate(count);
    });
    subscribe("child_process", note);
    try {
      const all = await Promise.all([1, 2, 3, 4].map(() => git(root, ["rev-parse", "HEAD"])));
      assert.equal(new Set(all.map(String)).size, 1);
    } finally {
      unsubscribe("child_process", note);
      clearImmediate(next);
    }
    assert.equal(startedIn.length, 4);
    assert.equal(new Set(startedIn).size, 4);
  });

  it("rejects where it was aborted before it is started", async () => {
    const root = temporary.commit("other", { "a.txt": "" });
    await assert.rejects(git(root, ["rev-parse", "HEAD"], { signal: AbortSignal.abort() }), { name: "AbortError" });
  });

  describe("with settings in the environment", () => {
    let root: string;
    let settings: string;
    const own = { ...process.env };
    beforeEach(() => {
      root = temporary.commit("settings", { ".gitconfig": "[some]\nkey = of the repository\n" });
      settings = path.join(temporary.write("home", { settings: "[some]\nkey = of the person\n" }), "settings");
    });
    afterEach(() => {
      for (const name of Object.keys(process.env)) if (!(name in own)) Reflect.deleteProperty(process.env, name);
    });

    const give = (given: Readonly<Record<string, string>>) => {
      for (const [at, [key, value]] of Object.entries(given).entries())
        Object.assign(process.env, { [`GIT_CONFIG_KEY_${at}`]: key, [`GIT_CONFIG_VALUE_${at}`]: value });
      process.env["GIT_CONFIG_COUNT"] = String(Object.keys(given).length);
    };
    const valueOf = async (key: string) =>
      (await git(root, ["config", "--get", key]).catch(() => "none")).toString().trim();

    it("knows those of its files, unless the repository has them", async () => {
      for (const name of ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"]) {
        for (const [file, expected] of [
          [settings, "of the person"],
          [".gitconfig", "none"],
          [path.join(root, ".gitconfig"), "none"],
        ] as const) {
          process.env[name] = file;
          assert.equal(await valueOf("some.key"), expected, `${name}=${file}`);
        }
        process.env[name] = "";
      }
    });

    it("reads a repository of somebody else where that is allowed there", async () => {
      const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
      await assert.rejects(git(root, ["rev-parse", "HEAD"], { env }));
      give({ "safe.directory": root });
      assert.match((await git(root, ["rev-parse", "HEAD"], { env })).toString(), /^[0-9a-f]{40}\n$/);
    });

    it("has its own settings count before them", async () => {
      give({
        "some.key": "given",
        "core.fsmonitor": "/bin/program",
        "core.hooksPath": "/bin",
        "core.quotePath": "true",
      });
      assert.equal(await valueOf("some.key"), "given");
      assert.equal(await valueOf("core.fsmonitor"), "");
      assert.equal(await valueOf("core.hooksPath"), "/dev/null");
      assert.equal(await valueOf("core.quotePath"), "false");
    });
  });

  describe("whose program is only one that starts the real one, as on Windows", () => {
    let root: string;
    let ownPath: string | undefined;
    before(() => {
      root = temporary.write("asked", {});
      ownPath = process.env["PATH"];
      const folder = temporary.write("shim", { git: "#!/bin/sh\necho some\nsleep 20\nexit 0\n" });
      chmodSync(path.join(folder, "git"), 0o755);
      process.env["PATH"] = folder + path.delimiter + (ownPath ?? "");
    });
    after(() => {
      process.env["PATH"] = ownPath;
    });

    const calls: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> = {
      "all of its output": (signal) => git(root, ["log"], { signal }),
      "its output as it comes": async (signal) => {
        for await (const chunk of streamGit(root, ["log"], signal)) assert.equal(chunk.toString(), "some\n");
      },
    };
    for (const [what, call] of Object.entries(calls)) {
      it(`is not waited for any more after an abort, by who reads ${what}`, async () => {
        const startedAt = performance.now();
        const stop = new AbortController();
        setTimeout(() => {
          stop.abort();
        }, 300);
        await assert.rejects(call(stop.signal), { name: "AbortError" });
        assert.ok(performance.now() - startedAt < 10_000);
      });
    }

    it("is not waited for by who reads no further", async () => {
      const startedAt = performance.now();
      for await (const chunk of streamGit(root, ["log"], AbortSignal.timeout(60_000))) {
        assert.equal(chunk.toString(), "some\n");
        break;
      }
      assert.ok(performance.now() - startedAt < 10_000);
    });
  });

  describeWithScripts("that hangs", () => {
    const ownPath = process.env["PATH"];
    let root: string;
    let file: string;
    before(() => {
      root = temporary.write("hanging", {});
      file = path.join(root, "pid");
      const git = `#!/bin/sh\ntrap '' TERM\necho $$ > '${file}'\nexec sleep 20\n`;
      const folder = temporary.write("hangingShim", { git });
      chmodSync(path.join(folder, "git"), 0o755);
      process.env["PATH"] = folder + path.delimiter + (ownPath ?? "");
    });
    after(() => {
      process.env["PATH"] = ownPath;
    });
    afterEach(() => {
      rmSync(file);
    });
    const started = () => until(() => (existsSync(file) && Number(readFileSync(file, "utf8"))) || undefined);
    const ended = (pid: number) => until(() => !isRunning(pid) || undefined);

    it("is ended by an abort, though it hears of no other signal, as one that is suspended", async () => {
      const stop = new AbortController();
      const asked = git(root, ["log"], { signal: stop.signal });
      const pid = await started();
      stop.abort();
      await assert.rejects(asked, { name: "AbortError" });
      await ended(pid);
    });

    it("is ended where it says nothing of the objects that it is asked for, and the next one is asked for others", async () => {
      const objects = new ObjectReaders(60_000, 300);
      const asked = ["HEAD:a", "HEAD:b"].map((name) => objects.read(root, name, 1_000));
      const pid = await started();
      for (const one of asked) await assert.rejects(one, /says nothing/);
      await ended(pid);
      rmSync(file);
      const next = objects.read(root, "HEAD:a", 1_000);
      assert.notEqual(await started(), pid);
      await assert.rejects(next, /says nothing/);
    });
  });

  describeWithScripts("that prints without end", () => {
    const ownPath = process.env["PATH"];
    const { signal } = new AbortController();
    let root: string;
    let starts: string;
    before(() => {
      root = temporary.write("endless", {});
      starts = path.join(root, "starts");
    });
    afterEach(() => {
      process.env["PATH"] = ownPath;
      rmSync(starts, { force: true });
    });
    /** Lines of shell that run before it prints. */
    const printing = (name: string, ...lines: readonly string[]) => {
      const text = ["#!/bin/sh", `echo $$ >> '${starts}'`, ...lines, `exec yes ${"words ".repeat(1_000)}`, ""].join(
        "\n",
      );
      const folder = temporary.write(name, { git: text });
      chmodSync(path.join(folder, "git"), 0o755);
      process.env["PATH"] = folder + path.delimiter + (ownPath ?? "");
    };
    const started = () => readFileSync(starts, "utf8").trim().split("\n").map(Number);
    /** Once all have ended. */
    const timesStarted = async () => {
      await until(() => !started().some(isRunning) || undefined);
      return started().length;
    };

    it("has said nothing of what it was asked for", async () => {
      printing("endlessLines");
      assert.equal(await resolveCommits(root, ["HEAD"], signal), undefined);
      assert.equal(await ignoredAmong(root, ["a.ts"], signal), undefined);
      assert.equal(await timesStarted(), 2);
    });

    it("has no objects, and is ended though nobody asks for others", async () => {
      printing("endlessObjects");
      assert.equal(await new ObjectReaders().read(root, "HEAD:a", 1_000), undefined);
      const contents: unknown[] = [];
      for await (const content of readContents(root, ["1", "2"], signal)) contents.push(content);
      assert.deepEqual(contents, [undefined, undefined]);
      assert.equal(await timesStarted(), 2);
    });

    const log = async () => {
      const commits: LoggedCommit[] = [];
      const options = { signal, maxCount: 9, withPatch: true, bytesAtMost: 1_000_000 };
      for await (const commit of readLog(root, options)) commits.push(commit);
      return commits;
    };

    it("is no log", async () => {
      printing("endlessLog");
      await assert.rejects(log());
      assert.equal(await timesStarted(), 1);
    });

    const fields = "a\\000e\\000d\\000c\\000e\\000d\\000message\\000";

    it("tells a commit as soon as there is what is kept of it, though git goes on with it", async () => {
      const go = path.join(root, "go");
      printing(
        "slowPatch",
        `for each in "$@"; do case $each in --format=*) mark=\${each#--format=}; mark=\${mark%%[%]*};; esac; done`,
        `printf "$mark\\000first\\000${fields}"; yes "+word" | head -c 2000000`,
        `until test -e '${go}'; do sleep 0.02; done`,
        `yes "+more" | head -c 2000000; printf "$mark\\000second\\000${fields}"; exit`,
      );
      const commits = readLog(root, { signal, maxCount: 9, withPatch: true, bytesAtMost: 1_000_000 });
      const { value: first } = await commits.next();
      assert.deepEqual([first?.hash, first?.isCut, first?.patch.includes("more")], ["first", true, false]);
      writeFileSync(go, "");
      const others: LoggedCommit[] = [];
      for await (const commit of commits) others.push(commit);
      assert.deepEqual(
        others.map(({ hash, isCut }) => [hash, isCut]),
        [["second", undefined]],
      );
    });

    it("has a commit that is cut, behind which the log goes on", async () => {
      printing(
        "endlessPatch",
        `for each in "$@"; do case $each in --format=*) mark=\${each#--format=}; mark=\${mark%%[%]*};; --skip=2) skips=1;; esac; done`,
        `if test "$skips"; then printf "$mark\\000third\\000${fields}"; exit; fi`,
        `printf "$mark\\000first\\000${fields}$mark\\000second\\000${fields}"`,
      );
      const commits = await log();
      assert.deepEqual(
        commits.map(({ hash, isCut }) => [hash, isCut]),
        [
          ["first", undefined],
          ["second", true],
          ["third", undefined],
        ],
      );
      assert.ok((commits[1]?.patch.length ?? 0) > 900_000);
      assert.equal(await timesStarted(), 2);
    });
  });
});
