import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { MatchStore } from "../../src/api/search/matchStore.ts";
import { decodeStream } from "../../src/api/search/searchStream.ts";
import { createService } from "../../src/api/service.ts";
import { clipLine } from "../../src/core/text/clipLine.ts";
import { exactProcessorTime } from "../support/turns.ts";
import { median } from "./measure.ts";
import { limit, type Row, type Scale } from "./results.ts";

const ROUNDS = 5;
/** The size of chunks as they come from a socket. */
const CHUNK_BYTES = 64 * 1024;

/**
 * How long the client blocks its process: the processor time of its longest turn over answers that are made to block
 * it, decoded and then shown, and the processor time that it takes after a search is stopped.
 */
export async function turnsRows({ isShort }: Scale): Promise<readonly Row[]> {
  const rounds = isShort ? 1 : ROUNDS;
  const corpus = nastyStreams();
  const longest: number[] = [];
  const afterStop: number[] = [];
  const body = packed();
  for (let round = 0; round < rounds; round++) {
    const turns: number[] = [];
    for (const stream of corpus) turns.push(await longestTurn(stream));
    longest.push(Math.max(...turns));
    afterStop.push(await processorTimeAfterStop(body));
  }
  return [
    limit("client, longest turn over nasty answers, processor time", median(longest), "ms", "atMost", 50),
    limit("client, processor time after Stop", median(afterStop), "ms", "atMost", 50),
  ];
}

async function longestTurn(stream: Buffer): Promise<number> {
  const store = new MatchStore();
  let longest = 0;
  let before = exactProcessorTime();
  const turn = (): void => {
    const now = exactProcessorTime();
    longest = Math.max(longest, now - before);
    before = now;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  let events = 0;
  for await (const event of decodeStream(chunksOf(stream), store)) events += event.type === "unknown" ? 0 : 1;
  await nextTurn();
  clearImmediate(next);
  assert.ok(events > 0);
  for (const { index, lineCount } of store.itemsAsFound(0, 50)) {
    const from = exactProcessorTime();
    for (const { text, ranges } of store.lines(index, 0, lineCount)) clipLine(text, ranges);
    longest = Math.max(longest, exactProcessorTime() - from);
  }
  store.dispose();
  return longest;
}

async function* chunksOf(stream: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < stream.length; at += CHUNK_BYTES) {
    await nextTurn();
    yield stream.subarray(at, at + CHUNK_BYTES);
  }
}

/** Answers that once blocked the extension host for seconds, or would have. */
function nastyStreams(): readonly Buffer[] {
  const content = (...chunkMatches: readonly unknown[]) => ({
    type: "content",
    repository: "r",
    path: "p",
    chunkMatches,
  });
  const place = (line: number, column: number) => ({ offset: column, line, column });
  const chunk = (text: string, ranges: readonly unknown[]) => ({ content: text, contentStart: place(0, 0), ranges });
  const onOneLine = many(20_000, (at) => ({ start: place(0, at * 3), end: place(0, at * 3 + 2) }));
  const toTheEnd = many(5000, (at) => ({ start: place(at, 0), end: place(1_000_000_000, 1) }));
  const pairs = many(20_000, (at) => [at * 3, 1]);
  const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
  const matches = (...found: readonly unknown[]) => event("matches", JSON.stringify(found));
  return [
    matches(content(chunk("abc".repeat(125_000), onOneLine))),
    matches(content(chunk("a😀 ".repeat(75_000), onOneLine))),
    matches(content(chunk("a😀 ".repeat(75_000), [...onOneLine].reverse()))),
    matches(content(chunk("a\n".repeat(5000), toTheEnd))),
    matches(content(chunk("\n".repeat(200_000), toTheEnd.slice(0, 1)))),
    matches({
      type: "content",
      repository: "r",
      path: "p",
      lineMatches: [{ line: "a😀 ".repeat(75_000), offsetAndLengths: pairs }],
    }),
    matches({ type: "path", repository: "r", path: "a😀 ".repeat(75_000), pathMatches: onOneLine }),
    matches({
      type: "commit",
      content: `\`\`\`diff\n${"a😀 ".repeat(75_000)}`,
      ranges: pairs.map((pair) => [1, ...pair]),
    }),
    event("matches", `[${"{},".repeat(100_000)}{}]`),
    event("matches", `[{"type":"path","odd":${deep}},{"type":"path","path":"p"}]`),
    event(
      "progress",
      JSON.stringify({ matchCount: 1, skipped: many(60_000, (at) => ({ title: `repository ${at}` })) }),
    ),
    event("progress", deep),
  ].map((text) => Buffer.from(`${text}event: done\ndata: {}\n\n`));
}

function event(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

function many<T>(count: number, make: (at: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** Hundreds of megabytes of events in a few hundred bytes. */
function packed(): Buffer {
  const found = many(100, (at) => ({ type: "path", repository: "r", path: `src/${at}.ts` }));
  return brotliCompressSync(event("matches", JSON.stringify(found)).repeat(20_000), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
}

/** Processor time of all threads of this process, in the half second after it. */
async function processorTimeAfterStop(body: Buffer): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "br" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoint = { baseUrl, token: () => Promise.resolve(undefined), client: "bench 1", log: () => undefined };
  const service = createService(endpoint, { get: () => undefined, set: () => undefined });
  const stop = new AbortController();
  const query = { text: "x", patternType: "keyword", display: 1_000_000, contextLines: 0 } as const;
  let from = process.cpuUsage();
  const reading = (async () => {
    for await (const { type } of service.search(query, { signal: stop.signal })) {
      if (type !== "matches" || stop.signal.aborted) continue;
      from = process.cpuUsage();
      stop.abort();
    }
  })();
  await assert.rejects(reading, { name: "AbortError" });
  await sleep(500);
  const { user, system } = process.cpuUsage(from);
  await service.close();
  server.close();
  return (user + system) / 1000;
}
