// Screenshots of a run, in a folder that git ignores. Mocha loads this before the tests.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "../editor/places.mjs";

const FOLDER = join(ROOT, "test/e2e/out");

/** The pages that are open; if a test fails, a screenshot of each is left. */
export const openPages = new Set<Page>();

/** Leaves `NAME.png`. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const fileName = name.replace(/[^\p{L}\p{N}]+/gu, "-");
  await page.screenshot({ path: join(FOLDER, `${fileName}.png`) });
}

export const mochaHooks: Mocha.RootHookObject = {
  beforeAll() {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
  },
  async afterEach(this: Mocha.Context) {
    if (this.currentTest?.state !== "failed") return;
    const name = `failed-${this.currentTest.title}`;
    for (const page of openPages) await takeScreenshot(page, name).catch(console.error);
  },
};
