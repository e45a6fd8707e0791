import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, it } from "mocha";
import type { InterfaceName } from "../../../../src/api/conversations/conversationInterface.ts";
import { HttpClient } from "../../../../src/api/http/http.ts";
import { createService } from "../../../../src/api/service.ts";
import type { CodeSearchService } from "../../../../src/core/model/service.ts";
import { json, plain, ScriptedServer, type Received } from "../../../support/scriptedServer.ts";

const ENDPOINT = {
  client: "test 1",
  token: () => Promise.resolve(undefined),
  log: () => undefined,
  deadlines: { headersMs: 800, idleMs: 400, retryMs: 2 },
};

type Answer = (response: ServerResponse, request: Received) => void;

/** Every way in which a request may fail and sending it again might seem to help. */
const FAILURES: Readonly<Record<string, Answer>> = {
  "breaks before it answers": (response) => response.destroy(),
  "breaks within the answer": (response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"name":', () => response.destroy());
  },
  "breaks within a compressed answer": (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.write(gzipSync('{"name":"x"}').subarray(0, 20), () => response.destroy());
  },
  "never answers": () => undefined,
  "stops within the answer": (response) => {
    response.writeHead(200, { "content-type": "application/json" }).write("{");
  },
  "says 202 and nothing": (response) => response.writeHead(202).end(),
  ...Object.fromEntries(
    [408, 429, 499, 500, 502, 503, 504, 520, 522, 524].map((status): [string, Answer] => [
      `says ${status}`,
      (response) => {
        response.writeHead(status, { "retry-after": "0" }).end();
      },
    ]),
  ),
};

const CALLS: Readonly<Record<string, (service: CodeSearchService) => Promise<unknown>>> = {
  create: (service) => service.createConversation("How?"),
  "follow-up": (service) => service.addQuestion("7", "And how?"),
  cancel: (service) => service.cancelConversation("7"),
  delete: (service) => service.deleteConversation("7"),
};

const PROCESSING = {
  new: { name: "users/1/conversations/7", state: { processing: {} }, questions: [{}] },
  legacy: { id: 7, questions: [{ id: 1, question: "How?", status: "processing" }] },
};

const isRead = ({ method, path }: Received) => method === "GET" || /\/(?:Get|List)\w+$/.test(path);

for (const name of ["new", "legacy"] satisfies InterfaceName[]) {
  describe(`the ${name} interface, where it`, () => {
    for (const [words, answer] of Object.entries(FAILURES)) {
      it(`${words}, is sent what changes something once`, async () => {
        const sendOnce = async ([what, call]: readonly [string, (typeof CALLS)[string]]) => {
          await using server = await ScriptedServer.start((request, response) => {
            if (isRead(request)) json(response, PROCESSING[name]);
            else answer(response, request);
          });
          const service = createService(
            { ...ENDPOINT, baseUrl: server.baseUrl },
            { get: () => name, set: () => undefined },
          );
          await call(service).catch(() => undefined);
          assert.equal(server.received.filter((request) => !isRead(request)).length, 1, what);
          await service.close();
        };
        await Promise.all(Object.entries(CALLS).map(sendOnce)); // some wait for their deadline
      });
    }
  });
}

describe("a request that only reads", () => {
  /** Fails that many times, then answers. */
  const failing = (times: number, fail: Answer) => {
    let left = times;
    return ScriptedServer.start((request, response) => {
      if (left-- > 0) fail(response, request);
      else plain(response, 200, "found");
    });
  };
  const get = async (baseUrl: string, deadlines = {}, signal?: AbortSignal): Promise<string> => {
    const http = new HttpClient({ ...ENDPOINT, baseUrl, deadlines: { ...ENDPOINT.deadlines, ...deadlines } });
    try {
      return new TextDecoder().decode(await http.bytes({ method: "GET", path: "/x", accept: "*/*", signal }, 1000));
    } finally {
      await http.close();
    }
  };

  for (const words of ["breaks before it answers", "breaks within the answer", "says 429", "says 503", "says 522"]) {
    it(`is sent up to three times more where the service ${words}`, async () => {
      const fail = FAILURES[words];
      assert.ok(fail);
      await using passing = await failing(3, fail);
      assert.equal(await get(passing.baseUrl), "found");
      await using lasting = await failing(9, fail);
      await assert.rejects(get(lasting.baseUrl));
      assert.deepEqual([passing.received.length, lasting.received.length], [4, 4]);
    });
  }

  it("is sent once where coming back makes no sense, or where nobody said when", async () => {
    for (const [status, headers] of [
      [400, {}],
      [401, {}],
      [404, {}],
      [500, {}],
      [429, {}],
    ] as const) {
      await using server = await failing(1, (response) => response.writeHead(status, headers).end());
      await assert.rejects(get(server.baseUrl));
      assert.equal(server.received.length, 1, String(status));
    }
  });

  it("waits as long as the service says, but not past its deadline", async () => {
    const refuse: Answer = (response) => response.writeHead(503, { "retry-after": "1" }).end();
    await using server = await failing(1, refuse);
    const started = performance.now();
    assert.equal(await get(server.baseUrl, { headersMs: 20_000 }), "found");
    assert.ok(performance.now() - started >= 950, "Retry-After is heeded");
    await using impatient = await failing(1, refuse);
    await assert.rejects(get(impatient.baseUrl), ({ code, retryAt }: { code: string; retryAt?: number }) => {
      return code === "unavailable" && (retryAt ?? 0) > Date.now() - 1000;
    });
    assert.equal(impatient.received.length, 1);
  });

  it("has one deadline for all that is sent", async () => {
    let asked = 0;
    await using server = await ScriptedServer.start((_, response) => {
      if (asked++ === 0) setTimeout(() => response.destroy(), 3000);
    });
    const started = performance.now();
    await assert.rejects(get(server.baseUrl, { headersMs: 6000 }), { code: "timeout" });
    // one deadline for each try would take nine seconds; undici looks at its deadlines twice a second at most
    assert.ok(performance.now() - started < 8900, `${performance.now() - started} ms`);
    assert.equal(asked, 2);
  });

  it("is given up at once when it is stopped while it waits", async () => {
    const stop = new AbortController();
    await using server = await failing(9, (response) =>
      response.writeHead(503).end(() => setTimeout(() => stop.abort(), 50)),
    );
    const read = get(server.baseUrl, { headersMs: 60_000, retryMs: 20_000 }, stop.signal);
    await assert.rejects(read, { name: "AbortError" });
    assert.equal(server.received.length, 1);
  });
});
