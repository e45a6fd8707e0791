import assert from "node:assert/strict";
import path from "node:path";
import { truncateSync } from "node:fs";
import { after, before, describe, it } from "mocha";
import { marked } from "../../../../../src/core/conversations/exportMark.ts";
import { createAnswerFinder } from "../../../../../src/local/answers/answer.ts";
import type { FoundAnswer } from "../../../../../src/local/answers/conversations/foundAnswer.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { engineOf } from "../../runningService.ts";

const OK = { "src/ok.ts": "export function ready(): boolean {\n  return true;\n}\n" };
const sentences = (count: number) => "The tide comes twice a day and takes what nobody has tied. ".repeat(count);

describe("an answer from long lines and large files", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  let count = 0;
  const ask = (
    question: string,
    files: Readonly<Record<string, string>>,
    { withEvidence = false, prepare = undefined as ((root: string) => void) | undefined } = {},
  ): Promise<FoundAnswer> => {
    const root = temporary.write(`code${++count}`, files);
    prepare?.(root);
    const find = createAnswerFinder({ engineOf, commits: new Commits(new GitPermission([])) });
    const signal = AbortSignal.timeout(60_000);
    return find({ question, earlier: [], folders: [root], signal, step: () => undefined, withEvidence });
  };
  const firstOf = ({ sources }: FoundAnswer) => sources[0]?.label;

  for (const length of [700, 1_400, 2_500, 60_000, 1_000_000]) {
    it(`shows the part around a name on a line of ${length * 2} characters`, async () => {
      const table = `TABLE = '${"a".repeat(length)} LONG_NEEDLE_HERE ${"b".repeat(length)}'\n`;
      const answer = await ask("Where is LONG_NEEDLE_HERE?", { ...OK, "src/table.py": table });
      assert.equal(firstOf(answer), "src/table.py:1");
      assert.match(answer.text, /…[^\n]*a LONG_NEEDLE_HERE b[^\n]*…/);
      assert.doesNotMatch(answer.text, /Nothing found|Not found|Not sure/);
      assert.ok(answer.text.length < 2_000, `${answer.text.length}`);
    });
  }

  it("shows the part around a function in a minified file", async () => {
    const built = `${"var a=1;".repeat(100_000)}function hoistSail(){return 7}${"var b=2;".repeat(100_000)}`;
    for (const question of ["What does hoistSail return?", "Where is `hoistSail` used?", "hoistSail"]) {
      const answer = await ask(question, { ...OK, "dist/app.min.js": built }, { withEvidence: true });
      assert.equal(firstOf(answer), "dist/app.min.js:1", question);
      assert.match(answer.text, /function hoistSail\(\)\{return 7\}/);
      assert.doesNotMatch(answer.text, /Nothing found|Not found|Not sure/);
      const [first] = answer.evidence ?? [];
      assert.match(first?.lines.join("\n") ?? "", /function hoistSail\(\)\{return 7\}/);
      assert.ok((first?.lines.join("\n").length ?? 0) < 5_000);
    }
  });

  it("finds words on long lines of prose and data", async () => {
    const files = {
      ...OK,
      "docs/harbour.md": `# Harbour\n\n${sentences(10)}The lighthouse keeper rows to the wreck. ${sentences(10)}\n`,
      "data/fees.json": `{${Array.from({ length: 60 }, (_, at) => `"berth${at}": ${at}`).join(",")},"anchorageFee": 12,${Array.from({ length: 60 }, (_, at) => `"pier${at}": ${at}`).join(",")}}`,
    };
    const prose = await ask("Where does the lighthouse keeper row?", files);
    assert.match(prose.text, /The lighthouse keeper rows to the wreck\./);
    const data = await ask("What is the anchorage fee?", files);
    assert.equal(firstOf(data), "data/fees.json:1");
    assert.match(data.text, /"anchorageFee": 12/);
  });

  it("finds words that are only on a very long line", async () => {
    const files = {
      ...OK,
      "docs/harbour.md": `${sentences(200)}The lighthouse keeper rows to the wreck. ${sentences(200)}`,
    };
    const answer = await ask("Where does the lighthouse keeper row?", files);
    assert.equal(firstOf(answer), "docs/harbour.md:1");
    assert.match(answer.text, /The lighthouse keeper rows to the wreck\./);
    assert.doesNotMatch(answer.text, /Nothing found/);
  });

  it("finds the definition of a name in a file that is too large to be ranked", async () => {
    const filler = Array.from(
      { length: 40_000 },
      (_, at) => `    step_${at} = frob(${at})  # one line of a very long table`,
    ).join("\n");
    const text = `def first():\n${filler}\n\n\ndef hoist_sail(rope):\n    # pulls\n    return rope.pull()\n\n\ndef last():\n    hoist_sail(1)\n`;
    assert.ok(text.length > 2_000_000);
    const answer = await ask("What does hoist_sail do?", { ...OK, "gen/tables.py": text });
    assert.equal(firstOf(answer), "gen/tables.py:40004–40006");
    assert.match(answer.text, /\*\*Look here first:\*\* `hoist_sail` in \[`gen\/tables\.py:40004–40006`\]/);
    assert.doesNotMatch(answer.text, /Nothing found|Not found/);
  });

  it("finds names in files that no person has written", async () => {
    const answer = await ask("Where is leftpad_needle?", { ...OK, "yarn.lock": 'x@1:\n  "leftpad_needle" "1"\n' });
    assert.equal(firstOf(answer), "yarn.lock:1–2");
    assert.doesNotMatch(answer.text, /Nothing found|Not found/);
  });

  it("says what was not read where it found nothing", async () => {
    const prepare = (root: string) => {
      truncateSync(path.join(root, "data/all.sql"), 17 * 1024 * 1024);
    };
    const files = { ...OK, "data/all.sql": "select 1;\n" };
    const nothing = await ask("Where is hoist_sail?", files, { prepare });
    assert.match(
      nothing.text,
      /\*\*Nothing found\.\*\*[^\n]* in 1 file matches `hoist_sail`, `hoist`, `sail`; not read: 1 file of more than 16 MB \(`data\/all\.sql`\)\./,
    );
    const some = await ask("Does ready() call hoist_sail?", files, { prepare });
    assert.match(some.text, /Not found: `hoist_sail`; not read: 1 file of more than 16 MB \(`data\/all\.sql`\)\./);
    const all = await ask("Does ready() call hoist_sail?", OK);
    assert.match(all.text, /Not found anywhere: `hoist_sail`\./);
  });

  it("takes no part of a word for a name, and leaves what fits better in front", async () => {
    const files = {
      "src/reports.ts":
        "/** Writes the report of a run. */\nexport function writeReport(run: string): string {\n  return run;\n}\n",
      "yarn.lock": 'cicada@1:\n  "cicada" "1"\n',
    };
    const none = await ask("Where is the report of a run written for CI?", files);
    assert.equal(firstOf(none), "src/reports.ts:1–4");
    assert.match(none.text, /Not found anywhere: `CI`\./);
    const some = await ask("Where is the report of a run written for CI?", { ...files, "yarn.lock": "# CI\n" });
    assert.deepEqual(
      some.sources.slice(0, 2).map(({ label }) => label),
      ["src/reports.ts:1–4", "yarn.lock:1"],
    );
    assert.doesNotMatch(some.text, /Not found/);
  });

  it("does not find the question in a conversation that was exported", async () => {
    const files = { ...OK, "asked.md": marked("# Sail\n\n> Where is hoist_sail?\n\nNowhere.\n") };
    assert.match((await ask("Where is hoist_sail?", files)).text, /\*\*Nothing found\.\*\*/);
  });
});
