import assert from "node:assert/strict";
import { link } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ConversationStore } from "../../../../../src/local/answers/conversations/conversationStore.ts";
import { QuestionAnswers } from "../../../../../src/local/answers/conversations/questionAnswers.ts";
import { KeptFiles } from "../../../../../src/local/code/files/keptFiles.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { until } from "../../runningService.ts";
import { ScriptedModel } from "../writing/scriptedModel.ts";
import { ANSWER, lookUpNothing } from "./scriptedAnswers.ts";

describe("an answer that a model wrote, while the disk is slow", () => {
  let temporary: TemporaryFolder;
  let answers: QuestionAnswers;
  let store: ConversationStore;
  let isSlow = false;
  let isSlowOnceFound = false;
  let free: (() => void)[] = [];
  const release = () => {
    isSlow = isSlowOnceFound = false;
    for (const each of free) each();
    free = [];
  };
  beforeEach(() => {
    temporary = makeTemporaryFolder();
    const folder = path.join(temporary.root, "store");
    const log = () => undefined;
    const slowLink: typeof link = async (from, to) => {
      if (isSlow) await new Promise<void>((resolve) => free.push(resolve));
      await link(from, to);
    };
    store = new ConversationStore(folder, log, { link: slowLink });
    const kept = new KeptFiles(path.join(folder, "kept"));
    const find = () => {
      isSlow = isSlowOnceFound;
      return Promise.resolve({ ...ANSWER, evidence: [], evidenceCited: [] });
    };
    answers = new QuestionAnswers({ store, kept, find, lookUp: lookUpNothing, served: () => [], log });
  });
  afterEach(async () => {
    release();
    await answers.close();
    await temporary.remove();
  });

  /** Returns a conversation whose answer has been written except for its end, which waits for the disk. */
  async function ended(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { id } = await answers.create("How?", [], { model: new ScriptedModel([["It is ", promise, "so."]]) });
    const stepsOnDisk = async () => (await store.get(id))?.questions[0]?.steps.length;
    await until(async () => ((await stepsOnDisk()) === 1 ? true : undefined));
    isSlow = true;
    resolve(undefined);
    await until(async () => ((await seen(id))?.state.status === "completed" ? true : undefined));
    assert.equal((await store.get(id))?.questions[0]?.state.status, "processing");
    return id;
  }
  const seen = async (id: number) => {
    for await (const { questions } of answers.look([id])) return questions[0];
    return undefined;
  };
  const statesOf = async (id: number) =>
    (await answers.get(id))?.questions.map(({ state, writing }) => [state.status, writing?.words]);

  it("is seen to be complete before it is on disk, and stays so", async () => {
    const id = await ended();
    const reads: unknown[] = [];
    const reading = (async () => {
      while (!(await store.get(id).then((read) => read?.questions[0]?.state.status === "completed")))
        reads.push(await statesOf(id));
    })();
    await until(() => (reads.length > 0 ? true : undefined));
    release();
    await reading;
    for (const read of [...reads, await statesOf(id)])
      assert.deepEqual(read, [["completed", "It is so. *(no source)*"]]);
  });

  it("is seen to be complete with all its steps, though none is on disk yet", async () => {
    isSlowOnceFound = true;
    const { id } = await answers.create("How?", [], { model: new ScriptedModel([["It is so."]]) });
    const complete = await until(async () => {
      const question = await seen(id);
      return question?.state.status === "completed" ? question : undefined;
    });
    assert.deepEqual((await store.get(id))?.questions[0]?.steps, []);
    release();
    const onDisk = await until(async () => {
      const question = (await store.get(id))?.questions[0];
      return question?.state.status === "completed" ? question : undefined;
    });
    assert.deepEqual([complete.steps, complete.steps.length], [onDisk.steps, 1]);
  });

  it("is what a follow-up goes on from", async () => {
    const id = await ended();
    const model = new ScriptedModel([["And so."]]);
    const adding = answers.add(id, "And then?", [], { model });
    release();
    await adding;
    await until(async () => ((await statesOf(id))?.[1]?.[0] === "completed" ? true : undefined));
    assert.match(model.requests[0]?.messages.at(-1)?.text ?? "", /A: It is so\./);
  });

  it("is not stopped any more", async () => {
    const id = await ended();
    const stopping = answers.cancel(id);
    release();
    await stopping;
    assert.deepEqual(await statesOf(id), [["completed", "It is so. *(no source)*"]]);
  });

  it("has on disk what was seen of it, before the next sign of life", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const startedAt = Date.now();
    const model = new ScriptedModel([["It ", setTimeout(300), "is", promise]]);
    const { id } = await answers.create("How?", [], { model });
    await until(async () => ((await store.get(id))?.questions[0]?.writing?.words === "It is" ? true : undefined));
    const tookMs = Date.now() - startedAt;
    resolve(undefined);
    assert.ok(tookMs < 1_800, `${tookMs} ms`);
  });
});
