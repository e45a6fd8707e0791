import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findRepositories } from "../../../../../src/git/repositories/repositories.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { describeWithScripts } from "../../../../support/systems.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { until } from "../../runningService.ts";

describeWithScripts("the commit of a working tree", () => {
  const realPath = process.env["PATH"] ?? "";
  let temporary: TemporaryFolder;

  before(() => {
    temporary = makeTemporaryFolder();
  });

  /** The real git, but it compares nothing until a file exists, whose path is returned. */
  const slowGit = (): string => {
    const goesOn = path.join(temporary.root, `goes-on-${randomUUID()}`);
    const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const folder = temporary.write(`bin-${randomUUID()}`, {}); // a shell may still read the previous one
    const waits = `case " $* " in *" diff "*) echo >> '${goesOn}.asked'; while ! [ -e '${goesOn}' ]; do sleep 0.05; done;; esac`;
    writeFileSync(path.join(folder, "git"), `#!/bin/sh\n${waits}\nexec '${git}' "$@"\n`, { mode: 0o755 });
    process.env["PATH"] = folder + path.delimiter + realPath;
    return goesOn;
  };

  afterEach(() => {
    process.env["PATH"] = realPath;
  });

  after(() => temporary.remove());

  const openCommits = async (root: string) => {
    const [repository] = await findRepositories([root]);
    assert.ok(repository);
    const commits = new Commits(new GitPermission([root]));
    return (notBefore?: number) => commits.treeOf(repository, notBefore);
  };
  const lookAt = async (root: string) => (await openCommits(root))();

  it("is waited for on a busy machine", async () => {
    const root = temporary.commit("small", { "a.txt": "a\n" });
    const goesOn = slowGit();
    const look = lookAt(root);
    await sleep(2_500);
    writeFileSync(goesOn, "");
    assert.equal((await look)?.isAsCommitted("a.txt"), true);
  });

  it("is waited for only briefly where it took long the last time, and longer again once it does not", async () => {
    const root = temporary.commit("slow", { "a.txt": "a\n" });
    const look = await openCommits(root);
    const goesOn = [slowGit()];
    const first = look();
    await sleep(2_000);
    writeFileSync(goesOn[0] ?? "", "");
    assert.equal((await first)?.isAsCommitted("a.txt"), true);
    goesOn.push(slowGit());
    const startedAt = performance.now();
    assert.equal(await look(), undefined);
    assert.ok(performance.now() - startedAt < 5_000);
    for (const file of goesOn) writeFileSync(file, "");
    await until(look);
    await sleep(1_100);
    goesOn.push(slowGit());
    const last = look();
    await sleep(2_000);
    for (const file of goesOn) writeFileSync(file, "");
    assert.equal((await last)?.isAsCommitted("a.txt"), true);
  });

  it("is looked for by one git at a time, and all who ask meanwhile share the next look, which sees what they saw", async () => {
    const root = temporary.commit("one at a time", { "a.txt": "a\n" });
    const look = await openCommits(root);
    const goesOn = slowGit();
    const asked = () => readFileSync(`${goesOn}.asked`, "utf8").length;
    const first = look();
    await sleep(1_100);
    const before = [look(), look()];
    await sleep(200);
    writeFileSync(path.join(root, "a.txt"), "edited\n");
    const after = look(performance.now());
    await sleep(200);
    assert.equal(asked(), 1);
    writeFileSync(goesOn, "");
    await first;
    for (const tree of await Promise.all([...before, after])) assert.equal(tree?.isAsCommitted("a.txt"), false);
    assert.equal(asked(), 2);
  });

  it("is looked for again where the clock was set back meanwhile", async () => {
    const root = temporary.commit("earlier", { "a.txt": "a\n" });
    const look = await openCommits(root);
    const clock = Date.now;
    try {
      assert.equal((await look())?.isAsCommitted("a.txt"), true);
      Date.now = () => clock() - 3_600_000;
      await sleep(1_100);
      writeFileSync(path.join(root, "a.txt"), "edited\n");
      assert.equal((await look())?.isAsCommitted("a.txt"), false);
    } finally {
      Date.now = clock;
    }
  });

  it("is not waited for where there are so many files that git always takes long", async () => {
    const root = temporary.commit("large", { "a.txt": "a\n" });
    const hash = runGit(root, "rev-parse", "HEAD:a.txt");
    const entries = Array.from({ length: 30_000 }, (_, index) => `100644 ${hash}\tfolder/file${index}.txt\n`);
    execFileSync("git", ["update-index", "--index-info"], { cwd: root, input: entries.join("") });
    const goesOn = slowGit();
    assert.equal(await lookAt(root), undefined);
    writeFileSync(goesOn, "");
  });
});
