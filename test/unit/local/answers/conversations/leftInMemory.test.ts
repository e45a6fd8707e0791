import assert from "node:assert/strict";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ConversationStore } from "../../../../../src/local/answers/conversations/conversationStore.ts";
import { KeptFiles } from "../../../../../src/local/code/files/keptFiles.ts";
import { QuestionAnswers } from "../../../../../src/local/answers/conversations/questionAnswers.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { until } from "../../runningService.ts";
import { ANSWER, lookUpNothing } from "./scriptedAnswers.ts";
import { conversationOf } from "./storeWriter.ts";

const TIMES = 50;

describe("an answered question", () => {
  let temporary: TemporaryFolder;
  let answers: QuestionAnswers;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
    const log = () => undefined;
    const find = ({ signal }: { readonly signal: AbortSignal }) => {
      signal.addEventListener("abort", () => undefined, { once: true }); // as stoppable work does
      return Promise.resolve(ANSWER);
    };
    const folder = path.join(temporary.root, "store");
    const [store, kept] = [new ConversationStore(folder, log), new KeptFiles(path.join(folder, "kept"))];
    answers = new QuestionAnswers({ store, kept, find, lookUp: lookUpNothing, served: () => [], log });
  });
  afterEach(async () => {
    await answers.close();
    await temporary.remove();
  });

  const signals = (): number => queryObjects(AbortSignal, { format: "count" });

  it("leaves nothing that waits for its time to be over", async () => {
    const before = signals();
    for (let times = 0; times < TIMES; times++) {
      const { id } = await answers.create("Where is the needle?", []);
      await until(async () => ((await answers.get(id))?.questions[0]?.state.status === "completed" ? true : undefined));
      await answers.delete(id);
    }
    const left = signals() - before;
    assert.ok(left < TIMES / 5, `${left} signals after ${TIMES} questions`);
  });
});

describe("a deleted conversation", () => {
  let temporary: TemporaryFolder;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => temporary.remove());

  it("leaves nothing of its row in memory once the list was read again", async () => {
    const store = new ConversationStore(path.join(temporary.root, "store"), () => undefined);
    for (let times = 0; times < TIMES; times++) await store.create((id) => conversationOf(id));
    const rows = (await store.summaries()).map((summary) => new WeakRef(summary));
    assert.equal(rows.length, TIMES);
    for (let id = 1; id <= TIMES; id++) assert.ok(await store.delete(id));
    assert.deepEqual(await store.summaries(), []);
    await setImmediate();
    queryObjects(AbortSignal, { format: "count" }); // collects everything that is not held
    const held = rows.filter((row) => row.deref() !== undefined).length;
    assert.ok(held <= 1, `${held} of ${TIMES} rows are held`);
  });
});
