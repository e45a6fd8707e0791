import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isThorough } from "../support/depth.ts";
import { makeSample } from "../support/sample.mjs";
import type { Part } from "./screenshots.ts";
import { clickRow, Workbench } from "./workbench.ts";

/**
 * The pictures of the walkthrough, of steps that other journeys take as well: `npm run picture` takes them from here.
 */
describe("the walkthrough", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const file = join(folder, "eventsource-parser/src/parse.ts");
  let workbench: Workbench;

  before(async () => {
    makeSample(folder);
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  /**
   * Saves a picture for each kind of theme: a part of the window that is legible at the size in which the walkthrough
   * shows it.
   */
  async function picture(step: string, part: Part, show = () => Promise.resolve()): Promise<void> {
    for (const kind of ["dark", "light"] as const) {
      await workbench.setColorTheme(kind);
      await show();
      await workbench.screenshot(`walkthrough-${step}-${kind}`, part);
    }
  }

  const ifThorough = isThorough ? it : () => undefined;
  ifThorough(
    "shows what a person sees who asks, follows a source that has moved, searches, signs in and takes a key",
    async () => {
      const { page } = workbench;
      await workbench.runCommand("View: Close All Editors");
      await workbench.openFile("eventsource-parser/src/parse.ts");
      await workbench.selectLines(43, 60);
      const panel = await workbench.ask("How does this handle a byte order mark?");
      await panel.locator(".sources button").nth(2).waitFor();
      await picture("ask", { x: 560, y: 36, width: 720, height: 732 });

      writeFileSync(file, `// One line more than was cited.\n${readFileSync(file, "utf8")}`);
      await workbench.openContainer("Plumbline");
      await clickRow(workbench.treeRow("Sources", /moved/).first());
      await picture("sources", { x: 0, y: 36, width: 720, height: 732 });

      await workbench.openContainer("Code Search");
      const search = await workbench.webviewWith("input[role=combobox]");
      await search.locator("input[role=combobox]").fill("createParser lang:typescript");
      await search.locator("input[role=combobox]").press("Enter");
      await workbench
        .treeRow("Search Results", /createParser/)
        .first()
        .waitFor();
      await picture("search", { x: 0, y: 36, width: 720, height: 732 });

      await picture("signIn", { x: 280, y: 0, width: 720, height: 300 }, async () => {
        await workbench.runCommand("Plumbline: Sign In…");
        assert.equal(await workbench.inputValue("Sign In (1/2)"), "");
      });
      await page.keyboard.press("Escape");
      await picture("keys", { x: 280, y: 0, width: 720, height: 460 }, async () => {
        await page.keyboard.press("F1");
        await page.locator(".quick-input-widget input:focus").waitFor();
        await page.keyboard.type("Plumbline: Go to");
        await workbench.listRow("Go to Next Source").first().waitFor();
      });
    },
  );
});
