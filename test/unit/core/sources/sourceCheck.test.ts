import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  checkSources,
  type CheckOptions,
  type VersionReader,
  type FileText,
  type SourceCheck,
} from "../../../../src/core/sources/sourceCheck.ts";
import { keptRevision } from "../../../../src/core/sources/pinnedRevision.ts";
import type { SourceLocation } from "../../../../src/core/sources/sourceLink.ts";

const REPOSITORY = "github.com/a/b";
const REVISION = "0123456789abcdef0123456789abcdef01234567";
const BODY = Array.from({ length: 30 }, (_, line) => `const value${line} = compute(${line * 7}, "name ${line}");`);
const TEXT = BODY.join("\n");

const at = (startLine?: number, endLine = startLine, path = "src/a.ts"): SourceLocation => ({
  repository: REPOSITORY,
  revision: REVISION,
  path,
  ...(startLine === undefined || endLine === undefined ? {} : { range: { startLine, endLine } }),
});

type Files = Readonly<Record<string, string | FileText>>;

/** Two versions of a folder, and what was read of them. */
function versions(cited: Files, local: Files | undefined, candidates: readonly string[] = []) {
  const asked: string[] = [];
  const read = (files: Files, path: string): FileText => {
    const file = files[path] ?? { problem: "fileMissing" };
    return typeof file === "string" ? { text: file } : file;
  };
  const both: VersionReader = {
    readCited: ({ path }, signal) => {
      signal?.throwIfAborted();
      asked.push(path);
      return Promise.resolve(read(cited, path));
    },
    readLocal: ({ path }) => Promise.resolve(local && read(local, path)),
    findCandidates: () => Promise.resolve({ paths: candidates }),
  };
  return { asked, versions: both };
}

async function check(source: SourceLocation, cited: Files, local: Files | undefined, candidates?: readonly string[]) {
  const [found] = await all([source], versions(cited, local, candidates).versions);
  return found;
}

async function all(
  sources: readonly SourceLocation[],
  from: VersionReader,
  options?: CheckOptions,
): Promise<SourceCheck[]> {
  const found: SourceCheck[] = [];
  for await (const { index, check } of checkSources(sources, from, options)) found[index] = check;
  return found;
}

