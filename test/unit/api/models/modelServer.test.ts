import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { endpointModel } from "../../../../src/api/models/endpointModel.ts";
import { modelServer } from "../../../../src/api/models/modelServer.ts";
import type { ModelError } from "../../../../src/core/model/languageModel.ts";
import { parseModelAddress } from "../../../../src/core/model/modelServer.ts";
import { tryModel, type TrialLimits } from "../../../../src/core/model/modelTrial.ts";
import { ScriptedServer } from "../../../support/scriptedServer.ts";
import { ScriptedModelServer, type ModelServerOptions } from "../../../support/scriptedModelServer.ts";

const { signal } = new AbortController();

async function at<T>(
  options: ModelServerOptions,
  use: (server: ScriptedModelServer, endpoint: Parameters<typeof modelServer>[0]) => Promise<T>,
  answer: Parameters<typeof ScriptedModelServer.start>[0] = { text: ["Yes."] },
): Promise<T> {
  await using server = await ScriptedModelServer.start(answer, options);
  return await use(server, {
    baseUrl: `${server.origin}/v1`,
    key: () => Promise.resolve(options.key),
    client: "plumbline tests",
    log: () => undefined,
  });
}

describe("a server of models", () => {
  it("says which models it has, without those that can't chat", async () => {
    const models = [{ name: "qwen3:4b" }, { name: "nomic-embed-text" }, { name: "gemma" }];
    await at({ models }, async (_, endpoint) => {
      const server = modelServer(endpoint);
      assert.deepEqual(await server.models(signal), ["qwen3:4b", "gemma"]);
      await server.close();
    });
  });

  it("says which models it has where it lists them without more", async () => {
    const models = [{ name: "m", contextLength: 8192 }, { name: "nomic-embed-text" }];
    await at({ models, listsBare: true, kind: "vllm" }, async (_, endpoint) => {
      const server = modelServer(endpoint);
      assert.deepEqual(await server.models(signal), ["m"]);
      assert.deepEqual(await server.describe("m", signal), { inputTokens: 8192 });
      await server.close();
    });
  });

  for (const [listed, expected] of [
    [{ data: ["mate-7b", "mate-70b", "mate-embed"] }, ["mate-7b", "mate-70b"]],
    [["mate-7b"], ["mate-7b"]],
    [{ models: ["mate-7b", { name: "mate-8b" }, 5, null] }, ["mate-7b", "mate-8b"]],
    [
      { data: ["mate-tts", "tts-1", "gpt_tts", "scottsmodel", "whisper-1", "horsewhisperer"].map((id) => ({ id })) },
      ["scottsmodel", "horsewhisperer"],
    ],
  ] as const)
    it(`says which models it has if it lists ${JSON.stringify(listed)}`, async () => {
      await using server = await ScriptedServer.start((_, response) => {
        response.end(JSON.stringify(listed));
      });
      const endpoint = { key: () => Promise.resolve(undefined), client: "plumbline tests", log: () => undefined };
      const models = modelServer({ ...endpoint, baseUrl: `${server.baseUrl}/openai?api-version=2024-10-21` });
      assert.deepEqual(await models.models(signal), expected);
      await models.close();
      assert.equal(server.received[0]?.path, "/openai/models?api-version=2024-10-21");
    });

  it("says what is wrong where it lists none", async () => {
    await at({ key: "right-key-0123456789" }, async (_, endpoint) => {
      const server = modelServer({ ...endpoint, key: () => Promise.resolve("wrong-key-0123456789") });
      await assert.rejects(server.models(signal), (error: ModelError) => {
        assert.equal(error.code, "noPermission");
        return error.message.startsWith("Incorrect API key") && !error.message.includes("wrong-key");
      });
      await server.close();
    });
  });

  it("says what is wrong where it does not answer in time, or wants to be asked again later", async () => {
    const later = (_: unknown, response: ServerResponse) => void response.writeHead(503, { "retry-after": "60" }).end();
    for (const [answer, code] of [
      [() => undefined, "timeout"],
      [later, "overloaded"],
    ] as const) {
      await using slow = await ScriptedServer.start(answer);
      const server = modelServer({
        baseUrl: slow.baseUrl,
        key: () => Promise.resolve(undefined),
        client: "plumbline tests",
        log: () => undefined,
      });
      await assert.rejects(server.models(AbortSignal.timeout(300)), { name: "ModelError", code });
      assert.equal(slow.received.length, 1);
      await server.close();
    }
  });

  it("says that it is still loading, and has its models then", async () => {
    await at({ kind: "llama.cpp", models: [{ name: "m" }] }, async (scripted, endpoint) => {
      const server = modelServer(endpoint);
      scripted.isLoading = true;
      await assert.rejects(server.models(signal), { name: "ModelError", code: "loading", message: "Loading model" });
      assert.equal(scripted.paths.length, 1);
      scripted.isLoading = false;
      assert.deepEqual(await server.models(signal), ["m"]);
      await server.close();
    });
  });

  const KINDS: readonly (readonly [ModelServerOptions, object])[] = [
    [
      { kind: "ollama", models: [{ name: "m", contextLength: 8192, tools: true }] },
      { inputTokens: 8192, tools: "yes" },
    ],
    [
      { kind: "ollama", models: [{ name: "m" }] },
      { inputTokens: 4096, tools: "no" },
    ],
    [{ kind: "llama.cpp", models: [{ name: "m", contextLength: 16_384 }] }, { inputTokens: 16_384 }],
    [
      { kind: "llama.cpp", looksLikeOllama: true, models: [{ name: "m", contextLength: 16_384 }] },
      { inputTokens: 16_384 },
    ],
    [
      {
        kind: "llama.cpp",
        isRouter: true,
        models: [
          { name: "other", contextLength: 512 },
          { name: "m", contextLength: 16_384 },
        ],
      },
      { inputTokens: 16_384 },
    ],
    [{ kind: "vllm", models: [{ name: "m", contextLength: 32_768 }] }, { inputTokens: 32_768 }],
    [
      { kind: "lmstudio", models: [{ name: "m", contextLength: 4096, tools: true }] },
      { inputTokens: 4096, tools: "yes" },
    ],
    [{ kind: "plain", models: [{ name: "m" }] }, {}],
  ];
  for (const [options, expected] of KINDS)
    it(`of kind ${[options.kind, options.looksLikeOllama && "like Ollama", options.isRouter && "for several"].filter(Boolean).join(" ")} tells ${JSON.stringify(expected)}`, async () => {
      await at(options, async (_, endpoint) => {
        const server = modelServer(endpoint);
        assert.deepEqual(await server.describe("m", signal), expected);
        await server.close();
      });
    });

  it("is found by its address however that is written", () => {
    const addresses = {
      "127.0.0.1:11434": "http://127.0.0.1:11434/v1",
      "localhost:1234/v1/": "http://localhost:1234/v1",
      "https://openrouter.ai/api/v1/chat/completions": "https://openrouter.ai/api/v1",
      "gateway.example.com": "https://gateway.example.com/v1",
      " http://[::1]:8080 ": "http://[::1]:8080/v1",
      "ftp://x": undefined,
      "https://user:secret@example.com": undefined,
      "https://x.openai.azure.com/openai/deployments/mate/chat/completions?api-version=2024-10-21":
        "https://x.openai.azure.com/openai/deployments/mate?api-version=2024-10-21",
      "https://x.example.com/v1/models?key=secret&api-version=1": "https://x.example.com/v1?api-version=1",
      "two words": undefined,
      "": undefined,
    };
    for (const [typed, expected] of Object.entries(addresses)) assert.equal(parseModelAddress(typed), expected);
  });
});

