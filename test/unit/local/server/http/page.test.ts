import assert from "node:assert/strict";
import { request } from "node:http";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, textOf, type RunningService } from "../../runningService.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const TOKEN = "01234567-89ab-4def-8123-456789abcdef";

describe("the page of the local service", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    temporary.commit("code/alpha", { "src/a.ts": "canary\n" }, { remote: "https://h.example/o/alpha" });
    service = await runService(temporary.root, [path.join(temporary.root, "code")]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  /** Without a token, and without what fetch would do to an address. */
  const open = (url: string, headers: Readonly<Record<string, string>> = BROWSER, method = "GET", target = service) =>
    new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }>((resolve, reject) => {
      const { port } = new URL(target.baseUrl);
      request({ host: "127.0.0.1", port, path: url, method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      })
        .on("error", reject)
        .end();
    });
  const linkIn = (text: string) => {
    const [, href = ""] = /<a href="([^"]*)">/.exec(text) ?? [];
    const url = new URL(href.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&"));
    return [url.href.split("?", 1)[0], url.searchParams.get("link")];
  };

  it("is at every address that is handed out, whether anything is there or not", async () => {
    for (const url of [
      "/h.example/o/alpha/-/blob/src/a.ts?L1-2",
      "/h.example/o/none@main/-/blob/none.ts#L1",
      "/h.example/o/alpha/-/commit/0123456789",
      "/h.example/o/alpha@main/-/tree/src",
      "/search?q=one+two&patternType=regexp",
      "/deepsearch",
      `/deepsearch/${TOKEN}`,
      `/deepsearch/shared/${TOKEN}`,
    ]) {
      for (const headers of [BROWSER, { accept: "*/*" }]) {
        const { status, text } = await open(url, headers);
        assert.equal(status, 200, url);
        assert.deepEqual(linkIn(text), ["vscode://plumbline.plumbline/open", service.baseUrl + url.replace(/#.*/, "")]);
      }
    }
    for (const url of ["/h.example/o/alpha", "/h.example/o/none", "/", "/h.example/o/alpha@main"])
      assert.equal((await open(url)).status, 200, url);
    const { text } = await open("//h.example/o/alpha/-/blob/src/a.ts");
    assert.deepEqual(linkIn(text)[1], `${service.baseUrl}/h.example/o/alpha/-/blob/src/a.ts`);
  });

  it("is the same for all of them but for its link, and says nothing of what is there", async () => {
    const texts = await Promise.all(
      ["/h.example/o/alpha/-/blob/src/a.ts", "/h.example/o/none", "/search?q=canary"].map(
        async (url) => (await open(url)).text,
      ),
    );
    const [first, ...others] = texts.map((text) => text.replace(/href="[^"]*"/, ""));
    for (const other of others) assert.equal(other, first);
    assert.doesNotMatch(first ?? "", /canary|alpha|<script|<form|<img|http/);
  });

  it("runs nothing, loads nothing, is framed nowhere, and gives nothing away", async () => {
    const { headers } = await open("/search?q=a");
    const policy = textOf(headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/=]+'; .*frame-ancestors 'none'$/);
    assert.equal(headers["set-cookie"], undefined);
    assert.equal(headers["access-control-allow-origin"], undefined);
    assert.deepEqual(
      ["referrer-policy", "x-content-type-options", "x-frame-options", "cache-control"].map((name) => headers[name]),
      ["no-referrer", "nosniff", "DENY", "no-store"],
    );
    const { text } = await open("/search?q=a");
    assert.ok(!text.includes(service.token));
  });

  it("is not written by its address", async () => {
    for (const url of [
      `/search?q="><script>alert(1)</script>`,
      `/x/-/blob/"onclick="alert(1)`,
      "/x/-/blob/$&$`'%22%3Cscript%3E",
      "/search?q=javascript:alert(1)&amp;link=x&link=https://evil.example",
    ]) {
      const { text } = await open(url);
      assert.equal(text.match(/<[a-z]+/g)?.join(" "), (await open("/search")).text.match(/<[a-z]+/g)?.join(" "));
      assert.deepEqual(linkIn(text), ["vscode://plumbline.plumbline/open", service.baseUrl + url]);
    }
  });

  it("leads to the editor that started the service", async () => {
    const openUri = "codium-insiders://plumbline.plumbline/open?windowId=3";
    const other = await runService(temporary.root, [], { openUri });
    try {
      const { text } = await open("/search?q=a", BROWSER, "GET", other);
      assert.match(text, /href="codium-insiders:\/\/plumbline\.plumbline\/open\?windowId=3&amp;link=http/);
      assert.equal(linkIn(text)[1], `${other.baseUrl}/search?q=a`);
    } finally {
      await other.close();
    }
  });

  it("leads nowhere if no link can lead to the editor", async () => {
    const other = await runService(temporary.root, [], { openUri: "" });
    try {
      const { status, text } = await open("/search?q=a", BROWSER, "GET", other);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<a\b/);
    } finally {
      await other.close();
    }
  });

  it("takes the place of no interface, and of nothing that was not asked for by a browser", async () => {
    for (const [url, status] of [
      ["/h.example/o/alpha/-/raw/src/a.ts", 401],
      ["/.api/search/stream?q=a", 401],
      ["/.api/graphql", 401],
      ["/.api/other", 401],
      ["/api/deepsearch.v1.Service/GetConversation", 401],
      ["/.well-known/openid-configuration", 401],
      ["/.auth/idp/oauth/token", 401],
      ["/favicon.ico", 401],
    ] as const)
      assert.equal((await open(url)).status, status, url);
    assert.equal((await open("/h.example/o/alpha", { accept: "*/*" })).status, 401);
    assert.equal((await open("/search?q=a", BROWSER, "POST")).status, 401);
    assert.equal((await open("/search?q=a", { ...BROWSER, host: "evil.example" })).status, 403);
    const head = await open("/search?q=a", BROWSER, "HEAD");
    assert.deepEqual([head.status, head.text], [200, ""]);
  });

  it("leaves no name and no token in the log", async () => {
    await open(`/deepsearch/${TOKEN}`);
    await open("/h.example/o/alpha/-/blob/src/a.ts");
    await open("/h.example/o/alpha");
    assert.ok(service.logged.some((line) => line.includes("GET /… 200")));
    assert.doesNotMatch(service.logged.join("\n"), /alpha|01234567/);
  });
});
