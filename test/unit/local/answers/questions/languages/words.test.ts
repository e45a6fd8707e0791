import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "mocha";

const FILE = new URL("../../../../../../src/local/answers/questions/languages/words.tsv", import.meta.url);

describe("the table of words", () => {
  const [columns = [], ...rows] = readFileSync(FILE, "utf8")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t"));

  it("has a line for each English word, and in it a column for each language", () => {
    const others = ["german", "french", "spanish", "portuguese", "russian", "chinese", "japanese", "korean"];
    assert.deepEqual(columns, ["english", ...others]);
    for (const row of rows) assert.equal(row.length, columns.length, row[0]);
    const english = rows.map(([word]) => word);
    assert.equal(new Set(english).size, english.length);
    for (const word of english) assert.match(word ?? "", /^[a-z]+(?: [a-z]+)*$/);
  });

  it("has words in the letters and the notation of each language", () => {
    const latin = /^[\p{Script=Latin}'_]+-?$/u;
    const notations: Record<string, RegExp> = {
      german: /^\p{Script=Latin}+$/u,
      french: latin,
      spanish: latin,
      portuguese: latin,
      russian: /^[\p{Script=Cyrillic}_]+-?$/u,
      chinese: /^\p{Script=Han}+$/u,
      japanese: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u,
      korean: /^\p{Script=Hangul}+$/u,
    };
    for (const [at, language] of columns.entries()) {
      const notation = notations[language];
      if (!notation) continue;
      const cells = rows.map((row) => row[at] ?? "").filter((cell) => cell !== "");
      assert.ok(cells.length > 600, `${language} has ${cells.length}`);
      for (const cell of cells) for (const word of cell.split(" ")) assert.match(word, notation);
    }
  });

  it("has no word twice in a line", () => {
    for (const row of rows)
      for (const cell of row.slice(1)) {
        const words = cell.split(" ");
        assert.equal(new Set(words).size, words.length, `${row[0] ?? ""}: ${cell}`);
      }
  });
});
