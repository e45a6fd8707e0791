import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import { describe, it } from "mocha";
import { HttpClient } from "../../../../src/api/http/http.ts";
import { LinkSpeed } from "../../../../src/api/http/linkSpeed.ts";
import { createService } from "../../../../src/api/service.ts";
import { ServiceError } from "../../../../src/core/model/errors.ts";
import { ForwardProxy } from "../../../support/forwardProxy.ts";
import { SETTINGS } from "../../../support/networkSettings.ts";
import { ScriptedServer } from "../../../support/scriptedServer.ts";

const ENDPOINT = { client: "test 1", token: () => Promise.resolve(undefined), log: () => undefined };
const FLUSHED = { finishFlush: constants.Z_SYNC_FLUSH };
const ENCODINGS = [
  { name: "gzip", pack: (text: string) => gzipSync(text), unpack: (bytes: Buffer) => gunzipSync(bytes, FLUSHED) },
  {
    name: "br",
    pack: (text: string) => brotliCompressSync(text),
    unpack: (bytes: Buffer) => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  },
];

/** Whether the body ends normally, as if that were all, or the connection breaks. */
type Cut = "ends" | "breaks";

function cutting(body: () => Buffer, type: string, encoding: string, cut: Cut): Promise<ScriptedServer> {
  return ScriptedServer.start((_, response) => {
    response.writeHead(200, { "content-type": type, "content-encoding": encoding });
    if (cut === "ends") response.end(body());
    else response.write(body(), () => setImmediate(() => response.destroy()));
  });
}

for (const { name, pack, unpack } of ENCODINGS) {
  for (const cut of ["ends", "breaks"] satisfies Cut[]) {
    describe(`an answer in ${name} that ${cut} at any byte`, function () {
      this.timeout(60_000);

      it("is a failure where it is JSON, or all of it", async () => {
        const value = { conversationSummaries: [], words: "ünïcode ".repeat(3) };
        const whole = pack(JSON.stringify(value));
        let length = 0;
        await using server = await cutting(() => whole.subarray(0, length), "application/json", name, cut);
        const http = new HttpClient({ ...ENDPOINT, baseUrl: server.baseUrl });
        for (length = 1; length <= whole.length; length++) {
          const answer = await http
            .json({ method: "POST", path: "/x", json: {} })
            .catch((error: unknown) => (error instanceof ServiceError ? error.code : error));
          // If the cut is in front of the data, there is nothing at all; behind the data, nothing is missing.
          if (cut === "breaks") assert.equal(answer, "unreachable", String(length));
          else if (typeof answer === "object" || length === whole.length) assert.deepEqual(answer, value);
          else assert.ok(answer === "malformed" || answer === undefined, String(length));
        }
        await http.close();
      });

      it("is a search that is incomplete, with all that came", async () => {
        const event = (path: string) =>
          `event: matches\ndata: ${JSON.stringify([{ type: "path", repository: "r", path }])}\n\n`;
        const text = `${["a", "b", "ü", "d"].map((path) => event(path)).join("")}event: done\ndata: {}\n\n`;
        const whole = pack(text);
        let length = 0;
        await using server = await cutting(() => whole.subarray(0, length), "text/event-stream", name, cut);
        const service = createService(
          { ...ENDPOINT, baseUrl: server.baseUrl },
          { get: () => "new", set: () => undefined },
        );
        for (length = 1; length <= whole.length; length++) {
          const came = unpack(whole.subarray(0, length)).toString();
          let count = 0;
          let outcome = "done";
          try {
            const query = { text: "x", patternType: "standard", display: 10, contextLines: 0 } as const;
            for await (const event of service.search(query)) {
              if (event.type === "matches") count = event.matches.counts.items;
            }
          } catch (error) {
            outcome = error instanceof ServiceError ? error.code : String(error);
          }
          assert.equal(count, came.match(/data: \[.*\n\n/g)?.length ?? 0, `${length} of ${whole.length} bytes`);
          assert.equal(outcome, /event: done\n.*\n\n/.test(came) ? "done" : "incomplete", String(length));
        }
        await service.close();
      });
    });
  }
}

describe("compressed answers", () => {
  it("are asked for where the last large body came slowly, and no more where it did not", () => {
    const speed = new LinkSpeed();
    assert.equal(speed.acceptEncoding, "identity");
    speed.observe(1000, 5000);
    assert.equal(speed.acceptEncoding, "identity", "so few bytes say nothing");
    speed.observe(1_000_000, 1000);
    assert.equal(speed.acceptEncoding, "gzip");
    speed.observe(1_000_000, 10);
    assert.equal(speed.acceptEncoding, "identity");
  });

  it("are asked for from a slow link, from the next request on, and never from this machine", async () => {
    const bytes = randomBytes(100_000);
    await using server = await ScriptedServer.start(async ({ headers }, response) => {
      if (headers["accept-encoding"] === "gzip") {
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(bytes));
        return;
      }
      response.writeHead(200).write(bytes.subarray(0, 1000));
      await sleep(60);
      response.end(bytes.subarray(1000));
    });
    await using proxy = await ForwardProxy.start({ hosts: { "service.test": new URL(server.baseUrl).host } });
    const network = { settings: () => ({ ...SETTINGS, proxy: proxy.address }) };
    for (const [baseUrl, second] of [
      ["http://service.test", "gzip"],
      [server.baseUrl, "identity"],
    ] as const) {
      server.received.length = 0;
      const http = new HttpClient({ ...ENDPOINT, baseUrl, network });
      for (let requests = 0; requests < 2; requests++) {
        const read = await http.bytes({ method: "GET", path: "/x", accept: "*/*" }, 1_000_000);
        assert.ok(bytes.equals(read));
      }
      assert.deepEqual(
        server.received.map(({ headers }) => headers["accept-encoding"]),
        ["identity", second],
      );
      await http.close();
    }
  });
});
