import assert from "node:assert/strict";
import { createParser } from "eventsource-parser";
import { describe, it } from "mocha";
import { EventFrames, MAX_EVENT_BYTES } from "../../../src/api/eventFrames.ts";
import { seededRandom } from "../../support/randomMatches.ts";

type Found = readonly [name: string, data: string | undefined];

function framesOf(chunks: readonly Buffer[]): readonly Found[] {
  const frames = new EventFrames();
  return chunks.flatMap((chunk) =>
    Array.from(frames.feed(chunk), ({ name, data }): Found => [name, data?.toString("utf8")]),
  );
}

/** What another parser of such streams finds, which is given whole text. */
function expected(text: string): readonly Found[] {
  const found: Found[] = [];
  const parser = createParser({ onEvent: ({ event = "message", data }) => found.push([event, data]) });
  parser.feed(text);
  return found;
}

describe("EventFrames", () => {
  it("finds what another parser finds, however the lines end and the chunks are cut", () => {
    const random = seededRandom(3);
    const below = (limit: number) => Math.floor(random() * limit);
    const LINES = [
      "data: 漢😀",
      "data:x",
      "data:  ",
      "data",
      "data:",
      "event: matches",
      "event:done",
      "event",
      "event:",
    ];
    LINES.push(
      ": note",
      "id: 7",
      "retry: 10",
      "dat",
      "datax: y",
      "eventful: z",
      "novel: q",
      " data: w",
      "",
      "",
      "",
      "",
    );
    let events = 0;
    for (let round = 0; round < 3000; round++) {
      const end = ["\n", "\r\n", "\r"][below(4)];
      const text =
        (below(5) === 0 ? "\ufeff" : "") +
        Array.from(
          { length: below(12) },
          () => `${LINES[below(LINES.length)]}${end ?? ["\n", "\r\n", "\r"][below(3)]}`,
        ).join("");
      const whole = text + "\n"; // a parser may wait for what follows a carriage return
      const bytes = Buffer.from(whole);
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length;) {
        const length = below(round % 3 === 0 ? 2 : 30);
        chunks.push(Buffer.from(bytes.subarray(at, at + length)));
        at += length;
      }
      const found = framesOf(chunks);
      assert.deepEqual(found, expected(whole), JSON.stringify([text, chunks.map(String)]));
      events += found.length;
    }
    assert.ok(events > 1000, String(events));
  });

  it("loses an event that is too large, tells its name, and goes on with the next", () => {
    const fill = "x".repeat(1024 * 1024);
    const largest = `data: ${"y".repeat(MAX_EVENT_BYTES)}`;
    for (const large of [
      [`data: ${fill}`, ...Array.from({ length: 11 }, () => fill)], // one line in many chunks
      Array.from({ length: 11 }, () => `data: ${fill}\n`), // many lines
      [`${largest}y`], // in one piece
    ]) {
      const text = ["event: matches\n", ...large, "\n\nevent: matches\ndata: small\n\n", `${largest}\n\n`];
      const found = framesOf(text.map((part) => Buffer.from(part)));
      assert.deepEqual(
        found.map(([name, data]) => [name, data?.length]),
        [
          ["matches", undefined],
          ["matches", 5],
          ["message", MAX_EVENT_BYTES],
        ],
      );
    }
  });

  it("knows when no event is to be expected any more", () => {
    const frames = new EventFrames();
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    const feed = (chunk: Buffer) => Array.from(frames.feed(chunk)).length;
    for (let count = 0; count < 64; count++) feed(megabyte);
    assert.equal(frames.isEndless, false);
    assert.equal(feed(Buffer.from("\n\nevent: x\ndata: y\n\n")), 2); // what was too large, and the next
    for (let count = 0; count < 64; count++) feed(megabyte);
    assert.equal(frames.isEndless, false);
    feed(megabyte);
    assert.equal(frames.isEndless, true);
  });
});
