import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createService } from "../../../../src/api/service.ts";
import type { ServiceError } from "../../../../src/core/model/errors.ts";
import { json, ScriptedServer, type Received } from "../../../support/scriptedServer.ts";

const serviceAt = (baseUrl: string) =>
  createService(
    { baseUrl, token: () => Promise.resolve(undefined), client: "test 1", log: () => undefined },
    { get: () => "legacy", set: () => undefined },
  );
const isCancel = ({ path }: Received) => path.endsWith("/cancel");

describe("odd fields of conversations", () => {
  it("has questions of one id each, and cancels by the id that the service gave", async () => {
    const asked = (id: unknown, status: string) => ({ id, question: "Why?", answer: "", status });
    const questions = [
      asked(5, "completed"),
      asked("5#1", "completed"),
      asked("", "completed"),
      asked(5, "processing"),
    ];
    await using server = await ScriptedServer.start((_, response) => {
      json(response, { id: 7, questions });
    });
    const service = serviceAt(server.baseUrl);
    const ids = async () => (await service.getConversation("7")).questions.map(({ id }) => id);
    const first = await ids();
    assert.equal(new Set(first).size, 4);
    assert.deepEqual(first.slice(0, 2), ["5", "5#1"]);
    assert.deepEqual(await ids(), first);
    await service.cancelConversation("7");
    await service.close();
    assert.deepEqual(
      server.received.filter(isCancel).map(({ path }) => path),
      ["/.api/deepsearch/v1/7/questions/5/cancel"],
    );
  });

  for (const odd of ["1", "soon", "", "0001-01-01T00:00:00Z", "2026-99-99T00:00:00Z", 0, -5, 1e300, 1e14, true, {}]) {
    it(`has no time where the service says ${JSON.stringify(odd)}`, async () => {
      await using server = await ScriptedServer.start((_, response) => {
        json(response, { id: 7, created_at: odd, updated_at: "2026-01-02T03:04:05.678Z", questions: [] });
      });
      const service = serviceAt(server.baseUrl);
      const { createdAt, updatedAt } = await service.getConversation("7");
      await service.close();
      assert.deepEqual([createdAt, updatedAt], [undefined, Date.UTC(2026, 0, 2, 3, 4, 5, 678)]);
    });
  }

  for (const [odd, isTime] of [
    ["1.5", false],
    ["-1", false],
    ["1", true],
    ["9".repeat(400), true],
    ["Wed, 21 Oct 2099 07:28:00 GMT", true],
  ] as const) {
    it(`takes Retry-After: ${odd.slice(0, 40)} ${isTime ? "for a time that a calendar has" : "for none"}`, async () => {
      await using server = await ScriptedServer.start((_, response) => {
        response.writeHead(429, { "retry-after": odd }).end();
      });
      const service = serviceAt(server.baseUrl);
      await assert.rejects(service.createConversation("Why?"), ({ retryAt }: ServiceError) => {
        assert.equal(retryAt !== undefined, isTime);
        assert.doesNotThrow(() => new Date(retryAt ?? 0).toISOString());
        if (odd.startsWith("9")) assert.ok((retryAt ?? 0) <= Date.now() + 366 * 86_400_000, "in a year at most");
        return true;
      });
      await service.close();
    });
  }
});
