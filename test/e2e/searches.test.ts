import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isThorough } from "../support/depth.ts";
import { makeSample } from "../support/sample.mjs";
import { json, ScriptedServer } from "../support/scriptedServer.ts";
import { clickRow, Workbench } from "./workbench.ts";

const RESULTS = "Search Results";

/** Searching by hand: the prompt, and the rows with what they show and open. */
describe("searching by hand", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;

  before(async () => {
    makeSample(folder);
    const repository = join(folder, "eventsource-parser");
    const file = join(repository, "src/parse.ts");
    const who = ["-c", "user.name=Ann", "-c", "user.email=ann@plumbline.invalid"];
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace("export function createParser", "export function makeParser"),
    );
    execFileSync("git", [...who, "commit", "--quiet", "--all", "--message=Rename the parser's maker"], {
      cwd: repository,
    });
    execFileSync("git", ["checkout", "--quiet", "HEAD^", "--", "src/parse.ts"], { cwd: repository });
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  async function search(query: string): Promise<void> {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", query);
  }

  it("shows the lines around a match on hover", async () => {
    await workbench.openContainer("Code Search");
    await search('repo:eventsource-parser "function createParser"');
    const row = workbench.treeRow(RESULTS, "function createParser");
    const hover = workbench.page.locator(".workbench-hover .monaco-tokenized-source", { hasText: "createParser" });
    // The editor shows no hover if it redraws the row meanwhile, for instance for git's marks: a person moves the
    // pointer a little.
    for (let x = 20; !(await hover.isVisible()); x = x === 20 ? 60 : 20) {
      await row.hover({ position: { x, y: 8 } });
      await workbench.page.waitForTimeout(1500);
    }
    await workbench.screenshot("search-hover");
  });

  it("copies and dismisses the row that the keys are on", async () => {
    await search("createParser lang:typescript");
    const { page } = workbench;
    const row = workbench.treeRow(RESULTS, "function createParser").first();
    await workbench.statusItem("6 matches in 1 repository").waitFor();
    await clickRow(row);
    await workbench.activeTab("parse.ts").waitFor();
    await page.keyboard.press("ControlOrMeta+c");
    await workbench.copied(/export function createParser/);
    const file = workbench.treeRow(RESULTS, /^parse\.ts/);
    await file.waitFor();
    for (const left of [5, 4]) {
      await page.keyboard.press("Delete");
      await workbench.statusItem(`${left} matches in 1 repository`).waitFor();
      await page.locator(".monaco-list-row.selected").waitFor();
    }
    await row.waitFor({ state: "detached" });
    await workbench.treeRow(RESULTS, "Did you mean").waitFor({ state: "detached" }); // its second match was the last
    await file.waitFor({ state: "detached" }); // else the keys could be on it, and go with it
    const [selected, focused] = [".selected", ".focused"].map((state) =>
      workbench.treeRow(RESULTS, "").and(page.locator(state)).locator(".label-name"),
    );
    const stays = await selected?.innerText();
    await page.keyboard.press("ArrowUp");
    const goes = await focused?.innerText();
    assert.ok(stays !== undefined && goes !== undefined && goes !== stays);
    await page.keyboard.press("ControlOrMeta+c");
    await workbench.copied(new RegExp(goes.replace(/^\d+: /, "").replace(/[^\w ]/g, ".")));
    await page.keyboard.press("Delete");
    await workbench.treeRow(RESULTS, goes).waitFor({ state: "detached" });
    await workbench.treeRow(RESULTS, stays).first().waitFor();
  });

  it("goes through the matches by F4 where these have the focus, whatever answer is open", async () => {
    const panel = await workbench.ask("Where is the retry interval parsed?");
    await panel.locator("article .link.source").first().waitFor();
    await search("createParser file:stream.ts");
    await workbench.statusItem("2 matches in 1 repository").waitFor();
    await workbench.runCommand("Focus on Search Results View");
    await workbench.page.keyboard.press("F4");
    await workbench.activeTab("stream.ts").waitFor();
    await workbench.runCommand("View: Close All Editors");
  });

  it("shows a change that matched in the editor's comparison", async () => {
    await search("repo:eventsource-parser type:diff makeParser");
    await workbench.treeRow(RESULTS, "Rename the parser's maker").waitFor();
    await clickRow(workbench.treeRow(RESULTS, "Rename the parser's maker").locator(".monaco-tl-twistie"));
    await clickRow(workbench.treeRow(RESULTS, "function makeParser"));
    await workbench.page.locator(".monaco-diff-editor .modified .view-line", { hasText: "makeParser" }).waitFor();
    await workbench.screenshot("search-diff");
  });

  it("writes what the toggles mean into the query, and explains the query language", async () => {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.clearInput();
    await workbench.type("Search Code", "parser");
    await workbench.page.locator(".quick-input-widget .codicon-whole-word").first().click();
    await workbench.screenshot("search-prompt");
    await workbench.page.keyboard.press("Enter");
    await workbench.statusItem(/matches in 2 repositories/).waitFor();
    await workbench.runCommand("Plumbline: Show Query Syntax");
    await workbench.activeTab("Query Syntax").waitFor();
    await workbench.webviewWith("h1");
    await workbench.screenshot("search-syntax");
  });

  it("keeps and pins searches", async () => {
    await workbench.runCommand("Plumbline: Show Recent Searches…");
    await workbench.listRow("type:diff makeParser").hover();
    await workbench.screenshot("search-recent");
    await workbench.listRow("type:diff makeParser").locator(".codicon-pin").click();
    await workbench.listRow("type:diff makeParser").locator(".codicon-pinned").first().waitFor();
    await workbench.page.keyboard.press("Escape");
  });

  for (const theme of isThorough ? (["light", "highContrast"] as const) : [])
    it(`is drawn in ${theme}`, async () => {
      await search("lang:typescript parser");
      // Which file comes first, and whether another one is in view below it, is a matter of chance.
      await workbench.page.locator(".pane-header", { hasText: "lang:typescript parser" }).waitFor();
      await workbench.treeRow(RESULTS, /\.ts/).first().waitFor();
      await workbench.setColorTheme(theme);
      await workbench.screenshot(`search-${theme}`);
      assert.ok((await workbench.treeRow(RESULTS, /\.ts/).count()) > 0);
    });

  it("runs what is typed and entered at once, in a window that has just opened", async () => {
    await search("eventStreamOfBefore");
    await workbench.page.locator(".pane-header", { hasText: "eventStreamOfBefore" }).waitFor();
    await workbench.reload();
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeAndEnterAtOnce("Search Code", "file:parse\\.ts$ createParser");
    await workbench.page.locator(".pane-header", { hasText: "file:parse" }).waitFor();
    await workbench.treeRow(RESULTS, "function createParser").first().waitFor();
  });

  it("runs what is typed and entered at once, though an earlier query begins with it", async () => {
    await search("createParser lang:typescript");
    await workbench.page.locator(".pane-header", { hasText: "createParser lang:typescript" }).waitFor();
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.fillInput("Search Code", "createPars", { hasRows: true });
    await workbench.listRow("createParser lang:typescript").waitFor();
    await workbench.typeAndEnterAtOnce("Search Code", "createParser");
    await workbench.page.locator(".pane-header", { hasText: /createParser$/ }).waitFor();
  });

  it("begins at the top with each search, wherever the one before was scrolled to", async () => {
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path.includes("/search/stream")) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(`event: matches\ndata: ${JSON.stringify(manyFiles())}\n\nevent: done\ndata: {}\n\n`);
      } else if (path === "/__version") {
        response.end("7.1.0");
      } else json(response, { conversationSummaries: [] });
    });
    await workbench.signIn(server.baseUrl, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");

    await search("one");
    // The first rows come before the others.
    await workbench.treeRow(RESULTS, "file0.ts").and(workbench.page.locator('[aria-setsize="200"]')).waitFor();
    await workbench.focusTree(RESULTS);
    await workbench.page.keyboard.press("End");
    await workbench.treeRow(RESULTS, "file0.ts").waitFor({ state: "detached" });
    await search("other");
    await workbench.treeRow(RESULTS, "file0.ts").waitFor();
  });
});

function manyFiles(): unknown {
  return Array.from({ length: 200 }, (_, index) => ({
    type: "path",
    repository: "corp/far",
    path: `file${index}.ts`,
    commit: "c0ffee",
  }));
}
