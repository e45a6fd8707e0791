import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { NestedTooDeeply, parseJson } from "../../../../src/core/text/parseJson.ts";

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
  ]) {
    it(`reads what JSON.parse reads: ${text.slice(0, 40)}`, () => {
      assert.deepEqual(parseJson(text), JSON.parse(text));
    });
  }

  for (const [what, text] of Object.entries({
    "lists that are never closed": "[".repeat(4_000_000),
    "lists that are closed": nested(513, "[", "]"),
    objects: `${'{"a":'.repeat(513)}1${"}".repeat(513)}`,
    "both, after a long string": `["${"[".repeat(1000)}\\\\",${nested(512, "[", "]")}]`,
  })) {
    it(`refuses ${what} without parsing them`, () => {
      assert.throws(() => parseJson(text), NestedTooDeeply);
    });
  }

  for (const text of ["", "{", '"abc', '{"a": "b\\"}', "]]]", "abc"]) {
    it(`says that ${JSON.stringify(text)} is no JSON`, () => {
      assert.throws(() => parseJson(text), SyntaxError);
    });
  }
});
