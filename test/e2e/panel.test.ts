import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame } from "playwright-core";
import { CODE, CONVERSATIONS } from "../support/panelConversations.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";

async function until(look: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !look();) {
    if (Date.now() > end) throw new Error("Waited in vain.");
    await sleep(50);
  }
}

/** What the answer panel shows, and what hands do in it. */
describe("the answer panel", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let service: ScriptedConversations;

  before(async () => {
    writeFileSync(join(folder, "notes.ts"), "function f() {\n  \n}\n");
    service = await ScriptedConversations.start(CONVERSATIONS);
    workbench = await Workbench.open({ folder });
    await workbench.runCommand("Plumbline: Sign In…");
    await workbench.typeInput("Sign In (1/2)", service.server.baseUrl);
    await workbench.typeInput("Sign In (2/2)", TOKEN);
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", CONVERSATIONS[0]?.title ?? "").waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  after(async () => {
    await workbench.close();
    await service[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  async function open(title: string, selector = "article"): Promise<Frame> {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", title).click();
    return workbench.webviewWith(selector);
  }

  /** Without closing what is open. */
  async function show(title: string, selector: string): Promise<Frame> {
    await workbench.treeRow("Conversations", title).click();
    return workbench.webviewWith(selector);
  }

  it("colours code in the theme's colours, and copies, opens, inserts and searches it", async () => {
    const panel = await open("Markdown", ".hljs-keyword");
    await workbench.screenshot("panel-markdown");
    const block = panel.locator(".code").first();
    assert.equal(await block.locator("code").textContent(), CODE);
    const colors = await block
      .locator(".hljs-keyword, .hljs-string, .hljs-comment")
      .evaluateAll((tokens) => new Set(tokens.map((token) => getComputedStyle(token).color)).size);
    assert.equal(colors, 3);

    await block.hover();
    await block.getByTitle("Open in Editor").click();
    await workbench.page.locator(".statusbar-item", { hasText: "TypeScript" }).waitFor();
    await workbench.page
      .locator(".editor-group-container.active .view-line", { hasText: "export function parse" })
      .waitFor();
    await workbench.page.keyboard.press("Control+Home");

    await workbench.openFile("notes.ts");
    await workbench.page.keyboard.press("Control+End");
    const again = await show("Markdown", ".hljs-keyword");
    await again.locator(".code").first().hover();
    await again.locator(".code").first().getByTitle("Insert at Cursor").click();
    await workbench.activeTab("notes.ts").waitFor();
    await workbench.cursorAt(11).waitFor();

    const back = await show("Markdown", ".hljs-title");
    const words = back.locator(".code").first().locator(".hljs-title", { hasText: "parse" });
    await words.dblclick();
    await back.locator(".code").first().getByTitle("Search for This").click();
    await until(() =>
      service.server.received.some(({ path }) => path.includes(`/search/stream?q=${encodeURIComponent('"parse"')}`)),
    );
  });
});
