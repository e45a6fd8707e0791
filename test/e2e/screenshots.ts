// Screenshots of a run, in a folder that git ignores, and what is done around all tests. Mocha loads this before them.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { stdout } from "node:process";
import type { Page } from "playwright-core";
import { ROOT } from "../editor/places.mjs";
import { endEditors } from "./editors.ts";

const FOLDER = join(ROOT, "test/e2e/out");

/** The pages that are open; if a test fails, a screenshot of each is saved. */
export const openPages = new Set<Page>();

/** A part of a window, in pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Saves the whole window, or a part of it, as `NAME.png`. */
export async function takeScreenshot(page: Page, name: string, clip?: Part): Promise<void> {
  const fileName = name.replace(/[^\p{L}\p{N}]+/gu, "-");
  await page.screenshot({ path: join(FOLDER, `${fileName}.png`), ...(clip && { clip }) });
}

/** Prints the editor's notices: one that was awaited in vain may have had other words, or not have been shown. */
async function tellNotifications(page: Page): Promise<void> {
  const bell = page.locator("#status\\.notifications a");
  await bell.click({ timeout: 5000 });
  const notices = await page.locator(".notifications-center .notification-list-item-message").allInnerTexts();
  await bell.click({ timeout: 5000 }); // while the list is open, later tests see no notice
  stdout.write(`Notifications: ${JSON.stringify(notices)}\n`);
}

export const mochaHooks: Mocha.RootHookObject = {
  beforeAll() {
    mkdirSync(FOLDER, { recursive: true });
  },
  async afterEach(this: Mocha.Context) {
    if (this.currentTest?.state !== "failed") return;
    const name = `failed-${this.currentTest.title}`;
    for (const page of openPages) {
      await takeScreenshot(page, name).catch(console.error);
      await tellNotifications(page).catch(console.error);
    }
  },
  afterAll: endEditors,
};
