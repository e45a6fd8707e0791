import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LOCAL_MODEL_PORTS } from "../../src/core/model/modelServer.ts";
import { makeSample } from "../support/sample.mjs";
import { ScriptedModelServer, type ChatRequest, type ChatScript } from "../support/scriptedModelServer.ts";
import { becomes, Workbench } from "./workbench.ts";
import { QWEN } from "./writingModel.ts";

const NUMBERS = Array.from({ length: 30 }, (_, index) => `number ${index + 1}, `);
const WORDS = [
  "The parser strips a byte order mark ",
  "from the first chunk [1].\n\n",
  "- It looks at the first characters only [1].\n",
  "- Later chunks are taken as they are.\n",
];

/** Answers a trial, or a question about the code. */
function answerTo({ body }: ChatRequest): ChatScript {
  if (body.tools) return { text: ["I can't call tools."] };
  const isTrial = body.messages.some(({ content }) => content?.includes("from one to thirty"));
  return isTrial
    ? { text: NUMBERS, everyMs: 5 }
    : { text: WORDS, everyMs: 200, usage: { prompt: 6000, completion: 40 } };
}

/** One window: after the first part, it knows no model. */
describe("choosing a model", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;

  before(async () => {
    makeSample(folder);
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  describe("a model for local answers", () => {
    let server: ScriptedModelServer;

    before(async () => {
      server = await ScriptedModelServer.start(answerTo, {
        kind: "ollama",
        models: [{ name: QWEN, contextLength: 16_384 }],
        isLookedFor: true,
      });
    });

    after(async () => {
      await workbench.runCommand("View: Close All Editors");
      await workbench.runCommand("Plumbline: Clear Local Data…");
      await workbench.dialogButton(/the models with their keys/, "Clear").click();
      await server[Symbol.asyncDispose]();
    });

    /**
     * How often this editor asked any address for models: others may ask the server as well, such as another test run.
     */
    const looks = () => workbench.logs().match(/model: GET \S*\/models\b/g)?.length ?? 0;

    it("is offered once, under an answer of passages", async () => {
      await workbench.ask("How are events parsed?");
      const panel = await workbench.webviewWith(".answer");
      await panel.getByRole("button", { name: "Choose a Model…" }).scrollIntoViewIfNeeded();
      await workbench.screenshot("models-1-offered");
      assert.equal(looks(), 0, "nobody looks for models before the click");
    });

    it("is found on this machine after the click", async () => {
      await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
      await workbench.listRow(QWEN).waitFor();
      await workbench.listRow("Another Address…").waitFor();
      await workbench.listRow("None: Passages Only").waitFor();
      await workbench.screenshot("models-2-choose");
      await becomes(() => looks() >= LOCAL_MODEL_PORTS.length, true);
      assert.equal(server.requests.length, 0);
    });

    it("is tried without any code, and asked for consent before it gets some", async () => {
      await workbench.pick(QWEN);
      await workbench.listRow("Send Passages").waitFor();
      await workbench
        .listRow(`Passages of your code will be sent to a program on ${hostname()}, which may pass it on.`)
        .waitFor();
      assert.equal(await workbench.toast("writes local answers").count(), 0, "that was not allowed yet");
      await workbench.screenshot("models-3-consent");
      assert.equal(server.requests.length, 2);
      assert.ok(!/parse/i.test(server.requests.map(({ body }) => JSON.stringify(body)).join()));
      await workbench.pick("Send Passages");
      await workbench.toast(`${QWEN} at ${server.host} now writes local answers: context of 16,384 tokens`).waitFor();
      await workbench.screenshot("models-4-found");
    });

    it("is named where one asks, and writes the answer", async () => {
      await workbench.toastButton("now writes local answers", "Ask About This Code").click();
      const panel = await workbench.webviewWith("main:has(.start) textarea:focus");
      await panel.locator(".answering", { hasText: `${QWEN} at ${server.host}` }).waitFor();
      await workbench.screenshot("models-5-ask");
      await workbench.ask("How does the parser handle a byte order mark?", panel);
      await workbench.webviewWith("li:has-text('Later chunks are taken as they are.')");
      await workbench.screenshot("models-6-answer");
      assert.equal(server.requests.length, 3);
    });

    it("answers no more once passages only were chosen", async () => {
      await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
      await workbench.listRow(`${QWEN} at ${server.host}`).waitFor();
      await workbench.screenshot("models-7-kept");
      await workbench.pick("None: Passages Only");
      const panel = await workbench.compose();
      await panel.locator(".answering", { hasText: "passages" }).waitFor();
      assert.equal(server.requests.length, 3);
    });
  });

  describe("a model at another address", () => {
    const KEY = "sk-canary-0c4f7a91d2e8";
    const WRONG = "sk-canary-wrong-77b3";
    let gateway: ScriptedModelServer;
    let open: ScriptedModelServer;
    let host: string;

    before(async () => {
      const listed = ["large", "small"].map((name) => ({ name }));
      gateway = await ScriptedModelServer.start(answerTo, { key: KEY, models: listed });
      open = await ScriptedModelServer.start(answerTo, { key: KEY, models: listed, listsOpenly: true });
      ({ host } = new URL(gateway.origin));
    });

    after(async () => {
      await gateway[Symbol.asyncDispose]();
      await open[Symbol.asyncDispose]();
    });

    const chooseModel = () => workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
    const promptOf = (words: string | RegExp) =>
      workbench.page.locator(".quick-input-widget", { hasText: words }).waitFor();

    it("is listed while its server loads it, by its name once it has, and waited for when it is chosen before", async () => {
      const models = [{ name: QWEN, contextLength: 16_384 }];
      await using loading = await ScriptedModelServer.start(answerTo, { kind: "ollama", models, isLookedFor: true });
      const row = workbench.listRow("Still loading its model").filter({ hasText: loading.host });
      loading.isLoading = true;
      await chooseModel();
      await row.waitFor();
      await workbench.screenshot("models-8-loading");
      loading.isLoading = false;
      await row.waitFor({ state: "detached" });
      await workbench.listRow(QWEN).filter({ hasText: "Ollama at" }).waitFor(); // beside the one that was chosen before
      await workbench.page.keyboard.press("Escape");
      loading.isLoading = true;
      await chooseModel();
      await row.click();
      await workbench.toast(new RegExp(`Looking for models at ${loading.host}.*It is still loading`)).waitFor();
      await workbench.screenshot("models-9-waited-for");
      loading.isLoading = false;
      await workbench.pick("Passages Only");
      await workbench.toast(`Passages only, as you chose. ${QWEN} at ${loading.host} is saved for later.`).waitFor();
      assert.equal(loading.requests.length, 2);
      await workbench.runCommand("Notifications: Clear All Notifications");
    });

    it("is behind a key that its server wants first, and found once that is typed", async () => {
      const name = `keyed-${process.pid}`;
      await using locked = await ScriptedModelServer.start(answerTo, {
        kind: "vllm",
        models: [{ name, contextLength: 16_384 }],
        key: KEY,
        isLookedFor: true,
      });
      const title = "Choose a Model for Local Answers";
      const row = workbench.listRow("Needs a key").filter({ hasText: locked.host });
      await chooseModel();
      await row.waitFor();
      await workbench.screenshot("models-16-needs-a-key");
      await row.click();
      await promptOf(`Type the key for ${locked.host}. It is kept in the editor's secret storage.`);
      await workbench.screenshot("models-17-its-key");
      await workbench.typeInput(title, WRONG);
      await promptOf(`${locked.host} refused this key. Type the right one.`);
      await workbench.screenshot("models-18-its-key-refused");
      await sleep(1000); // of the notices within 0.8 s, the editor shows only three; nobody types a key so fast
      await workbench.typeInput(title, KEY);
      await workbench.listRow(name).waitFor();
      await workbench.screenshot("models-19-its-models");
      assert.equal(locked.requests.length, 0, "no model is tried before one was chosen");
      await workbench.pick(name);
      await workbench.pick("Send Passages");
      await workbench.toast(`${name} at ${locked.host} now writes local answers: context of 16,384 tokens`).waitFor();
      await workbench.screenshot("models-20-its-model-found");
      await workbench.runCommand("Notifications: Clear All Notifications");
      const panel = await workbench.ask("How does the parser handle a byte order mark?");
      await panel.locator("li", { hasText: "Later chunks are taken as they are." }).waitFor();
      assert.deepEqual(
        locked.requests.map(({ headers }) => headers.authorization),
        Array.from({ length: 3 }, () => `Bearer ${KEY}`),
      );
      assert.ok(!locked.received.includes(KEY) && !locked.paths.join().includes(KEY), "the key is in a request");
      await workbench.runCommand("View: Close All Editors");
    });

    it("takes a key, which is asked for again where it is refused", async () => {
      await chooseModel();
      await workbench.pick("Another Address…");
      await workbench.typeInput("Another Address (1/3)", host);
      await promptOf("Its key, which is kept in the editor's secret storage.");
      await workbench.screenshot("models-10-key");
      await workbench.typeInput("Another Address (2/3)", WRONG);
      await promptOf(`${host} refused this key. Type the right one.`);
      await workbench.screenshot("models-11-refused");
      assert.equal(gateway.requests.length, 0, "a model is not tried with a key that was refused");
      await workbench.typeInput("Another Address (2/3)", KEY);
      await promptOf("Another Address (3/3)");
      await workbench.screenshot("models-12-listed");
      await workbench.pick("small");
      await workbench.listRow("Send Passages").waitFor();
      await workbench.screenshot("models-13-tried");
      await workbench.pick("Send Passages");
      const panel = await workbench.compose();
      await panel.locator(".answering", { hasText: `small at ${host}` }).waitFor();
      await workbench.runCommand("View: Close All Editors");
    });

    it("writes the answer, also after a reload, with the key in its header alone", async () => {
      const ask = async () => {
        const panel = await workbench.ask("How does the parser handle a byte order mark?");
        await panel.locator("li", { hasText: "Later chunks are taken as they are." }).waitFor();
        await panel.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" }); // the whole answer is kept
      };
      await ask();
      await workbench.screenshot("models-14-answer");
      await workbench.runCommand("View: Close All Editors");
      await workbench.reload(); // what was not saved is forgotten
      await ask();
      assert.deepEqual(
        gateway.requests.map(({ headers }) => headers.authorization),
        Array.from({ length: 4 }, () => `Bearer ${KEY}`),
      );
      for (const key of [KEY, WRONG]) {
        assert.ok(!gateway.received.includes(key) && !gateway.paths.join().includes(key), "the key is in a request");
        assert.ok(!workbench.logs().includes(key), "the key is in a log");
        for (const [path, content] of workbench.files()) assert.ok(!content.includes(key), `the key is in ${path}`);
      }
    });

    it("is tried again with another key where the first is refused only then", async () => {
      const { host: other } = new URL(open.origin);
      await workbench.runCommand("Notifications: Clear All Notifications");
      await chooseModel();
      await workbench.pick("Another Address…");
      await workbench.typeInput("Another Address (1/3)", other);
      await workbench.typeInput("Another Address (2/3)", WRONG);
      await promptOf("Another Address (3/3)");
      await workbench.pick("small");
      await workbench.toast(new RegExp(`You have no permission to use .*small at ${other}. Check its key`)).waitFor();
      await workbench.screenshot("models-15-refused-later");
      await workbench.toastButton("You have no permission to use", "Change Key…").click();
      await workbench.typeInput("Change Key", KEY);
      await workbench.pick("Send Passages");
      const panel = await workbench.compose();
      await panel.locator(".answering", { hasText: `small at ${other}` }).waitFor();
      assert.deepEqual(
        open.requests.map(({ headers }) => headers.authorization),
        [`Bearer ${KEY}`, `Bearer ${KEY}`],
      );
      assert.ok(!workbench.logs().includes(WRONG), "the key is in a log");
    });
  });
});
