import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { VIEW_INTERVAL_MS } from "../../src/host/platform/throttle.ts";
import { plain, ScriptedServer, type Received } from "../support/scriptedServer.ts";
import { click, labelOf, plumbline, until } from "./extension.ts";

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const FOUND = event("matches", [{ type: "path", repository: "host/one", path: "src/a.ts" }]);
const DONE = event("progress", { done: true, matchCount: 1, durationMs: 20, skipped: [] }) + event("done", {});
const everything = (_: Received, response: ServerResponse) => void stream(response).end(FOUND + DONE);

function stream(response: ServerResponse, headers = {}): ServerResponse {
  return response.writeHead(200, { "content-type": "text/event-stream", ...headers });
}

describe("searches", () => {
  let parts: TestAccess;
  let server: ScriptedServer;
  let answer: (request: Received, response: ServerResponse) => void = everything;
  const lines: string[] = [];

  before(async () => {
    parts = await plumbline();
    parts.log.onDidWrite((line) => lines.push(line));
    server = await ScriptedServer.start((request, response) => {
      if (request.path.startsWith("/.api/search/stream")) answer(request, response);
      else plain(response, 404, "not found");
    });
    const account = parts.accounts.for(server.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");
    await parts.accounts.add(account);
  });

  beforeEach(() => {
    answer = everything;
    server.received.length = 0;
  });

  after(async () => {
    for (const saved of parts.saved.all) await parts.saved.delete(saved);
    await parts.accounts.remove(parts.accounts.for(server.baseUrl));
    await parts.accounts.use({ id: "local" });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const run = (...args: unknown[]) => vscode.commands.executeCommand("plumbline.search", ...args);
  const queries = () => parts.searches.all.map(({ query }) => query.text);
  const parameters = () =>
    server.received
      .filter(({ path }) => path.includes("/search/stream"))
      .map(({ path }) => new URL(path, server.baseUrl).searchParams);

  /** The rows of the filters view as text, indented by a blank for every level. */
  async function filterRows(node?: Parameters<TestAccess["filters"]["getTreeItem"]>[0], depth = 0): Promise<string[]> {
    const rows: string[] = [];
    for (const child of await parts.filters.getChildren(node)) {
      const row = await parts.filters.getTreeItem(child);
      rows.push(" ".repeat(depth) + [labelOf(row), row.description].filter(Boolean).join(" | "));
      rows.push(...(await filterRows(child, depth + 1)));
    }
    return rows;
  }

  it("keeps the results that are pinned, however many searches follow", async () => {
    await run("pin me");
    await vscode.commands.executeCommand("plumbline.pinResults");
    for (let index = 0; index < 22; index++) await run(`later ${index}`);
    assert.equal(parts.searches.all.filter(({ isPinned }) => !isPinned).length, 20);
    assert.ok(queries().includes("pin me"));
    assert.ok(!queries().includes("later 0"));
    const pinned = parts.searches.all.find(({ isPinned }) => isPinned);
    assert.ok(pinned);
    parts.searches.show(pinned);
    assert.equal((await parts.results.getChildren()).length, 1);
    await vscode.commands.executeCommand("plumbline.unpinResults");
    await run("one more");
    assert.ok(!queries().includes("pin me"), "it is the oldest again");
  });

  it("shows the name that results were given, and the search before when they are removed", async () => {
    await run("first");
    await run("second");
    assert.ok(parts.searches.current);
    parts.searches.rename(parts.searches.current, "Mine");
    assert.equal(parts.searches.current.name, "Mine");
    await vscode.commands.executeCommand("plumbline.removeResults");
    assert.equal(parts.searches.current.query.text, "first");
    while (parts.searches.all.length > 0) await vscode.commands.executeCommand("plumbline.removeResults");
    await until("an empty view", () => parts.results.message === "");
    assert.deepEqual(await parts.results.getChildren(), []);
    assert.deepEqual(await filterRows(), []);
  });

  /** Accepts repeatedly whatever is asked for: there is no event for when it is drawn. */
  const accepting = (isOver: () => boolean) =>
    until("what is accepted", async () => {
      await sleep(100);
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return isOver();
    });

  /** Runs a command that shows a list, and chooses its first row. */
  const choosing = async (command: string) => {
    let isOver = false;
    void vscode.commands.executeCommand(command).then(() => (isOver = true));
    await accepting(() => isOver);
  };

  it("saves a search with its pattern type, and runs it again with that", async () => {
    await run("pars(e|ing)", "regexp");
    const saving = vscode.commands.executeCommand("plumbline.saveSearch");
    await accepting(() => parts.saved.all.length > 0);
    await saving;
    const service = server.baseUrl;
    assert.deepEqual(parts.saved.all, [{ name: "pars(e|ing)", query: "pars(e|ing)", patternType: "regexp", service }]);
    await run("another");
    server.received.length = 0;
    const running = vscode.commands.executeCommand("plumbline.runSavedSearch");
    await accepting(() => server.received.length > 0);
    await running;
    assert.deepEqual([parameters()[0]?.get("q"), parameters()[0]?.get("t")], ["pars(e|ing)", "regexp"]);
    await vscode.commands.executeCommand("plumbline.searchAgain");
    assert.equal(parameters()[1]?.get("t"), "regexp", "searching again asks the same");
  });

  it("renames a saved search and replaces one of the same name", async () => {
    const [saved] = parts.saved.all;
    assert.ok(saved);
    await parts.saved.save({ ...saved, name: "B" }, saved);
    await parts.saved.save({ ...saved, name: "A", query: "x" });
    await parts.saved.save({ ...saved, name: "A", query: "y" });
    assert.deepEqual(
      parts.saved.all.map(({ name, query }) => `${name}: ${query}`),
      ["A: y", "B: pars(e|ing)"],
    );
  });

  it("tries again by itself when the stream breaks before anything was found, and says so", async () => {
    let attempts = 0;
    answer = (_, response) => {
      attempts += 1;
      if (attempts === 1) response.destroy();
      else if (attempts === 2)
        stream(response).write(event("progress", { done: false, matchCount: 0, durationMs: 1 }), () =>
          response.destroy(),
        );
      else everything(_, response);
    };
    const running = run("breaks");
    await until("the words", () =>
      /broke before the search finished\. Trying again in \d s \(1 of 3\)/.test(parts.results.message),
    );
    await running;
    assert.equal(attempts, 3);
    const { current } = parts.searches;
    assert.deepEqual([current?.status, current?.retry, current?.matches?.counts.items], ["done", undefined, 1]);
    await until("the count", () => parts.results.message === "1 match in 1 repository");
  });

  it("waits as long as a service that has too much to do asks", async () => {
    let attempts = 0;
    answer = (request, response) => {
      attempts += 1;
      if (attempts > 1) everything(request, response);
      else response.writeHead(429, { "retry-after": "1" }).end("slow down");
    };
    const started = Date.now();
    await run("busy");
    assert.equal(parts.searches.current?.status, "done");
    assert.ok(Date.now() - started >= 1000);
  });

  it("stops while it waits to try again", async () => {
    answer = (_, response) => void response.writeHead(429, { "retry-after": "30" }).end("slow down");
    const running = run("busy");
    await until("the wait", () => parts.searches.current?.retry);
    await vscode.commands.executeCommand("plumbline.stopSearch");
    await running;
    assert.deepEqual([parts.searches.current?.status, server.received.length], ["stopped", 1]);
    assert.deepEqual(await filterRows(), ["Stopped before the search finished.", "Search Again"]);
  });

  it("gives up after four attempts", async () => {
    answer = (_, response) => void response.destroy();
    await run("always breaks");
    assert.equal(parts.searches.current?.status, "failed");
    const asked = server.received.length;
    assert.ok(asked === 4 || asked === 5, `asked ${asked} times`); // one more if the first connection was a kept one
    await until("the words", () => parts.results.message.endsWith("broke before the search finished. Search again."));
  });

  it("keeps what was found before the stream broke, calls it incomplete, and offers to search again", async () => {
    answer = (_, response) => void stream(response).write(FOUND, () => response.destroy());
    await run("breaks late");
    assert.equal(server.received.length, 1, "what has found something is not started again");
    await until("the words", () => parts.results.message.startsWith("1 match in 1 repository, incomplete. "));
    const rows = await parts.filters.getChildren();
    assert.match((await filterRows())[0] ?? "", /broke before the search finished/);
    assert.ok(rows[1]);
    answer = everything;
    await click(await parts.filters.getTreeItem(rows[1]));
    assert.equal(parts.searches.current?.status, "done");
  });

  it("offers the results in an editor where most of its lines are too long for a side bar", async () => {
    const { executeCommand } = vscode.commands;
    const areLong: unknown[] = [];
    Object.assign(vscode.commands, {
      executeCommand: (command: string, ...args: unknown[]) => {
        if (command === "setContext" && args[0] === "plumbline.resultRowsLong") areLong.push(args[1]);
        return executeCommand(command, ...args);
      },
    });
    const lineMatches = (line: string) =>
      Array.from({ length: 10 }, (_, lineNumber) => ({ line, lineNumber, offsetAndLengths: [[0, 5]] }));
    const finds = (line: string) => {
      const files = ["a", "b", "c", "d"].map((name) => ({ repository: "host/one", path: `src/${name}.ts` }));
      const matches = files.map((file) => ({ type: "content", ...file, lineMatches: lineMatches(line) }));
      answer = (_, response) => void stream(response).end(event("matches", matches) + DONE);
    };
    try {
      finds(`needle ${"of a long line ".repeat(10)}`);
      await run("needle");
      await until("the offer", () => parts.results.message.endsWith("Open Results in Editor shows them whole."));
      assert.equal(areLong.at(-1), true);
      finds("needle");
      await run("needle");
      await until("no offer", () => areLong.at(-1) === false);
      assert.ok(!parts.results.message.includes("Open Results in Editor"), parts.results.message);
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it("says that it stopped at the limit, and searches without one", async () => {
    const skipped = {
      reason: "shard-match-limit",
      title: "result limit hit",
      message: "Not all results have been returned.",
      severity: "info",
      suggested: { title: "increase limit", queryExpression: "count:5000" },
    };
    answer = (_, response) =>
      void stream(response).end(
        FOUND + event("progress", { done: true, matchCount: 1, durationMs: 5, skipped: [skipped] }) + event("done", {}),
      );
    await run("many count:1");
    await until("the words", () => parts.results.message === "1 match in 1 repository, stopped at the limit");
    assert.deepEqual(await filterRows(), [
      "Not Searched",
      " result limit hit",
      " increase limit | count:5000",
      "In the Query",
      " count:1",
    ]);
    await vscode.commands.executeCommand("plumbline.searchWithoutLimit");
    assert.equal(parts.searches.current?.query.text, "many count:all");
  });

  /** The query box would show the alert. */
  const hideQuery = async () => {
    await vscode.commands.executeCommand("plumbline.conversations.focus"); // in another view container
    await until("the box hidden", () => !parts.queryView.isVisible);
  };

  it("runs what an alert proposes, and lists filters with the least that there are, languages first", async () => {
    const skipped = { reason: "mentions", title: "3 mentions", message: "In comments.", severity: "info" };
    answer = (_, response) =>
      void stream(response).end(
        event("filters", [
          { value: "repo:^a$", label: "a", count: 9, exhaustive: true, kind: "repo" },
          { value: "lang:go", label: "Go", count: 1200, exhaustive: false, kind: "lang" },
          { value: "lang:c", label: "C", count: 7, exhaustive: true, kind: "lang" },
        ]) +
          event("alert", {
            title: "No repositories",
            description: "None **match**.",
            proposedQueries: [{ description: "with forks", query: "x fork:yes patternType:keyword" }],
          }) +
          event("progress", { done: true, matchCount: 0, durationMs: 5, skipped: [skipped] }) +
          event("done", {}),
      );
    await run("x lang:c");
    await hideQuery();
    const [proposed] = await parts.filters.getChildren();
    assert.ok(proposed);
    assert.deepEqual(await filterRows(), [
      "with forks | x fork:yes patternType:keyword",
      "Languages",
      " Go | ≥ 1,200",
      " C | 7",
      "Repositories",
      " a | 9",
      "Not Searched",
      " 3 mentions",
    ]);
    await click(await parts.filters.getTreeItem(proposed));
    assert.equal(parts.searches.current?.query.text, "x fork:yes patternType:keyword");
  });

  it("says an alert that proposes nothing above the results, and not in the filters as well", async () => {
    const alert = {
      title: "Unknown language in `lang:typscript`",
      description: "Did you mean it?",
      proposedQueries: [],
    };
    answer = (_, response) => void stream(response).end(event("alert", alert) + event("done", {}));
    await run("x lang:typscript");
    await hideQuery();
    await until("the words", () => parts.results.message.startsWith("Unknown language in lang:typscript: Did you"));
    assert.deepEqual(await filterRows(), ["In the Query", " lang:typscript"]);
  });

  it("keeps the filters beside one that is chosen, and finds either of several", async () => {
    const listed = (value: string, count: number) => ({ value, label: value, count, exhaustive: true, kind: "lang" });
    answer = ({ path }, response) => {
      const query = new URL(path, server.baseUrl).searchParams.get("q") ?? "";
      const filters = [listed("lang:go", 12), listed("lang:c", 7)];
      const found = filters.filter(({ value }) => !query.includes("lang:") || query.includes(value));
      void stream(response).end(FOUND + event("filters", found) + DONE);
    };
    const rows = async () => {
      const [group] = await parts.filters.getChildren();
      const items = await Promise.all(
        (await parts.filters.getChildren(group)).map((row) => parts.filters.getTreeItem(row)),
      );
      return items.map(
        (item) =>
          `${item.checkboxState === vscode.TreeItemCheckboxState.Checked ? "[x]" : "[ ]"} ${labelOf(item)} ${String(item.description)}`,
      );
    };
    await run("either");
    assert.deepEqual(await rows(), ["[ ] lang:go 12", "[ ] lang:c 7"]);
    await parts.filters.choose("lang:c", true);
    assert.deepEqual(await rows(), ["[ ] lang:go 12", "[x] lang:c 7"]);
    await parts.filters.choose("lang:go", true);
    assert.equal(parts.searches.current?.query.text, "either (lang:c or lang:go)");
    assert.deepEqual(await rows(), ["[x] lang:go 12", "[x] lang:c 7"]);
    await parts.filters.choose("lang:c", false);
    assert.equal(parts.searches.current.query.text, "either lang:go");
    assert.deepEqual(await rows(), ["[x] lang:go 12", "[ ] lang:c 7"]);
    const clickFilter = async (value: string) => {
      const [group] = await parts.filters.getChildren();
      for (const row of await parts.filters.getChildren(group)) {
        const item = await parts.filters.getTreeItem(row);
        if (labelOf(item) === value) await click(item);
      }
    };
    await clickFilter("lang:c");
    assert.equal(parts.searches.current.query.text, "either (lang:go or lang:c)");
    await clickFilter("lang:go");
    assert.equal(parts.searches.current.query.text, "either lang:c");
  });

  it("draws only those filters anew that differ, so that the others take clicks meanwhile", async () => {
    const listed = (...counts: [string, number][]) =>
      event(
        "filters",
        counts.map(([value, count]) => ({ value, label: value, count, exhaustive: true, kind: "lang" })),
      );
    await run("nothing listed");
    await sleep(2 * VIEW_INTERVAL_MS); // it has no rows
    const open = new Promise<ServerResponse>((resolve) => {
      answer = (_, response) => {
        resolve(stream(response));
      };
    });
    const drawn: (readonly string[] | "all")[] = [];
    const listening = parts.filters.onDidChangeTreeData((rows) => {
      drawn.push(rows?.map(({ node }) => ("label" in node ? node.label : node.kind)) ?? "all");
    });
    const asking = parts.searches.onDidChange(() => void parts.filters.getChildren()); // as the editor may at any time
    const running = run("drawn anew");
    const response = await open;
    const seen = async (rows: readonly string[] | "all") => {
      await until(`${String(rows)} drawn anew`, () => JSON.stringify(drawn.at(-1)) === JSON.stringify(rows));
      drawn.length = 0;
    };
    response.write(FOUND + listed(["lang:go", 1], ["lang:c", 1]));
    await seen("all");
    response.write(listed(["lang:go", 1], ["lang:c", 2]));
    await seen(["lang:c"]);
    response.write(listed(["lang:go", 1], ["lang:c", 2], ["lang:d", 1]));
    await seen(["Languages"]);
    response.end(listed(["lang:go", 1], ["lang:c", 2], ["lang:d", 1]) + DONE);
    await running;
    await sleep(2 * VIEW_INTERVAL_MS);
    assert.deepEqual(drawn, [], "nothing differs");
    asking.dispose();
    listening.dispose();
  });

  it("searches for the word at the cursor, and for what is selected", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "say helloWorld twice\n" });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 6, 0, 6);
    await vscode.commands.executeCommand("plumbline.searchSelection");
    assert.equal(parts.searches.current?.query.text, "helloWorld");
    editor.selection = new vscode.Selection(0, 0, 0, 14);
    await vscode.commands.executeCommand("plumbline.searchSelection");
    assert.equal(parts.searches.current.query.text, '"say helloWorld"');
  });

  it("searches for the uses of the name at the cursor: by syntax where the service can, else for the whole word", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "say helloWorld twice\n" });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 6, 0, 6);
    const shown = () => {
      const { text, patternType } = parts.searches.current?.query ?? assert.fail("no search");
      return `${patternType}: ${text}`;
    };
    await vscode.commands.executeCommand("plumbline.searchUses");
    assert.equal(shown(), "regexp: type:file case:yes \\bhelloWorld\\b");
    editor.selection = new vscode.Selection(0, 0, 0, 14);
    const { showInformationMessage } = vscode.window;
    const told: string[] = [];
    try {
      Object.assign(vscode.window, { showInformationMessage: (text: string) => void told.push(text) });
      await vscode.commands.executeCommand("plumbline.searchUses");
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.deepEqual(told, ["Place the cursor on a name to search for its uses."]);
    const { current } = parts.accounts;
    await parts.accounts.use({ id: "local" });
    try {
      editor.selection = new vscode.Selection(0, 4, 0, 14);
      await vscode.commands.executeCommand("plumbline.searchUses");
      assert.equal(shown(), "keyword: type:use helloWorld");
      assert.equal(parts.searches.current?.status, "done");
    } finally {
      await parts.accounts.use(current);
    }
  });

  it("compares two runs of a query: what was found before with what is found now, from its top on", async () => {
    const found = (path: string) => event("matches", [{ type: "path", repository: "host/one", path }]);
    const both = Array.from({ length: 300 }, (_, index) => `src/a${index + 100}.ts`);
    for (const path of ["src/gone.ts", "src/new.ts"]) {
      answer = (_, response) => void stream(response).end(["src/a.ts", ...both, path].map(found).join("") + DONE);
      await run("twice");
    }
    await choosing("plumbline.compareResults");
    const [tab, label] = await until("the comparison", () => {
      const { input, label = "" } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff ? ([input, label] as const) : undefined;
    });
    assert.equal(label, "twice: 1 gone, 1 new");
    const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
    const [before, now] = [await textOf(tab.original), await textOf(tab.modified)];
    assert.ok(before.includes("src/gone.ts") && !before.includes("src/new.ts"), before);
    assert.ok(now.includes("src/new.ts") && !now.includes("src/gone.ts"), now);
    assert.ok(before.includes("src/a.ts") && now.includes("src/a.ts"));
    const [first = ""] = now.split("\n");
    assert.equal(first, "twice: 302 matches in 1 repository");
    const editor = await until("the editor", () =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === tab.modified.toString()),
    );
    await until("what stands at its top", () => editor.visibleRanges[0]?.start.line === 0 && editor.visibleRanges);
    await sleep(500); // the editor finds the first difference a moment later
    assert.equal(editor.visibleRanges[0]?.start.line, 0);
  });

  it("compares a search with another one", async () => {
    const found = (path: string) => event("matches", [{ type: "path", repository: "host/one", path }]);
    for (const [query, path] of [
      ["one thing", "src/one.ts"],
      ["another thing", "src/another.ts"],
    ] as const) {
      answer = (_, response) => void stream(response).end(found(path) + DONE);
      await run(query);
    }
    await choosing("plumbline.compareResults");
    await until("the comparison", () => {
      const { label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return label?.includes("one thing ↔ another thing: 1 gone, 1 new") === true;
    });
  });

  it("explains the query language on a page with every filter", async () => {
    await vscode.commands.executeCommand("plumbline.showQuerySyntax");
    const page = await until("the page", () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "plumbline-syntax"),
    );
    for (const filter of ["repo:", "-file:", "patternType:", "count:all", "type:diff"]) {
      assert.ok(page.getText().includes(filter), filter);
    }
  });

  it("logs a line a request, with its trace and without its query", async () => {
    lines.length = 0;
    answer = (_, response) =>
      void stream(response, { "x-trace": "abc123" }).end(
        FOUND +
          event("progress", { done: true, matchCount: 1, durationMs: 5, trace: "https://trace/abc" }) +
          event("done", {}),
      );
    await run("secretWord");
    const line = await until("the line", () => lines.find((written) => written.includes("/.api/search/stream")));
    assert.match(line, /^GET \/\.api\/search\/stream 200, \d+ bytes, trace abc123, in \d+ ms$/);
    assert.ok(lines.includes("Trace of the search: https://trace/abc"), lines.join("\n"));
    assert.ok(!lines.join().includes("secretWord"));
  });
});