describe("checking a source", () => {
  const old = { "src/a.ts": TEXT };

  it("says that lines are the same, or where they are now", async () => {
    assert.deepEqual(await check(at(3, 5), old, old), { state: "same" });
    const moved = { state: "moved", path: "src/a.ts", range: { startLine: 4, endLine: 6 }, isSure: true };
    assert.deepEqual(await check(at(3, 5), old, { "src/a.ts": `// new\n${TEXT}` }), moved);
    const changed = { state: "changed", path: "src/a.ts", range: { startLine: 3, endLine: 5 }, isSure: true };
    assert.deepEqual(await check(at(3, 5), old, { "src/a.ts": TEXT.replace("compute(28", "calculate(28") }), changed);
    assert.deepEqual(await check(at(3, 5), old, { "src/a.ts": BODY.toSpliced(3, 3).join("\n") }), {
      state: "gone",
      nearLine: 3,
      isSure: true,
    });
  });

  it("keeps columns where the text of the lines stays the same", async () => {
    const source = { ...at(), range: { startLine: 3, endLine: 3, startColumn: 6, endColumn: 12 } };
    const found = await check(source, old, { "src/a.ts": `// new\n${TEXT}` });
    assert.deepEqual(found, {
      state: "moved",
      path: "src/a.ts",
      range: { ...source.range, startLine: 4, endLine: 4 },
      isSure: true,
    });
  });

  it("compares the whole file where no lines are cited", async () => {
    assert.deepEqual(await check(at(), old, { "src/a.ts": TEXT.replaceAll("\n", "\r\n") }), { state: "same" });
    assert.equal((await check(at(), old, { "src/a.ts": "other" }))?.state, "changed");
    assert.deepEqual(await check(at(), old, {}), { state: "gone", isSure: true });
  });

  it("only makes sure that lines exist where there is no local copy", async () => {
    assert.deepEqual(await check(at(3, 5), old, undefined), { state: "cited" });
    assert.deepEqual(await check(at(300), old, undefined), { state: "cannotCheck", reason: "linesMissing" });
  });

  it("says why it can't", async () => {
    const because = async (cited: Files, local: Files | undefined, source = at(3)) => {
      const found = await check(source, cited, local);
      return found?.state === "cannotCheck" ? found.reason : found?.state;
    };
    assert.equal(await because({}, old), "fileMissing");
    assert.equal(await because(old, old, at(300, 310)), "linesMissing");
    assert.equal(await because({ "src/a.ts": { problem: "notText" } }, old), "notText");
    assert.equal(await because({ "src/a.ts": { problem: "unavailable" } }, old), "unavailable");
    assert.equal(await because(old, { "src/a.ts": { problem: "notText" } }), "notText");
  });

  it("says nothing of what was cited where a branch or nothing was, only where such lines may be", async () => {
    const nothing = { repository: REPOSITORY, path: "src/a.ts", range: { startLine: 3, endLine: 5 } };
    for (const source of [{ ...at(3, 5), revision: "main" }, { ...at(3, 5), revision: "v1.2.3" }, nothing]) {
      const unknown = { state: "cannotCheck", reason: "unpinned" };
      assert.deepEqual(await check(source, old, old), unknown, "the same today says nothing of then");
      assert.deepEqual(await check(source, old, undefined), { state: "cited", isNow: true }, "it is there, at least");
      assert.deepEqual(await check(source, {}, old), unknown);
      assert.deepEqual(await check(source, old, {}), unknown);
      const likeliest = { path: "src/a.ts", range: { startLine: 4, endLine: 6 } };
      assert.deepEqual(await check(source, old, { "src/a.ts": `// new\n${TEXT}` }), { ...unknown, likeliest });
    }
  });

  it("compares with the content that a revision of the local service stands for", async () => {
    const source = { ...at(3, 5), revision: keptRevision("ab".repeat(32)) };
    assert.deepEqual(await check(source, old, old), { state: "same" });
    const moved = { state: "moved", path: "src/a.ts", range: { startLine: 4, endLine: 6 }, isSure: true };
    assert.deepEqual(await check(source, old, { "src/a.ts": `// new\n${TEXT}` }), moved);
    const evicted = { "src/a.ts": { problem: "unavailable" } } as const;
    assert.deepEqual(await check(source, evicted, old), { state: "cannotCheck", reason: "unavailable" });
  });

  it("follows lines into another file: one that was renamed, or one that they went to", async () => {
    const renamed = { "src/b.ts": `// new\n${TEXT}` };
    const there = { state: "moved", path: "src/b.ts", range: { startLine: 4, endLine: 6 }, isSure: true };
    assert.deepEqual(await check(at(3, 5), old, renamed, ["src/b.ts"]), there);
    const split = { "src/a.ts": BODY.slice(10).join("\n"), "src/b.ts": `// new\n${BODY.slice(0, 10).join("\n")}` };
    assert.deepEqual(await check(at(3, 5), old, split, ["src/x.ts", "src/b.ts"]), there);
    assert.deepEqual(await check(at(3, 5), old, { "src/b.ts": "" }, ["src/b.ts"]), { state: "gone", isSure: true });
  });

  it("says that lines are perhaps gone where a file that may have them can't be read", async () => {
    const gone = { state: "gone", isSure: false };
    assert.deepEqual(await check(at(3, 5), old, {}, ["src/b.ts"]), gone, "it is not on disk, as in a sparse checkout");
    const unread = { "src/b.ts": { problem: "unavailable" } } as const;
    assert.deepEqual(await check(at(3, 5), old, unread, ["src/b.ts"]), gone);
    const picture = { "src/b.png": { problem: "notText" } } as const;
    assert.deepEqual(await check(at(3, 5), old, picture, ["src/b.png"]), { ...gone, isSure: true });
    const { versions: from } = versions(old, {});
    const partial = { ...from, findCandidates: () => Promise.resolve({ paths: [], isPartial: true }) };
    assert.deepEqual(await all([at(3, 5)], partial), [gone]);
    const here = { "src/a.ts": BODY.toSpliced(3, 3).join("\n") };
    assert.deepEqual(await check(at(3, 5), old, here, ["src/b.ts"]), { ...gone, nearLine: 3 });
  });

  it("is never sure of a file that git ignores: it may have had the lines before", async () => {
    const moved = { "out/a.ts": TEXT };
    const { versions: from } = versions(old, moved);
    const ignored = { ...from, findCandidates: () => Promise.resolve({ paths: [], ignored: ["out/a.ts"] }) };
    const there = { state: "moved", path: "out/a.ts", range: { startLine: 3, endLine: 5 }, isSure: false };
    assert.deepEqual(await all([at(3, 5)], ignored), [there]);
    const { versions: both } = versions(old, { ...moved, "src/b.ts": TEXT });
    const tracked = { ...both, findCandidates: () => Promise.resolve({ paths: ["src/b.ts"], ignored: ["out/a.ts"] }) };
    assert.deepEqual(await all([at(3, 5)], tracked), [{ ...there, path: "src/b.ts" }]);
  });

  it("says nothing of what was cited where a name of hex digits may be a branch", async () => {
    const { versions: from } = versions(old, { "src/a.ts": `// new\n${TEXT}` });
    const branch: VersionReader = {
      ...from,
      readCited: (file, signal) => from.readCited(file, signal).then((read) => ({ ...read, isMovable: true })),
    };
    const likeliest = { path: "src/a.ts", range: { startLine: 4, endLine: 6 } };
    const unknown = { state: "cannotCheck", reason: "unpinned", likeliest };
    assert.deepEqual(await all([{ ...at(3, 5), revision: "20240115" }], branch), [unknown]);
  });

  it("finds the file that was renamed among many with the same text", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => `src/${name}/print.ts`);
    const then = { "src/old/print.ts": TEXT, ...Object.fromEntries(names.map((name) => [name, TEXT])) };
    const now = Object.fromEntries([...names, "src/rare/print.ts"].map((name) => [name, `${TEXT}\n// checked`]));
    const there = { state: "moved", path: "src/rare/print.ts", range: { startLine: 3, endLine: 5 }, isSure: true };
    assert.deepEqual(await check(at(3, 5, "src/old/print.ts"), then, now, Object.keys(now)), there);
    const others = Object.fromEntries(names.map((name) => [name, `${TEXT}\n// checked`]));
    const gone = { state: "gone", isSure: true };
    assert.deepEqual(await check(at(3, 5, "src/old/print.ts"), then, others, names), gone);
  });

  it("keeps no columns where the lines are indented anew", async () => {
    const source = { ...at(), range: { startLine: 3, endLine: 3, startColumn: 6, endColumn: 12 } };
    const found = await check(source, old, { "src/a.ts": `{\n${BODY.map((line) => `  ${line}`).join("\n")}\n}` });
    assert.deepEqual(found, { state: "moved", path: "src/a.ts", range: { startLine: 4, endLine: 4 }, isSure: true });
  });

  it("takes no copy for them that was in another file before", async () => {
    const both = { "src/a.ts": TEXT, "src/copy.ts": `// copy\n${TEXT}` };
    const left = { "src/a.ts": BODY.toSpliced(3, 3).join("\n"), "src/copy.ts": `// copy\n// edited\n${TEXT}` };
    assert.deepEqual(await check(at(3, 5), both, left, ["src/copy.ts"]), {
      state: "gone",
      nearLine: 3,
      isSure: true,
    });
  });
});

