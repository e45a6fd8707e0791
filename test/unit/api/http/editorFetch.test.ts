import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, it } from "mocha";
import { connectionTo } from "../../../../src/api/accounts/connectionChecks.ts";
import type { Endpoint } from "../../../../src/api/http/endpoint.ts";
import { HttpClient } from "../../../../src/api/http/http.ts";
import { createService } from "../../../../src/api/service.ts";
import type { NetworkSettings } from "../../../../src/core/model/network.ts";
import { SETTINGS } from "../../../support/networkSettings.ts";
import { json, plain, ScriptedServer, type Received } from "../../../support/scriptedServer.ts";

const TOKEN = "sgp_canary0123456789";
const HOST = "http://service.test";
const NEVER = { get: () => undefined, set: () => undefined };

/** Requests to a host that only this `fetch` finds, by default with settings that make it used. */
function endpointAt(server: ScriptedServer, change: Partial<NetworkSettings> = {}, more: Partial<Endpoint> = {}) {
  const asked: string[] = [];
  const lines: string[] = [];
  const settings = () => ({ ...SETTINGS, mayProxy: false, editorFetch: [`${HOST}/`], ...change });
  const endpoint: Endpoint = {
    baseUrl: HOST,
    client: "test 1",
    token: () => Promise.resolve(TOKEN),
    log: (line) => void lines.push(line),
    network: {
      settings,
      fetch: (url, init) => {
        asked.push(url);
        return fetch(url.replace(HOST, server.baseUrl), init);
      },
    },
    ...more,
  };
  return { endpoint, settings, asked, lines };
}

const GET = { method: "GET", path: "/x", accept: "*/*" } as const;
const text = async (http: HttpClient) => new TextDecoder().decode(await http.bytes(GET, 1000));

