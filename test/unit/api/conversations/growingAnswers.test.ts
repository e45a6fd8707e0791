import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { after, afterEach, before, describe, it } from "mocha";
import { createService } from "../../../../src/api/service.ts";
import { GrowingAnswers } from "../../../../src/api/conversations/growingAnswers.ts";
import { JsonObject } from "../../../../src/api/http/json.ts";
import type { Conversation } from "../../../../src/core/model/conversation.ts";
import type { CodeSearchService } from "../../../../src/core/model/service.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { runService, until, type RunningService } from "../../local/runningService.ts";
import { ScriptedModel, type Script } from "../../local/answers/writing/scriptedModel.ts";

const NAME = "users/1/conversations/1";

describe("A written answer that is read part by part", function () {
  this.timeout(60_000);
  let temporary: TemporaryFolder;
  let root = "";
  let local: RunningService;
  let models: ScriptedModel[] = [];
  let clients: CodeSearchService[] = [];
  before(() => {
    temporary = makeTemporaryFolder();
    root = temporary.commit("code", { "a.ts": "export const needle = 1;\n" });
  });
  after(() => temporary.remove());
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    clients = [];
    await local.close();
  });

  const open = async (store: string) => {
    local = await runService(temporary.root, [root], {
      models: { take: () => models.shift() },
      storeDir: `${temporary.root}/${store}`,
    });
  };
  const client = (log: (line: string) => void = () => undefined) => {
    const token = () => Promise.resolve(local.token);
    const opened = createService(
      { baseUrl: local.baseUrl, token, client: "test 1", log, capabilities: local.capabilities },
      { get: () => "new", set: () => undefined },
    );
    clients.push(opened);
    return opened;
  };
  /** What a client sees that has never looked before. */
  const afresh = () => client().getConversation(NAME);
  const wordsOf = ({ questions }: Conversation, at = 0) => {
    const { outcome } = questions[at] ?? {};
    return (outcome?.status === "processing" ? outcome.partialAnswer : undefined) ?? "";
  };
  /** Waits until all readers see what a client sees that has never looked before; repeats if a step came in between. */
  const seeAllOf = (...readers: readonly CodeSearchService[]) =>
    until(async () => {
      const { questions: before } = await afresh();
      const seen: Conversation[] = [];
      for (const reader of readers) seen.push(await reader.getConversation(NAME));
      const { questions: after } = await afresh();
      if (!isDeepStrictEqual(before, after)) return undefined;
      for (const { questions } of seen) assert.deepEqual(questions, after);
      return true;
    });
  /** Resolves once the answer so far contains these words. */
  const told = (words: string, at = 0) => until(async () => wordsOf(await afresh(), at).includes(words) || undefined);

  /** A script that sends each piece after the previous one was seen, with a function that lets the next one come. */
  const pieces = (...texts: readonly string[]): { readonly script: Script; readonly next: () => void } => {
    const gates = texts.map(() => Promise.withResolvers<undefined>());
    let at = 0;
    return {
      script: texts.flatMap((text, index) => [text, gates[index]?.promise ?? text]),
      next: () => {
        gates[at++]?.resolve(undefined);
      },
    };
  };

  it("is the same as one that is read as a whole, with several that look, until it is settled", async () => {
    await open("same");
    const texts = ["The needle is one [1]. ", "😀 one more [1].\n\n", "Then **bold", "** it is `needle` [1].\n\nEnd."];
    const { script, next } = pieces(...texts);
    models = [new ScriptedModel([script])];
    const [first, second] = [client(), client()];
    await first.createConversation("What is the needle?", { model: "nonce" });
    for (const seen of ["The needle", "😀", "bold", "End"]) {
      await told(seen);
      assert.ok(((await afresh()).questions[0]?.written?.passages ?? "") !== "");
      await seeAllOf(...(seen === "bold" ? [first, first] : [first, second, first]));
      next();
    }
    await until(async () => (await afresh()).questions[0]?.outcome.status === "completed" || undefined);
    await seeAllOf(first, second);
  });

  it("comes in few bytes while it grows", async () => {
    await open("bytes");
    const { script, next } = pieces(`${"So it is said of the needle. ".repeat(500)}\n\n`, "The end");
    models = [new ScriptedModel([script])];
    const sizes: number[] = [];
    const reader = client((line) => {
      const [, size] = /GetConversation .* (\d+) bytes/.exec(line) ?? [];
      if (size !== undefined) sizes.push(Number(size));
    });
    await reader.createConversation("What is the needle?", { model: "nonce" });
    await told("So it is said");
    await reader.getConversation(NAME);
    next();
    await told("The end");
    assert.match(wordsOf(await reader.getConversation(NAME)), /^So it is.*The end$/s);
    await until(() => sizes.length >= 2 || undefined);
    const [all = 0, rest = Infinity] = sizes;
    assert.ok(all > 14_000 && rest < 2_000, `${all}, then ${rest} bytes`);
    next();
  });

  it("is whole where it is gone on with, stopped, or told by another process", async () => {
    await open("again");
    const begun = pieces("It is one [1]. It ");
    const further = pieces("is so [1].");
    models = [new ScriptedModel([begun.script]), new ScriptedModel([further.script])];
    const reader = client();
    await reader.createConversation("What is the needle?", { model: "nonce" });
    await told("It is one");
    await seeAllOf(reader);
    const stopped = await reader.cancelConversation(NAME);
    assert.match(
      stopped.questions[0]?.outcome.status === "canceled" ? stopped.questions[0].outcome.partialAnswer : "",
      /^It is one/,
    );
    await seeAllOf(reader);
    await reader.addQuestion(NAME, "What is the needle?", {
      ...{ model: "nonce", after: 1, insteadOf: { position: 0, goesOn: true } },
    });
    await told("is so", 1);
    assert.match(wordsOf(await reader.getConversation(NAME), 1), /^It is one .* is so/s);
    await seeAllOf(reader);
    await local.close();
    await open("again");
    const { outcome } = (await afresh()).questions[1] ?? {};
    assert.match(outcome?.status === "completed" ? outcome.answer : "", /^It is one .* is so/s);
  });

  it("is as a whole in every request of a client that doesn't say what it has", async () => {
    await open("others");
    const { script } = pieces("It is one [1].");
    models = [new ScriptedModel([script])];
    const reader = client();
    await reader.createConversation("What is the needle?", { model: "nonce" });
    await told("It is one");
    await reader.getConversation(NAME);
    for (let time = 0; time < 2; time++) {
      const { body } = await local.call("GetConversation", { name: NAME }, { "x-plumbline-partial": "true" });
      const { questions } = body;
      assert.equal((questions?.[0]?.["answer"] as unknown as readonly unknown[]).length, 2);
      assert.ok(!("told" in (questions?.[0]?.["plumbline_written"] ?? {})));
    }
  });
});

describe("The rest of an answer that is not known", () => {
  const told = (fields: object) => JsonObject.expect({ told: "2", ...fields }, "written");

  it("is no answer, and the next time all is asked for", () => {
    const growing = new GrowingAnswers();
    growing.reading("c/1", undefined)(told({}), ["It is", "passages"]);
    const known = growing.of("c/1");
    assert.deepEqual(known, { version: "2", words: "It is", passages: "passages" });
    for (const fields of [{ words_from: 6 }, { words_from: 5, passages_told: true }]) {
      const before = "passages_told" in fields ? undefined : known;
      assert.throws(() => growing.reading("c/1", before)(told(fields), [" so."]), { code: "malformed" });
      assert.equal(growing.of("c/1"), undefined);
    }
  });

  it("is forgotten with the answers that were looked at long ago", () => {
    const growing = new GrowingAnswers();
    for (let id = 0; id < 20; id++) growing.reading(`c/${id}`, undefined)(told({}), ["It is"]);
    assert.deepEqual([growing.of("c/0"), growing.of("c/19")?.words], [undefined, "It is"]);
  });
});
