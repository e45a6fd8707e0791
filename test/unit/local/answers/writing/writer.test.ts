import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { ModelError, type ModelRequest } from "../../../../../src/core/model/languageModel.ts";
import { tokensOf } from "../../../../../src/local/answers/writing/budget.ts";
import { noSource } from "../../../../../src/local/answers/writing/citations.ts";
import type { ServedPassage } from "../../../../../src/local/answers/writing/evidence.ts";
import type { LookedUp, LookUp } from "../../../../../src/local/answers/writing/lookUp.ts";
import { writeAnswer } from "../../../../../src/local/answers/writing/writer.ts";
import type { WriteRequest, WritingProgress } from "../../../../../src/local/answers/writing/writing.ts";
import { ScriptedModel, textOfRequest } from "./scriptedModel.ts";

const PARSE: ServedPassage = {
  repository: "h/o/r",
  path: "src/parse.ts",
  revision: "a".repeat(40),
  startLine: 10,
  lines: ["export function parseRetry(value: string) {", "  return Number(value);", "}"],
  name: "parseRetry",
};
const LIMITS: ServedPassage = {
  ...PARSE,
  path: "src/limits.ts",
  startLine: 0,
  lines: ["export const MAX = 5;"],
  name: "MAX",
};
const PARSE_LINK = `/h/o/r@${"a".repeat(40)}/-/blob/src/parse.ts`;

/** A passage of about this many tokens. */
const long = (index: number, tokens = 700): ServedPassage => ({
  ...PARSE,
  path: `src/long${index}.ts`,
  lines: Array.from({ length: tokens / 10 }, (_, line) => `const value${line} = readOther(${line}); //`),
});

interface Run {
  readonly progress: WritingProgress[];
  readonly steps: string[];
  readonly lookUps: LookUp[];
}

function write(model: ScriptedModel, parts: Partial<WriteRequest> & { found?: (lookUp: LookUp) => LookedUp } = {}) {
  const run: Run = { progress: [], steps: [], lookUps: [] };
  const written = writeAnswer({
    question: "How is a retry parsed?",
    model,
    passages: [PARSE],
    earlier: [],
    lookUp: (lookUp) => {
      run.lookUps.push(lookUp);
      return Promise.resolve(parts.found?.(lookUp) ?? { passages: [], text: "" });
    },
    signal: new AbortController().signal,
    step: (text) => run.steps.push(text),
    onProgress: (progress) => run.progress.push(progress),
    ...parts,
  });
  return Object.assign(written, run);
}

/** What the model was reported to be doing, in order. */
function doneIn({ progress }: Run): readonly WritingProgress["activity"][] {
  return progress.map(({ activity }) => activity).filter((activity, at, all) => activity !== all[at - 1]);
}

const usage = (inputTokens: number, outputTokens = 5) => ({ kind: "usage", inputTokens, outputTokens }) as const;

