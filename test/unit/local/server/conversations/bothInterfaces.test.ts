import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { after, before, describe, it } from "mocha";
import type { InterfaceName } from "../../../../../src/api/conversations/conversationInterface.ts";
import { createService } from "../../../../../src/api/service.ts";
import type { Question } from "../../../../../src/core/model/conversation.ts";
import { ModelError } from "../../../../../src/core/model/languageModel.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, until, type RunningService } from "../../runningService.ts";
import { ScriptedModel, type Script } from "../../answers/writing/scriptedModel.ts";

const FILES = {
  "README.md": "# Shop\n\nKeeps carts.\n",
  "package.json": '{ "name": "shop", "scripts": { "test": "mocha" } }\n',
  "src/cart.ts":
    "/** What all items in a cart cost together. */\nexport function cartTotal(items: readonly Item[]): number {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n",
  "src/print.ts":
    'import { cartTotal } from "./cart.ts";\n\nexport const print = (items) => console.log(cartTotal(items));\n',
};
const forEver = new Promise<never>(() => undefined);

const isDone = ({ outcome }: Question) => outcome.status !== "processing";

/**
 * What both interfaces must say alike. The answer has the passages below the words, as the legacy interface sends them,
 * which also has to send counts of what was not counted.
 */
function said({ outcome, written, listedSources, suggestedFollowUps, turns, stats, text }: Question) {
  const { status } = outcome;
  const answer = status === "completed" ? outcome.answer : outcome.partialAnswer;
  const texts = [answer, written?.passages].filter((each) => each !== undefined && each !== "");
  return {
    question: text,
    status,
    ...(status !== "processing" && { answer: texts.join("\n\n---\n\n") }),
    ...(status === "failed" && { code: outcome.code, reason: outcome.reason }),
    listedSources,
    suggestedFollowUps,
    turns,
    stats: Object.entries(stats ?? {}).filter(([, count]) => count > 0),
  };
}

describe("both conversation interfaces say the same of", function () {
  this.timeout(60_000);
  let temporary: TemporaryFolder;
  let local: RunningService;
  let models: readonly ScriptedModel[] = [];
  before(async () => {
    temporary = makeTemporaryFolder();
    const folder = temporary.commit("shop", FILES, { remote: "https://github.com/acme/shop.git" });
    local = await runService(temporary.root, [folder], { models: { take: () => models[0] } });
  });
  after(async () => {
    await local.close();
    await temporary.remove();
  });

  const open = (name: InterfaceName) =>
    createService(
      {
        baseUrl: local.baseUrl,
        token: () => Promise.resolve(local.token),
        client: "plumbline 1.0.0",
        log: () => undefined,
        capabilities: local.capabilities,
      },
      { get: () => name, set: () => undefined },
    );

  /** Asks over the new interface, and compares what the two say once that is what is waited for, at one moment. */
  async function ask(question: string, { script, isIt = isDone, cancels = false }: Asking = {}) {
    models = script ? [new ScriptedModel([script])] : [];
    const [current, legacy] = [open("new"), open("legacy")];
    try {
      const { name } = await current.createConversation(question, script ? { model: "nonce" } : {});
      const read = async () => {
        const { questions } = await current.getConversation(name);
        return questions[0] && isIt(questions[0]) ? questions[0] : undefined;
      };
      if (cancels) {
        await until(async () => ((await current.getConversation(name)).questions[0]?.turns ?? []).length > 1);
        await current.cancelConversation(name);
      }
      const [first, second] = await until(async () => {
        const [then, between, now] = [await read(), await legacy.getConversation(name), await read()];
        const unchanged = then && now && isDeepStrictEqual(said(then), said(now));
        return unchanged ? ([then, between.questions[0]] as const) : undefined;
      });
      if (!isDone(first)) await current.cancelConversation(name);
      assert.deepEqual(said(first), second && said(second));
      return first;
    } finally {
      await current.close();
      await legacy.close();
    }
  }

  for (const [what, question] of [
    ["passages", "How is the total of a cart computed?"],
    ["the uses of a name", "Who calls cartTotal?"],
    ["a file", "What does src/cart.ts do?"],
    ["an overview", "Give an overview"],
    ["an answer that found nothing", "zyzzyva?"],
  ] as const)
    it(what, async () => {
      const { outcome, stats, turns = [], suggestedFollowUps, listedSources } = await ask(question);
      assert.equal(outcome.status, "completed");
      assert.ok((stats?.timeMs ?? 0) > 0 && turns.length > 1, JSON.stringify({ stats, turns }));
      if (what === "an answer that found nothing") return;
      assert.ok(listedSources.length > 0);
      if (what === "passages") assert.ok(suggestedFollowUps.length > 0);
    });

  it("an answer in words", async () => {
    const { written, stats, listedSources } = await ask("How is the total computed?", { script: ["By adding [1]."] });
    assert.ok(written?.passages !== "" && (stats?.totalTokens ?? 0) > 0 && listedSources.length > 0);
  });

  it("an answer in words that failed", async () => {
    const { written } = await ask("How is the total computed?", {
      script: ["By ", new ModelError("overloaded", "Try later.")],
    });
    assert.equal(written?.failure?.code, "overloaded");
  });

  it("an answer in words that was stopped", async () => {
    const { outcome } = await ask("How is the total computed?", { script: ["By ", forEver], cancels: true });
    assert.equal(outcome.status, "canceled");
  });

  it("an answer in words that is being written", async () => {
    const isIt = ({ outcome, turns = [] }: Question) =>
      outcome.status === "processing" && (outcome.partialAnswer ?? "") !== "" && turns.length > 1;
    await ask("How is the total computed?", { script: ["By adding [1]. ", forEver], isIt });
  });
});

interface Asking {
  /** What a model writes that is lent with the question. */
  readonly script?: Script;
  readonly isIt?: (question: Question) => boolean;
  readonly cancels?: boolean;
}
