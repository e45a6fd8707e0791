import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Conversation, Question } from "../../../../src/core/model/conversation.ts";
import { isExported, marked } from "../../../../src/core/conversations/exportMark.ts";
import { printConversation, printConversationJson } from "../../../../src/core/conversations/conversationText.ts";

const WORDS = {
  sources: "Sources",
  outcomes: { processing: "Not there.", failed: "Failed.", canceled: "Stopped.", unknown: "Unknown." },
};
const question = (change: Partial<Question>): Question => ({
  id: "1",
  text: "Why?",
  outcome: { status: "completed", answer: "Because." },
  listedSources: [],
  suggestedFollowUps: [],
  ...change,
});
const print = (...questions: Question[]) =>
  printConversation({ title: "T", questions }, "https://instance.example/code/", WORDS);

describe("A conversation as text", () => {
  it("holds title, questions, answers and sources", () => {
    const listedSources = [
      { type: "File", link: "/o/r/-/blob/a b.ts?L1", label: "a[b].ts" },
      { type: "Odd", link: "javascript:alert(1)", label: "odd" },
    ];
    assert.equal(
      print(question({ text: "Why?\n\nReally?", listedSources })),
      "# T\n\n> Why?\n>\n> Really?\n\nBecause.\n\n**Sources**\n\n" +
        "- [a\\[b\\].ts](<https://instance.example/code/o/r/-/blob/a%20b.ts?L1>)\n- odd\n",
    );
  });

  it("has links that work in a file", () => {
    const answer = "[a](/o/r/-/blob/a.ts) [b](https://x.example/) [c](//evil.example/)";
    assert.match(
      print(question({ outcome: { status: "completed", answer } })),
      /\[a\]\(https:\/\/instance\.example\/code\/o\/r\/-\/blob\/a\.ts\) \[b\]\(https:\/\/x\.example\/\) \[c\]\(\/\/evil/,
    );
  });

  it("has no links into a service whose address does not last", () => {
    const answer = [
      "1. `f` · [`app/[id]/page.ts:3–4`](/o/r/-/blob/app/%5Bid%5D/page.ts?L3-4) — o/r",
      "Write `[a](/b)`, see [b](https://x.example/) and [c](//evil.example/).",
      "```md\n[a](/b)\n```",
    ].join("\n\n");
    const listedSources = [{ type: "File", link: "/o/r/-/blob/a.ts?L1", label: "a.ts" }];
    const asked = question({ outcome: { status: "completed", answer }, listedSources });
    assert.equal(
      printConversation({ title: "T", questions: [asked] }, undefined, WORDS),
      `# T\n\n> Why?\n\n${answer.replace(/^1.*/, "1. `f` · `app/[id]/page.ts:3–4` — o/r")}\n\n**Sources**\n\n- a.ts\n`,
    );
  });

  it("leaves code as it was written", () => {
    for (const code of [
      "```md\n[a](/b)\n\n[1]: /b\n```",
      "~~~md\n```\n[a](/b)\n~~~~",
      "A `\n```\n`a` [b](/c)\n```",
      "- See:\n    ```md\n    [a](/b)\n\n    [c](/d)\n    ```",
      "Write `[a](/b)`, ``[`a`](/b)`` or `[a]\n(/b) [c](/d)`.",
      "\\[a\\](/b)",
    ]) {
      const answer = `${code}\n\n[x](/y)`;
      const printed = print(question({ outcome: { status: "completed", answer } }));
      assert.equal(printed, `# T\n\n> Why?\n\n${code}\n\n[x](https://instance.example/code/y)\n`);
    }
  });

  it("takes for code only what is", () => {
    const answer = "```a``` \\` [`b`](</c d>)\n\nA ` and [e](/f)\n\n` more\n[g](/h)";
    assert.equal(
      print(question({ outcome: { status: "completed", answer } })),
      `# T\n\n> Why?\n\n${answer.replace(/(?=\/[cfh])/g, "https://instance.example/code")}\n`,
    );
  });

  it("has definitions of links that work in a file", () => {
    const answer = "[a][1]\n\n[1]: /o/r/-/blob/a.ts\n[`b`]:  </b c>\n[2]: //evil.example/\n[^3]: /o is a path";
    assert.equal(
      print(question({ outcome: { status: "completed", answer } })),
      `# T\n\n> Why?\n\n${answer.replace(/\/(?=o\/|b)/, "https://instance.example/code/").replace("</b", "<https://instance.example/code/b")}\n`,
    );
  });

  it("leaves alone what only looks like code or links, however much of it there is", () => {
    const runs = Array.from({ length: 200 }, (_, index) => "`".repeat(index + 1)).join(" ");
    for (const answer of [
      runs,
      ...["`", "` ", "[", "](", "\\"].map((part) => part.repeat(50_000 / part.length).trim()),
    ]) {
      const questions = [question({ outcome: { status: "completed", answer } })];
      for (const base of ["https://instance.example/code/", undefined])
        assert.ok(printConversation({ title: "T", questions }, base, WORDS).includes(answer));
    }
  });

  it("says what became of a question, and ends code that never ended", () => {
    const outcome = { status: "failed", code: "internal", reason: "Too\nbusy", partialAnswer: "```ts\na" } as const;
    assert.equal(print(question({ outcome })), "# T\n\n> Why?\n\n```ts\na\n```\n\n_Failed. Too busy_\n");
  });

  it("as JSON says nothing that grants access to the conversation", () => {
    const conversation: Conversation = {
      name: "7",
      title: "T",
      questions: [question({ createdAt: 0 })],
      webUrl: "https://instance.example/deepsearch/secret",
      readToken: "secret",
      ownerId: "12",
    };
    const text = printConversationJson(conversation);
    assert.doesNotMatch(text, /secret|owner/);
    const { questions } = JSON.parse(text) as { questions: { createdAt: string; outcome: unknown }[] };
    assert.deepEqual(questions[0]?.outcome, { status: "completed", answer: "Because." });
    assert.equal(questions[0].createdAt, "1970-01-01T00:00:00.000Z");
  });

  it("is known again in a file, which anything else is not", () => {
    const markdown = print(question({}));
    const json = printConversationJson({ name: "7", title: "T", questions: [question({})] });
    assert.equal(isExported(marked(markdown)), true);
    assert.equal(
      isExported(marked(printConversation({ title: "T ".repeat(500), questions: [] }, undefined, WORDS))),
      true,
    );
    assert.match(
      marked(markdown),
      /^# T\n\n<!--[^\n]*-->\n\n> /,
      "a tab is called by the first line of what is not saved",
    );
    assert.equal(isExported(`\uFEFF${marked(markdown).replaceAll("\n", "\r\n")}`), true);
    assert.equal(isExported(json), true);
    assert.equal(isExported(JSON.stringify(JSON.parse(json))), true);
    for (const other of [
      markdown,
      `# Notes\n\nOf ours.\n\n${marked(markdown)}`,
      `# ${" ".repeat(2_000_000)}`,
      "{}",
      '{ "exportedBy": "others" }',
      "",
    ])
      assert.equal(isExported(other), false, other.slice(0, 100));
  });

  it("as JSON leaves out a time that no calendar has", () => {
    const odd = {
      name: "7",
      title: "T",
      createdAt: 1e300,
      updatedAt: NaN,
      questions: [question({ updatedAt: -1e17 })],
    };
    assert.doesNotMatch(printConversationJson(odd), /createdAt|updatedAt/);
  });
});
