import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { createService } from "../../../src/api/service.ts";
import type { SearchEvent, SearchQuery } from "../../../src/core/search.ts";
import type { CodeSearchService } from "../../../src/core/service.ts";
import { plain, ScriptedServer } from "../../support/scriptedServer.ts";

const QUERY: SearchQuery = { text: "parse file", patternType: "keyword" };
const STREAM = { "content-type": "text/event-stream" };
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

/** Runs a search against a server that answers like this, and closes both. */
async function search(
  answer: (response: ServerResponse) => unknown,
  { query = QUERY, deadlines = {} }: { query?: SearchQuery; deadlines?: object } = {},
): Promise<{
  events: SearchEvent[];
  failure: unknown;
  request: string | undefined;
  authorization: string | undefined;
}> {
  await using server = await ScriptedServer.start(async (_, response) => {
    await answer(response);
  });
  const service = serviceAt(server.baseUrl, deadlines);
  const events: SearchEvent[] = [];
  let failure: unknown;
  try {
    for await (const found of service.search(query)) events.push(found);
  } catch (error) {
    failure = error;
  }
  await service.close();
  return {
    events,
    failure,
    request: server.received[0]?.path,
    authorization: server.received[0]?.headers.authorization,
  };
}

const codeOf = (failure: unknown): unknown => (failure as { code?: unknown } | undefined)?.code;

describe("search over the stream", () => {
  it("asks with all parameters and the token", async () => {
    const { request, authorization } = await search((response) =>
      response.writeHead(200, STREAM).end(event("done", {})),
    );
    const parameters = Object.fromEntries(new URL(request ?? "", "http://x").searchParams);
    assert.deepEqual(parameters, {
      q: "parse file",
      v: "V3",
      t: "keyword",
      cm: "true",
      cl: "0",
      "max-line-len": "5120",
    });
    assert.equal(authorization, "token secret");
  });

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
      ["matches", "filters", "matches", "progress", "alert", "error"],
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
    let secondSent = false;
    await using server = await ScriptedServer.start(async (_, response) => {
      response.writeHead(200, STREAM);
      response.write(event("matches", [match("a")]));
      await sleep(300);
      secondSent = true;
      response.end(event("done", {}));
    });
    const service = serviceAt(server.baseUrl);
    for await (const found of service.search(QUERY)) {
      assert.equal(found.type, "matches");
      assert.equal(secondSent, false);
    }
    await service.close();
  });

  it("says that a stream without done is incomplete, and keeps what came", async () => {
    const { events, failure } = await search((response) =>
      response.writeHead(200, STREAM).end(event("matches", [match("a")])),
    );
    assert.equal(events.length, 1);
    assert.equal(codeOf(failure), "incomplete");
  });

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

  for (const [status, body, type, code] of [
    [401, "Invalid access token.", "text/plain", "unauthorized"],
    [403, "no", "text/plain", "forbidden"],
    [404, "no route", "text/plain", "unsupported"],
    [429, "slow down", "text/plain", "rateLimited"],
    [503, "<html>", "text/html", "serverError"],
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
      { code: "unreachable" },
    );
    await service.close();
  });

  for (const [how, leave] of [
    ["leaving the loop", undefined],
    ["aborting", new AbortController()],
  ] as const) {
    it(`closes the socket on ${how}`, async () => {
      let closed: Promise<unknown> | undefined;
      await using server = await ScriptedServer.start((_, response) => {
        closed = new Promise((resolve) => response.on("close", resolve));
        response.writeHead(200, STREAM).write(event("matches", [match("a")]));
      });
      const service = serviceAt(server.baseUrl);
      try {
        for await (const found of service.search(QUERY, leave && { signal: leave.signal })) {
          assert.equal(found.type, "matches");
          if (!leave) break;
          leave.abort();
        }
      } catch (error) {
        assert.equal((error as Error).name, "AbortError");
      }
      assert.ok(closed);
      await closed;
      await service.close();
    });
  }

  it("leaves the global dispatcher of the process alone", async () => {
    const symbols = [Symbol.for("undici.globalDispatcher.1"), Symbol.for("undici.globalDispatcher.2")];
    const read = (): unknown[] => symbols.map((symbol) => (globalThis as Record<symbol, unknown>)[symbol]);
    const before = read();
    await search((response) => response.writeHead(200, STREAM).end(event("done", {})));
    assert.deepEqual(read(), before);
  });
});
