import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  insertMention,
  mentionedRepositories,
  mentionOf,
  withContexts,
  withoutContexts,
} from "../../../../src/core/conversations/mentions.ts";

describe("mentions in a question", () => {
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
    assert.equal(put("(|)"), "( @r/x|)", "so that it is read");
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

  it("say that a file is in this folder where its name alone would be a word", () => {
    const mention = (path: string) => mentionOf({ repository: "r", path }, ["r"]);
    assert.deepEqual(["Makefile", ".gitignore", "my file"].map(mention), [
      "@./Makefile",
      "@./.gitignore",
      '@"./my file"',
    ]);
    assert.deepEqual(["a.ts", "src/Makefile", "a.b.c"].map(mention), ["@a.ts", "@src/Makefile", "@a.b.c"]);
  });

  it("have quotation marks where a name has signs that would end it", () => {
    const mention = (repository: string, path: string) => mentionOf({ repository, path }, []);
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