describe("the editor's own fetch", () => {
  it("carries requests with token and headers where the settings name the service, from the next one on", async () => {
    await using server = await ScriptedServer.start(({ method }, response) => {
      if (method === "GET") plain(response, 200, "found");
      else json(response, { made: true });
    });
    let editorFetch: string[] = [];
    const { endpoint, asked, lines } = endpointAt(server);
    const network = {
      ...endpoint.network,
      settings: () => ({ ...SETTINGS, editorFetch, headers: { "x-gateway": "open" } }),
    };
    const http = new HttpClient({ ...endpoint, network });
    await assert.rejects(text(http), { code: "hostNotFound" });
    editorFetch = ["https://other.test", "not an address", `${HOST}/code`];
    assert.equal(await text(http), "found");
    assert.deepEqual(await http.json({ method: "POST", path: "/y?z=1", json: { a: "ä" } }), { made: true });
    assert.deepEqual(asked, [`${HOST}/x`, `${HOST}/y?z=1`]);
    const [, posted] = server.received;
    assert.deepEqual([posted?.body, posted?.headers["content-type"]], ['{"a":"ä"}', "application/json"]);
    for (const { headers } of server.received) {
      assert.deepEqual(
        [headers.authorization, headers["x-gateway"], headers["x-requested-with"], headers["accept-encoding"]],
        [`token ${TOKEN}`, "open", "test 1", "identity"],
      );
    }
    assert.match(lines[1] ?? "", /^GET \/x 200, 5 bytes, in \d+ ms$/);
    await http.close();
  });

  it("never takes the token to another origin, and follows redirects as our own way does", async () => {
    await using other = await ScriptedServer.start((_, response) => {
      plain(response, 200, "text");
    });
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path === "/r/-/raw/away") response.writeHead(302, { location: `${other.baseUrl}/x` }).end();
      else if (path === "/r/-/raw/moved") response.writeHead(301, { location: "/r/r/-/raw/here" }).end();
      else if (path === "/r/-/raw/wall") response.writeHead(302, { location: "/sign-in?returnTo=x" }).end();
      else if (path === "/r/-/raw/circle") response.writeHead(302, { location: path }).end();
      else if (path.includes("Service/")) response.writeHead(307, { location: "/elsewhere" }).end();
      else if (path === "/r/r/-/raw/here") plain(response, 200, "found");
      else plain(response, 404, "file does not exist");
    });
    const service = createService(endpointAt(server).endpoint, NEVER);
    const read = async (path: string) => new TextDecoder().decode(await service.readFile({ repository: "r", path }));
    assert.equal(await read("moved"), "found");
    for (const path of ["away", "wall", "circle"]) await assert.rejects(read(path), { code: "notAService" }, path);
    await assert.rejects(service.createConversation("Why?"), { code: "notAService" });
    assert.equal(other.received.length, 0);
    assert.deepEqual(
      server.received.filter(({ path }) => path === "/elsewhere"),
      [],
      "a POST is not sent on",
    );
    assert.equal(server.received.filter(({ path }) => path === "/r/-/raw/circle").length, 6);
    await service.close();
  });

  it("says nothing of a redirect that this fetch does not tell", async () => {
    await using server = await ScriptedServer.start(() => undefined);
    const { endpoint, settings } = endpointAt(server);
    const opaque = { type: "opaqueredirect", status: 0, headers: new Headers(), body: null };
    const network = {
      settings,
      fetch: () => Promise.resolve(opaque as unknown as Response),
    };
    const http = new HttpClient({ ...endpoint, network });
    await assert.rejects(text(http), { code: "notAService", message: /redirected/ });
    await http.close();
  });

  it("hands on a stream as it comes, and closes it where nobody wants more", async () => {
    const streams: ServerResponse[] = [];
    await using server = await ScriptedServer.start((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(event("matches", [{ type: "path", repository: "r", path: "a.ts" }])); // and nothing more
      streams.push(response);
    });
    const service = createService(endpointAt(server).endpoint, NEVER);
    for await (const { type } of service.search(QUERY)) {
      assert.equal(type, "matches");
      break;
    }
    await closed(streams[0]);
    const abort = new AbortController();
    await assert.rejects(
      async () => {
        for await (const found of service.search(QUERY, { signal: abort.signal }))
          if (found.type === "matches") abort.abort();
      },
      { name: "AbortError" },
    );
    await closed(streams[1]);
    await service.close();
  });

  it("says of a stream that breaks or falls silent what it says of it on our own way", async () => {
    await using server = await ScriptedServer.start(({ path }, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(event("matches", [{ type: "path", repository: "r", path: "a.ts" }]));
      if (path.includes("breaks")) setImmediate(() => response.destroy());
    });
    const { endpoint } = endpointAt(server, {}, { deadlines: { idleMs: 200 } });
    const service = createService(endpoint, NEVER);
    const codes: unknown[] = [];
    const direct = createService(
      { ...endpoint, baseUrl: server.baseUrl, network: { settings: () => SETTINGS } },
      NEVER,
    );
    for (const way of [service, direct]) {
      for (const query of ["breaks", "silent"]) {
        const types: string[] = [];
        try {
          for await (const { type } of way.search({ ...QUERY, text: query })) types.push(type);
        } catch (error) {
          codes.push([...types, (error as { code: string }).code]);
        }
      }
    }
    assert.deepEqual(codes.slice(0, 2), codes.slice(2));
    assert.deepEqual(codes.slice(0, 2), [
      ["matches", "incomplete"],
      ["matches", "timeout"],
    ]);
    await Promise.all([service.close(), direct.close()]);
  });

  it("is stopped before an answer, by a person and by the deadline, and when the service is closed", async () => {
    await using server = await ScriptedServer.start(() => undefined);
    const slow = new HttpClient(endpointAt(server, { headersMs: 100 }).endpoint);
    await assert.rejects(slow.send(GET), { code: "timeout" });
    const http = new HttpClient(endpointAt(server).endpoint);
    const abort = new AbortController();
    const sent = http.send({ ...GET, signal: abort.signal });
    setTimeout(() => abort.abort(), 50);
    await assert.rejects(sent, { name: "AbortError" });
    const last = http.send(GET);
    setTimeout(() => void http.close(), 50);
    await assert.rejects(last, { code: "unreachable" });
  });

  it("tells a host that nobody knows and one where nothing listens apart", async () => {
    await using server = await ScriptedServer.start(() => undefined);
    const { endpoint, settings } = endpointAt(server);
    const closedServer = await ScriptedServer.start(() => undefined);
    const { baseUrl } = closedServer;
    await closedServer[Symbol.asyncDispose]();
    const to = (address: string) =>
      new HttpClient({
        ...endpoint,
        network: { settings, fetch: (_, init) => fetch(address, init) },
      });
    await assert.rejects(to("http://nobody.invalid").send(GET), { code: "hostNotFound" });
    await assert.rejects(to(baseUrl).send(GET), { code: "refused", message: /ECONNREFUSED/ });
  });

  it("tells a proxy that refuses it from a service that can't be reached, as that of the editor hides it", async () => {
    await using server = await ScriptedServer.start(() => undefined);
    const refused = new DOMException("Proxy response (407) !== 200 when HTTP Tunneling", "AbortError");
    const failed = new TypeError("fetch failed", { cause: new Error("Request was cancelled.", { cause: refused }) });
    const { endpoint, settings } = endpointAt(server);
    const http = new HttpClient({ ...endpoint, network: { settings, fetch: () => Promise.reject(failed) } });
    await assert.rejects(http.send(GET), { code: "proxyUnauthorized", message: "HTTP 407" });
  });

  it("hands on what was compressed without its compression, and what it can't read as that", async () => {
    await using server = await ScriptedServer.start(({ path }, response) => {
      const encoding = path === "/x" ? "gzip" : "snail";
      response.writeHead(200, { "content-encoding": encoding }).end(gzipSync("found"));
    });
    const http = new HttpClient(endpointAt(server).endpoint);
    assert.equal(await text(http), "found");
    await assert.rejects(http.bytes({ ...GET, path: "/y" }, 1000), { code: "malformed", message: /snail/ });
    await http.close();
  });

  it("renews a token that is refused, and says no secret that a refusal repeats", async () => {
    await using server = await ScriptedServer.start(({ headers }: Received, response) => {
      const isNew = headers.authorization === "Bearer new-0123456789";
      plain(response, isNew ? 400 : 401, `You sent ${String(headers.authorization)}`);
    });
    const token = { current: () => Promise.resolve("old"), renewed: () => Promise.resolve("new-0123456789") };
    const http = new HttpClient(endpointAt(server, {}, { token: () => Promise.resolve(token) }).endpoint);
    await assert.rejects(http.send(GET), { code: "badRequest", message: "You sent Bearer [redacted]" });
    assert.equal(server.received.length, 2);
    await http.close();
  });

  it("is what a preview says it is, and what a connection can be tried with", async () => {
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path === "/__version") plain(response, 200, "7.1.0");
      else json(response, {});
    });
    const { endpoint } = endpointAt(server);
    const preview = await new HttpClient(endpoint).preview({ method: "POST", path: "/x", json: {} });
    assert.equal(preview.byEditor, true);
    const connection = connectionTo(endpointAt(server, { editorFetch: [] }).endpoint);
    const version = async (tried = connection) => {
      for await (const { detail, failure } of tried.check(["version"])) return failure?.code ?? detail;
      return undefined;
    };
    assert.equal(await version(), "hostNotFound");
    assert.deepEqual(await connection.way(), {});
    const throughEditor = connection.throughEditor();
    assert.equal(await version(throughEditor), "7.1.0");
    assert.deepEqual(await throughEditor?.way(), { byEditor: true });
    assert.equal(await throughEditor?.certificate(), undefined, "nobody goes round it");
    await Promise.all([connection.close(), throughEditor?.close()]);
  });
});

const QUERY = { text: "x", patternType: "standard", display: 10, contextLines: 0 } as const;
const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

async function closed(response: ServerResponse | undefined): Promise<void> {
  if (response && !response.destroyed) await once(response, "close");
}
