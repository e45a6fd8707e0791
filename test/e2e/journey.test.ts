import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSample } from "../support/sample.mjs";
import { Workbench } from "./workbench.ts";

/** What a person does in the first ten minutes, on code that nobody here wrote. One step builds on the one before. */
describe("the first ten minutes", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;

  before(async () => {
    makeSample(folder);
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true });
  });

  it("opens the side bar and is told what to do there", async () => {
    await workbench.activityIcon("Plumbline").click();
    await workbench.page.locator(".pane").getByText("Ask About This Code").first().waitFor();
    await workbench.page.locator(".pane").getByText("Search Code…").first().waitFor();
    await workbench.screenshot("1-welcome");
  });

  it("searches a phrase that both repositories have and sees results with counts", async () => {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", '"event stream"');
    await workbench.treeRow("Search Results", "github.com/nodejs/undici").waitFor();
    await workbench.treeRow("Search Results", "github.com/rexxars/eventsource-parser").waitFor();
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
    await workbench.openContainer("Plumbline");
    const filter = workbench.treeRow("Filters", "github.com/rexxars/eventsource-parser");
    await filter.locator(".monaco-checkbox, .monaco-custom-toggle").click();
    await workbench.statusItem(/2 matches in 1 repository/).waitFor();
    await workbench.screenshot("2b-filters");
    await workbench.runCommand("Plumbline: Show Previous Search");
    await workbench.statusItem(/\d+ matches in 2 repositories/).waitFor();
  });

  it("steps through matches, and reads all of them in an editor", async () => {
    await workbench.runCommand("Plumbline: Go to Next Match");
    await workbench.page.locator("#status\\.editor\\.selection", { hasText: "selected" }).waitFor();
    await workbench.runCommand("Plumbline: Open Results in Editor");
    await workbench.activeTab(".results").waitFor();
    await workbench.screenshot("2c-results-in-editor");
    await workbench.runCommand("View: Close All Editors");
  });

  it("clicks a match and is at its line", async () => {
    await workbench
      .treeRow("Search Results", /event stream/i)
      .first()
      .click();
    const row = await workbench
      .treeRow("Search Results", /event stream/i)
      .first()
      .innerText();
    const line = Number(/^\s*(\d+):/.exec(row)?.[1]);
    assert.ok(line > 0, row);
    await workbench.cursorAt(line).waitFor();
    await workbench.screenshot("3-match-opened");
  });

  it("selects a function, asks about it, and sees an answer with at least three sources", async () => {
    await workbench.openFile("eventsource-parser/src/parse.ts");
    await workbench.selectLines(40, 60);
    await workbench.runCommand("Plumbline: Ask About This Code");
    const about = await workbench.inputValue("Ask About This Code");
    assert.match(about, /^ \(about @github\.com\/rexxars\/eventsource-parser@[0-9a-f]{12} @src\/parse\.ts:40-60\)$/);
    await workbench.screenshot("4-asking");
    await workbench.typeAtCursor("How does this handle a byte order mark?");
    const panel = await workbench.webviewWith(".sources button");
    await panel.locator(".sources button").nth(2).waitFor();
    await workbench.screenshot("5-answer");
  });

  it("clicks a source and is at its line", async () => {
    const panel = await workbench.webviewWith(".sources button");
    const source = panel.locator(".sources [data-source]").first();
    const line = Number(/:(\d+)/.exec((await source.getAttribute("title")) ?? "")?.[1]);
    await source.click();
    await workbench.page.locator("#status\\.editor\\.selection", { hasText: /Ln \d+/ }).waitFor();
    const position = await workbench.page.locator("#status\\.editor\\.selection").innerText();
    assert.ok(line > 0, await source.innerText());
    assert.match(position, /selected/);
    await workbench.screenshot("6-source-opened");
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
    await workbench
      .treeRow("Conversations", /byte order mark/)
      .first()
      .click();
    await workbench.webviewWith(".sources button");
    await workbench.screenshot("9-opened-again");
  });

  for (const theme of ["light", "highContrast"] as const) {
    it(`looks right in ${theme}`, async () => {
      await workbench.setColorTheme(theme);
      const panel = await workbench.webviewWith(".sources button");
      await panel.locator(".sources button").first().waitFor();
      await workbench.screenshot(`10-${theme}`);
    });
  }

  it("deletes the conversation after a question", async () => {
    const row = workbench.treeRow("Conversations", /byte order mark/).first();
    await row.hover();
    await row.locator(".action-label[aria-label*='Delete']").click();
    await workbench.dialog(/Delete the conversation/).waitFor();
    await workbench.screenshot("11-delete");
    await workbench.dialogButton(/Delete the conversation/, "Delete").click();
    await row.waitFor({ state: "detached" });
  });
});
