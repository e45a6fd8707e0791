import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ResultNode } from "../../src/host/results/resultNodes.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { click, labelOf, openResults, plumbline, until } from "./extension.ts";

describe("searching", () => {
  let parts: TestAccess;

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
  });

  /** The rows of the tree as text, indented by a blank for every level. */
  async function rows(node?: ResultNode, depth = 0): Promise<string[]> {
    const lines: string[] = [];
    for (const child of await parts.results.getChildren(node)) {
      const row = await parts.results.getTreeItem(child);
      lines.push(" ".repeat(depth) + (row.id ?? ""));
      lines.push(...(await rows(child, depth + 1)));
    }
    return lines;
  }

  /** With all that the editor asks for before it opens a row. */
  async function firstRow(kind: ResultNode["kind"], node?: ResultNode): Promise<vscode.TreeItem> {
    for (const child of await parts.results.getChildren(node)) {
      if (child.kind !== kind) return firstRow(kind, child);
      return parts.results.resolveTreeItem(await parts.results.getTreeItem(child), child);
    }
    throw new Error(`There is no row of kind ${kind}.`);
  }

  it("finds a phrase in both repositories and counts what it finds", async () => {
    await vscode.commands.executeCommand("plumbline.search", '"event stream"');
    const { current } = parts.searches;
    assert.equal(current?.status, "done");
    const found = await parts.results.getChildren();
    const repositories = await Promise.all(found.map(async (node) => labelOf(await parts.results.getTreeItem(node))));
    assert.deepEqual(repositories.sort(), ["github.com/nodejs/undici", "…/rexxars/eventsource-parser"]);
    assert.equal(current.matches?.counts.ranges, current.progress?.matchCount);
  });

  it("opens a match at its line, with the match selected", async () => {
    await vscode.commands.executeCommand(
      "plumbline.search",
      'repo:eventsource-parser file:parse\\.ts$ "function createParser"',
    );
    await click(await firstRow("line"));
    const editor = await until("an editor", () => vscode.window.activeTextEditor);
    assert.match(editor.document.uri.path, /eventsource-parser\/src\/parse\.ts$/);
    assert.equal(editor.document.getText(editor.selection), "function createParser");
    assert.equal(editor.document.uri.scheme, "file");
  });

  it("appends rows and never moves them while it streams", async () => {
    const seen: string[][] = [];
    let reading = Promise.resolve();
    const subscription = parts.searches.onDidChange(() => {
      reading = reading.then(async () => void seen.push(await rows()));
    });
    await vscode.commands.executeCommand("plumbline.search", "lang:typescript parser");
    await reading;
    subscription.dispose();
    const last = seen.at(-1) ?? [];
    assert.ok(last.length > 20, String(last.length));
    for (const before of seen) {
      const kept = new Set(before);
      assert.deepEqual(
        last.filter((id) => kept.has(id)),
        before,
        "rows that were there have moved",
      );
    }
  });

  it("stops one search when the next one starts, which alone is shown", async () => {
    const first = vscode.commands.executeCommand("plumbline.search", "count:all e");
    await vscode.commands.executeCommand("plumbline.search", "createParser");
    await first;
    assert.deepEqual([parts.searches.current?.query.text, parts.searches.current?.status], ["createParser", "done"]);
  });

  it("keeps what was found when it is stopped", async () => {
    let stopped: Thenable<unknown> | undefined;
    const subscription = parts.searches.onDidChange((search) => {
      if (search?.query.text === "count:all e" && search.matches && search.status === "running")
        stopped ??= vscode.commands.executeCommand("plumbline.stopSearch");
    });
    await vscode.commands.executeCommand("plumbline.search", "count:all e");
    subscription.dispose();
    await stopped;
    assert.equal(parts.searches.current?.status, "stopped");
    assert.ok(parts.searches.current.matches && parts.searches.current.matches.counts.items > 0);
  });

  it("keeps the searches before, and goes back and forward over them", async () => {
    await vscode.commands.executeCommand("plumbline.search", "createParser");
    await vscode.commands.executeCommand("plumbline.search", "lang:typescript parser");
    await vscode.commands.executeCommand("plumbline.previousSearch");
    assert.equal(parts.searches.current?.query.text, "createParser");
    assert.ok((await rows()).length > 3);
    await vscode.commands.executeCommand("plumbline.nextSearch");
    assert.equal(parts.searches.current.query.text, "lang:typescript parser");
  });

  it("takes a dismissed row out, and has it again with the next search", async () => {
    await vscode.commands.executeCommand("plumbline.search", "createParser");
    const before = await rows();
    const [repository] = await parts.results.getChildren();
    await vscode.commands.executeCommand("plumbline.dismissResult", repository);
    assert.ok((await rows()).length < before.length);
    await vscode.commands.executeCommand("plumbline.searchAgain");
    assert.equal((await rows()).length, before.length);
  });

  it("lists files flat, and shows only those that hold a text", async () => {
    await vscode.commands.executeCommand("plumbline.search", "createParser");
    await vscode.commands.executeCommand("plumbline.showFlatResults");
    const flat = await parts.results.getChildren();
    assert.deepEqual([...new Set(flat.map(({ kind }) => kind))], ["item"]);
    parts.results.showOnly("stream.ts");
    const only = await parts.results.getChildren();
    assert.ok(only.length > 0 && only.length < flat.length, `${only.length} of ${flat.length}`);
    parts.results.showOnly("");
    await vscode.commands.executeCommand("plumbline.showResultsByRepository");
  });

  it("reads all results in an editor, goes from match to match, and runs the query in its head again", async () => {
    const query = 'repo:eventsource-parser "function createParser"';
    await vscode.commands.executeCommand("plumbline.search", query);
    const editor = await openResults();
    const { document } = editor;
    const linked = async () => {
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        "vscode.executeLinkProvider",
        document.uri,
        1_000, // as many as are resolved, as each is when it is followed
      );
      return links.some(({ target }) => target?.path.endsWith("parse.ts") && target.fragment.startsWith("L"));
    };
    try {
      assert.ok(document.isUntitled);
      assert.ok(document.getText().startsWith(`# Query: ${query}\n# `), document.getText());
      const lines = /eventsource-parser\/src\/parse\.ts\n(?:\s+\d+ .*\n)*\s+\d+: export function createParser/;
      assert.match(document.getText(), lines);
      assert.ok(await linked());
      await vscode.commands.executeCommand("plumbline.nextMatch");
      assert.match(document.getText(editor.selection), /^\d+: .*function createParser/);

      const searches = parts.searches.all.length;
      await editor.edit((edit) => {
        edit.replace(document.lineAt(0).range, "# Query: repo:eventsource-parser ParseError");
      });
      assert.equal(parts.searches.all.length, searches, "nothing is searched for while somebody types");
      await vscode.commands.executeCommand("plumbline.runResultsEditor");
      assert.match(document.getText(), /^# Query: repo:eventsource-parser ParseError\n# \d+ matches in 1 repository\n/);
      assert.doesNotMatch(document.getText(), /^\s+\d+: export function createParser/m);
      assert.ok(await linked());
    } finally {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  });

  it("goes from file to file where these were found by their paths", async () => {
    await vscode.commands.executeCommand("plumbline.search", "repo:eventsource-parser type:path file:src/");
    const [repository] = await parts.results.getChildren();
    const paths = (await parts.results.getChildren(repository)).map((row) => row.kind === "item" && row.item.path);
    const opens = async (command: string, path: unknown) => {
      await vscode.commands.executeCommand(command);
      await until(`the tab of ${String(path)}`, () => {
        const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
        return input instanceof vscode.TabInputText && input.uri.path.endsWith(`/${String(path)}`);
      });
    };
    await opens("plumbline.nextMatch", paths[0]);
    await opens("plumbline.nextMatch", paths[1]);
    await opens("plumbline.previousMatch", paths[0]);
  });

  it("copies a row's text, its path and everything", async () => {
    await vscode.commands.executeCommand(
      "plumbline.search",
      'repo:eventsource-parser file:parse\\.ts$ "function createParser"',
    );
    const [repository] = await parts.results.getChildren();
    const [item] = await parts.results.getChildren(repository);
    const [line] = await parts.results.getChildren(item);
    await vscode.commands.executeCommand("plumbline.copyResultPath", line);
    assert.match(await vscode.env.clipboard.readText(), /^src\/parse\.ts:\d+$/);
    await vscode.commands.executeCommand("plumbline.copyResult", line);
    assert.match(await vscode.env.clipboard.readText(), /function createParser/);
    await vscode.commands.executeCommand("plumbline.copyAllResults");
    assert.match(
      await vscode.env.clipboard.readText(),
      /eventsource-parser\/src\/parse\.ts:\d+: export function createParser/,
    );
  });

  it("acts on the row whose menu it is while that is drawn anew, when the editor doesn't pass it", async () => {
    await vscode.commands.executeCommand("plumbline.search", "repo:eventsource-parser file:parse\\.ts$ onEvent");
    await vscode.commands.executeCommand("plumbline.results.focus");
    await parts.results.step(1);
    const [repository] = await parts.results.getChildren();
    const [item] = await parts.results.getChildren(repository);
    const lines = await parts.results.getChildren(item);
    assert.ok(lines.length > 1, "there is more than one line");
    await until("the keys on the second line", async () => {
      await vscode.commands.executeCommand("list.focusFirst");
      for (let row = 0; row < 3; row++) await vscode.commands.executeCommand("list.focusDown");
      const focused = await parts.results.focused();
      return focused?.id === lines[1]?.id;
    });
    for (const row of lines) {
      await vscode.commands.executeCommand("plumbline.copyResultPath", row);
      const path = await vscode.env.clipboard.readText();
      await vscode.env.clipboard.writeText("");
      await vscode.commands.executeCommand("plumbline.copyResultPath", undefined, undefined);
      assert.equal((await vscode.env.clipboard.readText()) === path, row === lines[1], path);
    }
  });

  it("opens a row to the side, and searches in its file and folder", async () => {
    await vscode.commands.executeCommand(
      "plumbline.search",
      'repo:eventsource-parser "function createParser" file:parse',
    );
    await click(await firstRow("line"));
    const [repository] = await parts.results.getChildren();
    const [item] = await parts.results.getChildren(repository);
    const [line] = await parts.results.getChildren(item);
    await vscode.commands.executeCommand("plumbline.openResultToSide", line);
    await until("a second column", () => vscode.window.tabGroups.all.length === 2);
    assert.equal(
      vscode.window.activeTextEditor?.document.getText(vscode.window.activeTextEditor.selection),
      "function createParser",
    );
    await vscode.commands.executeCommand("workbench.action.closeEditorsInGroup");
    await vscode.commands.executeCommand("plumbline.searchInFile", line);
    const holds = (end: string) => until(end, () => parts.queryView.state?.draft.text.endsWith(end));
    await holds("file:^src/parse\\.ts$ ");
    await vscode.commands.executeCommand("plumbline.searchInFolder", item);
    await holds("file:^src/ ");
    await vscode.commands.executeCommand("plumbline.searchInFolder", repository);
    await holds("repo:^github\\.com/rexxars/eventsource-parser$ ");
  });

  it("searches in folders of the explorer: the one that was clicked, or all that are selected", async () => {
    const [{ uri } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const root = vscode.Uri.joinPath(uri, "eventsource-parser");
    const [src, test] = ["src", "test"].map((name) => vscode.Uri.joinPath(root, name));
    const holds = (end: string) => until(end, () => parts.queryView.state?.draft.text.endsWith(end));
    await vscode.commands.executeCommand("plumbline.searchFolder", src, [src]);
    await holds("repo:^github\\.com/rexxars/eventsource-parser$ file:^src/ ");
    await vscode.commands.executeCommand("plumbline.searchFolder", src, [src, test]);
    await holds("file:^src/|^test/ ");
    await vscode.commands.executeCommand("plumbline.searchFolder", root);
    await holds("repo:^github\\.com/rexxars/eventsource-parser$ ");
  });

  it("asks about the line of a row, and about its file", async () => {
    const query = 'repo:eventsource-parser "function createParser" file:parse';
    await vscode.commands.executeCommand("plumbline.search", query);
    const [repository] = await parts.results.getChildren();
    const [item] = await parts.results.getChildren(repository);
    const [line] = await parts.results.getChildren(item);
    try {
      for (const node of [line, item]) {
        await vscode.commands.executeCommand("plumbline.askAboutResult", node);
        await until("the composer", () => parts.answers.panels.find(({ isNew }) => isNew));
      }
      const selected = vscode.window.visibleTextEditors.map(({ document, selection }) => document.getText(selection));
      assert.ok(
        selected.some((text) => /^export function createParser\(.*\{$/.test(text)),
        selected.join(),
      );
    } finally {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  it("excludes a file in its repository only", async () => {
    await vscode.commands.executeCommand("plumbline.search", "file:README (createParser or fetch)");
    const files = async () => {
      const repositories = await parts.results.getChildren();
      const items = await Promise.all(repositories.map((node) => parts.results.getChildren(node)));
      return items.flat().map((node) => (node.kind === "item" ? `${node.item.repository} ${node.item.path}` : ""));
    };
    const before = await files();
    const readmes = before.filter((file) => file.endsWith(" README.md"));
    assert.equal(readmes.length, 2, before.join());
    const [repository] = await parts.results.getChildren();
    const readme = (await parts.results.getChildren(repository)).find(
      (node) => node.kind === "item" && node.item.path === "README.md",
    );
    await vscode.commands.executeCommand("plumbline.excludeResultHere", readme);
    assert.equal(parts.searches.current?.status, "done");
    const gone = before.filter((file) => file !== readmes[0]);
    assert.deepEqual((await files()).sort(), gone.sort());
  });

  it("starts the local service again when it has died", async () => {
    await vscode.commands.executeCommand("plumbline.search", "createParser");
    const before = parts.searches.current?.reached?.baseUrl;
    const { pid } = parts.local;
    assert.ok(pid !== undefined);
    process.kill(pid, "SIGKILL");
    await until("its end", () => parts.local.pid === undefined);
    await vscode.commands.executeCommand("plumbline.search", "createParser");
    assert.equal(parts.searches.current?.status, "done");
    assert.notEqual(parts.searches.current.reached?.baseUrl, before);
  });

  it("says what a query holds that the service doesn't know", async () => {
    await vscode.commands.executeCommand("plumbline.search", "file:has.owner(kim) fix");
    assert.match(parts.searches.current?.alert?.title ?? "", /file:has\.owner/);
  });
});
