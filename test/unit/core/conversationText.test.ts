import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Conversation, Question } from "../../../src/core/conversation.ts";
import { printConversation, printConversationJson } from "../../../src/core/conversationText.ts";

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
});
