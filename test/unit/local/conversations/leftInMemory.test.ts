import assert from "node:assert/strict";
import path from "node:path";
import { queryObjects } from "node:v8";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ConversationStore } from "../../../../src/local/conversations/conversationStore.ts";
import { KeptFiles } from "../../../../src/local/files/keptFiles.ts";
import { QuestionAnswers } from "../../../../src/local/conversations/questionAnswers.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { until } from "../runningService.ts";
import { ANSWER } from "./scriptedAnswers.ts";

const TIMES = 50;

describe("an answered question", () => {
  let temporary: TemporaryFolder;
  let answers: QuestionAnswers;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
    const log = () => undefined;
    const find = ({ signal }: { readonly signal: AbortSignal }) => {
      signal.addEventListener("abort", () => undefined, { once: true }); // as whoever can be stopped does
      return Promise.resolve(ANSWER);
    };
    const folder = path.join(temporary.root, "store");
    const [store, kept] = [new ConversationStore(folder, log), new KeptFiles(path.join(folder, "kept"))];
    answers = new QuestionAnswers({ store, kept, find, served: () => [], log });
  });
  afterEach(() => {
    answers.close();
    temporary.remove();
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
