import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { readTracked } from "../../../../src/git/workingTree/indexFile.ts";
import { seededRandom } from "../../../support/randomMatches.ts";
import { exactProcessorTime } from "../../../support/turns.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

const NAMES = [
  ...["a", "ab", "abc/d", "abc/de.ts", `long/${"name".repeat(60)}.ts`, "größe 😀/ä b.txt", "tab\there", "z.sh"],
];

describe("the files that git tracks, from its index", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  const repository = (name: string, ...init: readonly string[]) => {
    const root = temporary.write(name, Object.fromEntries(NAMES.map((each) => [each, `${each}\n`])));
    runGit(root, "init", "--quiet", ...init);
    runGit(root, "add", ".");
    return root;
  };
  const listed = (root: string) =>
    runGit(root, "ls-files", "-z")
      .split("\0")
      .filter((each) => each !== "");
  const tracked = (root: string) => readTracked(path.join(root, ".git"));

  for (const version of ["2", "3", "4"])
    for (const format of ["sha1", "sha256"])
      it(`are those that git lists, in version ${version} with ${format}`, async () => {
        const root = repository(`v${version} ${format}`, `--object-format=${format}`);
        if (version === "3") runGit(root, "update-index", "--skip-worktree", "abc/d");
        runGit(root, "update-index", "--index-version", version === "3" ? "2" : version);
        assert.equal(readFileSync(path.join(root, ".git/index")).readUInt32BE(4), Number(version));
        assert.deepEqual(await tracked(root), listed(root));
        runGit(root, "rm", "--quiet", "--cached", "ab");
        assert.deepEqual(await tracked(root), listed(root));
      });

  it("have the repositories within among them, and no links", async () => {
    const root = repository("kinds");
    const inner = path.join(root, "inner");
    temporary.write("kinds/inner", { "own.ts": "own\n" });
    runGit(inner, "init", "--quiet");
    runGit(inner, "add", ".");
    runGit(inner, "commit", "--quiet", "--message", "own");
    runGit(root, "update-index", "--add", "--cacheinfo", `120000,${"1".repeat(40)},link`);
    runGit(root, "-c", "advice.addEmbeddedRepo=false", "add", "inner");
    assert.ok(listed(root).includes("link") && listed(root).includes("inner"));
    assert.deepEqual(
      await tracked(root),
      [...NAMES, "inner"].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  it("are not known where there is no index, or only a part of one", async () => {
    assert.equal(await readTracked(temporary.root), undefined);
    const root = repository("split");
    runGit(root, "update-index", "--split-index");
    assert.equal(await tracked(root), undefined);
  });

  it("are not known from a damaged index, or are some paths, and reading it ends", async () => {
    const root = repository("damaged");
    runGit(root, "update-index", "--index-version", "4");
    const file = path.join(root, ".git/index");
    const whole = readFileSync(file);
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(file, whole.subarray(0, length));
      assert.equal(await tracked(root), undefined, `${length} bytes`);
    }
    const random = seededRandom(7);
    for (let round = 0; round < 500; round++) {
      const damaged = Buffer.from(whole);
      for (let times = 0; times < 3; times++)
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      writeFileSync(file, damaged);
      const paths = await tracked(root);
      assert.ok(paths === undefined || paths.every((each) => typeof each === "string"));
    }
  });

  it("are not known where a small index stands for long paths, or for more than fits into memory", async () => {
    const root = repository("inflated");
    const stats = Buffer.alloc(62);
    stats.writeUInt32BE(0o100644, 24);
    const entry = (removed: number, rest: string) =>
      Buffer.concat([stats, Buffer.from([removed]), Buffer.from(`${rest}\0`)]);
    const write = (entries: readonly Buffer[]) => {
      const header = Buffer.from("DIRC\0\0\0\x04\0\0\0\0", "latin1");
      header.writeUInt32BE(entries.length, 8);
      writeFileSync(path.join(root, ".git/index"), Buffer.concat([header, ...entries, Buffer.alloc(20)]));
    };
    const some = [entry(0, "a".repeat(4000)), entry(1, "b"), entry(1, "c")];
    write(some);
    assert.deepEqual(
      (await tracked(root))?.map((each) => each.length),
      [4000, 4000, 4000],
    );
    write([entry(0, "a".repeat(5000))]);
    assert.equal(await tracked(root), undefined);
    const before = exactProcessorTime();
    write([...some, ...Array.from({ length: 400_000 }, () => entry(1, "d"))]);
    assert.equal(await tracked(root), undefined);
    assert.ok(exactProcessorTime() - before < 5_000);
  });
});
