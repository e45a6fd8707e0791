import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, type Json, type RunningService } from "../runningService.ts";

describe("the rest of the query language", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let withGit: RunningService;

  before(async () => {
    temporary = makeTemporaryFolder();
    const alpha = temporary.commit(
      "alpha",
      { "go.mod": "module alpha\nrequire undici v1\n", "src/a.go": "needle one\n", "src/b.go": "needle TODO\n" },
      { remote: "https://h/o/alpha" },
    );
    const beta = temporary.commit(
      "beta",
      {
        "package.json": '{ "undici": 1 }\n',
        "src/a.ts": "needle (x)\n// FIXME\n",
        ".gitignore": "go.mod\n",
        "go.mod": "",
      },
      { remote: "https://h/o/beta" },
    );
    const lines = temporary.commit(
      "lines",
      {
        "a.txt": "open(\n  value\n)\nopen(other)\nabab xaby\nééab é\n",
        "b.txt": "one\r\n\r\ntwo one two\r\n",
        "c.txt": "\nfoo\n",
      },
      { remote: "https://h/o/lines" },
    );
    // Where git may be run, each search looks at each repository with four processes of it.
    service = await runService(temporary.root, [alpha, beta, lines], { gitFolders: [] });
    withGit = await runService(temporary.root, [lines]);
  });
  after(async () => {
    await Promise.all([service.close(), withGit.close()]);
    await temporary.remove();
  });

  const filesOf = async (query: string) => {
    const events = await service.search(query, { t: "keyword" });
    const alert = events.find(({ event }) => event === "alert");
    if (alert) return [`alert ${textOf(alert.data["title"])}`];
    return matchesOf(events)
      .map((match) =>
        `${textOf(match["type"])} ${textOf(match["repository"]).slice(4)} ${match["path"] === undefined ? "" : textOf(match["path"])}`.trim(),
      )
      .sort();
  };

  const cases: readonly (readonly [query: string, expected: readonly string[]])[] = [
    ["repo:has.path(go\\.mod) needle type:file", ["content alpha src/a.go", "content alpha src/b.go"]],
    ["-repo:has.path(go\\.mod) needle type:file", ["content beta src/a.ts"]],
    ["repo:has.file(path:package content:undici) type:repo", ["repo beta"]],
    ["repo:has.file(path:go\\.mod content:require undici)", ["repo alpha"]],
    ["repo:has.file(content:UNDICI) type:repo", ["repo alpha", "repo beta"]],
    ["repo:contains.file(content:UNDICI) case:yes type:repo", []],
    ["repo:has.content(FIXME|TODO v2) needle type:file", ["content beta src/a.ts"]],
    ["repo:has.content(one\\r$)", ["repo lines"]],
    ["repo:has.path(\\.go$) or repo:has.path(\\.json$)", ["repo alpha", "repo beta"]],
    ["repo:has.file() needle", ["alert `repo:has.file()` is ambiguous"]],
    ["repo:has.tag(x) needle", ["alert `repo:has.tag(x)` is not supported by the local service"]],
    ["file:has.content(TODO)", ["path alpha src/b.go"]],
    ["needle file:has.content(TODO)", ["content alpha src/b.go"]],
    ["needle -file:has.content(todo)", ["content alpha src/a.go", "content beta src/a.ts"]],
    ["needle file:has.content(TODO|FIXME) lang:ts", ["content beta src/a.ts"]],
    ["needle file:contains.content(\\(x\\))", ["content beta src/a.ts"]],
    ["/one|none/ two patternType:standard type:file", ["content lines b.txt"]],
    ["a file:has.content(x) type:symbol", ["alert `file:has.content()` works in file searches only"]],
  ];
  for (const [query, expected] of cases) {
    it(query, async () => {
      assert.deepEqual(await filesOf(query), expected);
    });
  }

  const findInLines = async (query: string, parameters: Readonly<Record<string, string>> = {}) =>
    matchesOf(
      await (query.includes("rev:") ? withGit : service).search(`${query} repo:lines type:file`, {
        t: "keyword",
        ...parameters,
      }),
    );
  /** The results, as lines of the file with the places in them. */
  const linesOf = async (query: string) =>
    (await findInLines(query)).flatMap((match) =>
      [...(match["lineMatches"] as unknown as readonly Json[])].map(
        ({ line, offsetAndLengths }) => `${textOf(line)} ${JSON.stringify(offsetAndLengths)}`,
      ),
    );

  const patterns: readonly (readonly [query: string, expected: readonly string[]])[] = [
    ["/open\\([^)]*\\)/", ["open( [[0,5]]", "  value [[0,7]]", ") [[0,1]]", "open(other) [[0,11]]"]],
    ["/one\\s+two/", ["one\r [[0,4]]", "\r [[0,1]]", "two one two\r [[0,3],[4,7]]"]],
    ["/open\\(.*\\)/", ["open(other) [[0,11]]"]],
    ["/(?s)other.*xab/", ["open(other) [[5,6]]", "abab xaby [[0,8]]"]],
    // Matches that touch count separately.
    ["/a[b]/", ["abab xaby [[0,2],[2,2],[6,2]]", "ééab é [[2,2]]"]],
    ["/é/", ["ééab é [[0,1],[1,1],[5,1]]"]],
    ["/\\bab/", ["abab xaby [[0,2]]"]],
    ["/\\bé\\b/", ["ééab é [[5,1]]"]],
    ["/\\bé\\b/ AND /\\béé/", ["ééab é [[0,2],[5,1]]"]],
    ["/\\bab/ rev:HEAD", ["abab xaby [[0,2]]"]],
    ["/one$/ AND /^two/", ["one\r [[0,3]]", "two one two\r [[0,3]]"]],
    ["/one$/ AND /one\\s+two one two$/", ["one\r [[0,4]]", "\r [[0,1]]", "two one two\r [[0,11]]"]],
    ["/one\\n{2}two/", ["one\r [[0,4]]", "\r [[0,1]]", "two one two\r [[0,3]]"]],
    ["/one$\\n\\ntwo/ rev:HEAD", ["one\r [[0,4]]", "\r [[0,1]]", "two one two\r [[0,3]]"]],
    ["/one\\n\\ntwo/ AND /two$/", ["one\r [[0,4]]", "\r [[0,1]]", "two one two\r [[0,3],[8,3]]"]],
    ['"e\\n\\ntwo"', ["one\r [[2,2]]", "\r [[0,1]]", "two one two\r [[0,3]]"]],
    ['"e\\n\\ntwo" rev:HEAD', ["one\r [[2,2]]", "\r [[0,1]]", "two one two\r [[0,3]]"]],
    ["/^one\\r/", ["one\r [[0,4]]"]],
    ["/^one\\r?$/", ["one\r [[0,3]]"]],
    ["/one\\r$/", ["one\r [[0,4]]"]],
    ["/two\\r/", ["two one two\r [[8,4]]"]],
    ["/\\r$/ OR xaby", ["abab xaby [[5,4]]", "one\r [[3,1]]", "\r [[0,1]]", "two one two\r [[11,1]]"]],
    ["/two$/ rev:HEAD", ["two one two\r [[8,3]]"]],
    ["/one$|ab/", ["abab xaby [[0,2],[2,2],[6,2]]", "ééab é [[2,2]]", "one\r [[0,3]]"]],
  ];
  for (const [query, expected] of patterns) {
    it(`${query} finds its places, line by line`, async () => {
      assert.deepEqual((await linesOf(query)).toSorted(), expected.toSorted());
    });
  }

  it("finds no line of which ripgrep tells without a place in it", async () => {
    assert.deepEqual(matchesOf(await service.search("/\\Afoo/", { t: "keyword", cm: "t", cl: "0" })), []);
  });

  it("has its places over several lines told as they are in the file", async () => {
    for (const query of ["/e\\n\\ntwo/", '"e\\n\\ntwo"', "/e\\n\\ntwo/ rev:HEAD"]) {
      const [match] = await findInLines(query, { cm: "t", cl: "0" });
      assert.deepEqual(
        match?.["chunkMatches"]?.[0]?.["ranges"],
        [{ start: { offset: 2, line: 0, column: 2 }, end: { offset: 10, line: 2, column: 3 } }],
        query,
      );
    }
  });
});
