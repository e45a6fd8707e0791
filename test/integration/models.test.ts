import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import * as vscode from "vscode";
import { isAbort } from "../../src/core/model/errors.ts";
import { ModelError, type ModelPart, type ModelRequest } from "../../src/core/model/languageModel.ts";
import { editorModel, editorModels, limitsOf } from "../../src/host/models/editorModel.ts";
import type { KeptModel } from "../../src/host/models/keptModels.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { ScriptedModelServer } from "../support/scriptedModelServer.ts";
import { writtenFiles } from "../support/writtenFiles.ts";
import { onMachine, plumbline, until } from "./extension.ts";
import { standIn } from "./prompts.ts";
import { scriptedProvider, type ScriptedProvider } from "./scriptedModels.ts";

/** Much shorter than the wait for a silent model, or than an answer that goes on. */
const AT_ONCE_MS = 10_000;
const PLAIN: ModelRequest = { messages: [{ role: "user", text: "Where?" }] };

describe("a model of the editor", () => {
  let provider: ScriptedProvider;
  const model = editorModel({ vendor: "plumbline-scripted", model: "scripted-1" }, "Scripted", { tools: "unknown" });
  const never = new AbortController().signal;

  beforeEach(async () => {
    provider = await scriptedProvider();
  });

  const ask = async (request: ModelRequest = PLAIN, signal = never) => {
    const parts: ModelPart[] = [];
    let error: ModelError | undefined;
    try {
      for await (const part of model.send(request, { signal })) parts.push(part);
    } catch (thrown) {
      assert.ok(thrown instanceof ModelError, String(thrown));
      error = thrown;
    }
    return { parts, error };
  };

  it("is listed, with how much it takes", async () => {
    const found = (await editorModels()).find(({ vendor }) => vendor === "plumbline-scripted");
    assert.ok(found);
    assert.equal(found.name, "Scripted");
    assert.equal(limitsOf(found).inputTokens, 8192);
  });

  it("says its text and calls tools as it does", async () => {
    provider.play({
      text: ["In ", "a\ud83d", "\ude9ab"],
      calls: [{ callId: "c1", name: "read", input: { path: "a.ts" } }],
    });
    const { parts, error } = await ask({
      ...PLAIN,
      tools: [{ name: "read", description: "Reads.", inputSchema: { type: "object" } }],
    });
    assert.equal(error, undefined);
    assert.equal(parts.map((part) => (part.kind === "text" ? part.text : "")).join(""), "In a\u{1F69A}b");
    assert.deepEqual(parts.at(-1), { kind: "toolCall", call: { callId: "c1", name: "read", input: { path: "a.ts" } } });
  });

  it("is told what the system says in the first message, and results of calls alone in theirs", async () => {
    provider.play({ text: ["Yes."] });
    await ask({
      messages: [
        { role: "system", text: "Be brief." },
        { role: "user", text: "Where? \ud800" },
        {
          role: "assistant",
          text: "",
          toolCalls: [
            { callId: "c1", name: "read", input: { path: "a.ts" } },
            { callId: "c2", name: "read", input: "no JSON" },
          ],
        },
        { role: "tool", callId: "c1", text: "1: ship()" },
        { role: "tool", callId: "c2", text: "There is no such file." },
        { role: "user", text: "Go on." },
      ],
      tools: [{ name: "read", description: "Reads.", inputSchema: { type: "object" } }],
      toolChoice: "required",
    });
    assert.deepEqual(provider.requests[0]?.messages, [
      { role: "user", content: [{ text: "Be brief.\n\nWhere? \ufffd" }] },
      { role: "assistant", content: [{ call: ["c1", "read", { path: "a.ts" }] }, { call: ["c2", "read", {}] }] },
      { role: "user", content: [{ result: ["c1", "1: ship()"] }, { result: ["c2", "There is no such file."] }] },
      { role: "user", content: [{ text: "Go on." }] },
    ]);
    assert.equal(provider.requests[0].toolMode, vscode.LanguageModelChatToolMode.Required);
    assert.deepEqual(
      provider.requests[0].tools?.map(({ name }) => name),
      ["read"],
    );
  });

  const ERRORS = [
    ["NoPermissions", "noPermission"],
    ["Blocked", "blocked"],
    ["NotFound", "notFound"],
    ["ChatQuotaExceeded", "quota"],
    ["ChatRateLimited", "rateLimited"],
    ["Error", "failed"],
  ] as const;
  for (const [kind, code] of ERRORS)
    it(`that fails with ${kind} is ${code}, and keeps what it said`, async () => {
      provider.play({ error: { kind, message: "It may not." } });
      assert.equal((await ask()).error?.code, code);
      provider.play({ text: ["Half"], error: { kind, message: "It may not." }, errorAfter: 1, everyMs: 100 });
      const { parts, error } = await ask();
      assert.deepEqual(parts, [{ kind: "text", text: "Half" }]);
      assert.equal(error?.code, code === "failed" ? "brokenOff" : code);
      assert.equal(provider.requests.length, 2);
    });

  it("takes no schema, and is not asked with one", async () => {
    assert.equal((await ask({ ...PLAIN, schema: {} })).error?.code, "schemaUnsupported");
    assert.equal(provider.requests.length, 0);
  });

  it("that is not there any more is notFound", async () => {
    provider.setGone(true);
    await until("no models", async () => (await editorModels()).length === 0);
    assert.equal((await ask()).error?.code, "notFound");
  });

  for (const ignoresCancellation of [false, true])
    it(`is stopped at once${ignoresCancellation ? ", though it does not listen" : ""}`, async () => {
      provider.play({ text: ["One ", "two "], stallAfter: 1, ignoresCancellation });
      const stop = new AbortController();
      let stoppedAt = 0;
      await assert.rejects(async () => {
        for await (const part of model.send(PLAIN, { signal: stop.signal })) {
          assert.equal(part.kind, "text");
          setTimeout(() => {
            stoppedAt = Date.now();
            stop.abort();
          }, 10);
        }
      }, isAbort);
      const wait = Date.now() - stoppedAt;
      assert.ok(wait < AT_ONCE_MS, `${wait} ms`);
      const canceledAt = await until("the cancellation", () => provider.requests[0]?.canceledAt);
      assert.ok(canceledAt - stoppedAt < AT_ONCE_MS, `canceled after ${canceledAt - stoppedAt} ms`);
    });

  it("is stopped where its reader leaves", async () => {
    provider.play({ text: ["One "], endless: true, everyMs: 5 });
    for await (const part of model.send(PLAIN, { signal: never })) if (part.kind === "text") break;
    await until("the cancellation", () => provider.requests[0]?.canceledAt);
  });
});

