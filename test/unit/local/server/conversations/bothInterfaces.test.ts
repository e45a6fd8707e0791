import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { after, before, describe, it } from "mocha";
import type { InterfaceName } from "../../../../../src/api/conversations/conversationInterface.ts";
import { createService } from "../../../../../src/api/service.ts";
import type { Question } from "../../../../../src/core/model/conversation.ts";
import { ModelError } from "../../../../../src/core/model/languageModel.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, until, type RunningService } from "../../runningService.ts";
import { withScriptedService, type ScriptedAnswers } from "../../answers/conversations/scriptedAnswers.ts";
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
 * which also has to send counts of what was not counted, and titles of failures.
 */
function said({ outcome, written, listedSources, suggestedFollowUps, turns, stats, text }: Question) {
  const { status } = outcome;
  const answer = status === "completed" ? outcome.answer : outcome.partialAnswer;
  const texts = [answer, written?.passages].filter((each) => each !== undefined && each !== "");
  return {
    question: text,
    status,
    ...(status !== "processing" && { answer: texts.join("\n\n---\n\n") }),
    ...(status === "failed" && { code: outcome.code, reason: outcome.reason.replace(/^The answer failed: /, "") }),
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

  const ask = async (question: string, { script, ...asking }: Asking & { readonly script?: Script } = {}) => {
    models = script ? [new ScriptedModel([script])] : [];
    return askOf(local, [question], { ...asking, ...(script && { model: "nonce" }) });
  };

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

describe("both conversation interfaces say the same of passages", () => {
  let service: RunningService;
  let answers: ScriptedAnswers;
  withScriptedService((made) => {
    ({ service, answers } = made);
  });

  it("that could not be found", async () => {
    const { outcome } = await askOf(service, ["What does break?"]);
    assert.equal(outcome.status === "failed" && outcome.code, "internal");
  });

  it("that are looked for", async () => {
    answers.isSlow = true;
    const isIt = ({ outcome, turns = [] }: Question) => outcome.status === "processing" && turns.length > 0;
    await askOf(service, ["Where is it?"], { isIt });
  });

  it("of a question that was stopped", async () => {
    answers.isSlow = true;
    const { outcome } = await askOf(service, ["Where is it?"], { cancels: true });
    assert.equal(outcome.status, "canceled");
  });

  it("of several questions", async () => {
    const { text } = await askOf(service, ["Where is it?", "And what is that?", "What does break?"]);
    assert.equal(text, "Where is it?");
  });
});

function open(service: RunningService, name: InterfaceName) {
  return createService(
    {
      baseUrl: service.baseUrl,
      token: () => Promise.resolve(service.token),
      client: "plumbline 1.0.0",
      log: () => undefined,
      capabilities: service.capabilities,
    },
    { get: () => name, set: () => undefined },
  );
}

/**
 * Asks over the new interface, one question after the other, and compares what the two say of all of them once the last
 * is what is waited for, at one moment. Returns the first.
 */
async function askOf(
  service: RunningService,
  [first = "", ...others]: readonly string[],
  { model, isIt = isDone, cancels = false }: Asking & { readonly model?: string } = {},
): Promise<Question> {
  const [current, legacy] = [open(service, "new"), open(service, "legacy")];
  try {
    const { name } = await current.createConversation(first, model === undefined ? {} : { model });
    const read = async (isLast: (question: Question) => boolean) => {
      const { questions } = await current.getConversation(name);
      const last = questions.at(-1);
      return last && isLast(last) ? questions : undefined;
    };
    for (const question of others) {
      await until(() => read(isDone));
      await current.addQuestion(name, question, {});
    }
    if (cancels) {
      await until(async () => ((await current.getConversation(name)).questions[0]?.turns ?? []).length > 0);
      await current.cancelConversation(name);
    }
    const [one, other] = await until(async () => {
      const [then, between, now] = [await read(isIt), await legacy.getConversation(name), await read(isIt)];
      const isUnchanged = then && now && isDeepStrictEqual(then.map(said), now.map(said));
      return isUnchanged ? ([then, between.questions] as const) : undefined;
    });
    const [asked] = one;
    assert.ok(asked && one.length === others.length + 1);
    if (!isDone(asked)) await current.cancelConversation(name);
    assert.deepEqual(one.map(said), other.map(said));
    return asked;
  } finally {
    await current.close();
    await legacy.close();
  }
}

interface Asking {
  readonly isIt?: (question: Question) => boolean;
  readonly cancels?: boolean;
}
