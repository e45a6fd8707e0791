import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import {
  matchesOf,
  parseEvents,
  runService,
  textOf,
  until,
  type Json,
  type RunningService,
} from "../runningService.ts";
import { ScriptedAnswers } from "../answers/conversations/scriptedAnswers.ts";

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
    await temporary.remove();
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

  it("tell their name in X-Requested-With in any form, or not at all", async () => {
    for (const headers of [{}, { "x-requested-with": "Raycast-Sourcegraph" }, { "x-requested-with": "" }]) {
      assert.equal((await service.get("/.api/deepsearch/v1", headers)).status, 200);
    }
  });

  it("are told which version of the command-line client goes with it, without a token too", async () => {
    const response = await fetch(`${service.baseUrl}/.api/src-cli/version`);
    assert.deepEqual([response.status, await response.json()], [200, { version: "7.1.0" }]);
  });

  it("are told that nothing is offered which needs a model, and the version", async () => {
    const config = (await (await service.get("/.api/client-config")).json()) as Readonly<Record<string, unknown>>;
    assert.equal(config["siteVersion"], "7.1.0");
    assert.equal(config["attribution"], "none");
    assert.ok(Object.values(config).every((value) => typeof value === "string" || value === false));
    assert.equal((await fetch(`${service.baseUrl}/.api/client-config`)).status, 401);
  });

  it("get the page of a conversation with it, by either interface", async () => {
    const [, created] = await send("/.api/deepsearch/v1", {}, JSON.stringify({ question: "What?" }));
    const page = `${service.baseUrl}/deepsearch/${textOf(created["read_token"])}`;
    assert.equal(created["share_url"], page);
    const { body } = await service.legacy("GET", "");
    assert.equal(body["conversations"]?.[0]?.["share_url"], page);
    assert.equal((await service.call("GetConversation", { name: "users/1/conversations/1" })).body["url"], page);
    const { body: list } = await service.call("ListConversationSummaries", {});
    assert.equal(list["conversationSummaries"]?.[0]?.["url"], page);
  });

  it("get repositories without a revision that nobody asked for", async () => {
    const [found] = matchesOf(await service.search("type:repo alpha"));
    assert.deepEqual([found?.["repository"], found?.["branches"]], ["h.example/o/alpha", undefined]);
    const [at] = matchesOf(await service.search("type:repo repo:alpha@main"));
    assert.deepEqual(at?.["branches"], ["main"]);
  });

  it("search as the command-line client does", async () => {
    const response = await fetch(`${service.baseUrl}/.api/search/stream?q=needle&display=-1`, {
      headers: {
        authorization: `token ${service.token}`,
        accept: "text/event-stream",
        "content-type": "application/json",
        "user-agent": "src-cli/dev linux amd64",
      },
    });
    const events = parseEvents(await response.text());
    assert.deepEqual(
      matchesOf(events)
        .map((match) => [match["type"], match["path"], match["lineMatches"]?.[0]?.["line"]])
        .sort(),
      [
        ["content", "src/a.ts", "const needle = 1;"],
        ["content", "src/changed.ts", "new needle"],
      ],
    );
    assert.equal(events.at(-1)?.event, "done");
  });

  it("ask as the command-line client does, from the question to its answer and away with it", async () => {
    const call = (name: string, body: object) =>
      send(
        `/api/deepsearch.v1.Service/${name}`,
        { "connect-protocol-version": "1", accept: "application/json", "user-agent": "src-cli/dev" },
        JSON.stringify(body),
      );
    const [, created] = await call("CreateConversation", {
      parent: "users/~self",
      conversation: { questions: [{ input: [{ question: { text: "How?" } }] }] },
    });
    const name = textOf(created["name"]);
    const conversation = await until(async () => {
      const [, body] = await call("GetConversation", { name });
      return body["state"]?.["completed"] ? body : undefined;
    });
    assert.equal(conversation["questions"]?.[0]?.["answer"]?.[0]?.["markdown"]?.["text"], "The *answer*.");
    assert.ok(conversation["url"]);
    const [, list] = await call("ListConversationSummaries", { parent: "users/~self", pageSize: 100 });
    assert.equal(list["conversationSummaries"]?.[0]?.["name"], name);
    assert.deepEqual(await call("DeleteConversation", { name }), [200, {}]);
    assert.deepEqual((await call("GetConversation", { name }))[1]["code"], "not_found");
  });

  describe("by the rules of Connect and of JSON for its messages", () => {
    const list = (body: object, headers: Readonly<Record<string, string>> = {}) =>
      send("/api/deepsearch.v1.Service/ListConversationSummaries", headers, JSON.stringify(body));
    const titlesOf = ([, body]: readonly [number, Json]) =>
      ((body["conversationSummaries"] ?? []) as unknown as readonly Json[]).length;
    before(async () => {
      for (const { name } of ((await list({}))[1]["conversationSummaries"] ?? []) as unknown as readonly Json[])
        await service.call("DeleteConversation", { name });
      for (const text of ["One?", "Two?", "Three?"]) {
        const { body } = await service.call("CreateConversation", {
          conversation: { questions: [{ input: [{ question: { text, language: "en" } }], answer: null }], state: null },
          requestId: 7,
        });
        // An answer moves its conversation to the top, and so perhaps to another page.
        await until(async () => {
          const { state } = (await service.call("GetConversation", { name: body["name"] })).body;
          return state?.["completed"] ? true : undefined;
        });
      }
    });

    it("they name members as the interface or as the schema does, and ones that nobody knows", async () => {
      for (const body of [
        { pageSize: 2 },
        { page_size: 2 },
        { pageSize: "2" },
        { pageSize: 2.0, orderBy: "x", a: {} },
      ]) {
        const answer = await list(body);
        assert.equal(answer[0], 200);
        assert.equal(titlesOf(answer), 2, JSON.stringify(body));
        for (const rest of [{ pageToken: answer[1]["nextPageToken"] }, { page_token: answer[1]["nextPageToken"] }])
          assert.equal(titlesOf(await list(rest)), 1);
      }
      for (const filter of [{ contentQuery: "three" }, { content_query: "three", starred: null }])
        assert.equal(titlesOf(await list({ filters: [filter] })), 1, JSON.stringify(filter));
    });

    it("they leave out by null", async () => {
      const answer = await list({ parent: null, pageSize: null, pageToken: null, filters: null });
      assert.equal(answer[0], 200);
      assert.equal(titlesOf(answer), 3);
    });

    it("they tell the version of the protocol or none, a charset, a deadline, and how they read", async () => {
      for (const headers of [
        { "connect-protocol-version": "1", "connect-timeout-ms": "30000", "connect-accept-encoding": "gzip" },
        { "content-type": "application/json; charset=utf-8" },
        { "content-type": "Application/JSON" },
        { "accept-encoding": "gzip, br", "user-agent": "connect-es/2.0.0" },
      ]) {
        const answer = await list({}, headers);
        assert.equal(answer[0], 200, JSON.stringify(headers));
      }
      const [status, { code }] = await list({}, { "connect-protocol-version": "2" });
      assert.deepEqual([status, code], [400, "invalid_argument"]);
    });

    it("a size that is no whole number is refused", async () => {
      for (const pageSize of [-1, 1.5, "-1", "1e3", "x", true, {}, [2]])
        assert.equal((await list({ pageSize }))[0], 400, JSON.stringify(pageSize));
    });
  });
});
