import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame } from "playwright-core";
import { makeSample } from "../support/sample.mjs";
import type { ChatScript, ScriptedModelServer } from "../support/scriptedModelServer.ts";
import { becomes, clickRow, Workbench } from "./workbench.ts";
import { chooseModel, QWEN, startModels } from "./writingModel.ts";

const HALF = ["The parser strips a byte order mark ", "from the first chunk [1]. ", "Then it "];
const REST = ["reads lines until one is empty [1]."];
/** An answer that is still being written when it is looked at. */
const SLOW: ChatScript = {
  text: [...HALF, ...Array.from({ length: 1_500 }, (_, at) => `takes step ${at} of it [1], `)],
  everyMs: 100,
};

/** The same folder in two windows, in the second one as a workspace: that is how the editor duplicates a window. */
describe("an answer that a model writes, in two windows", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const workspace = `${folder}.code-workspace`;
  let first: Workbench;
  let second: Workbench;
  let server: ScriptedModelServer;
  let script: ChatScript;

  before(async () => {
    makeSample(folder);
    writeFileSync(workspace, JSON.stringify({ folders: [{ path: folder }] }));
    const models = [{ name: QWEN, contextLength: 16_384 }];
    server = await startModels(() => ({ usage: { prompt: 6000, completion: 40 }, ...script }), models);
    first = await Workbench.open({ folder });
    await chooseModel(first);
    second = await first.openWindow(workspace);
    await second.openContainer("Plumbline");
    await second.collapseView("Sources");
  });

  after(async () => {
    await second.close();
    await server[Symbol.asyncDispose]();
    for (const each of [folder, workspace]) rmSync(each, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  /** Asks in the first window, and resolves with its panel once there are words. */
  async function ask(question: string, next: ChatScript): Promise<Frame> {
    script = next;
    await first.runCommand("View: Close All Editors");
    const panel = await first.ask(question);
    await panel.locator(".answer", { hasText: "from the first chunk" }).waitFor();
    return panel;
  }

  /** Opens a conversation in the second window, from its history. */
  async function openBeside(question: string): Promise<Frame> {
    await second.comeTo();
    await second.runCommand("View: Close All Editors");
    await clickRow(second.treeRow("Conversations", question).first());
    return second.webviewWith(".answer");
  }

  const button = (panel: Frame, name: string) => panel.locator("vscode-button", { hasText: name });
  const asked = () => server.requests.length;

  it("is in the history of the other one, grows and ends there too, and is asked for once", async () => {
    const seen = Promise.withResolvers<undefined>();
    const question = "How does the parser handle a byte order mark?";
    const before = asked();
    const panel = await ask(question, {
      text: [...HALF, ...REST],
      heldAfter: { pieces: HALF.length, until: seen.promise },
    });
    const beside = await openBeside(question);
    await beside.locator(".progress-words", { hasText: `Waiting for ${QWEN} at ${server.host}` }).waitFor();
    await beside.locator(".answer", { hasText: "from the first chunk" }).waitFor();
    await second.screenshot("windows-1-grows-beside");
    seen.resolve(undefined);
    for (const each of [panel, beside]) {
      await each.locator(".answer", { hasText: "reads lines until one is empty" }).waitFor();
      await each.locator(".written .statements", { hasText: "2 of 2 statements have sources." }).waitFor();
    }
    await second.screenshot("windows-2-ended-beside");
    assert.equal(asked(), before + 1);
  });

  it("is stopped from the other one", async () => {
    const question = "How does the parser read lines?";
    const panel = await ask(question, SLOW);
    const before = asked();
    const beside = await openBeside(question);
    await beside.locator(".answer", { hasText: "takes step 2" }).waitFor();
    await button(beside, "Stop").click();
    for (const each of [beside, panel]) {
      await each.locator(".notice", { hasText: "Stopped. What had arrived by then is kept." }).waitFor();
      assert.match((await each.locator(".answer").textContent()) ?? "", /from the first chunk.*takes step 2/s);
    }
    await becomes(() => server.requests.at(-1)?.goneAt !== undefined, true);
    await second.screenshot("windows-3-stopped-beside");
    await first.comeTo();
    await first.screenshot("windows-4-stopped-from-beside");
    assert.equal(asked(), before);
  });

  it("ends with what there is when its window is closed, and is gone on with in the other one by a click alone", async () => {
    const question = "How does the parser handle events?";
    await ask(question, SLOW);
    const before = asked();
    const beside = await openBeside(question);
    await beside.locator(".answer", { hasText: "takes step 2" }).waitFor();
    await first.closeWindow();
    await beside.locator(".notice", { hasText: "The answer broke off." }).waitFor();
    await becomes(() => server.requests.at(-1)?.goneAt !== undefined, true);
    assert.match((await beside.locator(".answer").textContent()) ?? "", /from the first chunk.*takes step 2/s);
    await beside.locator("details", { hasText: "Passages found" }).waitFor();
    await button(beside, "Continue").waitFor();
    await second.screenshot("windows-5-closed");
    await sleep(1000);
    assert.equal(asked(), before, "no window asks by itself");
    script = { text: REST };
    await button(beside, "Continue").click();
    await beside.locator(".answer", { hasText: "reads lines until one is empty" }).waitFor();
    assert.equal(asked(), before + 1);
    await second.screenshot("windows-6-continued");
  });
});
