import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { parseSourceLink } from "../../../../src/core/sources/sourceLink.ts";
import { createAnswerFinder } from "../../../../src/local/answers/answer.ts";
import type { FoundAnswer } from "../../../../src/local/answers/conversations/foundAnswer.ts";
import { Commits } from "../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../src/local/code/files/gitPermission.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { engineOf } from "../runningService.ts";

const MOORING = {
  "src/quay/rope.ts":
    "const STRENGTH = 3;\n\n/** Ties a boat. */\nexport function tieUp(boat: Boat): void {\n  knot(boat, STRENGTH);\n}\n\nfunction knot(boat: Boat, strength: number): void {\n  boat.held = strength;\n}\n",
  "src/quay/arrival.ts":
    'import { tieUp } from "./rope";\n\nexport function arrive(boat: Boat): void {\n  tieUp(boat);\n}\n',
  "src/pay/invoice.ts":
    "/** Reads the fees from the environment. */\nexport function feesFromEnvironment(): number {\n  return Number(process.env.FEES);\n}\n",
  "src/pay/bill.ts":
    'import { feesFromEnvironment } from "./invoice";\nimport { entries } from "./ledger";\n\nexport function bill(boat: Boat): number {\n  // the fees, which the environment has\n  return boat.days * feesFromEnvironment();\n}\n',
  "src/pay/ledger.ts":
    "export const entries = [];\n\nexport function post(ledger: Ledger): void {\n  const ledger = entries;\n  entries.push(ledger);\n}\n",
  "test/money.test.ts": 'import { post } from "../src/pay/ledger";\n\nit("is kept", () => {\n  post(ledger);\n});\n',
  "test/ledger.test.ts": 'import { post } from "../src/pay/ledger";\n\nit("has it", () => {\n  post(ledger);\n});\n',
  "test/rope.test.ts": 'import { tieUp } from "../src/quay/rope";\n\nit("holds a boat", () => {\n  tieUp(boat);\n});\n',
};

