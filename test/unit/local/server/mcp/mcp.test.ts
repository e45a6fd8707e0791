import assert from "node:assert/strict";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { after, before, describe, it } from "mocha";
import { AGENT_TOOLS } from "../../../../../src/core/agents/tools.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { ScriptedAnswers } from "../../answers/conversations/scriptedAnswers.ts";
import { runService, until, type RunningService } from "../../runningService.ts";

const manifest = JSON.parse(readFileSync(new URL("../../../../../package.json", import.meta.url), "utf8")) as {
  readonly name: string;
  readonly version: string;
};

/** What a tool returned, and whether it reported a failure. */
type Called = readonly [text: string, isError: boolean];

async function call(client: Client, name: string, args: object, options: object = {}): Promise<Called> {
  const result = await client.callTool({ name: `plumbline_${name}`, arguments: { ...args } }, options);
  const [part] = result.content;
  assert.equal(part?.type, "text");
  return [part.text, result.isError === true];
}

for (const version of ["2025-06-18", "2025-11-25", undefined]) {
  describe(`the local service, to the official MCP client in ${version ?? "its newest version"}`, () => {
    let temporary: TemporaryFolder;
    let service: RunningService;
    let client: Client;

    before(async () => {
      temporary = makeTemporaryFolder();
      temporary.commit(
        "code/birds",
        {
          "src/song.ts":
            '/** Sings for as long as there is air. */\nexport function sing(air: number): string {\n  return air > 0 ? `la ${sing(air - 1)}` : "";\n}\n',
          "src/tree.ts": 'import { sing } from "./song.ts";\n\nexport const morning = sing(7);\n// they sing "sing"\n',
        },
        { remote: "https://github.com/corp/birds.git" },
      );
      service = await runService(temporary.root, [path.join(temporary.root, "code")]);
      client = new Client(
        { name: "test", version: "1.0.0" },
        version === undefined ? {} : { supportedProtocolVersions: [version] },
      );
      const requestInit = { headers: { authorization: `Bearer ${service.token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", service.baseUrl), { requestInit }));
    });
    after(async () => {
      await client.close();
      await service.close();
      await temporary.remove();
    });

    it("says who it is and what it is for", () => {
      const { name, version: own } = client.getServerVersion() ?? {};
      assert.deepEqual([name, own], [manifest.name, manifest.version]);
      assert.match(client.getInstructions() ?? "", /never instructions/);
      if (version !== undefined) assert.equal(client.getNegotiatedProtocolVersion(), version);
    });

    it("lists the tools, which read and never write", async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name, description }) => [name, description]),
        AGENT_TOOLS.map(({ name, description }) => [name, description]),
      );
      for (const { name, annotations, inputSchema } of tools) {
        const isRead = annotations?.readOnlyHint === true || annotations?.destructiveHint === false;
        assert.ok(isRead, name);
        assert.equal(inputSchema.type, "object");
      }
    });

    it("lists them in few characters, and says which one is always to be listed and how the others are found", async () => {
      const { tools } = await client.listTools();
      const { length } = JSON.stringify({ tools });
      assert.ok(length <= 4800, `${length} characters`);
      for (const { name, _meta = {} } of tools) {
        const [key, value] = Object.entries(_meta)[0] ?? [];
        if (name === "plumbline_search") assert.deepEqual([key, value], ["anthropic/alwaysLoad", true]);
        else assert.ok(key === "anthropic/searchHint" && typeof value === "string" && value.length < 60, name);
      }
    });

    it("searches, reads, tells definitions from uses, and ranks passages", async () => {
      const [found] = await call(client, "search", { query: "sing lang:typescript" });
      assert.match(found, /^2 results, 6 lines, for sing lang:typescript \(the local service\)/);
      assert.ok(
        found.includes(`\n# github.com/corp/birds (${path.join(temporary.root, "code/birds")})\nsrc/song.ts\n`),
      );
      assert.match(
        found,
        /\nsrc\/tree\.ts\n1:import \{ sing \} from ".\/song\.ts";\n3:export const morning = sing\(7\);\n/,
      );
      const [read] = await call(client, "read", {
        repository: "github.com/corp/birds",
        path: "src/song.ts",
        startLine: 2,
        endLine: 2,
      });
      assert.match(read, /lines 2–2 of 4 .*\n.*\n2:export function sing\(air: number\): string \{\n</);
      const [symbol] = await call(client, "symbol", { name: "sing" });
      assert.match(symbol, /^sing: 1 definition, 3 lines of use/);
      assert.match(symbol, /Definitions\n.*\nsrc\/song\.ts\n2:function sing\nUses\n/);
      assert.match(symbol, /\n\[Not listed: 2 mentions in comments and text\]\n<\/plumbline-data>$/);
      const [nothing] = await call(client, "symbol", { name: "croak" });
      assert.match(nothing, /^croak: 0 definitions, 0 lines of use in 2 files \(the local service\)/);
      const [ranked] = await call(client, "search", { query: "how long does it sing" });
      assert.match(ranked, /best passages first[^]*src\/song\.ts\n1:[^]*2:export function sing/);
      const [commits] = await call(client, "search", { query: "type:diff morning" });
      assert.match(commits, /\n[0-9a-f]{12} \d{4}-\d\d-\d\d .*: all\n[^]*\n \+export const morning/);
    });

    it("takes absolute paths, no repository where there is one, and says what is served for others", async () => {
      const root = path.join(temporary.root, "code/birds");
      const file = path.join(root, "src/song.ts");
      const heading = /^github\.com\/corp\/birds src\/song\.ts, lines 2–2/;
      for (const args of [
        { path: file },
        { path: `${file}:2` },
        { repository: root, path: "src/song.ts" },
        { repository: `github.com/corp/birds (${root})`, path: "src/song.ts" },
        { repository: "github.com/corp/birds", path: file },
        { repository: path.dirname(file), path: "song.ts" },
      ])
        assert.match((await call(client, "read", { startLine: 2, endLine: 2, ...args }))[0], heading);
      assert.match((await call(client, "read", { path: root }))[0], /^github\.com\/corp\/birds \/ has/);
      for (const query of [`file:${file} sing`, `repo:${root} sing -file:^${root}/src/tree`, `grep -rn sing ${file}`]) {
        const [found] = await call(client, "search", { query });
        assert.match(found, /^1 result, .*\n.*\n.*\nsrc\/song\.ts\n/, query);
      }
      assert.match((await call(client, "symbol", { name: "sing", repository: root }))[0], /^sing: 1 definition/);
      for (const args of [
        { path: path.join(temporary.root, "code.ts") },
        { repository: temporary.root, path: "code.ts" },
        { repository: "github.com/corp/birds", path: path.join(temporary.root, "code.ts") },
      ]) {
        const [problem, isError] = await call(client, "read", args);
        assert.ok(isError);
        assert.match(problem, / is outside of the folders that are served: .*code\.$/);
      }
      const [several] = await call(client, "read", { path: "src/song.ts" });
      assert.equal(several, '"repository" is needed, since several are served: code, github.com/corp/birds.');
    });

    it("asks, tells what it is doing, and reads the conversation again", async () => {
      const steps: (string | undefined)[] = [];
      const onprogress = ({ message }: { message?: string | undefined }) => void steps.push(message);
      const [answer, isError] = await call(client, "ask", { question: "How long do they sing?" }, { onprogress });
      assert.equal(isError, false);
      assert.match(answer, /Sources, to read with plumbline_read:\ngithub\.com\/corp\/birds@[0-9a-f]+ src\/song\.ts:/);
      assert.equal(steps[0], "Asking the local service");
      const [, name] = /^Conversation (\S+)/.exec(answer) ?? [];
      const [again] = await call(client, "conversation", { conversation: name });
      assert.equal(again, answer);
    });

    it("says in words for a model what is wrong with a call", async () => {
      for (const [name, args, message] of [
        ["search", { query: "repo:nonsense where is x" }, /No repository matches[^]*github\.com\/corp\/birds/],
        ["search", { query: "repo:nonsense x" }, /No repository matches[^]*github\.com\/corp\/birds/],
        ["search", { query: "x", cheap: true }, /has no argument "cheap"/],
        ["search", { query: "patternType:regexp (" }, /./],
        ["read", { repository: "github.com/corp/birds", path: "src/none.ts" }, /has no src\/none\.ts/],
        ["read", { repository: "github.com/corp/birds", path: "src/song.ts", startLine: 9 }, /has 4 lines/],
        [
          "read",
          { repository: "github.com/corp/birds", path: ".git/config" },
          /\.git\/config is held back from agents/,
        ],
        ["conversation", { conversation: "9999" }, /no such conversation about the folders/],
        ["nonsense", {}, /There is no tool plumbline_nonsense. The tools are: plumbline_search/],
      ] as const) {
        const [problem, isError] = await call(client, name, args);
        assert.ok(isError, name);
        assert.match(problem, message);
        assert.doesNotMatch(problem, new RegExp(service.token));
      }
    });

    it("heads what a commit has with it, and says of it when the file is another one now", async () => {
      const [found] = await call(client, "search", { query: "rev:HEAD morning" });
      const [, place = ""] = /\n# (github\.com\/corp\/birds@[0-9a-f]{8}) \(/.exec(found) ?? [];
      const read = async (repository: string) => (await call(client, "read", { repository, path: "src/tree.ts" }))[0];
      assert.doesNotMatch(await read(place), /differs now/);
      temporary.write("code/birds", { "src/tree.ts": "export const evening = 1;\n" });
      const [edited] = await call(client, "search", { query: "evening" });
      assert.match(edited, /\n# github\.com\/corp\/birds \(.*\)\nsrc\/tree\.ts\n1:export const evening = 1;/);
      assert.match(await read("github.com/corp/birds"), /1:export const evening = 1;\n</);
      assert.match(await read(place), /3:export const morning[^]*\[The file differs now: leave out "revision"/);
      rmSync(path.join(temporary.root, "code/birds/src/tree.ts"));
      assert.match(await read(place), /3:export const morning[^]*\[The file is not there any more\.\]/);
    });
  });
}

describe("MCP over HTTP", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let answers: ScriptedAnswers;
  const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

  before(async () => {
    temporary = makeTemporaryFolder();
    temporary.write("code", { "a.ts": "export const a = 1;\n" });
    temporary.write("other", { "b.ts": "export const b = 1;\n" });
    answers = new ScriptedAnswers();
    service = await runService(temporary.root, [path.join(temporary.root, "code")], { findAnswer: answers.find });
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  async function send(
    headers: Readonly<Record<string, string>>,
    method = "POST",
    body: string | Buffer = PING,
  ): Promise<readonly [number, string]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly [number, string]>();
    const all = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${service.token}`,
      ...headers,
    };
    request(new URL("/mcp", service.baseUrl), { method, headers: all }, (response) => {
      void text(response).then((body) => {
        resolve([response.statusCode ?? 0, body]);
      }, reject);
    })
      .on("error", reject)
      .end(method === "POST" ? body : undefined);
    return promise;
  }

  const connected = async () => {
    const client = new Client({ name: "test", version: "1" }, { supportedProtocolVersions: ["2025-11-25"] });
    const requestInit = { headers: { authorization: `Bearer ${service.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", service.baseUrl), { requestInit }));
    return client;
  };

  it("refuses what is nested too deeply, and more messages at once than any agent sends", async () => {
    const [status, deep] = await send({}, "POST", "[".repeat(1_000_000));
    assert.equal(status, 400);
    assert.match(deep, /nested too deeply/);
    const batch = (count: number) => `[${Array.from({ length: count }, () => PING).join(",")}]`;
    const [refused, many] = await send({}, "POST", batch(51));
    assert.equal(refused, 400);
    assert.match(many, /At most 50 messages/);
    assert.doesNotMatch((await send({}, "POST", batch(50)))[1], /At most 50/);
  });

  it("is found with a slash at the end of its address, too", async () => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${service.token}`,
    };
    const { status } = await fetch(new URL("/mcp/", service.baseUrl), { method: "POST", headers, body: PING });
    assert.equal(status, 200);
  });

  it("is answered whatever its session is, and only with the token, by this machine's name and from no page of the web", async () => {
    assert.equal((await send({}))[0], 200);
    assert.equal((await send({ authorization: "Bearer wrong" }))[0], 401);
    assert.equal((await send({ host: "evil.example.com" }))[0], 403);
    for (const origin of ["https://evil.example.com", "null", "http://127.0.0.1.evil.example.com", "nonsense"])
      assert.equal((await send({ origin }))[0], 403, origin);
    for (const origin of ["http://localhost:6274", "http://127.0.0.1:80", "vscode-file://vscode-app"])
      assert.equal((await send({ origin }))[0], 200, origin);
    assert.equal((await send({}, "GET"))[0], 405);
    assert.equal((await send({}, "DELETE"))[0], 405);
  });

  it("says what is wrong with a body that can't be read, which is no failure of the service", async () => {
    const before = service.logged.length;
    const long = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { text: "a".repeat(1_100_000) } });
    for (const [headers, body, said] of [
      [{}, "{", /Invalid JSON/],
      [{}, long, /too long/],
      [{ "content-encoding": "gzip" }, PING, /can't be decompressed/],
      [{ "content-encoding": "zstd" }, PING, /use gzip, deflate or br/],
    ] as const) {
      const [status, answer] = await send(headers, "POST", body);
      assert.equal(status, 400, answer);
      const { jsonrpc, id, error } = JSON.parse(answer) as Record<string, unknown> & { error: { message: string } };
      assert.deepEqual([jsonrpc, id], ["2.0", null]);
      assert.match(error.message, said);
    }
    assert.doesNotMatch(service.logged.slice(before).join("\n"), /error/i);
  });

  it("lists a folder to which a link within the served folders leads, under the path of the link", async () => {
    const folder = temporary.commit("pier", {
      "boats/sloop.ts": "",
      "boats/small/dinghy.ts": "",
      "boats/draft.log": "",
      ".gitignore": "*.log\n",
    });
    temporary.write("shore", { "gull.ts": "" });
    symlinkSync(path.join(folder, "boats"), path.join(folder, "moored"), "junction");
    symlinkSync(path.join(temporary.root, "shore"), path.join(folder, "away"), "junction");
    service.setFolders([folder], [folder]);
    await using client = { it: await connected(), [Symbol.asyncDispose]: () => client.it.close() };
    const listed = (named: string) => call(client.it, "read", { path: named });
    const [moored, isError] = await listed("moored");
    assert.equal(isError, false);
    assert.match(moored, /^pier moored\/ has [^\n]*\n[^\n]*\nsloop\.ts\nsmall\/\n</);
    assert.match((await listed("moored/small/"))[0], /\ndinghy\.ts\n/);
    for (const outside of ["away", "moored/none"]) {
      const [said, isFailed] = await listed(outside);
      assert.ok(isFailed && !said.includes("gull"), said);
    }
    service.setFolders([path.join(temporary.root, "code")], []);
  });

  it("prints calls first where not all uses of a name fit", async () => {
    const body = `import { knot } from "./knot.ts";\n${"type A = typeof knot;\n".repeat(12)}knot(1);\n`;
    const files = Array.from({ length: 60 }, (_, at) => [`src/use${at}.ts`, body] as const);
    const folder = temporary.write("many", {
      "src/knot.ts": "export function knot() {}\n",
      ...Object.fromEntries(files),
    });
    service.setFolders([folder], []);
    await using client = { it: await connected(), [Symbol.asyncDispose]: () => client.it.close() };
    const [text] = await call(client.it, "symbol", { name: "knot", show: "uses", budget: 500 });
    assert.match(text, /^knot: (?:at least )?\d+ lines? of use/);
    assert.match(text, /\nUses\n[^\n]*\nsrc\/use0\.ts\n14:knot\(1\);\nsrc\/use1\.ts\n14:knot\(1\);/);
    service.setFolders([path.join(temporary.root, "code")], []);
  });

  it("reads only conversations about the folders that are served", async () => {
    await using client = { it: await connected(), [Symbol.asyncDispose]: () => client.it.close() };
    const { body } = await service.call("CreateConversation", {
      conversation: { questions: [{ input: [{ question: { text: "What?" } }] }] },
    });
    const name = body["name"] as unknown as string;
    await until(async () =>
      (await call(client.it, "conversation", { conversation: name }))[0].includes("The *answer*"),
    );
    service.setFolders([path.join(temporary.root, "other")], []);
    const [problem, isError] = await call(client.it, "conversation", { conversation: name });
    assert.deepEqual(
      [problem, isError],
      ["The local service has no such conversation about the folders that it serves here.", true],
    );
    service.setFolders([path.join(temporary.root, "code")], []);
  });

  it("stops a question when its client cancels the call, and no other", async () => {
    await using client = { it: await connected(), [Symbol.asyncDispose]: () => client.it.close() };
    await using other = { it: await connected(), [Symbol.asyncDispose]: () => other.it.close() };
    answers.isSlow = true;
    const stopping = new AbortController();
    const before = answers.requests.length;
    const leaving = new AbortController();
    const kept = assert.rejects(call(other.it, "ask", { question: "For long?" }, { signal: leaving.signal }));
    const { signal: keptSignal } = await until(() => answers.requests[before]);
    const asked = assert.rejects(call(client.it, "ask", { question: "For ever?" }, { signal: stopping.signal }));
    const { signal } = await until(() => answers.requests[before + 1]);
    const stoppedAt = performance.now();
    stopping.abort();
    await asked;
    await until(() => signal.aborted);
    assert.ok(performance.now() - stoppedAt < 5_000, `${performance.now() - stoppedAt} ms`);
    assert.ok(!keptSignal.aborted);
    leaving.abort();
    await kept;
    await until(() => keptSignal.aborted);
    answers.isSlow = false;
    assert.match((await call(client.it, "search", { query: "sing" }))[0], /sing/);
  });

  it("stops a question when the client that asked it has gone", async () => {
    const client = await connected();
    answers.isSlow = true;
    const before = answers.requests.length;
    const asked = call(client, "ask", { question: "For ever?" });
    const { signal } = await until(() => answers.requests[before]);
    const hasFailed = assert.rejects(asked);
    const closedAt = performance.now();
    await client.close();
    await hasFailed;
    await until(() => signal.aborted);
    assert.ok(performance.now() - closedAt < 5_000, `${performance.now() - closedAt} ms`);
    answers.isSlow = false;
  });

  it("tells nothing that grants access, and nothing of what is not served", async () => {
    temporary.commit(
      "secret/code",
      { "a.ts": "export const sing = 1;\n" },
      { remote: "https://ann:canary-of-a-remote@github.com/corp/birds.git" },
    );
    temporary.write("secret", { "canary-of-a-neighbour.ts": "export const neighbour = 'canary-of-another-folder';\n" });
    const canaries = /canary-of-(?:a-remote|a-neighbour|another-folder|a-conversation)/;
    service.setFolders([path.join(temporary.root, "secret")], []);
    const { body } = await service.call("CreateConversation", {
      conversation: { questions: [{ input: [{ question: { text: "What is canary-of-a-conversation?" } }] }] },
    });
    const folder = path.join(temporary.root, "secret/code");
    service.setFolders([folder], [folder]);
    await using client = { it: await connected(), [Symbol.asyncDispose]: () => client.it.close() };
    const repository = "github.com/corp/birds";
    const told: string[] = [];
    for (const [name, args] of [
      ["search", { query: "sing" }],
      ["search", { query: "canary" }],
      ["search", { query: "type:commit all" }],
      ["search", { query: "type:repo" }],
      ["search", { query: "what is the neighbour" }],
      ["read", { repository, path: "a.ts" }],
      ["read", { repository, path: ".git/config" }],
      ["read", { repository, path: "/" }],
      ["read", { repository, path: "../canary-of-a-neighbour.ts" }],
      ["read", { repository: "secret", path: "canary-of-a-neighbour.ts" }],
      ["symbol", { name: "sing" }],
      ["symbol", { name: "neighbour" }],
      ["ask", { question: "Where do they sing?" }],
      ["conversation", { conversation: body["name"] }],
    ] as const)
      told.push((await call(client.it, name, args))[0]);
    assert.match(told.join("\n"), /export const sing = 1;[^]*no such conversation/);
    // Messages repeat what somebody asked for.
    const said = told
      .join("\n")
      .replaceAll("has no repository secret", "")
      .replace(/"?path"? must be .*/g, "");
    assert.doesNotMatch(said, canaries);
    assert.ok(!said.includes(service.token));
    service.setFolders([path.join(temporary.root, "code")], []);
  });

  it("writes no line of what was asked into the log", async () => {
    await using client = { it: await connected(), [Symbol.asyncDispose]: () => client.it.close() };
    await call(client.it, "search", { query: "canary-of-a-query" });
    const lines = service.logged.join("\n");
    assert.match(lines, /POST \/mcp 200/);
    assert.doesNotMatch(lines, /canary-of-a-query/);
    assert.ok(!lines.includes(service.token));
  });
});
