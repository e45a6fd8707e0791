import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { connectionTo } from "../../../src/api/accounts/connectionChecks.ts";
import { oauthClient } from "../../../src/api/accounts/oauth.ts";
import type { InterfaceName } from "../../../src/api/conversations/conversationInterface.ts";
import { createService } from "../../../src/api/service.ts";
import type { CodeSearchService } from "../../../src/core/model/service.ts";
import { StrictInstance } from "../../support/strictInstance.ts";

const QUESTION = "Where?";
/** All that is only for the local service. */
const OURS = {
  ...{ model: "nonce", isTool: true, insteadOf: { position: 0, goesOn: true }, after: 1 },
  workingIn: ["github.com/acme/a b"],
};

const endpointOf = (baseUrl: string) => ({
  baseUrl,
  token: () => Promise.resolve("sgp_canary0123456789"),
  client: "plumbline 1.0.0",
  language: "de",
  log: () => undefined,
});

/** Everything that a service can be asked. */
async function askEverything(service: CodeSearchService): Promise<void> {
  const query = { text: "needle", patternType: "keyword", display: 10, contextLines: 3 } as const;
  for await (const event of service.search(query)) assert.ok(event);
  const { name } = await service.createConversation(QUESTION, OURS);
  await service.getConversation(name);
  await service.addQuestion(name, QUESTION, OURS);
  await service.getConversation(name);
  await service.cancelConversation(name);
  await service.deleteConversation(name);
  await service.listConversations({ page: "7", pageSize: 5, text: "needle", isStarred: true, sort: "-createdAt" });
  await service.listConversations({ id: "7", ownerId: "4", readToken: "0b8b1a5e-0000-4000-8000-000000000001" });
  await service.readFile({ repository: "github.com/acme/a b", revision: "topic/x", path: "src/ä b.ts" });
}

describe("an instance that refuses what the description does not have", () => {
  it("refuses nothing that is asked of it by either interface, at an address of this machine too", async () => {
    await using instance = await StrictInstance.start();
    assert.match(instance.baseUrl, /^http:\/\/127\.0\.0\.1:/);
    for (const hasNew of [true, false]) {
      instance.hasNew = hasNew;
      for (const known of [undefined, hasNew ? "new" : "legacy"] as const) {
        let name: InterfaceName | undefined = known;
        const memory = { get: () => name, set: (found: InterfaceName) => (name = found) };
        const service = createService(endpointOf(instance.baseUrl), memory);
        try {
          await askEverything(service);
        } finally {
          await service.close();
          assert.deepEqual(instance.refused, []);
        }
        assert.equal(name, hasNew ? "new" : "legacy");
      }
    }
    const connection = connectionTo(endpointOf(instance.baseUrl));
    for await (const { failure } of connection.check([
      "version",
      "user",
      "questions",
      "legacyQuestions",
      "search",
      "reference",
    ]))
      assert.ok(failure === undefined || failure.code === "unsupported", String(failure));
    await connection.close();
    const oauth = oauthClient(endpointOf(instance.baseUrl), "sgo_cid_x");
    await oauth.startDevice();
    const pair = await oauth.poll("d");
    assert.ok(typeof pair === "object");
    await oauth.refresh(pair);
    await oauth.browserRequest("vscode://plumbline.plumbline/auth").exchange("code");
    await oauth.revoke(pair);
    await oauth.close();
    assert.deepEqual(instance.refused, []);
    assert.equal(instance.asked.size, StrictInstance.routes, [...instance.asked].join("\n"));
  });

  it("refuses a header, a parameter, a field and a route of ours, so that it would notice them", async () => {
    await using instance = await StrictInstance.start();
    const { hostname, port } = new URL(instance.baseUrl);
    const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`http://${hostname}:${port}${path}`, { method: "POST", body: JSON.stringify(body), headers });
    await post("/api/deepsearch.v1.Service/GetConversation", { name: "x" }, { "x-plumbline-partial": "true" });
    await post("/api/deepsearch.v1.Service/AddConversationQuestion", {
      parent: "x",
      question: { input: [{ question: { text: "x" } }], plumbline_instead_of: {} },
    });
    await post("/.api/search/stream?q=x&ours=1", {});
    await fetch(`${instance.baseUrl}/.api/search/stream?q=x&ours=1`);
    const told = instance.refused.join("\n");
    for (const each of ["header x-plumbline-partial", "field body.question.plumbline_instead_of", "parameter ours"])
      assert.ok(told.includes(each), told);
    assert.match(told, /POST \/\.api\/search\/stream: there is no such route/);
  });
});
