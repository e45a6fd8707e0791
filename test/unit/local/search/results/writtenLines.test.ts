import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { toPattern } from "../../../../../src/local/code/patterns/pattern.ts";
import { Literal, readLiteralLines } from "../../../../../src/local/code/lines/literalLines.ts";
import { encodeLines } from "../../../../../src/local/search/results/encodeLines.ts";
import { JsonWriter } from "../../../../../src/local/search/results/jsonWriter.ts";
import { writeLiteralLines } from "../../../../../src/local/search/results/writtenLines.ts";

/** A line as ripgrep prints it. */
function print(number: number, offset: number, text: string | Buffer, separator = ":"): Buffer {
  return Buffer.concat([
    Buffer.from(`${number}${separator}${offset}${separator}`),
    Buffer.from(text),
    Buffer.from("\n"),
  ]);
}

const literal = new Literal("foo", false, toPattern({ kind: "literal", text: "foo" }, false));

describe("lines that are written as they are found", () => {
  const out = new JsonWriter();
  const write = (printed: Buffer, maxLineLength = -1, maxBytes = 10_000, fileStart = 0) =>
    writeLiteralLines(printed, literal, { maxLineLength, asParts: false, maxBytes, fileStart }, out);
  const read = (printed: Buffer) => readLiteralLines("a", printed, literal) ?? assert.fail("can't be read");

  const PRINTED = {
    "neighbours in a line": [print(1, 0, "a foofoo b foo"), print(9, 200, "foo")],
    "lines that follow each other": [print(3, 20, "foo"), print(4, 24, "\tfoo\r"), print(5, 30, "foo")],
    "lines without a match around": [print(3, 20, "before", "-"), print(4, 27, "foo"), print(5, 31, "", "-")],
    "other scripts among them": [print(7, 90, "foo"), print(8, 94, "é 😀 foo 漢foofoo"), print(9, 130, "foo")],
    "what is escaped": [print(1, 0, '"foo"\\foo\u0000\u0007\u007f\t\u001b[31m')],
    "either case": [print(1, 0, "Foo fOO"), print(2, 8, "é FOO")],
    "what is no UTF-8": [print(1, 0, Buffer.from([0x66, 0x6f, 0x6f, 0xe9, 0x66, 0x6f, 0x6f]))],
    "a late line of a large file": [print(123_456, 3_000_000_000, "x foo")],
    "long lines": [print(1, 0, `${"x".repeat(60)} foo`), print(2, 64, `${"é".repeat(60)} foo`)],
  };
  for (const [what, lines] of Object.entries(PRINTED)) {
    it(`are the same as others: ${what}`, () => {
      const printed = Buffer.concat(lines);
      for (const maxLineLength of [-1, 0, 5, 63, 64, 5000]) {
        const form = { asChunks: true, maxLineLength, asParts: false };
        const [expected] = encodeLines("{", read(printed).lines, form, 10_000, new JsonWriter());
        const written = write(printed, maxLineLength);
        assert.equal(`{,"chunkMatches":[${written?.json.toString()}]}`, expected?.json.toString());
        assert.equal(written?.count, expected?.count);
      }
    });
  }

  it("can be read in another form afterwards", () => {
    const printed = Buffer.concat([print(1, 0, "foo é"), print(2, 8, "foofoo")]);
    const written = write(printed, -1, 10_000, 3) ?? assert.fail("was not written");
    const expected = read(printed).lines.map((line) => ({ ...line, offset: line.offset + 3 }));
    assert.deepEqual(written.read(), expected);
    assert.match(written.json.toString(), /"contentStart":\{"offset":3,.*\{"offset":11,"line":1,"column":0\}/);
  });

  it("are left to others where they are too many, binary, cut off, or where nothing is found in them", () => {
    const many = Buffer.concat(Array.from({ length: 100 }, (_, line) => print(line + 1, line * 4, "foo")));
    assert.ok(write(many, -1, 100_000));
    const binary = Buffer.from(`binary file matches (found "\\0" byte around offset 9)\n`);
    const other = print(1, 0, "fo\u00f6");
    for (const printed of [many, binary, other, print(1, 0, "foo").subarray(0, -1)])
      assert.equal(write(printed), undefined);
    assert.equal(out.length, 0);
  });
});
