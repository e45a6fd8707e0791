import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, it } from "mocha";
import { readChanges } from "../../../src/git/history/changes.ts";
import { commitFiles } from "../../../src/git/history/commitFiles.ts";
import { listCommittedFiles, readContents, resolveCommit } from "../../../src/git/history/committedFiles.ts";
import { readLog } from "../../../src/git/history/log.ts";
import { ObjectReaders } from "../../../src/git/history/objectReader.ts";
import { findCommit, readAtRevision } from "../../../src/git/history/revision.ts";
import { readWorkingTree } from "../../../src/git/workingTree/workingTree.ts";
import { describeWithScripts } from "../../support/systems.ts";
import { configure } from "../../support/writtenRepository.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "./temporaryRepositories.ts";

const objects = new ObjectReaders();

/** Filter drivers, named as a repository may name them, in its settings and its attributes. */
const FILTERS: readonly { readonly file: string; readonly header: string; readonly name: string }[] = [
  { file: "equals.txt", header: '[filter "a=b"]', name: "a=b" },
  { file: "bytes.txt", header: '[filter "a\xff"]', name: "a\xff" },
  { file: "upper.txt", header: '[FILTER "Upper.Case"]', name: "Upper.Case" },
  { file: "dotted.txt", header: "[filter.dotted]", name: "dotted" },
  { file: "macro.txt", header: '[filter "of a macro\\""]', name: 'of a macro"' },
];

