import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { JsonWriter } from "../../../../src/local/search/jsonWriter.ts";

describe("JSON that is written as bytes", () => {
  it("has integers as they are printed", () => {
    for (const value of [0, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      const writer = new JsonWriter();
      writer.integer(value);
      assert.equal(writer.take().toString(), String(value));
    }
  });

  it("escapes what JSON escapes, and cuts where it is told to", () => {
    const writer = new JsonWriter();
    const ascii = Buffer.from(Array.from({ length: 0x80 }, (_, code) => code));
    writer.literal('"');
    writer.ascii(ascii, ascii.length);
    writer.literal('"');
    assert.equal(writer.take().toString(), JSON.stringify(ascii.toString()));
    writer.ascii(ascii, 1);
    assert.equal(writer.take().toString(), "\\u0000");
    writer.text('漢"字😀\ud800');
    assert.equal(writer.take().toString(), '漢\\"字😀\\ud800');
  });

  it("grows, and begins anew when it was taken or moved", () => {
    const [writer, other] = [new JsonWriter(), new JsonWriter()];
    const long = "\u0001 \\".repeat(40_000);
    for (const part of ["a", "b"]) {
      other.text(long);
      other.literal(part);
      writer.ascii(Buffer.from(long), long.length);
      writer.move(other);
      assert.equal(other.length, 0);
    }
    const inside = JSON.stringify(long).slice(1, -1);
    assert.equal(writer.take().toString(), `${inside}${inside}a${inside}${inside}b`);
    assert.equal(writer.take().length, 0);
  });
});
