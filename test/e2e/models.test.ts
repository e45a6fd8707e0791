import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSample } from "../support/sample.mjs";
import { ScriptedModelServer, type ChatRequest, type ChatScript } from "../support/scriptedModelServer.ts";
import { Workbench } from "./workbench.ts";

const NUMBERS = Array.from({ length: 30 }, (_, index) => `number ${index + 1}, `);
const WORDS = [
  "The parser strips a byte order mark ",
  "from the first chunk [1].\n\n",
  "- It looks at the first characters only [1].\n",
  "- Later chunks are taken as they are.\n",
];

/** A trial, or a question about the code. */
function answerTo({ body }: ChatRequest): ChatScript {
  if (body.tools) return { text: ["I can't call tools."] };
  const isTrial = body.messages.some(({ content }) => content?.includes("from one to thirty"));
  return isTrial
    ? { text: NUMBERS, everyMs: 5 }
    : { text: WORDS, everyMs: 200, usage: { prompt: 6000, completion: 40 } };
}

describe("a model for local answers", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let server: ScriptedModelServer;

  before(async () => {
    makeSample(folder);
    server = await ScriptedModelServer.start(answerTo, {
      kind: "ollama",
      models: [{ name: "qwen3:4b", contextLength: 16_384 }],
      port: 11434,
    });
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  it("is offered once, under an answer of passages", async () => {
    await workbench.ask("How are events parsed?");
    const panel = await workbench.webviewWith(".answer");
    await panel.getByRole("button", { name: "Choose a Model…" }).scrollIntoViewIfNeeded();
    await workbench.screenshot("models-1-offered");
    assert.deepEqual(server.paths, [], "nobody looks for models before the click");
  });

  it("is found on this machine after the click", async () => {
    await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
    await workbench.listRow("qwen3:4b").waitFor();
    await workbench.listRow("Another Address…").waitFor();
    await workbench.listRow("None: Passages Only").waitFor();
    await workbench.screenshot("models-2-choose");
    assert.equal(server.requests.length, 0);
  });

  it("is tried without any code, and asked for consent before it gets some", async () => {
    await workbench.pick("qwen3:4b");
    await workbench.listRow("Send Passages").waitFor();
    await workbench.screenshot("models-3-consent");
    assert.equal(server.requests.length, 2);
    assert.ok(!/parse/i.test(server.requests.map(({ body }) => JSON.stringify(body)).join()));
    await workbench.pick("Send Passages");
    await workbench
      .toast(/qwen3:4b at 127.0.0.1:11434 writes local answers from now on: context of 16,384 tokens/)
      .waitFor();
    await workbench.screenshot("models-4-found");
  });

  it("is named where one asks, and writes the answer", async () => {
    const panel = await workbench.compose();
    await panel.locator(".answering", { hasText: "qwen3:4b at 127.0.0.1:11434" }).waitFor();
    await workbench.screenshot("models-5-ask");
    await workbench.ask("How does the parser handle a byte order mark?", panel);
    await workbench.webviewWith("li:has-text('Later chunks are taken as they are.')");
    await workbench.screenshot("models-6-answer");
    assert.equal(server.requests.length, 3);
  });

  it("answers no more once passages only were chosen", async () => {
    await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
    await workbench.listRow("qwen3:4b at 127.0.0.1:11434").waitFor();
    await workbench.screenshot("models-7-kept");
    await workbench.pick("None: Passages Only");
    const panel = await workbench.compose();
    await panel.locator(".answering", { hasText: "passages" }).waitFor();
    assert.equal(server.requests.length, 3);
  });
});
