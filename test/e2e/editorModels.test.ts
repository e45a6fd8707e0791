import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { ROOT } from "../editor/places.mjs";
import type { ProviderScript } from "../integration/scriptedModels.ts";
import { makeSample } from "../support/sample.mjs";
import { Workbench } from "./workbench.ts";

const NAME = "Scripted with More Context";
const QUESTION = "How does the parser handle a byte order mark?";
const LOOKS: ProviderScript = {
  calls: [
    { callId: "c1", name: "search", input: { query: "strip byte order mark" } },
    { callId: "c2", name: "read", input: { path: "src/parse.ts", first: 1, last: 40 } },
    { callId: "c3", name: "history", input: { path: "src/parse.ts" } },
  ],
};
const WORDS: ProviderScript = {
  text: ["It is stripped ", "from the first chunk [1].\n\n", "- Later chunks are taken as they are [1]."],
  everyMs: 1500,
};
const HALF = ["It is stripped ", "from the first chunk [1]. ", "Then it "];

const FAILURES: readonly (readonly [script: ProviderScript, told: RegExp, buttons: readonly string[]])[] = [
  [
    { error: { kind: "NoPermissions", message: "The user has not allowed it." } },
    /You have no permission to use .*Context\. Check its key, or allow it, and answer again\./,
    ["Answer Again", "Choose a Model…"],
  ],
  [
    { error: { kind: "Blocked", message: "Filtered." } },
    /Context refused this question\./,
    ["Choose a Model…", "Edit and Ask Again", "Answer Again"],
  ],
  [
    { error: { kind: "NotFound", message: "No such model." } },
    /Context is no longer available\. Choose another model\./,
    ["Choose a Model…", "Answer Again"],
  ],
  [
    { error: { kind: "ChatQuotaExceeded", message: "Your premium requests are used up." } },
    /The quota of Scripted with More Context is used up\./,
    ["Choose a Model…", "Answer Again"],
  ],
  [
    // The editor may drop words that a failure follows closely.
    { text: HALF, error: { kind: "ChatRateLimited", message: "Slow down." }, errorAfter: HALF.length, everyMs: 1000 },
    /Context accepts no more requests for now\. Continue a little later\./,
    ["Continue", "Answer Again"],
  ],
];

/** What a person sees of a model that another extension provides. */
describe("a model of the editor that writes local answers", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const scripts = `${folder}.scripts.json`;
  let workbench: Workbench;
  let panel: Frame;

  before(async () => {
    makeSample(folder);
    workbench = await Workbench.open({
      folder,
      extensions: [join(ROOT, "test/support/modelProvider")],
      settings: { "plumblineScripted.scripts": scripts },
    });
  });

  after(async () => {
    await workbench.close();
    for (const each of [folder, scripts])
      rmSync(each, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  /** Sets what it says to the next requests. */
  const willSay = (...said: readonly ProviderScript[]) => {
    writeFileSync(scripts, JSON.stringify(said));
  };

  const askOn = async (question: string): Promise<Locator> => {
    const before = await panel.locator("article").count();
    await panel.locator("textarea").fill(question);
    await panel.locator("textarea").press("Enter");
    return panel.locator("article").nth(before);
  };

  it("is listed with its extension, and gets code only once that is allowed", async () => {
    await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
    await workbench.listRow("models of this editor").waitFor();
    await workbench.screenshot("editor-models-1-listed");
    await workbench.pick(NAME);
    await workbench
      .listRow(`Passages of your code will be sent to ${NAME}, a model of the extension plumbline-scripted.`)
      .waitFor();
    await workbench.screenshot("editor-models-2-consent");
    await workbench.pick("Send Passages");
    await workbench.toast(`${NAME} now writes local answers: context of 65,536 tokens, calls tools`).waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("looks things up in the code before it writes, each step for all to see", async () => {
    willSay(LOOKS, WORDS);
    panel = await workbench.ask(QUESTION);
    await panel.locator(".progress-words", { hasText: `${NAME} is writing` }).waitFor();
    await panel.locator(".step", { hasText: /^2 rounds, about [\d,]+ tokens$/ }).waitFor();
    await workbench.screenshot("editor-models-3-writes");
    await panel.locator(".written .statements", { hasText: "2 of 2 statements have sources." }).waitFor();
    const done = panel.locator("details", { hasText: "What Was Done" }).first();
    await done.locator("summary").click();
    for (const step of [
      `Asking ${NAME}`,
      "Searching for strip byte order mark",
      "Reading src/parse.ts from line 1",
      "Reading the history of src/parse.ts",
      `Asking ${NAME}, round 2`,
    ])
      await done.getByText(step, { exact: true }).waitFor();
    await done.getByText(`Asking ${NAME}, round 2`).scrollIntoViewIfNeeded();
    await workbench.screenshot("editor-models-4-steps");
  });

  it("says why it failed and what to do, and the passages stand", async () => {
    for (const [script, told, buttons] of FAILURES) {
      willSay(script);
      const name = script.error?.kind ?? "";
      const article = await askOn(`${QUESTION} Tell of ${name}.`);
      await article.locator(".notice", { hasText: told }).waitFor();
      const passages = script.text
        ? article.locator("details", { hasText: "Passages found" })
        : article.locator(".answer");
      await passages.waitFor();
      assert.deepEqual(await article.locator(".notice vscode-button").allTextContents(), buttons, name);
      await article.locator(".notice").scrollIntoViewIfNeeded();
      await workbench.screenshot(`editor-models-5-${name}`);
    }
  });

  it("is gone on with where it broke off", async () => {
    willSay({ text: ["looks at later ones [1]."] });
    const article = panel.locator("article").last();
    await article.locator("vscode-button", { hasText: "Continue" }).click();
    await article.locator(".written .statements", { hasText: "2 of 2 statements have sources." }).waitFor();
    await workbench.screenshot("editor-models-6-continued");
  });
});
