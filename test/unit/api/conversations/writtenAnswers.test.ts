import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createService } from "../../../../src/api/service.ts";
import { watchConversation } from "../../../../src/core/conversations/watchConversation.ts";
import { makeTemporaryFolder } from "../../git/temporaryRepositories.ts";
import { runService } from "../../local/runningService.ts";
import { ScriptedModel } from "../../local/answers/writing/scriptedModel.ts";

const memory = { get: () => undefined, set: () => undefined };

describe("an answer that a model writes", function () {
  this.timeout(60_000);

  it("is read while it grows, with its passages, and can be gone on with in its place", async () => {
    const temporary = makeTemporaryFolder();
    const root = temporary.commit("code", { "a.ts": "export const needle = 1;\n" });
    let goOn: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const models = [
      new ScriptedModel([["The needle is one [1]. ", waiting, "It is new."]]),
      new ScriptedModel([["So [1]."]]),
    ];
    const local = await runService(temporary.root, [root], { models: { take: () => models.shift() } });
    const service = createService(
      {
        baseUrl: local.baseUrl,
        token: () => Promise.resolve(local.token),
        client: "test 1",
        log: () => undefined,
        capabilities: local.capabilities,
      },
      memory,
    );
    try {
      const { name } = await service.createConversation("What is the needle?", { model: "nonce" });
      const partial: string[] = [];
      let last;
      for await (const { questions } of watchConversation(service, name)) {
        last = questions[0];
        if (last?.outcome.status !== "processing" || last.written?.passages === undefined) continue;
        if (last.written.passages !== "") goOn();
        if (last.written.passages !== "") assert.equal(last.written.activity, "writing");
        partial.push(last.outcome.partialAnswer ?? "");
      }
      assert.ok(
        partial.some((text) => text.startsWith("The needle is one [`a.ts:1`](/code@")),
        partial.join("|"),
      );
      assert.equal(last?.outcome.status, "completed");
      const { model, statements, unsourced, passages, rounds, failure } = last.written ?? {};
      assert.deepEqual(
        [model, statements, unsourced, rounds, failure],
        ["scripted-7b at 127.0.0.1:1", 2, 1, 1, undefined],
      );
      assert.match(passages ?? "", /^\*Extracted/);
      assert.ok((last.stats?.totalTokens ?? 0) > 0);
      const again = await service.addQuestion(name, "What is the needle?", {
        model: "nonce",
        after: 1,
        insteadOf: { position: 0, goesOn: false },
      });
      assert.equal(again.questions[1]?.insteadOf, 0);
    } finally {
      await service.close();
      await local.close();
      await temporary.remove();
    }
  });
});
