import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AGENT_TOOLS } from "../../../../src/core/agents/tools.ts";
import type { FoundItem, ToolService } from "../../../../src/core/agents/toolService.ts";
import { withoutSecrets } from "../../../../src/core/agents/withoutSecrets.ts";

const SIGNAL = new AbortController().signal;

function item(type: FoundItem["type"], path: string, ...lines: readonly string[]): FoundItem {
  const all = lines.map((text, line) => ({ line, text, ranges: text.includes("TOKEN") ? [{ start: 0, end: 5 }] : [] }));
  return { type, repository: "corp/birds", path, label: path, lines: all };
}

const ITEMS: readonly FoundItem[] = [
  item("content", "src/a.ts", "TOKEN"),
  item("content", "web/.env.local", "TOKEN=c0ffee", "TOKEN2=c0ffee"),
  item("path", "deploy.pem"),
  item("diff", "", ".env .env", "@@ -1,1 +1,1 @@", "-TOKEN=c0ffee", "+TOKEN=c0ffee1"),
  item("diff", "", ".env .env", "@@ -1,0 +1,1 @@", "+TOKEN=c0ffee", "a.ts a.ts", "@@ -1,0 +1,1 @@", "+read TOKEN"),
  item("commit", "", "Rotate the TOKEN"),
];

const found = {
  items: ITEMS,
  counts: { items: 7, lines: ITEMS.reduce((sum, { lines }) => sum + lines.length, 0) },
  matchCount: 9,
  skipped: [],
  errors: [],
};
const refused = () => Promise.reject(new Error("not asked"));
const service: ToolService = {
  name: "birds.example.com",
  baseUrl: "https://birds.example.com",
  isLocal: false,
  search: () => Promise.resolve(found),
  readFile: ({ path }) => Promise.resolve(Buffer.from(`text of ${path}`)),
  ask: refused,
  // eslint-disable-next-line require-yield
  watch: async function* () {
    await refused();
  },
  cancel: refused,
  conversation: refused,
};

describe("a company's service, for agents", () => {
  const seen = withoutSecrets(service);

  it("finds nothing in files with keys, and of a diff only other files", async () => {
    const { items, counts, matchCount } = await seen.search("TOKEN", { display: 10, signal: SIGNAL });
    assert.deepEqual(
      items.map(({ path, lines }) => [path, ...lines.map(({ text }) => text)]),
      [
        ["src/a.ts", "TOKEN"],
        ["", "a.ts a.ts", "@@ -1,0 +1,1 @@", "+read TOKEN"],
        ["", "Rotate the TOKEN"],
      ],
    );
    assert.deepEqual([counts, matchCount], [{ items: 4, lines: 5 }, 3]);
  });

  it("does not give such a file, and says by which rule", async () => {
    const read = AGENT_TOOLS.find(({ name }) => name === "plumbline_read");
    const call = (path: string) =>
      read?.call({ repository: "corp/birds", path }, seen, { signal: SIGNAL, progress: () => undefined });
    await assert.rejects(
      call("web/.env") ?? refused(),
      /web\/\.env is held back from agents and models \(never: \.env\)/,
    );
    assert.match((await call("a.ts")) ?? "", /text of a\.ts/);
  });
});
