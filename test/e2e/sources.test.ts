import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { isThorough } from "../support/depth.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { makeSample } from "../support/sample.mjs";
import { becomes, clickRow, Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const TITLE = "How the parser reads";
const REPOSITORY = "github.com/rexxars/eventsource-parser";
const PATH = "src/parse.ts";
const REMOTE = "github.com/nodejs/node@0123456789abcdef0123456789abcdef01234567";

/** What became of an answer's sources, in the panel and in the view of sources. */
describe("the sources of an answer", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const root = join(folder, "eventsource-parser");
  let workbench: Workbench;
  let service: ScriptedConversations;

  before(async () => {
    makeSample(folder);
    const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
    const text = readFileSync(join(root, PATH), "utf8");
    const source = (words: string, lines: string, path = PATH) =>
      `[\`${words}\`](/${REPOSITORY}@${commit}/-/blob/${path}?L${lines})`;
    const files = new Map([
      [`${REPOSITORY}@${commit}/${PATH}`, text],
      [`${REMOTE}/lib/events.js`, `${Array.from({ length: 40 }, (_, at) => `  emit(${at});`).join("\n")}\n`],
    ]);
    service = await ScriptedConversations.start(
      [
        {
          title: TITLE,
          questions: [
            {
              question: TITLE,
              answer: [
                `The fields are read by ${source("createParser", "43-55")}, which calls ${source("feed", "60-66")}.`,
                `- A comment is told by ${source("onComment", "128-140")}, and a noop is ${source("noop", "20-24")}.`,
                `- What can go wrong is in ${source("errors.ts", "5-20", "src/errors.ts")}, not in ${source("failures.ts", "1-9", "src/failures.ts")}.`,
                `- The events themselves come from [\`events.js\`](/${REMOTE}/-/blob/lib/events.js?L3-12).`,
              ].join("\n\n"),
            },
          ],
        },
      ],
      (name) => files.get(name),
    );
    const lines = text.split("\n");
    const edited = lines.toSpliced(127, 13).with(62, "    // another line").toSpliced(30, 0, "// one", "// two");
    writeFileSync(join(root, PATH), edited.join("\n"));
    workbench = await Workbench.open({ folder });
    await workbench.signIn(service.server.baseUrl, TOKEN);
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", TITLE).waitFor();
  });

  after(async () => {
    await workbench.close();
    await service[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  async function open(): Promise<Frame> {
    await clickRow(workbench.treeRow("Conversations", TITLE));
    return workbench.webviewWith(".status.gone");
  }

  it("are shown as moved, changed and gone", async () => {
    const panel = await open();
    const labels = async () => (await panel.locator(".sources .status").allTextContents()).map((label) => label.trim());
    await becomes(labels, ["moved to line 45", "changed, now line 62", "gone", "", "", "no such file", "found"]);
    assert.equal(await panel.locator(".sources .count").textContent(), "7", "as many as their statuses add up to");
    await workbench.screenshot("sources");
    const link = panel.locator(".link.source", { hasText: "events.js" });
    assert.match((await link.getAttribute("title")) ?? "", /^lib\/events\.js:3–12 .*\n.+\n\nemit\(2\);\nemit\(3\);/);
    const noop = panel.locator(".link.source", { hasText: "noop" });
    assert.match((await noop.getAttribute("title")) ?? "", /\nUnchanged in your copy\n\n/);
    assert.equal(await panel.locator(".link .codicon-circle-slash").count(), 1);
    assert.equal(await panel.locator(".link .codicon-warning").count(), 1);
  });

  it("show the sentence that cites a row, and the row of a link", async () => {
    const panel = await open();
    await workbench.collapseView("Conversations");
    await clickRow(workbench.treeRow("Sources", "128–140"));
    const cited = () => panel.evaluate(() => [...(CSS.highlights.get("cited") ?? [])].map(String).join());
    await becomes(cited, "A comment is told by onComment, and a noop is noop.");
    for (const theme of isThorough ? (["dark", "highContrast", "light"] as const) : []) {
      await workbench.setColorTheme(theme);
      await workbench.screenshot(`sources-view-${theme}`);
    }
    await panel.locator(".link.source", { hasText: "failures.ts" }).focus();
    await workbench.page.locator(".monaco-list-row.selected", { hasText: "failures.ts" }).waitFor();
    await workbench.screenshot("sources-view-revealed");
    await workbench.runCommand("Focus on Conversations View");
  });

  it("have a view while they are there, and take no room without them", async () => {
    const heading = workbench.page.locator(".pane-header", { hasText: "Sources" });
    await open();
    await heading.waitFor();
    await workbench.runCommand("View: Close All Editors");
    await heading.waitFor({ state: "detached" });
    await workbench.screenshot("sources-view-none");
  });
});