describe("a model that its server still loads", () => {
  const { createQuickPick: realPick, showQuickPick, showInputBox } = vscode.window;
  afterEach(() => {
    Object.assign(vscode.window, { createQuickPick: realPick, showQuickPick, showInputBox });
  });

  it("is not chosen where another choice was made until it was there", async () => {
    const models = await (await plumbline()).models();
    await using server = await ScriptedModelServer.start({ text: ["Yes."] }, { models: [{ name: "slow" }] });
    const list = realPick();
    const onDidAccept: vscode.Event<void> = (accept) => {
      setImmediate(accept);
      return vscode.Disposable.from();
    };
    const chosen = {
      onDidAccept,
      get selectedItems() {
        return list.items.filter(({ label }) => label === "Another Address…");
      },
    };
    const typed = [`${server.origin}/v1`, ""];
    const pick = ([name]: readonly string[]) => {
      server.isLoading = true;
      return Promise.resolve(typeof name === "string" ? name : undefined);
    };
    const type = () => Promise.resolve(typed.shift());
    const create = () => standIn(list, chosen);
    Object.assign(vscode.window, { createQuickPick: create, showQuickPick: pick, showInputBox: type });
    const choosing = vscode.commands.executeCommand("plumbline.chooseModel");
    await until("its trial", () => server.paths.some((path) => path.endsWith("/chat/completions")));
    await models.choose(undefined);
    server.isLoading = false;
    await choosing;
    assert.equal(models.kept.chosen, undefined);
  });

  it("is listed as that, and by its name once it is there", async () => {
    await plumbline();
    const models = [{ name: `qwen3:4b-${process.pid}` }]; // another test run may be listed beside it
    await using server = await ScriptedModelServer.start({}, { kind: "llama.cpp", models, isLookedFor: true });
    server.isLoading = true;
    let list: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    const keep = () => (list = realPick());
    vscode.window.createQuickPick = keep as typeof vscode.window.createQuickPick;
    const choosing = vscode.commands.executeCommand("plumbline.chooseModel");
    const labels = () => list?.items.map(({ label }) => label) ?? [];
    const listed = () => labels()[1 + labels().findIndex((label) => label.endsWith(` at ${server.host}`))];
    await until("a server that loads", () => listed() === "Still loading its model");
    server.isLoading = false;
    await until("its model", () => listed() === models[0]?.name);
    list?.hide();
    await choosing;
    assert.equal(server.requests.length, 0);
  });
});