describe("a model that writes from passages", () => {
  it("is shown with all that it wrote, also while it pauses", async () => {
    const pause = Promise.withResolvers<undefined>();
    const model = new ScriptedModel([["It is ", "a number ", "of seconds.", pause.promise, usage(400)]]);
    const written = write(model);
    const shown = () => written.progress.at(-1)?.words;
    for (const end = Date.now() + 10_000; shown() !== "It is a number of seconds." && Date.now() < end;)
      await sleep(10);
    const whilePausing = shown();
    pause.resolve(undefined);
    await written;
    assert.equal(whilePausing, "It is a number of seconds.");
  });

  it("is handed numbered passages with the numbers of their lines, and its marks become links", async () => {
    const model = new ScriptedModel([["It is a ", "number [1:12].", usage(400, 9)]]);
    const written = await write(model);
    assert.equal(written.words, `It is a number [\`parse.ts:12\`](${PARSE_LINK}?L12).`);
    assert.deepEqual([written.checked.statements, written.checked.unsourced], [1, 0]);
    assert.deepEqual([written.rounds, written.inputTokens, written.outputTokens], [1, 400, 9]);
    assert.equal(written.failure, undefined);
    const text = textOfRequest(model.requests[0]);
    assert.match(text, /Passage 1: src\/parse\.ts, lines 11-13, in parseRetry\n11\| export function/);
    assert.match(text, /\n12\| {3}return Number\(value\);\n/);
    assert.equal(model.requests[0]?.tools, undefined);
  });

  it("shows its words as they come, without marks that are not complete", async () => {
    let goOn: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const writing = write(new ScriptedModel([["It is a number [1", waiting, ":12]. And more."]]));
    while (!writing.progress.some(({ words }) => words.includes("number"))) await new Promise(setImmediate);
    assert.equal(writing.progress.at(-1)?.words, "It is a number");
    goOn();
    assert.match((await writing).words, /And more\. \*\(no source\)\*$/);
  });

  it("may ask once for three things more, and gets them under new numbers", async () => {
    const model = new ScriptedModel([
      ["NEED: symbol MAX\n", "NEED: path src/limits.ts:1-2\nNEED: word retry limit\nNEED: word more"],
      ["At most five [2]."],
    ]);
    const writing = write(model, {
      found: ({ tool }) =>
        tool === "symbol" ? { passages: [LIMITS], text: "1 definitions" } : { passages: [], text: "" },
    });
    const written = await writing;
    assert.deepEqual(writing.lookUps, [
      { tool: "symbol", name: "MAX" },
      { tool: "read", path: "src/limits.ts", first: 1, last: 2 },
      { tool: "search", query: "retry limit" },
    ]);
    assert.match(written.words, /At most five \[`limits\.ts:1`\]/);
    assert.equal(written.rounds, 2);
    assert.match(textOfRequest(model.requests[1]), /Passage 2: src\/limits\.ts, lines 1-1/);
    assert.match(textOfRequest(model.requests[1]), /Looked up word retry limit:\n0 matches\./);
    assert.doesNotMatch(textOfRequest(model.requests[1]), /NEED:/);
    assert.ok(writing.progress.every(({ words }) => !words.includes("NEED")));
  });

  it("may ask for a symbol in any alphabet without saying that it is one", async () => {
    const model = new ScriptedModel([["NEED: prüfeMaß\nNEED: 検索する\nNEED: größe.ts"], ["At most five [1]."]]);
    const writing = write(model, { found: () => ({ passages: [LIMITS], text: "1 definitions" }) });
    await writing;
    assert.deepEqual(
      writing.lookUps.map(({ tool }) => tool),
      ["symbol", "symbol", "read"],
    );
  });

  it("is told the same before anything new, so that its server need not read it again", async () => {
    const passages = Array.from({ length: 5 }, (_, index) => long(index));
    const model = new ScriptedModel([["NEED: symbol MAX"], ["At most five [6]."]]);
    await write(model, { passages, found: () => ({ passages: [LIMITS], text: "" }) });
    const [first = "", second = ""] = model.requests.map(textOfRequest);
    const question = first.indexOf("Question: How is a retry parsed?");
    assert.equal(second.slice(0, question), first.slice(0, question));
    assert.ok(question > 10_000, String(question));
  });

  it("is asked no third time, and what it still needs is not shown", async () => {
    const written = await write(new ScriptedModel([["NEED: symbol A"], ["NEED: symbol B"]]));
    assert.deepEqual([written.words, written.rounds, written.failure?.code], ["", 2, "empty"]);
  });

  it("answers where it also says that it needs something", async () => {
    const long = "It is a number, as the code says where it reads the value. ".repeat(5);
    const written = await write(new ScriptedModel([[`${long}[1]\n\nNEED: symbol MAX`]]));
    assert.equal(written.rounds, 1);
    assert.doesNotMatch(written.words, /NEED/);
  });

  it("is handed no more than fits, by its own limits too", async () => {
    const passages = Array.from({ length: 30 }, (_, index) => long(index));
    const all = new ScriptedModel([["It is so [1]."]]);
    await write(all, { passages });
    const tokens = tokensOf(textOfRequest(all.requests[0]));
    assert.ok(tokens > 6_000 && tokens < 8_200, String(tokens));
    const small = new ScriptedModel([["It is so [1]."]], { inputTokens: 4_096, tools: "no" });
    await write(small, { passages });
    assert.ok(tokensOf(textOfRequest(small.requests[0])) < 4_096 * 0.75);
    const tiny = new ScriptedModel([["It is so [1]."]], { inputTokens: 2_048, tools: "no" });
    await write(tiny, { passages });
    assert.ok(tokensOf(textOfRequest(tiny.requests[0])) < 1_450);
  });

  it("is handed less where it counts more tokens than we do, and told of when its context was full", async () => {
    const passages = Array.from({ length: 30 }, (_, index) => long(index));
    const cut = new ModelError("brokenOff", "It reached its limit for one answer.");
    const limits = { inputTokens: 4_096, tools: "no" } as const;
    const full = new ScriptedModel([["It is so [1]. And", usage(3_990, 106), cut]], limits);
    const dense = Object.assign(full, { id: "dense at 127.0.0.1:8080" });
    const written = await write(dense, { passages });
    assert.deepEqual(written.failure, { code: "contextTooSmall", message: "" });
    assert.match(written.words, /^It is so/);
    const sent = tokensOf(textOfRequest(dense.requests[0]));
    const next = Object.assign(new ScriptedModel([["It is so [1].", usage(2_400)]], limits), { id: dense.id });
    await write(next, { passages });
    const sentNext = tokensOf(textOfRequest(next.requests[0]));
    assert.ok(sentNext * (3_990 / sent) < 4_096 * 0.75, `${sent} ${sentNext}`);
    const short = new ScriptedModel([["It is so [1]. And", usage(2_800, 40), cut]], limits);
    assert.equal((await write(short, { passages })).failure?.code, "brokenOff");
  });

  it("is asked with half as much when it takes less than that, until it fits", async () => {
    const passages = Array.from({ length: 30 }, (_, index) => long(index));
    const tooSmall = new ModelError("contextTooSmall", "the request exceeds the available context size");
    const model = new ScriptedModel([[tooSmall], ["It is so [1]."]]);
    const written = await write(model, { passages });
    const [first = 0, second = 0] = model.requests.map((request) => tokensOf(textOfRequest(request)));
    assert.ok(second < first * 0.65, `${first} ${second}`);
    assert.match(written.notes.join(), /does not fit the model's context: about 3,\d\d\d tokens of it were sent/);
    const tiny = new ScriptedModel([[tooSmall], [tooSmall], [tooSmall], ["It is so [1]."]]);
    const fitting = await write(tiny, { passages });
    assert.deepEqual([fitting.rounds, fitting.failure], [4, undefined]);
    assert.ok(fitting.inputTokens < 2_048, "what was refused was not read");
    assert.match(fitting.notes.join(), /does not fit the model's context: about [78]\d\d tokens of it were sent/);
    assert.ok(tokensOf(textOfRequest(tiny.requests[3])) < 2_048);
    const failing = await write(new ScriptedModel(Array<[Error]>(9).fill([tooSmall])), { passages });
    assert.deepEqual([failing.rounds, failing.failure?.code], [4, "contextTooSmall"]);
  });

  it("cites what it was handed last, where what it had looked up no longer fits", async () => {
    const tooSmall = new ModelError("contextTooSmall", "the request exceeds the available context size");
    const passages = Array.from({ length: 8 }, (_, index) => long(index));
    const model = new ScriptedModel([["NEED: symbol MAX"], [tooSmall], ["It is so [1]. At most five [9]."]]);
    const written = await write(model, { passages, found: () => ({ passages: [LIMITS], text: "" }) });
    assert.match(textOfRequest(model.requests[1]), /Passage 9: src\/limits\.ts/);
    assert.doesNotMatch(textOfRequest(model.requests[2]), /limits\.ts|Looked up/);
    assert.match(written.words, /^It is so \[`long0\.ts:11–80`\]\(\S+\)\. At most five\. \*\(no source\)\*$/);
  });

  it("is told of when its server cut the front of what it was sent, and asked with less", async () => {
    const passages = Array.from({ length: 30 }, (_, index) => long(index));
    const model = Object.assign(
      new ScriptedModel([
        ["No idea.", usage(2_051)],
        ["It is so [1].", usage(1_500)],
      ]),
      {
        id: "cutting at 127.0.0.1:11434",
      },
    );
    const written = await write(model, { passages });
    assert.match(written.notes.join(), /read only 2,051 of about \d,\d{3} tokens/);
    assert.ok(tokensOf(textOfRequest(model.requests[1])) < 2_051);
    assert.match(written.words, /It is so \[/);
    const next = Object.assign(new ScriptedModel([["It is so [1].", usage(1_500)]]), { id: model.id });
    await write(next, { passages });
    assert.ok(tokensOf(textOfRequest(next.requests[0])) < 2_051);
  });

  it("is handed as much as before, and told of nothing, where its server counts what can't be", async () => {
    const passages = Array.from({ length: 30 }, (_, index) => long(index));
    const limits = { inputTokens: 16_384, tools: "no" } as const;
    const id = "miscounting at 127.0.0.1:1234";
    const ask = async (inputTokens: number) => {
      const model = Object.assign(new ScriptedModel([["It is so [1].", usage(inputTokens)]], limits), { id });
      const written = await write(model, { passages });
      assert.deepEqual([written.notes, written.failure], [[], undefined], String(inputTokens));
      return tokensOf(textOfRequest(model.requests[0]));
    };
    const first = await ask(0);
    for (const inputTokens of [1, 20, 9_000_000, 7_000])
      assert.equal(await ask(inputTokens), first, String(inputTokens));
  });

  it("does not have its thoughts shown", async () => {
    const writing = write(new ScriptedModel([["<think>\nNEED: symbol X? Maybe.", " Hm.\n</think>\n\nIt is so [1]."]]));
    assert.match((await writing).words, /^It is so \[`parse/);
    assert.ok(writing.progress.every(({ words }) => !words.includes("Maybe")));
  });

  it("does not have its thoughts shown either where only their end is marked", async () => {
    const written = await write(new ScriptedModel([["Hm, maybe.\n", "</think>\n\nIt is so [1]."]]));
    assert.match(written.words, /^It is so \[/);
    const open = await write(new ScriptedModel([["Hm:\n```js\nnow(\n", "</think>\n\nIt is so [1]."]]));
    assert.match(open.words, /^It is so \[/);
    const quoting = await write(new ScriptedModel([["It ends at `</think>` there [1]."]]));
    assert.match(quoting.words, /^It ends at/);
  });

  it("is shown with its answer alone as soon as it turns out that all before were thoughts", async () => {
    const [thought, seen] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const thoughts = Array.from({ length: 20 }, (_, at) => `Maybe it is ${at}.\n\n`);
    const model = new ScriptedModel([
      [...thoughts, thought.promise, "</think>\n\n", "It is ", "a number", seen.promise, " [1]."],
    ]);
    const writing = write(model);
    const shown = () => writing.progress.at(-1)?.words ?? "";
    const shows = async (isIt: (words: string) => boolean) => {
      for (const end = Date.now() + 10_000; !isIt(shown()) && Date.now() < end;) await sleep(10);
    };
    await shows((words) => words.includes("Maybe it is 19."));
    thought.resolve(undefined);
    await shows((words) => words === "It is a number");
    const whileWriting = shown();
    seen.resolve(undefined);
    assert.match((await writing).words, /^It is a number \[`parse/);
    assert.equal(whileWriting, "It is a number");
  });

  it("may think for long, and it is told that it does", async () => {
    const thinking = Array.from({ length: 10 }, (_, at) => [sleep(150 * at), { kind: "thought", length: 9 } as const]);
    const model = new ScriptedModel([[...thinking.flat(), "It is so [1]."]]);
    const writing = write(model, { limits: { firstMs: 1_000, nextMs: 1_000 } });
    const written = await writing;
    assert.equal(written.failure, undefined);
    assert.match(written.words, /^It is so/);
    assert.deepEqual(writing.steps, ["Asking scripted-7b at 127.0.0.1:1"]);
    assert.deepEqual(doneIn(writing), ["silent", "thinking", "writing"]);
    const endless = new ScriptedModel([
      Array<{ kind: "thought"; length: number }>(100).fill({ kind: "thought", length: 1_000 }),
    ]);
    assert.deepEqual((await write(endless)).failure, { code: "endless", message: "It doesn't stop thinking." });
  });

  it("is told to think where its thoughts come among its words, and to do nothing while code is looked up", async () => {
    const from = Date.now();
    const found = () => ({ passages: [LIMITS], text: "" });
    const writing = write(
      new ScriptedModel([
        ["<think>Hm", ".</think>", "NEED: symbol MAX"],
        ["At most ", "five [2]."],
      ]),
      {
        found,
      },
    );
    await writing;
    assert.deepEqual(doneIn(writing), ["silent", "thinking", "writing", undefined, "silent", "writing"]);
    const heardAt = writing.progress.flatMap((each) => each.heardAt ?? []); // none while code is looked up
    assert.deepEqual(
      heardAt,
      heardAt.toSorted((a, b) => a - b),
    );
    assert.ok(heardAt.every((at) => at >= from && at <= Date.now()));
  });

  it("goes on with words that broke off, which it sees without links", async () => {
    const begun = `It is a number [\`parse.ts:12\`](${PARSE_LINK}?L12). ${noSource()} And it`;
    const model = new ScriptedModel([["is checked [1]."]]);
    const written = await write(model, { begun });
    assert.ok(written.words.startsWith(`${begun} is checked [\`parse.ts:11–13\`]`), written.words);
    const [system, user, assistant, last] = model.requests[0]?.messages ?? [];
    assert.deepEqual([system?.role, user?.role, assistant?.role, last?.role], ["system", "user", "assistant", "user"]);
    assert.equal(assistant?.text, "It is a number (`parse.ts:12`). And it");
  });

  it("is handed what earlier answers rest on, and it is told what was left out", async () => {
    const earlier = Array.from({ length: 4 }, (_, index) => ({
      question: `Question ${index}?`,
      words: "words ".repeat(800),
      passages: [long(index, 900), long(index + 10, 900)],
    }));
    const model = new ScriptedModel([["It is so [1]."]]);
    const written = await write(model, { earlier });
    const text = textOfRequest(model.requests[0]);
    assert.match(text, /Said before:\n/);
    assert.match(text, /Q: Question 3\?/);
    assert.match(text, /Passage 2: src\/long3\.ts/);
    assert.ok(tokensOf(text) < 9_000);
    assert.match(written.notes.join(), /^Earlier parts of the conversation were left out/);
  });
});

describe("a model that fails", () => {
  for (const code of [
    "noPermission",
    "blocked",
    "notFound",
    "quota",
    "rateLimited",
    "overloaded",
    "unreachable",
    "badAnswer",
  ] as const)
    it(`leaves what it wrote and says ${code}`, async () => {
      const written = await write(
        new ScriptedModel([["It is a number [1]. And", new ModelError(code, "words of its server", { retryAt: 5 })]]),
      );
      assert.deepEqual(written.failure, { code, message: "words of its server", retryAt: 5 });
      assert.match(written.words, /^It is a number \[`parse\.ts:11–13`\]/);
      assert.equal(written.rounds, 1);
    });

  it("is not asked again by itself, whatever it fails with", async () => {
    const model = new ScriptedModel([[new Error("odd")], ["more"]]);
    assert.equal((await write(model)).failure?.code, "failed");
    assert.equal(model.requests.length, 1);
  });

  it("is stopped where it repeats itself, and keeps what it said before that", async () => {
    const model = new ScriptedModel([
      ["It is a number [1]. ", ...Array<string>(5_000).fill("It goes on and on and on. ")],
    ]);
    const written = await write(model);
    assert.equal(written.failure?.code, "endless");
    assert.ok(written.words.length < 4_000, String(written.words.length));
    assert.match(written.words, /^It is a number/);
  });

  for (const [name, said] of [
    ["a sentence", "It goes on and on and on. "],
    ["lines between others", "It goes on and on and on.\n"],
  ] as const)
    it(`says ${name} once, however much of it comes at once`, async () => {
      const between = (index: number) => (said.endsWith("\n") ? `${index}\n` : "");
      const flood = Array.from({ length: 900 }, (_, index) => said + between(index)).join("");
      const { words } = await write(new ScriptedModel([["It is a number [1].\n\n", flood]]));
      assert.equal(words.split("It goes on").length - 1, 1, words);
    });

  it("is stopped where it floods", async () => {
    const flood = Array.from({ length: 30_000 }, (_, index) => `word${index * 7919} `);
    const written = await write(new ScriptedModel([flood]), { limits: { length: 20_000 } });
    assert.equal(written.failure?.code, "endless");
    assert.ok(written.words.length < 40_000);
  });

  it("says nothing, or nothing that can be read", async () => {
    assert.equal((await write(new ScriptedModel([[]]))).failure?.code, "empty");
    assert.equal((await write(new ScriptedModel([["  \n \0 "]]))).failure?.code, "empty");
    const halves = await write(new ScriptedModel([["It is \ud83d", "\ude00 and \ud800 so [1]."]]));
    assert.match(halves.words, /^It is 😀 and � so \[/);
  });

  it("is given up when nothing comes for too long", async () => {
    const written = await write(new ScriptedModel([["It is ", new Promise(() => undefined)]]), {
      limits: { nextMs: 20 },
    });
    assert.equal(written.failure?.code, "timeout");
    assert.match(written.words, /It is/);
  });
});

describe("a model that writes", () => {
  it("is stopped at once, wherever it is", async () => {
    for (const script of [[new Promise(() => undefined)], ["It is", new Promise(() => undefined)]]) {
      const stopping = new AbortController();
      const model = new ScriptedModel([script]);
      const writing = write(model, { signal: stopping.signal });
      while (model.requests.length === 0) await new Promise(setImmediate);
      await new Promise(setImmediate);
      stopping.abort();
      await assert.rejects(writing, { name: "AbortError" });
      assert.ok(model.isStopped);
    }
    const stopping = new AbortController();
    const writing = write(new ScriptedModel([["NEED: symbol MAX"], ["never"]]), {
      signal: stopping.signal,
      lookUp: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            reject(new DOMException("stopped", "AbortError"));
          });
          stopping.abort();
        }),
    });
    await assert.rejects(writing, { name: "AbortError" });
  });
});

describe("a model that calls tools", () => {
  const call = (callId: string, name: string, input: unknown) =>
    ({ kind: "toolCall", call: { callId, name, input } }) as const;
  const tools = { tools: "yes" } as const;

  it("looks things up, several at once, until it answers", async () => {
    const model = new ScriptedModel(
      [
        [call("a", "symbol", { name: "MAX" }), call("b", "read", { path: "/src/parse.ts", first: 1, last: 3 })],
        ["At most five [2]."],
      ],
      tools,
    );
    const writing = write(model, { found: ({ tool }) => ({ passages: tool === "symbol" ? [LIMITS] : [], text: "" }) });
    const written = await writing;
    assert.deepEqual(writing.lookUps, [
      { tool: "symbol", name: "MAX" },
      { tool: "read", path: "src/parse.ts", first: 1, last: 3 },
    ]);
    assert.match(written.words, /five \[`limits\.ts:1`\]/);
    const [, , assistant, ...results] = model.requests[1]?.messages ?? [];
    assert.equal(assistant?.role, "assistant");
    assert.deepEqual(
      results.map((message) => (message.role === "tool" ? message.callId : message.role)),
      ["a", "b"],
    );
    assert.match(results[0]?.text ?? "", /^Passage 2: src\/limits\.ts/);
    assert.equal(results[1]?.text, "0 matches.");
  });

  it("is answered from memory when it calls the same again, and told what is wrong with a call", async () => {
    const again = call("a", "symbol", { name: "MAX" });
    const model = new ScriptedModel(
      [
        [again, call("b", "list", {})],
        [again, call("c", "grep", {}), call("d", "rm", { path: "/" })],
        ["It is five [2]."],
      ],
      tools,
    );
    const writing = write(model, { found: () => ({ passages: [LIMITS], text: "" }) });
    await writing;
    assert.equal(writing.lookUps.length, 2);
    const results = model.requests[2]?.messages.slice(-3).map(({ text }) => text) ?? [];
    assert.match(results[0] ?? "", /^The same as before:\nPassage 2/);
    assert.match(results[1] ?? "", /grep needs a pattern/);
    assert.match(results[2] ?? "", /There is no tool "rm"/);
  });

  it("has six rounds, the last without tools", async () => {
    const model = new ScriptedModel(
      Array.from({ length: 9 }, (_, round) => [call(`c${round}`, "search", { query: `q${round}` }), "Thinking."]),
      tools,
    );
    const written = await write(model);
    assert.equal(written.rounds, 6);
    assert.equal(model.requests.at(-1)?.tools, undefined);
    assert.match(textOfRequest(model.requests.at(-1)), /Nothing more can be looked up/);
  });

  it("is answered where it writes its calls as text, and nothing of them is shown", async () => {
    for (const text of [
      "<tool_call>\n<function=read>\n<parameter=path>\nsrc/parse.ts\n</parameter>\n</function>\n</tool_call>",
      '[TOOL_CALLS][{"name": "read", "arguments": {"path": "src/parse.ts"}}]',
      'I look.\n<tool_call>{"name": "read", "arguments": {"path": "src/parse.ts"}}</tool_call>',
      '[read(path="src/parse.ts")]',
    ]) {
      const model = new ScriptedModel([[text], ["At most five [2]."]], tools);
      const writing = write(model, { found: () => ({ passages: [LIMITS], text: "" }) });
      const { words, failure } = await writing;
      assert.deepEqual(writing.lookUps, [{ tool: "read", path: "src/parse.ts" }], text);
      assert.match(words, /^At most five \[`limits\.ts:1`\]/);
      assert.equal(failure, undefined);
      assert.equal(model.requests[1]?.messages.at(-2)?.text, "");
    }
  });

  for (const [what, isRefused, words] of [
    [
      "no message of a person after one of a tool",
      ({ messages }) => messages.some(({ role }, at) => role === "user" && messages[at - 1]?.role === "tool"),
      "no user message may follow a tool message",
    ],
    [
      "no calls without tools",
      ({ messages, tools: offered }) =>
        !offered && messages.some((message) => message.role === "assistant" && message.toolCalls),
      "messages have calls, but tools are missing",
    ],
    [
      "no tools at all",
      ({ messages, tools: offered }) => !offered && messages.some(({ role }) => role === "tool"),
      "Conversation roles must alternate user/assistant",
    ],
  ] as const satisfies readonly (readonly [string, (request: ModelRequest) => boolean, string])[])
    it(`answers where its server allows ${what} in the last request`, async () => {
      const model = new ScriptedModel(
        Array.from({ length: 9 }, (_, round) => (request: ModelRequest) => {
          if (isRefused(request)) return [new ModelError("failed", words)];
          return request.tools ? [call(`c${round}`, "search", { query: `q${round}` })] : ["It is five [2]."];
        }),
        tools,
      );
      const written = await write(model, { found: () => ({ passages: [LIMITS], text: "" }) });
      assert.equal(written.failure, undefined);
      assert.match(written.words, /^It is five \[`limits\.ts:1`\]/);
      assert.equal(model.requests.length, 7);
      assert.match(textOfRequest(model.requests.at(-1)), /Looked up search \{"query":"q0"\}:\n/);
    });

  it("is not asked for its answer again where it was refused for anything else", async () => {
    for (const error of [new ModelError("quota", "no tools any more"), new ModelError("failed", "out of memory")]) {
      const model = new ScriptedModel(
        [
          ...Array.from({ length: 5 }, (_, round) => [call(`c${round}`, "search", { query: `q${round}` })]),
          [error],
          ["It is five [2]."],
        ],
        tools,
      );
      assert.equal((await write(model)).failure?.code, error.code);
      assert.equal(model.requests.length, 6);
    }
  });

  it("writes from passages, and may ask for more, where these alone fill what it takes", async () => {
    const passages = Array.from({ length: 30 }, (_, index) => long(index));
    const model = new ScriptedModel([["NEED: symbol MAX"], ["At most five [2]."]], {
      inputTokens: 8_192,
      tools: "yes",
    });
    const writing = write(model, { passages, found: () => ({ passages: [LIMITS], text: "" }) });
    const { rounds, failure } = await writing;
    assert.deepEqual([rounds, failure], [2, undefined]);
    assert.deepEqual(writing.lookUps, [{ tool: "symbol", name: "MAX" }]);
    assert.match(textOfRequest(model.requests[0]), /NEED: symbol parseRetry/);
    const larger = new ScriptedModel([["It is so [1]."]], { inputTokens: 16_384, tools: "yes" });
    await write(larger, { passages });
    assert.equal(larger.requests[0]?.tools?.length, 6);
  });

  it("reads no more than its budget, and is told what was left out", async () => {
    let count = 0;
    const model = new ScriptedModel(
      Array.from({ length: 6 }, (_, round) => [
        ...Array.from({ length: 8 }, (_, index) =>
          call(`c${round}.${index}`, "search", { query: `q${round}.${index}` }),
        ),
      ]),
      tools,
    );
    await write(model, { found: () => ({ passages: Array.from({ length: 8 }, () => long(count++)), text: "" }) });
    const all = textOfRequest(model.requests.at(-1));
    assert.ok(tokensOf(all) < 26_000, String(tokensOf(all)));
    assert.match(all, /more passages were left out/);
  });

  it("writes from passages within the same question when it can't call tools after all", async () => {
    for (const first of [
      [new ModelError("toolsUnsupported", "does not support tools")],
      ['{"name": "search", "arguments": {"query": "x"}}'],
      [call("a", "nonsense", 3)],
      [""],
    ]) {
      const model = new ScriptedModel([first, ["It is a number [1]."]], tools);
      const written = await write(model);
      assert.match(written.words, /It is a number \[`parse/);
      assert.equal(written.rounds, 2);
      assert.equal(model.requests[1]?.tools, undefined);
    }
  });
});
