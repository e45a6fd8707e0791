import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame, Locator } from "playwright-core";
import { makeSample } from "../support/sample.mjs";
import type { ChatScript, ScriptedModelServer } from "../support/scriptedModelServer.ts";
import { HALF, WORDS } from "../support/writingFailures.ts";
import { becomes, Workbench } from "./workbench.ts";
import { chooseModel, QWEN, startModels } from "./writingModel.ts";

const QUESTION = "How does the parser handle a byte order mark?";
/** The count that appears once the whole answer is there. */
const WHOLE = { hasText: "have sources" };
const REST = ["reads lines until one is empty [1]."];
/** An answer that is still being written when it is looked at. */
const SLOW: ChatScript = {
  text: [...HALF, ...Array.from({ length: 1_500 }, (_, at) => `takes step ${at} of it [1], `)],
  everyMs: 100,
};

describe("answers that a model writes", () => {
  const GEMMA = `gemma3:12b-${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let server: ScriptedModelServer;
  let panel: Frame;
  /** The answer to the next questions. */
  let script: ChatScript | Promise<ChatScript> = { text: WORDS };

  before(async () => {
    makeSample(folder);
    const models = [QWEN, GEMMA].map((name) => ({ name, contextLength: 16_384 }));
    server = await startModels(async () => ({ usage: { prompt: 6000, completion: 40 }, ...(await script) }), models);
    workbench = await Workbench.open({ folder });
    await chooseModel(workbench);
  });

  after(async () => {
    await workbench.close();
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  /** Asks in a new conversation, the only one that is open. */
  async function ask(next: typeof script): Promise<void> {
    script = next;
    await workbench.runCommand("View: Close All Editors");
    panel = await workbench.ask(QUESTION);
  }

  /** Asks a follow-up in the same conversation. */
  async function askOn(question: string, next: ChatScript): Promise<Locator> {
    script = next;
    const before = await panel.locator("article").count();
    await panel.locator("textarea").fill(question);
    await panel.locator("textarea").press("Enter");
    return panel.locator("article").nth(before);
  }

  const model = () => `${QWEN} at ${server.host}`;

  const button = (name: string) => panel.locator("vscode-button", { hasText: name });
  const asked = () => server.requests.length;

  it("leave what is read where it is when they become long and their citations have been checked", async () => {
    const seen = Promise.withResolvers<undefined>();
    const code = ["```js\nconst madeUp = 1;\n```\n\n"]; // code that the check finds nowhere, and says so below it
    const lines = Array.from({ length: 60 }, (_, at) => `Line ${at} is read [1].\n\n`);
    await ask({ text: [...code, ...lines], everyMs: 40, heldAfter: { pieces: 35, until: seen.promise } });
    await panel.locator(".answer p", { hasText: "Line 33 is read" }).waitFor();
    assert.equal(await panel.locator(".answer.long").count(), 0);
    const placeOf = (words: string) =>
      panel.evaluate((text) => {
        const found = [...document.querySelectorAll(".answer p")].find((each) => each.textContent.includes(text));
        return {
          top: found?.getBoundingClientRect().top ?? NaN,
          isSame: found !== undefined && found === document.getSelection()?.anchorNode,
        };
      }, words);
    await panel.locator(".answer p", { hasText: "Line 20 is read" }).hover();
    await panel.evaluate(() => {
      const found = [...document.querySelectorAll(".answer p")].find((each) => each.textContent.includes("Line 22 is"));
      if (found) document.getSelection()?.setBaseAndExtent(found, 0, found, found.childNodes.length);
    });
    const unscrolled = await placeOf("Line 22 is");
    await workbench.page.mouse.wheel(0, 300);
    let before = unscrolled;
    await becomes(async () => {
      const last = before;
      before = await placeOf("Line 22 is");
      return before.isSame && before.top < unscrolled.top && before.top === last.top; // the wheel takes a while
    }, true);
    seen.resolve(undefined);
    await panel.locator(".written .statements", { hasText: "60 of 60 statements have sources." }).waitFor();
    await panel.locator(".answer p", { hasText: "This code is not in what was read." }).waitFor();
    await panel.locator(".answer.long").waitFor();
    await workbench.screenshot("written-1-read-on");
    const after = await placeOf("Line 22 is");
    assert.ok(after.isSame && Math.abs(after.top - before.top) < 1, `${after.top} instead of ${before.top}`);
  });

  it("are gone on with in a follow-up, which the model is told what was said before in", async () => {
    await ask({ text: WORDS });
    await panel.locator(".written .statements", WHOLE).waitFor();
    const next = await askOn("And what of later chunks?", { text: ["They are taken as they are [1]."] });
    await next.locator(".written .statements", { hasText: "The statement has sources." }).waitFor();
    const text = JSON.stringify(server.requests.at(-1)?.body.messages);
    assert.match(text, /Said before:.*byte order mark.*Question: And what of later chunks\?/);
    await workbench.screenshot("written-3-follow-up");
  });

  it("stay as far as they got when they are stopped, and the model ends", async () => {
    await ask(SLOW);
    await panel.locator(".answer", { hasText: "takes step 2" }).waitFor();
    await panel.locator(".step", { hasText: /1 round, about [\d,]+ tokens/ }).waitFor();
    const before = asked();
    await button("Stop").hover();
    await workbench.page.mouse.down();
    await sleep(1500); // by then, the answer would have moved the button away
    await workbench.page.mouse.up();
    await panel.locator(".notice", { hasText: "Stopped. What had arrived by then is kept." }).waitFor();
    assert.match((await panel.locator(".answer").textContent()) ?? "", /from the first chunk/);
    await panel.locator("details", { hasText: "Passages found" }).waitFor();
    await panel.locator("summary", { hasText: "What It Took" }).click();
    await panel
      .locator("dd", { hasText: /about [\d,]{3,}/ })
      .first()
      .waitFor();
    await panel.locator("dl").scrollIntoViewIfNeeded();
    await becomes(() => server.requests.at(-1)?.goneAt !== undefined, true);
    assert.equal(asked(), before);
    await workbench.screenshot("written-4-stopped");
  });

  it("go on where they broke off, in the same place", async () => {
    await ask({ text: HALF, finish: "none", noDone: true });
    await panel.locator(".notice", { hasText: "The answer broke off." }).waitFor();
    await workbench.screenshot("written-5-broke-off");
    const before = asked();
    script = { text: REST };
    await button("Continue").click();
    await panel.locator(".answer", { hasText: "reads lines until one is empty" }).waitFor();
    await panel.locator(".written .statements", { hasText: "2 of 2 statements have sources." }).waitFor();
    assert.match(
      (await panel.locator(".answer").textContent()) ?? "",
      /strips a byte order mark.*Then it reads lines/s,
    );
    assert.equal(await panel.locator("article").count(), 1);
    assert.equal(asked(), before + 1);
    await workbench.screenshot("written-6-continued");
  });

  it("are written again by another model, in the same place", async () => {
    await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
    await workbench.pick(GEMMA);
    await workbench.toast(`${GEMMA} at ${server.host} now writes local answers`).waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
    const seen = Promise.withResolvers<undefined>();
    script = { text: [...HALF, ...REST], heldAfter: { pieces: HALF.length, until: seen.promise } };
    await button("Answer Again").click();
    await panel.locator(".progress-words", { hasText: `${GEMMA} at ${server.host}` }).waitFor();
    seen.resolve(undefined);
    await panel.locator(".written .statements", WHOLE).waitFor();
    assert.equal(server.requests.at(-1)?.body.model, GEMMA);
    assert.equal(await panel.locator("article").count(), 1);
    await workbench.screenshot("written-7-again");
    await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
    await workbench.pick(model());
    await panel.locator(".answering", { hasText: model() }).waitFor();
  });

  it("stay after a reload in the middle, and no model is asked again", async () => {
    await ask(SLOW);
    await panel.locator(".answer", { hasText: "takes step 2" }).waitFor();
    const before = asked();
    await workbench.reload();
    panel = await workbench.webviewWith(".notice");
    await panel.locator(".notice", { hasText: "The answer broke off." }).waitFor();
    assert.match((await panel.locator(".answer").textContent()) ?? "", /from the first chunk/);
    await button("Continue").waitFor();
    await workbench.screenshot("written-8-reloaded");
    assert.equal(asked(), before);
  });

  it("say where the model's server silently read less than it was sent", async () => {
    server.readsTokens = 300;
    const article = await askOn(`${QUESTION} Briefly.`, { text: WORDS });
    await article.locator(".written", { hasText: /read only 300 of about [\d,]+ tokens/ }).waitFor();
    server.readsTokens = undefined;
    const [asked] = server.requests.slice(-1);
    assert.match(asked?.read ?? "", /Question: .+ Briefly\./); // the beginning of the request is forgotten
    assert.doesNotMatch(asked?.read ?? "", /You answer a question/);
    await workbench.screenshot("written-10-truncated");
  });

  it("say that their model can't be reached where its server is gone, and their passages stand", async () => {
    await server[Symbol.asyncDispose]();
    const article = await askOn(`${QUESTION} Anyone?`, {});
    await article.locator(".notice", { hasText: /can't be reached\. Check that its server is running\./ }).waitFor();
    assert.deepEqual(await article.locator(".notice vscode-button").allTextContents(), ["Answer Again"]);
    await article.locator(".answer", { hasText: "Extracted from the code" }).waitFor();
    await workbench.screenshot("written-21-unreachable");
  });
});

describe("answers of a model that falls silent", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const SILENT_MS = 25_000;
  let workbench: Workbench;
  let server: ScriptedModelServer;
  let panel: Frame;
  let script: ChatScript;

  before(async () => {
    makeSample(folder);
    server = await startModels(() => script);
    workbench = await Workbench.open({ folder, env: { PLUMBLINE_SILENT_MS: String(SILENT_MS) } });
    await chooseModel(workbench);
  });

  after(async () => {
    await workbench.close();
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  async function ask(): Promise<void> {
    script = { text: HALF, stallAfter: 1 + HALF.length };
    await workbench.runCommand("View: Close All Editors");
    panel = await workbench.ask(QUESTION);
    await panel.locator(".answer", { hasText: "from the first chunk" }).waitFor();
  }

  const button = (name: string) => panel.locator("vscode-button", { hasText: name });
  const model = () => `${QWEN} at ${server.host}`;

  it("are waited for, for all to see, and then told to be late, with what there is", async () => {
    await ask();
    const elapsed = async () => parseInt((await panel.locator(".elapsed").textContent()) ?? "", 10);
    const from = await elapsed();
    await becomes(async () => (await elapsed()) >= from + 3, true);
    await panel.locator(".progress-words", { hasText: `Waiting for ${model()}` }).waitFor();
    await button("Stop").waitFor();
    await panel.locator(".sources", { hasText: "unchanged" }).waitFor(); // what is known is drawn meanwhile
    await workbench.screenshot("written-13-silent");
    await panel.locator(".notice", { hasText: /took too long\. Continue, or choose a faster model\./ }).waitFor();
    assert.deepEqual(await panel.locator(".notice vscode-button").allTextContents(), [
      "Continue",
      "Answer Again",
      "Choose a Model…",
    ]);
    await workbench.screenshot("written-14-late");
    assert.match((await panel.locator(".answer").textContent()) ?? "", /from the first chunk/);
    await panel.locator("details", { hasText: "Passages found" }).waitFor();
    await becomes(() => server.requests.at(-1)?.goneAt !== undefined, true);
  });

  it("are gone on with in their place", async () => {
    const before = server.requests.length;
    script = { text: REST };
    await button("Continue").click();
    await panel.locator(".written .statements", { hasText: "2 of 2 statements have sources." }).waitFor();
    assert.match((await panel.locator(".answer").textContent()) ?? "", /from the first chunk.*Then it reads lines/s);
    assert.equal(await panel.locator("article").count(), 1);
    assert.equal(server.requests.length, before + 1);
    await workbench.screenshot("written-15-late-continued");
  });

  it("are stopped while it is silent", async () => {
    await ask();
    await button("Stop").click();
    await panel.locator(".notice", { hasText: "Stopped. What had arrived by then is kept." }).waitFor();
    assert.match((await panel.locator(".answer").textContent()) ?? "", /from the first chunk/);
    await becomes(() => server.requests.at(-1)?.goneAt !== undefined, true);
  });
});

describe("answers that a model writes, in Restricted Mode", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let server: ScriptedModelServer;

  before(async () => {
    makeSample(folder);
    server = await startModels(() => ({ text: WORDS }));
    workbench = await Workbench.open({ folder, isRestricted: true });
  });

  after(async () => {
    await workbench.close();
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  it("are passages only, whichever model was chosen", async () => {
    await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
    await workbench.pick(QWEN);
    await workbench.toast(`Passages only, in Restricted Mode. ${QWEN} at ${server.host} is saved for later.`).waitFor();
    await workbench.screenshot("written-11-restricted");
    const tried = server.requests.length;
    const panel = await workbench.ask(QUESTION);
    await panel.locator(".sources .row").first().waitFor();
    await panel.locator(".answering", { hasText: "passages" }).waitFor();
    assert.equal(await panel.locator(".written").count(), 0);
    assert.equal(server.requests.length, tried);
    await workbench.screenshot("written-12-restricted-answer");
  });
});
