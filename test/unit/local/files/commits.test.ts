import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findRepositories } from "../../../../src/git/repositories.ts";
import { Commits } from "../../../../src/local/files/commits.ts";
import { GitPermission } from "../../../../src/local/files/gitPermission.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../git/temporaryRepositories.ts";

describe("the commit of a working tree", () => {
  const realPath = process.env["PATH"] ?? "";
  let temporary: TemporaryFolder;

  before(function () {
    temporary = makeTemporaryFolder();
    if (process.platform === "win32") this.skip();
  });

  /** The real git, which compares nothing before a file, which is returned, is there. */
  const slowGit = (): string => {
    const goesOn = path.join(temporary.root, `goes-on-${randomUUID()}`);
    const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const folder = temporary.write("bin", {});
    const waits = `case " $* " in *" diff "*) while ! [ -e '${goesOn}' ]; do sleep 0.05; done;; esac`;
    writeFileSync(path.join(folder, "git"), `#!/bin/sh\n${waits}\nexec '${git}' "$@"\n`, { mode: 0o755 });
    process.env["PATH"] = folder + path.delimiter + realPath;
    return goesOn;
  };

  afterEach(() => {
    process.env["PATH"] = realPath;
  });

  after(() => {
    temporary.remove();
  });

  const lookAt = async (root: string) => {
    const [repository] = await findRepositories([root]);
    assert.ok(repository);
    return new Commits(new GitPermission([root])).treeOf(repository);
  };

  it("is waited for on a busy machine", async () => {
    const root = temporary.commit("small", { "a.txt": "a\n" });
    const goesOn = slowGit();
    const look = lookAt(root);
    await sleep(2_500);
    writeFileSync(goesOn, "");
    assert.equal((await look)?.isAsCommitted("a.txt"), true);
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
