import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { once } from "node:events";
import { createServer as createSilentServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { HttpClient } from "../../../../src/api/http/http.ts";
import type { NetworkSettings } from "../../../../src/core/model/network.ts";
import { ForwardProxy } from "../../../support/forwardProxy.ts";
import { SETTINGS } from "../../../support/networkSettings.ts";
import { plain, ScriptedServer } from "../../../support/scriptedServer.ts";
import { SocksProxy } from "../../../support/socksProxy.ts";

const SUPPORT = fileURLToPath(new URL("../../../support/", import.meta.url));

function client(baseUrl: string, settings: () => Partial<NetworkSettings>, lines: string[] = []): HttpClient {
  return new HttpClient({
    baseUrl,
    client: "test 1",
    token: () => Promise.resolve("sgp_canary0123456789"),
    log: (line) => void lines.push(line),
    network: { settings: () => ({ ...SETTINGS, ...settings() }) },
  });
}

async function get(http: HttpClient): Promise<string> {
  return new TextDecoder().decode(await http.bytes({ method: "GET", path: "/x", accept: "*/*" }, 1000));
}

/** Answers everything with `found`, over TLS with one of the test's certificates. */
async function tlsServer(certificate: string): Promise<{ readonly host: string; close(): void }> {
  const read = (file: string) => readFileSync(`${SUPPORT}certificates/${file}`);
  // With this, a server may have a certificate that no client should accept.
  const options = { key: read(`${certificate}.key`), cert: read(`${certificate}.pem`), ciphers: "DEFAULT@SECLEVEL=0" };
  const server = createServer(options, (_, response) => {
    response.end("found");
  });
  server.on("tlsClientError", () => undefined); // refusing it is what most of these tests are about
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What another process receives, which trusts the test authority if wanted: the answer, or the error's code. */
async function requestFromProcess(baseUrl: string, settings: Partial<NetworkSettings>, trusts = true): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${SUPPORT}requestOnce.ts`, baseUrl, JSON.stringify(settings)],
    { env: { ...process.env, ...(trusts && { NODE_EXTRA_CA_CERTS: `${SUPPORT}certificates/ca.pem` }) } },
  );
  return stdout;
}

describe("a proxy", () => {
  const answering = () =>
    ScriptedServer.start((_, response) => {
      plain(response, 200, "found");
    });
  const hostOf = (server: ScriptedServer): string => new URL(server.baseUrl).host;

  it("carries requests to a host that only it knows", async () => {
    await using server = await answering();
    await using proxy = await ForwardProxy.start({ hosts: { "service.test": hostOf(server) } });
    const http = client("http://service.test", () => ({ proxy: `http://${proxy.address}` }));
    assert.equal(await get(http), "found");
    assert.deepEqual(proxy.received, ["GET http://service.test/x"]);
    assert.equal(server.received[0]?.headers["proxy-authorization"], undefined);
    await http.close();
  });

  it("gets its password from its address or from the setting, and is told apart from a service when it wants one", async () => {
    await using server = await answering();
    await using proxy = await ForwardProxy.start({
      hosts: { "service.test": hostOf(server) },
      credentials: "ann:se cret",
    });
    const withAddress = client("http://service.test", () => ({ proxy: `http://ann:se%20cret@${proxy.address}` }));
    assert.equal(await get(withAddress), "found");
    const proxyAuthorization = `Basic ${Buffer.from("ann:se cret").toString("base64")}`;
    const withSetting = client("http://service.test", () => ({ proxy: proxy.address, proxyAuthorization }));
    assert.equal(await get(withSetting), "found");
    const without = client("http://service.test", () => ({ proxy: proxy.address }));
    await assert.rejects(get(without), { code: "proxyUnauthorized" });
    const secure = client("https://service.test", () => ({ proxy: proxy.address }));
    await assert.rejects(get(secure), { code: "proxyUnauthorized" });
    await Promise.all([withAddress, withSetting, without, secure].map((http) => http.close()));
  });

  it("that can't be reached, can't reach the service, or is none, is said to be what is wrong", async () => {
    await using proxy = await ForwardProxy.start({ hosts: {} });
    const closed = await ScriptedServer.start(() => undefined);
    const nobody = new URL(closed.baseUrl).host;
    await closed[Symbol.asyncDispose]();
    for (const address of [nobody, proxy.address, "ftp://x", "http://", "http://%zz@x", "socks5://a:%@x"]) {
      const http = client("https://service.test", () => ({ proxy: address }));
      await assert.rejects(get(http), { code: "proxy" }, address);
      await http.close();
    }
  });

  it("tunnels what is encrypted", async () => {
    const server = await tlsServer("good");
    await using proxy = await ForwardProxy.start({ hosts: { "service.test": server.host } });
    const settings = { proxy: `http://${proxy.address}` };
    assert.equal(await requestFromProcess("https://service.test", settings), "found");
    assert.deepEqual(proxy.received, ["CONNECT service.test:443"]);
    server.close();
  });

  for (const scheme of ["socks5", "socks5h", "socks"])
    for (const [who, credentials] of [
      ["everybody", undefined],
      ["who has a password", "ann:se@cret"],
    ] as const)
      it(`that is one of SOCKS carries what is encrypted and what is not: ${scheme}, for ${who}`, async () => {
        await using plainServer = await answering();
        const secure = await tlsServer("good");
        const hosts = { "plain.test": hostOf(plainServer), "service.test": secure.host };
        await using proxy = await SocksProxy.start({ hosts, ...(credentials !== undefined && { credentials }) });
        const login = credentials === undefined ? "" : "ann:se%40cret@";
        const settings = { proxy: `${scheme}://${login}${proxy.address}` };
        assert.equal(await requestFromProcess("https://service.test", settings), "found");
        const http = client("http://plain.test", () => settings);
        assert.equal(await get(http), "found");
        assert.deepEqual(proxy.received, ["service.test:443", "plain.test:80"]);
        await http.close();
        secure.close();
      });

  it("that is one of SOCKS is what is wrong where it refuses, is none, or says nothing", async () => {
    await using proxy = await SocksProxy.start({ hosts: {}, credentials: "ann:secret" });
    await using other = await ForwardProxy.start({ hosts: {} });
    const silent = createSilentServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const nothing = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    for (const [address, code] of [
      [`ann:secret@${proxy.address}`, "proxy"],
      [`ann:wrong@${proxy.address}`, "proxyUnauthorized"],
      [proxy.address, "proxyUnauthorized"],
      [other.address, "proxy"],
      [nothing, "proxy"],
      ["127.0.0.1:1", "proxy"],
    ] as const)
      for (const target of ["https://service.test", "http://service.test"]) {
        const http = new HttpClient({
          baseUrl: target,
          client: "test 1",
          token: () => Promise.resolve(undefined),
          log: () => undefined,
          deadlines: { connectMs: 500 },
          network: { settings: () => ({ ...SETTINGS, proxy: `socks5://${address}` }) },
        });
        await assert.rejects(get(http), { code }, `${target} by ${address}`);
        await assert.rejects(http.json({ method: "POST", path: "/q", json: {}, changes: true }), { code });
        await http.close();
      }
    silent.close();
  });

  it("is changed, and left out, from the next request on", async () => {
    await using first = await ScriptedServer.start((_, response) => {
      plain(response, 200, "first");
    });
    await using second = await ScriptedServer.start((_, response) => {
      plain(response, 200, "second");
    });
    await using one = await ForwardProxy.start({ hosts: { "service.test": hostOf(first) } });
    await using two = await ForwardProxy.start({ hosts: { "service.test": hostOf(second) } });
    let settings: Partial<NetworkSettings> = { proxy: one.address };
    const http = client("http://service.test", () => settings);
    assert.equal(await get(http), "first");
    settings = { proxy: two.address };
    assert.equal(await get(http), "second");
    for (const direct of [{ noProxy: ["service.test"] }, { mayProxy: false }]) {
      settings = { proxy: two.address, ...direct };
      await assert.rejects(get(http), { code: "hostNotFound" });
    }
    await http.close();
  });

  it("is the one that the editor's resolver names, where no setting does", async () => {
    await using server = await answering();
    await using proxy = await ForwardProxy.start({ hosts: { "service.test": hostOf(server) } });
    const http = new HttpClient({
      baseUrl: "http://service.test",
      client: "test 1",
      token: () => Promise.resolve(undefined),
      log: () => undefined,
      network: {
        settings: () => SETTINGS,
        resolveProxy: (url) => Promise.resolve(`${url && "http://"}${proxy.address}`),
      },
    });
    assert.equal(await get(http), "found");
    await http.close();
  });

  it("is never used for this machine itself", async () => {
    await using server = await answering();
    const http = client(server.baseUrl, () => ({ proxy: "http://127.0.0.1:1" }));
    assert.equal(await get(http), "found");
    await http.close();
  });
});

