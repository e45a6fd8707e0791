import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "mocha";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";
import { findPassages } from "../../../../src/local/answers/passages.ts";
import { readQuestionContext } from "../../../../src/local/answers/questionContext.ts";
import { intentOf } from "../../../../src/local/answers/questionIntent.ts";
import { termsOf } from "../../../../src/local/answers/questionTerms.ts";
import { raritiesOf } from "../../../../src/local/answers/rarities.ts";
import { createTermMatching } from "../../../../src/local/answers/termMatching.ts";

describe("the passages of a file", () => {
  const find = (text: string, question: string) => {
    const matching = createTermMatching(termsOf(readQuestionContext(question)));
    const rarities = raritiesOf(matching, [matching.probes.map(() => 1)], 1e6);
    const repository = { root: "/r", name: "r", otherNames: [], remotes: [], git: false };
    const file = { file: "/r/a.js", path: "a.js", repository, score: 1, prior: 1, relevance: 1 };
    return findPassages(file, text, { matching, rarities, intent: intentOf(question) }, new TimeSlices());
  };

  for (const [what, begin, indent, end] of [
    ["functions", "", "", ""],
    ["methods of one class", "class All {\n", "  ", "\n}"],
  ] as const) {
    it(`are found while everything else has its turn, however many lines there are: ${what}`, async () => {
      const body = Array.from({ length: 60_000 }, (_, at) =>
        at % 6 === 0
          ? `${indent}${indent === "" ? "function " : ""}item${at}(value) {`
          : at % 6 === 5
            ? `${indent}}`
            : `${indent}  const retry${at} = read(value, interval);`,
      );
      let longestMs = 0;
      let isFound = false;
      let before = process.cpuUsage();
      const turn = () => {
        const { user, system } = process.cpuUsage(before);
        longestMs = Math.max(longestMs, (user + system) / 1000);
        before = process.cpuUsage();
        if (!isFound) setImmediate(turn);
      };
      setImmediate(turn);
      const passages = await find(`${begin}${body.join("\n")}${end}`, "Where is the retry interval read?");
      isFound = true;
      assert.ok(passages.length > 0);
      assert.ok(longestMs < 100, `${longestMs} ms of processor time without a turn for others`);
    });
  }

  it("hold the code rather than the tail of a long comment above it", async () => {
    const comment = Array.from({ length: 100 }, (_, at) => ` * line ${at} about the retry`).join("\n");
    const [first] = await find(`/**\n${comment}\n */\nfunction retry() {\n  return interval\n}\n`, "Where is retry?");
    assert.equal(first?.lines[0], "function retry() {");
  });
});
