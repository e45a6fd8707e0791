import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame } from "playwright-core";
import { hostileAnswer } from "../support/hostile/corpus.ts";
import { CONVERSATIONS } from "../support/panelConversations.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { clickRow, holding, Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";

async function until(look: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !look();) {
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
    const homographs = { question: "Where is that?", answer: hostileAnswer("homographs.md") };
    service = await ScriptedConversations.start([...CONVERSATIONS, { title: "Homographs", questions: [homographs] }]);
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

  async function open(title: string, selector = "article"): Promise<Frame> {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openContainer("Plumbline");
    await clickRow(workbench.treeRow("Conversations", title));
    return workbench.webviewWith(selector);
  }

  /** The place that a reader has reached is saved a moment after the last scroll, by the page's own clock. */
  async function placeKept(panel: Frame): Promise<void> {
    await panel.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => void setTimeout(resolve, 500))),
    );
  }

  /** Discards what was opened or inserted. */
  async function discardEditors(): Promise<void> {
    await workbench.runCommand("View: Close All Editors");
    await workbench.dialogButton(/save the changes/, "Don't Save").click();
  }

  /** Opens a conversation without closing what is open. */
  async function show(title: string, selector: string): Promise<Frame> {
    await clickRow(workbench.treeRow("Conversations", title));
    return workbench.webviewWith(selector);
  }

  it("copies, opens, inserts and searches code", async () => {
    const panel = await open("Markdown", ".hljs-keyword");
    const block = panel.locator(".code").first();
    await block.hover();
    await block.getByTitle("Copy", { exact: true }).click();
    await panel.locator("[role=status]", { hasText: "Copied" }).waitFor({ state: "attached" });
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

    // A selection of the last line ends in what follows its code.
    await workbench.openContainer("Plumbline");
    const lines = await show("Markdown", ".hljs-title");
    const { width = 0, height = 0 } = (await lines.locator(".code code").first().boundingBox()) ?? {};
    const lastLine = { x: Math.min(4, width), y: height - 6 };
    await lines.locator(".code code").first().click({ clickCount: 3, position: lastLine });
    await lines.locator(".code").first().getByTitle("Search for This").click();
    await workbench.toast("It has nothing to search for.").waitFor(); // only a brace
    await workbench.runCommand("Notifications: Clear All Notifications");
    await discardEditors();
  });

  it("finds words in an answer by the editor's own key", async () => {
    const panel = await open("Completed", ".answer");
    await panel.locator("article").first().focus();
    await workbench.page.keyboard.press("Control+F");
    const find = workbench.page.locator(".simple-find-part.visible input");
    await find.fill("doubles");
    await find.press("Enter");
    await panel.waitForFunction(() => getSelection()?.toString() === "doubles");
    await workbench.screenshot("panel-find");
    await workbench.page.keyboard.press("Escape");
  });

  it("has its answer and what was typed when it is moved to another column", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile("notes.ts");
    const panel = await show("Completed", ".answer");
    await panel.locator("textarea").fill("Half a thought");
    await workbench.runCommand("View: Move Editor into First Group");
    await workbench.page.locator(".editor-group-container").nth(1).waitFor({ state: "detached" });
    const moved = await workbench.webviewWith(".answer");
    await holding(moved, "Half a thought");
    await moved.locator("textarea").fill("");
  });

  it("has its answer and what was typed when it is moved to another window", async () => {
    const panel = await open("Completed", ".answer");
    await panel.locator("textarea").fill("Half a thought");
    const opened = workbench.page.waitForEvent("popup");
    await workbench.runCommand("View: Move Editor into New Window");
    const other = await opened;
    const shown = async () => {
      for (const frame of other.frames())
        if (
          await frame
            .locator(".answer")
            .first()
            .isVisible()
            .catch(() => false)
        )
          return frame;
      return undefined;
    };
    let moved = await shown();
    for (const end = Date.now() + 60_000; !moved && Date.now() < end; moved = await shown()) await sleep(100);
    assert.ok(moved, "The answer is not shown there.");
    await holding(moved, "Half a thought");
    await moved.locator("textarea").fill("");
    await other.close();
  });

  it("has what was typed and not asked when its tab was closed, and where it was read after a reload", async () => {
    const panel = await open("Follow-ups", "textarea");
    await panel.locator("textarea").fill(""); // whatever another test left there
    await panel.locator("textarea").pressSequentially("And who calls it, ");
    await workbench.runCommand("View: Close All Editors");
    const again = await open("Follow-ups", "textarea");
    await holding(again, "And who calls it, ");
    await workbench.screenshot("panel-draft-again");
    await again.locator("textarea").press("End");
    await again.locator("textarea").pressSequentially("and when?");
    assert.equal(await again.locator("textarea").inputValue(), "And who calls it, and when?");
    await again.evaluate(() => {
      scrollTo({ top: 300, behavior: "instant" });
    });
    await placeKept(again);
    await workbench.reload();
    const reloaded = await workbench.webviewWith("textarea");
    await holding(reloaded, "And who calls it, and when?");
    await reloaded.waitForFunction(() => document.documentElement.scrollTop === 300);
    await reloaded.locator("textarea").fill("");
    const empty = await open("Follow-ups", ".suggestions");
    assert.equal(await empty.locator("textarea").inputValue(), "");
  });

  it("copies the link of the conversation that is open, from its menu and from the palette", async () => {
    await open("Follow-ups", ".suggestions"); // its menu is for an existing conversation
    await workbench.page.locator(".editor-actions").getByRole("button", { name: "More Actions..." }).click();
    await workbench.page.getByRole("menuitem", { name: "Copy Link" }).waitFor();
    await workbench.page.getByRole("menuitem", { name: "Open in Browser" }).waitFor();
    await workbench.screenshot("panel-menu");
    const item = workbench.page.locator(".monaco-menu .action-item", { hasText: "Copy Link" });
    await item.hover();
    await item.and(workbench.page.locator(".focused")).waitFor();
    await workbench.page.keyboard.press("Enter"); // a menu heeds no click for a moment after it has opened
    await workbench.toast("Link copied.").waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.runCommand("Plumbline: Copy Link");
    await workbench.toast("Link copied.").waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("asks what is suggested, goes from question to question, and exports", async () => {
    const panel = await open("Follow-ups", ".suggestions");
    await panel.locator("summary", { hasText: "What It Took" }).first().click();
    await panel.locator("dd", { hasText: "121,369" }).first().waitFor();
    await panel.locator("article").first().focus();
    await workbench.page.keyboard.press("Alt+ArrowDown");
    await panel.locator("article:nth-of-type(2):focus").waitFor();
    await workbench.runCommand("Plumbline: Go to Next Question");
    await panel.locator("article:nth-of-type(3):focus").waitFor();
    await panel.evaluate(() => {
      const sent: number[] = [];
      Object.assign(globalThis, { sent });
      addEventListener("message", ({ data }: MessageEvent<{ questions?: readonly unknown[] }>) => {
        if (data.questions) sent.push(data.questions.filter((question) => typeof question === "object").length);
      });
    });
    await panel.locator(".suggestions > ul button").first().click();
    await panel.locator("article").nth(3).locator(".progress-words").waitFor();
    const sent = await panel.evaluate(() => (globalThis as unknown as { sent: number[] }).sent);
    assert.ok(sent.length > 0 && Math.max(...sent) <= 1, `questions sent: ${String(sent)}`); // only what changes
    await workbench.runCommand("Plumbline: Export Conversation…");
    await workbench.pick("Open as Markdown");
    await workbench.page.locator(".editor-group-container.active .view-line", { hasText: "# Follow-ups" }).waitFor();
    await discardEditors();
  });

  it("keeps a follow-up that can't be asked, and tells of one whose tab was closed meanwhile", async () => {
    const panel = await open("Refused", "textarea");
    service.refusing = Promise.resolve();
    await panel.locator("textarea").fill("Who calls it?");
    await panel.locator("textarea").press("Enter");
    const failed = panel.locator("article", { hasText: "Who calls it?" });
    await failed.getByRole("button", { name: "Discard" }).waitFor();
    assert.equal(await panel.locator("textarea").inputValue(), "");
    let refuse: (() => void) | undefined;
    service.refusing = new Promise((resolve) => {
      refuse = resolve;
    });
    await panel.locator("textarea").fill("And who tests it?");
    await panel.locator("textarea").press("Enter");
    await panel.locator("article").nth(2).locator(".progress-words").waitFor();
    assert.equal(await panel.locator("textarea").inputValue(), "");
    await workbench.screenshot("panel-unasked");
    await workbench.runCommand("View: Close All Editors");
    refuse?.();
    await workbench.toastButton('"And who tests it?" was not asked.', "Show Question").click();
    const back = await workbench.webviewWith("article:nth-of-type(3) .notice");
    assert.equal(await back.locator("article").nth(1).locator(".question-text").innerText(), "Who calls it?");
    service.refusing = undefined;
    await back.locator("article").nth(2).getByRole("button", { name: "Try Again" }).click();
    await back.locator("article").nth(2).locator(".progress-words").waitFor();
    // It is shown as running while it is still being sent.
    const refused = () => service.all.find(({ title }) => title === "Refused");
    await until(() => refused()?.questions.length === 2);
    assert.equal(refused()?.questions.at(-1)?.question, "And who tests it?");
  });

  it("has what was unfolded above what is read still unfolded when its tab was hidden", async () => {
    const panel = await open("Follow-ups", "article:nth-of-type(3) .answer");
    for (const words of ["What Was Done", "What It Took", "What Was Done"]) {
      await panel.locator("article:first-of-type summary", { hasText: words }).click();
    }
    const top = await panel.evaluate(() => {
      document.querySelector("article")?.scrollIntoView({ block: "end", behavior: "instant" });
      scrollBy({ top: innerHeight - 40, behavior: "instant" });
      return document.querySelectorAll("article")[1]?.getBoundingClientRect().top ?? 0;
    });
    await placeKept(panel);
    await workbench.openFile("notes.ts");
    const back = await show("Follow-ups", "article:nth-of-type(3) .answer");
    const details = back.locator("article:first-of-type .run-details > details");
    assert.deepEqual(await details.evaluateAll((each) => each.map((one) => one.hasAttribute("open"))), [false, true]);
    const isThere = (expected: number) =>
      Math.abs((document.querySelectorAll("article")[1]?.getBoundingClientRect().top ?? 0) - expected) <= 2;
    await back.waitForFunction(isThere, top);
  });

  it("asks before a web link is opened, and says where that leads", async () => {
    const opened: string[] = [];
    workbench.page.context().on("page", (page) => opened.push(`page ${page.url()}`));
    const panel = await open("Homographs", ".link.web");
    await panel.locator(".link.web").first().click();
    await workbench.dialog(/open the external website/i).waitFor();
    await workbench.dialog("xn--gthub-n2e.com").waitFor(); // as it is, not as it looks
    await workbench.screenshot("panel-link");
    await workbench.dialogButton(/open the external website/i, "Cancel").click();
    assert.deepEqual(opened, []);
  });
});
