import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseConversationLink } from "../../../../src/core/conversations/conversationLink.ts";

const TOKEN = "0b8b1a5e-1111-4222-8333-444455556666";

describe("a link to a conversation", () => {
  for (const [text, expected] of [
    ["140", { name: "140" }],
    ["  140\n", { name: "140" }],
    ["users/~self/conversations/140", { name: "users/~self/conversations/140" }],
    ["users/-/conversations/140", { name: "users/-/conversations/140" }],
    ["users/476/conversations/2015", { name: "users/476/conversations/2015" }],
    [TOKEN, { readToken: TOKEN }],
    [TOKEN.toUpperCase(), { readToken: TOKEN }],
    [`https://code.example.com/deepsearch/${TOKEN}`, { readToken: TOKEN, instance: "https://code.example.com" }],
    [`<https://code.example.com/deepsearch/${TOKEN}>`, { readToken: TOKEN, instance: "https://code.example.com" }],
    [`code.example.com/deepsearch/${TOKEN}`, { readToken: TOKEN, instance: "https://code.example.com" }],
    [
      `https://code.example.com/deepsearch/shared/${TOKEN}?x=1#L2`,
      { readToken: TOKEN, instance: "https://code.example.com" },
    ],
    [`http://10.0.0.1:8080/a/b/deepsearch/${TOKEN}.md`, { readToken: TOKEN, instance: "http://10.0.0.1:8080/a/b" }],
    ["https://code.example.com/deepsearch/140/", { name: "140", instance: "https://code.example.com" }],
  ] as const) {
    it(`is ${text.trim()}`, () => {
      assert.deepEqual(parseConversationLink(text), expected);
    });
  }

  for (const text of [
    "",
    "   ",
    "/",
    "users/~self/conversations/",
    "users/../conversations/7",
    "12345678901234567",
    "https://code.example.com/deepsearch",
    "https://code.example.com/deepsearch/",
    "https://code.example.com/deepsearch/..%2F7",
    "https://code.example.com/search?q=140",
    `file:///deepsearch/${TOKEN}`,
    `javascript://x/deepsearch/${TOKEN}`,
    "how does it work?",
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.equal(parseConversationLink(text), undefined);
    });
  }
});
