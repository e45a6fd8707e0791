import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { isRunning } from "../../../../src/core/model/isRunning.ts";
import {
  listCommittedFiles,
  readContents,
  resolveCommit,
  resolveCommits,
} from "../../../../src/git/history/committedFiles.ts";
import { streamGit } from "../../../../src/git/command/gitCommand.ts";
import { ObjectReaders } from "../../../../src/git/history/objectReader.ts";
import { readAtRevision } from "../../../../src/git/history/revision.ts";
import { itWithScripts, LINE_BREAK_IN_NAME } from "../../../support/systems.ts";
import { until } from "../../local/runningService.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

const ODD_NAME = `ä b${LINE_BREAK_IN_NAME}.ts`;

describe("committed files", () => {
  const { signal } = new AbortController();
  let temporary: TemporaryFolder;
  let root: string;

  before(() => {
    temporary = makeTemporaryFolder();
    root = temporary.write("code", { [ODD_NAME]: "one\n", "src/empty": "", "src/large": "x".repeat(300_000) });
    symlinkSync("src/large", path.join(root, "link"));
    temporary.commit("code", { "run.sh": "#!/bin/sh\n" });
    runGit(root, "tag", "--annotate", "--message=tag", "v1");
  });
  after(() => temporary.remove());

  const read = async (hashes: readonly string[]) => {
    const contents: (string | undefined)[] = [];
    for await (const content of readContents(root, hashes, signal)) contents.push(content?.toString());
    return contents;
  };

  it("are listed with any name, without links", async () => {
    const files = await listCommittedFiles(root, headOf(root), signal);
    assert.deepEqual(
      files.map((file) => [file.path, file.size]),
      [
        ["run.sh", 10],
        ["src/empty", 0],
        ["src/large", 300_000],
        [ODD_NAME, 4],
      ],
    );
  });

  it("are listed in a clone that has fetched only some of them, and these are read", async () => {
    runGit(root, "config", "uploadpack.allowFilter", "true");
    writeFileSync(path.join(root, "later"), "later\n");
    runGit(root, "add", "--all");
    runGit(root, "commit", "--quiet", "--message=later");
    rmSync(path.join(root, "src", "large"));
    writeFileSync(path.join(root, "later"), "latest\n");
    runGit(root, "commit", "--quiet", "--all", "--message=latest");
    const partial = path.join(temporary.root, "partial");
    runGit(temporary.root, "clone", "--quiet", "--filter=blob:none", `file://${root}`, partial);
    const commit = runGit(partial, "rev-parse", "HEAD~1");
    const files = await listCommittedFiles(partial, commit, signal);
    assert.deepEqual(
      files.map((file) => [file.path, file.size]),
      [
        ["later", undefined],
        ["run.sh", 10],
        ["src/empty", 0],
        ["src/large", undefined],
        [ODD_NAME, 4],
      ],
    );
    // Git ends at each file that it would have to fetch.
    const objects = new ObjectReaders();
    const contents = await Promise.all(
      files.map(({ path: name }) => readAtRevision(objects, partial, commit, name.includes("\n") ? "run.sh" : name)),
    );
    objects.dispose();
    assert.deepEqual(
      contents.map((content) => (content?.type === "file" ? content.content.length : undefined)),
      [undefined, 10, 0, undefined, 10],
    );
    runGit(root, "reset", "--quiet", "--hard", "HEAD~2");
  });

  it("are read in the order that is asked for, one that is missing as undefined", async () => {
    const files = await listCommittedFiles(root, headOf(root), signal);
    const hashOf = (size: number) => files.find((file) => file.size === size)?.hash ?? "";
    const large = "x".repeat(300_000);
    assert.deepEqual(await read([hashOf(4), hashOf(0), "0".repeat(40), hashOf(300_000), hashOf(0), hashOf(4)]), [
      "one\n",
      "",
      undefined,
      large,
      "",
      "one\n",
    ]);
    assert.deepEqual(await read([]), []);
  });

  it("are at the commit that a revision names, if it names one", async () => {
    const head = headOf(root);
    for (const revision of ["HEAD", "main", "v1", head.slice(0, 8), "main@{0}", "refs/heads/main^{commit}"])
      assert.equal(await resolveCommit(root, revision, signal), head, revision);
    for (const revision of ["", "none", "--all", "HEAD:src", "HEAD HEAD", "HEAD~1", "HEAD^{tree}"])
      assert.equal(await resolveCommit(root, revision, signal), undefined, revision);
  });

  itWithScripts("are no longer read, and git is ended, when that is stopped or the loop is left", async () => {
    // The real git, but it leaves its process id behind.
    const started = path.join(temporary.root, "started");
    const folder = temporary.write("bin", {});
    const real = process.env["PATH"] ?? "";
    const git = real.split(path.delimiter).find((place) => namesIn(place).includes("git")) ?? "";
    writeFileSync(path.join(folder, "git"), `#!/bin/sh\necho $$ > '${started}'\nexec '${git}/git' "$@"\n`, {
      mode: 0o755,
    });
    const [{ hash } = { hash: "" }] = (await listCommittedFiles(root, "HEAD", signal)).filter(
      ({ size = 0 }) => size > 4e4,
    );
    const more = `${hash}\n`.repeat(1000); // far more than fits into the pipe
    process.env["PATH"] = folder + path.delimiter + real;
    try {
      for (const isAborted of [true, false]) {
        const controller = new AbortController();
        const reading = (async () => {
          for await (const chunk of streamGit(root, ["cat-file", "--batch"], controller.signal, { stdin: more })) {
            assert.ok(chunk.length > 0);
            if (!isAborted) break;
            controller.abort();
          }
        })();
        if (isAborted) await assert.rejects(reading, { name: "AbortError" });
        else await reading;
        const pid = Number(readFileSync(started, "utf8"));
        assert.ok(pid > 0);
        await until(() => (isRunning(pid) ? undefined : true));
        unlinkSync(started);
      }
    } finally {
      process.env["PATH"] = real;
      rmSync(folder, { recursive: true });
    }
  });

  it("have their commits looked up all at once, in the order of their names", async () => {
    const head = await resolveCommit(root, "HEAD", signal);
    const names = Array.from({ length: 2_000 }, () => ["HEAD", "nowhere", "a b", ""]).flat();
    const commits = await resolveCommits(root, names, signal);
    assert.equal(commits?.length, names.length);
    for (const [index, commit] of commits.entries()) assert.equal(commit, index % 4 === 0 ? head : undefined);
    assert.deepEqual(await resolveCommits(root, [], signal), []);
  });
});

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
