import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readQuestionContext } from "../../../../../src/local/answers/questions/questionContext.ts";
import { termsOf } from "../../../../../src/local/answers/questions/questionTerms.ts";
import { confidenceIn, SELECTED, type Confidence } from "../../../../../src/local/answers/ranking/confidence.ts";
import type { CodeFile, Passage } from "../../../../../src/local/answers/ranking/passages.ts";

const HERE = {} as CodeFile;
const THERE = {} as CodeFile;

/** The confidence in a passage of a score of 10, with another file behind it. */
function confidence(question: string, best: Partial<Passage>, behind: { score: number; fileScore: number }) {
  const at = { startLine: 0, endLine: 9, coverage: 0.6 };
  const passage = {
    ...at,
    score: 10,
    fileScore: 1,
    name: "close",
    named: [],
    ...best,
    file: HERE,
  } as unknown as Passage;
  const next = { ...at, ...behind, file: THERE };
  return confidenceIn([passage], [passage, next], termsOf(readQuestionContext(question)));
}

describe("the first passage", () => {
  const QUESTION = "How are idle connections closed again?";
  const far = { score: 5, fileScore: 0.5 };
  const close = { score: 9, fileScore: 0.5 };
  for (const [what, expected, best, behind, question = QUESTION] of [
    ["far ahead with most of the question", "sure", {}, far],
    ["far ahead in a file that fits less than another", "likely", { fileScore: 0.7 }, { score: 5, fileScore: 1 }],
    ["far ahead with some of the question", "likely", { coverage: 0.35 }, far],
    ["far ahead with little of the question", "likely", { coverage: 0.1 }, far],
    ["somewhat ahead with little of the question", "doubtful", { coverage: 0.1 }, { score: 7, fileScore: 0.5 }],
    ["somewhat ahead", "likely", {}, { score: 7, fileScore: 0.5 }],
    ["hardly ahead", "doubtful", {}, close],
    ["behind another", "doubtful", {}, { score: 12, fileScore: 1 }],
    ["of a name that the question calls", "sure", { name: "Pool.closeIdle" }, close, "What does `closeIdle` do?"],
    ["that was selected", "sure", { score: SELECTED }, close],
    ["with the one plain word in its text", "doubtful", {}, far, "hi"],
    ["with the one plain word in its name", "sure", { named: [0] }, far, "connections"],
  ] as readonly (readonly [string, Confidence, Partial<Passage>, typeof far, string?])[])
    it(`is ${expected} ${what}`, () => {
      assert.equal(confidence(question, best, behind), expected);
    });

  it("is doubtful where there is none", () => {
    assert.equal(confidenceIn([], [], termsOf(readQuestionContext(QUESTION))), "doubtful");
  });
});
