import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { describe, it } from "mocha";
import { HttpClient } from "../../../../src/api/http/http.ts";
import { createService } from "../../../../src/api/service.ts";
import { ServiceError, traceOf } from "../../../../src/core/model/errors.ts";
import { SETTINGS } from "../../../support/networkSettings.ts";
import { plain, ScriptedServer } from "../../../support/scriptedServer.ts";

const memory = { get: () => undefined, set: () => undefined };
const endpoint = (baseUrl: string, lines: string[] = []) => ({
  baseUrl,
  token: () => Promise.resolve("sgp_canary0123456789"),
  client: "test 1",
  log: (line: string) => void lines.push(line),
});

describe("requests", () => {
  it("never carry the token to another origin on a redirect", async () => {
    await using other = await ScriptedServer.start((_, response) => {
      plain(response, 200, "text");
    });
    await using server = await ScriptedServer.start((_, response) => {
      response.writeHead(302, { location: `${other.baseUrl}/x` }).end();
    });
    const service = createService(endpoint(server.baseUrl), memory);
    await assert.rejects(service.readFile({ repository: "r", path: "p" }), { code: "notAService" });
    assert.equal(other.received.length, 0);
    await service.close();
  });

  it("say that an address wants https where it leads there, and not to another host", async () => {
    let location = "";
    await using server = await ScriptedServer.start((_, response) => {
      response.writeHead(301, { location }).end();
    });
    const http = new HttpClient(endpoint(server.baseUrl));
    for (const [target, code] of [
      ["https://127.0.0.1/x", "wantsHttps"],
      ["https://127.0.0.1:8443/x", "wantsHttps"],
      ["https://login.example/x", "redirected"],
      ["http://127.0.0.1:1/x", "redirected"],
    ] as const) {
      location = target;
      for (const method of ["GET", "POST"] as const)
        await assert.rejects(http.bytes({ method, path: "/x", accept: "*/*" }, 1000), (error) => {
          assert.ok(error instanceof ServiceError);
          assert.deepEqual([error.code, error.reason?.code], ["notAService", code], target);
          if (code === "wantsHttps") assert.equal(error.reason?.values[0], new URL(target).origin);
          return true;
        });
    }
    await http.close();
  });

  it("keep the status of an answer whose encoding is unknown or broken, and an outcome that is unknown", async () => {
    let status = 500;
    let encoding = "zstd";
    await using server = await ScriptedServer.start((_, response) => {
      response
        .writeHead(status, { "content-encoding": encoding, "content-type": "application/json" })
        .end(Buffer.alloc(64, 0xff));
    });
    const http = new HttpClient(endpoint(server.baseUrl));
    const read = () => http.bytes({ method: "GET", path: "/x", accept: "*/*" }, 1000);
    const ask = () => http.json({ method: "POST", path: "/q", json: {}, changes: true });
    for (encoding of ["zstd", "gzip", "br", "gzip, zstd"]) {
      for (const [refused, code] of [
        [500, "serverError"],
        [403, "forbidden"],
      ] as const) {
        status = refused;
        await assert.rejects(read, { code }, encoding);
        await assert.rejects(ask, { code }, encoding);
      }
      status = 200;
      await assert.rejects(read, { code: "malformed" }, encoding);
      await assert.rejects(ask, { code: "unknownOutcome" }, encoding);
    }
    await http.close();
  });

  it("follow a redirect within the origin, but not to its login page and not in circles", async () => {
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path === "/r/-/raw/moved") response.writeHead(301, { location: "/r/r/-/raw/here" }).end();
      else if (path === "/r/-/raw/wall") response.writeHead(302, { location: "/sign-in?returnTo=x" }).end();
      else if (path === "/r/-/raw/circle") response.writeHead(302, { location: path }).end();
      else if (path === "/r/r/-/raw/here") plain(response, 200, "found");
      else plain(response, 404, "file does not exist");
    });
    const service = createService(endpoint(server.baseUrl), memory);
    assert.equal(new TextDecoder().decode(await service.readFile({ repository: "r", path: "moved" })), "found");
    await assert.rejects(service.readFile({ repository: "r", path: "wall" }), { code: "notAService" });
    await assert.rejects(service.readFile({ repository: "r", path: "circle" }), { code: "notAService" });
    await service.close();
  });

  it("go below the base URL's path", async () => {
    await using server = await ScriptedServer.start((_, response) => {
      plain(response, 200, "");
    });
    const service = createService(endpoint(`${server.baseUrl}/code`), memory);
    await service.readFile({ repository: "a b", path: "c d.ts", revision: "main" });
    assert.equal(server.received[0]?.path, "/code/a%20b@main/-/raw/c%20d.ts");
    await service.close();
  });

  it("say of a folder that it is one, with the names in it", async () => {
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path.endsWith("/-/raw/nest")) plain(response, 200, "a&amp;b/\nowl &lt;3.ts\n");
      else if (path.endsWith("/-/raw/nest/a%26b")) plain(response, 200, "egg.ts\n");
      else plain(response, 404, "no such file");
    });
    const service = createService(endpoint(server.baseUrl), memory);
    await assert.rejects(service.readFile({ repository: "r", path: "nest" }), {
      code: "folder",
      names: ["a&b/", "owl <3.ts"],
    });
    await service.close();
  });

  it("say of a missing file that it is missing, and of one that is too slow that it is late", async () => {
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path.includes("missing")) plain(response, 404, "no such file");
    });
    const service = createService(endpoint(server.baseUrl), memory);
    const impatient = createService({ ...endpoint(server.baseUrl), deadlines: { headersMs: 100 } }, memory);
    await assert.rejects(service.readFile({ repository: "r", path: "missing" }), { code: "notFound" });
    await assert.rejects(impatient.readFile({ repository: "r", path: "slow" }), { code: "timeout" });
    await Promise.all([service.close(), impatient.close()]);
  });

  it("say nothing of the token and the extra headers where a refusal repeats them", async () => {
    await using server = await ScriptedServer.start(({ headers }, response) => {
      plain(
        response,
        400,
        `Invalid token given: ${String(headers.authorization)}, ${String(headers["x-gateway-key"])}`,
      );
    });
    const token = "0123456789abcdef0123456789abcdef01234567";
    const network = { settings: () => ({ ...SETTINGS, headers: { "x-gateway-key": "siskin" } }) };
    const service = createService(
      { ...endpoint(server.baseUrl), token: () => Promise.resolve(token), network },
      memory,
    );
    await assert.rejects(service.readFile({ repository: "r", path: "p" }), {
      message: "Invalid token given: token [redacted], [redacted]",
    });
    await service.close();
  });

  for (const [what, body, problem] of [
    ["levels", "[".repeat(4_000_000), "tooDeep"],
    ["values", `{"questions":[${"{},".repeat(1_000_000)}{}]}`, "tooMuch"],
  ] as const) {
    it(`refuse an answer of millions of ${what} before it is parsed, and ask for it once`, async () => {
      const packed = gzipSync(body);
      await using server = await ScriptedServer.start((_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(packed);
      });
      const service = createService(endpoint(server.baseUrl), { get: () => "new", set: () => undefined });
      const failure = await service.getConversation("users/1/conversations/2").catch((error: unknown) => error);
      await service.close();
      assert.ok(failure instanceof ServiceError);
      assert.deepEqual([failure.code, failure.reason?.code], ["malformed", problem]);
      assert.equal(server.received.length, 1);
    });
  }

  it("say soon what a refusal says that never comes to its end", async () => {
    await using server = await ScriptedServer.start((_, response) => {
      response.writeHead(400, { "content-type": "text/plain" }).write("No such query.");
    });
    const service = createService(endpoint(server.baseUrl), memory);
    const started = performance.now();
    await assert.rejects(service.readFile({ repository: "r", path: "p" }), {
      code: "badRequest",
      message: "No such query.",
    });
    assert.ok(performance.now() - started < 10_000, "before the service counts as silent");
    await service.close();
  });

  it("keep with a refusal what the service calls it, in one line and without a secret", async () => {
    await using server = await ScriptedServer.start(({ headers }, response) => {
      response.setHeader("x-trace", `00-ab\t01 ${headers.authorization ?? ""}`);
      plain(response, 500, "no");
    });
    const service = createService(endpoint(server.baseUrl), memory);
    await assert.rejects(service.getConversation("users/1/conversations/2"), (error) => {
      assert.equal(traceOf(error), "00-ab 01 token [redacted]");
      assert.equal(traceOf(new Error("so", { cause: error })), traceOf(error));
      return true;
    });
    assert.equal(traceOf(new Error("so")), undefined);
    await service.close();
  });

  it("leave one line in the log each, with bytes and trace, without token, query or body", async () => {
    const lines: string[] = [];
    const body = "event: done\ndata: {}\n\n";
    await using server = await ScriptedServer.start((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "x-trace": "00-ab\t01" }).end(body);
    });
    const service = createService(endpoint(server.baseUrl, lines), memory);
    for await (const event of service.search({ text: "hush", patternType: "standard", display: 10, contextLines: 0 }))
      assert.fail(event.type);
    await service.close();
    assert.match(lines.join("\n"), /^GET \/\.api\/search\/stream 200, 22 bytes, trace 00-ab 01, in \d+ ms$/);
    await assert.rejects(
      createService(endpoint("http://127.0.0.1:1", lines), memory).readFile({ repository: "r", path: "p" }),
    );
    assert.match(lines[1] ?? "", /^GET \/r\/-\/raw\/p refused in \d+ ms$/);
  });
});
