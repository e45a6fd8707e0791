import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame, Locator } from "playwright-core";
import { CODE, CONVERSATIONS } from "../support/panelConversations.ts";
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

  async function open(title: string, selector = "article"): Promise<Frame> {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openContainer("Plumbline");
    await clickRow(workbench.treeRow("Conversations", title));
    return workbench.webviewWith(selector);
  }

  /** Waits until a long conversation is drawn, which happens in steps. */
  async function allDrawn(panel: Frame): Promise<void> {
    const isDrawn = () => document.querySelectorAll("article .answer").length >= 200;
    await panel.waitForFunction(isDrawn, undefined, { timeout: 180_000 });
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

  /** Whether an element has a background or a border that can be seen. */
  const isSetOff = (element: Locator) =>
    element.evaluate((each) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(each);
      const isSeen = (color: string) => color !== "rgba(0, 0, 0, 0)";
      return isSeen(backgroundColor) || (borderTopWidth !== "0px" && isSeen(borderTopColor));
    });

  /** Opens a conversation without closing what is open. */
  async function show(title: string, selector: string): Promise<Frame> {
    await clickRow(workbench.treeRow("Conversations", title));
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

  for (const title of ["Running", "Completed", "Partial", "Quota", "Canceled", "Follow-ups", "Somebody's"]) {
    it(`shows each state: ${title}`, async () => {
      await open(title, ".question-text");
      await workbench.screenshot(`panel-${title}`);
    });
  }

  it("draws diagrams, zooms them, shows their source, and leaves a broken one as source", async () => {
    const panel = await open("Diagrams", ".picture img");
    await panel.locator(".picture img").nth(1).waitFor();
    const images = panel.locator(".picture img");
    assert.equal(await images.count(), 2);
    await panel.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>(".picture img")].every((image) => image.naturalWidth > 100),
    );
    assert.equal(await panel.locator(".picture pre").count(), 1);
    await workbench.screenshot("panel-diagrams");
    const width = async () => (await images.first().boundingBox())?.width ?? 0;
    const before = await width();
    const first = panel.locator(".diagram").first();
    await first.hover();
    await first.getByTitle("Zoom In").click();
    assert.ok((await width()) > before * 1.2);
    await panel.locator(".picture").first().focus();
    await workbench.page.keyboard.press("0");
    assert.equal(Math.round(await width()), Math.round(before));
    await first.getByTitle("Copy as SVG").click();
    await panel.locator("[role=status]", { hasText: "Copied" }).waitFor({ state: "attached" });
    const copied = await workbench.copied(/^<svg/);
    const svg = await workbench.page.evaluate((text) => {
      const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
      return { root: documentElement.nodeName, words: documentElement.textContent };
    }, copied);
    assert.equal(svg.root, "svg", copied.slice(0, 500));
    assert.match(svg.words, /Bytes[^]*A whole line\?/);
    await first.getByTitle("Show Source").click();
    await panel.locator(".code").first().locator("code", { hasText: "flowchart LR" }).waitFor();
    await workbench.setColorTheme("dark");
    await panel.locator(".picture img").first().waitFor();
    await workbench.screenshot("panel-diagrams-dark");
  });

  it("draws a diagram that grows when it stands still, not each of its beginnings", async () => {
    const panel = await open("Diagrams", ".picture img");
    await panel.evaluate(() => {
      addEventListener("message", ({ data }: MessageEvent<object>) => Object.assign(globalThis, { told: data }));
    });
    await workbench.runCommand("Plumbline: Go to Next Question");
    await panel.waitForFunction(() => "told" in globalThis);
    const drawn = await panel.evaluate(async () => {
      let count = 0;
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element && node.matches(".measure")) count++;
      }).observe(document.body, { childList: true });
      const { told } = globalThis as unknown as { readonly told: object };
      const rest = { sources: [], otherSources: [], suggestedFollowUps: [], log: [], notes: [] };
      let text = "flowchart LR";
      for (let step = 0; step < 40; step++) {
        text += `\n  A${step} --> A${step + 1}`;
        const answer = [{ type: "code", index: 0, language: "mermaid", text }];
        postMessage({ ...told, questions: [{ ...rest, id: "grows", text: "How?", answer }] });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      while (!document.querySelector(".picture img")) await new Promise((resolve) => setTimeout(resolve, 50));
      return count;
    });
    assert.ok(drawn < 20, `drawn ${drawn} times`); // only when the page stands still for long
  });

  it("leaves diagrams as they are drawn while the question box grows", async () => {
    const panel = await open("Diagrams", ".picture img");
    await panel.locator(".picture img").nth(1).waitFor();
    const state = () =>
      panel.evaluate(() => ({
        height: document.documentElement.style.getPropertyValue("--composer"),
        pictures: [...document.querySelectorAll<HTMLImageElement>(".picture img")].map(({ src }) => src),
      }));
    const before = await state();
    await panel.locator("textarea").focus();
    for (let line = 0; line < 3; line++) await workbench.page.keyboard.press("Shift+Enter");
    await panel.waitForFunction(
      (height) => document.documentElement.style.getPropertyValue("--composer") !== height,
      before.height,
    );
    await sleep(3_000); // time in which they would be drawn again
    assert.deepEqual((await state()).pictures, before.pictures);
    await panel.locator("textarea").fill("");
  });

  it("shows what there is of an answer together with why there is not more", async () => {
    const panel = await open("Partial", ".notice");
    await panel.locator(".notice p", { hasText: "this answer. The model went away. The part of the answer" }).waitFor();
    await panel.locator("td", { hasText: "and the te" }).waitFor();
    await panel.locator(".notice summary").click();
    await panel.locator(".notice details p", { hasText: "request 7f3a" }).waitFor();
    await workbench.screenshot("panel-details");
    await panel.locator(".notice details").getByTitle("Copy").click();
    await panel.locator("[role=status]", { hasText: "Copied" }).waitFor({ state: "attached" });
    await workbench.copied(/The model went away[^]*\nupstream said: request 7f3a, attempt 3$/);
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

  it("takes what is typed beside its box into it", async () => {
    const panel = await open(CONVERSATIONS[0]?.title ?? "");
    await panel
      .locator("article .answer")
      .first()
      .click({ position: { x: 2, y: 2 } });
    await workbench.page.keyboard.type("where else?");
    await panel.waitForFunction(() => document.querySelector("textarea")?.value === "where else?");
    await panel.locator("textarea").fill("");
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

  it("keeps the selection while ten polls change what stands below it", async () => {
    const panel = await open("Running", ".progress");
    const before = await panel.evaluate(() => {
      const words = document.querySelector(".answer li")?.firstElementChild;
      if (words) getSelection()?.selectAllChildren(words);
      scrollTo({ top: 40, behavior: "instant" });
      return { text: getSelection()?.toString(), top: document.documentElement.scrollTop };
    });
    assert.equal(before.text, "It looks for the end of a line.");
    const polls = () =>
      service.server.received.filter(({ method, path }) => method === "GET" && path.includes("/v1/2")).length;
    const from = polls();
    for (let count = 1; count <= 10; count++) {
      service.change(2, {
        answer: `${CONVERSATIONS[1]?.questions[0]?.answer ?? ""}\n\nLine ${String(count)}.\n\n\`\`\`ts\nconst a = ${String(count)};\n`,
        turns: [{ role: "assistant", reasoning: `Step ${String(count)}` }],
      });
      await panel.locator(".step", { hasText: `Step ${String(count)}` }).waitFor({ timeout: 60_000 });
    }
    assert.ok(polls() - from >= 10);
    const after = await panel.evaluate(() => ({
      text: getSelection()?.toString(),
      top: document.documentElement.scrollTop,
    }));
    assert.deepEqual(after, before);
  });

  it("leaves the answer where it is while a question is typed, and shows above the box what the keys come to", async () => {
    const panel = await open("Follow-ups", "article:nth-of-type(3) .answer");
    await panel.evaluate(() => {
      scrollTo({ top: 40, behavior: "instant" });
    });
    const tops = new Set<number>();
    const look = async () => {
      await panel.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      tops.add(await panel.evaluate(() => document.documentElement.scrollTop));
    };
    await panel.evaluate(() => {
      document.querySelector("textarea")?.focus();
    });
    await look();
    for (const key of ["W", "h", "y", "?", ...Array<string>(12).fill("Shift+Enter"), "ArrowUp", "x"]) {
      await workbench.page.keyboard.press(key);
      await look();
    }
    assert.deepEqual([...tops], [40]);

    await panel.evaluate(() => {
      scrollTo({ top: 0, behavior: "instant" });
    });
    await panel.locator(".answer .link, .answer .tool").first().focus();
    const hidden: string[] = [];
    for (let count = 0; count < 30; count++) {
      await workbench.page.keyboard.press("Tab");
      const isHidden = await panel.evaluate(async () => {
        const behind = () => {
          const [focused, footer] = [document.activeElement, document.querySelector("footer")];
          const [at, limit] = [focused?.getBoundingClientRect(), footer?.getBoundingClientRect().top ?? 0];
          return !footer?.contains(focused) && at !== undefined && at.height < limit && at.bottom > limit
            ? focused?.outerHTML.slice(0, 100)
            : undefined;
        };
        // the browser scrolls there in its next frames
        for (let frames = 0; frames < 60 && behind() !== undefined; frames++)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return behind();
      });
      if (isHidden !== undefined) hidden.push(isHidden);
    }
    assert.deepEqual(hidden, []);
    await panel.locator("textarea").fill("");
  });

  it("has in a narrow panel all that is told of a source below its name, and the button on the right", async () => {
    const panel = await open("Completed", ".sources .row .lines");
    await workbench.runCommand("View: Close Primary Side Bar");
    await workbench.page.setViewportSize({ width: 260, height: 800 });
    await panel.waitForFunction(() => innerWidth < 260);
    const { names, words, button, box } = await panel.evaluate(() => {
      const places = (selector: string) =>
        [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
      return {
        names: places(".sources .row .base").map(({ left }) => left),
        words: places(".sources .row :is(.lines, .folder, .repository)"),
        button: places(".box-foot > vscode-button").map(({ right }) => right),
        box: places(".box").map(({ right }) => right),
      };
    });
    await workbench.screenshot("panel-narrow");
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    const [edge = 0] = names;
    assert.ok(names.every((left) => left === edge));
    assert.deepEqual(
      words.filter(({ left }) => left < edge),
      [],
    );
    assert.ok((box[0] ?? 0) - (button[0] ?? 0) < 10);
  });

  it("reads names and paths from the left, and in their order, also where their letters run to the left", async () => {
    const panel = await open("Hebrew", ".sources .base");
    await workbench.screenshot("panel-hebrew");
    const { directions, terms } = await panel.evaluate(() => {
      const read = [".question-text > p", ".answer h4", ".answer .link", ".sources .base"];
      return {
        directions: read.map(
          (selector) => getComputedStyle(document.querySelector(selector) ?? document.body).direction,
        ),
        terms: [...document.querySelectorAll(".answer > p > code")].map((code) => code.getBoundingClientRect().left),
      };
    });
    assert.deepEqual(directions, ["rtl", "ltr", "ltr", "ltr"]);
    assert.equal(terms.length, 3);
    assert.deepEqual(
      terms,
      terms.toSorted((a, b) => a - b),
    );
  });

  it("keeps a draft while a question runs, and stops it with what was there", async () => {
    const panel = await open("Running", ".progress");
    await panel.locator("textarea").fill("And what then?");
    await panel.locator("textarea").press("Enter");
    await panel.locator(".waiting").waitFor();
    await workbench.screenshot("panel-draft");
    await panel.getByRole("button", { name: "Stop" }).dblclick(); // the second time, it may be Ask
    await panel.locator(".notice", { hasText: "Stopped" }).waitFor();
    await panel.locator(".answer h4").first().waitFor();
    assert.equal(await panel.locator("textarea").inputValue(), "And what then?");
    await sleep(600);
    assert.equal(await panel.locator("article").count(), 1);
    await panel.getByRole("button", { name: "Ask", exact: true }).dblclick(); // the second time, it may be Stop
    await panel.locator("article").nth(1).locator(".progress-words").waitFor();
    await sleep(600);
    assert.equal(await panel.locator("article").nth(1).locator(".notice").count(), 0);
    assert.equal(await panel.locator("textarea").inputValue(), "");
    await panel.locator("textarea").press("ArrowUp");
    assert.equal(await panel.locator("textarea").inputValue(), "And what then?");
    await panel.locator("textarea").press("ArrowUp");
    assert.equal(await panel.locator("textarea").inputValue(), "Who retries?");
    await panel.locator("textarea").press("ArrowDown");
    await panel.locator("textarea").press("ArrowDown");
    assert.equal(await panel.locator("textarea").inputValue(), "");
  });

  it("has what was typed and not asked, when its tab was closed and the conversation is opened again", async () => {
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
    await workbench.reload();
    const reloaded = await workbench.webviewWith("textarea");
    await holding(reloaded, "And who calls it, and when?");
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
    await workbench.page.getByRole("menuitem", { name: "Copy Link" }).click();
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
    await panel.locator(".suggestions > ul button").first().click();
    await panel.locator("article").nth(3).locator(".progress-words").waitFor();
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
    await until(() => service.all.at(-1)?.questions.length === 2);
    assert.equal(service.all.at(-1)?.questions.at(-1)?.question, "And who tests it?");
  });

  it("leaves what is read where it is while an answer above it grows", async () => {
    const panel = await open("Growing", ".progress");
    const number = CONVERSATIONS.findIndex(({ title }) => title === "Growing") + 1;
    /** Where the table of the second answer is on the screen: the browser keeps it there when it draws. */
    const look = () =>
      panel.evaluate(async () => {
        for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
        const table = document.querySelectorAll("article")[1]?.querySelector("table");
        return Math.round(table?.getBoundingClientRect().top ?? 0);
      });
    await panel.evaluate(() => {
      document.querySelectorAll("article")[1]?.querySelector("table")?.scrollIntoView({ block: "start" });
    });
    const before = await look();
    const answer = CONVERSATIONS[0]?.questions[0]?.answer ?? "";
    for (let count = 1; count <= 3; count++) {
      service.change(number, { answer: `${"One more line.\n\n".repeat(5 * count)}${answer}` }, 0);
      service.change(number, { turns: [{ role: "assistant", reasoning: `Step ${String(count)}` }] });
      await panel
        .locator(".step", { hasText: `Step ${String(count)}` })
        .waitFor({ state: "attached", timeout: 60_000 });
      assert.equal(await look(), before);
    }
    assert.equal(await panel.locator("article").first().getByText("One more line.").count(), 15);
    await panel.locator("article").nth(1).focus();
    await workbench.page.keyboard.press("Alt+ArrowUp");
    await panel.locator("article:first-of-type:focus").waitFor();
    assert.ok(await panel.locator("article h4").first().isVisible());
  });

  it("draws two hundred questions, those first that are looked at, and is sent only what changes in them", async function () {
    this.timeout(600_000); // it draws a page of some hundred thousand pixels several times
    const panel = await open("Two hundred", "article");
    const articles = panel.locator("article");
    await articles.nth(199).waitFor({ state: "attached" });
    await panel.locator("textarea").fill("One more?");
    assert.equal(await articles.first().locator(".answer").count(), 1);
    await articles.nth(99).locator(".answer").waitFor({ state: "attached" });
    await allDrawn(panel);
    await panel.evaluate(() => {
      const seen = { sent: [] as number[], drawn: new Set<Element>() };
      Object.assign(globalThis, { seen });
      addEventListener("message", ({ data }: MessageEvent<{ questions?: readonly unknown[] }>) => {
        if (data.questions) seen.sent.push(data.questions.filter((question) => typeof question === "object").length);
      });
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const article = element?.closest("article");
          // Code is coloured when there is time.
          if (article && !element?.closest("code")) seen.drawn.add(article);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await panel.locator("textarea").press("Enter");
    await articles.nth(200).locator(".progress-words").waitFor();
    await workbench.screenshot("panel-two-hundred");
    const number = CONVERSATIONS.findIndex(({ title }) => title === "Two hundred") + 1;
    service.change(number, { turns: [{ role: "assistant", reasoning: "Step 1" }] });
    await articles.nth(200).locator(".step", { hasText: "Step 1" }).waitFor({ timeout: 60_000 });
    service.change(number, { status: "completed", answer: "One more answer." });
    await articles.nth(200).locator(".answer", { hasText: "One more answer." }).waitFor({ timeout: 60_000 });
    const { sent, drawn } = await panel.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: { sent: number[]; drawn: Set<Element> } };
      const earlier = [...document.querySelectorAll("article")].slice(0, 200);
      return { sent: seen.sent, drawn: earlier.filter((article) => seen.drawn.has(article)).length };
    });
    assert.ok(sent.length >= 3, String(sent));
    assert.ok(Math.max(...sent) <= 1, `questions sent: ${String(sent)}`);
    assert.equal(drawn, 0, "earlier questions in which anything changed");

    // After being hidden, it is a new page when shown again, at the question that was being read.
    const look = (frame: Frame) =>
      frame.evaluate(() => Math.round(document.querySelectorAll("article")[99]?.getBoundingClientRect().top ?? 0));
    await articles.nth(98).focus();
    await workbench.page.keyboard.press("Alt+ArrowDown");
    await panel.locator("article:nth-of-type(100):focus").waitFor();
    await panel.evaluate(() => {
      scrollBy({ top: 150, behavior: "instant" });
    });
    const before = await look(panel);
    await placeKept(panel);
    await workbench.openFile("notes.ts");
    const back = await show("Two hundred", "article:nth-of-type(100) .answer");
    await allDrawn(back);
    const isThere = (top: number) =>
      Math.abs((document.querySelectorAll("article")[99]?.getBoundingClientRect().top ?? 0) - top) <= 2;
    await back.waitForFunction(isThere, before);
  });

  it("has names for a screen reader and an order of its own for the keyboard, and comes back where it was", async () => {
    const panel = await open("Markdown", ".hljs-keyword");
    const named = await panel.locator("button, .link, textarea, [role=toolbar]").evaluateAll(
      (controls) =>
        controls.filter((control) => {
          const words = control.getAttribute("aria-label") ?? control.textContent;
          return words.trim() === "" && !(control instanceof HTMLTextAreaElement);
        }).length,
    );
    assert.equal(named, 0);
    await panel.locator(".link.source").first().focus();
    const after = async (key: string) => {
      await workbench.page.keyboard.press(key);
      return panel.evaluate(() => {
        const focused = document.activeElement;
        return focused?.getAttribute("aria-label") ?? focused?.className ?? "";
      });
    };
    assert.equal(await after("Tab"), "link web");
    assert.equal(await after("Tab"), "Wrap Lines");
    assert.equal(await after("ArrowRight"), "Search for This");
    assert.equal(await after("End"), "Copy");
    assert.equal(await after("ArrowRight"), "Wrap Lines");
    assert.equal(await after("ArrowLeft"), "Copy");
    assert.equal(await after("Tab"), "Code: ts", "the buttons are one stop");
    assert.equal(await after("Shift+Tab"), "Copy", "which is the one that was used last");
    const skipped = async (words: string) => {
      await panel.getByRole("button", { name: words }).focus();
      return after("Enter");
    };
    assert.match(await skipped("Skip to Its Sources"), /row/);
    assert.equal(await skipped("Skip to the Question Box"), "Ask a follow-up question");
    await panel.locator("textarea").fill("A draft");
    await panel.getByRole("button", { name: "Wrap Lines" }).first().click();
    await panel.locator("pre.wrapped").waitFor();
    await panel.evaluate(() => {
      scrollTo({ top: 300, behavior: "instant" });
    });
    await placeKept(panel);
    await workbench.reload();
    const back = await workbench.webviewWith(".hljs-keyword");
    await back.waitForFunction(() => document.documentElement.scrollTop === 300);
    assert.equal(await back.locator("textarea").inputValue(), "A draft");
    assert.equal(await back.locator("pre.wrapped").count(), 1);
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

  for (const theme of ["light", "dark", "highContrast"] as const) {
    it(`looks right in ${theme}`, async () => {
      await workbench.setColorTheme(theme);
      const states = ["Running", "Completed", "Partial", "Quota", "Canceled"];
      for (const title of [...states, "Markdown", "Follow-ups", "Diagrams"]) {
        const panel = await open(title, ".question-text");
        await sleep(title === "Diagrams" ? 3_000 : 500); // colours and pictures appear a moment later
        await workbench.screenshot(`panel-${theme}-${title}`);
        if (title === "Markdown") assert.ok(await isSetOff(panel.locator("td > code").first()));
      }
    });
  }

  // This one is last: the service doesn't answer from here on.
  it("shows the copy on this machine where the service can't be reached, in each theme", async () => {
    await open("Completed", ".answer");
    await service[Symbol.asyncDispose]();
    for (const theme of ["light", "dark", "highContrast"] as const) {
      await workbench.setColorTheme(theme);
      const panel = await open("Completed", ".copy-mark");
      const line = panel.locator(".brief summary", { hasText: "can't be reached" });
      await line.waitFor();
      const cause = panel.locator(".brief p", { hasText: "Could not connect to" });
      assert.equal(await cause.isVisible(), false, "it is said on demand");
      assert.ok(((await line.boundingBox())?.height ?? Infinity) < 30, "on one line");
      assert.match((await panel.locator(".copy-mark").textContent()) ?? "", /Offline copy/);
      assert.ok(await panel.locator(".answer").isVisible());
      await workbench.screenshot(`panel-${theme}-copy`);
      await line.click();
      await cause.waitFor();
      await panel.locator(".brief vscode-button", { hasText: "Try Again" }).waitFor();
      await workbench.screenshot(`panel-${theme}-copy-details`);
      await line.click();
    }
  });
});
