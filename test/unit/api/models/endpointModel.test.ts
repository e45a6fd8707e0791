import assert from "node:assert/strict";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, it } from "mocha";
import { endpointModel, type ModelEndpoint } from "../../../../src/api/models/endpointModel.ts";
import { isAbort } from "../../../../src/core/model/errors.ts";
import { ModelError, type ModelPart, type ModelRequest } from "../../../../src/core/model/languageModel.ts";
import { isThorough } from "../../../support/depth.ts";
import { ForwardProxy } from "../../../support/forwardProxy.ts";
import { SETTINGS } from "../../../support/networkSettings.ts";
import { watchTurns } from "../../../support/turns.ts";
import {
  bytesOf,
  ScriptedModelServer,
  type ChatScript,
  type ModelServerOptions,
} from "../../../support/scriptedModelServer.ts";

const TOOLS: ModelRequest["tools"] = [
  { name: "read", description: "Reads lines.", inputSchema: { type: "object" } },
  { name: "grep", description: "Finds lines.", inputSchema: { type: "object" } },
];
const PLAIN: ModelRequest = { messages: [{ role: "user", text: "Where are orders shipped?" }] };
const WITH_TOOLS: ModelRequest = { ...PLAIN, tools: TOOLS };
const CALLS: ChatScript["calls"] = [
  { name: "read", arguments: '{"path":"a.ts"}', id: "call_a" },
  { name: "read", arguments: '{"path":"b.ts"}', id: "call_b" },
  { name: "grep", arguments: '{"pattern":"ship"}', id: "call_c" },
];

interface Said {
  readonly text: string;
  readonly calls: readonly (readonly [string, unknown])[];
  readonly ids: readonly string[];
  readonly usage: ModelPart | undefined;
  readonly error: ModelError | undefined;
}

