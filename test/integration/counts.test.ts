import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { ResultNode } from "../../src/host/results/resultNodes.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { isThorough } from "../support/depth.ts";
import { plain, ScriptedServer } from "../support/scriptedServer.ts";
import { labelOf, openResults, plumbline, until } from "./extension.ts";

const NOTHING = "nothingIsCalledThis";
/** One of each kind whose numbers come about in another way. */
const QUERIES_OF_EACH_KIND: readonly string[] = [
  "parser",
  NOTHING,
  "type:file Error",
  "type:symbol lang:typescript on",
  "type:path parse",
  "type:repo undici",
  "type:commit a",
  "type:diff retry",
  "patternType:regexp file:parse\\.ts$ e+",
  "select:repo parser",
  "select:file.directory parser",
  "select:symbol.function type:symbol parse",
  "count:7 e",
  "type:symbol type:file createParser",
  "type:repo type:path undici",
  "patternType:regexp (unclosed",
];
const MORE_QUERIES: readonly string[] = [
  ...["createParser", "stream", "TODO", "retry", '"event stream"', "case:yes Parser"],
  ...["parser", "body", NOTHING].map((word) => `type:file ${word}`),
  ...["Parser", "create", "Error", "Settings", NOTHING].map((word) => `type:symbol ${word}`),
  ...["README", "lib/", NOTHING, "file:\\.ts$"].map((word) => `type:path ${word}`),
  ...["e", NOTHING].map((word) => `type:repo ${word}`),
  ...["undici", NOTHING].map((word) => `type:commit ${word}`),
  "type:diff createParser",
  ...[".", "\\w+", "(a|e)", "function\\s\\w+", "^", "[^\\n]*"].map(
    (text) => `patternType:regexp file:parse\\.ts$ ${text}`,
  ),
  ...["file", "content"].map((what) => `select:${what} parser`),
  ...["symbol", "symbol.class"].map((what) => `select:${what} type:symbol parse`),
  ...["count:1 parser", "count:all lang:typescript e", "parser OR retry lang:typescript", "parser NOT stream"],
  ...["repo:undici file:README e", "-repo:undici e", "lang:typescript -file:index e"],
  ...["rev:HEAD createParser", "timeout:9s body", "type:file type:path parse"],
  ...["type:banana", "rev:noSuchBranch x", "repo:noSuchRepository x"], // these can have no results
];
const QUERIES = isThorough ? [...QUERIES_OF_EACH_KIND, ...MORE_QUERIES] : QUERIES_OF_EACH_KIND;

interface Json {
  readonly [key: string]: Json;
  readonly [index: number]: Json;
}

/** What a service reports about its own results, counted here as its documentation says. */
interface Told {
  readonly matchCount: number;
  readonly repositoriesCount: number;
  readonly sent: number;
  readonly filters: readonly {
    readonly label: string;
    readonly count: number;
    readonly kind: string;
    readonly exhaustive: boolean;
  }[];
}