describe("a trial of a model", () => {
  const tried = (answer: Parameters<typeof ScriptedModelServer.start>[0], limits?: TrialLimits) =>
    at(
      {},
      async (server, endpoint) => {
        const model = endpointModel({ ...endpoint, model: "scripted", id: "scripted", limits: { tools: "unknown" } });
        return { trial: await tryModel(model, signal, limits), requests: server.requests };
      },
      answer,
    );
  const words = Array.from({ length: 30 }, (_, index) => `word${index}, `);

  it("tells how fast it writes and that it calls tools, in two requests without any code", async () => {
    const { trial, requests } = await tried(({ body }) =>
      body.tools
        ? { calls: [{ name: "list_files", arguments: '{"folder":"src"}' }] }
        : { text: words, everyMs: 10, usage: { prompt: 20, completion: 60 } },
    );
    assert.equal(trial.tools, "yes");
    assert.ok(trial.tokensPerSecond && trial.tokensPerSecond > 5 && trial.tokensPerSecond < 250);
    assert.equal(requests.length, 2);
  });

  it("tells that it calls none, whether it says so or does not", async () => {
    const message = "m does not support tools";
    const refusing = await tried(({ body }) =>
      body.tools ? { refuse: { status: 400, body: { error: { message } } } } : { text: words },
    );
    assert.equal(refusing.trial.tools, "no");
    assert.equal((await tried({ text: words })).trial.tools, "no");
  });

  it("has an end where the model has none", async () => {
    const started = performance.now();
    const { trial, requests } = await tried({ text: words, endless: true, everyMs: 1 });
    assert.equal(trial.tools, "no");
    assert.ok(trial.tokensPerSecond && trial.tokensPerSecond > 5, String(trial.tokensPerSecond));
    assert.ok(performance.now() - started < 20_000);
    for (const request of requests) while (request.goneAt === undefined) await sleep(5);
  });

  it("has an end where nothing more comes", async () => {
    const limits = { length: 2_000, writingMs: 300, callingMs: 600 };
    const { trial, requests } = await tried({ text: words, everyMs: 10, stallAfter: 25 }, limits);
    assert.equal(trial.tools, "no");
    assert.ok(trial.tokensPerSecond && trial.tokensPerSecond > 20, String(trial.tokensPerSecond));
    for (const request of requests) while (request.goneAt === undefined) await sleep(5);
  });

  it("counts what it thinks, and takes one that may only write a little at once", async () => {
    const thoughts = Array.from({ length: 40 }, (_, index) => `thought${index} `);
    const { trial } = await tried({ thoughts, text: words, everyMs: 20, usage: { prompt: 20, completion: 150 } });
    assert.ok(trial.tokensPerSecond && trial.tokensPerSecond < 150 / 1.4, String(trial.tokensPerSecond));
    assert.deepEqual((await tried({ text: words, finish: "length" })).trial.tools, "no");
  });

  it("fails with what is wrong", async () => {
    const refuse = { status: 404, body: { error: { message: "model not found" } } };
    await assert.rejects(tried({ refuse }), { name: "ModelError", code: "notFound" });
    await assert.rejects(tried({}), { name: "ModelError", code: "badAnswer" });
  });
});
