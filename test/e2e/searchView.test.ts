import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame, Locator } from "playwright-core";
import { makeSample } from "../support/sample.mjs";
import { violationsIn } from "./violations.ts";
import { THEMES, becomes, clickRow, Workbench } from "./workbench.ts";

const RESULTS = "Search Results";

/** The view with the query box, and what hands do in it. */
describe("the search view", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let page: Frame;
  let box: Locator;

  before(async () => {
    makeSample(folder);
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

  it("goes to the results with Escape", async () => {
    await box.click();
    await box.press("Escape");
    await workbench.page.locator(".pane .monaco-list:focus-within").waitFor();
  });

  it("completes filters while typing, by key and by hand", async () => {
    await box.fill("parser la");
    await page.locator("[role=option]", { hasText: "lang:" }).first().waitFor();
    await box.press("ArrowDown");
    await box.press("Enter");
    await holding("parser lang:");
    await box.pressSequentially("typ");
    await workbench.screenshot("search-view-completions");
    await page.locator("[role=option]", { hasText: "lang:typescript" }).click();
    await holding("parser lang:typescript ");
    await box.press("Enter");
    await workbench.treeRow(RESULTS, /\.ts/).first().waitFor();
  });

  it("marks what can't be read, and selects it with a click", async () => {
    await box.fill("type:banana parser");
    const problem = page.locator("#problem");
    await problem.waitFor();
    assert.match(
      await problem.innerText(),
      /Unknown type: banana\. Use file, path, repo, symbol, use, commit or diff\./,
    );
    assert.equal(await problem.locator("mark").innerText(), "type:banana");
    await workbench.screenshot("search-view-problem");
    await problem.locator("button").click();
    const selected = await box.evaluate((element) => {
      const input = element as HTMLInputElement;
      return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
    });
    assert.equal(selected, "type:banana");
  });

  it("edits the query with its toggles, scope and files, where it can be seen", async () => {
    await box.fill("Parser");
    await toggle("Match Case").click();
    await holding("Parser case:yes");
    await toggle("Match Exact Phrase").click();
    await holding("Parser case:yes patternType:standard");
    await toggle("Use Regular Expression").click();
    await holding("Parser case:yes patternType:regexp");
    await toggle("Match Case").click();
    await holding("Parser patternType:regexp");
    const [include, exclude] = [page.locator("vscode-textfield").nth(0), page.locator("vscode-textfield").nth(1)];
    await include.locator("input").fill("*.ts, src/**");
    await include.locator("input").press("Tab");
    await exclude.locator("input").fill("test");
    await exclude.locator("input").press("Tab");
    await holding("Parser patternType:regexp file:(\\.ts$)|((^|/)src/) -file:test");
    await page.locator("select").selectOption({ label: "In this workspace" });
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("input")?.value.includes("repo:^") === true,
    );
    await workbench.screenshot("search-view-filters");
    await page.locator("select").selectOption({ label: "Everywhere" });
    await holding("Parser patternType:regexp file:(\\.ts$)|((^|/)src/) -file:test");
  });

  it("stays in the box for files where Escape ends the composition of a word", async () => {
    const include = page.locator("vscode-textfield input").first();
    await include.focus();
    await include.dispatchEvent("keydown", { key: "Escape", isComposing: true, bubbles: true, composed: true });
    await sleep(1_000); // by then the results would have the keys
    assert.ok(await page.evaluate(() => document.hasFocus()));
    await include.press("Escape");
    await workbench.page.locator(".pane .monaco-list:focus-within").waitFor();
  });

  it("brings back earlier queries with the arrows, and what was typed", async () => {
    await box.fill("unsent words");
    await box.press("ArrowUp");
    await holding("parser lang:typescript");
    await box.press("ArrowUp");
    await holding("createParser");
    await box.press("ArrowDown");
    await box.press("ArrowDown");
    await holding("unsent words");
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

  it("searches with Enter in the boxes for files, and keeps the keys there", async () => {
    await box.fill("createParser");
    const include = page.locator("vscode-textfield input").first();
    await becomes(() => include.inputValue(), "");
    await include.fill("*.md");
    await include.press("Enter");
    await holding("createParser file:\\.md$");
    await workbench.statusItem(/12 matches in 1 repository/).waitFor();
    assert.equal(await include.evaluate((input) => input.matches(":focus")), true);
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
    await workbench.statusItem(/18 matches in 1 repository/).waitFor(); // until then rows are replaced
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

  it("is drawn for every theme, in a narrow side bar, at twice the size and without motion", async () => {
    await box.fill("createParser type:banana");
    await box.press("Enter");
    await page.locator("#problem").waitFor();
    // Behind the page is another document, in the colour of the view's surroundings.
    await page.evaluate(() => {
      document.body.style.backgroundColor = "var(--vscode-sideBar-background)";
    });
    const found: string[] = [];
    for (const theme of THEMES) {
      await workbench.setColorTheme(theme);
      await page.waitForFunction((expected) => document.body.classList.contains(expected), theme.bodyClass);
      await workbench.screenshot(`search-view-${theme.title}`);
      found.push(...(await violationsIn(page)).map((each) => `${theme.title}: ${each}`));
    }
    assert.deepEqual(found, []);
    const fits = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    const sash = workbench.page.locator(".sidebar").first();
    const edge = await sash.boundingBox();
    assert.ok(edge);
    await workbench.page.mouse.move(edge.x + edge.width, edge.y + 300);
    await workbench.page.mouse.down();
    await workbench.page.mouse.move(edge.x + 170, edge.y + 300, { steps: 5 });
    await workbench.page.mouse.up();
    await page.waitForFunction(() => document.documentElement.clientWidth <= 175);
    assert.equal(await fits(), true);
    await workbench.screenshot("search-view-narrow");
    await page.evaluate(() => {
      document.documentElement.style.zoom = "2";
    });
    assert.equal(await fits(), true);
    await workbench.screenshot("search-view-zoomed");
    assert.deepEqual(await page.evaluate(() => document.getAnimations().length), 0);
  });
});
