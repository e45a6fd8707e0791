import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, it } from "mocha";
import {
  ModelError,
  type LanguageModel,
  type ModelPart,
  type ModelRequest,
} from "../../../../src/core/model/languageModel.ts";
import type { ToLender } from "../../../../src/core/model/modelChannel.ts";
import { ModelLending } from "../../../../src/host/models/modelLending.ts";
import type { BorrowerNews, BorrowerTask } from "../../../support/processes/modelBorrower.ts";
import { until } from "../../local/runningService.ts";

const BORROWER = fileURLToPath(new URL("../../../support/processes/modelBorrower.ts", import.meta.url));

const REQUEST: ModelRequest = {
  messages: [
    { role: "system", text: "Be brief." },
    { role: "user", text: "Where are orders shipped? \ud83d\ude9a \ud800" },
  ],
  tools: [{ name: "read", description: "Reads lines.", inputSchema: { type: "object" } }],
  toolChoice: "auto",
};

/** What a model does for a request. */
type Script = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelPart>;

function modelOf(script: Script): LanguageModel {
  return {
    id: "scripted",
    limits: { inputTokens: 8192, tools: "yes" },
    send: (body, { signal }) => script(body, signal),
  };
}

const when = (isSo: () => boolean) => until(() => isSo() || undefined);

