import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { createService } from "../../../../../src/api/service.ts";
import type { CodeSearchService } from "../../../../../src/core/model/service.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { ScriptedModel } from "../../answers/writing/scriptedModel.ts";
import { runService, textOf, until, type RunningService } from "../../runningService.ts";

const FILES = Object.fromEntries(
  ["cart", "order", "bill"].map((name) => [
    `src/${name}.ts`,
    `export function ${name}Total(items: readonly Item[]): number {\n${"  step();\n".repeat(12)}  return sumOf(items, "total");\n}\n`,
  ]),
);
const QUESTION = "How is the total computed?";

describe("what to see first of each passage", function () {
  this.timeout(60_000);
  let temporary: TemporaryFolder;
  let local: RunningService;
  let service: CodeSearchService;
  before(async () => {
    temporary = makeTemporaryFolder();
    const models = { take: () => new ScriptedModel([["By adding [1]."]]) };
    local = await runService(temporary.root, [temporary.write("shop", FILES)], { models });
    const token = () => Promise.resolve(local.token);
    service = createService(
      { baseUrl: local.baseUrl, token, client: "plumbline 1", log: () => undefined, capabilities: local.capabilities },
      { get: () => "new", set: () => undefined },
    );
  });
  after(async () => {
    await service.close();
    await local.close();
    await temporary.remove();
  });

  const ask = async (model: { readonly model?: string }) => {
    const { name } = await service.createConversation(QUESTION, model);
    return until(async () => {
      const conversation = await service.getConversation(name);
      return conversation.questions[0]?.outcome.status === "completed" ? conversation : undefined;
    });
  };

  for (const [what, model] of [
    ["passages", {}],
    ["words", { model: "nonce" }],
  ] as const)
    it(`is told with an answer of ${what} to who asks for it, and to nobody else`, async () => {
      const { name, questions } = await ask(model);
      const [{ passages = [] } = assert.fail()] = questions;
      assert.equal(passages.length, 3);
      assert.ok(passages.every(({ shown, marks }) => shown[0] === 0 && marks.length >= 6 && marks.length % 3 === 0));
      assert.ok(passages.slice(1).every(({ shown }) => shown.length === 3 && shown.includes(13)));
      const { body } = await local.call("GetConversation", { name });
      assert.doesNotMatch(textOf(body), /plumbline_passages/);
      const read = await local.legacy("GET", `/${name.split("/").at(-1) ?? ""}`);
      assert.doesNotMatch(textOf(read.body), /plumbline_passages/);
    });
});
