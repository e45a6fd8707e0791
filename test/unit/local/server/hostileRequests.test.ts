import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { isWindows } from "../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { runService, type RunningService } from "../runningService.ts";

const SECRET = "what is outside of the folders";

/** Ways to write one step upwards, and the separators between two of them. */
const STEPS =
  "..|%2e%2e|%2E.|.%2e|%252e%252e|..;|%c0%ae%c0%ae|%uff0e%uff0e|\u002e\u002e%00|...|....|%2e%2e%20|..%09".split("|");
const SEPARATORS = ["/", "%2f", "%5c", "\\", "//", "%252f", "/./"];
const TARGETS = ["outside.txt", "repo/.git/config", "etc/passwd"];

/** Values that should name this service and don't; all are sent with its token. */
const HOSTS: readonly (string | null)[] = [
  null, // no such header at all
  "",
  " ",
  "evil.example",
  "evil.example:PORT",
  "127.0.0.1",
  "127.0.0.1:1",
  "127.0.0.1.evil.example:PORT",
  "evil.example@127.0.0.1:PORT",
  "127.0.0.1:PORT@evil.example",
  "127.0.0.1:PORT, evil.example",
  "127.0.0.1:PORT/",
  "[::1]:PORT",
  "0.0.0.0:PORT",
  "2130706433:PORT",
  "localhost.:PORT",
  "localhost:0PORT",
];
const PATHS = ["/.api/client-config", "/.api/search/stream?q=x", "/repo/-/raw/inside.txt", "/.api/graphql"];
const CONTROLS = ["%00", "%0d%0aSet-Cookie:%20a=b", "%0a", "%7f", "%ff", "%", "%2", "%zz", "%ed%a0%80", "%u0000"];

const climbing = STEPS.flatMap((step) =>
  SEPARATORS.flatMap((separator) =>
    TARGETS.map((target) => `/repo/-/raw/${[step, step, step, step, target].join(separator)}`),
  ),
);
const odd = CONTROLS.flatMap((control) => [
  `/repo/-/raw/inside.txt${control}`,
  `/repo/-/raw/${control}inside.txt`,
  `/repo${control}/-/raw/inside.txt`,
  `/repo@${control}/-/raw/outside.txt`,
  `/repo/-/raw/.git${control}/config`,
]);
const ofGit = [
  ".git/config",
  ".GIT/config",
  ".git%2fconfig",
  "./.git/config",
  "link/../.git/config",
  "link",
  "link/",
  "%2eGit/HEAD",
].map((name) => `/repo/-/raw/${name}`);

describe("the local service, sent what no client of ours sends", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let port: number;
  before(async () => {
    temporary = makeTemporaryFolder();
    temporary.write(".", { "outside.txt": SECRET });
    const root = temporary.commit("repo", { "inside.txt": "inside" });
    symlinkSync(path.join(temporary.root, "outside.txt"), path.join(root, "link"));
    service = await runService(temporary.root, [root]);
    port = Number(new URL(service.baseUrl).port);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  /** Everything that comes back until the service closes the connection. */
  const send = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes, "latin1")));
      socket.setTimeout(8_000, () => socket.destroy(new Error(`No answer to ${JSON.stringify(bytes)}`)));
      socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
      socket.on("close", () => {
        resolve(answer);
      });
      socket.on("error", (error) => {
        if ("code" in error && error.code === "ECONNRESET") resolve(answer);
        else reject(error);
      });
    });
  const get = (
    target: string,
    host: string | null = "127.0.0.1:PORT",
    more = `Authorization: token ${service.token}\r\n`,
  ) => {
    const hostLine = host === null ? "" : `Host: ${host.replace("PORT", String(port))}\r\n`;
    return send(`GET ${target} HTTP/1.1\r\n${hostLine}${more}Connection: close\r\n\r\n`);
  };
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  const staysWell = async () => {
    assert.match(await get("/repo/-/raw/inside.txt"), /^HTTP\/1\.1 200 [^]*\r\n\r\ninside$/);
  };

  for (const [what, targets] of Object.entries({
    "climbs out of its folders": climbing,
    "has control characters": odd,
    "names git's own files": ofGit,
  })) {
    it(`gives nothing from elsewhere for a path that ${what} (${targets.length} of them)`, async () => {
      for (const target of targets) {
        const answer = await get(target);
        assert.ok(statusOf(answer) >= 400 || answer.endsWith("\r\n\r\ninside"), `${target}: ${answer.slice(0, 200)}`);
        assert.ok(statusOf(answer) < 500, `${target}: ${answer.slice(0, 200)}`);
        assert.doesNotMatch(answer, /what is outside|repositoryformatversion|root:|set-cookie/i, target);
      }
      await staysWell();
    });
  }

  it(`answers no request by another name (${HOSTS.length * PATHS.length} of them)`, async () => {
    for (const host of HOSTS) {
      for (const target of PATHS) {
        const answer = await get(target, host);
        const status = statusOf(answer);
        assert.ok(status >= 400 && status < 500, `${String(host)} ${target}: ${answer.slice(0, 200)}`);
      }
    }
    await staysWell();
  });

  it("lets nobody in with a token that is not its own", async () => {
    const { token } = service;
    const wrong = [
      "",
      " ",
      token.slice(1),
      `${token}x`,
      token.toUpperCase(),
      `${token}\0`,
      `${token} ${token}`,
      "null",
      "undefined",
      "*",
    ];
    for (const scheme of ["token", "Bearer", "Basic", ""]) {
      for (const given of wrong) {
        for (const target of PATHS) {
          const status = statusOf(await get(target, undefined, `Authorization: ${scheme} ${given}\r\n`));
          assert.ok(status >= 400 && status < 500, `${scheme} ${JSON.stringify(given)} ${target}: ${status}`);
        }
      }
    }
    await staysWell();
  });

  it("refuses what is no request, and goes on", async () => {
    const authorization = `Host: 127.0.0.1:${port}\r\nConnection: close\r\nAuthorization: token ${service.token}\r\n`;
    for (const bytes of [
      "\0\0\0\0\r\n\r\n",
      "GET\r\n\r\n",
      `GET /\0 HTTP/1.1\r\n${authorization}\r\n`,
      `GET / HTTP/9.9\r\n${authorization}\r\n`,
      `GET / HTTP/1.1\r\n${authorization}X: a\0b\r\n\r\n`,
      `GET / HTTP/1.1\r\n${authorization} folded: x\r\n\r\n`,
      `GET / HTTP/1.1\r\n${authorization}Host: evil.example\r\n\r\n`,
      `POST /.api/graphql HTTP/1.1\r\n${authorization}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /.api/graphql HTTP/1.1\r\n${authorization}Content-Length: -1\r\n\r\n`,
      `POST /.api/graphql HTTP/1.1\r\n${authorization}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`,
      `POST /.api/graphql HTTP/1.1\r\n${authorization}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      `GET /${"a".repeat(100_000)} HTTP/1.1\r\n${authorization}\r\n`,
      `GET / HTTP/1.1\r\n${authorization}X: ${"a".repeat(100_000)}\r\n\r\n`,
    ]) {
      const answer = await send(bytes);
      // When a connection is reset, Windows discards what was not read yet.
      if (isWindows && bytes.length > 100_000 && answer === "") continue;
      const status = statusOf(answer);
      assert.ok(status >= 400 && status < 500, `${JSON.stringify(bytes.slice(0, 200))}: ${status}`);
    }
    await staysWell();
  });
});
