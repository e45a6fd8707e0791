import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import request from "undici/lib/api/api-request.js";
import Agent from "undici/lib/dispatcher/agent.js";
import { createService } from "../../src/api/service.ts";
import { runAside } from "./aside.ts";
import type { Ingested } from "./ingest.ts";
import { interleave, median, percentile } from "./measure.ts";
import { moonshot, ratio, type Row, type Scale } from "./results.ts";

const BYTES_PER_MATCH = 390;
const EVENT_BYTES = 32_000;

export interface Streaming {
  readonly rows: readonly Row[];
  /** What any 60 rows of a million take at the 99th percentile; most of them come from the file. */
  readonly windowMs: number;
}

/**
 * From a socket, with the server in another process: whole streams, each in a process of its own, and first and last
 * moments.
 */
export async function streamingRows(scale: Scale): Promise<Streaming> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const server = fork(join(import.meta.dirname, "streamServer.ts"));
  const [port] = (await once(server, "message")) as [number];
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    const firstAndLast = await moments(scale, port, server); // first: what whole streams leave behind would disturb it
    const { rows, windowMs } = await wholeStreams(scale, baseUrl, folder);
    return { rows: [...rows, ...firstAndLast], windowMs };
  } finally {
    server.disconnect();
    rmSync(folder, { recursive: true });
  }
}

async function wholeStreams(scale: Scale, baseUrl: string, folder: string): Promise<Streaming> {
  const partBytes = Math.min(8_000_000, scale.matches * BYTES_PER_MATCH);
  const repeat = Math.ceil((scale.matches * BYTES_PER_MATCH) / partBytes);
  const query = [partBytes, EVENT_BYTES, 65_536, repeat].join(",");
  const runs: Record<"ours" | "peers", Ingested[]> = { ours: [], peers: [] };
  for (let round = 0; round < (scale.isShort ? 1 : 3); round++) {
    for (const way of ["ours", "peers"] as const) runs[way].push(await ingest(way, baseUrl, query, folder));
  }
  const { ours, peers } = runs;
  assert.equal(ours[0]?.ranges, peers[0]?.ranges);
  const of = (way: readonly Ingested[], value: (run: Ingested) => number) => median(way.map(value));
  const against = (value: (run: Ingested) => number) => of(ours, value) / of(peers, value);
  const wall = against(({ wallMs }) => wallMs);
  const rows = [
    ratio("socket → store, wall time", wall, "atMost", 0.6),
    moonshot("socket → store, wall time, moonshot", wall, "atMost", 0.4),
    ratio(
      "memory kept per match",
      against(({ keptBytes, ranges }) => keptBytes / ranges),
      "atMost",
      0.16,
    ),
    ratio(
      "peak memory",
      against(({ peakBytes }) => peakBytes),
      "atMost",
      0.4,
    ),
    ratio(
      "lag of a foreign 5 ms timer, p99",
      against(({ lagMs }) => percentile(lagMs, 0.99)),
      "atMost",
      0.3,
    ),
    ratio(
      "adding a batch, last tenth against first",
      of(ours, (run) => run.lastTenthMs / run.firstTenthMs),
      "atMost",
      1.2,
    ),
  ];
  const windowMs = percentile(
    ours.flatMap((run) => run.windowMs),
    0.99,
  );
  return { rows, windowMs };
}

function ingest(way: string, baseUrl: string, query: string, folder: string): Promise<Ingested> {
  return runAside("ingest.ts", [way, baseUrl, query, folder], ["--expose-gc"]);
}

/** The first match, and the end of a connection that is no longer read. */
async function moments({ isShort }: Scale, port: number, server: ChildProcess): Promise<readonly Row[]> {
  const endpoint = { baseUrl: `http://127.0.0.1:${port}`, token: () => Promise.resolve(undefined) };
  const service = createService(
    { ...endpoint, client: "bench 1", log: () => undefined },
    { get: () => undefined, set: () => undefined },
  );
  const agent = new Agent({ allowH2: false });
  const closed: Record<"raw" | "undici" | "ours", number[]> = { raw: [], undici: [], ours: [] };
  const close = async (way: keyof typeof closed, leave: () => void) => {
    const start = performance.now();
    const heard = once(server, "message");
    leave();
    await heard;
    closed[way].push(performance.now() - start);
  };
  const firsts: Record<"plain" | "undici" | "ours", number[]> = { plain: [], undici: [], ours: [] };
  /** Waits until both ends have finished with the previous round. */
  const settled = () => sleep(5);
  await interleave(isShort ? 10 : 300, {
    raw: async () => {
      await settled();
      const socket = createConnection(port, "127.0.0.1");
      socket.write("GET /.api/search/stream?q=slow HTTP/1.1\r\nhost: x\r\n\r\n");
      await once(socket, "data");
      await close("raw", () => socket.destroy());
    },
    plain: async () => {
      await settled();
      const start = performance.now();
      const sent = get(`http://127.0.0.1:${port}/.api/search/stream?q=slow`, { agent: false });
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      await once(response, "data");
      firsts.plain.push(performance.now() - start);
      const heard = once(server, "message");
      response.destroy();
      await heard;
    },
    undici: async () => {
      await settled();
      const stop = new AbortController();
      const start = performance.now();
      const { body } = await request.call(agent, {
        origin: `http://127.0.0.1:${port}`,
        path: "/.api/search/stream?q=slow",
        method: "GET",
        signal: stop.signal,
      });
      body.on("error", () => undefined);
      await once(body, "data");
      firsts.undici.push(performance.now() - start);
      await close("undici", () => {
        stop.abort();
      });
    },
    ours: async () => {
      await settled();
      const stop = new AbortController();
      const start = performance.now();
      const events = service.search(
        { text: "slow", patternType: "keyword", display: 1_000_000, contextLines: 0 },
        { signal: stop.signal },
      );
      const iterator = events[Symbol.asyncIterator]();
      await iterator.next();
      firsts.ours.push(performance.now() - start);
      await close("ours", () => {
        stop.abort();
      });
      await iterator.next().catch(() => undefined);
    },
  });
  await Promise.all([service.close(), agent.close()]);
  const first = median(firsts.ours);
  const abort = median(closed.ours);
  return [
    ratio("first match, against the first byte over plain HTTP", first / median(firsts.plain), "atMost", 1.3),
    ratio("first match, against the first byte of undici", first / median(firsts.undici), "atMost", 1.3),
    ratio("abort, against destroying a socket", abort / median(closed.raw), "atMost", 2),
    ratio("abort, against aborting undici", abort / median(closed.undici), "atMost", 1.2),
  ];
}
