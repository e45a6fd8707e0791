import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import {
  matchesOf,
  runService,
  textOf,
  type Json,
  type RunningService,
  type StreamEvent,
} from "../../runningService.ts";

describe("a search at revisions", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let root: string;

  before(async () => {
    temporary = makeTemporaryFolder();
    root = temporary.commit(
      "code/app",
      {
        "same.ts": "export const pin = 1;\n",
        "src/gone.ts": "// pin: only in the first version\n",
        "src/changed.ts": "one\ncafé 😀 pin\nthree\n",
        ".gitignore": "*.log\n",
        "binary.dat": "pin\n\0",
        "wide.txt": Buffer.from("\ufeffpin in UTF-16\n", "utf16le"),
        "marked.txt": "\ufeffpin\n",
      },
      { remote: "https://h/o/app" },
    );
    writeFileSync(path.join(root, "kept.log"), "pin\n");
    runGit(root, "add", "--force", "kept.log");
    runGit(root, "commit", "--quiet", "--message=log");
    runGit(root, "tag", "v1.0");
    runGit(root, "tag", "--annotate", "--message=with words", "v1.0-told");
    for (const branch of ["feature/x", "old-1"]) runGit(root, "branch", branch);
    rmSync(path.join(root, "src/gone.ts"));
    writeFileSync(path.join(root, "src/changed.ts"), "one\ncafé 😀 pin 2\nthree\n");
    runGit(root, "commit", "--quiet", "--all", "--message=second");
    writeFileSync(path.join(root, "src/changed.ts"), "nothing\n");
    writeFileSync(path.join(root, "new.ts"), "pin\n");
    temporary.commit("code/other", { "other.ts": "pin\n" }, { remote: "https://h/o/other" });
    service = await runService(temporary.root, [path.join(temporary.root, "code")]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const alertOf = (events: readonly StreamEvent[]) => events.find(({ event }) => event === "alert")?.data;
  const skippedOf = (events: readonly StreamEvent[]) =>
    [...(events.findLast(({ event }) => event === "progress")?.data["skipped"] as unknown as Json[])].map(
      ({ reason }) => textOf(reason),
    );
  const described = (events: readonly StreamEvent[]) =>
    matchesOf(events).map(
      (match) =>
        `${textOf(match["type"])} ${textOf(match["path"] ?? match["repository"])} ${textOf(match["branches"] ?? "-")}`,
    );

  it("goes on where git can't read one of the repositories", async () => {
    const broken = temporary.commit("more/broken", { "a.ts": "pin\n" });
    const whole = temporary.commit("more/whole", { "a.ts": "pin\n", "b.ts": "" });
    const tree = runGit(broken, "rev-parse", "HEAD^{tree}");
    rmSync(path.join(broken, ".git", "objects", tree.slice(0, 2), tree.slice(2)));
    const other = await runService(path.join(temporary.root, "more"), [broken, whole]);
    try {
      const events = await other.search("pin rev:HEAD");
      assert.deepEqual(described(events), ['content a.ts ["HEAD"]']);
      assert.deepEqual(skippedOf(events), ["repository-missing"]);
      // As when git refuses a repository of another user.
      writeFileSync(path.join(broken, ".git", "config"), "[core\n");
      const refused = await other.search("pin rev:HEAD");
      assert.deepEqual(described(refused), ['content a.ts ["HEAD"]']);
      assert.deepEqual([skippedOf(refused), alertOf(refused)], [["repository-missing"], undefined]);
    } finally {
      await other.close();
    }
  });

  it("goes on with the next repository where an object is damaged", async () => {
    const damaged = temporary.commit("worn/damaged", {
      "a.ts": "pin\n",
      "b.bin": randomBytes(100_000),
      "c.ts": "pin\n",
    });
    const whole = temporary.commit("worn/whole", { "a.ts": "pin\n" });
    const hash = runGit(damaged, "rev-parse", "HEAD:b.bin");
    const file = path.join(damaged, ".git", "objects", hash.slice(0, 2), hash.slice(2));
    chmodSync(file, 0o600);
    truncateSync(file, 50_000);
    const other = await runService(path.join(temporary.root, "worn"), [damaged, whole]);
    try {
      const events = await other.search("pin rev:HEAD");
      assert.deepEqual(described(events), ['content a.ts ["HEAD"]', 'content a.ts ["HEAD"]']);
      assert.deepEqual(skippedOf(events), ["repository-missing"]);
    } finally {
      await other.close();
    }
  });

  it("passes over branches whose commit is not there", async () => {
    const lost = temporary.commit("lost", { "a.ts": "pin\n" });
    temporary.write("lost/.git/refs/heads", { gone: `${"1".repeat(40)}\n` });
    const other = await runService(temporary.root, [lost]);
    try {
      const events = await other.search("pin rev:*refs/heads/*");
      assert.deepEqual([described(events), alertOf(events)], [['content a.ts ["main"]'], undefined]);
    } finally {
      await other.close();
    }
  });

  const cases: readonly (readonly [query: string, expected: readonly string[]])[] = [
    [
      "pin rev:v1.0",
      ["kept.log", "marked.txt", "same.ts", "src/changed.ts", "src/gone.ts", "wide.txt"].map(
        (file) => `content ${file} ["v1.0"]`,
      ),
    ],
    ["pin repo:app@main lang:ts", ['content same.ts ["main"]', 'content src/changed.ts ["main"]']],
    ["pin r:app rev:HEAD lang:ts", ['content same.ts ["HEAD"]', 'content src/changed.ts ["HEAD"]']],
    ["only in rev:HEAD~1", ['content src/gone.ts ["HEAD~1"]']],
    ["pin not only repo:app@v1.0 lang:ts", ['content same.ts ["v1.0"]', 'content src/changed.ts ["v1.0"]']],
    ["not pin repo:app@v1.0", ["path .gitignore", "path binary.dat"].map((file) => `${file} ["v1.0"]`)],
    ["/^pin/ repo:app@v1.0 -file:log", ["content marked.txt", "content wide.txt"].map((file) => `${file} ["v1.0"]`)],
    [
      "pin repo:app@v1.0:main lang:ts",
      [
        'content same.ts ["v1.0","main"]',
        'content src/changed.ts ["v1.0"]',
        'content src/changed.ts ["main"]',
        'content src/gone.ts ["v1.0"]',
      ],
    ],
    ["file:gone repo:app@v1.0:main", ['path src/gone.ts ["v1.0"]']],
    ["gone type:path repo:app@v1.0", ['path src/gone.ts ["v1.0"]']],
    ["repo:app@v1.0:main", ['repo h/o/app ["v1.0","main"]']],
    ["pin repo:app@v1.0:main lang:ts select:repo", ['repo h/o/app ["v1.0","main"]']],
    ["pin repo:app@v1.0:main file:src select:file.directory", ['path src/ ["v1.0"]']],
    ["/pin\\n/ repo:app@v1.0 file:changed patterntype:standard", ['content src/changed.ts ["v1.0"]']],
    ["all type:commit repo:app@v1.0~1", ["commit h/o/app -"]],
    ["second type:commit repo:app@v1.0", []],
    ["second type:commit repo:app@main:v1.0", ["commit h/o/app -"]],
    ["pin type:symbol repo:app@v1.0:main", ['symbol same.ts ["v1.0","main"]']],
    [
      "pin repo:app rev:*refs/heads/*:*!refs/heads/old-* lang:ts",
      [
        'content same.ts ["feature/x","main"]',
        'content src/changed.ts ["feature/x"]',
        'content src/changed.ts ["main"]',
        'content src/gone.ts ["feature/x"]',
      ],
    ],
    ["repo:app@*refs/tags:v1.0", ['repo h/o/app ["refs/tags/v1.0","refs/tags/v1.0-told","v1.0"]']],
    ["repo:app@*heads/*1:main:*tags/none*", ['repo h/o/app ["old-1","main"]']],
    [
      "pin repo:app@",
      ["kept.log", "marked.txt", "new.ts", "same.ts", "wide.txt"].map((file) => `content ${file} [""]`),
    ],
  ];
  for (const [query, expected] of cases) {
    it(query, async () => {
      const found = described(await service.search(query));
      assert.deepEqual(query.endsWith("@") ? [...found].sort() : found, expected);
    });
  }

  it("tells the commit and the positions as they are there", async () => {
    const [match] = matchesOf(await service.search("pin repo:app@v1.0 file:changed", { cm: "t", cl: "1" }));
    assert.equal(match?.["commit"], runGit(root, "rev-parse", "v1.0^{commit}"));
    assert.deepEqual(match["chunkMatches"], [
      {
        content: "one\ncafé 😀 pin\nthree",
        contentStart: { offset: 0, line: 0, column: 0 },
        ranges: [{ start: { offset: 15, line: 1, column: 7 }, end: { offset: 18, line: 1, column: 10 } }],
      },
    ]);
    const [marked] = matchesOf(await service.search("pin repo:app@v1.0 file:marked", { cm: "t", cl: "0" }));
    assert.equal((marked?.["chunkMatches"]?.[0]?.["ranges"]?.[0]?.["start"] as unknown as Json)["offset"], 3);
  });

  it("says which globs choose nothing", async () => {
    const alert = alertOf(await service.search("pin repo:app@*refs/heads/none-*:*!refs/heads/*:main"));
    assert.match(textOf(alert?.["description"]), /`\*refs\/heads\/none-\*` in `h\/o\/app`/);
  });

  it("leaves binary files out, and says so", async () => {
    assert.deepEqual(skippedOf(await service.search("pin repo:app@v1.0")), ["binary"]);
  });

  it("stops at count:", async () => {
    const events = await service.search("pin repo:app@v1.0 file:ts count:2");
    assert.equal(described(events).length, 2);
    assert.deepEqual(skippedOf(events), ["shard-match-limit"]);
  });

  it("searches only what is in the folders that are open", async () => {
    const other = await runService(temporary.root, [path.join(root, "src")]);
    try {
      assert.deepEqual(described(await other.search("pin rev:main")), ['content src/changed.ts ["main"]']);
    } finally {
      await other.close();
    }
  });

  it("says which revisions don't exist, and searches the others", async () => {
    const some = await service.search("pin rev:v1.0:nowhere lang:ts file:same");
    assert.deepEqual(described(some), ['content same.ts ["v1.0"]']);
    assert.match(textOf(alertOf(some)?.["title"]), /revisions don't exist/);
    assert.deepEqual(textOf(alertOf(some)?.["description"]).match(/`\S+` in `\S+`/g), [
      "`nowhere` in `h/o/app`",
      "`v1.0` in `h/o/other`",
      "`nowhere` in `h/o/other`",
    ]);
    const none = await service.search("pin repo:app@nowhere");
    assert.deepEqual(
      none.map(({ event }) => event),
      ["progress", "alert", "done"],
    );
  });

  it("says what a glob is that matches no path there, and nothing of one that does", async () => {
    const proposedFor = async (query: string) =>
      alertOf(await service.search(query))?.["proposedQueries"]?.[0]?.["query"];
    assert.equal(await proposedFor("pin repo:app@v1.0 file:src/*.ts"), "pin repo:app@v1.0 file:(^|/)src/[^/]*\\.ts$");
    assert.equal(await proposedFor("nowhere repo:app@v1.0 file:src/*gone.ts"), undefined);
    assert.equal(
      await proposedFor("nowhere repo:app@HEAD file:src/*gone.ts"),
      "nowhere repo:app@HEAD file:(^|/)src/[^/]*gone\\.ts$",
    );
  });

  it("finds there what RE2 finds, anchors of the whole text too", async () => {
    const found = (query: string) => service.search(`${query} repo:app@v1.0 file:same`).then(described);
    assert.deepEqual(await found("/\\Aexport/"), ['content same.ts ["v1.0"]']);
    assert.deepEqual(await found("/\\Apin/"), []);
    assert.deepEqual(await found("/(?i)EXPORT.*(?-i)pin/ case:yes"), ['content same.ts ["v1.0"]']);
  });

  it("runs git only where it may, and nothing that the repository names", async () => {
    const hostile = temporary.commit("hostile", { "a.ts": "pin\n", ".gitattributes": "*.ts filter=evil diff=evil\n" });
    const trace = path.join(hostile, "trace");
    for (const key of ["filter.evil.smudge", "filter.evil.clean", "diff.evil.textconv", "core.fsmonitor", "core.pager"])
      runGit(hostile, "config", key, `touch '${trace}'`);
    const other = await runService(temporary.root, [hostile], { gitFolders: [] });
    try {
      const events = await other.search("pin rev:main");
      assert.deepEqual(matchesOf(events), []);
      assert.match(textOf(alertOf(events)?.["title"]), /not trusted/);
      other.setFolders([hostile], [hostile]);
      assert.deepEqual(described(await other.search("pin rev:main")), ['content a.ts ["main"]']);
      assert.equal(existsSync(trace), false);
    } finally {
      await other.close();
    }
  });
});
