import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { Engine } from "../../../../../src/local/code/engine/engine.ts";
import type { Scope } from "../../../../../src/local/code/engine/scope.ts";
import { openCodeBase } from "../../../../../src/local/code/files/codeBase.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { TrackedThoughIgnored } from "../../../../../src/local/code/files/trackedThoughIgnored.ts";
import { watchTurns } from "../../../../support/turns.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { ripgrep, until } from "../../runningService.ts";

describe("what git tracks although an ignore file matches it", () => {
  let temporary: TemporaryFolder;
  let root: string;
  let tracked: TrackedThoughIgnored;

  const FILES = {
    ".gitignore": "/dist/\n*.log\n",
    ".ignore": "quiet.log\n!loud.log\n",
    "src/a.js": "needle\n",
    "dist/a.js": "needle\n",
    "dist/b.py": "needle\n",
    "dist/new.js": "needle\n",
    "kept [1].log": "needle\n",
    "new.log": "needle\n",
    "quiet.log": "needle\n",
    "loud.log": "needle\n",
    "gone.log": "needle\n",
    "inner/.gitignore": "*.txt\n",
    "inner/own.txt": "needle\n",
    "inner/other.txt": "needle\n",
  };

  before(() => {
    temporary = makeTemporaryFolder();
    root = temporary.write("code", FILES);
    runGit(root, "init", "--quiet");
    runGit(path.join(root, "inner"), "init", "--quiet");
    symlinkSync(path.join(root, "src", "a.js"), path.join(root, "linked.log"));
    const kept = ["dist/a.js", "dist/b.py", "kept [1].log", "quiet.log", "loud.log", "gone.log", "linked.log"];
    runGit(root, "add", "--force", ".gitignore", ".ignore", "src", ...kept);
    runGit(path.join(root, "inner"), "add", "--force", "own.txt");
    runGit(root, "update-index", "--skip-worktree", "gone.log");
    temporary.write("code", { "dist/b.py": `needle\n${"x".repeat(2_000)}` });
  });
  after(() => temporary.remove());

  const engineOf = async (folders = [root], trusted = folders) => {
    tracked = new TrackedThoughIgnored(new Commits(new GitPermission(trusted)));
    return new Engine(await openCodeBase(folders), ripgrep, tracked);
  };
  const pathsOf = async (engine: Engine, more: Partial<Scope> = {}) => {
    const found: string[] = [];
    const { signal } = new AbortController();
    const terms = [{ kind: "literal", text: "needle" }] as const;
    for await (const each of engine.filesWith({ terms, caseSensitive: true }, { signal, ...more })) {
      const file = path.relative(root, each.file).replaceAll(path.sep, "/");
      found.push("leftOut" in each ? `${file} ${each.leftOut}` : file);
    }
    return found.sort();
  };

  it("is searched, and nothing else that is ignored", async () => {
    const found = await pathsOf(await engineOf());
    const expected = ["dist/a.js", "dist/b.py", "gone.log", "inner/own.txt", "kept [1].log", "loud.log", "src/a.js"];
    assert.deepEqual(found, expected);
  });

  it("is listed, too", async () => {
    const found: string[] = [];
    for await (const { file } of (await engineOf()).list({ signal: new AbortController().signal })) found.push(file);
    assert.ok(found.includes(path.join(root, "dist", "a.js")));
    assert.equal(new Set(found).size, found.length);
  });

  it("is chosen by folder, name and size as other files are", async () => {
    const engine = await engineOf();
    assert.deepEqual(await pathsOf(engine, { folders: [path.join(root, "inner")] }), ["inner/own.txt"]);
    assert.deepEqual(await pathsOf(engine, { names: { wanted: ["*.py"] } }), ["dist/b.py"]);
    assert.deepEqual(await pathsOf(engine, { names: { wanted: ["*.js", "*.py"], unwanted: ["*.py"] } }), [
      "dist/a.js",
      "src/a.js",
    ]);
    const small = await pathsOf(engine, { maxBytes: 1_000, names: { wanted: ["?.*"] } });
    assert.deepEqual(small, ["dist/a.js", "dist/b.py tooLarge", "src/a.js"]);
  });

  it("is found once where the ignored folder is open itself", async () => {
    const engine = await engineOf([root, path.join(root, "dist")]);
    const inDist = (await pathsOf(engine)).filter((file) => file.startsWith("dist/"));
    assert.deepEqual([...new Set(inDist)], inDist);
    assert.ok(inDist.includes("dist/a.js"));
  });

  it("is not found in a repository that the one around it ignores, unless that is open itself", async () => {
    const outer = temporary.write("outer", {
      ".gitignore": "/vendor/\n",
      "a.js": "needle\n",
      "vendor/knots/.gitignore": "*.gen\n",
      "vendor/knots/a.js": "needle\n",
      "vendor/knots/a.gen": "needle\n",
      "vendor/knots/deep/b.gen": "needle\n",
    });
    const knots = path.join(outer, "vendor", "knots");
    for (const repository of [outer, knots]) runGit(repository, "init", "--quiet");
    runGit(knots, "add", "--force", ".");
    const [own, tracked, deep] = ["a.js", "a.gen", "deep/b.gen"].map((file) => `../outer/vendor/knots/${file}`);
    for (const trusted of [[outer], []]) {
      assert.deepEqual(await pathsOf(await engineOf([outer], trusted)), ["../outer/a.js"]);
      for (const open of [knots, path.join(outer, "vendor")]) {
        const found = await pathsOf(await engineOf([outer, open], trusted));
        const searched = found.filter((each) => !each.endsWith(" rulesAbove"));
        assert.deepEqual(searched, ["../outer/a.js", tracked, own, deep]);
      }
      const below = await pathsOf(await engineOf([outer, path.join(knots, "deep")], trusted));
      assert.ok(deep !== undefined && below.includes(deep));
    }
  });

  it("is left out by an ignore file for searches above the repository, as other files are", async () => {
    const above = temporary.write("above", {
      ".ignore": "*.raw\n/ropes/knots/tmp/\nknots/\n",
      ".rgignore": "/ropes/knots/deep/a.gen\n",
      "ropes/.ignore": "!kept.raw\n",
      "ropes/knots/.gitignore": "*\n",
      ...Object.fromEntries(
        ["a.gen", "a.raw", "kept.raw", "deep/a.gen", "deep/b.gen", "tmp/c.gen"].map((file) => [
          `ropes/knots/${file}`,
          "needle\n",
        ]),
      ),
    });
    const knots = path.join(above, "ropes", "knots");
    runGit(knots, "init", "--quiet");
    runGit(knots, "add", "--force", ".");
    const inKnots = (...files: readonly string[]) => files.map((file) => `../above/ropes/knots/${file}`);
    assert.deepEqual(await pathsOf(await engineOf([knots])), inKnots("a.gen", "deep/b.gen", "kept.raw"));
    runGit(knots, "rm", "--quiet", "--cached", "a.gen");
    temporary.write("above/ropes/knots", { ".gitignore": "a.gen\n" });
    assert.deepEqual(await pathsOf(await engineOf([knots])), inKnots("deep/b.gen", "kept.raw"), "as ripgrep has it");
  });

  it("is read from the index for a person where git may not run, and not for agents", async () => {
    const found = await pathsOf(await engineOf([root], []));
    const expected = ["dist/a.js", "dist/b.py", "gone.log", "inner/own.txt", "kept [1].log", "loud.log", "src/a.js"];
    assert.deepEqual(found, expected);
    const [repository] = (await openCodeBase([root])).repositories;
    assert.ok(repository);
    assert.deepEqual(await tracked.trackedOf(repository, "agent"), []);
    assert.deepEqual(await tracked.trackedOf(repository, "model"), []);
  });

  it("is not looked for without end where a stranger's index names any number of folders", async () => {
    const other = temporary.write("endless", { "a.log": "needle\n", ".gitignore": "*.log\n" });
    runGit(other, "init", "--quiet");
    const deep = Array.from({ length: 3_000 }, (_, at) => `${`${at}/`.repeat(45)}deep.log`);
    const entries = ["a.log", ...deep, `${"d/".repeat(60)}deeper.log`].map(
      (name) => `100644 ${"1".repeat(40)}\t${name}\n`,
    );
    execFileSync("git", ["update-index", "--index-info"], { cwd: other, input: entries.join("") });
    const [repository] = (await openCodeBase([other])).repositories;
    assert.ok(repository);
    const strangers = new TrackedThoughIgnored(new Commits(new GitPermission([])));
    const startedAt = performance.now();
    const turns = watchTurns();
    const found = await strangers.trackedOf(repository, "person");
    const longestTurn = turns.stop();
    assert.ok(performance.now() - startedAt < 15_000);
    assert.ok(longestTurn < 500, `${longestTurn} ms`);
    assert.ok(found.length <= 5_000 && !found.some((each) => each.endsWith("deeper.log")));
  });

  it("is known anew once what a linked working tree shares with others changes", async () => {
    const main = temporary.write("main", { "a.js": "needle\n", "a.key": "needle\n" });
    runGit(main, "init", "--quiet");
    runGit(main, "add", ".");
    runGit(main, "commit", "--quiet", "--message", "One");
    const linked = path.join(temporary.root, "linked");
    runGit(main, "worktree", "add", "--quiet", linked);
    const engine = await engineOf([linked]);
    const all = ["../linked/a.js", "../linked/a.key"];
    assert.deepEqual(await pathsOf(engine), all);
    temporary.write("main", { ".git/info/exclude": "*.key\n" });
    assert.deepEqual(await pathsOf(engine), all);
  });

  it("is known anew soon after an ignore file in a folder changes", async () => {
    const place = "later";
    const other = temporary.write(place, { "src/a.dat": "needle\n", "src/b.dat": "needle\n" });
    runGit(other, "init", "--quiet");
    runGit(other, "add", "src/a.dat");
    const engine = await engineOf([other]);
    assert.deepEqual(await pathsOf(engine), ["../later/src/a.dat", "../later/src/b.dat"]);
    temporary.write(place, { "src/.gitignore": "*.dat\n" });
    const changedAt = performance.now();
    const isKnown = async () => {
      const found = await pathsOf(engine);
      return found.includes("../later/src/a.dat") && found;
    };
    assert.deepEqual(await until(isKnown), ["../later/src/a.dat"]);
    assert.ok(performance.now() - changedAt < 20_000); // a slow git is asked more rarely
  });

  it("is known anew once it changes", async () => {
    const engine = await engineOf();
    assert.ok(!(await pathsOf(engine)).includes("new.log"));
    runGit(root, "add", "--force", "new.log");
    assert.ok((await pathsOf(engine)).includes("new.log"));
    writeFileSync(path.join(root, ".gitignore"), "/dist/\n");
    assert.ok((await pathsOf(engine)).includes("new.log"));
  });
});
