import assert from "node:assert/strict";
import { createParser } from "eventsource-parser";
import { describe, it } from "mocha";
import { EventFrames, MAX_EVENT_BYTES } from "../../../../src/api/search/eventFrames.ts";
import { seededRandom } from "../../../support/randomMatches.ts";

type Found = readonly [name: string, data: string | undefined];

function framesIn(chunk: Buffer, frames: EventFrames): readonly Found[] {
  const found: Found[] = [];
  for (const frame of frames.feed(chunk)) if (frame) found.push([frame.name, frame.data?.toString("utf8")]);
  return found;
}

/** `eventsource-parser` itself, fed with text. */
function reference(): { feed: (chunk: Buffer) => readonly Found[] } {
  const found: Found[] = [];
  const parser = createParser({ onEvent: ({ event = "message", data }) => found.push([event, data]) });
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    feed: (chunk) => {
      parser.feed(decoder.decode(chunk, { stream: true }));
      return found.splice(0);
    },
  };
}

const PLAIN = "event: matches\ndata: [漢😀]\n\n";
const LINES = [
  ...["data: 漢😀", "data:x", "data:  ", "data", "data:", "data : x", " data: w", "dat", "datax: y", "\ufeffdata: v"],
  ...["event: matches", "event:done", "event:  ä", "event", "event:", "event: ", "eventful: z", "\ufeffevent: u"],
  ...[": note", ":", "id: 7", "id", "retry: 10", "retry: x", "novel: q", "", "", "", "", "", "", ""],
];

describe("EventFrames", () => {
  it("finds what eventsource-parser finds, with the same chunk, however lines end and chunks are cut", () => {
    const random = seededRandom(3);
    const below = (limit: number) => Math.floor(random() * limit);
    const oneOf = (texts: readonly string[]) => texts[below(texts.length)] ?? "";
    let events = 0;
    for (let round = 0; round < 3000; round++) {
      const plain = below(3); // how much of the stream has the documented form
      const end = oneOf(["\n", "\n", "\r\n", "\r", ""]);
      const newLine = () => end || oneOf(["\n", "\r\n", "\r"]);
      const parts = Array.from({ length: below(12) }, () =>
        below(3) < plain ? PLAIN : `${oneOf(LINES)}${newLine()}${oneOf(["", "", "data: x\n\n"])}`,
      );
      const text = (below(5) === 0 ? "\ufeff" : "") + parts.join("");
      const bytes = Buffer.from(text);
      const frames = new EventFrames();
      const { feed } = reference();
      const largest = [2, 8, 30, 1000][round % 4] ?? 0;
      const found: (readonly Found[])[] = []; // by chunk
      const expected: (readonly Found[])[] = [];
      for (let at = 0; at < bytes.length;) {
        const length = below(largest);
        const chunk = Buffer.from(bytes.subarray(at, at + length));
        at += length;
        expected.push(feed(chunk));
        found.push(framesIn(chunk, frames));
        chunk.fill("!"); // nothing may look at it any longer
      }
      assert.deepEqual(found, expected, JSON.stringify(text));
      events += expected.flat().length;
    }
    assert.ok(events > 5000, String(events));
  });

  it("copies no event of the documented form that comes in one piece, also after one of another form", () => {
    const frames = new EventFrames();
    const isInPlace = (text: string) => {
      const chunk = Buffer.alloc(Buffer.byteLength(text), text); // in its own memory
      return Array.from(frames.feed(chunk), (frame) => frame?.data?.buffer === chunk.buffer);
    };
    assert.deepEqual(isInPlace(PLAIN.repeat(2)), [true, true]);
    assert.deepEqual(isInPlace(`: note\n\nevent:x\ndata: y\n\n${PLAIN}`), [false, true]);
    assert.deepEqual(isInPlace(`event: x\r\ndata: y\r\n\r\n${PLAIN}`), [false, false]);
  });

  for (const [what, lineEnd] of [
    ["the documented line ends", "\n"],
    ["others", "\r\n"],
  ] as const) {
    it(`loses an event that is too large, tells its name, and goes on with the next, with ${what}`, () => {
      const fill = "x".repeat(1024 * 1024);
      const largest = `data: ${"y".repeat(MAX_EVENT_BYTES)}`;
      for (const large of [
        [`data: ${fill}`, ...Array.from({ length: 11 }, () => fill)], // one line in many chunks
        Array.from({ length: 11 }, () => `data: ${fill}${lineEnd}`), // many lines
        [`${largest}y`], // in one piece
      ]) {
        const blank = lineEnd + lineEnd;
        const start = `event: matches${lineEnd}`;
        const frames = new EventFrames();
        const found = [start, ...large, `${blank}${start}data: small${blank}`, largest, blank].flatMap((part) =>
          framesIn(Buffer.from(part), frames),
        );
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
  }

  for (const [what, start, filler] of [
    ["a line that never ends", "", "x".repeat(1024)],
    ["lines that are no events", "\r\n", `: ${"x".repeat(1020)}\r\n`],
    ["data that never ends", "event: x\ndata: ", "x".repeat(1024)],
    ["data that never ends, in a line of another form", "data:\r\ndata: ", "x".repeat(1024)],
  ] as const) {
    it(`knows that no event is to be expected after 64 MiB of ${what}`, () => {
      const frames = new EventFrames();
      const megabyte = Buffer.from(filler.repeat(1024));
      const feed = (chunk: Buffer) => framesIn(chunk, frames).length;
      const feedMuch = () => {
        feed(Buffer.from(start));
        for (let count = 0; count < 63; count++) feed(megabyte);
        assert.equal(frames.isEndless, false);
      };
      feedMuch();
      assert.ok(feed(Buffer.from("\r\n\r\nevent: x\r\ndata: y\r\n\r\n")) > 0);
      feedMuch();
      feed(megabyte);
      feed(Buffer.from("x"));
      assert.equal(frames.isEndless, true);
    });
  }
});
