import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { CONVERSATIONS } from "../support/panelConversations.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { violationsIn } from "./violations.ts";
import { THEMES, clickRow, Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";

/** The answer panel for people who don't see it as it is drawn, or not easily. */
describe("the answer panel and axe-core", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let service: ScriptedConversations;

  before(async () => {
    service = await ScriptedConversations.start(CONVERSATIONS);
    workbench = await Workbench.open({ folder });
    await workbench.signIn(service.server.baseUrl, TOKEN);
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", CONVERSATIONS[0]?.title ?? "").waitFor();
  });

  after(async () => {
    await workbench.close();
    await service[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  async function open(title: string, selector: string): Promise<Frame> {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openContainer("Plumbline");
    await clickRow(workbench.treeRow("Conversations", title));
    return workbench.webviewWith(selector);
  }

  /** Collects everything that is wrong, in any theme. */
  async function checkThemes(panel: Frame, name: string): Promise<void> {
    const found: string[] = [];
    for (const theme of THEMES) {
      await workbench.setColorTheme(theme);
      await panel.waitForFunction((expected) => document.body.classList.contains(expected), theme.bodyClass);
      await workbench.screenshot(`axe-${theme.title}-${name}`);
      found.push(...(await violationsIn(panel)).map((each) => `${theme.title}: ${each}`));
    }
    assert.deepEqual(found, []);
  }

  for (const [title, selector] of [
    ["Markdown", ".hljs-keyword"],
    ["Running", ".progress"],
    ["Completed", ".answer"],
    ["Partial", ".notice"],
    ["Quota", ".notice"],
    ["Follow-ups", "article:nth-of-type(3) .answer"],
  ] as const) {
    it(`find nothing against each other: ${title}`, async () => {
      await checkThemes(await open(title, selector), title);
    });
  }

  it("find nothing against each other while a question is written", async () => {
    await workbench.runCommand("View: Close All Editors");
    await checkThemes(await workbench.compose(), "composer");
  });

  it("show all of it at twice the size and in a narrow window, without motion", async () => {
    /** Nothing may be wider than the page, except what scrolls by itself, such as code. */
    const overflowing = (panel: Frame) =>
      panel.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const zoom = (panel: Frame, by: number) =>
      panel.evaluate((factor) => {
        document.documentElement.style.zoom = String(factor);
      }, by);
    for (const [title, selector] of [
      ["Markdown", ".hljs-keyword"],
      ["Completed", ".sources .row"],
      ["Running", ".progress"],
    ] as const) {
      const panel = await open(title, selector);
      await workbench.page.keyboard.press("Control+B");
      await workbench.page.setViewportSize({ width: 760, height: 800 });
      await zoom(panel, 2);
      assert.equal(await overflowing(panel), 0, `${title} at twice the size`);
      await workbench.screenshot(`axe-zoomed-${title}`);
      await zoom(panel, 1);
      await workbench.page.setViewportSize({ width: 420, height: 800 });
      await panel.waitForFunction(() => document.documentElement.clientWidth < 420);
      assert.equal(await overflowing(panel), 0, `${title} in a narrow window`);
      await workbench.screenshot(`axe-narrow-${title}`);
      assert.equal(await panel.evaluate(() => document.getAnimations().length), 0, `${title} stands still`);
      await workbench.page.setViewportSize({ width: 1280, height: 800 });
      await workbench.page.keyboard.press("Control+B");
    }
  });

  it("say in a live region that a question is being answered, and that the answer is there", async () => {
    const panel = await open("Running", ".progress");
    const said = panel.locator("[role=status]");
    await panel.waitForFunction(() => document.querySelector("[role=status]")?.textContent.includes("is searching"));
    service.change(2, { status: "completed", answer: "It does." });
    await said.getByText("The answer is ready.").waitFor();
  });
});
