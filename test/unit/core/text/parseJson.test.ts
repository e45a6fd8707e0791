import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { RefusedJson, parseJson } from "../../../../src/core/text/parseJson.ts";
import { leastProcessorTime } from "../../../support/turns.ts";

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

describe("parseJson", () => {
  for (const text of [
    "{}",
    " [1, 2.5e3, null]",
    '"a"',
    '{"a": "[[[[", "b\\"{": ["\\\\", "\\\\\\"["]}',
    nested(512, "[", "]"),
    `${'{"a":'.repeat(512)}1${"}".repeat(512)}`,
    JSON.stringify(Array.from({ length: 2000 }, () => [{}])),
    JSON.stringify(`${"[".repeat(2000)}"\\`),
    JSON.stringify(",".repeat(300_000)),
    `[${"1,".repeat(200_000)}1]`,
  ]) {
    it(`reads what JSON.parse reads: ${text.slice(0, 40)}`, () => {
      assert.deepEqual(parseJson(text), JSON.parse(text));
    });
  }

  for (const [what, text] of Object.entries({
    "lists that are never closed": "[".repeat(4_000_000),
    "lists that are closed": nested(513, "[", "]"),
    objects: `${'{"a":'.repeat(513)}1${"}".repeat(513)}`,
    "a list of very many values": `[${"1,".repeat(300_000)}1]`,
    "very many empty lists": `{"odd":[${"[],".repeat(150_000)}[]]}`,
    "an object of very many fields": `{${'"a":1,'.repeat(300_000)}"a":1}`,
    "both, after a long string": `["${"[".repeat(1000)}\\\\",${nested(512, "[", "]")}]`,
  })) {
    it(`refuses ${what} without parsing them`, () => {
      assert.throws(() => parseJson(text), RefusedJson);
    });
  }

  it("reads a text that consists of escapes in a short turn", () => {
    const text = JSON.stringify('"'.repeat(5_000_000));
    const parseMs = leastProcessorTime(() => JSON.parse(text) as unknown);
    const tookMs = leastProcessorTime(() => parseJson(text));
    assert.ok(tookMs < parseMs + 50, `${tookMs} instead of ${parseMs} ms`); // it once took 60 more
  });

  for (const text of ["", "{", '"abc', '{"a": "b\\"}', "]]]", "abc"]) {
    it(`says that ${JSON.stringify(text)} is no JSON`, () => {
      assert.throws(() => parseJson(text), SyntaxError);
    });
  }
});
