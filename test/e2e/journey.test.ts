import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isThorough } from "../support/depth.ts";
import { makeSample } from "../support/sample.mjs";
import { clickRow, Workbench } from "./workbench.ts";

const STEPS = [
  "Ask about this code",
  "Land on the right line",
  "Search all of it",
  "Sign in to your company's service",
  "Without the mouse",
];

/**
 * What a person does in the first ten minutes, on code that was not written here. Each step builds on the one before.
 */
describe("the first ten minutes", () => {
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

  it("opens the side bar and is told what to do there", async () => {
    await workbench.activityIcon("Plumbline").click();
    await workbench.page.locator(".pane").getByText("Ask About This Code").first().waitFor();
    await workbench.screenshot("1-welcome");
    await workbench.activityIcon("Code Search").click();
    await workbench.page.locator(".pane").getByText("Type a query above").first().waitFor();
    await workbench.screenshot("1b-welcome-search");
  });

  it("is shown five steps, each with a picture that is in sight in a window of 1280 × 800", async () => {
    const { page } = workbench;
    assert.deepEqual(page.viewportSize(), { width: 1280, height: 800 });
    await workbench.openContainer("Plumbline");
    await page.locator(".pane").getByText("Get started", { exact: true }).click();
    await page.locator("button.getting-started-step.expanded").waitFor();
    let before = "";
    for (const step of STEPS) {
      const expanded = page.locator("button.getting-started-step.expanded", { hasText: step });
      // The first one is already expanded, and has a button where a click on the row would go.
      if (!(await expanded.isVisible()))
        await page.locator(".getting-started-step .step-title", { hasText: step }).click();
      await expanded.waitFor();
      const shown = await page.waitForFunction((before) => {
        const [image] = document.querySelectorAll<HTMLImageElement>(".getting-started-media img");
        if (!image || image.currentSrc === before || !image.complete || image.naturalWidth === 0) return undefined;
        return { source: image.currentSrc, box: image.getBoundingClientRect().toJSON() as DOMRect };
      }, before);
      const { source, box } = (await shown.jsonValue()) ?? assert.fail();
      before = source;
      assert.ok(box.width > 300 && box.right <= 1280 && box.bottom <= 800, JSON.stringify(box));
      assert.doesNotMatch(await expanded.innerText(), /[`*]/, "marks that the editor doesn't read are not shown");
      await workbench.screenshot(`get-started-${step}`);
    }
    await workbench.runCommand("View: Close All Editors");
  });

  it("searches a phrase that both repositories have and sees results with counts", async () => {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", '"event stream"');
    await workbench.treeRow("Search Results", "github.com/nodejs/undici").waitFor();
    await workbench.treeRow("Search Results", "…/rexxars/eventsource-parser").waitFor();
    await workbench.statusItem(/\d+ matches in 2 repositories/).waitFor();
    await workbench.screenshot("2-results");
  });

  it("is told that an empty query is none", async () => {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", "");
    await workbench.page.getByText("Type what to search for.").waitFor();
    await workbench.page.keyboard.press("Escape");
  });

  it("narrows a search with a filter, and goes back to the one before", async () => {
    await workbench.openContainer("Code Search");
    const filter = workbench.treeRow("Filters", "github.com/nodejs/undici");
    await filter.locator(".monaco-checkbox, .monaco-custom-toggle").click();
    await workbench.statusItem(/3 matches in 1 repository/).waitFor();
    await workbench.screenshot("2b-filters");
    await workbench.runCommand("Plumbline: Show Previous Search");
    await workbench.statusItem(/\d+ matches in 2 repositories/).waitFor();
  });

  it("steps through matches, and reads all of them in an editor", async () => {
    await workbench.runCommand("Plumbline: Go to Next Match");
    await workbench.page.locator("#status\\.editor\\.selection", { hasText: "selected" }).waitFor();
    await workbench.runCommand("Plumbline: Open Results in Editor");
    await workbench.activeTab("Query").waitFor();
    await workbench.screenshot("2c-results-in-editor");
    await workbench.runCommand("View: Close All Editors");
    await workbench.dialogButton(/save the changes/, "Don't Save").click();
  });

  it("clicks a match and is at its line", async () => {
    const row = workbench.treeRow("Search Results", /event stream/i).first();
    const text = await row.innerText();
    const line = Number(/^\s*(\d+):/.exec(text)?.[1]);
    assert.ok(line > 0, text);
    await clickRow(row);
    await workbench.cursorAt(line).waitFor();
    await workbench.screenshot("3-match-opened");
  });

  it("selects a function, asks about it, and sees an answer with at least three sources", async () => {
    await workbench.openFile("eventsource-parser/src/parse.ts");
    await workbench.selectLines(40, 60);
    const panel = await workbench.compose();
    const chip = panel.locator(".chip.on");
    await chip.getByText("parse.ts:40–60").waitFor();
    assert.match(
      (await chip.getAttribute("title")) ?? "",
      /^src\/parse\.ts:40-60 · github\.com\/rexxars\/eventsource-parser@[0-9a-f]{12}\n/,
    );
    await workbench.screenshot("4-asking");
    await workbench.page.keyboard.type("How does this handle a byte order mark?");
    await workbench.page.keyboard.press("Shift+Enter");
    await workbench.page.keyboard.type("And where?");
    await workbench.page.keyboard.press("Enter");
    await panel.locator(".sources button").nth(2).waitFor();
    assert.match(
      (await panel.locator(".question-text").first().textContent()) ?? "",
      /How does this handle a byte order mark\?\nAnd where\?\s+\(about @github\.com\/rexxars\/eventsource-parser@[0-9a-f]{12} @src\/parse\.ts:40-60\)/,
    );
    assert.equal(await panel.locator("textarea:focus").count(), 1, "the next question can be typed");
    await workbench.screenshot("5-answer");
  });

  // These steps must be in this order. Four times a second, the editor asks its pages which one has the focus: a click
  // that brings it back in between, faster than any hand, is not noticed, and the page's tab stays inactive.
  it("goes to the question box by a chord, and back to the code by Escape", async () => {
    const panel = await workbench.webviewWith(".sources button");
    await panel.locator(".question-text").first().click();
    await panel.locator("textarea:not(:focus)").waitFor();
    await workbench.page.keyboard.press("Control+K");
    await workbench.page.keyboard.press("Control+Y");
    await panel.locator("textarea:focus").waitFor();
    // 50 ms after it was asked to show a page, the editor gives it the focus once more, even if it was just left.
    await sleep(1000);
    await workbench.page.keyboard.press("Escape");
    await workbench.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    await workbench.activeTab("parse.ts").waitFor();
    await workbench.cursorAt(60).waitFor();
  });

  it("clicks a source and is at its line", async () => {
    const panel = await workbench.webviewWith(".sources button");
    const source = panel.locator(".sources [data-source]").first();
    const line = Number(/:(\d+)/.exec((await source.getAttribute("title")) ?? "")?.[1]);
    await source.click();
    assert.ok(line > 0, await source.innerText());
    await workbench.cursorAt(line, 1).waitFor();
    assert.doesNotMatch(await workbench.cursorAt(line).innerText(), /selected/);
    const mark = workbench.page.locator(".monaco-editor .view-overlays [class*='ced-']").first();
    assert.equal(await mark.evaluate((each) => getComputedStyle(each).borderLeft.split(" ", 2).join(" ")), "2px solid");
    await workbench.screenshot("6-source-opened");
  });

  it("keeps the tab of a source that is opened with Ctrl, a double click or the middle button", async () => {
    const panel = await workbench.webviewWith(".sources button");
    const source = panel.locator(".sources .only [data-source]").last();
    const name = await source.locator(".base").innerText();
    const tab = workbench.page.locator(".tab.active").filter({ hasText: name });
    const preview = tab.locator(".monaco-icon-label.italic");
    const kept = tab.locator(".monaco-icon-label:not(.italic)");
    await source.click();
    await preview.waitFor();
    for (const open of [
      () => source.click({ modifiers: ["Control"] }),
      () => source.press("Control+Enter"),
      () => source.dblclick(),
      () => source.click({ button: "middle" }),
    ]) {
      await workbench.runCommand("View: Close Editor");
      await tab.waitFor({ state: "detached" });
      await open();
      await kept.waitFor();
    }
    await workbench.runCommand("View: Close Editor");
    await source.press("Enter");
    await preview.waitFor();
  });

  it("asks a follow-up in the panel", async () => {
    const panel = await workbench.webviewWith("textarea");
    await panel.locator("textarea").fill("Where is the retry interval parsed?");
    await panel.locator("textarea").press("Enter");
    await panel.locator("article").nth(1).locator(".sources button").first().waitFor();
    await workbench.screenshot("7-follow-up");
  });

  it("reloads the window and finds panel and conversation again", async () => {
    await workbench.reload();
    const panel = await workbench.webviewWith(".sources button");
    await panel.locator("article").nth(1).waitFor();
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", "Today").waitFor();
    await workbench.screenshot("8-reloaded");
    await workbench.runCommand("View: Close All Editors");
    await clickRow(workbench.treeRow("Conversations", /byte order mark/).first());
    await workbench.webviewWith(".sources button");
    await workbench.screenshot("9-opened-again");
  });

  for (const theme of isThorough ? (["light", "highContrast"] as const) : []) {
    it(`looks right in ${theme}`, async () => {
      await workbench.setColorTheme(theme);
      const panel = await workbench.webviewWith(".sources button");
      await panel.locator(".sources button").first().waitFor();
      await workbench.screenshot(`10-${theme}`);
    });
  }

  it("deletes the conversation, and is offered to undo that", async () => {
    const row = workbench.treeRow("Conversations", /byte order mark/).first();
    await row.hover();
    await row.locator(".action-label[aria-label*='Delete']").click();
    await row.waitFor({ state: "detached" });
    await workbench.toastButton(/Deleted "/, "Undo").waitFor();
    await workbench.screenshot("11-delete");
  });

  it("asks from the menu of the editor, and from that of a file in the explorer", async () => {
    await workbench.openFile("eventsource-parser/src/parse.ts");
    await workbench.runCommand("File: Reveal Active File in Explorer View");
    await workbench.selectLines(23, 23); // the file opens where it was left
    const line = workbench.page.locator(".editor-group-container .view-line", { hasText: "createParser(" });
    await line.first().click({ button: "right" });
    await workbench.clickMenuItem("Ask About This Code");
    const panel = await workbench.webviewWith("main:has(.start) textarea");
    await panel.locator(".chip", { hasText: "parse.ts" }).waitFor();
    const file = workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "errors.ts" });
    await file.click({ button: "right" });
    await workbench.clickMenuItem("Ask About This Code");
    await panel.locator(".chip.on", { hasText: "errors.ts" }).waitFor();
    await workbench.screenshot("12-asking-from-menu");
  });

  it("comes back by Tab to the chip that was used last, also when that was removed", async () => {
    const file = (name: string) => workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });
    await file("errors.ts").click();
    await workbench.activeTab("errors.ts").waitFor(); // opened later, it would be in front of the panel
    // The explorer selects the opened file alone once more, perhaps only after what is selected here.
    const isSelected = (name: string) => file(name).and(workbench.page.locator('[aria-selected="true"]')).isVisible();
    for (let missing: readonly string[] = ["stream.ts", "types.ts"]; missing.length > 0;) {
      for (const name of missing) await file(name).click({ modifiers: ["Control"] });
      await sleep(500);
      const selected = await Promise.all(["errors.ts", "stream.ts", "types.ts"].map(isSelected));
      missing = ["errors.ts", "stream.ts", "types.ts"].filter((_, at) => selected[at] === false);
    }
    await file("types.ts").click({ button: "right" });
    await workbench.clickMenuItem("Ask About This Code");
    const panel = await workbench.webviewWith("main:has(.start) textarea");
    const chips = panel.locator(".about .chip");
    /** Of `count` buttons, only the one at this position, from 1, is a stop of the Tab key. */
    const isStop = async (position: number, count: number) => {
      const all = `.about:has(> .chip:nth-child(${count}):last-child)`;
      await panel.locator(`${all} > .chip:nth-child(${position})[tabindex="0"]`).waitFor();
      assert.equal(await panel.locator(`${all} > .chip[tabindex="0"]`).count(), 1);
    };
    await isStop(1, 4);
    await chips.first().press("ArrowRight");
    await isStop(2, 4);
    await chips.nth(1).press("Enter");
    await isStop(2, 3);
    await chips.nth(1).press("Enter");
    await isStop(1, 2);
  });
});
