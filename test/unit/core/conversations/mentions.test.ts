import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  insertMention,
  mentionBegunAt,
  mentionedRepositories,
  mentionOf,
  withoutContext,
} from "../../../../src/core/conversations/mentions.ts";

describe("mentions in a question", () => {
  for (const [before, after, at] of [
    ["", "@", 0],
    ["how ", "how @", 4],
    ["how  does", "how @ does", 4],
    [" (about x)", "@ (about x)", 0],
    ["(about )", "(about @)", 7],
    ["me", "me@", undefined],
    ["", "@a", undefined],
    ["@", "@@", undefined],
    ["how @", "how ", undefined],
    ["how", "ho@", undefined],
    ["a @ b", "a @@ b", undefined],
  ] as const) {
    it(`${at === undefined ? "do not begin" : "begin"} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      assert.equal(mentionBegunAt(before, after), at);
    });
  }

  it("are set off by blanks where they are put in", () => {
    const put = (text: string) => {
      const at = text.indexOf("|");
      const { text: result, cursor } = insertMention(text.replace("|", ""), at, "@r/x");
      return `${result.slice(0, cursor)}|${result.slice(cursor)}`;
    };
    assert.equal(put("|"), "@r/x |");
    assert.equal(put("how |"), "how @r/x |");
    assert.equal(put("how|"), "how @r/x |");
    assert.equal(put("| (about @y)"), "@r/x | (about @y)");
    assert.equal(put("how| does"), "how @r/x |does");
    assert.equal(put("in |?"), "in @r/x|?");
  });

  it("name repositories that are known or look like ones, each once", () => {
    const text =
      "(about @github.com/org/repo@0123abc @src/parse.ts:40-60) and @github.com/org/repo, @mine? me@example.com/a/b";
    assert.deepEqual(mentionedRepositories(text, ["mine"]), ["github.com/org/repo", "mine"]);
  });

  it("name a file's repository only where the text does not", () => {
    assert.equal(mentionOf({ repository: "r" }, []), "@r");
    assert.equal(mentionOf({ repository: "r", path: "a.ts" }, []), "@r @a.ts");
    assert.equal(mentionOf({ repository: "r", path: "a.ts" }, ["r"]), "@a.ts");
  });

  it("are cut off where they say what a question is about, also with parentheses in the path", () => {
    for (const context of [
      " (about @github.com/o/r)",
      "\n(about @github.com/o/r@abc @src/a.ts:3) \n",
      " (about @github.com/o/r@abc @app/(group)/page.tsx:3-4)",
      " (about @r @app/(a)/(b)/x (copy).ts)",
    ])
      assert.equal(withoutContext(`How?${context}`), "How?");
    for (const question of ["How? ", "How (about @a)?", "How (about @a) and (b)", "How (about @a", "How (about it)"])
      assert.equal(withoutContext(question), question);
  });

  it("are cut off as they were put behind a question, whatever they hold", () => {
    assert.equal(withoutContext("How? (about @r @a(b.ts)", " (about @r @a(b.ts)"), "How?");
    assert.equal(withoutContext("How? ", ""), "How? ");
  });

  it("are looked for behind long questions in no time", () => {
    const started = performance.now();
    for (const part of [" ", "(", ")", "()", "(about @", "(about @)", "(about @(", "(about @(x) "])
      for (const end of ["", ")", "x"]) withoutContext(`(about @${part.repeat(100_000)}${end}`);
    assert.ok(performance.now() - started < 5000);
  });
});
