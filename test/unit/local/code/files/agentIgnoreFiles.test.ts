import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { after, before, describe, it } from "mocha";
import { AgentIgnoreFiles, type KnownFolders } from "../../../../../src/local/code/files/agentIgnoreFiles.ts";
import { IgnorePatterns } from "../../../../../src/local/code/files/ignorePatterns.ts";
import { itWithScripts } from "../../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";

describe("the ignore files that a person wrote for agents", () => {
  let temporary: TemporaryFolder;
  let count = 0;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  const write = (files: Readonly<Record<string, string>>): string => temporary.write(`code${count++}`, files);
  const rules = (files: AgentIgnoreFiles, ...paths: readonly string[]) => paths.map((each) => files.ruleOf(each));

  for (const name of [
    ...[".aiexclude", ".aiignore", ".cursorignore", ".codeiumignore", ".copilotignore", ".geminiignore"],
    ...[".clineignore", ".rooignore", ".plumblineignore"],
  ])
    it(`may be called ${name}, in any folder`, () => {
      const root = write({ [name]: "*.csv\n/data/\n", [`web/${name}`]: "!open.csv\nnotes\n" });
      assert.deepEqual(
        rules(new AgentIgnoreFiles(root), "a.csv", "x/a.csv", "data/a.ts", "data", "x/data/a", "web/open.csv"),
        [`${name}: *.csv`, `${name}: *.csv`, `${name}: /data/`, `${name}: /data/`, undefined, undefined],
      );
      assert.deepEqual(rules(new AgentIgnoreFiles(root), "web/notes/a", "notes", "a.ts"), [
        `web/${name}: notes`,
        undefined,
        undefined,
      ]);
    });

  it("do not take in what another of them leaves out, nor what is in a folder that is left out", () => {
    const root = write({ ".aiexclude": "a/\n!a/b\n*.log\n", ".aiignore": "!*.log\n", "a/.aiexclude": "!*\n" });
    assert.deepEqual(rules(new AgentIgnoreFiles(root), "a/b", "x.log"), [".aiexclude: a/", ".aiexclude: *.log"]);
  });

  it("go with patterns that come from elsewhere", () => {
    const root = write({ ".aiexclude": "b\n" });
    const name = "plumbline.agents.exclude";
    const outermost = { name, kind: name, folder: "web/", patterns: new IgnorePatterns("/a\n*.sql\n") };
    assert.deepEqual(
      rules(new AgentIgnoreFiles(root, [outermost]), "web/a", "a", "else.sql", "web/x/y.sql", "b", "c"),
      [`${name}: /a`, undefined, undefined, `${name}: *.sql`, ".aiexclude: b", undefined],
    );
  });

  it("leave out their whole folder if they are too long, and are no matter if they are folders", () => {
    const root = write({
      "long/.aiexclude": "a\n".repeat(200_000),
      "many/.aiexclude": "a*b\n".repeat(501),
      "x/.aiexclude/a": "",
    });
    assert.deepEqual(rules(new AgentIgnoreFiles(root), "long/b", "long/c/d", "many/x", "other", "x/a"), [
      "long/.aiexclude can't be read",
      "long/.aiexclude can't be read",
      "many/.aiexclude has too many patterns",
      undefined,
      undefined,
    ]);
  });

  itWithScripts("leave out their whole folder if they never end, or lead nowhere that can be read", () => {
    const root = write({ "endless/a": "", "pipe/a": "", "circle/a": "" });
    symlinkSync("/dev/zero", path.join(root, "endless/.aiexclude"));
    execFileSync("mkfifo", [path.join(root, "pipe/.cursorignore")]);
    symlinkSync(".aiignore", path.join(root, "circle/.aiignore"));
    assert.deepEqual(rules(new AgentIgnoreFiles(root), "endless/a", "pipe/a", "circle/a"), [
      "endless/.aiexclude can't be read",
      "pipe/.cursorignore can't be read",
      "circle/.aiignore can't be read",
    ]);
  });

  itWithScripts("leave out their whole folder as long as what a link leads to is missing", async () => {
    const root = write({ "linked/a.ts": "", "linked/b.ts": "" });
    symlinkSync("../shared", path.join(root, "linked/.aiignore"));
    await setTimeout(200); // then the folder is known to have changed before
    const known: KnownFolders = new Map();
    const seen = () => rules(new AgentIgnoreFiles(root, [], { known }), "linked/a.ts", "linked/b.ts");
    const missing = "linked/.aiignore can't be read";
    assert.deepEqual(seen(), [missing, missing]);
    writeFileSync(path.join(root, "shared"), "a.ts\n");
    assert.deepEqual(seen(), ["linked/.aiignore: a.ts", undefined]);
  });

  it("are noticed when they come and go", () => {
    const root = write({ "web/a": "" });
    const known = new Map<string, never>();
    const rule = () => new AgentIgnoreFiles(root, [], { known }).ruleOf("web/a");
    assert.equal(rule(), undefined);
    temporary.write(path.relative(temporary.root, root), { "web/.aiexclude": "a\n" });
    assert.equal(rule(), "web/.aiexclude: a");
    temporary.write(path.relative(temporary.root, root), { "web/.aiexclude": "b\n" });
    assert.equal(rule(), undefined);
    rmSync(path.join(root, "web/.aiexclude"));
    mkdirSync(path.join(root, "web/b"));
    assert.equal(rule(), undefined);
  });
});