/** The first step, the first files and a text of the last answer of each conversation. */
const CONVERSATIONS: readonly {
  readonly asked: readonly string[];
  readonly step?: string;
  readonly first?: string;
  readonly text?: RegExp;
}[] = [
  {
    asked: ["Where is tieUp defined?", "Which code calls it?"],
    step: "About `tieUp`",
    text: /\*\*About:\*\* `tieUp`.*Used in 2 places:\*\*\n\n- `arrive`/s,
  },
  { asked: ["Where is tieUp defined?", "Which code calls it?", "Is there a test for it?"], first: "test/rope.test.ts" },
  { asked: ["What does `tieUp` do?", "Where is that tested?"], first: "test/rope.test.ts" },
  { asked: ["Was macht `tieUp`?", "Wer ruft es auf?"], text: /Used in 2 places/ },
  { asked: ["Que fait `tieUp` ?", "Qui l'appelle ?", "Who calls it?"], text: /Used in 2 places/ },
  { asked: ["Что делает `tieUp`?", "Кто его вызывает?"], text: /Used in 2 places/ },
  { asked: ["`tieUp` 做什么？", "谁调用它？"], text: /Used in 2 places/ },
  {
    asked: ["What does src/quay/rope.ts do?", "Who starts it?"],
    step: "About `tieUp` in `src/quay/rope.ts`",
    text: /Used in 2 places/,
  },
  {
    asked: ["What does src/quay/rope.ts do?", "Where is it tested?"],
    first: "test/rope.test.ts",
  },
  {
    asked: ["What does src/pay/ledger.ts do?", "Who uses it?"],
    step: "About src/pay/ledger.ts",
    text: /Used by:\*\* \[`src\/pay\/bill\.ts:2`\]/,
  },
  { asked: ["What does src/pay/ledger.ts do?", "Who imports it?"], text: /Used by:\*\* \[`src\/pay\/bill\.ts:2`\]/ },
  {
    asked: ["What does src/pay/ledger.ts do?", "And where is that tested?"],
    first: "test/ledger.test.ts",
    text: /Tested in:\*\* \[`test\/ledger\.test\.ts`\].*\[`test\/money\.test\.ts`\]/,
  },
  {
    asked: ["What does src/quay/rope.ts do?", "Who starts it?", "What else is in that folder?"],
    step: "About src/quay/",
    text: /In it:\*\*\n\n- `arrival\.ts` · defines \[`arrive`\].*\n- `rope\.ts` · Ties a boat\. · /,
  },
  { asked: ["What does src/quay/rope.ts do?", "How strong is it?"], first: "src/quay/rope.ts" },
  { asked: ["What does src/quay/rope.ts do?", "Does that file hold boats?"], first: "src/quay/rope.ts" },
  { asked: ["What is in src/quay/rope.ts?", "What is defined in there?"], first: "src/quay/rope.ts" },
  {
    asked: ["What happens here? (about @mooring @src/quay/rope.ts:4-6)", "Who uses this?"],
    step: "About `tieUp` in `src/quay/rope.ts`",
    text: /Used in 2 places/,
  },
  {
    asked: ["What happens here? (about @mooring @src/quay/rope.ts:5)", "Who uses this?", "Where is it tested?"],
    first: "test/rope.test.ts",
  },
  { asked: ["What happens here? (about @mooring @src/quay/rope.ts:5)"], step: "About src/quay/rope.ts:5–5" },
  { asked: ["Where is tieUp defined and who calls it?"], step: "About `tieUp`", text: /Defined:.*Used in 2 places/s },
  { asked: ["What is `knot`? And who calls it?"], text: /Used in 1 place/ },
  { asked: ["Where is tieUp defined and is it tested?"], text: /Defined:.*Tested in 1 place/s },
  { asked: ["What does `knot` do, and is it tested?"], text: /No test\*\* uses `knot`/ },
  ...[
    "What are its tests?",
    "does it have any tests?",
    "Where are the tests for it?",
    "which are the tests of that?",
  ].map((question) => ({
    asked: ["Explain `tieUp`", question],
    text: /Tested in 1 place/,
    first: "test/rope.test.ts",
  })),
  { asked: ["Explain `tieUp`", "what are its callers?"], text: /Used in 2 places/ },
  {
    asked: ["What does src/quay/rope.ts do?", "What does the second function do?"],
    step: "About src/quay/rope.ts",
    text: /### 1\. `knot` · /,
  },
  {
    asked: ["Explain src/quay/rope.ts", "explain the last definition"],
    text: /### 1\. `knot` · /,
  },
  {
    asked: ["What does src/quay/arrival.ts do?", "What happens here when the boat is held?"],
    step: "About src/quay/arrival.ts",
    first: "src/quay/arrival.ts",
  },
];

