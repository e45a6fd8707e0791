// The real workbench in Chromium, and what a person's hands do with it. Selectors are those of VS Code 1.139.
import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Frame, Locator, Page } from "playwright-core";
import { prepareWindow, type WindowOptions } from "../editor/browser.ts";
import { ROOT } from "../editor/places.mjs";
import { isThorough } from "../support/depth.ts";
import type { Theme } from "../support/themes.ts";
import { Editor, WAIT_MS, type EditorOptions } from "./editors.ts";
import { openPages, takeScreenshot, type Part } from "./screenshots.ts";

/** Within this time after its window was closed, an extension host has been told to end. */
const TOLD_WITHIN_MS = 20_000;

const SETTINGS = {
  // Nothing is drawn anew while nothing happens.
  "editor.cursorBlinking": "solid",
  "files.simpleDialog.enable": true,
  "window.confirmBeforeClose": "never",
  // In screenshots, nothing is half faded, and the palette stays while the focus is still moving.
  "workbench.quickOpen.closeOnFocusLost": false,
  "workbench.reduceMotion": "on",
};

/**
 * Extensions of the editor that it would start in the page in Restricted Mode, although its package has them only for
 * the server: it says so in five notices, which cover others.
 */
const NOT_IN_PAGES = [
  "vscode.emmet",
  "vscode.extension-editing",
  "vscode.json-language-features",
  "vscode.merge-conflict",
  "vscode.npm",
];

const COLOR_THEMES = {
  dark: { title: "Dark 2026", className: "vs-dark" },
  highContrast: { title: "Dark High Contrast", className: "hc-black" },
  highContrastLight: { title: "Light High Contrast", className: "hc-light" },
  light: { title: "Light 2026", className: "vs" },
};

/** With a package, that is installed; otherwise the extension runs from the checkout, as if under development. */
export interface WorkbenchOptions extends EditorOptions {
  readonly folder?: string;
  /** The folder of our extension, if it is not the checkout. */
  readonly extension?: string;
  /** Folders of more extensions. */
  readonly extensions?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** No folder is trusted, and nobody is asked. */
  readonly isRestricted?: boolean;
  /** The language of the extension: `de`. */
  readonly language?: string;
}

/** Resolves once the box of a conversation holds these words, apart from blanks around them. */
export async function holding(panel: Frame, words: string): Promise<void> {
  const isHolding = (expected: string) => document.querySelector("textarea")?.value.trim() === expected;
  await panel.waitForFunction(isHolding, words.trim());
}

/** Resolves once the value looked at is as expected; fails after a minute, showing the difference. */
export async function becomes<T>(look: () => T | Promise<T>, expected: T): Promise<void> {
  for (const end = Date.now() + WAIT_MS; ;) {
    const seen = await look();
    if (isDeepStrictEqual(seen, expected)) return;
    if (Date.now() > end) assert.deepEqual(seen, expected);
    await sleep(50);
  }
}

/**
 * Clicks a row of a tree once it has stopped moving. While the rows are redrawn, or a message appears above them, a
 * click may hit whatever is there by then; and where another row is drawn under the pointer before the button is up,
 * the browser clicks neither. Then it is done again, as a person would.
 */
export async function clickRow(row: Locator, options?: Parameters<Locator["click"]>[0]): Promise<void> {
  for (const end = Date.now() + WAIT_MS; ;) {
    let last: unknown;
    await becomes(async () => {
      const before = last;
      await row.waitFor();
      last = await row.boundingBox();
      return last !== null && isDeepStrictEqual(last, before);
    }, true);
    const heard = await row.page().evaluateHandle(
      (name) => {
        const clicked = { isOnRow: false };
        const hear = ({ target }: Event) => {
          clicked.isOnRow = target instanceof Element && target.closest(".monaco-list-row") !== null;
        };
        addEventListener(name, hear, { capture: true, once: true });
        return clicked;
      },
      options?.button === "right" ? "contextmenu" : "click",
    );
    await row.click(options);
    if (await heard.evaluate(({ isOnRow }) => isOnRow)) return;
    if (Date.now() > end) throw new Error("Rows are drawn anew below each click.");
  }
}

/** A window, alone in its editor with those that it opens. Anything it waits for fails after a minute. */
export class Workbench {
  readonly page: Page;
  private readonly editor: Editor;
  private readonly options: Omit<WindowOptions, "folder">;

