import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { AnswerDeltas } from "../../../../../src/local/server/conversations/answerDeltas.ts";

const PASSAGES = "*Extracted*";

describe("What is told of an answer that is written", () => {
  let told: AnswerDeltas;
  const tell = (words: string, known: string, passages = PASSAGES, answer = "1/1") =>
    told.deltaOf(answer, { words, passages }, known);
  beforeEach(() => {
    told = new AnswerDeltas();
  });

  it("is all of it to who has nothing, and to who has what nobody was told", () => {
    for (const known of ["", "1", "none"]) {
      const { version, ...all } = tell("It is", known);
      assert.notEqual(version, known);
      assert.deepEqual(all, { words: "It is", passages: PASSAGES });
    }
  });

  it("is the rest to who has what came before", () => {
    const { version } = tell("It is", "");
    const { version: next, ...rest } = tell("It is so.", version);
    assert.deepEqual(rest, { wordsFrom: 5, words: " so." });
    assert.deepEqual(tell("It is so. And", next).words, " And");
  });

  it("begins where it differs, also where it became shorter", () => {
    const { version } = tell("It is **bo", "");
    const other = tell("It is **bold** [1](/x)", version);
    assert.deepEqual([other.wordsFrom, other.words], [10, "ld** [1](/x)"]);
    const shorter = tell("It was", other.version);
    assert.deepEqual([shorter.wordsFrom, shorter.words], [3, "was"]);
    const none = tell("", shorter.version);
    assert.deepEqual([none.wordsFrom, none.words], [0, ""]);
  });

  it("never begins in the middle of a character", () => {
    const { version } = tell("So \ud83d\ude00", "");
    const { wordsFrom, words } = tell("So \ud83d\ude01", version);
    assert.deepEqual([wordsFrom, words], [3, "\ud83d\ude01"]);
    const half = tell("So \ud83d", version);
    assert.deepEqual([half.wordsFrom, half.words], [3, "\ud83d"]);
    assert.deepEqual(tell("So \ud83d\ude00", half.version).words, "\ud83d\ude00");
  });

  it("has the passages again where they are others", () => {
    const { version } = tell("It is", "", "");
    const next = tell("It is", version, "Others");
    assert.deepEqual([next.wordsFrom, next.words, next.passages], [5, "", "Others"]);
    assert.equal(tell("It is", next.version, "").passages, "");
  });

  it("keeps its version while nothing comes", () => {
    const { version } = tell("It is", "");
    assert.deepEqual(tell("It is", version), { version, wordsFrom: 5, words: "" });
  });

  it("is the rest for several that look, each from what it has", () => {
    const one = tell("It", "");
    const other = tell("It is", "");
    assert.deepEqual([tell("It is so", one.version).words, tell("It is so", other.version).words], [" is so", " so"]);
  });

  it("is all of it where what was told is of another answer, of another process, forgotten or too long ago", () => {
    const { version } = tell("It is", "");
    const isAll = (known: string, answer = "1/1") => tell("It is", known, PASSAGES, answer).wordsFrom === undefined;
    assert.ok(isAll(version, "1/2"));
    const before = told;
    told = new AnswerDeltas();
    tell("It is", "");
    assert.ok(isAll(version));
    told = before;
    assert.ok(!isAll(version));
    told.forget("1/2");
    assert.ok(!isAll(version));
    told.forget("1/1");
    assert.ok(isAll(version));
    const old = tell("It is", "").version;
    for (let length = 0; length < 20; length++) tell("x".repeat(length), "");
    assert.ok(isAll(old));
  });
});
