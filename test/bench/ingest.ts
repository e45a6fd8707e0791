// Takes in a whole stream, in one of several ways, and reports the cost to its parent. `ingest.ts WAY BASE_URL QUERY
// FOLDER`
import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { createService } from "../../src/api/service.ts";
import type { Matches } from "../../src/core/model/matches.ts";

/** What one way of taking in a stream cost. */
export interface Ingested {
  readonly wallMs: number;
  readonly ranges: number;
  readonly keptBytes: number;
  readonly peakBytes: number;
  readonly lagMs: readonly number[];
  readonly firstTenthMs: number;
  readonly lastTenthMs: number;
  /** Of windows of 60 rows each. */
  readonly windowMs: readonly number[];
}

const WAYS: Readonly<Record<string, (baseUrl: string, query: string, folder: string) => Promise<Taken>>> = {
  ours,
  peers,
};

interface Taken {
  readonly ranges: number;
  readonly kept: unknown;
  readonly arrivals: readonly number[];
  readonly matches?: Matches;
}

if (process.send) {
  const [way = "", baseUrl = "", query = "", folder = ""] = process.argv.slice(2);
  process.send(await measure(way, baseUrl, query, folder));
  process.disconnect();
}

async function measure(way: string, baseUrl: string, query: string, folder: string): Promise<Ingested> {
  const take = WAYS[way];
  if (!take) throw new Error(`There is no way ${way}.`);
  await take(baseUrl, "200000,32000", folder); // loads and compiles what is needed
  const before = retained();
  const lagMs: number[] = [];
  let due = performance.now() + 5;
  const timer = setInterval(() => {
    lagMs.push(Math.max(0, performance.now() - due));
    due = performance.now() + 5;
  }, 5);
  const start = performance.now();
  const { ranges, kept, arrivals, matches } = await take(baseUrl, query, folder);
  const wallMs = performance.now() - start;
  clearInterval(timer);
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  const keptBytes = retained() - before;
  const tenth = Math.floor(arrivals.length / 10);
  const span = (from: number, to: number) => (arrivals[to] ?? 0) - (arrivals[from] ?? 0);
  const windowMs = matches ? windows(matches) : [];
  matches?.dispose();
  assert.ok(kept);
  return {
    wallMs,
    ranges,
    keptBytes,
    peakBytes,
    lagMs,
    firstTenthMs: span(0, tenth),
    lastTenthMs: span(arrivals.length - 1 - tenth, arrivals.length - 1),
    windowMs,
  };
}

async function ours(baseUrl: string, query: string, spillFolder: string): Promise<Taken> {
  const endpoint = { baseUrl, token: () => Promise.resolve(undefined), client: "bench 1", log: () => undefined };
  const service = createService({ ...endpoint, spillFolder }, { get: () => undefined, set: () => undefined });
  const arrivals: number[] = [];
  let matches: Matches | undefined;
  for await (const event of service.search({
    text: query,
    patternType: "keyword",
    display: 1_000_000,
    contextLines: 0,
  })) {
    if (event.type === "matches") ({ matches } = event);
    arrivals.push(performance.now());
  }
  await service.close();
  if (!matches) throw new Error("Nothing came.");
  return { ranges: matches.counts.ranges, kept: matches, arrivals, matches };
}

/** What others do: fetch, a decoder, an event parser, and `JSON.parse`; all objects are kept. */
async function peers(baseUrl: string, query: string): Promise<Taken> {
  const response = await fetch(`${baseUrl}/.api/search/stream?q=${encodeURIComponent(query)}`);
  if (!response.body) throw new Error("Nothing came.");
  const kept: PeerMatch[] = [];
  const arrivals: number[] = [];
  let ranges = 0;
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (event !== "matches") continue;
    for (const match of JSON.parse(data) as readonly PeerMatch[]) {
      kept.push(match);
      for (const chunk of match.chunkMatches) ranges += chunk.ranges.length;
    }
    arrivals.push(performance.now());
  }
  return { ranges, kept, arrivals };
}

interface PeerMatch {
  readonly chunkMatches: readonly { readonly ranges: readonly unknown[] }[];
}

/** The time that each of 500 windows of 60 rows takes, files with their lines below them, from all over the result. */
function windows(matches: Matches): readonly number[] {
  const { repositories } = matches.kept;
  return Array.from({ length: 500 }, (_, round) => {
    const start = performance.now();
    const first = Math.floor((repositories * ((round * 7919) % 500)) / 500);
    for (let rows = 0, index = first; rows < 60 && index < repositories; index++) {
      for (const item of matches.items(index, 0, 20)) rows += 1 + matches.lines(item.index, 0, 59).length;
    }
    return performance.now() - start;
  });
}

function retained(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
