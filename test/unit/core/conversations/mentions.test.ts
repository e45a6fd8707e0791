import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  mentionedRepositories,
  mentionOf,
  withContexts,
  withoutContexts,
} from "../../../../src/core/conversations/mentions.ts";

describe("mentions in a question", () => {
  it("name repositories that are known or look like ones, each once", () => {
    const text =
      "(about @github.com/org/repo@0123abc @src/parse.ts:40-60) and @github.com/org/repo, @mine? me@example.com/a/b";
    assert.deepEqual(mentionedRepositories(text, ["mine"]), ["github.com/org/repo", "mine"]);
  });

  it("are a repository, or a place in one that can be written before it", () => {
    assert.deepEqual(mentionOf({ repository: "r" }), { text: "@r" });
    assert.deepEqual(mentionOf({ repository: "r", path: "a.ts" }), { text: "@a.ts", within: "@r" });
    assert.deepEqual(mentionOf({ repository: "my r", path: "a/b.ts", symbol: "read" }), {
      text: "@a/b.ts `read`",
      within: '@"my r"',
    });
  });

  it("say that a file is in this folder where its name alone would be a word", () => {
    const mention = (path: string) => mentionOf({ repository: "r", path }).text;
    assert.deepEqual(["Makefile", ".gitignore", "my file"].map(mention), [
      "@./Makefile",
      "@./.gitignore",
      '@"./my file"',
    ]);
    assert.deepEqual(["a.ts", "src/Makefile", "a.b.c"].map(mention), ["@a.ts", "@src/Makefile", "@a.b.c"]);
  });

  it("have quotation marks where a name has signs that would end it", () => {
    const mention = (repository: string, path: string) => {
      const { within = "", text } = mentionOf({ repository, path });
      return `${within} ${text}`;
    };
    assert.equal(mention("my folder", "src/my file.ts"), '@"my folder" @"src/my file.ts"');
    assert.equal(mention("r", "app/(group)/[id].tsx"), '@r @"app/(group)/[id].tsx"');
    assert.equal(mention("r", "types/@a/b.ts"), '@r @"types/@a/b.ts"');
    assert.equal(
      mention("git.example/o/n~x", "src/Übung_1+2-設定.d.ts"),
      "@git.example/o/n~x @src/Übung_1+2-設定.d.ts",
    );
    assert.equal(mention("r", 'a "b".ts'), '@r @a "b".ts', "which can't be in quotation marks");
    assert.deepEqual(mentionedRepositories('How does @"my folder" @"a b.ts" work?', ["my folder"]), ["my folder"]);
  });

  it("are cut off where they say what a question is about, also with parentheses in the path", () => {
    for (const context of [
      " (about @github.com/o/r)",
      "\n(about @github.com/o/r@abc @src/a.ts:3) \n",
      " (about @github.com/o/r@abc @app/(group)/page.tsx:3-4)",
      " (about @r @app/(a)/(b)/x (copy).ts)",
    ])
      assert.equal(withoutContexts(`How?${context}`), "How?");
    for (const question of ["How? ", "How (about @a)?", "How (about @a) and (b)", "How (about @a", "How (about it)"])
      assert.equal(withoutContexts(question), question);
  });

  it("say what a question is about, behind it, each place on a line of its own", () => {
    const places = ["(about @r @a.ts:3)", "(about @r @b)"];
    assert.equal(withContexts("How?", []), "How?");
    assert.equal(withContexts("How?", places.slice(0, 1)), "How? (about @r @a.ts:3)");
    assert.equal(withContexts("How?", places), "How? (about @r @a.ts:3)\n(about @r @b)");
    assert.equal(withContexts("How?\n```\nx\n```", places), "How?\n```\nx\n```\n\n(about @r @a.ts:3)\n(about @r @b)");
    assert.equal(withoutContexts(withContexts("How?", places)), "How?");
  });

  it("are looked for behind long questions in no time", () => {
    const before = process.cpuUsage();
    for (const part of [" ", "(", ")", "()", "(about @", "(about @)", "(about @(", "(about @(x) "])
      for (const end of ["", ")", "x"]) withoutContexts(`(about @${part.repeat(100_000)}${end}`);
    assert.ok(process.cpuUsage(before).user < 5_000_000);
  });
});
