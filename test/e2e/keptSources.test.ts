import { appendFileSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSample } from "../support/sample.mjs";
import { clickRow, Workbench } from "./workbench.ts";

const QUESTION = "What does measureRainfall do?";
const RAINFALL = `${"\n".repeat(4)}/** Adds up the rainfall of some days. */
export function measureRainfall(days) {
  return days.reduce((sum, day) => sum + day.rainfall, 0);
}
`;
/** A similar function, of which nobody can be sure that it is the same. */
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
describe("a source of the local service that no commit has", () => {
  let workbench: Workbench;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  });

  afterEach(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  async function ask(): Promise<void> {
    await workbench.openContainer("Plumbline");
    await workbench.ask(QUESTION);
    await workbench.webviewWith(".sources .status.same");
  }

  /** Waits until the row says so, now and once more after the answer was closed and opened again. */
  async function expectNowAndReopened(name: string, kind: string, words: RegExp): Promise<void> {
    const look = async () => {
      const panel = await workbench.webviewWith(`.sources .status.${kind}`);
      const status = panel.locator(`.sources .status.${kind}`, { hasText: words }).first();
      await status.waitFor();
      await status.scrollIntoViewIfNeeded();
      await panel.evaluate(() => document.fonts.ready.then(() => undefined)); // the icon font
    };
    await look();
    await workbench.screenshot(`kept-${name}`);
    await workbench.runCommand("View: Close All Editors");
    await workbench.activeTab(QUESTION.slice(0, 10)).waitFor({ state: "detached" });
    await clickRow(workbench.treeRow("Conversations", QUESTION).first());
    await look();
    await workbench.screenshot(`kept-${name}-reopened`);
  }

  /** Opens the source that moved, and waits for its new lines. */
  async function open(line: number): Promise<void> {
    const panel = await workbench.webviewWith(".sources .status.moved");
    const moved = panel.locator(".sources :is(.place, .only)", { has: panel.locator(".status.moved") }).first();
    await moved.locator("button").first().click();
    await workbench.cursorAt(line).waitFor();
  }

  it("in a plain folder has moved, is perhaps somewhere, or gone with its file", async () => {
    const file = join(folder, "rainfall.js");
    writeFileSync(file, RAINFALL);
    workbench = await Workbench.open({ folder });
    await ask();
    writeFileSync(file, INSERTED + RAINFALL);
    await expectNowAndReopened("plain-folder", "moved", /^\s*moved to line 8\s*$/);
    await open(8);
    writeFileSync(file, SIMILAR);
    await expectNowAndReopened("perhaps", "perhaps", /^\s*perhaps line \d\s*$/);
    rmSync(file);
    await expectNowAndReopened("deleted-file", "gone", /^\s*gone\s*$/);
  });

  for (const [name, isRestricted] of [
    ["a file with uncommitted edits", false],
    ["Restricted Mode", true],
  ] as const)
    it(`in ${name} has moved`, async () => {
      makeSample(folder);
      const file = join(folder, "eventsource-parser/src/errors.ts");
      appendFileSync(file, RAINFALL);
      const text = readFileSync(file, "utf8");
      const line = text.split("\n").findIndex((each) => each.startsWith("/** Adds up")) + 1;
      workbench = await Workbench.open({ folder, isRestricted });
      await ask();
      writeFileSync(file, INSERTED + text);
      const words = new RegExp(`^\\s*moved to line ${String(line + 3)}\\s*$`);
      await expectNowAndReopened(isRestricted ? "restricted-mode" : "dirty-file", "moved", words);
      await open(line + 3);
    });
});
