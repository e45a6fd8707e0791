import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { JsonWriter, Piece } from "../../../../src/local/results/jsonWriter.ts";

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
    writer.piece(new Piece('"'));
    writer.ascii(ascii, ascii.length);
    writer.piece(new Piece('"'));
    assert.equal(writer.take().toString(), JSON.stringify(ascii.toString()));
    writer.ascii(ascii, 1);
    assert.equal(writer.take().toString(), "\\u0000");
    writer.text('漢"字😀\ud800');
    assert.equal(writer.take().toString(), '漢\\"字😀\\ud800');
  });

  it("has pieces as they are, of any length", () => {
    const writer = new JsonWriter();
    const text = '{"offset":12345}';
    for (let length = 0; length <= text.length; length++) {
      writer.piece(new Piece(text.slice(0, length)));
      writer.piece(new Piece("|"));
    }
    assert.equal(
      writer.take().toString(),
      Array.from({ length: text.length + 1 }, (_, length) => `${text.slice(0, length)}|`).join(""),
    );
  });

  it("writes a line up to what needs a closer look, and takes it back", () => {
    const writer = new JsonWriter();
    for (const stop of ["\n", "\u001b", "é", ""]) {
      const text = Buffer.from(`skipped\t"a\\b\u0000\u007f\r${stop}rest`.slice(0, stop === "" ? 17 : undefined));
      const end = writer.line(text, 7);
      assert.equal(writer.take().toString(), JSON.stringify(text.toString("latin1", 7, end)).slice(1, -1));
      assert.equal(end, stop === "" ? text.length : text.indexOf(stop));
    }
    writer.json("kept");
    writer.json("taken back");
    writer.cut(4);
    assert.equal(writer.take().toString(), "kept");
  });

  it("grows, and begins anew when it was taken", () => {
    const writer = new JsonWriter();
    const long = "\u0001 \\".repeat(40_000);
    const inside = JSON.stringify(long).slice(1, -1);
    for (const part of ["a", "b"]) {
      writer.text(long);
      writer.piece(new Piece(part));
      writer.ascii(Buffer.from(long), long.length);
      writer.line(Buffer.from(long), 0);
      assert.equal(writer.take().toString(), `${inside}${part}${inside}${inside}`);
    }
    assert.equal(writer.take().length, 0);
  });
});
