import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { linesOf } from "../../../../src/core/text/lines.ts";
import { TextLines } from "../../../../src/core/text/textLines.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";
import { seededRandom } from "../../../support/randomMatches.ts";

const read = (text: string) => TextLines.read(text, new TimeSlices({ sliceMs: 0 }));

describe("the lines of a text, one by one", () => {
  it("are those that services count, however they end", async () => {
    const random = seededRandom(4);
    const pieces = ["\n", "\r", "\r\n", "", "a", "\u2028", "line", "\n\r"];
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: round % 40 }, () => pieces[Math.floor(random() * pieces.length)]).join("");
      const lines = await read(text);
      const expected = linesOf(text);
      assert.equal(lines.length, expected.length, JSON.stringify(text));
      assert.deepEqual(lines.slice(0, lines.length), expected, JSON.stringify(text));
      for (const [line, each] of expected.entries())
        assert.equal(text.slice(lines.startOf(line), lines.endOf(line)), each);
    }
  });

  it("are all of them in a long text", async () => {
    for (const end of ["\n", "\r\n"]) {
      const expected = Array.from({ length: 5_000 }, (_, line) => `line ${line}`);
      const lines = await read(expected.join(end));
      assert.deepEqual(lines.slice(0, Infinity), expected);
      assert.equal(lines.at(4_999), "line 4999");
    }
  });

  it("are empty where there are none", async () => {
    const lines = await read("one\ntwo");
    assert.deepEqual([lines.at(-1), lines.at(2), lines.at(9)], ["", "", ""]);
    assert.deepEqual(lines.slice(-3, 1), ["one"]);
    assert.equal((await read("")).length, 1);
  });

  it("are read in slices that can be aborted", async () => {
    const stop = new AbortController();
    const reading = TextLines.read("\n".repeat(100_000), new TimeSlices({ sliceMs: 0, signal: stop.signal }));
    stop.abort();
    await assert.rejects(reading, { name: "AbortError" });
  });
});
