import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, constants, createBrotliCompress, createDeflate, createGzip } from "node:zlib";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import { decodeStream } from "../../../../src/api/search/searchStream.ts";
import { createService } from "../../../../src/api/service.ts";
import type { Matches } from "../../../../src/core/model/matches.ts";
import type { SearchEvent, SearchQuery } from "../../../../src/core/model/search.ts";
import type { CodeSearchService } from "../../../../src/core/model/service.ts";
import { plain, ScriptedServer } from "../../../support/scriptedServer.ts";
import { exactProcessorTime, watchTurns } from "../../../support/turns.ts";

const QUERY: SearchQuery = { text: "parse file", patternType: "keyword", display: 500, contextLines: 3 };
const STREAM = { "content-type": "text/event-stream" };
const MEBIBYTE = 1024 * 1024;
const match = (path: string, content = "x 漢😀 y") => ({
  type: "content",
  repository: "r",
  path,
  chunkMatches: [
    {
      content,
      contentStart: { line: 0, column: 0 },
      ranges: [{ start: { line: 0, column: 2 }, end: { line: 0, column: 4 } }],
    },
  ],
});
const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

function serviceAt(baseUrl: string, deadlines = {}): CodeSearchService {
  const memory = { get: () => undefined, set: () => undefined };
  return createService(
    { baseUrl, token: () => Promise.resolve("secret"), client: "test 1", log: () => undefined, deadlines },
    memory,
  );
}

interface SearchOptions {
  readonly query?: SearchQuery;
  readonly deadlines?: object;
  readonly onEvent?: (index: number) => void;
}

/** Runs a search against a server that answers like this, and closes both. */
async function search(
  answer: (response: ServerResponse) => unknown,
  { query = QUERY, deadlines = {}, onEvent }: SearchOptions = {},
): Promise<{
  events: SearchEvent[];
  failure: unknown;
  request: string | undefined;
  authorization: string | undefined;
  encoding: string | string[] | undefined;
}> {
  await using server = await ScriptedServer.start(async (_, response) => {
    await answer(response);
  });
  const service = serviceAt(server.baseUrl, deadlines);
  const events: SearchEvent[] = [];
  let failure: unknown;
  try {
    for await (const found of service.search(query)) {
      onEvent?.(events.length);
      events.push(found);
    }
  } catch (error) {
    failure = error;
  }
  await service.close();
  return {
    events,
    failure,
    request: server.received[0]?.path,
    authorization: server.received[0]?.headers.authorization,
    encoding: server.received[0]?.headers["accept-encoding"],
  };
}

async function all(events: AsyncIterable<SearchEvent>): Promise<readonly SearchEvent[]> {
  const gathered: SearchEvent[] = [];
  for await (const event of events) gathered.push(event);
  return gathered;
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
}

/** Resolves when more can be written, or when it is certain that nothing can. */
async function drained(response: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  settled.abort();
}

function pathsOf(events: readonly SearchEvent[]): readonly string[] {
  const last = events.findLast((found) => found.type === "matches");
  return last?.matches.items(0, 0, Infinity).map(({ path }) => path) ?? [];
}

const codeOf = (failure: unknown): unknown => (failure as { code?: unknown } | undefined)?.code;