/** Everything that a repository can make git run leaves a file behind. */
describeWithScripts("a repository that names programs for git to run", () => {
  const { signal } = new AbortController();
  let temporary: TemporaryFolder;
  let root: string;
  let trace: string;
  let commands: string;
  let head: string;
  let missing: string;
  let filtered: readonly string[];
  /** Those of these settings that the person may have without wanting them to be used here. */
  let inEnvironment: readonly (readonly [key: string, value: string])[];
  const searchPath = process.env["PATH"] ?? "";

  before(() => {
    temporary = makeTemporaryFolder();
    trace = path.join(temporary.root, "trace");
    commands = path.join(temporary.root, "commands");
    root = temporary.commit("hostile", {
      "a.txt": "one\n",
      "b.txt": "two\n",
      ".gitattributes":
        "*.txt diff=evil filter=evil merge=evil\nincluded.txt filter=included\nworktree.txt filter=worktree\n",
      ...Object.fromEntries(FILTERS.map(({ file }) => [file, "as committed\n"])),
      "included.txt": "as committed\n",
      "worktree.txt": "as committed\n",
    });
    appendFileSync(
      path.join(root, ".gitattributes"),
      FILTERS.map(({ file, name }) => `${file} filter=${name}\n`).join(""),
      "latin1",
    );
    writeFileSync(path.join(root, "a.txt"), "three\n");
    writeFileSync(path.join(root, "gone.txt"), "gone\n");
    runGit(root, "add", "--all");
    runGit(root, "commit", "--quiet", "--message=second");
    head = headOf(root);
    missing = runGit(root, "rev-parse", "HEAD:gone.txt");
    rmSync(path.join(root, ".git/objects", missing.slice(0, 2), missing.slice(2)));
    writeFileSync(path.join(root, "a.txt"), "four, which is longer\n");

    const programs = temporary.write("programs", {});
    const program = (name: string, script: string): string => {
      const file = path.join(programs, name);
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
      return file;
    };
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    program("git", `printf '%s\\n' "$*" >> '${commands}'\nexec '${real}' "$@"`);
    const trap = program("trap", `echo "$0 $*" >> '${trace}'`);
    program("git-remote-trap", `exec '${trap}' git-remote-trap`);
    const hooks = temporary.write("hooks", {});
    for (const hook of ["post-index-change", "fsmonitor-watchman", "reference-transaction"]) {
      writeFileSync(path.join(hooks, hook), `#!/bin/sh\nexec '${trap}' ${hook}\n`);
      chmodSync(path.join(hooks, hook), 0o755);
    }
    const settings = {
      "core.fsmonitor": trap,
      "core.hooksPath": hooks,
      "core.pager": trap,
      "core.editor": trap,
      "core.askPass": trap,
      "core.sshCommand": trap,
      "core.gitProxy": trap,
      "core.alternateRefsCommand": trap,
      "credential.helper": `!${trap}`,
      "diff.external": trap,
      "diff.evil.command": trap,
      "diff.evil.textconv": trap,
      "filter.evil.clean": trap,
      "filter.evil.smudge": trap,
      "filter.evil.process": trap,
      "filter.evil.required": "true",
      "gpg.program": trap,
      "gpg.ssh.program": trap,
      "gpg.ssh.defaultKeyCommand": trap,
      "gpg.x509.program": trap,
      "format.pretty": "%G?",
      "pager.log": trap,
      "pager.diff": trap,
      "sequence.editor": trap,
      "alias.log": `!${trap}`,
      "alias.rev-parse": `!${trap}`,
      "credential.ssh://nowhere.invalid.helper": trap,
      "log.showSignature": "true",
      "interactive.diffFilter": trap,
      "uploadpack.packObjectsHook": trap,
      "extensions.partialClone": "origin",
      "core.repositoryFormatVersion": "1",
      "remote.origin.url": "ssh://nowhere.invalid/it",
      "remote.origin.promisor": "true",
      "remote.origin.uploadpack": trap,
      "remote.command.url": `ext::${trap}`,
      "remote.command.promisor": "true",
      "remote.helper.vcs": "trap",
      "remote.helper.url": "anywhere",
      "remote.helper.promisor": "true",
      "remote.neighbour.url": temporary.root,
      "remote.neighbour.promisor": "true",
      "remote.neighbour.uploadpack": trap,
      "protocol.ssh.allow": "always",
      "protocol.ext.allow": "always",
      "protocol.allow": "always",
    };
    configure(root, settings);
    inEnvironment = Object.entries(settings).filter(([key]) => !/^(?:filter|remote|extensions)\./.test(key));
    const config = path.join(root, ".git/config");
    const driver = (header: string): string => `${header}\nclean = ${trap}\nprocess = ${trap}\nrequired = true\n`;
    for (const { header } of FILTERS) appendFileSync(config, driver(header), "latin1");
    writeFileSync(path.join(root, ".git/more"), driver('[filter "included"]'));
    writeFileSync(path.join(root, ".git/config.worktree"), driver('[filter "worktree"]'));
    appendFileSync(config, "[include]\npath = more\n[extensions]\nworktreeConfig = true\n");
    filtered = [...FILTERS.map(({ file }) => file), "included.txt", "worktree.txt"];
    for (const file of filtered) writeFileSync(path.join(root, file), "now other ...\n");
    writeFileSync(commands, "");
    process.env["PATH"] = `${programs}${path.delimiter}${searchPath}`;
  });
  after(async () => {
    process.env["PATH"] = searchPath;
    await temporary.remove();
  });
  beforeEach(() => {
    rmSync(trace, { force: true });
  });

  it("runs them where git is asked plainly", () => {
    for (const args of [
      ["status"],
      ["diff"],
      ["cat-file", "--textconv", "HEAD:a.txt"],
      ["cat-file", "blob", missing],
    ]) {
      rmSync(trace, { force: true });
      try {
        runGit(root, ...args);
      } catch {
        // the programs do nothing that git could continue with
      }
      assert.equal(existsSync(trace), true, args.join(" "));
    }
  });

  it("runs each of its filters where git compares files plainly", () => {
    for (const file of filtered) {
      rmSync(trace, { force: true });
      try {
        runGit(root, "-c", "core.fsmonitor=", "diff", "--no-ext-diff", "--no-textconv", "--name-only", "--", file);
      } catch {
        // as above
      }
      assert.equal(existsSync(trace), true, file);
    }
  });

  const all = async (items: AsyncIterable<unknown>): Promise<void> => {
    for await (const item of items) assert.ok(item !== null);
  };
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    "a file at a revision": () => readAtRevision(objects, root, head, "a.txt"),
    "a file that was left out": () => readAtRevision(objects, root, head, "gone.txt"),
    "a folder at a revision": () => readAtRevision(objects, root, head, ""),
    "a commit by its hash": () => findCommit(root, head),
    "a commit by a name": () => resolveCommit(root, "HEAD", signal),
    "what has changed since": () => readChanges(root, head),
    "the working tree": () => readWorkingTree(root),
    "the files of a commit": () => commitFiles(root, head),
    "all files of a commit": () => listCommittedFiles(root, head, signal),
    "several contents": () => all(readContents(root, [runGit(root, "rev-parse", "HEAD:b.txt"), missing], signal)),
    "the log": () => all(readLog(root, { signal, maxCount: 9, withPatch: false, bytesAtMost: 1e6 })),
    "the log with patches": () => all(readLog(root, { signal, maxCount: 9, withPatch: true, bytesAtMost: 1e6 })),
  };
  for (const [what, call] of Object.entries(calls)) {
    it(`runs none of them for ${what}`, async () => {
      await call().catch(() => undefined); // it may fail because of what was left out
      assert.equal(existsSync(trace) ? readFileSync(trace, "utf8") : "", "");
    });
  }

  it("runs none of them either where the person's environment names them", async () => {
    const variables = inEnvironment.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key] as const,
      [`GIT_CONFIG_VALUE_${at}`, value] as const,
    ]);
    Object.assign(process.env, Object.fromEntries(variables), { GIT_CONFIG_COUNT: String(inEnvironment.length) });
    try {
      for (const [what, call] of Object.entries(calls)) {
        await call().catch(() => undefined); // as above
        assert.equal(existsSync(trace) ? readFileSync(trace, "utf8") : "", "", what);
      }
    } finally {
      for (const name of Object.keys(process.env))
        if (name.startsWith("GIT_CONFIG_")) Reflect.deleteProperty(process.env, name);
    }
  });

  it("is never asked without what keeps it from that", () => {
    const lines = readFileSync(commands, "utf8").trim().split("\n");
    const ours = lines.filter((line) => !line.startsWith("-c user.name=")); // without those of the test itself
    const asked = ours.map((line) => {
      const [, command, flags] =
        /^-c core\.fsmonitor= -c core\.hooksPath=\/dev\/null (?:-c \S+ )*([a-z-]+)(.*)/.exec(line) ?? [];
      assert.ok(command !== undefined && flags !== undefined, line);
      if (/^(?:diff|log)/.test(command)) assert.match(flags, /^ --no-ext-diff --no-textconv /);
      return command;
    });
    assert.deepEqual([...new Set(asked)].sort(), [
      "cat-file",
      "config",
      "diff",
      "diff-tree",
      "log",
      "ls-files",
      "ls-tree",
      "rev-parse",
    ]);
  });
});
