import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isThorough } from "../support/depth.ts";
import { makeSample } from "../support/sample.mjs";
import { ScriptedInstance, type WireConversation } from "../support/scriptedInstance.ts";
import { becomes, clickRow, holding, Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const DAY_MS = 86_400_000;

/** Asking, leaving and coming back. Each step builds on the one before. */
describe("a history by hand", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let instance: ScriptedInstance;

  before(async () => {
    makeSample(folder);
    instance = await ScriptedInstance.start(CONVERSATIONS, { pageSize: 7 });
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
    await instance[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  const row = (text: string | RegExp) => workbench.treeRow("Conversations", text).first();

  it("mentions a file that the service finds, in the middle of a question", async () => {
    const panel = await workbench.compose();
    await workbench.page.keyboard.type("Where does @parse.ts");
    await panel.getByRole("option", { name: "src/parse.ts" }).first().waitFor();
    await workbench.screenshot("history-1-mention");
    await panel.getByRole("option", { name: "src/parse.ts" }).first().click();
    await holding(panel, "Where does @github.com/rexxars/eventsource-parser @src/parse.ts ");
    await workbench.screenshot("history-2-mentioned");
  });

  it("takes a mention out again by Undo, with what was typed around it, and puts it in by Redo", async () => {
    const panel = await workbench.webviewWith("main:has(.start) textarea");
    const mentioned = "Where does @github.com/rexxars/eventsource-parser @src/parse.ts";
    await workbench.page.keyboard.type("read?");
    await holding(panel, `${mentioned} read?`);
    await workbench.page.keyboard.press("Control+Z");
    await holding(panel, mentioned);
    await workbench.page.keyboard.press("Control+Z");
    await holding(panel, "Where does @parse.ts");
    await workbench.page.keyboard.press("Control+Y");
    await holding(panel, mentioned);
  });

  it("has the question that is being written again after a reload", async () => {
    await workbench.reload();
    const panel = await workbench.webviewWith("main:has(.start) textarea");
    await holding(panel, "Where does @github.com/rexxars/eventsource-parser @src/parse.ts");
    await workbench.screenshot("history-2-reloaded");
  });

  it("keeps a question that was not asked, and offers templates", async () => {
    await workbench.runCommand("View: Close All Editors");
    const panel = await workbench.compose();
    await holding(panel, "Where does @github.com/rexxars/eventsource-parser @src/parse.ts");
    await panel.locator("textarea").fill("");
    await workbench.page.keyboard.type("/");
    await workbench.listRow("Which tests cover this").waitFor();
    await workbench.screenshot("history-3-templates");
    await workbench.listRow("Which tests cover this").click();
    await holding(panel, "Which tests cover this, and what do they leave out?");
    await panel.locator("textarea").fill("");
    await workbench.runCommand("View: Close All Editors");
  });

  it("mentions a file in a follow-up as well, and goes back into the box", async () => {
    await workbench.ask("Where is the retry interval parsed?");
    const panel = await workbench.webviewWith(".answer");
    const box = panel.locator("textarea");
    await box.pressSequentially("And @parse.ts");
    await panel.getByRole("option", { name: "src/parse.ts" }).first().click();
    await holding(panel, "And @github.com/rexxars/eventsource-parser @src/parse.ts");
    await panel.locator("textarea:focus").waitFor();
    await workbench.page.keyboard.type("alone?");
    assert.equal(await box.inputValue(), "And @github.com/rexxars/eventsource-parser @src/parse.ts alone?");
    await workbench.page.keyboard.press("Tab");
    await workbench.page.keyboard.press("Enter");
    await panel.getByRole("option", { name: "eventsource-parser" }).waitFor();
    await workbench.screenshot("history-3-mention-follow-up");
    await workbench.page.keyboard.press("Escape");
    await panel.getByRole("option").first().waitFor({ state: "detached" });
    await panel.locator("textarea:focus").waitFor();
    await workbench.page.keyboard.press("Backspace");
    await workbench.page.keyboard.type("Yes?");
    assert.match(await box.inputValue(), /alone\? Yes\?$/);
    await box.fill("");
    await workbench.runCommand("View: Close All Editors");
  });

  it("shows the history of an instance by day, with more behind it", async () => {
    await workbench.signIn(instance.baseUrl, TOKEN);
    await workbench.openContainer("Plumbline");
    await workbench.collapseView("Sources");
    await clickRow(row("How are retries bounded?"));
    await workbench.webviewWith("table");
    await clickRow(row("How does the query parser treat quotes?"));
    await clickRow(row("Load More"));
    await row("Why is the index rebuilt at night?").waitFor();
    await workbench.screenshot("history-4-groups");
  });

  it("filters by words, and by stars", async () => {
    await workbench.runCommand("Plumbline: Filter Conversations…");
    await workbench.typeInput("Filter Conversations", "retries");
    await row("Where is the cache cleared?").waitFor({ state: "detached" });
    await row("How are retries bounded?").waitFor();
    await workbench.page.locator(".pane").getByText("Conversations with “retries”").waitFor();
    await workbench.screenshot("history-5-filter");
    await workbench.runCommand("Plumbline: Filter Conversations…");
    await workbench.typeInput("Filter Conversations", "nowhere to be found");
    await workbench.page.locator(".pane").getByText("No conversation has these words").waitFor();
    await workbench.screenshot("history-6-no-match");
    await workbench.runCommand("Plumbline: Clear Conversation Filter");
    await row("Where is the cache cleared?").waitFor();
    await workbench.runCommand("Plumbline: Show Only Starred Conversations");
    await row("Where is the cache cleared?").waitFor({ state: "detached" });
    await row("How does the query parser treat quotes?").waitFor();
    await workbench.runCommand("Plumbline: Show All Conversations");
    await row("Where is the cache cleared?").waitFor();
  });

  it("tells of an answer that comes after its tab was closed", async () => {
    await ask("What does the scheduler do when a worker dies?");
    await workbench.runCommand("View: Close All Editors");
    const [asked] = instance.conversations;
    await row("Today").waitFor();
    instance.finish(asked?.name ?? "", "It hands the work to **another** worker.");
    await workbench.toast(/The answer to .* is ready/).waitFor({ timeout: 60_000 });
    await workbench.page.locator(".activitybar .badge", { hasText: "1" }).first().waitFor();
    await workbench.screenshot("history-7-notice");
    await workbench.toastButton(/The answer to/, "Show Answer").click();
    const panel = await workbench.webviewWith(".answer");
    await panel.getByText("another").first().waitFor();
    await workbench.page.locator(".activitybar .badge", { hasText: "1" }).first().waitFor({ state: "detached" });
    await workbench.runCommand("View: Close All Editors");
  });

  it("deletes at once, with one notice, and brings back what was deleted", async () => {
    const conversation = row("Where is the cache cleared?");
    await conversation.hover();
    await conversation.locator(".action-label[aria-label*='Delete']").click();
    await conversation.waitFor({ state: "detached" });
    await workbench.toastButton('Deleted "Where is the cache cleared?"', "Undo").waitFor();
    await workbench.screenshot("history-8-undo");
    await workbench.toastButton('Deleted "Where is the cache cleared?"', "Undo").click();
    await conversation.waitFor();
    assert.equal(instance.calls("DeleteConversation"), 0);
  });

  it("deletes the row that the keys are on, not the one that was clicked, and opens none", async () => {
    const { page } = workbench;
    await workbench.runCommand("View: Close All Editors");
    await clickRow(row("How are retries bounded?"));
    await workbench.webviewWith("table");
    await workbench.focusTree("Conversations");
    await page.keyboard.press("ArrowUp");
    await row("How does the query parser treat quotes?").and(page.locator(".focused")).waitFor();
    await page.keyboard.press("Delete");
    await workbench.toastButton('Deleted "How does the query parser treat quotes?"', "Undo").click();
    await row("How does the query parser treat quotes?").waitFor();
    await row("How are retries bounded?").waitFor();
    await workbench.activeTab("How are retries bounded?").waitFor();
    assert.equal(instance.calls("DeleteConversation"), 0);
    await workbench.runCommand("View: Close All Editors");
  });

  it("tells of an answer that comes after a reload, once, and deletes what that came in between of", async () => {
    await ask("Who calls the scheduler?");
    await workbench.runCommand("View: Close All Editors");
    const [asked] = instance.conversations;
    // By keys: the row of the answer that is awaited may be drawn anew while the pointer is on another one.
    await workbench.focusTree("Conversations");
    const { keyboard } = workbench.page;
    await keyboard.press("End");
    const conversation = row("Which services write to the audit log?");
    await becomes(async () => {
      const isOnIt = (await conversation.and(workbench.page.locator(".focused")).count()) > 0;
      if (!isOnIt) await keyboard.press("ArrowUp");
      return isOnIt;
    }, true);
    await keyboard.press("Delete");
    await workbench.toast(/Deleted "Which services/).waitFor();
    await workbench.reload();
    await workbench.openContainer("Plumbline");
    await row("How are retries bounded?").waitFor();
    assert.equal(await row("Which services write to the audit log?").count(), 0);
    const [, , , , which] = CONVERSATIONS;
    await becomes(() => instance.conversations.some(({ name }) => name === which?.name), false);
    assert.equal(instance.calls("DeleteConversation"), 1);
    instance.finish(asked?.name ?? "", "The main loop does.");
    await workbench.toast(/The answer to .* is ready/).waitFor({ timeout: 60_000 });
    assert.equal(await workbench.toast(/The answer to/).count(), 1);
    assert.equal(instance.calls("CreateConversation"), 2);
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("opens what was opened once without network, and says that it is a copy", async () => {
    await instance[Symbol.asyncDispose]();
    await workbench.runCommand("Plumbline: Refresh Conversations");
    await workbench.page.locator(".pane").getByText("Offline copies").waitFor();
    await row("Where is the cache cleared?").waitFor({ state: "detached" }); // there is no copy of this one
    await clickRow(row("How are retries bounded?"));
    const panel = await workbench.webviewWith(".copy-mark");
    await panel.getByText("can't be reached").first().waitFor();
    await workbench.screenshot("history-9-copy");
  });

  for (const theme of isThorough ? (["dark", "light", "highContrast"] as const) : []) {
    it(`looks right in ${theme}`, async () => {
      await workbench.setColorTheme(theme);
      await workbench.webviewWith(".copy-mark");
      await workbench.screenshot(`history-10-${theme}`);
    });
  }

  it("clears the copies on this machine when asked to", async () => {
    const question = /Clear the offline copies of conversations/;
    await workbench.runCommand("Plumbline: Clear Local Data…");
    await workbench.dialogButton(question, "Clear").click();
    await workbench.page.locator(".pane").getByText("The service can't be reached").waitFor();
    await workbench.screenshot("history-11-offline");
  });

  async function ask(question: string): Promise<void> {
    const count = instance.calls("CreateConversation");
    await workbench.ask(question);
    await workbench.webviewWith(".progress");
    // It is shown as running while it is still being sent.
    await becomes(() => instance.calls("CreateConversation"), count + 1);
  }
});

const CONVERSATIONS: readonly WireConversation[] = [
  conversation(9, "How does the query parser treat quotes?", 0.01, { starred: true }),
  conversation(8, "How are retries bounded?", 0.0101, { answer: answer() }), // below the first also after midnight
  conversation(7, "Where is the cache cleared?", 1),
  conversation(6, "What does the scheduler's back-pressure look like from the outside, and who relies on it?", 1),
  conversation(5, "Which services write to the audit log?", 4),
  conversation(4, "Is the legacy import still used?", 5),
  conversation(3, "How are feature flags read?", 12),
  conversation(2, "Why is the index rebuilt at night?", 80),
  conversation(1, "What sends mail?", 200),
];

function conversation(
  number: number,
  question: string,
  daysAgo: number,
  more: Partial<WireConversation> = {},
): WireConversation {
  return {
    name: `users/4/conversations/${String(number)}`,
    title: question,
    question,
    answer: "It does.",
    updateTime: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    ...more,
  };
}

function answer(): string {
  return [
    "Retries are bounded **twice**: by their number and by time.",
    "| limit | value | where |\n| --- | --- | --- |\n| tries | 5 | `retry.ts` |\n| time | 30 s | `deadline.ts` |",
    "Each wait doubles, with *jitter*, so that callers do not come back all at once.",
  ].join("\n\n");
}
