import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createGzip, type Gzip } from "node:zlib";
import { describe, it } from "mocha";
import { createService } from "../../../../src/api/service.ts";
import { SETTINGS } from "../../../support/networkSettings.ts";
import { ScriptedServer } from "../../../support/scriptedServer.ts";

/** Long enough for headers to arrive even on a busy machine. */
const headersMs = 600;
const deadlines = { headersMs, wholeMs: 700, retryMs: 1 };
const memory = { get: () => "new" as const, set: () => undefined };
const serviceAt = (baseUrl: string, editorFetch: readonly string[] = []) =>
  createService(
    {
      baseUrl,
      token: () => Promise.resolve("sgp_canary0123456789"),
      client: "test 1",
      log: () => undefined,
      deadlines,
      network: { settings: () => ({ ...SETTINGS, headersMs, editorFetch }), fetch },
    },
    memory,
  );

/** Never pauses, and never ends. */
async function drip(response: ServerResponse, packed?: Gzip): Promise<void> {
  while (!response.destroyed) {
    (packed ?? response).write(" ");
    packed?.flush();
    await sleep(20);
  }
}

describe("the deadline of an answer as a whole", () => {
  const question = (service: ReturnType<typeof serviceAt>) => service.createConversation("Why?");
  const list = (service: ReturnType<typeof serviceAt>) => service.listConversations();
  const file = (service: ReturnType<typeof serviceAt>) => service.readFile({ repository: "r", path: "p" });
  const search = async (service: ReturnType<typeof serviceAt>) => {
    const query = { text: "x", patternType: "keyword", display: 1, contextLines: 0 } as const;
    for await (const event of service.search(query)) assert.fail(event.type);
  };
  const json = { "content-type": "application/json" };
  for (const [what, ask, status, headers, code] of [
    ["a JSON answer", list, 200, json, "timeout"],
    ["a file", file, 200, { "content-type": "text/plain" }, "timeout"],
    ["a compressed answer", list, 200, { ...json, "content-encoding": "gzip" }, "timeout"],
    ["the answer to a question", question, 200, json, "unknownOutcome"],
    ["an error", list, 400, json, "badRequest"],
    ["a refused search", search, 403, json, "forbidden"],
    ["a redirect", file, 302, { location: "/elsewhere" }, "timeout"],
  ] as const) {
    it(`ends ${what} that comes a byte at a time`, async () => {
      await using server = await ScriptedServer.start(async (_, response) => {
        response.writeHead(status, headers);
        const packed = "content-encoding" in headers ? createGzip() : undefined;
        packed?.pipe(response);
        await drip(response, packed);
      });
      const service = serviceAt(server.baseUrl);
      await assert.rejects(ask(service), { code });
      await service.close();
      assert.equal(server.received.length, 1);
    });
  }

  it("ends what comes by the editor's own fetch, too", async () => {
    await using server = await ScriptedServer.start(async (_, response) => {
      response.writeHead(200, json);
      await drip(response);
    });
    const service = serviceAt(server.baseUrl, [server.baseUrl]);
    await assert.rejects(list(service), { code: "timeout" });
    await service.close();
  });

  it("gives what is large a second more for each 64 kB", async () => {
    await using server = await ScriptedServer.start(async (_, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      for (let piece = 0; piece < 12; piece++) {
        response.write(Buffer.alloc(64 * 1024, "x"));
        await sleep(180);
      }
      response.end();
    });
    const service = serviceAt(server.baseUrl);
    assert.equal((await file(service)).length, 12 * 64 * 1024); // three times as long as a small file may take
    await service.close();
  });

  it("leaves a stream alone once it has begun", async () => {
    await using server = await ScriptedServer.start(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let beat = 0; beat < 10; beat++) {
        response.write('event: progress\ndata: {"matchCount":1}\n\n');
        await sleep(100);
      }
      response.end("event: done\ndata: {}\n\n");
    });
    const service = serviceAt(server.baseUrl);
    let beats = 0;
    const query = { text: "x", patternType: "keyword", display: 1, contextLines: 0 } as const;
    for await (const event of service.search(query)) beats += event.type === "progress" ? 1 : 0;
    assert.equal(beats, 10);
    await service.close();
  });
});