describe("a question in a conversation", () => {
  let temporary: TemporaryFolder;
  let root: string;
  before(() => {
    temporary = makeTemporaryFolder();
    root = temporary.write("mooring", MOORING);
  });
  after(() => temporary.remove());

  const converse = async (questions: readonly string[], folder = root) => {
    const find = createAnswerFinder({ engineOf, commits: new Commits(new GitPermission([])) });
    const shown: string[][] = [];
    const answers: FoundAnswer[] = [];
    let steps: string[] = [];
    for (const [at, question] of questions.entries()) {
      steps = [];
      const answer = await find({
        question,
        earlier: questions.slice(0, at),
        shown,
        folders: [folder],
        signal: new AbortController().signal,
        step: steps.push.bind(steps),
      });
      answers.push(answer);
      shown.push(answer.sources.filter(({ type }) => type === "File").map(({ link }) => link));
    }
    return { answers, steps, shown };
  };
  const placeOf = (link = "") => parseSourceLink(link, "http://127.0.0.1/");

  for (const { asked, step, first, text } of CONVERSATIONS)
    it(`means what was talked about: ${asked.join(" ")}`, async () => {
      const { answers, steps, shown } = await converse(asked);
      const told = answers.at(-1)?.text ?? "";
      if (step !== undefined) assert.equal(steps[0], step);
      if (first !== undefined) assert.equal(placeOf(shown.at(-1)?.[0])?.path, first, told);
      if (text) assert.match(told, text);
    });

  it("means one of the places that the answer before it shows, by its number", async () => {
    for (const [ordinal, at] of [
      ["the second one", 1],
      ["the first passage", 0],
      ["number 2", 1],
      ["the last one", -1],
    ] as const) {
      const { shown, steps } = await converse([
        "Which code reads the fees from the environment?",
        `Explain ${ordinal}`,
        "What does that file export?",
      ]);
      const meant = placeOf(shown[0]?.at(at));
      assert.equal(placeOf(shown[1]?.[0])?.path, meant?.path, ordinal);
      assert.equal(placeOf(shown[1]?.[0])?.range?.startLine, meant?.range?.startLine, ordinal);
      assert.equal(steps[0], `About ${meant?.path ?? ""}`);
      assert.equal(placeOf(shown[2]?.[0])?.path, meant?.path, ordinal);
    }
  });

  it("means them in other languages, too", async () => {
    for (const [question, at] of [
      ["Erkläre die zweite", 1],
      ["Was macht die zweite Stelle?", 1],
      ["Erklär mir den zweiten Treffer", 1],
      ["Und die letzte?", -1],
      ["Was steht in der 2. Datei?", 1],
      ["Explique le deuxième", 1],
      ["Que fait la première ?", 0],
      ["Et le dernier ?", -1],
      ["Explica el segundo resultado", 1],
      ["Explique a segunda", 1],
      ["Объясни второй", 1],
      ["解释第二个", 1],
      ["2番目を説明して", 1],
      ["두 번째를 설명해줘", 1],
    ] as const) {
      const { shown, steps } = await converse(["Which code reads the fees from the environment?", question]);
      const meant = placeOf(shown[0]?.at(at));
      assert.equal(steps[0], `About ${meant?.path ?? ""}`, question);
      assert.equal(placeOf(shown[1]?.[0])?.range?.startLine, meant?.range?.startLine, question);
    }
  });

  it("is about what a file is called after, exactly or in the plural", async () => {
    for (const [file, text, name] of [
      ["queues.py", "class Empty(Exception):\n    pass\n\n\nclass Queue:\n    pass\n", "Queue"],
      ["parse.ts", "export const _parse = () => 1;\n\nexport const parse = _parse;\n", "parse"],
      ["_strip.py", "def other():\n    pass\n\n\ndef _strip():\n    pass\n", "_strip"],
    ] as const) {
      const { steps } = await converse(
        [`What does ${file} do?`, "Who uses it?"],
        temporary.write(`called ${file}`, { [file]: text }),
      );
      assert.equal(steps[0], `About \`${name}\` in \`${file}\``);
    }
  });

  it("says first which lines are meant, however they are named", async () => {
    for (const question of [
      "What does src/quay/rope.ts#L5-L7 do?",
      "What does src/quay/rope.ts:5-7 do?",
      "In `src/quay/rope.ts`, lines 5–7:\n```ts\n  knot(boat, STRENGTH);\n```\n\nWhat happens if it can't be removed?",
      "What happens if it can't be removed? (about @mooring @src/quay/rope.ts:5-7)",
    ]) {
      const { answers, steps } = await converse([question]);
      assert.equal(steps[0], "About src/quay/rope.ts:5–7", question);
      assert.doesNotMatch(answers[0]?.text ?? "", /Not found/, question);
    }
    const { steps } = await converse(["Explain @src/nowhere.ts"]);
    assert.doesNotMatch(steps.join(), /Explain/);
  });

  it("is about what it says itself, where it says something", async () => {
    const { answers } = await converse([
      "Where is tieUp defined?",
      "How does `feesFromEnvironment` behave when it has no FEES?",
    ]);
    assert.doesNotMatch(answers[1]?.text ?? "", /About/);
    const { steps } = await converse(["Where is tieUp defined?", "What does `knot` do in version 2."]);
    assert.equal(steps[0], "About `knot`");
    const { shown } = await converse([
      "Where is tieUp defined?",
      "Which code reads the fees that it needs from the environment?",
    ]);
    assert.match(placeOf(shown[1]?.[0])?.path ?? "", /^src\/pay\//);
  });
});
