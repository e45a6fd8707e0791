import assert from "node:assert/strict";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, it } from "mocha";
import { HttpClient } from "../../../../src/api/http/http.ts";
import type { HttpRequest } from "../../../../src/api/http/httpRequest.ts";
import { SETTINGS } from "../../../support/networkSettings.ts";

/** Somebody who behaves like this on each connection, and is told each piece that comes. */
async function listen(behave: (socket: Socket) => void): Promise<AsyncDisposable & { readonly address: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const silent = (socket: Socket) => void socket.resume();
const ends = (socket: Socket) => void socket.once("data", () => socket.end());
const resets = (socket: Socket) => void socket.once("data", () => socket.resetAndDestroy());
const garbles = (socket: Socket) => void socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
/** A proxy that opens a tunnel to somebody. */
const tunnels = (behave: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once("data", () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    behave(socket);
  });

const READ = { method: "GET", path: "/x", accept: "*/*" } as const;
const QUESTION = { method: "POST", path: "/q", json: { question: "What?" }, changes: true } as const;

/** How each kind of call is made. */
const CALLS: Readonly<Record<string, (http: HttpClient, more: Partial<HttpRequest>) => Promise<unknown>>> = {
  "a read": (http, more) => http.bytes({ ...READ, ...more }, 1000),
  "a question": (http, more) => http.json({ ...QUESTION, ...more }),
  "a search": (http, more) => http.send({ ...READ, accept: "text/event-stream", ...more }),
};

function client(baseUrl: string, proxy: string): HttpClient {
  return new HttpClient({
    baseUrl,
    client: "test 1",
    token: () => Promise.resolve("sgp_canary0123456789"),
    log: () => undefined,
    deadlines: { connectMs: 300, wholeMs: 10_000 },
    network: { settings: () => ({ ...SETTINGS, systemCertificates: false, proxy, headersMs: 5_000 }) },
  });
}

describe("a connection that is never made", () => {
  for (const [what, behave, isProxy, code] of [
    ["a proxy that says nothing", silent, true, "proxy"],
    ["a proxy that hangs up", ends, true, "proxy"],
    ["a proxy that resets the connection", resets, true, "proxy"],
    ["a proxy that answers something else", garbles, true, "proxy"],
    ["a service behind a proxy that says nothing", tunnels(silent), true, "proxy"],
    ["a service behind a proxy that hangs up", tunnels(ends), true, "insecure"],
    ["a service that says nothing", silent, false, "unreachable"],
    ["a service that hangs up", ends, false, "insecure"],
    ["a service that answers something else", garbles, false, "insecure"],
  ] as const)
    for (const [call, make] of Object.entries(CALLS)) {
      it(`is told at once, and nothing was sent: ${call}, ${what}`, async () => {
        await using other = await listen(behave);
        const http = isProxy
          ? client("https://service.test", `http://${other.address}`)
          : client(`https://${other.address}`, "");
        const startedAt = performance.now();
        await assert.rejects(make(http, {}), { code });
        assert.ok(performance.now() - startedAt < 4_000);
        await http.close();
      });
    }

  for (const what of ["the token", "the proxy"] as const)
    it(`is told in time where ${what} is never known, and nothing was sent`, async () => {
      const never = <T>() => new Promise<T>(() => undefined);
      const http = new HttpClient({
        baseUrl: "https://service.test",
        client: "test 1",
        token: () => (what === "the token" ? never() : Promise.resolve(undefined)),
        log: () => undefined,
        deadlines: { wholeMs: 200 },
        network: { settings: () => SETTINGS, ...(what === "the proxy" && { resolveProxy: () => never() }) },
      });
      for (const make of Object.values(CALLS)) await assert.rejects(make(http, {}), { code: "timeout" });
      const stop = new AbortController();
      const made = http.json({ ...QUESTION, signal: stop.signal });
      stop.abort();
      await assert.rejects(made, { name: "AbortError" });
      await http.close();
    });

  for (const [what, behave, isProxy] of [
    ["a proxy says nothing", silent, true],
    ["a service behind a proxy says nothing", tunnels(silent), true],
    ["a service says nothing", silent, false],
  ] as const)
    for (const [call, make] of Object.entries(CALLS)) {
      it(`ends as soon as it is stopped: ${call} while ${what}`, async () => {
        const connected = Promise.withResolvers<undefined>();
        await using other = await listen((socket) => {
          behave(socket);
          socket.once("data", () => {
            connected.resolve(undefined);
          });
        });
        const http = isProxy
          ? client("https://service.test", `http://${other.address}`)
          : client(`https://${other.address}`, "");
        const stop = new AbortController();
        const made = make(http, { signal: stop.signal });
        made.catch(() => undefined);
        await connected.promise;
        const stoppedAt = performance.now();
        stop.abort();
        await assert.rejects(made, { name: "AbortError" });
        assert.ok(performance.now() - stoppedAt < 100);
        await http.close();
      });
    }
});
