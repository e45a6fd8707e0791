import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { InterfaceName } from "../../../../src/api/conversations/conversationInterface.ts";
import { createService } from "../../../../src/api/service.ts";
import { askOnce } from "../../../../src/core/conversations/askOnce.ts";
import { conversationId, isSettled } from "../../../../src/core/model/conversation.ts";
import { isAbort } from "../../../../src/core/model/errors.ts";
import type { CodeSearchService } from "../../../../src/core/model/service.ts";
import { watchConversation } from "../../../../src/core/conversations/watchConversation.ts";
import type { FindAnswer } from "../../../../src/local/answers/conversations/foundAnswer.ts";
import { ANSWER } from "../answers/conversations/scriptedAnswers.ts";
import { runService, type RunningService } from "../runningService.ts";

const QUESTIONS = Array.from({ length: 5 }, (_, index) => `What is number ${index}?`);
const runTimes = { past: [200, 400, 800], add: () => undefined };

/** What one window shows: the conversations that it follows, and their answers as they arrive. */
class Window {
  readonly arrived: string[] = [];
  readonly #service: CodeSearchService;
  readonly #closing = new AbortController();

  constructor({ baseUrl, token }: RunningService, interfaceName: InterfaceName) {
    const endpoint = { baseUrl, token: () => Promise.resolve(token), client: "plumbline 1.0.0", log: () => undefined };
    this.#service = createService(endpoint, { get: () => interfaceName, set: () => undefined });
  }

  async ask(question: string): Promise<string> {
    return (await askOnce(this.#service, { question })).name;
  }

  async list(): Promise<readonly string[]> {
    return (await this.#service.listConversations()).conversations.map(({ name }) => name);
  }

  /** Ends when the answer is there, or when the window is closed. */
  async follow(name: string): Promise<void> {
    try {
      for await (const conversation of watchConversation(this.#service, name, {
        signal: this.#closing.signal,
        runTimes,
      })) {
        if (!isSettled(conversation)) continue;
        const [question] = conversation.questions;
        assert.equal(question?.outcome.status, "completed");
        assert.equal(question.outcome.answer, `It is the answer to: ${question.text}`);
        this.arrived.push(conversationId(conversation.name));
      }
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#service.close();
  }
}

describe("five conversations at once", () => {
  let root = "";
  let service: RunningService;
  const asked: string[] = [];
  let open: Window[] = [];
  /** By the order of the questions: each is answered when the test says so. */
  let answered = QUESTIONS.map(() => Promise.withResolvers<undefined>());

  const answer: FindAnswer = async ({ question }) => {
    await answered[asked.push(question) - 1]?.promise;
    return { ...ANSWER, text: `It is the answer to: ${question}` };
  };
  const answerQuestions = (from: number, to: number) => {
    for (const one of answered.slice(from, to)) one.resolve(undefined);
  };
  const newWindow = (interfaceName: InterfaceName) => {
    const window = new Window(service, interfaceName);
    open.push(window);
    return window;
  };

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "plumbline-at-once-"));
    asked.length = 0;
    open = [];
    answered = QUESTIONS.map(() => Promise.withResolvers<undefined>());
    service = await runService(root, [root], { findAnswer: answer });
  });

  afterEach(async () => {
    await Promise.all(open.map((window) => window.close()));
    await service.close();
    await rm(root, { recursive: true });
  });

  for (const [first, second] of [
    ["new", "legacy"],
    ["legacy", "new"],
  ] as const) {
    it(`arrive once in each of two windows, through a reload in the middle, and are asked once (${first}, then ${second})`, async () => {
      const asking = newWindow(first);
      const names = await Promise.all(QUESTIONS.map((question) => asking.ask(question)));
      const looking = newWindow(second);
      const others = Promise.all((await looking.list()).map((name) => looking.follow(name)));
      const before = Promise.all(names.map((name) => asking.follow(name)));
      answerQuestions(0, 2);
      while (asking.arrived.length < 2) await sleep(10);
      await asking.close();
      await before;
      const seen = new Set(asking.arrived);
      assert.equal(seen.size, 2, "the reload is in the middle");
      answerQuestions(2, 5);

      const reloaded = newWindow(second);
      await Promise.all(names.filter((name) => !seen.has(conversationId(name))).map((name) => reloaded.follow(name)));
      await others;
      const ids = names.map(conversationId).sort();
      assert.deepEqual([...asking.arrived, ...reloaded.arrived].sort(), ids);
      assert.deepEqual([...looking.arrived].sort(), ids);
      assert.deepEqual([...asked].sort(), QUESTIONS);
    });
  }
});
