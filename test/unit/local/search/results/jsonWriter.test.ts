import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { JsonWriter, JsonFragment } from "../../../../../src/local/search/results/jsonWriter.ts";

describe("JSON that is written as bytes", () => {
  it("has integers as they are printed", () => {
    for (const value of [
      ...[0, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 10_001, 99_999, 1_234_567, 99_990_009, 99_999_999],
      ...[100_000_000, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER],
    ]) {
      const writer = new JsonWriter();
      writer.integer(value);
      assert.equal(writer.take().json.toString(), String(value));
    }
  });

  it("escapes what JSON escapes, and cuts where it is told to", () => {
    const writer = new JsonWriter();
    const line = Buffer.from(Array.from({ length: 0x80 }, (_, code) => code).filter((code) => code !== 0x0a));
    writer.piece(new JsonFragment('"'));
    writer.line(line, 0);
    writer.piece(new JsonFragment('"'));
    assert.equal(writer.take().json.toString(), JSON.stringify(line.toString()));
    writer.line(line, 0, 1);
    assert.equal(writer.take().json.toString(), "\\u0000");
    writer.text('漢"字😀\ud800');
    assert.equal(writer.take().json.toString(), '漢\\"字😀\\ud800');
  });

  it("has pieces as they are, of any length", () => {
    const writer = new JsonWriter();
    const text = '{"offset":12345}';
    for (let length = 0; length <= text.length; length++) {
      writer.piece(new JsonFragment(text.slice(0, length)));
      writer.piece(new JsonFragment("|"));
    }
    assert.equal(
      writer.take().json.toString(),
      Array.from({ length: text.length + 1 }, (_, length) => `${text.slice(0, length)}|`).join(""),
    );
  });

  it("writes a line up to what needs a closer look, and takes it back", () => {
    const writer = new JsonWriter();
    for (const stop of ["\n", "é", ""]) {
      const text = Buffer.from(`skipped\t"a\\b\u0000\u007f\r${stop}rest`.slice(0, stop === "" ? 17 : undefined));
      const end = writer.line(text, 7);
      assert.equal(writer.take().json.toString(), JSON.stringify(text.toString("latin1", 7, end)).slice(1, -1));
      assert.equal(end, stop === "" ? text.length : text.indexOf(stop));
    }
    // Any character at any of the positions that are examined together.
    for (const special of ["\n", "é", "\u007f", '"', "\\", "\u0000", "\u001f", " ", "!", "#", "[", "]"])
      for (let length = 0; length < 10; length++) {
        const text = Buffer.from(`${"x".repeat(length)}${special}~~~~~`);
        for (let end = length; end <= text.length; end++) {
          const at = writer.line(text, 0, end);
          assert.equal(at, special === "\n" || special === "é" ? length : end);
          assert.equal(writer.take().json.toString(), JSON.stringify(text.toString("latin1", 0, at)).slice(1, -1));
        }
      }
    writer.json("kept");
    writer.json("taken back");
    writer.cut(4);
    assert.equal(writer.take().json.toString(), "kept");
  });

  it("grows, and begins anew when it was taken", () => {
    const writer = new JsonWriter();
    const long = "\u0001 \\".repeat(40_000);
    const inside = JSON.stringify(long).slice(1, -1);
    for (const part of ["a", "b"]) {
      writer.text(long);
      writer.piece(new JsonFragment(part));
      writer.line(Buffer.from(long), 0, long.length);
      writer.line(Buffer.from(long), 0);
      assert.equal(writer.take().json.toString(), `${inside}${part}${inside}${inside}`);
    }
    assert.equal(writer.take().json.length, 0);
  });

  it("writes again what nobody reads any more, and nothing else", () => {
    const writer = new JsonWriter();
    const write = (letter: string, length: number) => {
      writer.json(letter.repeat(length));
      return writer.take();
    };
    const first = write("a", 20_000);
    const second = write("b", 200_000);
    const short = write("c", 10);
    const third = write("d", 20_000);
    assert.equal(new Set([first, second, short, third].map(({ json }) => json.buffer)).size, 4);
    first.free();
    short.free();
    const fourth = write("e", 20_000);
    const fifth = write("f", 20_000);
    assert.equal(fifth.json.buffer, first.json.buffer);
    for (const [letter, { json }] of Object.entries({ b: second, c: short, d: third, e: fourth, f: fifth }))
      assert.equal(json.toString(), letter.repeat(json.length));
  });
});