describe("extra headers", () => {
  it("go with every request, and never in place of ours", async () => {
    await using server = await ScriptedServer.start((_, response) => {
      plain(response, 200, "found");
    });
    const http = client(server.baseUrl, () => ({ headers: { "X-Gateway": "open" } }));
    await get(http);
    const headers = server.received[0]?.headers;
    assert.deepEqual([headers?.["x-gateway"], headers?.authorization], ["open", "token sgp_canary0123456789"]);
    await http.close();
  });
});

describe("certificates", () => {
  async function request(name: string, settings: Partial<NetworkSettings> = {}, trusts = true): Promise<string> {
    const server = await tlsServer(name);
    try {
      return await requestFromProcess(`https://${server.host.replace("127.0.0.1", "localhost")}`, settings, trusts);
    } finally {
      server.close();
    }
  }

  it("of an authority in NODE_EXTRA_CA_CERTS are trusted, with and without those of the system", async () => {
    assert.equal(await request("good"), "found");
    assert.equal(await request("good", { systemCertificates: false }), "found");
  });

  it("are told apart by what is wrong with them", async () => {
    const told = await Promise.all([
      request("good", {}, false),
      request("selfSigned"),
      request("expired"),
      request("wrongHost"),
      request("weak"),
      request("otherPurpose"),
    ]);
    assert.deepEqual(told, [
      "certificateUntrusted",
      "certificateUntrusted",
      "certificateExpired",
      "certificateWrongHost",
      "certificateRefused",
      "certificateRefused",
    ]);
  });

  it("are not looked at where the editor's settings say so", async () => {
    assert.equal(await request("selfSigned", { strictTls: false }), "found");
  });

  it("are not what is wrong where somebody speaks no TLS at all", async () => {
    await using server = await ScriptedServer.start((_, response) => {
      plain(response, 200, "found");
    });
    const http = client(server.baseUrl.replace("http:", "https:"), () => ({}));
    await assert.rejects(get(http), { code: "insecure" });
    await http.close();
  });
});

describe("a host", () => {
  it("that is this machine is reached by either of its addresses", async () => {
    for (const address of ["127.0.0.1", "::1"]) {
      const server = createPlainServer((_, response) => response.end("found")).listen(0, address);
      await once(server, "listening");
      const http = client(`http://localhost:${(server.address() as AddressInfo).port}`, () => ({}));
      assert.equal(await get(http), "found", address);
      await http.close();
      server.close();
    }
  });

  it("that nobody knows, and one where nothing listens, are told apart", async () => {
    const unknown = client("http://nobody.invalid", () => ({ mayProxy: false }));
    await assert.rejects(get(unknown), { code: "hostNotFound" });
    const closed = await ScriptedServer.start(() => undefined);
    const { baseUrl } = closed;
    await closed[Symbol.asyncDispose]();
    const refused = client(baseUrl, () => ({}));
    await assert.rejects(get(refused), { code: "refused" });
    await Promise.all([unknown.close(), refused.close()]);
  });
});