describe("checking many sources", () => {
  it("looks into other files only for what isn't in its own any more, or hardly", async () => {
    const twin = "repeat(one, two);\nrepeat(two, three);";
    const text = `${BODY[0]}\n${twin}\n${BODY[1]}\n${twin}`;
    const { versions: from } = versions({ "src/a.ts": text }, { "src/a.ts": `other();\n${twin}\nmore();\n${twin}` });
    let count = 0;
    const counting: VersionReader = {
      ...from,
      findCandidates: () => {
        count++;
        return Promise.resolve({ paths: [] });
      },
    };
    const [perhaps] = await all([at(1, 2)], counting);
    assert.ok(perhaps?.state === "moved" && !perhaps.isSure);
    assert.equal(count, 0);
    await all([at(1, 2)], { ...counting, readLocal: () => Promise.resolve({ text: "const other = 1;" }) });
    assert.equal(count, 1);
  });

  it("gives others their turn among sources that are told at once", async () => {
    const sources = Array.from({ length: 4_000 }, (_, index) => at(index % 25, (index % 25) + 3));
    let turns = 0;
    const turn = () => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await all(sources, versions({ "src/a.ts": TEXT }, { "src/a.ts": `// new\n${TEXT}` }).versions);
    clearImmediate(next);
    assert.ok(turns > 1, `${turns} turns`);
  });

  it("reads each file once, and tells each source as soon as it is known", async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, file) => [`${file}.ts`, TEXT]));
    const sources = Array.from({ length: 200 }, (_, index) => at(index % 25, (index % 25) + 2, `${index % 20}.ts`));
    const { asked, versions: from } = versions(files, files);
    const found = await all(sources, from);
    assert.equal(asked.length, 20);
    assert.equal(found.filter(({ state }) => state === "same").length, 200);
    const { asked: first, versions: again } = versions(files, files);
    for await (const { index } of checkSources(sources, again)) {
      assert.equal(index, 0);
      break;
    }
    assert.ok(first.length <= 4, `read ahead: ${first.length}`);
  });

  it("asks for no more files than it may", async () => {
    const files = { "a.ts": TEXT, "b.ts": TEXT, "c.ts": TEXT };
    const { asked, versions: from } = versions(files, files);
    const found = await all([at(1, 2, "a.ts"), at(1, 2, "b.ts"), at(1, 2, "c.ts"), at(3, 4, "a.ts")], from, {
      maxFiles: 2,
    });
    assert.deepEqual(asked, ["a.ts", "b.ts"]);
    assert.deepEqual(
      found.map(({ state }) => state),
      ["same", "same", "cannotCheck", "same"],
    );
  });

  it("tells the cited lines, not those that they have become", async () => {
    const { versions: from } = versions({ "a.ts": TEXT }, { "a.ts": TEXT.replace("value3 ", "changed ") });
    const excerpts: (string | undefined)[] = [];
    for await (const { excerpt } of checkSources([at(3, 3, "a.ts"), at(300, 300, "a.ts"), at(1, 1, "b.ts")], from)) {
      excerpts.push(excerpt);
    }
    assert.deepEqual(excerpts, [BODY[3], undefined, undefined]);
  });

  it("can be stopped", async () => {
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(all([at(1)], versions({}, {}).versions, { signal: stop.signal }), { name: "AbortError" });
  });
});