describe("a model that is lent to another process", function () {
  this.timeout(60_000);
  let child: ChildProcess;
  let news: BorrowerNews[];
  let lending: ModelLending;
  const never = new AbortController().signal;

  beforeEach(() => {
    // What was stopped in one test is told a second later: not to the borrower of the next one.
    const borrower = fork(BORROWER, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    child = borrower;
    news = [];
    let hear: ((message: ToLender) => void) | undefined;
    borrower.on("message", (message: ToLender | BorrowerNews) => {
      if ("type" in message) hear?.(message);
      else news.push(message);
    });
    lending = new ModelLending({
      words: ({ message }) => message,
      models: {
        send: (message) => {
          if (borrower.connected) borrower.send(message);
        },
        listen: (listener) => (hear = listener),
      },
      ended: once(borrower, "exit").then(() => undefined),
    });
  });

  afterEach(() => {
    child.kill("SIGKILL");
  });

  const tell = (task: BorrowerTask): void => {
    child.send(task);
  };
  const ending = async () => {
    await when(() => news.some((one) => one.news === "end"));
    return news.find((one) => one.news === "end");
  };
  const parts = () => news.filter((one) => one.news === "part").map(({ part }) => part as ModelPart);
  const take = async (nonce: string) => {
    news.length = 0;
    tell({ task: "take", nonce });
    await when(() => news.at(-1)?.news === "taken");
    return news.at(-1);
  };

  it("gets the request as it is, and gives its parts as they are, in their order", async () => {
    const said: ModelPart[] = [
      { kind: "text", text: "In `ship()` \u{1F69A} \ud800 " },
      { kind: "toolCall", call: { callId: "c1", name: "read", input: { path: "a.ts", lines: [1, 2] } } },
      { kind: "usage", inputTokens: 12, outputTokens: 3 },
    ];
    let heard: ModelRequest | undefined;
    const model = modelOf(async function* (request) {
      heard = request;
      await Promise.resolve();
      yield* said;
    });
    const nonce = await lending.lend(model, never);
    assert.deepEqual(await take(nonce), { news: "taken", id: "scripted", inputTokens: 8192 });
    tell({ task: "ask", request: REQUEST });
    assert.deepEqual(await ending(), { news: "end" });
    assert.deepEqual(parts(), said);
    assert.deepEqual(heard, REQUEST);
  });

  it("is there once for its nonce, and not for another", async () => {
    const nonce = await lending.lend(
      modelOf(() => assert.fail("nobody may ask")),
      never,
    );
    assert.deepEqual(await take(nonce.slice(1)), { news: "taken" });
    assert.deepEqual(await take(nonce), { news: "taken", id: "scripted", inputTokens: 8192 });
    assert.deepEqual(await take(nonce), { news: "taken" });
  });

  it("is asked for no more than somebody reads", async () => {
    let made = 0;
    const model = modelOf(async function* () {
      await Promise.resolve();
      for (; made < 1000; made++) yield { kind: "text", text: String(made).padEnd(1_000) };
    });
    await take(await lending.lend(model, never));
    tell({ task: "ask", request: REQUEST, readOnly: 5 });
    await when(() => parts().length === 5);
    const before = made;
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(made, before);
    assert.ok(made < 50, `${made} parts were made for 5 that were read`);
    tell({ task: "goOn" });
    await ending();
    assert.equal(parts().length, 1000);
  });

  it("goes together where it writes fast, but for its first words", async () => {
    const words = Array.from({ length: 100 }, (_, at) => `word${at} `);
    const model = modelOf(async function* () {
      for (const text of words) {
        yield { kind: "text", text };
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      yield { kind: "usage", inputTokens: 12, outputTokens: 100 };
    });
    await take(await lending.lend(model, never));
    tell({ task: "ask", request: REQUEST });
    await ending();
    const texts = parts().flatMap((part) => (part.kind === "text" ? [part.text] : []));
    assert.equal(texts[0], words[0]);
    assert.equal(texts.join(""), words.join(""));
    assert.ok(texts.length < 50, `${texts.length} messages`);
    assert.equal(parts().at(-1)?.kind, "usage");
  });

  for (const how of ["stop", "leave"] as const)
    it(`hears of it where its reader ${how === "stop" ? "is stopped" : "leaves"}`, async () => {
      let isStopped = false;
      const model = modelOf(async function* (_request, signal) {
        signal.addEventListener("abort", () => (isStopped = true));
        yield { kind: "text", text: "Once" };
        if (how === "leave") yield { kind: "text", text: " upon" };
        await once(signal, "abort");
        signal.throwIfAborted();
      });
      await take(await lending.lend(model, never));
      tell({ task: "ask", request: REQUEST, readOnly: how === "leave" ? 1 : 2 });
      await when(() => parts().length === 1);
      tell({ task: how });
      await ending();
      await when(() => isStopped);
      assert.equal((await ending())?.code, how === "stop" ? "aborted" : undefined);
    });

  it("tells what went wrong, after what came before", async () => {
    const retryAt = Date.now() + 60_000;
    const model = modelOf(async function* () {
      yield { kind: "text", text: "Half" };
      await Promise.resolve();
      throw new ModelError("rateLimited", "Too many requests.", { retryAt });
    });
    await take(await lending.lend(model, never));
    tell({ task: "ask", request: REQUEST });
    assert.deepEqual(await ending(), { news: "end", code: "rateLimited", message: "Too many requests.", retryAt });
    assert.deepEqual(parts(), [{ kind: "text", text: "Half" }]);
  });

  it("is asked a limited number of times with one nonce", async () => {
    let asked = 0;
    const model = modelOf(async function* () {
      await Promise.resolve();
      yield { kind: "text", text: String(++asked) };
    });
    await take(await lending.lend(model, never));
    for (let i = 0; i < 30; i++) {
      news.length = 0;
      tell({ task: "ask", request: REQUEST });
      await ending();
    }
    assert.equal(asked, 24);
    assert.equal((await ending())?.code, "failed");
  });

  it("can't be asked any more where what it was lent for is over", async () => {
    const over = new AbortController();
    let isStopped = false;
    const model = modelOf(async function* (_request, signal) {
      yield { kind: "text", text: "Once" };
      await once(signal, "abort");
      isStopped = true;
      signal.throwIfAborted();
    });
    await take(await lending.lend(model, over.signal));
    tell({ task: "ask", request: REQUEST });
    await when(() => parts().length === 1);
    over.abort();
    assert.equal((await ending())?.code, "brokenOff");
    assert.ok(isStopped);
    news.length = 0;
    tell({ task: "ask", request: REQUEST });
    assert.equal((await ending())?.code, "noPermission");
  });

  it("is stopped where the process ends, and can't be lent to it any more", async () => {
    let isStopped = false;
    const model = modelOf(async function* (_request, signal) {
      signal.addEventListener("abort", () => (isStopped = true));
      yield { kind: "text", text: "Once" };
      await once(signal, "abort");
    });
    await take(await lending.lend(model, never));
    tell({ task: "ask", request: REQUEST });
    await when(() => parts().length === 1);
    child.kill("SIGKILL");
    await when(() => isStopped);
    await assert.rejects(lending.lend(model, never), { code: "brokenOff" });
  });
});