describe("a model at an address", function () {
  this.timeout(60_000);
  let server: ScriptedModelServer | undefined;

  afterEach(async () => {
    await server?.[Symbol.asyncDispose]();
    server = undefined;
  });

  const start = async (
    script: ChatScript | ScriptedModelServer["answer"],
    options: ModelServerOptions = {},
    endpoint: Partial<ModelEndpoint> = {},
  ) => {
    await server?.[Symbol.asyncDispose]();
    server = await ScriptedModelServer.start(script, options);
    return endpointModel({
      baseUrl: `${server.origin}/v1`,
      model: "scripted",
      id: "scripted at 127.0.0.1",
      limits: { tools: "unknown" },
      key: () => Promise.resolve(options.key),
      client: "plumbline tests",
      log: () => undefined,
      ...endpoint,
    });
  };

  const ask = async (
    script: ChatScript | ScriptedModelServer["answer"],
    request: ModelRequest = PLAIN,
    endpoint: Partial<ModelEndpoint> = {},
  ): Promise<Said> => said((await start(script, {}, endpoint)).send(request, { signal: new AbortController().signal }));

  const said = async (parts: AsyncIterable<ModelPart>): Promise<Said> => {
    const all: ModelPart[] = [];
    let error: ModelError | undefined;
    try {
      for await (const part of parts) all.push(part);
    } catch (thrown) {
      assert.ok(thrown instanceof ModelError, String(thrown));
      error = thrown;
    }
    const calls = all.flatMap((part) => (part.kind === "toolCall" ? [part.call] : []));
    return {
      text: all.map((part) => (part.kind === "text" ? part.text : "")).join(""),
      calls: calls.map(({ name, input }) => [name, input]),
      ids: calls.map(({ callId }) => callId),
      usage: all.find(({ kind }) => kind === "usage"),
      error,
    };
  };

  it("is asked in one streamed request, with its key in a header and nowhere else", async () => {
    const key = "sk-canary-0123456789abcdef";
    const lines: string[] = [];
    const model = await start({ text: ["Hello"] }, { key }, { log: (line) => lines.push(line) });
    await said(model.send(PLAIN, { signal: new AbortController().signal }));
    assert.equal(server?.requests.length, 1);
    const [{ headers, body }] = server.requests as [(typeof server.requests)[0]];
    assert.equal(headers.authorization, `Bearer ${key}`);
    assert.deepEqual(body, {
      model: "scripted",
      messages: [{ role: "user", content: "Where are orders shipped?" }],
      stream: true,
      stream_options: { include_usage: true },
    });
    assert.ok(!server.received.includes(key));
    assert.ok(!lines.join("\n").includes(key));
    assert.ok(!lines.join("\n").includes("orders"));
  });

  it("tells before its words which other model has answered, and nothing where that is another name of it", async () => {
    for (const unstreamed of [false, true]) {
      const tellsOf = async (answersAs: string) => {
        const model = await start({ text: ["Yes", "."], answersAs, unstreamed });
        const parts: ModelPart[] = [];
        for await (const part of model.send(PLAIN, { signal: new AbortController().signal })) parts.push(part);
        assert.ok(parts.some(({ kind }) => kind === "text"));
        return parts.findIndex(({ kind }) => kind === "answeredBy") === 0 ? parts[0] : undefined;
      };
      assert.deepEqual(await tellsOf("other"), { kind: "answeredBy", model: "other" });
      for (const same of ["scripted", "scripted:latest", "/models/Scripted.gguf", ""])
        assert.equal(await tellsOf(same), undefined, same);
    }
  });

  it("is reached as services are: through a proxy, with the headers of gateways", async () => {
    await start({ text: ["Yes."] });
    const { host } = new URL(server?.origin ?? "");
    await using proxy = await ForwardProxy.start({ hosts: { "model.test": host } });
    const headers = { "x-gateway": "canary-8c41" };
    const reached = endpointModel({
      baseUrl: "http://model.test/v1",
      model: "scripted",
      id: "scripted at model.test",
      limits: { tools: "unknown" },
      key: () => Promise.resolve(undefined),
      client: "plumbline tests",
      log: () => undefined,
      network: { settings: () => ({ ...SETTINGS, proxy: `http://${proxy.address}`, headers }) },
    });
    const answer = await said(reached.send(PLAIN, { signal: new AbortController().signal }));
    assert.deepEqual([answer.text, answer.error], ["Yes.", undefined]);
    assert.deepEqual(proxy.received, ["POST http://model.test/v1/chat/completions"]);
    assert.equal(server?.requests[0]?.headers["x-gateway"], "canary-8c41");
  });

  it("is told what was said before, with calls and their results, tools, a choice and a schema", async () => {
    const schema = { type: "object", properties: {} };
    await ask(
      { text: ["{}"] },
      {
        messages: [
          { role: "system", text: "Be brief." },
          { role: "user", text: "Where? \ud800" },
          { role: "assistant", text: "", toolCalls: [{ callId: "c1", name: "read", input: { path: "a.ts" } }] },
          { role: "tool", callId: "c1", text: "1: ship()" },
          { role: "assistant", text: "There." },
        ],
        tools: TOOLS,
        toolChoice: "none",
        schema,
      },
    );
    const body = server?.requests[0]?.body;
    assert.deepEqual(body?.messages, [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Where? \ufffd" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "read", arguments: '{"path":"a.ts"}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "1: ship()" },
      { role: "assistant", content: "There." },
    ]);
    assert.equal(body["tool_choice"], "none");
    assert.deepEqual(body["response_format"], {
      type: "json_schema",
      json_schema: { name: "answer", strict: true, schema },
    });
  });

  it("says its text as it comes, and then what it used", async () => {
    const answer = await ask({ text: ["In ", "`ship()`", " \u{1F69A}."], usage: { prompt: 120, completion: 7 } });
    assert.deepEqual(answer, {
      text: "In `ship()` \u{1F69A}.",
      calls: [],
      ids: [],
      usage: { kind: "usage", inputTokens: 120, outputTokens: 7 },
      error: undefined,
    });
  });

  const WAYS: readonly (readonly [string, ChatScript])[] = [
    ["cut into single bytes", { bytesAtOnce: 1 }],
    ["cut into sevens of bytes", { bytesAtOnce: 7 }],
    ["with carriage returns", { lineBreaks: "\r\n" }],
    ["with comments in between", { comments: true }],
    ["with empty events in between", { comments: "data:" }],
    ["without [DONE]", { noDone: true }],
    ["without a reason to finish", { finish: "none" }],
    ["that says what was used with each piece", { usage: "everywhere" }],
    ["that says nothing of what was used", { usage: "none" }],
    ["whole, though a stream was asked for", { unstreamed: true }],
    ["that stays open after [DONE]", { staysOpen: true }],
    ["that stays open and says no [DONE]", { staysOpen: true, noDone: true }],
  ];
  for (const [name, way] of WAYS)
    it(`is understood from a stream ${name}`, async () => {
      const answer = await ask({ text: ["In ", "`ship()`", " \u{1F69A} ä."], ...way });
      assert.equal(answer.error, undefined);
      assert.equal(answer.text, "In `ship()` \u{1F69A} ä.");
      const withTools = await ask({ calls: CALLS, ...way }, WITH_TOOLS);
      assert.equal(withTools.error, undefined);
      assert.deepEqual(withTools.calls, [
        ["read", { path: "a.ts" }],
        ["read", { path: "b.ts" }],
        ["grep", { pattern: "ship" }],
      ]);
    });

  describe("calls each tool as it says,", () => {
    for (const indexes of ["right", "zero", "missing", "reused"] as const)
      for (const ids of ["right", "missing", "repeated", "same", "changing"] as const)
        for (const input of ["whole", "pieces", "object"] as const) {
          it(`with indexes ${indexes}, ids ${ids}, input ${input}`, async () => {
            const answer = await ask({ calls: CALLS, indexes, ids, input, omitType: true }, WITH_TOOLS);
            assert.equal(answer.error, undefined);
            assert.deepEqual(answer.calls, [
              ["read", { path: "a.ts" }],
              ["read", { path: "b.ts" }],
              ["grep", { pattern: "ship" }],
            ]);
            assert.equal(new Set(answer.ids).size, 3);
            if (ids === "right") assert.deepEqual(answer.ids, ["call_a", "call_b", "call_c"]);
          });
        }

    for (const callsInText of ["bare", "fenced", "tagged"] as const)
      it(`as JSON in its text, ${callsInText}`, async () => {
        const answer = await ask({ calls: CALLS, callsInText }, WITH_TOOLS);
        assert.equal(answer.text, "");
        assert.deepEqual(
          answer.calls.map(([name]) => name),
          ["read", "read", "grep"],
        );
        assert.deepEqual(answer.calls[2], ["grep", { pattern: "ship" }]);
      });

    it("in tags after some words", async () => {
      const answer = await ask({ text: ["I look < for it. "], calls: CALLS, callsInText: "tagged" }, WITH_TOOLS);
      assert.equal(answer.text, "I look < for it. ");
      assert.equal(answer.calls.length, 3);
    });

    it("and no other, whatever JSON it writes", async () => {
      for (const text of [
        '{"name": "rm", "arguments": {}}',
        "```json\n{}\n```",
        "[1, 2]",
        "{ not JSON",
        "<tool_call>",
      ]) {
        const answer = await ask({ text: text.split(/(?=.)/u) }, WITH_TOOLS);
        assert.deepEqual([answer.text, answer.calls], [text, []]);
      }
      const answer = await ask({ text: ['{"name": "read", "arguments": {}}'] }, PLAIN);
      assert.equal(answer.text, '{"name": "read", "arguments": {}}');
    });
  });

  it("keeps what it thinks to itself", async () => {
    for (const pieces of [["<think>Hm. <b></think>\n\nHere."], ["<", "think>", "Hm", ".</th", "ink>\n", "Here."]])
      assert.equal((await ask({ text: pieces })).text, "Here.");
    assert.equal((await ask({ text: ["<thinker> is a type"] })).text, "<thinker> is a type");
  });

  for (const [how, script] of [
    ["beside its words", { thoughts: ["Hm, ", "it may ", "be so."], text: ["Here."] }],
    ["in its words", { text: ["<think>", "Hm, ", "it may ", "be so.", "</think>", "Here."] }],
  ] as const)
    it(`says that it thinks, ${how}, and not what`, async () => {
      const model = await start({ ...script, everyMs: 300 });
      const thought: number[] = [];
      let text = "";
      for await (const part of model.send(PLAIN, { signal: new AbortController().signal })) {
        if (part.kind === "thought") thought.push(part.length);
        if (part.kind === "text") text += part.text;
      }
      assert.equal(text, "Here.");
      assert.equal(thought[0], 4);
      assert.ok(thought.length >= 2 && thought.every((length) => length > 0), thought.join(" "));
    });

  it("joins the halves of a character, and replaces the half of one", async () => {
    assert.equal((await ask({ text: ["a\ud83d", "\ude9ab"] })).text, "a\u{1F69A}b");
    assert.equal((await ask({ text: ["a\ud83d", "b\ude9a", "c\ud83d"] })).text, "a\ufffdb\ufffdc\ufffd");
  });

  it("that is cut off at any byte says what came before, and that it was cut", async () => {
    const script: ChatScript = { text: ["In ", "`ship()`", " \u{1F69A}."], usage: "none" };
    const whole = bytesOf(script);
    const finished = whole.indexOf('"finish_reason":"stop"');
    let cutAt = 0;
    const model = await start(() => ({ ...script, cutAt }));
    for (cutAt = 1; cutAt < whole.length; cutAt += isThorough ? 1 : 7) {
      const { text, error } = await said(model.send(PLAIN, { signal: new AbortController().signal }));
      assert.ok("In `ship()` \u{1F69A}.".startsWith(text), `${cutAt}: ${text}`);
      if (cutAt < finished) assert.match(error?.code ?? "none", /^(?:brokenOff|badAnswer)$/, `${cutAt}: ${text}`);
      else if (error) assert.equal(error.code, "brokenOff", `${cutAt}: ${error.message}`);
      else assert.equal(text, "In `ship()` \u{1F69A}.");
    }
  });

  it("that is cut off at any byte of its calls makes none of them", async () => {
    const script: ChatScript = { calls: CALLS, input: "pieces", usage: "none" };
    const finished = bytesOf(script).indexOf('"finish_reason":"tool_calls"');
    let cutAt = 0;
    const model = await start(() => ({ ...script, cutAt }));
    for (cutAt = 1; cutAt < finished; cutAt += isThorough ? 7 : 23) {
      const { calls, error } = await said(model.send(WITH_TOOLS, { signal: new AbortController().signal }));
      assert.deepEqual(calls, [], String(cutAt));
      assert.match(error?.code ?? "none", /^(?:brokenOff|badAnswer)$/, String(cutAt));
    }
  });

  it("that is cut off while it writes says all that came before", async () => {
    const script: ChatScript = { text: ["In ", "`ship()` ", "of ", "orders."], usage: "none" };
    const cutAt = bytesOf(script).indexOf('"finish_reason":"stop"');
    const { text, error } = await ask({ ...script, cutAt, everyMs: 5 });
    assert.deepEqual([text, error?.code], ["In `ship()` of orders.", "brokenOff"]);
  });

  it("that writes fast is looked at a few times a second, but at once for its first words", async () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at} `);
    let saidFirst: (() => void) | undefined;
    const until = new Promise<void>((resolve) => (saidFirst = resolve));
    const model = await start({ text: words, perSecond: 200, heldAfter: { pieces: 1, until } });
    let text = "";
    let looks = 0;
    let lookedAt = -Infinity;
    for await (const part of model.send(PLAIN, { signal: new AbortController().signal })) {
      if (part.kind !== "text") continue;
      saidFirst?.();
      text += part.text;
      if (performance.now() - lookedAt > 3) looks++;
      lookedAt = performance.now();
    }
    assert.equal(text, words.join(""));
    assert.ok(looks < words.length / 3, `${looks} looks`);
  });

  for (const [pace, perSecond, isRight] of [
    ["as one reads is told of some twenty times a second", 50, (words: number) => words <= 5],
    ["faster than anyone reads is told of five times a second", 200, (words: number) => words >= 20],
  ] as const)
    it(`that writes ${pace}`, async () => {
      const text = Array.from({ length: 1.5 * perSecond }, (_, at) => `word${at} `);
      const model = await start({ text, perSecond });
      const told: number[] = [];
      for await (const part of model.send(PLAIN, { signal: new AbortController().signal }))
        if (part.kind === "text") told.push(part.text.split(" ").length - 1);
      const median = told.toSorted((a, b) => a - b)[Math.floor(told.length / 2)] ?? 0;
      assert.ok(isRight(median), told.join(" "));
    });

  it("that fails after its first words says who wrote them", async () => {
    const error = { code: 429, message: "Slow down." };
    const model = await start({ text: ["One "], answersAs: "gemma3:12b", errorAfter: { pieces: 1, error } });
    const parts: ModelPart[] = [];
    await assert.rejects(async () => {
      for await (const part of model.send(PLAIN, { signal: new AbortController().signal })) parts.push(part);
    }, ModelError);
    assert.deepEqual(parts, [
      { kind: "answeredBy", model: "gemma3:12b" },
      { kind: "text", text: "One " },
    ]);
  });

  it("that is long loses nothing where it is cut off in the middle of a rest", async () => {
    const words = Array.from({ length: 900 }, (_, at) => `word${at} `);
    const script: ChatScript = { text: words, usage: "none" };
    const cutAt = bytesOf(script).indexOf("word890 ");
    assert.ok(cutAt > 1.5 * 64 * 1024, String(cutAt));
    for (const perSecond of [1_000, 100_000]) {
      const { text, error } = await ask({ ...script, cutAt, perSecond });
      assert.deepEqual([text, error?.code], [words.slice(0, 890).join(""), "brokenOff"]);
    }
  });

  it("that is long waits for its reader, and comes whole", async () => {
    const words = Array.from({ length: 3_000 }, (_, at) => `word${at} `);
    const model = await start({ text: words });
    let text = "";
    for await (const part of model.send(PLAIN, { signal: new AbortController().signal })) {
      if (part.kind !== "text") continue;
      text += part.text;
      await sleep(20);
    }
    assert.equal(text, words.join(""));
  });

  it("that has ended is not waited for", async () => {
    const model = await start({ text: ["In ", "`ship()`", "."], everyMs: 1 });
    const times: number[] = [];
    for (let round = 0; round < 9; round++) {
      const from = performance.now();
      await said(model.send(PLAIN, { signal: new AbortController().signal }));
      times.push(performance.now() - from);
    }
    assert.ok(Math.min(...times) < 45, times.join(" "));
  });

  const REFUSALS: readonly (readonly [string, number, unknown, string])[] = [
    ["a key that is wrong", 401, { error: { message: "Incorrect API key provided." } }, "noPermission"],
    ["a person who may not", 403, { error: { message: "You are not allowed." } }, "noPermission"],
    ["no credit", 402, { error: { message: "Insufficient credits" } }, "quota"],
    ["a model that is not there", 404, { error: 'model "x" not found, try pulling it first' }, "notFound"],
    ["too many requests", 429, { error: { message: "Rate limit reached" } }, "rateLimited"],
    ["a quota", 429, { error: { message: "Check your plan", code: "insufficient_quota" } }, "quota"],
    ["a context", 400, { error: { message: "Too long", code: "context_length_exceeded" } }, "contextTooSmall"],
    [
      "a context of llama.cpp",
      400,
      {
        error: {
          code: 400,
          message: "the request exceeds the available context size",
          type: "exceed_context_size_error",
        },
      },
      "contextTooSmall",
    ],
    ["content", 400, { error: { message: "Filtered", code: "content_filter" } }, "blocked"],
    ["loading", 503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }, "loading"],
    ["a model that loads", 503, { error: "Model qwen/qwen3-4b is currently loading" }, "loading"],
    ["load", 529, { error: { message: "Overloaded" } }, "overloaded"],
    ["a gateway", 502, "<html>Bad Gateway</html>", "overloaded"],
    ["a failure", 500, { error: { message: "CUDA error" } }, "failed"],
    ["anything", 400, { error: { message: "Bad request" } }, "failed"],
  ];
  for (const [name, status, body, code] of REFUSALS)
    it(`that is refused for ${name} (${status}) says so, and is asked once`, async () => {
      const answer = await ask({ refuse: { status, body } });
      assert.equal(answer.error?.code, code);
      assert.equal(server?.requests.length, 1);
    });

  const TOO_LONG: readonly (readonly [string, number, unknown])[] = [
    ["OpenAI", 400, { error: { message: "Invalid 'messages[0].content': string too long. Expected 1048576" } }],
    ["Anthropic", 400, { error: { message: "prompt is too long: 210000 tokens > 200000 maximum" } }],
    ["vLLM", 400, { error: { message: "The decoder prompt (length 9000) is longer than the maximum model length" } }],
    ["LM Studio", 400, { error: "Trying to keep the first 5000 tokens when context the overflows" }],
    ["Ollama", 500, { error: "the input length exceeds the context length" }],
    ["llama.cpp", 500, { error: { message: "input is too large to process. increase the physical batch size" } }],
    ["SGLang", 400, { message: "Input length (5000 tokens) exceeds the maximum allowed length (4096 tokens)." }],
    ["TGI", 422, { error: "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000" }],
    ["TGI for both", 422, { error: "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 and 100" }],
    ["Gemini", 400, [{ error: { code: 400, message: "The input token count (12) exceeds the maximum number" } }]],
    ["Grok", 400, { error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens." }],
    ["Copilot", 400, { error: { message: "Too big", code: "model_max_prompt_tokens_exceeded" } }],
  ];
  for (const [server, status, body] of TOO_LONG)
    it(`says that a request is too long for it, as ${server} words that, with tools and without`, async () => {
      for (const request of [PLAIN, WITH_TOOLS])
        assert.equal((await ask({ refuse: { status, body } }, request)).error?.code, "contextTooSmall");
    });

  it("says of a limit on what it writes that it failed", async () => {
    const message = "max_tokens is too large: 9000. This model supports at most 4096 completion tokens";
    assert.equal((await ask({ refuse: { status: 400, body: { error: { message } } } })).error?.code, "failed");
  });

  it("says when to come back, where its server does", async () => {
    const refuse = { status: 429, body: { error: { message: "Slow down" } }, headers: { "retry-after": "60" } };
    const answer = await ask({ refuse });
    assert.ok(Math.abs((answer.error?.retryAt ?? 0) - Date.now() - 60_000) < 10_000);
    assert.equal(answer.error?.message, "Slow down");
  });

  for (const message of [
    "registry.ollama.ai/library/gemma:2b does not support tools",
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    "tools param requires --jinja flag",
  ])
    it(`says that it takes no tools: ${message}`, async () => {
      const answer = await ask({ refuse: { status: 400, body: { error: { message } } } }, WITH_TOOLS);
      assert.equal(answer.error?.code, "toolsUnsupported");
    });

  it("says that it takes no schema", async () => {
    const refuse = { status: 400, body: { error: { message: "response_format json_schema is not supported" } } };
    assert.equal((await ask({ refuse }, { ...PLAIN, schema: {} })).error?.code, "schemaUnsupported");
  });

  it("is asked without what its server refuses, then and later", async () => {
    const model = await start(({ body }) => {
      if (body["stream_options"]) return { refuse: { status: 422, body: { detail: "stream_options: extra input" } } };
      if (body.messages[0]?.role === "system")
        return { refuse: { status: 400, body: { error: { message: "System role not supported" } } } };
      return { text: ["Yes."] };
    });
    const request: ModelRequest = { messages: [{ role: "system", text: "Be brief." }, ...PLAIN.messages] };
    const { signal } = new AbortController();
    assert.equal((await said(model.send(request, { signal }))).text, "Yes.");
    assert.equal(server?.requests.length, 3);
    assert.deepEqual(server.requests[2]?.body.messages, [
      { role: "user", content: "Be brief.\n\nWhere are orders shipped?" },
    ]);
    await said(model.send(request, { signal }));
    assert.equal(server.requests.length, 4);
  });

  it("is asked without what its server refuses by two at once", async () => {
    const both = Promise.withResolvers<undefined>();
    const model = await start(async ({ body }, count) => {
      if (count === 2) both.resolve(undefined);
      await both.promise;
      if (!("stream_options" in body)) return { text: ["Yes."] };
      return { refuse: { status: 400, body: { error: { message: "Unrecognized: stream_options" } } } };
    });
    const { signal } = new AbortController();
    const answers = await Promise.all([1, 2].map(() => said(model.send(PLAIN, { signal }))));
    assert.deepEqual(
      answers.map(({ text, error }) => [text, error]),
      [1, 2].map(() => ["Yes.", undefined]),
    );
  });

  it("that fails in the middle keeps what it said", async () => {
    const cases = [
      [{ code: 429, message: "Rate limit exceeded" }, "rateLimited"],
      [{ code: 502, message: "Upstream is gone" }, "overloaded"],
      [{ message: "overloaded_error" }, "overloaded"],
      ["It failed", "failed"],
    ] as const;
    for (const [error, code] of cases) {
      const answer = await ask({ text: ["One", " two", " three"], errorAfter: { pieces: 2, error } });
      assert.deepEqual([answer.text, answer.error?.code], ["One two", code]);
    }
    const nonsense = await ask({ text: ["One", " two", " three"], nonsenseAfter: 2 });
    assert.deepEqual([nonsense.text, nonsense.error?.code], ["One two", "badAnswer"]);
    const long = await ask({ text: ["One"], finish: "length" });
    assert.deepEqual([long.text, long.error?.code], ["One", "brokenOff"]);
    const filtered = await ask({ text: ["One"], finish: "content_filter" });
    assert.deepEqual([filtered.text, filtered.error?.code], ["One", "blocked"]);
  });

  for (const notYet of ["", "null"])
    it(`that says ${JSON.stringify(notYet)} for no reason to finish yet is waited for`, async () => {
      const script: ChatScript = { text: ["One", " two", " three"], notYet, everyMs: 1200 };
      const answer = await ask(script);
      assert.deepEqual([answer.text, answer.error], ["One two three", undefined]);
      const cut = await ask({ text: ["One"], notYet, finish: "none", noDone: true });
      assert.deepEqual([cut.text, cut.error?.code], ["One", "brokenOff"]);
    });

  it("that goes on after it said that it was over loses nothing", async () => {
    const thoughts = ["Hm", ", well", ", so"];
    const answer = await ask({ thoughts, text: ["One", " two", " three"], notYet: "stop", everyMs: 1200 });
    assert.deepEqual([answer.text, answer.error], ["One two three", undefined]);
  });

  /** The bytes of a body that is called a stream of events, whatever it is. */
  const streamed = (body: string, type = "text/event-stream"): ChatScript => ({
    refuse: { status: 200, body, headers: { "content-type": type } },
  });

  for (const [how, event] of [
    ["as a field of its stream, as llama.cpp did", (words: string) => `error: {"code":400,"message":"${words}"}\n\n`],
    ["as an event", (words: string) => `event: error\ndata: {"message":"${words}","type":"server_error"}\n\n`],
    ["as an object", (words: string) => `data: {"object":"error","message":"${words}","code":400}\n\ndata: [DONE]\n\n`],
  ] as const)
    it(`that tells ${how} what is wrong says so`, async () => {
      const long = await ask(streamed(event("the request exceeds the available context size")));
      assert.deepEqual(
        [long.error?.code, long.error?.message],
        ["contextTooSmall", "the request exceeds the available context size"],
      );
      const begun = bytesOf({ text: ["One"], finish: "none", noDone: true }).toString();
      const late = await ask(streamed(begun + event("GPU is gone")));
      assert.deepEqual([late.text, late.error?.code, late.error?.message], ["One", "failed", "GPU is gone"]);
    });

  it("that declines says in which words", async () => {
    const piece = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const declined = await ask(
      streamed(piece({ content: null, refusal: "I can't" }) + piece({ refusal: " do that." }) + piece({}, "stop")),
    );
    assert.deepEqual([declined.error?.code, declined.error?.message], ["blocked", "I can't do that."]);
    const answered = await ask(streamed(piece({ content: "Yes.", refusal: "" }) + piece({}, "stop")));
    assert.deepEqual([answered.text, answered.error], ["Yes.", undefined]);
  });

  it("is read for what it is, whatever its server calls that", async () => {
    const said = { choices: [{ index: 0, message: { content: "Yes." }, finish_reason: "stop" }] };
    for (const type of ["text/event-stream", "text/plain", "application/json"])
      for (const body of [
        JSON.stringify(said),
        `\n \ufeff${JSON.stringify(said, undefined, 2)}`,
        bytesOf({ text: ["Yes."] }).toString(),
      ]) {
        const answer = await ask(streamed(body, type));
        assert.deepEqual([answer.text, answer.error], ["Yes.", undefined], `${type}: ${body}`);
      }
    const refused = await ask(streamed('{"error":{"message":"Invalid API key","code":401}}'));
    assert.deepEqual([refused.error?.code, refused.error?.message], ["noPermission", "Invalid API key"]);
  });

  it("that goes silent is given up after a while", async () => {
    const deadlines = { idleMs: 300, headersMs: 5000 };
    const answer = await ask({ text: ["One", " two"], stallAfter: 2 }, PLAIN, { deadlines });
    assert.deepEqual([answer.text, answer.error?.code], ["One", "timeout"]);
    const silent = await ask(() => new Promise(() => undefined), PLAIN, {
      deadlines: { headersMs: 300, idleMs: 5000 },
    });
    assert.equal(silent.error?.code, "timeout");
    assert.equal(server?.requests.length, 1);
  });

  it("that never stops writing is stopped", async () => {
    const answer = await ask({ text: ["All work and no play. ".repeat(50_000)], endless: true });
    assert.equal(answer.error?.code, "badAnswer");
  });

  const finished = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;
  const delta = (fields: object): string => `data: ${JSON.stringify({ choices: [{ delta: fields }] })}\n\n`;
  const wordsOf = (text: string) => delta({ content: text });
  const callOf = (fields: object) =>
    delta({ tool_calls: [{ function: { name: "read", arguments: "{}" }, ...fields }] });
  const repeated = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => of(at)).join("");
  for (const [what, sent, expected] of [
    ["says 9 MB at once", wordsOf("a word\n```\n".repeat(800_000)), "all"],
    ["begins calls without end", wordsOf("<function=a>".repeat(10)).repeat(3_000), "all"],
    ["begins calls in a tag without end", wordsOf("<tool_call><a><b>".repeat(20_000)), "all"],
    ["writes of calls in code", wordsOf(`See:\n\`\`\`\n${"<tool_call>\n".repeat(40_000)}`), "all"],
    ["begins JSON without end", wordsOf('{"name"').repeat(100_000), "all"],
    ["makes calls without end", repeated(40_000, (at) => callOf({ id: `call_${at}` })), "badAnswer"],
    [
      "makes them all at once",
      delta({ tool_calls: Array.from({ length: 40_000 }, (_, index) => ({ index, id: `c${index}` })) }),
      "badAnswer",
    ],
    [
      "names its call with each piece",
      repeated(60_000, (index) =>
        callOf({ index: 0, function: { name: "read", arguments: index === 0 ? "[" : "[1," } }),
      ),
      "one call",
    ],
  ] as const)
    it(`that ${what} lets others have their turn`, async () => {
      let longestMs = Infinity;
      for (let round = 0; round < 2; round++) {
        const turns = watchTurns();
        const { text, calls, error } = await ask(streamed(sent + finished), WITH_TOOLS);
        await nextTurn(); // what took long may have been the last turn
        longestMs = Math.min(longestMs, turns.stop());
        assert.equal(error?.code, expected === "badAnswer" ? expected : undefined);
        assert.equal(calls.length, expected === "one call" ? 1 : 0);
        if (expected === "all") assert.ok(text.length > 300_000, String(text.length));
      }
      assert.ok(longestMs < 100, `${longestMs} ms`); // it once took 110 ms to 5 s
    });

  it("that is no model says so", async () => {
    for (const refuse of [
      { status: 200, body: "<!doctype html><title>Login</title>" },
      { status: 200, body: { hello: "world" } },
      { status: 200, body: [] },
      { status: 200, body: "" },
    ])
      assert.equal((await ask({ refuse })).error?.code, "badAnswer");
    const elsewhere = await ask({ refuse: { status: 302, headers: { location: "https://example.com/" } } });
    assert.equal(elsewhere.error?.code, "failed");
  });

  it("that nobody runs can't be reached, and nothing was sent", async () => {
    const model = await start({});
    await server?.[Symbol.asyncDispose]();
    const answer = await said(model.send(PLAIN, { signal: new AbortController().signal }));
    assert.equal(answer.error?.code, "unreachable");
  });

  for (const how of ["it is stopped", "its reader leaves"] as const)
    it(`hears of it within 100 ms where ${how}`, async () => {
      const script: ChatScript = { text: ["One "], endless: true, everyMs: 5 };
      const model = await start(script);
      const times: number[] = [];
      for (let round = 0; round < 9; round++) {
        const stop = new AbortController();
        let at = 0;
        let parts = 0;
        try {
          for await (const part of model.send(PLAIN, { signal: stop.signal })) {
            if (part.kind !== "text" || ++parts !== 5) continue;
            at = performance.now();
            if (how === "its reader leaves") break;
            stop.abort();
          }
          assert.equal(how, "its reader leaves");
        } catch (error) {
          assert.ok(isAbort(error), String(error));
        }
        const goneAt = () => server?.requests[round]?.goneAt;
        while (goneAt() === undefined) await new Promise((next) => setTimeout(next, 5));
        times.push((goneAt() ?? Infinity) - at);
      }
      const median = times.toSorted((a, b) => a - b)[4] ?? Infinity;
      assert.ok(median < 100, times.join(" "));
    });

  it("that is stopped before it begins, or before it answers, is asked no more", async () => {
    const model = await start(() => new Promise(() => undefined));
    await assert.rejects(async () => {
      for await (const part of model.send(PLAIN, { signal: AbortSignal.abort() })) assert.fail(part.kind);
    }, isAbort);
    assert.deepEqual(server?.requests, []);
    const stop = new AbortController();
    const asking = said(model.send(PLAIN, { signal: stop.signal })).catch((error: unknown) => error);
    const asked = () => server?.requests[0];
    while (!asked()) await new Promise((next) => setTimeout(next, 5));
    stop.abort();
    await asking;
    while (asked()?.goneAt === undefined) await new Promise((next) => setTimeout(next, 5));
  });

  it("does not repeat its key, whatever its server answers", async () => {
    const key = "sk-canary-0123456789abcdef";
    const { signal } = new AbortController();
    const model = await start({ text: [`Your key is ${key}.`] }, { key });
    const echoed = await said(model.send(PLAIN, { signal }));
    assert.ok(!echoed.text.includes(key), echoed.text);
    if (server) server.answer = () => ({ refuse: { status: 400, body: { error: { message: `Bad key ${key}` } } } });
    const refused = await said(model.send(PLAIN, { signal }));
    assert.ok(refused.error && !refused.error.message.includes(key));
    if (server) server.answer = () => ({ errorAfter: { pieces: 0, error: { message: `Bad key ${key}` } } });
    const failed = await said(model.send(PLAIN, { signal }));
    assert.ok(failed.error && !failed.error.message.includes(key));
    if (server) server.answer = () => streamed(`data: {"error":{"message":"Bad key ${key}"}}\n`); // no blank line behind
    const cut = await said(model.send(PLAIN, { signal }));
    assert.ok(cut.error?.message.startsWith("Bad key *"), cut.error?.message);
  });
});
