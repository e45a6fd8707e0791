import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../editor/places.mjs";
import { makeSample } from "../support/sample.mjs";
import { ScriptedInstance } from "../support/scriptedInstance.ts";
import { Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_a9e27590123456789012345678901234567890ab";

/** What a person sees when another extension acts as an agent. */
describe("agents", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let instance: ScriptedInstance;

  before(async () => {
    makeSample(folder);
    instance = await ScriptedInstance.start([]);
    workbench = await Workbench.open({ folder, extensions: [join(ROOT, "test/support/agent")] });
  });

  after(async () => {
    await workbench.close();
    await instance[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  const dialog = () => workbench.page.locator(".monaco-dialog-box");

  it("search the open folders without a question", async () => {
    await workbench.runCommand("Agent: Search");
    await workbench.toast(/Agent got: .*the local service/).waitFor();
    assert.equal(await dialog().count(), 0);
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("are given a configuration that is copied for the one that is chosen", async () => {
    await workbench.runCommand("Plumbline: Copy MCP Configuration…");
    await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Codex" }).waitFor();
    await workbench.screenshot("copy-mcp-configuration");
    await workbench.pick("Claude Code");
    await workbench.toast(/Copied\. Paste it into \.mcp\.json/).waitFor();
    await workbench.screenshot("copied-mcp-configuration");
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("ask a company's service only after the person has seen the whole question and agreed", async () => {
    await workbench.signIn(instance.baseUrl, TOKEN);
    const host = new URL(instance.baseUrl).host;

    await workbench.runCommand("Agent: Ask");
    await dialog().getByText(`Ask ${host}?`).waitFor();
    await dialog().getByText("And <b>why</b>?").waitFor();
    await workbench.screenshot("agent-asks");
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await workbench.toast(/Agent was refused/).waitFor();
    assert.equal(instance.calls("CreateConversation"), 0);
    await workbench.runCommand("Notifications: Clear All Notifications");

    await workbench.runCommand("Agent: Ask");
    await dialog().getByText(`Ask ${host}?`).waitFor();
    await workbench.page.keyboard.press("Enter");
    while (instance.conversations.length === 0) await workbench.page.waitForTimeout(50);
    instance.finish(instance.conversations[0]?.name ?? "", "In the trees.");
    await workbench.toast(/Agent got: Conversation users/).waitFor();
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", "Where do").waitFor();
    await workbench.screenshot("agent-asked");
    assert.equal(instance.calls("CreateConversation"), 1);
  });
});
