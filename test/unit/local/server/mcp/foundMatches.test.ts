import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { GatheredMatches } from "../../../../../src/local/server/mcp/foundMatches.ts";
import { exactProcessorTime } from "../../../../support/turns.ts";

type Place = readonly [line: number, column: number];

function gathered(content: readonly string[], ranges: readonly (readonly [start: Place, end: Place])[]) {
  const matches = new GatheredMatches();
  const place = ([line, column]: Place) => ({ line, column });
  const chunk = {
    content: content.join("\n"),
    contentStart: { line: 0 },
    ranges: ranges.map(([start, end]) => ({ start: place(start), end: place(end) })),
  };
  const json = JSON.stringify([{ type: "content", repository: "code", path: "a.txt", chunkMatches: [chunk] }]);
  matches.take({ type: "bytes", bytes: new Uint8Array(Buffer.from(`event: matches\ndata: ${json}\n\n`)) });
  return matches.found.items[0]?.lines ?? [];
}

describe("matches that are gathered for agents", () => {
  it("are the lines with a match, and where it is in each", () => {
    const lines = gathered(
      ["a sing b sing", "none", "😀 sing", "on", "off"],
      [
        [
          [0, 2],
          [0, 6],
        ],
        [
          [0, 9],
          [0, 13],
        ],
        [
          [2, 2],
          [4, 0],
        ],
      ],
    );
    assert.deepEqual(
      lines.map(({ line, ranges }) => [line, ...ranges.map(({ start, end }) => `${start}–${end}`)]),
      [
        [0, "2–6", "9–13"],
        [2, "3–7"],
        [3, "0–2"],
      ],
    );
  });

  it("are all there is where those of a commit are counted one by one", () => {
    const take = (matchCount: number) => {
      const matches = new GatheredMatches();
      const commit = {
        type: "commit",
        repository: "code",
        oid: "c0ffee",
        content: "sing, sing",
        ranges: [
          [0, 0, 4],
          [0, 6, 4],
        ],
      };
      const bytes = new Uint8Array(Buffer.from(`event: matches\ndata: ${JSON.stringify([commit])}\n\n`));
      matches.take({ type: "bytes", bytes });
      matches.take({ type: "event", event: "progress", json: JSON.stringify({ matchCount }) });
      return matches.found.isCut;
    };
    assert.deepEqual([take(2), take(3)], [false, true]);
  });

  it("may come as several events at once", () => {
    const matches = new GatheredMatches();
    const event = (...paths: readonly string[]) =>
      `event: matches\ndata: ${JSON.stringify(paths.map((path) => ({ type: "path", repository: "code", path })))}\n\n`;
    matches.take({ type: "bytes", bytes: new Uint8Array(Buffer.from(event("a", "[b]") + event("data: c"))) });
    assert.deepEqual(
      matches.found.items.map(({ path }) => path),
      ["a", "[b]", "data: c"],
    );
  });

  it("take a large file in no time, as all else waits for that", () => {
    const content = Array.from({ length: 60_000 }, (_, line) => `sing ${line}`);
    const before = exactProcessorTime();
    const lines = gathered(
      content,
      content.map((_, line) => [
        [line, 0],
        [line, 4],
      ]),
    );
    const tookMs = exactProcessorTime() - before;
    assert.equal(lines.length, content.length);
    assert.ok(tookMs < 4000, `${tookMs} ms`);
  });
});
