import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { connectionTo } from "../../../../src/api/accounts/connectionChecks.ts";
import type { CheckName } from "../../../../src/core/model/connection.ts";
import { json, plain, ScriptedServer, type Received } from "../../../support/scriptedServer.ts";
import type { ServerResponse } from "node:http";

const ALL: readonly CheckName[] = ["version", "user", "questions", "legacyQuestions", "search", "reference"];

/** `name: what was learned`, or `name! code` for a failure. */
async function checked(baseUrl: string, names = ALL): Promise<string[]> {
  const connection = connectionTo({
    baseUrl,
    client: "test 1",
    token: () => Promise.resolve("sgp_canary0123456789"),
    log: () => undefined,
  });
  const told: string[] = [];
  for await (const { name, detail, failure } of connection.check(names)) {
    told.push(failure ? `${name}! ${failure.code}` : `${name}: ${detail}`);
  }
  await connection.close();
  return told;
}

function service({ path, method }: Received, response: ServerResponse): void {
  if (path === "/__version") plain(response, 200, "7.1.0\n");
  else if (path === "/.api/graphql") json(response, { data: { currentUser: { username: "ann" } } });
  else if (path.startsWith("/api/deepsearch.v1.Service/")) json(response, { conversationSummaries: [] });
  else if (path.startsWith("/.api/deepsearch/v1") && method === "GET") json(response, []);
  else if (path.startsWith("/.api/search/stream")) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: progress\ndata: {}\n\n"); // and it goes on: nobody waits for its end
  } else if (path === "/api-reference") plain(response, 200, '<a href="/api-reference/openapi.yaml">', "text/html");
  else plain(response, 404, "no route");
}

describe("a connection", () => {
  it("tells what works and what it learned", async () => {
    await using server = await ScriptedServer.start(service);
    assert.deepEqual(await checked(server.baseUrl), [
      "version: 7.1.0",
      "user: ann",
      "questions: ",
      "legacyQuestions: ",
      "search: ",
      "reference: /api-reference/openapi.yaml",
    ]);
    const changing = server.received.filter(({ path, method }) => method !== "GET" && !/graphql|List/.test(path));
    assert.deepEqual(changing, [], "nothing is changed by looking");
  });

  it("tells a missing scope, a token that counts for nobody, and what is switched off apart", async () => {
    await using server = await ScriptedServer.start((request, response) => {
      if (request.path === "/.api/graphql") json(response, { data: { currentUser: null } });
      else if (request.path.includes("ListConversationSummaries"))
        json(response, { code: "permission_denied", message: "requires scope externalapi:read" }, 403);
      else if (request.path.includes("/.api/deepsearch")) plain(response, 404, "no route");
      else if (request.path.includes("/search/stream")) plain(response, 401, "Invalid access token.\n");
      else service(request, response);
    });
    assert.deepEqual(await checked(server.baseUrl), [
      "version: 7.1.0",
      "user! unauthorized",
      "questions! forbidden",
      "legacyQuestions! unsupported",
      "search! unauthorized",
      "reference: /api-reference/openapi.yaml",
    ]);
  });

  for (const answer of [{}, { data: {} }, { conversationSummaries: [] }, { status: "ok", version: "7.1.0" }, 1, null]) {
    it(`takes nothing that answers ${JSON.stringify(answer)} to everything for a service`, async () => {
      await using server = await ScriptedServer.start((_, response) => {
        json(response, answer);
      });
      const told = await checked(server.baseUrl, ["questions", "legacyQuestions", "search"]);
      const isUser = JSON.stringify(answer) === '{"data":{}}'; // as a service that does not know who is asking
      for (const check of told) assert.match(check, isUser ? /^(?:questions: |legacyQuestions: |search! )/ : /!/);
      if (!isUser && typeof answer === "object" && answer) assert.equal(told[0], "questions! notAService");
    });
  }

  it("takes a service for one that hides its version, or does not say who one is", async () => {
    for (const hidden of ["/__version", "/.api/graphql"]) {
      await using server = await ScriptedServer.start((request, response) => {
        if (request.path === hidden) plain(response, hidden === "/__version" ? 404 : 401, "no");
        else service(request, response);
      });
      assert.deepEqual(await checked(server.baseUrl, ["questions", "search"]), ["questions: ", "search: "]);
    }
  });

  it("says of an interface that came after the service's version that the service is too old for it", async () => {
    const told: unknown[] = [];
    for (const version of ["5.11.0", "6.12.1271", "7.0.0", "123456_2026-01-31_6.9-abcdef123456", "dev", "12.0"]) {
      await using server = await ScriptedServer.start(({ path }, response) => {
        if (path === "/__version") plain(response, 200, version);
        else plain(response, 404, "404 page not found\n");
      });
      told.push([version, ...(await checked(server.baseUrl, ["questions", "legacyQuestions"]))]);
    }
    assert.deepEqual(told, [
      ["5.11.0", "questions! tooOld", "legacyQuestions! tooOld"],
      ["6.12.1271", "questions! tooOld", "legacyQuestions! unsupported"],
      ["7.0.0", "questions! unsupported", "legacyQuestions! unsupported"],
      ["123456_2026-01-31_6.9-abcdef123456", "questions! tooOld", "legacyQuestions! unsupported"],
      ["dev", "questions! unsupported", "legacyQuestions! unsupported"],
      ["12.0", "questions! unsupported", "legacyQuestions! unsupported"],
    ]);
  });

  it("knows a login wall and another site for what they are", async () => {
    await using server = await ScriptedServer.start((_, response) => {
      plain(response, 200, "<!doctype html><title>Please sign in</title>", "text/html");
    });
    const told = await checked(server.baseUrl, ["version", "user", "questions", "search"]);
    assert.deepEqual(told, [
      "version! notAService",
      "user! notAService",
      "questions! notAService",
      "search! notAService",
    ]);
  });

  it("goes on with the next check where one finds nobody there", async () => {
    const server = await ScriptedServer.start(service);
    const { baseUrl } = server;
    await server[Symbol.asyncDispose]();
    assert.deepEqual(await checked(baseUrl, ["version", "search"]), ["version! refused", "search! refused"]);
  });
});
