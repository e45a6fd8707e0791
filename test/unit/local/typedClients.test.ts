import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../git/temporaryRepositories.ts";
import { runService, type RunningService } from "./runningService.ts";

/** The most bytes that a client takes for one event. */
const EVENT_AT_MOST = 10 * 1024 * 1024;

/**
 * A field as a program with static types reads it: what it doesn't know it ignores, what is missing or null is empty,
 * and a value of another type ends the stream.
 */
type Field = "string" | "integer" | "boolean" | "time" | readonly [Field] | Fields;
interface Fields {
  readonly [name: string]: Field;
}

const LOCATION: Field = { offset: "integer", line: "integer", column: "integer" };
const RANGE: Field = { start: LOCATION, end: LOCATION };
const IN_REPOSITORY: Fields = {
  ...{ type: "string", repository: "string", repositoryID: "integer", externalServiceType: "string" },
  ...{ repoStars: "integer", repoLastFetched: "time", branches: ["string"], commit: "string", debug: "string" },
};
const IN_FILE: Fields = { ...IN_REPOSITORY, path: "string", pathMatches: [RANGE], language: "string" };
const CHUNK: Field = { content: "string", contentStart: LOCATION, ranges: [RANGE], contentTruncated: "boolean" };
const LINE: Field = { line: "string", lineNumber: "integer", offsetAndLengths: [["integer"]] };
const SYMBOL: Field = { url: "string", name: "string", containerName: "string", kind: "string", line: "integer" };
const MATCHES: Readonly<Record<string, Fields>> = {
  content: { ...IN_FILE, chunkMatches: [CHUNK], lineMatches: [LINE], hunks: ["string"] },
  path: IN_FILE,
  symbol: { ...IN_FILE, symbols: [SYMBOL] },
  repo: {
    ...IN_REPOSITORY,
    ...{ repositoryMatches: [RANGE], description: "string", descriptionMatches: [RANGE], topics: ["string"] },
    ...{ fork: "boolean", archived: "boolean", private: "boolean" },
  },
  commit: {
    ...IN_REPOSITORY,
    ...{ label: "string", url: "string", detail: "string", oid: "string", message: "string", content: "string" },
    ...{ authorName: "string", authorDate: "time", committerName: "string", committerDate: "time" },
    ranges: [["integer"]],
  },
};
const EVENTS: Readonly<Record<string, Field>> = {
  progress: {
    ...{ done: "boolean", repositoriesCount: "integer", matchCount: "integer", durationMs: "integer", trace: "string" },
    skipped: [
      {
        ...{ reason: "string", title: "string", message: "string", severity: "string" },
        suggested: { title: "string", queryExpression: "string" },
      },
    ],
  },
  filters: [{ value: "string", label: "string", count: "integer", exhaustive: "boolean", kind: "string" }],
  alert: {
    ...{ title: "string", description: "string", kind: "string" },
    proposedQueries: [{ description: "string", query: "string", annotations: [{ name: "string", value: "string" }] }],
  },
  error: { message: "string" },
  done: {},
};

function check(field: Field, value: unknown, at: string): void {
  if (value === null || value === undefined) return;
  const wrong = `${at} is ${JSON.stringify(value)}`;
  if (field === "time")
    assert.ok(typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value), wrong);
  else if (field === "integer") assert.ok(Number.isSafeInteger(value), wrong);
  else if (typeof field === "string") assert.equal(typeof value, field, wrong);
  else if (isList(field)) {
    assert.ok(Array.isArray(value), wrong);
    for (const [index, each] of (value as readonly unknown[]).entries()) check(field[0], each, `${at}[${index}]`);
  } else {
    assert.ok(typeof value === "object" && !Array.isArray(value), wrong);
    for (const [name, each] of Object.entries(value)) if (field[name]) check(field[name], each, `${at}.${name}`);
  }
}

function isList(field: Field): field is readonly [Field] {
  return Array.isArray(field);
}

