import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stdout } from "node:process";
import type { Locator } from "playwright-core";
import { makeSample } from "../support/sample.mjs";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { becomes, clickRow, Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const REMOTE = "github.com/nodejs/node@0123456789abcdef0123456789abcdef01234567";

/**
 * What people came for, by the shortest way that the screen offers, with a count of what hands do: each click, each key
 * or chord, and each text that is typed as one. More actions than counted here are a step back.
 */
describe("ten journeys", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const rows: string[] = [];
  let workbench: Workbench;
  let service: ScriptedConversations;
  let actions = 0;

  before(async () => {
    makeSample(folder);
    for (let number = 1; number <= 8; number++) makeClient(join(folder, `client-${String(number)}`));
    const text = Array.from({ length: 40 }, (_, at) => `  emit(${at});`).join("\n");
    service = await ScriptedConversations.start(
      [
        {
          title: "Where events come from",
          questions: [{ question: "Where?", answer: `From [\`events.js\`](/${REMOTE}/-/blob/lib/events.js?L3-12).` }],
        },
      ],
      (name) => (name === `${REMOTE}/lib/events.js` ? text : undefined),
    );
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    stdout.write(`\njourney | actions | seconds\n${rows.join("\n")}\n`);
    await workbench.close();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  const click = async (place: Locator, button: "left" | "right" = "left") => {
    actions += 1;
    await place.click({ button });
  };
  const press = async (...keys: readonly string[]) => {
    actions += 1;
    for (const key of keys) await workbench.page.keyboard.press(key);
  };
  const type = async (text: string) => {
    actions += 1;
    await workbench.page.keyboard.type(text);
  };
  const focusedInput = () => workbench.page.locator(".quick-input-widget input:focus");
  /** Runs a command, which the palette shows first for a part of its name. */
  const run = async (words: string, title: string) => {
    actions += 1;
    await workbench.pressForQuickInput("F1");
    await becomes(() => focusedInput().inputValue(), ">"); // not the input that is just closing
    await type(words);
    await click(workbench.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }));
  };
  const focused = (selector: string) => workbench.webviewWith(`${selector}:focus`);

  /** A journey from what is on the screen to what a person wanted, with at most `limit` actions. */
  function journey(name: string, limit: number, go: () => Promise<void>): void {
    it(name, async () => {
      actions = 0;
      const started = performance.now();
      await go();
      rows.push(`${name} | ${actions} | ${((performance.now() - started) / 1000).toFixed(1)}`);
      assert.ok(actions <= limit, `It took ${actions} actions.`);
    });
  }

  it("begins with a file that is open, and some lines selected", async () => {
    await workbench.activityIcon("Plumbline").waitFor(); // the keyboard shortcuts come with it
    await workbench.openFile("eventsource-parser/src/parse.ts");
    await workbench.selectLines(40, 60);
  });

  journey("ask about a selection", 3, async () => {
    await press("Control+K", "Control+Y");
    const panel = await focused("textarea");
    await panel.locator(".chip.on", { hasText: "parse.ts:40–60" }).waitFor();
    await type("How is a line read here?");
    await press("Enter");
    await panel.locator(".question-text .about", { hasText: "@src/parse.ts:40-60" }).waitFor();
    await panel.locator(".sources button").first().waitFor();
  });

  it("shows the first answer with what stands above it", async () => {
    const panel = await workbench.webviewWith(".sources button");
    await panel.locator(".progress").waitFor({ state: "detached" });
    await workbench.screenshot("journey first answer");
    assert.equal(await panel.evaluate(() => scrollY), 0);
  });

  journey("follow up", 2, async () => {
    const panel = await focused("textarea");
    await panel.locator(".progress").waitFor({ state: "detached" });
    await type("Where is the retry interval parsed?");
    await press("Enter");
    await panel.locator("article").nth(1).locator(".sources button").first().waitFor();
  });

  journey("export an answer", 5, async () => {
    await run("export conversation", "Export Conversation…");
    await workbench.listRow("Open as Markdown").waitFor();
    await click(workbench.listRow("Copy as Markdown"));
    await workbench.copied(/Where is the retry interval parsed\?/);
  });

  journey("go to a moved source", 1, async () => {
    const path = join(folder, "eventsource-parser/src/parse.ts");
    writeFileSync(path, `// one\n// two\n// three\n${readFileSync(path, "utf8")}`);
    const panel = await workbench.webviewWith(".sources .status.moved");
    // They are checked one after another: a moment later, another one may be the first that has moved.
    const first = panel.locator(".sources :is(.place, .only):has(.status.moved) [data-source]").first();
    const source = `[data-source="${(await first.getAttribute("data-source")) ?? ""}"]`;
    const moved = panel
      .locator(".sources :is(.place, .only):has(.status.moved)", { has: panel.locator(source) })
      .first();
    const line = Number(/moved to line (\d+)/.exec(await moved.innerText())?.[1]);
    await click(moved.locator(source));
    await workbench.cursorAt(line, 1).waitFor();
  });

  it("goes on with the explorer in sight", async () => {
    await workbench.runCommand("View: Show Explorer");
  });

  journey("ask about a folder", 4, async () => {
    const name = workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: /^undici$/ });
    await click(name, "right");
    actions += 1;
    await workbench.clickMenuItem("Ask About This Code");
    const panel = await focused("textarea");
    await panel.locator(".chip.on", { hasText: "undici" }).waitFor();
    await type("Where is a request retried?");
    await press("Enter");
    await panel.locator(".sources button").first().waitFor();
  });

  journey("find all callers of a function", 3, async () => {
    await press("Control+K", "Control+G");
    await focusedInput().waitFor();
    await type("type:use createParser");
    await press("Enter");
    await workbench
      .treeRow("Search Results", /createParser/)
      .first()
      .waitFor();
    await workbench.searchOutcome("19 matches in 9 repositories").waitFor();
  });

  journey("narrow by language", 1, async () => {
    const language = workbench.treeRow("Filters", "JavaScript");
    actions += 1;
    await clickRow(language.locator(".monaco-custom-toggle"));
    const query = (await workbench.webviewWith("input[role=combobox]")).locator("input[role=combobox]");
    await becomes(() => query.inputValue(), "type:use createParser lang:javascript");
    await workbench.searchOutcome("8 matches in 8 repositories").waitFor();
  });

  journey("narrow by language with the keys, here back again", 5, async () => {
    await workbench.screenshot("journey narrowed");
    await run("narrow", "Plumbline: Narrow Search…");
    await workbench.listRow("JavaScript").waitFor();
    await workbench.screenshot("journey narrow by keys");
    await focusedInput().waitFor();
    await type("javascript");
    await workbench.listRow("TypeScript").waitFor({ state: "detached" });
    await press("Enter");
    await workbench.searchOutcome("19 matches in 9 repositories").waitFor();
    await workbench.focusedTree("Search Results").waitFor(); // what opens earlier would lose the keys to it
  });

  journey("sign in", 7, async () => {
    await run("sign in", "Plumbline: Sign In…");
    await workbench.inputValue("Sign In (1/2)");
    await focusedInput().waitFor();
    await type(service.server.baseUrl);
    await press("Enter");
    await workbench.inputValue("Sign In (2/2)");
    await becomes(() => focusedInput().getAttribute("type"), "password"); // the focus may still be on its way back
    await type(TOKEN);
    await press("Enter");
    await workbench.toast(/Signed in to/).waitFor();
  });

  it("goes on with the conversations in sight", async () => {
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.openContainer("Plumbline");
  });

  journey("open a remote file", 2, async () => {
    await click(workbench.treeRow("Conversations", "Where events come from"));
    const link = '.link.source:has-text("events.js")';
    const panel = await workbench.webviewWith(link);
    await click(panel.locator(link));
    await workbench.activeTab("events.js").waitFor();
    await workbench.cursorAt(3, 1).waitFor();
  });

  it("goes on without the service", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.treeRow("Conversations", "Where events come from").waitFor();
    await service[Symbol.asyncDispose]();
  });

  journey("read yesterday's answer offline", 1, async () => {
    await click(workbench.treeRow("Conversations", "Where events come from"));
    const panel = await workbench.webviewWith(".copy-mark");
    await panel.locator(".answer", { hasText: "From events.js" }).waitFor();
    await workbench.screenshot("journey offline");
  });
});

/**
 * A repository in two languages that calls what the sample has, so that there are more repositories than filter rows.
 */
function makeClient(folder: string): void {
  mkdirSync(folder);
  execFileSync("git", ["init", "--quiet", folder]);
  const call = "export const parser = createParser({ onEvent });\n";
  writeFileSync(join(folder, "client.js"), call);
  writeFileSync(join(folder, "client.ts"), call);
}
