import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong with a page, one element per line; empty if there is nothing. */
export async function violationsIn(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(`${AXE}; undefined`);
  const { violations } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return axe.run({ resultTypes: ["violations"], preload: false });
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any: [first] }) => `${id}: ${html.slice(0, 160)} ${first?.message ?? ""}`),
  );
}
