import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSample } from "../support/sample.mjs";
import { clickRow, Workbench } from "./workbench.ts";

/** What the questions are about. None is in a commit, and no question finds another one. */
type Thing = "Rainfall" | "Snowdepth";

const question = (thing: Thing) => `What does measure${thing} do?`;
const functionOf = (thing: Thing) => {
  const field = thing.toLowerCase();
  return `${"\n".repeat(4)}/** Adds up the ${field} of some days. */
export function measure${thing}(days) {
  return days.reduce((sum, day) => sum + day.${field}, 0);
}
`;
};
/** A function similar to that of rainfall, of which nobody can be sure that it is the same. */
const SIMILAR = `// one

/** Adds up the rainfall of all weeks. */
export function totalOf(weeks) {
  return weeks.reduce((sum, week) => sum + week.rainfall, 0);
}
`;
const INSERTED = "// one\n// two\n// three\n";

/**
 * The local service's answers about what is in no commit: what becomes of their sources when the files change on disk.
 */
for (const isRestricted of [false, true])
  describe(`a source of the local service that no commit has${isRestricted ? ", in Restricted Mode" : ""}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
    let workbench: Workbench;

    before(async () => {
      makeSample(folder);
      workbench = await Workbench.open({ folder, isRestricted });
      await workbench.openContainer("Plumbline");
    });

    after(async () => {
      await workbench.close();
      rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
    });

    async function ask(thing: Thing): Promise<void> {
      await workbench.runCommand("View: Close All Editors");
      await workbench.ask(question(thing));
      await workbench.webviewWith(".sources .status.same");
    }

    /** Waits until the row says so, now and once more after the answer was closed and opened again. */
    async function expectNowAndReopened(thing: Thing, kind: string, words: RegExp): Promise<void> {
      const look = async () => {
        const panel = await workbench.webviewWith(`.sources .status.${kind}`);
        const status = panel.locator(`.sources .status.${kind}`, { hasText: words }).first();
        await status.waitFor();
        await status.scrollIntoViewIfNeeded();
        await panel.evaluate(() => document.fonts.ready.then(() => undefined)); // the icon font
      };
      const name = `kept-${thing}-${kind}${isRestricted ? "-restricted" : ""}`;
      await look();
      await workbench.screenshot(name);
      await workbench.runCommand("View: Close All Editors");
      await workbench.activeTab(question(thing).slice(0, 10)).waitFor({ state: "detached" });
      await clickRow(workbench.treeRow("Conversations", question(thing)).first());
      await look();
      await workbench.screenshot(`${name}-reopened`);
    }

    /** Opens the source that moved, and waits for its new lines. */
    async function open(line: number): Promise<void> {
      const panel = await workbench.webviewWith(".sources .status.moved");
      const moved = panel.locator(".sources :is(.place, .only)", { has: panel.locator(".status.moved") }).first();
      await moved.locator("button").first().click();
      await workbench.cursorAt(line).waitFor();
    }

    it("has moved in a file with uncommitted edits", async () => {
      const file = join(folder, "eventsource-parser/src/errors.ts");
      appendFileSync(file, functionOf("Snowdepth"));
      const text = readFileSync(file, "utf8");
      const line = text.split("\n").findIndex((each) => each.startsWith("/** Adds up")) + 1;
      await ask("Snowdepth");
      writeFileSync(file, INSERTED + text);
      await expectNowAndReopened("Snowdepth", "moved", new RegExp(`^\\s*moved to line ${String(line + 3)}\\s*$`));
      await open(line + 3);
    });

    if (!isRestricted)
      it("has moved in a folder without a repository, is perhaps somewhere, or perhaps gone with its file", async () => {
        const file = join(folder, "plain/rainfall.js");
        mkdirSync(join(folder, "plain"));
        writeFileSync(file, functionOf("Rainfall"));
        await ask("Rainfall");
        writeFileSync(file, INSERTED + functionOf("Rainfall"));
        await expectNowAndReopened("Rainfall", "moved", /^\s*moved to line 8\s*$/);
        await open(8);
        writeFileSync(file, SIMILAR);
        await expectNowAndReopened("Rainfall", "perhaps", /^\s*perhaps line \d\s*$/);
        rmSync(file);
        await expectNowAndReopened("Rainfall", "perhapsGone", /^\s*perhaps gone\s*$/);
      });
  });