describe("the numbers on the screen", () => {
  /** For exported files. */
  const folder = mkdtempSync(join(tmpdir(), "plumbline-counts-"));
  const { showInformationMessage, showSaveDialog } = vscode.window;
  const settings = vscode.workspace.getConfiguration("plumbline.search");
  let parts: TestAccess;
  let server: ScriptedServer;
  /** What the service sent last, as received. */
  let stream = "";
  /** Sent instead of the local service's answer. */
  let answer: ((response: ServerResponse) => void) | undefined;

  // the local service, with a listener in between
  before(async () => {
    parts = await plumbline();
    const local = await parts.local.start();
    server = await ScriptedServer.start(async ({ path }, response) => {
      if (!path.startsWith("/.api/search/stream")) plain(response, 404, "not found");
      else {
        const headers = { authorization: `token ${local.token}`, accept: "text/event-stream" };
        response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
        if (answer) answer(response);
        else response.end((stream = await (await fetch(local.baseUrl + path, { headers })).text()));
      }
    });
    const account = parts.accounts.for(server.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");
    await parts.accounts.add(account);
  });

  after(async () => {
    await parts.accounts.remove(parts.accounts.for(server.baseUrl));
    await parts.accounts.use({ id: "local" });
    await server[Symbol.asyncDispose]();
    Object.assign(vscode.window, { showInformationMessage, showSaveDialog });
    await settings.update("display", undefined, vscode.ConfigurationTarget.Global);
    rmSync(folder, { recursive: true });
  });

  /** What the service reported to the last search. */
  function toldLast(): Told {
    const events = [...stream.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(
      ([, name = "", data = ""]) => [name, JSON.parse(data) as Json] as const,
    );
    const last = (wanted: string) => events.findLast(([name]) => name === wanted)?.[1];
    const matches = events.flatMap(([name, data]) => (name === "matches" ? (data as unknown as Json[]) : []));
    return {
      matchCount: Number(last("progress")?.["matchCount"] ?? 0),
      repositoriesCount: Number(last("progress")?.["repositoriesCount"] ?? 0),
      sent: matches.reduce((sum, match) => sum + countOne(match), 0),
      filters: (last("filters") ?? []) as unknown as Told["filters"],
    };
  }

  /** The sums of the numbers on the rows: for repositories, and for what is below them. */
  async function sums(): Promise<{ repositories: number; inRepositories: number; inFiles: number }> {
    const all = { repositories: 0, inRepositories: 0, inFiles: 0 };
    const visit = async (node?: ResultNode): Promise<void> => {
      for (const child of await parts.results.getChildren(node)) {
        const row = await parts.results.getTreeItem(child);
        if (child.kind === "repository") {
          all.repositories += 1;
          all.inRepositories += child.itself ? 1 : numberIn(row);
          if (child.itself) all.inFiles += 1;
        } else if (child.kind === "item") all.inFiles += child.item.lineCount > 0 ? numberIn(row) : 1;
        if (child.kind === "repository" || child.kind === "range") await visit(child);
      }
    };
    await visit();
    return all;
  }

  async function filterRows(): Promise<readonly string[]> {
    const rows: string[] = [];
    for (const group of await parts.filters.getChildren())
      for (const child of await parts.filters.getChildren(group)) {
        const row = await parts.filters.getTreeItem(child);
        if (child.node.kind === "filter" && child.node.count !== "")
          rows.push(`${labelOf(row)}: ${String(row.description)}`);
      }
    return rows.sort();
  }

  /** Exports what is shown. Returns what is said about it, and for how many items the file has something. */
  async function exported(): Promise<string> {
    let said = "";
    const proposed: (vscode.Uri | undefined)[] = [];
    const file = vscode.Uri.file(join(folder, "results.jsonl"));
    Object.assign(vscode.window, {
      showSaveDialog: ({ defaultUri }: vscode.SaveDialogOptions) => {
        proposed.push(defaultUri);
        return Promise.resolve(file);
      },
      showInformationMessage: (message: string) => {
        said = message;
        return Promise.resolve(undefined);
      },
    });
    await vscode.commands.executeCommand("plumbline.exportResults");
    Object.assign(vscode.window, { showInformationMessage, showSaveDialog });
    assert.notEqual(readFileSync(file.fsPath, "utf8"), "");
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    const [name = assert.fail()] = proposed;
    assert.equal(vscode.Uri.joinPath(name, "..").path, workspace?.uri.path);
    assert.match(name.path, /\/[\p{L}\p{N}_][\p{L}\p{N}._-]*\.md$/u);
    return said;
  }

  /** The sums of the rows, once the view has received all of them: the first ones arrive alone. */
  async function sumsWhenDrawn(expected: number): Promise<Awaited<ReturnType<typeof sums>>> {
    for (const end = Date.now() + 60_000; ;) {
      const found = await sums();
      if (found.inFiles === expected || Date.now() > end) return found;
      await sleep(50);
    }
  }

  async function check(query: string): Promise<void> {
    const status = await parts.searchStatus();
    await vscode.commands.executeCommand("plumbline.search", query);
    const told = toldLast();
    const { current } = parts.searches;
    const repositories = told.repositoriesCount === 1 ? "1 repository" : `${told.repositoriesCount} repositories`;
    const words =
      told.matchCount > 0
        ? `${matchesWords(told.matchCount)} in ${repositories}`
        : (current?.alert?.title.replaceAll("`", "") ?? `No results for ${query}`);
    // An alert is below the query, if that can be seen.
    const shown = (): string => parts.results.message || (parts.queryView.state?.alert?.message ?? "");
    await until(`the heading "${words}"`, () => shown().startsWith(words), 60_000).catch(() => undefined);
    const [heading = "", ...lines] = shown().split(". ");
    assert.ok(heading.startsWith(words), `"${heading}" begins with "${words}"`);
    const said = told.matchCount > 0 ? heading : words;
    await until(`"${said}" in the status bar`, () => status.text.includes(`) ${said}`), 60_000);
    if (told.matchCount === 0) {
      assert.deepEqual(await sums(), { repositories: 0, inRepositories: 0, inFiles: 0 });
      return;
    }
    assert.ok(heading === words || heading === `${words}, stopped at the limit`, `"${heading}" for "${words}"`);
    const rows = await sumsWhenDrawn(told.sent);
    assert.deepEqual([rows.inRepositories, rows.inFiles], [told.sent, told.sent], "the rows add up to what was sent");
    if (told.sent === told.matchCount) assert.equal(rows.repositories, told.repositoriesCount);
    const cut = `Showing ${print(told.sent)} of ${print(told.matchCount)}`;
    assert.equal(lines.includes(cut), told.sent < told.matchCount, lines.join("\n"));
    const listed = told.filters.map(
      ({ label, count, exhaustive }) => `${label}: ${exhaustive ? "" : "≥ "}${print(count)}`,
    );
    const known = new Set(listed); // alternatives to a filter of the query stay from the previous search
    assert.deepEqual(
      (await filterRows()).filter((row) => known.has(row)),
      listed.sort(),
    );
    const inRepositories = told.filters
      .filter(({ kind }) => kind === "repo")
      .reduce((sum, { count }) => sum + count, 0);
    assert.equal(inRepositories, told.matchCount, "the filters add up to the heading");
    const all = matchesWords(told.matchCount);
    assert.equal(await exported(), `Exported ${told.sent < told.matchCount ? `${print(told.sent)} of ` : ""}${all}.`);
  }

  for (const query of QUERIES) {
    it(`agree with the service, everywhere: ${query}`, async () => {
      await check(query);
    });
  }

  it("agree with the service where only so many are displayed", async () => {
    await settings.update("display", 100, vscode.ConfigurationTarget.Global);
    try {
      const some = ["parser", "type:symbol e", "type:path e"];
      const more = ["patternType:regexp file:parse\\.ts$ .", "type:diff e"];
      for (const query of isThorough ? [...some, ...more] : some) await check(query);
    } finally {
      await settings.update("display", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("are those of the rows that a filter leaves, in the view and in what is exported", async () => {
    await vscode.commands.executeCommand("plumbline.search", "parser");
    const all = parts.searches.current?.matches?.counts.ranges ?? 0;
    parts.results.showOnly("README");
    const filtered = await parts.results.arranged.filtered();
    const left = filtered?.kept.ranges ?? 0;
    assert.ok(left > 0 && left < all, `${String(left)} of ${String(all)}`);
    const rows = await sumsWhenDrawn(left);
    assert.deepEqual([rows.inRepositories, rows.inFiles], [left, left]);
    await until("the words", () =>
      parts.results.message.endsWith(`Showing ${print(left)} of ${matchesWords(all)}: rows with README`),
    );
    assert.equal(await exported(), `Exported ${print(left)} of ${matchesWords(all)}.`);
    const paths = readFileSync(join(folder, "results.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { path: string }).path);
    assert.deepEqual([...new Set(paths)].sort(), [...new Set(await leftPaths())].sort());
    parts.results.showOnly("");
    assert.equal((await sumsWhenDrawn(all)).inFiles, all);
    assert.equal(await exported(), `Exported ${matchesWords(all)}.`);
  });

  it("are those of what is left once rows were dismissed, everywhere, and all again with the next search", async () => {
    await vscode.commands.executeCommand("plumbline.search", "parser");
    const status = await parts.searchStatus();
    const all = parts.searches.current?.matches?.counts ?? assert.fail();
    await sumsWhenDrawn(all.ranges);
    const dismiss = async (node: ResultNode | undefined) => {
      await vscode.commands.executeCommand("plumbline.dismissResult", node ?? assert.fail());
    };
    const agree = async (left: number, repositories: number) => {
      const words = `${matchesWords(left)} in ${repositories === 1 ? "1 repository" : `${repositories} repositories`}`;
      await until(`the heading "${words}"`, () => parts.results.message.startsWith(words));
      await until(`"${words}" in the status bar`, () => status.text.includes(`) ${words}`));
      assert.deepEqual(await sumsWhenDrawn(left), { repositories, inRepositories: left, inFiles: left });
      assert.equal(await exported(), `Exported ${matchesWords(left)}.`);
      const rows = await lineRows();
      assert.equal(readFileSync(join(folder, "results.jsonl"), "utf8").trim().split("\n").length, rows);
      const text = (await openResults()).document.getText();
      assert.ok(text.startsWith(`# Query: parser\n# ${words}`), text.slice(0, 100));
      assert.equal(text.match(/^ +\d+: /gm)?.length, rows);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    };
    const [repository] = await parts.results.getChildren();
    const [file, second] = await parts.results.getChildren(repository);
    assert.ok(file?.kind === "item" && second?.kind === "item");
    await dismiss(file);
    let left = all.ranges - file.item.rangeCount;
    await agree(left, all.repositories);
    for (const line of await parts.results.getChildren(second)) await dismiss(line); // the last takes its file with it
    left -= second.item.rangeCount;
    await agree(left, all.repositories);
    const other = (await parts.results.getChildren())[1];
    assert.ok(other?.kind === "repository");
    await dismiss(other);
    left -= other.repository.rangeCount;
    await agree(left, all.repositories - 1);
    parts.results.showOnly("README");
    await until("the words of the filter", () => parts.results.message.includes(` of ${matchesWords(left)}:`));
    const [, shown = ""] = /Showing ([\d,]+) of [\d,]+ matches: rows with README/.exec(parts.results.message) ?? [];
    assert.equal((await sumsWhenDrawn(Number(shown.replaceAll(",", "")))).inFiles, Number(shown.replaceAll(",", "")));
    assert.equal(await exported(), `Exported ${shown} of ${matchesWords(left)}.`);
    const text = (await openResults()).document.getText();
    assert.ok(text.includes(`Showing ${shown} of`), text.slice(0, 200));
    assert.equal(text.match(/^ +\d+: /gm)?.length, await lineRows());
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    parts.results.showOnly("");
    for (const node of await parts.results.getChildren()) await dismiss(node);
    await until("the words", () => parts.results.message.startsWith("All matches were dismissed."));
    await vscode.commands.executeCommand("plumbline.searchAgain");
    await sumsWhenDrawn(all.ranges);
    await until("all again", () => parts.results.message.startsWith(`${matchesWords(all.ranges)} in`));
  });

  /** The number of line rows below everything that can be unfolded. */
  async function lineRows(node?: ResultNode): Promise<number> {
    let rows = 0;
    for (const child of await parts.results.getChildren(node))
      rows += child.kind === "line" ? 1 : await lineRows(child);
    return rows;
  }

  async function leftPaths(): Promise<string[]> {
    const found: string[] = [];
    for (const repository of await parts.results.getChildren())
      for (const node of await parts.results.getChildren(repository))
        if (node.kind === "item") found.push(node.item.path);
    return found;
  }

  it("are those of what came, after Stop", async () => {
    let response: ServerResponse | undefined;
    answer = (opened) => (response = opened);
    try {
      const searching = vscode.commands.executeCommand("plumbline.search", "long");
      await until("the request", () => response);
      const symbols = ["one", "two", "three"].map((name, line) => ({ name, kind: "CLASS", line: line + 1 }));
      const progress = { done: false, matchCount: 3, repositoriesCount: 1, durationMs: 5, skipped: [] };
      response?.write(
        `event: matches\ndata: ${JSON.stringify([{ type: "symbol", repository: "r", path: "a.ts", symbols }])}\n\n`,
      );
      response?.write(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`);
      await until("the progress", () => parts.searches.current?.progress);
      await vscode.commands.executeCommand("plumbline.stopSearch");
      await searching;
      await until("the words", () => parts.results.message === "3 matches in 1 repository, stopped");
      const status = await parts.searchStatus();
      await until("the same in the status bar", () => status.text.includes("3 matches in 1 repository, stopped"));
      assert.deepEqual(await sumsWhenDrawn(3), { repositories: 1, inRepositories: 3, inFiles: 3 });
      assert.equal(await exported(), "Exported 3 matches.");
    } finally {
      answer = undefined;
    }
  });
});

/** Counts as the service's documentation says: each range, each symbol, one for a whole. */
function countOne(match: Json): number {
  const lengthOf = (value: Json | undefined): number => (Array.isArray(value) ? value.length : 0);
  const chunks = (match["chunkMatches"] ?? []) as unknown as readonly Json[];
  const inChunks = chunks.reduce((sum, { ranges }) => sum + lengthOf(ranges), 0);
  return Math.max(1, inChunks + lengthOf(match["symbols"]) + lengthOf(match["ranges"]));
}

/** The number at the end of a row. */
function numberIn({ description }: vscode.TreeItem): number {
  return Number(/([\d,]+)$/.exec(String(description))?.[1]?.replaceAll(",", ""));
}

function print(count: number): string {
  return count.toLocaleString("en");
}

function matchesWords(count: number): string {
  return count === 1 ? "1 match" : `${print(count)} matches`;
}
