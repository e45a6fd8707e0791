import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { isWindows } from "../../../support/systems.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, type RunningService } from "../runningService.ts";

/** A name that HTML writes differently, and how. */
const [oddName, escaped] = isWindows ? ["&x.txt", "&amp;x.txt"] : ["<x>.txt", "&lt;x&gt;.txt"];

describe("the local service", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let alpha: string;
  before(async () => {
    temporary = makeTemporaryFolder();
    alpha = temporary.commit(
      "code/alpha",
      {
        "src/a.ts": "old\n",
        "src/ü b+c.txt": "odd\n",
        [`src/deep/${oddName}`]: "",
        "empty.txt": "",
        "image.bin": Buffer.from([0, 255, 128]),
      },
      { remote: "https://user:canarysecret@h/o/alpha.git" },
    );
    temporary.commit("wide", { "inside/in.txt": "in\n", "outside/out.txt": "out\n" });
    writeFileSync(path.join(alpha, "src/a.ts"), "new\n");
    runGit(alpha, "clone", "--quiet", "--bare", "--template=", ".", "git-data");
    runGit(path.join(alpha, "git-data"), "config", "remote.origin.url", "https://user:canarysecret@h/o/alpha.git");
    symlinkSync("git-data/config", path.join(alpha, "bare.txt"));
    temporary.write("code/older", {
      "a.c": "int older;\n",
      ".svn/pristine/ab/ab12.svn-base": "int older;\n",
      ".hg/hgrc": "[paths]\ndefault = https://user:canarysecret@h/o/older\n",
      ".jj/repo/older": "",
    });
    temporary.write("", { "secret.txt": "secret\n" });
    symlinkSync(path.join(temporary.root, "secret.txt"), path.join(alpha, "escape.txt"));
    symlinkSync(temporary.root, path.join(alpha, "escape"));
    symlinkSync("src/a.ts", path.join(alpha, "inner.txt"));
    symlinkSync(".git/config", path.join(alpha, "config.txt"));
    service = await runService(temporary.root, [
      path.join(temporary.root, "code"),
      path.join(temporary.root, "wide/inside"),
    ]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });
  const read = async (url: string) => {
    const response = await service.get(url);
    return [response.status, await response.text()] as const;
  };
  /** Sends a path exactly as it is: fetch would normalize it. */
  const readRaw = (url: string, headers: http.OutgoingHttpHeaders = {}) =>
    new Promise<readonly [number | undefined, string]>((resolve, reject) => {
      const { port } = new URL(service.baseUrl);
      http
        .get(
          { host: "127.0.0.1", port, path: url, headers: { authorization: `token ${service.token}`, ...headers } },
          (response) => {
            let text = "";
            response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
            response.on("end", () => {
              resolve([response.statusCode, text]);
            });
          },
        )
        .on("error", reject);
    });

  it("finds nothing in what is git's own, whatever its folder is called", async () => {
    for (const query of ["canarysecret", "canarysecret type:use", "file:git-data", "/remote.*origin/ type:symbol"])
      assert.deepEqual(matchesOf(await service.search(query)), [], query);
    const ranked = { t: "codycontext", cm: "true" };
    assert.deepEqual(matchesOf(await service.search("url of the remote origin canarysecret", ranked)), []);
  });

  describe("lets in", () => {
    it("nobody without the token", async () => {
      for (const url of [
        "/.api/search/stream?q=a",
        "/.api/deepsearch/v1",
        "/h/o/alpha/-/raw/src/a.ts",
        "/api/deepsearch.v1.Service/GetConversation",
        "/other",
      ]) {
        for (const [authorization, words] of [
          [undefined, "Private mode requires authentication."],
          ["Basic abc", "Private mode requires authentication."],
          ["token wrong", "Invalid access token."],
          [`token ${service.token}x`, "Invalid access token."],
        ] as const) {
          const response = await fetch(
            service.baseUrl + url,
            authorization === undefined ? {} : { headers: { authorization } },
          );
          assert.equal(response.status, 401);
          assert.match(response.headers.get("content-type") ?? "", /^text\/plain/);
          assert.equal(await response.text(), `${words}\n`);
        }
      }
    });

    it("whoever has it, as token or bearer, and tells the version to all", async () => {
      for (const scheme of ["token", "Token", "Bearer"]) {
        assert.equal(
          (await service.get("/h/o/alpha/-/raw/empty.txt", { authorization: `${scheme} ${service.token}` })).status,
          200,
        );
      }
      assert.equal(await (await fetch(`${service.baseUrl}/__version`)).text(), "7.1.0\n");
    });

    it("no request that was sent to another name", async () => {
      assert.equal((await readRaw("/__version", { host: "evil.example" }))[0], 403);
      assert.equal((await readRaw("/__version", { host: `evil.example:${new URL(service.baseUrl).port}` }))[0], 403);
      assert.equal((await readRaw("/__version", { host: `localhost:${new URL(service.baseUrl).port}` }))[0], 200);
    });

    it("no other site's page", async () => {
      const response = await service.get("/__version", { origin: "https://evil.example" });
      assert.equal(response.status, 403);
      assert.equal(response.headers.get("access-control-allow-origin"), null);
    });
  });

  it("can lack either conversation interface", async () => {
    for (const [interfaces, hasNew, hasLegacy, version] of [
      ["new", true, false, "7.1.0"],
      ["legacy", false, true, "6.12.0"],
    ] as const) {
      const other = await runService(temporary.root, [alpha], { interfaces });
      try {
        const headers = {
          authorization: `token ${other.token}`,
          "content-type": "application/json",
          "x-requested-with": "x 1.0.0",
        };
        const fresh = await fetch(`${other.baseUrl}/api/deepsearch.v1.Service/ListConversationSummaries`, {
          method: "POST",
          headers,
          body: "{}",
        });
        const legacy = await fetch(`${other.baseUrl}/.api/deepsearch/v1`, { headers });
        assert.deepEqual([fresh.status, legacy.status], [hasNew ? 200 : 404, hasLegacy ? 200 : 404]);
        assert.match((hasNew ? legacy : fresh).headers.get("content-type") ?? "", /^text\/plain/);
        assert.equal((await (await other.get("/__version")).text()).trim(), version);
      } finally {
        await other.close();
      }
    }
  });

  it("says which methods a path takes, where it is asked with another one", async () => {
    for (const [url, allowed] of [
      ["/.api/search/stream?q=a", "GET"],
      ["/h/o/alpha/-/raw/empty.txt", "GET, HEAD"],
      ["/.api/deepsearch/v1", "GET, POST"],
      ["/.api/deepsearch/v1/1", "GET, DELETE"],
      ["/.api/deepsearch/v1/1/questions", "POST"],
      ["/.api/deepsearch/v1/1/questions/1", "GET"],
      ["/.api/deepsearch/v1/1/questions/1/cancel", "POST"],
      ["/api/deepsearch.v1.Service/GetConversation", "POST"],
      ["/.api/graphql", "POST"],
      ["/mcp", "POST"],
    ] as const) {
      const authorization = `token ${service.token}`;
      const response = await fetch(service.baseUrl + url, { method: "PATCH", headers: { authorization } });
      assert.deepEqual([response.status, response.headers.get("allow")], [405, allowed], url);
    }
  });

  describe("sends raw files", () => {
    it("without what is in them, where only their head is asked for", async () => {
      const authorization = `token ${service.token}`;
      const head = await fetch(`${service.baseUrl}/h/o/alpha/-/raw/src/a.ts`, {
        method: "HEAD",
        headers: { authorization },
      });
      assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "4", ""]);
    });

    it("as they are on disk, and as they were at a revision", async () => {
      assert.deepEqual(await read("/h/o/alpha/-/raw/src/a.ts"), [200, "new\n"]);
      assert.deepEqual(await read("/r/h/o/alpha/-/raw/src/a.ts"), [200, "new\n"]);
      assert.deepEqual(await read("/h/o/alpha@HEAD/-/raw/src/a.ts"), [200, "old\n"]);
      assert.deepEqual(await read(`/h/o/alpha@${headOf(alpha)}/-/raw/src/a.ts`), [200, "old\n"]);
      assert.deepEqual(await read("/h/o/alpha@main/-/raw/src/%C3%BC%20b+c.txt"), [200, "odd\n"]);
      assert.deepEqual(await read("/h/o/alpha/-/raw/src/%C3%BC%20b+c.txt"), [200, "odd\n"]);
      assert.deepEqual(await read("/h/o/alpha/-/raw/empty.txt"), [200, ""]);
      assert.deepEqual(await read("/h/o/alpha/-/raw/inner.txt"), [200, "new\n"]);
      assert.deepEqual(await read("/wide/-/raw/inside/in.txt"), [200, "in\n"]);
    });

    it("as plain text, whatever they are", async () => {
      const response = await service.get("/h/o/alpha/-/raw/image.bin");
      assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      assert.deepEqual(new Uint8Array(await response.arrayBuffer()), new Uint8Array([0, 255, 128]));
    });

    it("of a folder as a list of names", async () => {
      assert.deepEqual(await read("/h/o/alpha/-/raw/src/deep/"), [200, `${escaped}\n`]);
      assert.equal((await read("/h/o/alpha/-/raw/src"))[1].split("\n").sort().join(" ").trim(), "a.ts deep/ ü b+c.txt");
      assert.deepEqual(await read("/h/o/alpha@HEAD/-/raw/src"), [200, "a.ts\ndeep/\nü b+c.txt\n"]);
      assert.ok(!(await read("/h/o/alpha/-/raw/"))[1].includes(".git"));
    });

    const refused = [
      "/h/o/alpha/-/raw/none.txt",
      "/h/o/none/-/raw/src/a.ts",
      "/h/o/alpha@nope/-/raw/src/a.ts",
      "/h/o/alpha@HEAD/-/raw/none.txt",
      "/code@HEAD/-/raw/alpha/src/a.ts",
      "/h/o/alpha/-/raw/../../secret.txt",
      "/h/o/alpha/-/raw/..%2f..%2fsecret.txt",
      "/h/o/alpha/-/raw/%2e%2e/%2e%2e/secret.txt",
      "/h/o/alpha/-/raw/..%5c..%5csecret.txt",
      "/h/o/alpha/-/raw//etc/passwd",
      "/h/o/alpha/-/raw/%2fetc%2fpasswd",
      "/h/o/alpha/-/raw/src%00.txt",
      "/h/o/alpha/-/raw/%E0%A4%A",
      "/h/o/alpha/-/raw/escape.txt",
      "/h/o/alpha/-/raw/escape/secret.txt",
      "/h/o/alpha/-/raw/config.txt",
      "/h/o/alpha/-/raw/.git/config",
      "/h/o/alpha/-/raw/.GIT/config",
      "/h/o/alpha/-/raw/git-data/config",
      "/h/o/alpha/-/raw/git-data",
      "/h/o/alpha/-/raw/bare.txt",
      "/h/o/alpha/-/raw/src/../.git/config",
      "/code/-/raw/alpha/.git/config",
      "/code/-/raw/older/.hg/hgrc",
      "/code/-/raw/older/.svn/pristine/ab/ab12.svn-base",
      "/wide/-/raw/outside/out.txt",
      "/wide/-/raw/",
      "/wide@HEAD/-/raw/outside/out.txt",
      "/h/o/alpha@--output=x/-/raw/src/a.ts",
    ];
    for (const url of refused) {
      it(`never ${url}`, async () => {
        const [status, text] = await readRaw(url);
        assert.equal(status, 404);
        assert.ok(!/secret|canary|root:|out\n/.test(text));
      });
    }
  });

  it("finds nothing in what is version control's own", async () => {
    const paths = async (query: string) => matchesOf(await service.search(query)).map((match) => match["path"]);
    assert.deepEqual(await paths("older"), ["older/a.c"]);
    assert.deepEqual(await paths("canarysecret"), []);
  });

  it("rejects when its port is taken", async () => {
    await assert.rejects(runService(temporary.root, [alpha], { port: Number(new URL(service.baseUrl).port) }), {
      code: "EADDRINUSE",
    });
  });
});
