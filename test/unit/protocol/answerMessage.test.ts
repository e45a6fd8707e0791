import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { describe, it } from "mocha";
import type { AnswerState, QuestionState } from "../../../src/protocol/answer.ts";
import { fromMessage, toMessage } from "../../../src/protocol/answerMessage.ts";

describe("What is sent of a state", () => {
  it("is the one question of two hundred that changed, in a few kilobytes", () => {
    const before = state(200);
    const after = changed(before, 199, { answer: [paragraph("Something else.")] });
    const message = toMessage(after, before, isDeepStrictEqual);
    assert.deepEqual(
      message.questions.filter((question) => typeof question !== "number"),
      [after.questions[199]],
    );
    assert.ok(JSON.stringify(before).length > 500_000);
    assert.ok(JSON.stringify(message).length < 5_000);
  });

  it("is read to the same state, in which what did not change is what it was", () => {
    const before = state(200);
    const after = { ...changed(before, 7, { text: "Another?" }), title: "Another" };
    const read = fromMessage(toMessage(after, structuredClone(before), isDeepStrictEqual), before);
    assert.deepEqual(read, after);
    assert.equal(read.questions.filter((question, index) => question === before.questions[index]).length, 199);
  });

  it("is everything where the page has nothing, or another conversation", () => {
    const one = state(3);
    assert.deepEqual(toMessage(one, undefined, isDeepStrictEqual), one);
    const other = { ...one, questions: one.questions.map((question) => ({ ...question, text: "Other?" })) };
    assert.deepEqual(toMessage(other, one, isDeepStrictEqual), other);
  });

  it("follows what is added and taken away at the end", () => {
    const [three, two] = [state(3), state(2)];
    assert.deepEqual(fromMessage(toMessage(two, three, isDeepStrictEqual), three), two);
    assert.deepEqual(fromMessage(toMessage(three, two, isDeepStrictEqual), two), three);
  });

  it("is of an answer that a model writes only what was added to its end", () => {
    const written = { hasWords: true, promise: "", notes: [], actions: [] };
    const before = changed(state(3), 2, { written });
    const blocks = before.questions[2]?.answer ?? [];
    const after = changed(before, 2, { answer: [...blocks, paragraph("More.")] });
    const message = toMessage(after, before, isDeepStrictEqual);
    assert.ok(JSON.stringify(message).length < 1_000);
    const read = fromMessage(message, before);
    assert.deepEqual(read, after);
    assert.equal(read.questions[2]?.answer[0], blocks[0]);
    assert.equal(fromMessage(message, changed(before, 2, { answer: [] })), undefined);
  });

  it("is of such an answer that was added to in its middle only what was added there", () => {
    const written = { hasWords: true, promise: "", notes: [], actions: [] };
    const blocks = Array.from({ length: 200 }, (_, index) => paragraph(`${String(index)} ${"is long. ".repeat(50)}`));
    const before = changed(state(3), 2, { written, answer: blocks });
    const checked = [...blocks.slice(0, 5), paragraph("Not found."), ...blocks.slice(5, 90), ...blocks.slice(91)];
    const after = changed(before, 2, { answer: checked });
    const message = toMessage(after, before, isDeepStrictEqual);
    assert.ok(JSON.stringify(message).length < 2_000);
    const read = fromMessage(message, before);
    assert.deepEqual(read, after);
    assert.equal(read.questions[2]?.answer.filter((block) => blocks.includes(block)).length, 199);
    assert.equal(fromMessage(message, changed(before, 2, { answer: blocks.slice(0, 50) })), undefined);
  });

  it("is of the sources and passages of such an answer only what is new", () => {
    const source = (index: number) => ({ index, label: "a.ts", repository: "r", description: "long ".repeat(100) });
    const passages = { label: "Passages", blocks: [paragraph("long ".repeat(1_000))] };
    const told = { hasWords: true, promise: "", notes: [], actions: [] };
    const written = { ...told, passages };
    const before = changed(state(3), 2, { written, sources: [source(0), source(1)] });
    const [first, second] = before.questions[2]?.sources ?? [];
    assert.ok(first && second);
    const sources = [second, source(2), first];
    const after = changed(before, 2, { written: { ...written, promise: "More" }, sources });
    const message = toMessage(after, before, isDeepStrictEqual);
    assert.ok(JSON.stringify(message).length < 1_500);
    const read = fromMessage(message, before);
    assert.deepEqual(read, after);
    assert.deepEqual(
      read.questions[2]?.sources.map((each) => [first, second].includes(each)),
      [true, false, true],
    );
    assert.equal(fromMessage(message, changed(before, 2, { sources: [first] })), undefined);
    assert.equal(fromMessage(message, changed(before, 2, { written: told })), undefined);
  });

  it("is nothing to a page that has not got what it refers to", () => {
    const message = toMessage(state(3), state(3), isDeepStrictEqual);
    assert.equal(fromMessage(message, undefined), undefined);
    assert.equal(fromMessage(message, state(2)), undefined);
  });
});

function paragraph(text: string): QuestionState["answer"][number] {
  return { type: "paragraph", content: [{ type: "text", text }] };
}

function state(count: number): AnswerState {
  const questions = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    text: `Question ${String(index)}?`,
    answer: [paragraph(`Answer ${String(index)}. ${"It is long. ".repeat(250)}`)],
    sources: [],
    otherSources: [],
    suggestedFollowUps: [],
    log: [],
    notes: [],
  }));
  return { title: "Title", questions, steps: 0, canOpenInBrowser: false, labels: {} as AnswerState["labels"] };
}

function changed(state: AnswerState, index: number, change: Partial<QuestionState>): AnswerState {
  const question = state.questions[index];
  assert.ok(question);
  return { ...state, questions: state.questions.with(index, { ...question, ...change }) };
}