describe("a server of models that wants a key", () => {
  const KEY = "sk-canary-3d7a60b9c1f2";
  const { createQuickPick, showQuickPick, showInputBox } = vscode.window;
  afterEach(() => {
    Object.assign(vscode.window, { createQuickPick, showQuickPick, showInputBox });
  });

  it("is listed as that, and asked for its models with the key that is typed", async () => {
    await plumbline();
    const models = [{ name: `gemma3:4b-${process.pid}` }, { name: `gemma3:12b-${process.pid}` }];
    await using server = await ScriptedModelServer.start({}, { kind: "vllm", models, key: KEY, isLookedFor: true });
    const list = createQuickPick();
    let choose: (() => unknown) | undefined;
    const onDidAccept: vscode.Event<void> = (listener) => {
      choose = listener;
      return vscode.Disposable.from();
    };
    const rows = () => {
      const at = list.items.findIndex(({ label }) => label.endsWith(` at ${server.host}`));
      return list.items.slice(at + 1, at + 2);
    };
    const chosen = {
      onDidAccept,
      get selectedItems() {
        return rows();
      },
    };
    const prompts: (string | undefined)[] = [];
    const typed = ["sk-canary-wrong-51c8", KEY];
    const type = (options: vscode.InputBoxOptions) => {
      prompts.push(options.prompt);
      assert.ok(options.password);
      return Promise.resolve(typed.shift());
    };
    let offered: readonly string[] = [];
    const pick = (items: readonly string[]) => {
      offered = items;
      return Promise.resolve(undefined);
    };
    const create = () => standIn(list, chosen);
    Object.assign(vscode.window, { createQuickPick: create, showQuickPick: pick, showInputBox: type });
    const choosing = vscode.commands.executeCommand("plumbline.chooseModel");
    await until("a server that wants a key", () => rows()[0]?.label === "Needs a key");
    choose?.();
    await choosing;
    assert.deepEqual(
      offered,
      models.map(({ name }) => name),
    );
    assert.deepEqual(prompts, [
      `Type the key for ${server.host}. It is kept in the editor's secret storage.`,
      `${server.host} refused this key. Type the right one.`,
    ]);
    assert.equal(server.requests.length, 0);
  });

  it("is not listed where a page for people answers", async () => {
    await plumbline();
    const page = createServer((_, response) => {
      response.writeHead(403, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>");
    });
    const asked = once(page, "request");
    const port = await freePort();
    await once(page.listen(port, "127.0.0.1"), "listening");
    let list: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    Object.assign(vscode.window, { createQuickPick: () => (list = createQuickPick()) });
    const choosing = vscode.commands.executeCommand("plumbline.chooseModel");
    await asked;
    await until("all answers", () => list?.busy === false);
    assert.ok(!list?.items.some(({ label }) => label.endsWith(` at 127.0.0.1:${port}`)));
    // Another test run may have a server.
    const isAlone = !list?.items.some(({ label }) => / at 127\.0\.0\.1:\d+$/.test(label));
    const none = list?.items.find(({ label }) => label === "No model server is running on this machine");
    assert.equal(none !== undefined, isAlone);
    if (none) assert.match(none.detail ?? "", /Ollama \(11434\), LM Studio \(1234\),.*To start one: /);
    const scripted = list?.items.find(({ label }) => label === "Scripted");
    assert.match(scripted?.description ?? "", /^may leave this machine · plumbline-scripted$/);
    list?.hide();
    await choosing;
    page.close();
  });

  /** A free port, one of those where servers are looked for. */
  const freePort = async (): Promise<number> => {
    const server = await ScriptedModelServer.start({}, { isLookedFor: true });
    const { port } = new URL(server.origin);
    await server[Symbol.asyncDispose]();
    return Number(port);
  };
});

describe("code and keys", () => {
  const KEY = "sk-canary-5f1e0c7d9b3a";
  /** A line of the sample that no question contains. */
  const QUESTION = "How does the parser handle a byte order mark?";
  let parts: TestAccess;
  let server: ScriptedModelServer;
  let posted: AnswerState | undefined;
  let subscription: vscode.Disposable;
  let kept: KeptModel;
  const realPick = vscode.window.showQuickPick;
  let picked: readonly string[] = [];

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    subscription = parts.answers.onDidPost((state) => {
      posted = state;
    });
  });

  beforeEach(async () => {
    server = await ScriptedModelServer.start({ text: ["It is stripped [1]."] }, { key: KEY });
    kept = {
      id: "canary",
      name: "scripted",
      source: { kind: "endpoint", baseUrl: `${server.origin}/v1`, model: "scripted", hasKey: true },
      limits: { inputTokens: 16_384, tools: "no" },
    };
    const models = await parts.models();
    await models.setKey(kept.id, KEY);
    await models.choose(kept);
    picked = [];
  });

  afterEach(async () => {
    vscode.window.showQuickPick = realPick;
    await (await parts.models()).clear();
    await server[Symbol.asyncDispose]();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
  });

  after(() => {
    subscription.dispose();
  });

  /** Answers the question for consent with its first or second row. */
  const answerConsent = (row: number): void => {
    const pick = (rows: readonly vscode.QuickPickItem[]) => {
      picked = rows.map(({ label }) => label);
      return Promise.resolve(rows[row]);
    };
    vscode.window.showQuickPick = pick as unknown as typeof vscode.window.showQuickPick;
  };

  const ask = async () => {
    for (const panel of parts.answers.panels) panel.dispose(); // it may still report on its sources
    posted = undefined;
    await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    return await until("the answer", () => {
      const settled = posted?.questions.length === 1 && posted.questions.every(({ progress }) => !progress);
      return settled ? posted : undefined;
    });
  };

  it("stay here where the person says no", async () => {
    answerConsent(1);
    const state = await ask();
    assert.equal(picked.length, 2);
    assert.ok((state.questions[0]?.sources.length ?? 0) > 0);
    assert.equal(server.received, "");
    assert.deepEqual(server.paths, []);
  });

  it("stay here where a setting forbids models, and none can be chosen", async () => {
    const allow = (value: boolean | undefined) =>
      vscode.workspace.getConfiguration().update("plumbline.models.allowed", value, vscode.ConfigurationTarget.Global);
    await allow(false);
    try {
      picked = [];
      answerConsent(0);
      await ask();
      await vscode.commands.executeCommand("plumbline.chooseModel");
      assert.deepEqual(picked, [], "nothing was asked");
      assert.deepEqual(server.paths, []);
      assert.match(posted?.followUp?.answering.label ?? "", /passages/);
    } finally {
      await allow(undefined);
    }
  });

  it("go to the model that was allowed, the key in its header alone", async () => {
    answerConsent(0);
    await ask();
    const [request] = server.requests;
    assert.ok(request, "the model was not asked");
    assert.equal(request.headers.authorization, `Bearer ${KEY}`);
    assert.match(server.received, /byte order mark/);
    assert.match(server.received, /\\ufeff|BOM|bom/i); // code of the sample
    assert.ok(!server.received.includes(KEY));
    await ask();
    assert.deepEqual(picked.length, 2); // asked only once
    for (const state of parts.states)
      for (const key of state.keys()) assert.ok(!JSON.stringify(state.get(key)).includes(KEY), `the key is in ${key}`);
    for (const [path, content] of writtenFiles(parts.storage.fsPath))
      assert.ok(!content.includes(KEY), `the key is in ${path}`);
  });

  it("go with the key that was given to the model in another window", async () => {
    answerConsent(0);
    const { source } = kept;
    assert.equal(source.kind, "endpoint");
    const { kept: models } = await parts.models();
    await models.keep({ ...kept, source: { ...source, hasKey: false } });
    await ask();
    assert.equal(server.requests.at(-1)?.headers.authorization, undefined);
    await models.keep(kept); // as that window does
    await ask();
    assert.equal(server.requests.at(-1)?.headers.authorization, `Bearer ${KEY}`);
  });

  it("are told of in the preview of a question, which sends nothing", async () => {
    await vscode.commands.executeCommand("plumbline.previewRequest", QUESTION);
    const preview = await until("the preview", () =>
      // Documents of earlier tests may still be there: the editor forgets a closed one when it likes.
      vscode.workspace.textDocuments.find(
        (document) => document.uri.scheme === "plumbline-request" && document.getText().includes(QUESTION),
      ),
    );
    assert.match(preview.getText(), /Passages of your code will be sent to a program on .+, which may pass it on\./);
    assert.ok(!preview.getText().includes(KEY));
    assert.equal(server.received, "");
  });

  it("are not had by another program that knows the service's token", async () => {
    answerConsent(0);
    const { baseUrl, token } = await parts.local.start();
    for (const nonce of [undefined, "", "0".repeat(43), kept.id]) {
      const response = await fetch(`${baseUrl}/api/deepsearch.v1.Service/CreateConversation`, {
        method: "POST",
        headers: {
          authorization: `token ${token}`,
          "content-type": "application/json",
          ...(nonce !== undefined && { "x-plumbline-model": nonce }),
        },
        body: JSON.stringify({
          parent: "users/~self",
          conversation: { questions: [{ input: [{ question: { text: QUESTION } }] }] },
        }),
      });
      assert.equal(response.status, 200);
      const { name } = (await response.json()) as { name: string };
      await settled(baseUrl, token, name);
    }
    assert.equal(server.requests.length, 0);
  });

  it("are read by a model no longer than 100 ms once its answer is stopped", async () => {
    answerConsent(0);
    const words = Array.from({ length: 5000 }, (_, at) => `Fact ${at} is here [1]. `);
    server.answer = () => ({ text: words, everyMs: 20 });
    const times: number[] = [];
    for (let round = 1; round <= 3; round++) {
      posted = undefined;
      await vscode.commands.executeCommand("plumbline.ask", QUESTION);
      await until("the model's request", () => server.requests.length === round);
      await until("the panel", () => posted?.questions[0]?.progress?.canStop);
      const stoppedAt = performance.now();
      parts.answers.panels.at(-1)?.receive({ type: "stop" });
      times.push((await until("its end", () => server.requests.at(-1)?.goneAt)) - stoppedAt);
    }
    console.log(`The model's connection ended ${times.map(Math.round).join(", ")} ms after Stop.`);
    assert.ok((times.toSorted((a, b) => a - b)[1] ?? Infinity) < 100, "the model went on after Stop");
    assert.equal(server.requests.length, 3);
  });

  it("of folders on another machine are asked about there, though their paths are the same", async () => {
    const models = await parts.models();
    answerConsent(0);
    for (const [reachedBy, asked] of [
      [undefined, true],
      [undefined, false],
      ["ssh-remote", true],
      ["ssh-remote", false],
      [undefined, false],
    ] as const)
      await onMachine(reachedBy, async () => {
        picked = [];
        assert.ok(await models.mayRead(kept));
        assert.equal(picked.length > 0, asked, `on ${reachedBy ?? "this machine"}`);
      });
  });

  it("of a folder that is opened while a person is asked are asked about as well", async () => {
    const models = await parts.models();
    const folders = Object.getOwnPropertyDescriptor(vscode.workspace, "workspaceFolders");
    assert.ok(folders);
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    const opened = (uris: readonly vscode.Uri[]) =>
      Object.defineProperty(vscode.workspace, "workspaceFolders", {
        ...folders,
        get: () => uris.map((uri, index) => ({ ...first, uri, index })),
      });
    const choices = [0, 1];
    try {
      opened([vscode.Uri.file("/one")]);
      const pick = (rows: readonly vscode.QuickPickItem[]) => {
        opened([vscode.Uri.file("/one"), vscode.Uri.file("/another")]);
        return Promise.resolve(rows[choices.shift() ?? -1]);
      };
      vscode.window.showQuickPick = pick as unknown as typeof vscode.window.showQuickPick;
      assert.equal(await models.mayRead(kept), false, "what was answered with yes was asked of one folder");
      assert.deepEqual(choices, []);
    } finally {
      Object.defineProperty(vscode.workspace, "workspaceFolders", folders);
    }
  });

  it("are forgotten together", async () => {
    answerConsent(0);
    const models = await parts.models();
    await models.mayRead(kept);
    await models.clear();
    assert.equal(models.kept.chosen, undefined);
    assert.equal(await parts.tokens.get(`model.${kept.id}`), undefined);
    await models.choose(kept);
    picked = [];
    answerConsent(1);
    assert.equal(await models.mayRead(kept), false);
    assert.equal(picked.length, 2);
  });
});

async function settled(baseUrl: string, token: string, name: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${baseUrl}/api/deepsearch.v1.Service/GetConversation`, {
      method: "POST",
      headers: { authorization: `token ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    const { state } = (await response.json()) as { state: object };
    if (!("processing" in state)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
