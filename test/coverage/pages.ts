// What runs in pages, for `npm run coverage`: V8 counts there as well, but only tells who asks it.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import type { Page } from "playwright-core";

/**
 * Counts what runs in a page from now on, if anybody wants to know, and adds it to what Node leaves when the page is
 * about to be closed.
 */
export async function countPage(page: Page): Promise<void> {
  const folder = env["NODE_V8_COVERAGE"];
  if (folder === undefined) return;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Profiler.enable");
  await devTools.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const close = page.close.bind(page);
  page.close = async (options) => {
    const counted = await devTools.send("Profiler.takePreciseCoverage");
    writeFileSync(join(folder, `page-${randomUUID()}.json`), JSON.stringify(counted));
    await close(options);
  };
}
