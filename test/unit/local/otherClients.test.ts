import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../git/temporaryRepositories.ts";
import { runService, type Json, type RunningService } from "./runningService.ts";
import { ScriptedAnswers } from "./conversations/scriptedAnswers.ts";

describe("other people's clients of the local service", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    const alpha = temporary.commit(
      "code/alpha",
      { "README.md": "# Alpha\n", "src/a.ts": "const needle = 1;\n", "src/changed.ts": "old\n" },
      { remote: "https://h.example/o/alpha" },
    );
    writeFileSync(path.join(alpha, "src/changed.ts"), "new needle\n");
    service = await runService(temporary.root, [path.join(temporary.root, "code")], {
      findAnswer: new ScriptedAnswers().find,
    });
  });
  after(async () => {
    await service.close();
    temporary.remove();
  });

  const send = async (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
  ): Promise<readonly [status: number, body: Json]> => {
    const response = await fetch(service.baseUrl + url, {
      method: "POST",
      headers: { authorization: `token ${service.token}`, "content-type": "application/json", ...headers },
      body: body as BodyInit,
    });
    return [response.status, (await response.json()) as Json];
  };

  describe("a compressed request", () => {
    const LIST = "/api/deepsearch.v1.Service/ListConversationSummaries";

    it("is read, whichever of gzip, deflate and br it is compressed with", async () => {
      const bad = JSON.stringify({ pageSize: -1 });
      for (const [encoding, body] of [
        ["gzip", gzipSync(bad)],
        ["GZIP", gzipSync(bad)],
        ["x-gzip", gzipSync(bad)],
        ["deflate", deflateSync(bad)],
        ["br", brotliCompressSync(bad)],
        ["identity", Buffer.from(bad)],
      ] as const) {
        const [status, { message }] = await send(LIST, { "content-encoding": encoding }, body);
        assert.deepEqual([status, message], [400, "pageSize must be a whole number."], encoding);
      }
      assert.equal((await send(LIST, { "content-encoding": "gzip" }, gzipSync("{}")))[0], 200);
    });

    it("that is no such thing, or of another kind, is refused", async () => {
      for (const [encoding, body] of [
        ["gzip", Buffer.from("{}")],
        ["gzip", gzipSync("{}".padEnd(1000)).subarray(0, -9)],
        ["br", gzipSync("{}")],
        ["compress", Buffer.from("{}")],
        ["constructor", Buffer.from("{}")],
        ["gzip, gzip", gzipSync(gzipSync("{}"))],
      ] as const) {
        const [status, { code }] = await send(LIST, { "content-encoding": encoding }, body);
        assert.deepEqual([status, code], [400, "invalid_argument"], encoding);
      }
    });

    it("that would grow beyond what fits is not unpacked any further", async () => {
      const bomb = Buffer.alloc(64 * 1024 * 1024, " ");
      for (const [encoding, body] of [
        ["gzip", gzipSync(bomb)],
        ["br", brotliCompressSync(bomb)],
      ] as const) {
        assert.ok(body.length < 1024 * 1024);
        const before = process.memoryUsage().rss;
        const [status, { message }] = await send(LIST, { "content-encoding": encoding }, body);
        assert.deepEqual([status, message], [400, "The request is too long."]);
        assert.ok(process.memoryUsage().rss - before < 48 * 1024 * 1024);
      }
    });
  });
});
