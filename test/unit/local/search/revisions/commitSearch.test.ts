import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { isThorough } from "../../../../support/depth.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, type RunningService } from "../../runningService.ts";

describe("a search for commits", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let root: string;

  before(async () => {
    temporary = makeTemporaryFolder();
    root = temporary.commit(
      "code",
      { "a.ts": "one\ntwo\nthree\n", "b c.md": "text\n" },
      { remote: "https://h/o/code" },
    );
    const commit = (message: string, author: string, date: string, files: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
      runGit(root, "add", "--all");
      runGit(root, "commit", "--quiet", `--author=${author}`, `--date=${date}`, `--message=${message}`);
    };
    commit("Fix the 😀 parser\n\nThe parser was slow.", "Ada <ada@example.com>", "2025-03-01T10:00:00+01:00", {
      "a.ts": "one\n2 é needle\nthree\n",
    });
    commit("Write about it", "Bob <bob@example.com>", "2025-04-01T10:00:00Z", {
      "b c.md": "text\nneedle here\n",
      "new.ts": "a needle\n",
    });
    service = await runService(temporary.root, [root]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const find = async (query: string) => matchesOf(await service.search(query));
  const subjects = async (query: string) =>
    (await find(query)).map(({ message }) => textOf(message ?? "undefined").split("\n")[0]);

  it("finds nothing that was changed outside of the folder that is served", async () => {
    const outer = temporary.commit("outer", { "in/a.ts": "needle\n", "out/b.ts": "needle\n" });
    const inner = await runService(path.join(temporary.root, "outer"), [path.join(outer, "in")]);
    try {
      const [match, ...others] = matchesOf(await inner.search("needle type:diff"));
      assert.deepEqual(others, []);
      const content = textOf(match?.["content"]);
      assert.ok(content.includes("in/a.ts") && !content.includes("out/"), content);
      assert.deepEqual(matchesOf(await inner.search("file:b.ts type:diff")), []);
    } finally {
      await inner.close();
    }
  });

  it("reads more revisions than a command can name, and the first commit whatever the settings say", async () => {
    const many = temporary.commit("many", { "a.ts": "needle\n" });
    const commit = headOf(many);
    runGit(many, "config", "log.showRoot", "false");
    const lines = Array.from({ length: 60_000 }, (_, at) => `${commit} refs/heads/b/${String(at)}\n`);
    writeFileSync(
      path.join(many, ".git", "packed-refs"),
      `# pack-refs with: peeled fully-peeled sorted \n${lines.sort().join("")}`,
    );
    const other = await runService(many, [many]);
    try {
      const queries = ["needle type:diff rev:*refs/heads/b/*", "all type:commit rev:*refs/heads/b/*"];
      for (const query of isThorough ? queries : queries.slice(0, 1))
        assert.equal(matchesOf(await other.search(query)).length, 1, query);
    } finally {
      await other.close();
    }
  });

  it("finds messages, with ranges that count the fence as a line, in code points", async () => {
    const [match] = await find("parser type:commit");
    assert.equal(match?.["content"], "```COMMIT_EDITMSG\nFix the 😀 parser\n\nThe parser was slow.\n```");
    assert.deepEqual(match["ranges"], [
      [1, 10, 6],
      [3, 4, 6],
    ]);
    assert.deepEqual(
      [match["type"], match["oid"], match["url"], match["authorName"], match["authorDate"], match["repository"]],
      [
        "commit",
        runGit(root, "rev-parse", "HEAD~1"),
        `/h/o/code/-/commit/${runGit(root, "rev-parse", "HEAD~1")}`,
        "Ada",
        "2025-03-01T10:00:00+01:00",
        "h/o/code",
      ],
    );
  });

  it("finds lines that were added or removed, in the service's short form", async () => {
    const [second, first] = await find("needle type:diff");
    assert.equal(
      second?.["content"],
      "```diff\nb\\ c.md b\\ c.md\n@@ -1 +1,2 @@\n text\n+needle here\n/dev/null new.ts\n@@ -0,0 +1 @@\n+a needle\n```",
    );
    assert.deepEqual(second["ranges"], [
      [4, 1, 6],
      [7, 3, 6],
    ]);
    assert.equal(first?.["content"], "```diff\na.ts a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+2 é needle\n three\n```");
    assert.deepEqual(first["ranges"], [[5, 5, 6]]);
  });

  for (const [query, expected] of [
    ["type:commit author:ada", ["Fix the 😀 parser"]],
    ["type:commit -author:ada -message:^all", ["Write about it"]],
    ["type:commit committer:somebody message:slow", ["Fix the 😀 parser"]],
    ["type:commit (parser or about) and not slow", ["Write about it"]],
    ['type:commit about after:"20 years ago"', ["Write about it"]],
    ["type:commit about before:1980-01-01", []],
    ["type:diff needle file:\\.md$", ["Write about it"]],
    ["type:diff needle lang:ts -file:new", ["Fix the 😀 parser"]],
    ["type:diff two", ["Fix the 😀 parser", "all"]],
    ["type:diff two select:commit.diff.removed", ["Fix the 😀 parser"]],
    ["type:diff two select:commit.diff.added", ["all"]],
    ["type:diff needle select:repo", ["undefined"]],
  ] as const) {
    it(query, async () => {
      assert.deepEqual((await subjects(query)).map(String), expected);
    });
  }

  it("finds changed lines up to their ends, however those were committed", async () => {
    const folder = temporary.commit("windows", { "a.ts": "f() {\r\n  return 1;\r\n}\r\n" });
    const other = await runService(temporary.root, [folder]);
    try {
      const [match] = matchesOf(await other.search("/return 1;$/ type:diff"));
      const lines = ["/dev/null a.ts", "@@ -0,0 +1,3 @@", "+f() {", "+  return 1;", "+}"];
      assert.equal(match?.["content"], ["```diff", ...lines, "```"].join("\n"));
      assert.deepEqual(match["ranges"], [[4, 3, 9]]);
    } finally {
      await other.close();
    }
  });

  it("reads a long line with many matches once", async () => {
    const folder = temporary.commit("long", { "long.txt": `${"needle é ".repeat(60_000)}\n` });
    const other = await runService(temporary.root, [folder]);
    try {
      const [match] = matchesOf(await other.search("needle type:diff count:all"));
      const ranges = [...(match?.["ranges"] as unknown as readonly (readonly number[])[])];
      assert.equal(ranges.length, 60_000);
      assert.deepEqual(ranges.slice(0, 2), [
        [3, 1, 6],
        [3, 10, 6],
      ]);
      assert.deepEqual(ranges.at(-1), [3, 59_999 * 9 + 1, 6]);
    } finally {
      await other.close();
    }
  });

  it("reads a line that matches at each of its letters", async () => {
    const count = isThorough ? 600_000 : 200_000;
    const folder = temporary.commit("each", { "each.txt": `${"x".repeat(count)}\n` });
    const other = await runService(temporary.root, [folder]);
    try {
      const events = await other.search("x type:diff count:all");
      const [match] = matchesOf(events);
      assert.equal((match?.["ranges"] as unknown as readonly unknown[] | undefined)?.length, count);
    } finally {
      await other.close();
    }
  });

  it("reads no more than the beginning of a very large commit, and says so", async () => {
    const folder = temporary.commit("huge", {
      "1.txt": "needle\n",
      "2.txt": `${"x".repeat(99)}\n`.repeat(170_000),
      "3.txt": "needle\n",
    });
    const other = await runService(temporary.root, [folder]);
    try {
      const events = await other.search("needle type:diff");
      assert.equal(matchesOf(events)[0]?.["content"], "```diff\n/dev/null 1.txt\n@@ -0,0 +1 @@\n+needle\n```");
      const progress = events.findLast(({ event }) => event === "progress");
      assert.match(JSON.stringify(progress?.data), /1 commit was searched only partly/);
    } finally {
      await other.close();
    }
  });

  it("runs git only where it may, and says so", async () => {
    const other = await runService(temporary.root, [root], { gitFolders: [] });
    try {
      const events = await other.search("parser type:commit");
      assert.deepEqual(matchesOf(events), []);
      assert.match(textOf(events.find(({ event }) => event === "alert")?.data["title"]), /not trusted/);
    } finally {
      await other.close();
    }
  });
});