  private constructor(page: Page, editor: Editor, options: Omit<WindowOptions, "folder">) {
    this.page = page;
    this.editor = editor;
    this.options = options;
  }

  /**
   * Resolves when the window is drawn; extensions may still be starting. Its editor may have had other windows before,
   * but remembers nothing of them.
   */
  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const { folder, extension = ROOT, extensions = [], settings, isRestricted = false, language } = options;
    const { vsix, env, isComplete } = options;
    const trust = isRestricted
      ? {
          "security.workspace.trust.startupPrompt": "never",
          "extensions.supportUntrustedWorkspaces": Object.fromEntries(
            NOT_IN_PAGES.map((id) => [id, { supported: false }]),
          ),
        }
      : { "security.workspace.trust.enabled": false };
    const editor = await Editor.lend({ vsix, env, isComplete }, { ...SETTINGS, ...trust, ...settings });
    try {
      const extensionDevelopmentPaths = [...(vsix ? [] : [extension]), ...extensions];
      const { userDataDir } = editor.profile;
      const window = { userDataDir, extensionDevelopmentPaths, language, isAnimated: isComplete };
      const workbench = await Workbench.window(editor, window, folder);
      await workbench.page.evaluate(() => navigator.clipboard.writeText("")); // all windows have the same
      return workbench;
    } catch (error) {
      const page = editor.browser.pages()[0];
      if (page) await takeScreenshot(page, "failed-open").catch(console.error);
      if (page) openPages.delete(page);
      await editor.end();
      throw error;
    }
  }

  private static async window(
    editor: Editor,
    options: Omit<WindowOptions, "folder">,
    folder?: string,
  ): Promise<Workbench> {
    const { page, load } = await prepareWindow(editor.browser, { ...options, folder });
    const workbench = new Workbench(page, editor, options);
    openPages.add(page);
    await load();
    await workbench.drawn();
    return workbench;
  }

  /** Another window of this editor, with a folder or a workspace file. */
  openWindow(folder: string): Promise<Workbench> {
    return Workbench.window(this.editor, this.options, folder);
  }

  /**
   * Makes the person come to this window from another one. Here all windows believe that they have the focus, so that
   * the workbench must be made to look.
   */
  async comeTo(): Promise<void> {
    await this.page.bringToFront();
    await this.page.evaluate(() => {
      const hasFocus = document.hasFocus.bind(document);
      document.hasFocus = () => false;
      document.dispatchEvent(new Event("visibilitychange"));
      document.hasFocus = hasFocus;
      document.dispatchEvent(new Event("visibilitychange"));
    });
  }

  /** Closes this window as a person does: what runs in it is told to end, and the other windows go on. */
  async closeWindow(): Promise<void> {
    await closePage(this.page);
  }

  /** Closes all windows, and resolves when nothing runs in them any more. */
  async close(): Promise<void> {
    const { browser } = this.editor;
    const windows = browser.pages();
    const workbenches = windows.filter((page) => openPages.has(page)).length;
    try {
      await becomes(() => {
        const { running, starting } = this.editor.hosts();
        return running >= workbenches && starting === 0;
      }, true);
      await browser.newPage(); // a browser without any may end
      for (const page of windows) await closePage(page);
      // On a busy machine, a page may be gone before it has told its host to end, which then waits for it for hours.
      const late = Date.now() + TOLD_WITHIN_MS;
      await becomes(() => {
        const { running, ending } = this.editor.hosts();
        return running === 0 || (ending === 0 && Date.now() > late);
      }, true);
      if (this.editor.hosts().running === 0) this.editor.giveBack();
      else await this.editor.end();
    } catch (error) {
      for (const page of windows) openPages.delete(page);
      await this.editor.end();
      throw error;
    }
  }

  /** As with the command of that name: the extension host starts afresh, what was stored stays. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("load", { timeout: 60_000 });
    await this.runCommand("Developer: Reload Window");
    await loaded;
    await this.drawn();
  }

  /** Runs the command with exactly this "Category: Title". */
  async runCommand(title: string): Promise<void> {
    await this.showCommands(title, this.quickInputRow(title, { isWhole: true }));
    await this.quickInputRow(title, { isWhole: true }).click();
  }

  /** The titles of everything that the palette offers for these first letters. Leaves the palette closed. */
  async commandTitles(start: string): Promise<string[]> {
    await this.showCommands(start, this.quickInputRow(start).first());
    const titles = await this.quickInputRow(start).locator(".label-name").allTextContents();
    await this.page.keyboard.press("Escape");
    return titles;
  }

  /** Opens the composer by its command and returns its page, once the cursor is in the box. */
  async compose(): Promise<Frame> {
    await this.runCommand("Plumbline: Ask About This Code");
    const panel = await this.webviewWith("main:has(.start) textarea");
    await panel.locator("textarea:focus").waitFor();
    return panel;
  }

  /**
   * Asks a new question only by keys: command, type, Enter. In a composer that already has the cursor, without the
   * command.
   */
  async ask(question: string, composer?: Frame): Promise<Frame> {
    const panel = composer ?? (await this.compose());
    await this.page.keyboard.type(question);
    await this.page.keyboard.press("Enter");
    await panel.locator("article").first().waitFor();
    return panel;
  }

  /** Signs in with a token, by the palette, and clears the notice about it. */
  async signIn(address: string, token: string): Promise<void> {
    await this.runCommand("Plumbline: Sign In…");
    await this.typeInput("Sign In (1/2)", address);
    await this.typeInput("Sign In (2/2)", token);
    await this.toast(/Signed in to/).waitFor();
    await this.runCommand("Notifications: Clear All Notifications");
  }

  /** Types into the input box that shows `title` and accepts it. */
  async typeInput(title: string, value: string): Promise<void> {
    await this.fillInput(title, value);
    await this.quickInputField.press("Enter");
  }

  /**
   * The same with no time between the last letter and Enter: any reaction of the extension to the letters comes too
   * late.
   */
  async typeAndEnterAtOnce(title: string, value: string): Promise<void> {
    await this.inputTitled(title).waitFor();
    await this.quickInputField.evaluate((field, text) => {
      (field as HTMLInputElement).value = text;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", keyCode: 13, bubbles: true }));
    }, value);
  }

  /** Types into the input box that shows `title`, and, if it has rows, waits for a first row with that text. */
  async fillInput(title: string, value: string, { hasRows = false } = {}): Promise<void> {
    await this.inputTitled(title).waitFor();
    await this.quickInputField.fill(value);
    if (hasRows) await this.quickInput.locator(".monaco-list-row.focused", { hasText: value }).waitFor();
  }

  /** The content of the input box that shows `title`. */
  async inputValue(title: string): Promise<string> {
    await this.inputTitled(title).waitFor();
    return this.quickInputField.inputValue();
  }

  /** Types key by key at the cursor in the input that shows `title`. */
  async type(title: string, value: string): Promise<void> {
    await this.quickInput.filter({ hasText: title }).waitFor();
    await this.quickInputField.pressSequentially(value);
  }

  async clearInput(): Promise<void> {
    await this.quickInputField.fill("");
  }

  /** The rows of the open list with this text. */
  listRow(label: string): Locator {
    return this.quickInputRow(label);
  }

  /** Types at the cursor in the open input box, and accepts it. */
  async typeAtCursor(value: string): Promise<void> {
    await this.quickInputField.pressSequentially(value);
    await this.quickInputField.press("Enter");
  }

  /** Chooses an entry of the open list. */
  async pick(label: string): Promise<void> {
    await this.quickInputField.fill(label); // only rows in sight exist
    await this.page.mouse.move(0, 0); // what the editor shows below a resting pointer covers rows
    await this.quickInputRow(label).first().click();
  }

  /** Opens a file by its name or the end of its path. */
  async openFile(path: string): Promise<void> {
    const name = basename(path);
    await this.openQuickInput("Control+P", path);
    // The list orders files that were open before differently from those that are found a moment later.
    const row = this.quickInputRow(name)
      .filter({ hasText: dirname(path).replace(/^\.$/, "") })
      .first();
    await row.waitFor();
    // A click is lost where the row is drawn anew before the button is up again.
    if ((await row.getAttribute("class"))?.includes("focused")) await this.page.keyboard.press("Enter");
    else await clickRow(row);
    await this.activeTab(name).waitFor();
    // A tab is active before its file is read: until then, another file may be in the same editor.
    const editor = `.editor-group-container.active .monaco-editor.focused[data-uri$="/${encodeURI(path)}"]`;
    await this.page.locator(editor).waitFor();
  }

  /** Selects whole lines of the active editor, both one-based, the last one included. */
  async selectLines(first: number, last: number): Promise<void> {
    await this.openQuickInput("Control+G", `:${String(first)}`);
    await this.quickInputRow(`line ${String(first)} `).click(); // Enter would be lost if it came before this row
    await this.cursorAt(first).waitFor();
    for (let line = first; line < last; line++) await this.page.keyboard.press("Shift+ArrowDown");
    await this.page.keyboard.press("Shift+End");
  }

  /** The icon of a view container in the activity bar. A click opens the container, or closes it if it is open. */
  activityIcon(name: string): Locator {
    return this.page.locator(`.activitybar a.action-label[aria-label^="${name}"]`).first();
  }

  /**
   * Opens a view container, if it isn't open. Doesn't use its icon: if a reload is just opening it again, a click
   * closes it.
   */
  async openContainer(name: string): Promise<void> {
    const title = this.page.locator(".part.sidebar .title-label", { hasText: new RegExp(`^${name}\\b`, "i") });
    if (!(await title.isVisible())) await this.runCommand(`View: Show ${name}`);
    await title.waitFor();
  }

  async setColorTheme(name: keyof typeof COLOR_THEMES | Theme): Promise<void> {
    const { title, className } = typeof name === "string" ? COLOR_THEMES[name] : name;
    const row = this.quickInputRow(title).first();
    await this.openUntilListed(row, async () => {
      await this.runCommand("Preferences: Color Theme");
      await this.quickInputField.fill(title); // only rows in sight exist
    });
    await row.click();
    await this.page.locator(`.monaco-workbench.${className}`).waitFor();
  }

  /** Clicks an entry of the menu that a right click opened. A menu accepts no click in its first 100 ms. */
  async clickMenuItem(label: string): Promise<void> {
    const item = this.page.locator(".monaco-menu .action-label", { hasText: label });
    await item.waitFor();
    await sleep(200);
    await item.click();
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator(".part.statusbar .statusbar-item", { hasText: text });
  }

  /** What is said of a search that is over. While it runs, a tree that is drawn anew may take the keys back. */
  searchOutcome(text: string): Locator {
    return this.statusItem(text).filter({ has: this.page.locator(".codicon-search") });
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator(".notifications-toasts .notification-toast", { hasText: text });
  }

  toastButton(text: string | RegExp, label: string): Locator {
    return this.toast(text).locator(".monaco-button", { hasText: label });
  }

  /** A modal question. */
  dialog(text: string | RegExp): Locator {
    return this.page.locator(".monaco-dialog-box", { hasText: text });
  }

  dialogButton(text: string | RegExp, label: string): Locator {
    return this.dialog(text).locator(".monaco-button", { hasText: label });
  }

  /**
   * A button in the heading of a view. Moves the pointer there: buttons are shown while it, or the focus, is in the
   * view.
   */
  async viewButton(view: string, title: string): Promise<Locator> {
    await this.pane(view).locator(".pane-header").hover();
    return this.pane(view).locator(`.pane-header .action-label[aria-label*="${title}"]`);
  }

  /** Rows of a view in the side bar, except those that stick to its top; the view is named by its heading. */
  treeRow(view: string, text: string | RegExp): Locator {
    return this.pane(view).locator(".monaco-list-row:not(.monaco-tree-sticky-row)", { hasText: text });
  }

  /** The rows of a view, once they have the focus. */
  focusedTree(view: string): Locator {
    return this.pane(view).locator(".monaco-list:focus");
  }

  /** Moves the focus to the rows of a view. */
  async focusTree(view: string): Promise<void> {
    await this.pane(view).locator(".monaco-list").focus();
  }

  /** Leaves the view's space in the side bar to the other views: rows out of sight don't exist. */
  async collapseView(view: string): Promise<void> {
    const heading = this.page.locator('.pane-header[aria-expanded="true"]', { hasText: view });
    if (!(await heading.isVisible())) return;
    await heading.locator("h3.title").click();
    await heading.waitFor({ state: "detached" });
  }

  activeTab(name: string | RegExp): Locator {
    return this.page.locator(".editor-group-container.active .tab.active", { hasText: name });
  }

  /** Both are one-based. Without a column, anywhere on the line, including a selection that ends there. */
  cursorAt(line: number, column?: number): Locator {
    const position = column === undefined ? `Ln ${String(line)},` : `Ln ${String(line)}, Col ${String(column)}`;
    return this.page.locator("#status\\.editor\\.selection", { hasText: position });
  }

  /** The document of the webview that shows `selector`: it is two frames deep, and may be replaced while it loads. */
  async webviewWith(selector: string): Promise<Frame> {
    const end = Date.now() + WAIT_MS;
    do {
      for (const frame of this.page.frames()) {
        if (!frame.url().includes("/webview/browser/pre/fake.html")) continue;
        const isShown = await frame
          .locator(selector)
          .first()
          .isVisible()
          .catch(() => false);
        if (isShown) return frame;
      }
      await sleep(100);
    } while (Date.now() < end);
    const tabs = await this.page.locator(".tab.active").allInnerTexts();
    throw new Error(`No webview shows ${selector}; the active tabs are ${JSON.stringify(tabs)}.`);
  }

  /** The copied text, once it is the expected one. */
  async copied(isIt: RegExp): Promise<string> {
    for (const end = Date.now() + WAIT_MS; ;) {
      const text = await this.page.evaluate(() => navigator.clipboard.readText());
      if (isIt.test(text)) return text;
      if (Date.now() > end) throw new Error(`Waited in vain for ${String(isIt)} in the clipboard, which has: ${text}`);
      await sleep(50);
    }
  }

  /** Shows an Output channel and returns the lines in sight. */
  async output(channel: string): Promise<string> {
    await this.runCommand("Output: Show Output Channels...");
    await this.pick(channel);
    const lines = this.page.locator(".output-view .view-line");
    await lines.first().waitFor();
    return (await lines.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
  }

  /** Everything logged in this editor since it was opened: by the server, by the extension hosts and in Output. */
  logs(): string {
    return this.editor.logs();
  }

  /** Every file that the editor keeps for this user, except what the browser keeps. */
  files(): ReadonlyMap<string, Buffer> {
    return this.editor.files();
  }

  /** Saves a picture for people to look at, where tests take their time. */
  async screenshot(name: string, part?: Part): Promise<void> {
    if (isThorough) await takeScreenshot(this.page, name, part);
  }

  private get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:not([style*="display: none"])');
  }

  /** Found by its heading: the rows of the palette have commands with the same name. */
  private inputTitled(title: string): Locator {
    return this.quickInput.locator(".quick-input-title", { hasText: title });
  }

  private get quickInputField(): Locator {
    return this.quickInput.locator(".quick-input-box input");
  }

  private quickInputRow(label: string, { isWhole = false } = {}): Locator {
    const rows = this.quickInput.locator(".quick-input-list .monaco-list-row");
    return isWhole
      ? rows.filter({ has: this.page.getByText(label, { exact: true }) }).first()
      : rows.filter({ hasText: label });
  }

  private pane(view: string): Locator {
    const heading = this.page.locator(".pane-header", { hasText: view });
    return this.page.locator(".pane", { has: heading });
  }

  private async showCommands(start: string, row: Locator): Promise<void> {
    await this.openUntilListed(row, () => this.openQuickInput("F1", `>${start}`));
  }

  /**
   * Lists of commands and themes contain only what was known when they were opened, and extensions may just be
   * arriving.
   */
  private async openUntilListed(row: Locator, open: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await open();
      try {
        await row.waitFor({ timeout: (attempt * WAIT_MS) / 20 });
        return;
      } catch (error) {
        if (attempt === 10) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  private async openQuickInput(key: string, value: string): Promise<void> {
    await this.pressForQuickInput(key);
    await this.quickInputField.fill(value);
  }

  /**
   * Presses a key that opens an input at the top, again if what is still on its way took the focus from it. One that is
   * still there is closed first: it would not get the focus by its key, and only here does it stay without.
   */
  async pressForQuickInput(key: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press(key);
      try {
        await this.quickInputField.and(this.page.locator(":focus")).waitFor({ timeout: (attempt * WAIT_MS) / 20 });
        return;
      } catch (error) {
        if (attempt === 10) throw new Error(`${key} brings no input: ${await this.focus()}`, { cause: error });
        if (await this.quickInputField.isVisible()) await this.page.keyboard.press("Escape");
      }
    }
  }

  /** What has the focus, and what may keep it, for the message of a failure. */
  private focus(): Promise<string> {
    return this.page.evaluate(() => {
      const dialog = document.querySelector(".monaco-dialog-box")?.textContent;
      const input = document.querySelector(".quick-input-widget")?.getAttribute("style");
      const element = document.activeElement?.outerHTML.slice(0, 200);
      return JSON.stringify({ element, isInWindow: document.hasFocus(), input, dialog });
    });
  }

  private async drawn(): Promise<void> {
    await this.page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: 2 * WAIT_MS });
  }
}

async function closePage(page: Page): Promise<void> {
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
  openPages.delete(page);
}
