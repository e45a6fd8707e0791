import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { makeSample } from "../support/sample.mjs";
import { becomes, clickRow, Workbench } from "./workbench.ts";

const RESULTS = "Search Results";

/** The view with the query box, and what hands do in it. */
describe("the search view", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let page: Frame;
  let box: Locator;

  before(async () => {
    makeSample(folder);
    mkdirSync(join(folder, "eventsource-parser/generated"));
    writeFileSync(join(folder, "eventsource-parser/.ignore"), "generated/\n");
    writeFileSync(join(folder, "eventsource-parser/generated/made.js"), "onlyGenerated();\n");
    workbench = await Workbench.open({ folder });
    await workbench.openContainer("Code Search");
    page = await workbench.webviewWith("input[role=combobox]");
    box = page.locator("input[role=combobox]");
  });

  after(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  const status = (text: string | RegExp) => page.locator(".status", { hasText: text });
  const toggle = (label: string) => page.locator(`vscode-toolbar-button[label="${label}"]`);

  /** Waits until the box holds these words. */
  async function holding(words: string): Promise<void> {
    const isHolding = (expected: string) => document.querySelector<HTMLInputElement>("input")?.value === expected;
    await page.waitForFunction(isHolding, words);
  }

  it("searches with Enter, keeps the query and the keys, and tells a screen reader what comes of it", async () => {
    await page.evaluate(() => {
      const heard: string[] = ((globalThis as { heard?: string[] }).heard = []);
      const region = document.querySelector("[role=status]");
      if (!region) throw new Error("There is no live region.");
      new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true, subtree: true });
    });
    await box.click();
    await box.fill("createParser");
    await box.press("Enter");
    await workbench.treeRow(RESULTS, "createParser").first().waitFor();
    await status("The local service").waitFor();
    await workbench.statusItem(/\d+ matches in \d repositor/).waitFor();
    await holding("createParser");
    assert.equal(await box.evaluate((input) => input === document.activeElement), true);
    await page.locator("[role=status]", { hasText: /^\d+ matches in \d repositor/ }).waitFor({ state: "attached" });
    const heard = await page.evaluate(() => (globalThis as { heard?: string[] }).heard ?? []);
    assert.match(heard[0] ?? "", /^Search: createParser$/);
    await workbench.screenshot("search-view");
  });

  it("shows results while typing, and leaves the keys, the history and the earlier search alone", async () => {
    const results = workbench.page.locator(".pane", { hasText: RESULTS });
    const ended = async () => {
      await results.getByText("18 matches in 1 repository").first().waitFor();
      await workbench.statusItem("The local service").waitFor();
    };
    await box.fill("");
    await box.pressSequentially("EventSourceMess", { delay: 40 });
    await results.getByText("EventSourceMess", { exact: true }).first().waitFor();
    await workbench.treeRow(RESULTS, "EventSourceMessage").first().waitFor();
    await workbench.screenshot("search-view-typing");
    await box.press("Control+a");
    await box.pressSequentially("createParser", { delay: 40 });
    await ended();
    const files = () => results.locator("[role=treeitem][aria-level='2'] .monaco-icon-name-container").allInnerTexts();
    await becomes(async () => (await files()).slice(0, 2), ["README.md", "index.ts"]); // by path
    await workbench.screenshot("search-view-typed");
    await box.pressSequentially(" type:", { delay: 40 });
    await box.pressSequentially("sym", { delay: 400 });
    await ended();
    await box.press("Control+a");
    await box.pressSequentially("createParser", { delay: 40 });
    assert.equal(await box.evaluate((input) => input === document.activeElement), true);
    await box.press("Enter");
    await workbench.statusItem(/18 matches in 1 repository/).waitFor();
    await box.press("ArrowUp");
    assert.equal(await box.inputValue(), "createParser", "typed alone is not in the history");
  });

  it("goes to the results with Escape", async () => {
    await box.click();
    await box.press("Escape");
    await workbench.page.locator(".pane .monaco-list:focus-within").waitFor();
  });

  it("keeps toggles and files beside the text while that is replaced, and writes the scope into it", async () => {
    const isOn = (label: string) =>
      toggle(label).evaluate((button) => (button as unknown as { readonly checked: boolean }).checked);
    await box.fill("Parser");
    await toggle("Match Case").click();
    await toggle("Use Regular Expression").click();
    const [include, exclude] = [0, 1].map((at) => page.locator("vscode-textfield input").nth(at));
    await include?.fill("*.ts, src/**");
    await include?.press("Tab");
    await exclude?.fill("test");
    await exclude?.press("Tab");
    await holding("Parser");
    await box.fill("create(Parser)");
    await becomes(() => Promise.all([isOn("Match Case"), isOn("Use Regular Expression")]), [true, true]);
    await becomes(() => Promise.all([include?.inputValue(), exclude?.inputValue()]), ["*.ts, src/**", "test"]);
    await box.press("Enter");
    await workbench.treeRow(RESULTS, "createParser").first().waitFor();
    await workbench.screenshot("search-view-fields");
    await holding("create(Parser)");
    await page.locator("select").selectOption({ label: "In this workspace" });
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("input")?.value.startsWith("create(Parser) repo:^") === true,
    );
    await workbench.screenshot("search-view-filters");
    await page.locator("select").selectOption({ label: "Everywhere" });
    await holding("create(Parser)");
  });

  it("holds the query of the search that is shown, wherever that was asked for", async () => {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", "EventSourceMessage");
    await holding("EventSourceMessage");
    await workbench.openFile("eventsource-parser/src/parse.ts");
    await workbench.selectLines(1, 1);
    await workbench.runCommand("Plumbline: Open Search View");
    await page.waitForFunction(() => {
      const input = document.querySelector("input");
      return input?.value.startsWith('"') === true && input === document.activeElement;
    });
  });

  it("says that files are ignored where it finds nothing, and searches them with a click", async () => {
    await box.fill("onlyGenerated");
    await box.press("Enter");
    await workbench
      .treeRow("Filters", /ignored/i)
      .first()
      .waitFor(); // how many, if half a second is enough to count
    await workbench.screenshot("search-view-ignored");
    await clickRow(workbench.treeRow("Filters", "search them too"));
    await workbench.treeRow(RESULTS, "onlyGenerated();").waitFor();
    await holding("onlyGenerated ignored:yes");
  });

  it("searches with Enter in the boxes for files, and keeps the keys there", async () => {
    await box.fill("createParser");
    const include = page.locator("vscode-textfield input").first();
    await becomes(() => include.inputValue(), "");
    await include.fill("*.md");
    await include.press("Enter");
    await workbench.statusItem(/12 matches in 1 repository/).waitFor();
    await holding("createParser");
    assert.equal(await include.evaluate((input) => input.matches(":focus")), true);
    await include.fill("");
    await include.press("Enter");
    await workbench.statusItem(/18 matches in 1 repository/).waitFor();
  });

  it("turns a filter on and off with a click on its name or its box, and with Enter", async () => {
    await box.fill("createParser");
    await box.press("Enter");
    await workbench.statusItem(/18 matches in 1 repository/).waitFor();
    const filter = workbench.treeRow("Filters", "Markdown");
    const checkbox = filter.locator(".monaco-checkbox, .monaco-custom-toggle");
    // As it is once the search is over: the editor has no command for a row that is just being drawn anew.
    const drawn = (isOn: boolean) =>
      becomes(
        async () => [await checkbox.getAttribute("aria-checked"), await filter.innerText()],
        [String(isOn), "Markdown12"],
      );
    await drawn(false);
    await clickRow(filter.locator(".monaco-icon-label"));
    await holding("createParser lang:markdown");
    await workbench.statusItem(/12 matches in 1 repository/).waitFor();
    await drawn(true);
    await clickRow(checkbox);
    await holding("createParser");
    await workbench.statusItem(/18 matches in 1 repository/).waitFor();
    await drawn(false);
    await clickRow(workbench.treeRow("Filters", "Languages")); // closes it, and has the keys
    await workbench.page.keyboard.press("ArrowRight");
    await workbench.page.keyboard.press("ArrowRight");
    await workbench.page.keyboard.press("Enter");
    await holding("createParser lang:markdown");
    await workbench.statusItem(/12 matches in 1 repository/).waitFor();
  });

  it("peeks at a row from its menu", async () => {
    await box.fill("createParser");
    await box.press("Enter");
    await workbench.searchOutcome("18 matches in 1 repository").waitFor(); // until then rows are replaced
    await clickRow(workbench.treeRow(RESULTS, "createParser").nth(1), { button: "right" });
    await workbench.clickMenuItem("Peek");
    await workbench.page.locator(".peekview-widget .view-line", { hasText: "createParser" }).first().waitFor();
    await workbench.screenshot("search-view-peek");
    await workbench.page.keyboard.press("Escape");
    await workbench.page.locator(".peekview-widget").waitFor({ state: "detached" });
  });

  it("has its query, its results and their counts again after a reload, marked as earlier", async () => {
    await workbench.reload();
    await workbench.openContainer("Code Search");
    await workbench.treeRow(RESULTS, "createParser").first().waitFor();
    await workbench.page
      .locator(".pane", { hasText: RESULTS })
      .getByText(/Earlier results/)
      .first()
      .waitFor();
    await workbench.treeRow("Filters", "Markdown").waitFor();
    page = await workbench.webviewWith("input[role=combobox]");
    box = page.locator("input[role=combobox]");
    await holding("createParser");
    await workbench.screenshot("search-view-earlier");
  });
});