describe("a client that knows the type of each field", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    const code = "/** Counts needles. */\nexport class Needle {\n  count = 1;\n}\nexport function findNeedle() {}\n";
    temporary.commit(
      "code/alpha",
      {
        "README.md": "# Alpha\n\nneedle 😀 needle\n",
        "src/needle.ts": code,
        "src/long.txt": `${"x".repeat(9000)} needle\n`,
      },
      { remote: "https://h.example/o/alpha" },
    );
    temporary.write("code/plain", { "needle.go": "package needle\n\nfunc Needle() int { return 1 }\n" });
    service = await runService(temporary.root, [path.join(temporary.root, "code")]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  /** Reads the stream frame by frame, and returns which events and types of matches it had. */
  async function read(parameters: Readonly<Record<string, string>>): Promise<ReadonlySet<string>> {
    const response = await service.get(`/.api/search/stream?${new URLSearchParams(parameters).toString()}`, {
      accept: "text/event-stream",
    });
    assert.equal(response.status, 200);
    const had = new Set<string>();
    const frames = (await response.text()).split("\n\n");
    assert.equal(frames.pop(), "");
    for (const frame of frames) {
      assert.ok(Buffer.byteLength(frame) + 2 <= EVENT_AT_MOST);
      const [, name = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? assert.fail(frame);
      const value = JSON.parse(data) as unknown;
      had.add(name);
      for (const part of ["proposedQueries", "suggested"])
        if (data.includes(`"${part}":[{`) || data.includes(`"${part}":{`)) had.add(part);
      if (name === "matches")
        for (const match of value as readonly { readonly type: string }[]) {
          const fields = MATCHES[match.type];
          assert.ok(fields, `a match of the type ${match.type}, at which some clients end`);
          had.add(match.type);
          check(fields, match, match.type);
        }
      else check(EVENTS[name] ?? assert.fail(`an event ${name}`), value, name);
    }
    assert.ok(frames.at(-1)?.startsWith("event: done\n"));
    return had;
  }

  it("reads every kind of event, in lines and in chunks, ranked and not", async () => {
    const had = new Set<string>();
    const queries: readonly string[] = [
      ...["needle", "needle type:file", "type:path needle", "type:symbol needle", "type:repo alpha", "type:commit -x"],
      ...[
        "type:diff needle",
        "type:commit commit",
        "needle count:1",
        "needle select:repo",
        "needle select:file.directory",
      ],
      ...["needle select:symbol.class type:symbol", "how are needles counted patternType:keyword", "needle type:use"],
      ...[
        "needle OR",
        "repo:nowhere needle",
        "patternType:regexp (",
        "needle repo:alpha@main",
        "zyzzyva",
        "lang:nothing x",
      ],
      ...["repo:alpha@nowhere needle", "", "needle file:*.md", "(nowhere)"],
    ];
    for (const q of queries)
      for (const form of [{}, { cm: "true", cl: "2" }, { cm: "true", "max-line-len": "100", display: "2" }] as const)
        for (const each of await read({ q, ...form })) had.add(each);
    for (const odd of [{ v: "V9" }, { t: "nonsense" }, { display: "x" }]) await read({ q: "needle", ...odd });
    assert.deepEqual(
      [...Object.keys(EVENTS), "matches", ...Object.keys(MATCHES)].filter((each) => !had.has(each)),
      [],
      "never seen",
    );
    assert.deepEqual(
      ["proposedQueries", "suggested"].filter((each) => !had.has(each)),
      [],
      "never seen",
    );
  });

  it("ends at a value of another type, and at no string or field that it does not know", () => {
    const match = { type: "path", path: "a", repository: "r", language: "Nonsense", ours: { x: 1 }, branches: null };
    check(MATCHES["path"] ?? {}, match, "path");
    for (const odd of [
      { path: 1 },
      { repositoryID: "1" },
      { repositoryID: 1.5 },
      { branches: "main" },
      { repoLastFetched: "today" },
    ])
      assert.throws(() => {
        check(MATCHES["path"] ?? {}, { ...match, ...odd }, "path");
      });
  });
});