describe("search over the stream", () => {
  it("asks with all parameters and the token", async () => {
    const { request, authorization, encoding } = await search((response) =>
      response.writeHead(200, STREAM).end(event("done", {})),
    );
    const parameters = Object.fromEntries(new URL(request ?? "", "http://x").searchParams);
    assert.deepEqual(parameters, {
      q: "parse file",
      v: "V3",
      t: "keyword",
      cm: "true",
      cl: "3",
      display: "500",
      "max-line-len": "5120",
    });
    assert.equal(authorization, "token secret");
    assert.equal(encoding, "identity");
  });

  for (const [how, refuse] of [
    [
      "an error event",
      (response: ServerResponse) =>
        response
          .writeHead(200, STREAM)
          .end(event("error", { message: 'unrecognized patternType "keyword"' }) + event("done", {})),
    ],
    [
      "a 400",
      (response: ServerResponse) => {
        plain(response, 400, "unrecognized patternType");
      },
    ],
  ] as const) {
    it(`asks once more for standard patterns where a service refuses keyword ones with ${how}`, async () => {
      const asked: (string | null)[] = [];
      await using server = await ScriptedServer.start(({ path }, response) => {
        asked.push(new URL(path, "http://x").searchParams.get("t"));
        if (asked.length === 1) refuse(response);
        else response.writeHead(200, STREAM).end(event("matches", [match("a")]) + event("done", {}));
      });
      const service = serviceAt(server.baseUrl);
      const types: string[] = [];
      for await (const { type } of service.search(QUERY)) types.push(type);
      await service.close();
      assert.deepEqual([asked, types], [["keyword", "standard"], ["matches"]]);
    });
  }

  it("hands on every event, the growing matches among them", async () => {
    const { events, failure } = await search((response) => {
      response.writeHead(200, STREAM);
      response.write(
        event("matches", [match("a")]) +
          event("filters", [{ value: "lang:go", label: "Go", count: 2, exhaustive: true, kind: "lang" }]),
      );
      response.write(
        event("novelty", {}) +
          event("matches", [match("b")]) +
          event("progress", { done: true, matchCount: 2, durationMs: 3, skipped: null }),
      );
      response.end(
        event("alert", { title: "Hm", proposedQueries: null }) +
          event("error", { message: "late" }) +
          event("done", {}),
      );
    });
    assert.equal(failure, undefined);
    assert.deepEqual(
      events.map(({ type }) => type),
      ["matches", "filters", "unknown", "matches", "progress", "alert", "error"],
    );
    const matches = events[0]?.type === "matches" ? events[0].matches : assert.fail();
    assert.deepEqual(matches.counts, { repositories: 1, items: 2, lines: 2, ranges: 2 });
    assert.deepEqual(
      matches.items(0, 0, 9).map(({ path }) => path),
      ["a", "b"],
    );
    assert.deepEqual(matches.lines(1, 0, 9)[0]?.ranges, [{ start: 2, end: 5 }]);
  });

  it("reads a stream that comes byte by byte, in the middle of characters, with CRLF and without blanks", async () => {
    const text = `event:matches\r\ndata:${JSON.stringify([match("ä/漢.ts")])}\r\n\r\n` + event("done", null);
    const { events, failure } = await search(async (response) => {
      response.writeHead(200, STREAM);
      for (const byte of Buffer.from(text)) {
        response.write(Buffer.of(byte));
        if (byte > 127) await sleep(1);
      }
      response.end();
    });
    assert.equal(failure, undefined);
    const matches = events[0]?.type === "matches" ? events[0].matches : assert.fail();
    assert.equal(matches.items(0, 0, 1)[0]?.path, "ä/漢.ts");
    assert.equal(matches.lines(0, 0, 1)[0]?.text, "x 漢😀 y");
  });

  it("shows the first match before the second event is sent", async () => {
    const shown = Promise.withResolvers<undefined>();
    await using server = await ScriptedServer.start(async (_, response) => {
      response.writeHead(200, STREAM);
      response.write(event("matches", [match("a")]));
      await shown.promise;
      response.end(event("done", {}));
    });
    const service = serviceAt(server.baseUrl);
    const types: string[] = [];
    for await (const { type } of service.search(QUERY)) {
      types.push(type);
      shown.resolve(undefined);
    }
    assert.deepEqual(types, ["matches"]);
    await service.close();
  });

  it("says that a stream without done is incomplete, and keeps what came", async () => {
    const { events, failure } = await search((response) =>
      response.writeHead(200, STREAM).end(event("matches", [match("a")])),
    );
    assert.equal(events.length, 1);
    assert.equal(codeOf(failure), "incomplete");
  });

  it("begins once more where a kept connection is closed just then, and only if nothing of it has come", async () => {
    let asked = 0;
    const used = new WeakSet<object>();
    await using server = await ScriptedServer.start((_, response) => {
      asked += 1;
      const { socket } = response;
      assert.ok(socket);
      if (used.has(socket)) socket.destroy();
      else response.writeHead(200, STREAM).end(event("matches", [match("a")]) + event("done", {}));
      used.add(socket);
    });
    const service = serviceAt(server.baseUrl);
    await Promise.all([all(service.search(QUERY)), all(service.search(QUERY))]); // both connections are kept
    const events = await all(service.search(QUERY));
    await service.close();
    assert.deepEqual(pathsOf(events), ["a"]);
    assert.equal(asked, 4);

    const broken = await search((response) => {
      response.writeHead(200, STREAM).flushHeaders();
      response.write(event("matches", [match("a")]));
      setTimeout(() => response.destroy(), 20);
    });
    assert.deepEqual([pathsOf(broken.events), codeOf(broken.failure)], [["a"], "incomplete"]);
  });

  for (const [what, line] of [
    ["lines that are no fields", "abc\n"],
    ["comments", ":\n"],
    ["lines that end with CR", "abc\r"],
  ] as const) {
    it(`lets others have their turn while a million ${what} come`, async () => {
      const body = `${line.repeat(1_000_000)}\n\nevent: done\ndata: {}\n\n`;
      const bytes = Buffer.from(body);
      const chunks = async function* () {
        for (let at = 0; at < bytes.length; at += 65_536) {
          await nextTurn(); // as from a socket
          yield bytes.subarray(at, at + 65_536);
        }
      };
      const turns = watchTurns(exactProcessorTime);
      await all(decodeStream(chunks(), new MatchStore()));
      const longestMs = turns.stop();
      assert.ok(longestMs <= 50, `${longestMs.toFixed(1)} ms`);
    });
  }

  it("says the same of a connection that is cut in the middle of an event", async () => {
    const { events, failure } = await search(async (response) => {
      response.writeHead(200, STREAM);
      response.write(event("matches", [match("a")]) + "event: matches\ndata: [{");
      await sleep(20);
      response.destroy();
    });
    assert.equal(events.length, 1);
    assert.equal(codeOf(failure), "incomplete");
  });

  it("gives up on a stream that falls silent", async () => {
    const { events, failure } = await search(
      (response) => void response.writeHead(200, STREAM).write(event("matches", [match("a")])),
      { deadlines: { idleMs: 100 } },
    );
    assert.equal(events.length, 1);
    assert.equal(codeOf(failure), "timeout");
  });

  it("loses one event that can't be read, and goes on", async () => {
    const { events, failure } = await search((response) => {
      response
        .writeHead(200, STREAM)
        .end("event: matches\ndata: [{\n\n" + event("matches", [match("b")]) + event("done", {}));
    });
    assert.equal(failure, undefined);
    assert.deepEqual(
      events.map(({ type }) => type),
      ["unreadable", "matches"],
    );
  });

  it("takes characters that turn the direction of text out of alerts and errors", async () => {
    const odd = "a\u202eb\u2066c";
    const { events } = await search((response) => {
      response
        .writeHead(200, STREAM)
        .end(
          event("alert", { title: odd, description: odd, proposedQueries: [{ description: odd, query: "x" }] }) +
            event("error", { message: odd }) +
            event("progress", { skipped: [{ title: odd, message: odd }] }) +
            event("done", {}),
        );
    });
    assert.equal(events.length, 3);
    assert.doesNotMatch(JSON.stringify(events), /[\u202a-\u202e\u2066-\u2069]/);
    const { failure } = await search((response) => {
      plain(response, 400, odd);
    });
    assert.equal((failure as Error).message, "abc");
  });

  it("reads no more entries of the lists in an event than anybody could look at", async () => {
    const many = Array.from({ length: 60_000 }, () => ({}));
    const stream =
      event("filters", many) + event("progress", { skipped: many }) + event("alert", { proposedQueries: many });
    const { events } = await search((response) => response.writeHead(200, STREAM).end(stream + event("done", {})));
    assert.deepEqual(
      events.map((found) => {
        if (found.type === "filters") return found.filters.length;
        if (found.type === "progress") return found.progress.skipped.length;
        return found.type === "alert" ? found.alert.proposedQueries.length : undefined;
      }),
      [1000, 1000, 1000],
    );
  });

  it("reads event names with blanks or a tab behind them", async () => {
    const { events, failure } = await search((response) => {
      response
        .writeHead(200, STREAM)
        .end(`event: matches \ndata: ${JSON.stringify([match("a")])}\n\nevent:done\t\r\ndata: {}\r\n\r\n`);
    });
    assert.equal(failure, undefined);
    assert.deepEqual(pathsOf(events), ["a"]);
  });

  it("loses one match that is nested beyond reading, says so, and goes on", async () => {
    const deep = `{"type":"path","path":"deep","odd":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
    const { events, failure } = await search((response) => {
      response
        .writeHead(200, STREAM)
        .end(
          `event: matches\ndata: [${deep},${JSON.stringify(match("a"))}]\n\n${event("matches", [match("b")])}${event("done", {})}`,
        );
    });
    assert.equal(failure, undefined);
    assert.deepEqual(pathsOf(events), ["a", "b"]);
    assert.equal(events.filter(({ type }) => type === "unreadable").length, 1);
  });

  it("loses an event of more than 10 MiB, says so, and goes on", async () => {
    const { events, failure } = await search((response) => {
      response.writeHead(200, STREAM);
      response.write(event("matches", [match("a")]) + event("matches", [match("b", "x".repeat(10 * MEBIBYTE))]));
      response.end(event("matches", [match("c", "x".repeat(9 * MEBIBYTE))]) + event("done", {}));
    });
    assert.equal(failure, undefined);
    assert.deepEqual(
      events.flatMap((found) => (found.type === "matches" ? [] : [found])),
      [{ type: "unreadable", event: "matches", reason: "It is larger than 10 MiB." }],
    );
    assert.deepEqual(pathsOf(events), ["a", "c"]);
  });

  for (const [what, filler] of [
    ["an event", `data: ${"x".repeat(MEBIBYTE - 6)}`],
    ["a line", "x".repeat(MEBIBYTE)],
  ] as const) {
    it(`gives up on ${what} that never ends, and keeps what came`, async () => {
      const { events, failure } = await search(async (response) => {
        response.writeHead(200, STREAM).write(event("matches", [match("a")]));
        for (let sent = 0; sent < 66 && response.writable; sent++) {
          if (!response.write(filler)) await drained(response);
        }
        response.end();
      });
      assert.equal(events.length, 1);
      assert.equal(codeOf(failure), "malformed");
    });
  }

  for (const [what, tiny] of [
    ["progress", event("progress", {})],
    ["lists without a match", event("matches", [])],
    ["events of no known name", "data:\n\n"],
  ] as const) {
    it(`gives up on a stream of ${what} that never ends, and keeps what came`, async () => {
      const store = new MatchStore();
      const sent = { bytes: 0 };
      const stream = function* (): Generator<Buffer> {
        yield Buffer.from(event("matches", [match("a")]));
        for (const piece = Buffer.from(tiny.repeat(4_000)); ; sent.bytes += piece.length) yield piece;
      };
      const reading = (async () => {
        for await (const { type } of decodeStream(stream(), store)) assert.notEqual(type, "unreadable");
      })();
      await assert.rejects(reading, { code: "malformed" });
      assert.equal(store.kept.items, 1);
      assert.ok(sent.bytes < 10_000_000, `${sent.bytes}`);
    });
  }

  it("reads more events without matches than that where there are as many with some", async () => {
    const store = new MatchStore();
    const piece = Buffer.from(event("matches", [{ type: "path", path: "p" }]) + event("progress", {}).repeat(10));
    const stream = function* (): Generator<Buffer> {
      for (let times = 0; times < 40_000; times++) yield piece;
      yield Buffer.from(event("done", {}));
    };
    let last = "";
    for await (const { type } of decodeStream(stream(), store)) last = type;
    assert.deepEqual([last, store.kept.items], ["progress", 40_000]);
  });

  for (const [encoding, encode] of [
    ["gzip", createGzip],
    ["br", createBrotliCompress],
    ["deflate", createDeflate],
  ] as const) {
    it(`shows the first match of a stream in ${encoding} before the second is sent`, async () => {
      const firstSeen = Promise.withResolvers<undefined>();
      const { events, failure } = await search(
        async (response) => {
          const encoder = encode();
          encoder.pipe(response.writeHead(200, { ...STREAM, "content-encoding": encoding }));
          encoder.write(event("matches", [match("漢")]));
          encoder.flush();
          await firstSeen.promise; // a decoder that holds it back would wait for the second in vain
          encoder.end(event("matches", [match("b")]) + event("done", {}));
        },
        {
          onEvent: () => {
            firstSeen.resolve(undefined);
          },
        },
      );
      assert.equal(failure, undefined);
      assert.deepEqual(pathsOf(events), ["漢", "b"]);
    });
  }

  it("keeps what came of a compressed stream that is cut short", async () => {
    const seen = Promise.withResolvers<undefined>();
    const { events, failure } = await search(
      async (response) => {
        const encoder = createGzip();
        encoder.pipe(response.writeHead(200, { ...STREAM, "content-encoding": "gzip" }), { end: false });
        encoder.write(event("matches", [match("a")]));
        encoder.flush();
        await seen.promise;
        response.destroy();
      },
      {
        onEvent: () => {
          seen.resolve(undefined);
        },
      },
    );
    assert.deepEqual([pathsOf(events), codeOf(failure)], [["a"], "incomplete"]);
  });

  for (const encoding of ["gzip", "br", "novel"]) {
    it(`says that a body is not in ${encoding}, though it should be`, async () => {
      const { failure } = await search((response) => {
        response.writeHead(200, { ...STREAM, "content-encoding": encoding }).end("no such thing, whatever it is");
      });
      assert.equal(codeOf(failure), "malformed");
    });
  }

  it("lets others have their turn, also while more is always there to read", async () => {
    const many = Array.from({ length: 30 }, (_, index) => match(String(index), "x 漢😀 y".repeat(50)));
    const piece = Buffer.from(event("matches", many));
    const pieces = [...Array.from({ length: 500 }, () => piece), Buffer.from(event("done", {}))];
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const store = new MatchStore();
    for await (const found of decodeStream(pieces, store)) assert.equal(found.type, "matches");
    clearImmediate(next);
    assert.equal(store.counts.items, 15_000);
    assert.ok(turns >= 3, String(turns)); // some 15 MB: without slices there would be no turn
  });

  it("takes no more from the socket than is read", async () => {
    let sent = 0;
    const piece = Buffer.from(event("matches", [match("a", "x".repeat(60_000))]));
    await using server = await ScriptedServer.start(async (_, response) => {
      response.writeHead(200, STREAM);
      while (response.writable && sent < 200 * MEBIBYTE) {
        sent += piece.length;
        if (!response.write(piece)) await drained(response);
      }
      response.end();
    });
    const service = serviceAt(server.baseUrl);
    for await (const found of service.search(QUERY)) {
      assert.equal(found.type, "matches");
      await sleep(500);
      break;
    }
    await service.close();
    assert.ok(sent < 50 * MEBIBYTE, String(sent));
  });

  for (const [status, body, type, code] of [
    [401, "Invalid access token.", "text/plain", "unauthorized"],
    [403, "no", "text/plain", "forbidden"],
    [404, "no route", "text/plain", "unsupported"],
    [429, "slow down", "text/plain", "rateLimited"],
    [503, "<html>", "text/html", "unavailable"],
    [200, "<html>Sign in</html>", "text/html", "notAService"],
  ] as const) {
    it(`reads ${status} ${type} as ${code}`, async () => {
      const { failure } = await search((response) => {
        plain(response, status, body, type);
      });
      assert.equal(codeOf(failure), code);
    });
  }

  it("refuses an empty query before it is sent", async () => {
    const { failure, request } = await search(() => undefined, { query: { ...QUERY, text: "  " } });
    assert.deepEqual([codeOf(failure), request], ["badRequest", undefined]);
  });

  it("says that nobody listens there", async () => {
    const gone = await ScriptedServer.start(() => undefined);
    const { baseUrl } = gone;
    await gone[Symbol.asyncDispose]();
    const service = serviceAt(baseUrl);
    await assert.rejects(
      async () => {
        for await (const found of service.search(QUERY)) assert.fail(found.type);
      },
      { code: "refused" },
    );
    await service.close();
  });

  for (const how of ["leaving the loop", "aborting"] as const) {
    it(`closes the socket on ${how}, within 50 ms`, async () => {
      let closed: Promise<unknown> = Promise.resolve();
      await using server = await ScriptedServer.start((_, response) => {
        closed = new Promise((resolve) => response.on("close", resolve));
        response.writeHead(200, STREAM).write(event("matches", [match("a")]));
      });
      const service = serviceAt(server.baseUrl);
      const times: number[] = [];
      for (let round = 0; round < 9; round++) {
        const stop = new AbortController();
        try {
          for await (const found of service.search(QUERY, { signal: stop.signal })) {
            assert.equal(found.type, "matches");
            if (how === "leaving the loop") break;
            stop.abort();
          }
        } catch (error) {
          assert.equal((error as Error).name, "AbortError");
        }
        const left = performance.now();
        await closed;
        times.push(performance.now() - left);
      }
      assert.ok(medianOf(times) < 50, times.join(" "));
      await service.close();
    });
  }

  it("lets the server see within 50 ms of abort that nobody reads any more", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    await using server = await ScriptedServer.start(async (_, response) => {
      closed = once(response, "close");
      response.writeHead(200, STREAM);
      while (response.writable) {
        if (!response.write(event("matches", [match("a")]))) await drained(response);
        await sleep(1);
      }
    });
    const service = serviceAt(server.baseUrl);
    const times: number[] = [];
    for (let round = 0; round < 9; round++) {
      const stop = new AbortController();
      const events = service.search(QUERY, { signal: stop.signal })[Symbol.asyncIterator]();
      await events.next();
      const start = performance.now();
      stop.abort();
      await closed;
      times.push(performance.now() - start);
      await assert.rejects(
        async () => {
          while (!(await events.next()).done);
        },
        { name: "AbortError" },
      );
    }
    await service.close();
    assert.ok(medianOf(times) < 50, times.join(" "));
  });

  it("decodes nothing more of a compressed stream that is stopped", async () => {
    const many = event(
      "matches",
      Array.from({ length: 100 }, (_, index) => match(String(index))),
    );
    const body = brotliCompressSync(many.repeat(3000), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 },
    });
    await using server = await ScriptedServer.start((_, response) => {
      response.writeHead(200, { ...STREAM, "content-encoding": "br" }).end(body); // the whole body is there at once
    });
    const service = serviceAt(server.baseUrl);
    const stop = new AbortController();
    let matches: Matches | undefined;
    let atStop = 0;
    const reading = (async () => {
      for await (const found of service.search(QUERY, { signal: stop.signal })) {
        if (found.type !== "matches" || matches) continue;
        ({ matches } = found);
        atStop = matches.counts.items;
        stop.abort();
      }
    })();
    await assert.rejects(reading, { name: "AbortError" });
    const before = process.cpuUsage();
    await sleep(300);
    const { user } = process.cpuUsage(before);
    await service.close();
    const later = (matches?.counts.items ?? 0) - atStop;
    assert.ok(atStop > 0 && later < 30_000, `${later} more of 300,000`);
    assert.ok(user < 200_000, `${user / 1000} ms of processor time in the 300 ms after it`);
  });

  it("never adds to the matches of another search", async () => {
    let sent = 0;
    await using server = await ScriptedServer.start(async ({ path }, response) => {
      const text = new URL(path, "http://x").searchParams.get("q") ?? "";
      response.writeHead(200, STREAM);
      for (let count = 0; (text === "old" || count < 200) && response.writable; count++) {
        if (!response.write(event("matches", [match(`${text}${count}`)]))) await drained(response);
        if (text === "old") sent += 1;
        await sleep(0);
      }
      response.end(event("done", {}));
    });
    const service = serviceAt(server.baseUrl);
    const stop = new AbortController();
    const old = service.search({ ...QUERY, text: "old" }, { signal: stop.signal })[Symbol.asyncIterator]();
    const first = (await old.next()).value as SearchEvent;
    const oldMatches = first.type === "matches" ? first.matches : assert.fail(first.type);
    const rest = assert.rejects(
      async () => {
        while (!(await old.next()).done);
      },
      { name: "AbortError" },
    );
    const found: SearchEvent[] = [];
    let stoppedAt = { kept: 0, sent: 0 };
    for await (const next of service.search({ ...QUERY, text: "new" })) {
      found.push(next);
      if (found.length !== 3) continue;
      stop.abort();
      await rest;
      stoppedAt = { kept: oldMatches.counts.items, sent };
    }
    await service.close();
    assert.deepEqual(
      pathsOf(found),
      Array.from({ length: 200 }, (_, index) => `new${index}`),
    );
    assert.ok(stoppedAt.kept > 0 && oldMatches.counts.items === stoppedAt.kept);
    assert.ok(oldMatches.items(0, 0, Infinity).every(({ path }) => path.startsWith("old")));
    assert.ok(sent < stoppedAt.sent + 100, `${sent} of ${stoppedAt.sent}`); // the server has stopped as well
  });

  it("leaves the global dispatcher of the process alone", async () => {
    const symbols = [Symbol.for("undici.globalDispatcher.1"), Symbol.for("undici.globalDispatcher.2")];
    const read = (): unknown[] => symbols.map((symbol) => (globalThis as Record<symbol, unknown>)[symbol]);
    const before = read();
    await search((response) => response.writeHead(200, STREAM).end(event("done", {})));
    assert.deepEqual(read(), before);
  });
});
