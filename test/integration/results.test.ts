import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { MatchStore } from "../../src/api/search/matchStore.ts";
import type { Reached } from "../../src/host/accounts/services.ts";
import type { ResultNode } from "../../src/host/results/resultNodes.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { plain, ScriptedServer, type Received } from "../support/scriptedServer.ts";
import { click, labelOf, openResults, plumbline, until } from "./extension.ts";

const HASH = "0123456789abcdef0123456789abcdef01234567";
const span = (line: number, start: number, end: number) => ({
  start: { offset: 0, line, column: start },
  end: { offset: 0, line, column: end },
});
const MATCHES = [
  {
    type: "content",
    repository: "host/one",
    path: "src/b.ts",
    branches: ["topic", "other"],
    commit: HASH,
    language: "TypeScript",
    repoLastFetched: "2026-01-02T03:04:05Z",
    pathMatches: [span(0, 0, 3)],
    chunkMatches: [{ content: "  before();\n  hit();", contentStart: { line: 6, column: 0 }, ranges: [span(7, 2, 5)] }],
  },
  {
    type: "symbol",
    repository: "host/one",
    path: "src/a.ts",
    symbols: [{ name: "Server", kind: "CLASS", containerName: "net", line: 3, url: "/host/one/-/blob/src/a.ts?L3:14" }],
  },
  {
    type: "commit",
    repository: "host/one",
    url: `/host/one/-/commit/${HASH}`,
    oid: HASH,
    message: "Rename it\n\nFor a reason.",
    authorName: "Ann",
    authorDate: "2026-01-02T03:04:05Z",
    content: "```diff\nsrc/old.ts src/new.ts\n@@ -2,1 +2,1 @@\n-old\n+new\n```",
    ranges: [[4, 1, 3]],
  },
  {
    type: "commit",
    repository: "host/one",
    url: `/host/one/-/commit/${HASH}`,
    oid: HASH,
    message: "Say it",
    content: "```COMMIT_EDITMSG\nSay it\n```",
    ranges: [[1, 0, 3]],
  },
  { type: "path", repository: "host/one", path: "bin/run", language: "Shell" },
  { type: "repo", repository: "host/two", description: "The second", archived: true, repoStars: 4321 },
  { type: "person", handle: "ann", user: { username: "ann", displayName: "Ann B" } },
  { type: "galaxy", repository: "host/far" },
];
/** A file of which the workspace has a copy. */
const OWN = { repository: "github.com/rexxars/eventsource-parser", path: "src/parse.ts" };

let found: readonly unknown[] = MATCHES;
/** Answers a search instead. */
let stream: ((response: ServerResponse) => void) | undefined;

/** The third line for services and git, the fifth in the editor. */
const CR_ALONE = "one\r\r\ntwo\r\r\nthree needle\r\r\nfour";
const IN_THIRD_LINE = {
  type: "content",
  chunkMatches: [{ content: "three needle", contentStart: { line: 2, column: 0 }, ranges: [span(2, 6, 12)] }],
};

function answer({ path }: Received, response: ServerResponse): void {
  if (path.startsWith("/.api/search/stream")) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (stream) stream(response);
    else response.end(`event: matches\ndata: ${JSON.stringify(found)}\n\nevent: done\ndata: {}\n\n`);
  } else if (/\/-\/raw\/(?:src\/\w+\.ts|bin\/run)$/.test(path))
    plain(response, 200, `one\n${path.includes("old.ts") ? "old" : "new"}\n`);
  else if (path.endsWith("/-/raw/src/needle.txt")) plain(response, 200, CR_ALONE);
  else plain(response, 404, "not found");
}

describe("the rows of results", () => {
  let parts: TestAccess;
  let server: ScriptedServer;

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start(answer);
    const account = parts.accounts.for(server.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");
    await parts.accounts.add(account);
    await vscode.commands.executeCommand("plumbline.search", "anything");
    await until("all results", () => parts.searches.current?.status === "done");
  });

  after(async () => {
    await parts.accounts.remove(parts.accounts.current);
    await parts.accounts.use({ id: "local" });
    await server[Symbol.asyncDispose]();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  /** All rows of the tree with their nodes, in order. */
  async function rows(node?: ResultNode): Promise<{ node: ResultNode; row: vscode.TreeItem }[]> {
    const children = await parts.results.getChildren(node);
    const below = await Promise.all(
      children.map(async (child) => [
        { node: child, row: await parts.results.getTreeItem(child) },
        ...(await rows(child)),
      ]),
    );
    return below.flat();
  }

  async function find(label: string): Promise<{ node: ResultNode; row: vscode.TreeItem }> {
    const all = await rows();
    const found = all.find(({ row }) => labelOf(row) === label);
    assert.ok(found, `no row ${label} among ${all.map(({ row }) => labelOf(row)).join(" | ")}`);
    return found;
  }

  async function tooltip({ node, row }: { node: ResultNode; row: vscode.TreeItem }): Promise<string> {
    const { tooltip: text } = await parts.results.resolveTreeItem(row, node);
    return (typeof text === "string" ? text : (text?.value ?? "")).replaceAll("\\", "");
  }

  it("show every kind of match in a form that fits", async () => {
    const shown = (await rows()).map(({ row }) => [labelOf(row), row.description].filter(Boolean).join(" — "));
    const year = new Date(Date.UTC(2026, 0, 2, 3, 4, 5)).toLocaleDateString("en", { dateStyle: "medium" });
    assert.deepEqual(shown, [
      "host/one — 5",
      "src/b.ts — @topic @other · 1",
      "8: hit();",
      "a.ts — src · 1",
      "Server — net · class · 3",
      `Rename it — Ann · ${year} · 1`,
      "2: +new",
      "Say it — 1",
      "Say it",
      "run — bin",
      "host/two — archived · The second",
      "In no repository — 1",
      "ann — Ann B",
      "host/far — 1",
      "host/far — galaxy",
    ]);
  });

  it("end with what tells most where a side bar of 280 pixels has no room for all, which the hover has", async () => {
    const before = found;
    const place = { repository: "github.com/orbit/ledger-web", path: "services/ledger/src/posting/rules.ts" };
    found = [{ ...MATCHES[0], ...place, pathMatches: [] }];
    try {
      await vscode.commands.executeCommand("plumbline.searchAgain");
      const shown = await until("the rows", async () => {
        const all = await rows();
        return all.length === 3 && all;
      });
      assert.deepEqual(
        shown.slice(0, 2).map(({ row }) => [labelOf(row), row.description]),
        [
          ["…/orbit/ledger-web", "1"],
          ["rules.ts", "…/ledger/src/posting · @topic @other · 1"],
        ],
      );
      for (const each of shown.slice(0, 2)) assert.ok((await tooltip(each)).startsWith(place.repository));
      assert.ok((await tooltip(shown[1] ?? assert.fail())).startsWith(`${place.repository}/${place.path}`));
    } finally {
      found = before;
      await vscode.commands.executeCommand("plumbline.searchAgain");
    }
  });

  it("mark what matched in a path", async () => {
    const { row } = await find("src/b.ts");
    assert.deepEqual((row.label as vscode.TreeItemLabel).highlights, [[0, 3]]);
  });

  it("bring the lines around a match, the branch and the age of the index on hover", async () => {
    assert.match(await tooltip(await find("8: hit();")), /```typescript\nbefore\(\);\nhit\(\);\n```/);
    assert.match(await tooltip(await find("src/b.ts")), /TypeScript · @topic @other[^]*Fetched by the service/);
    assert.match(await tooltip(await find("Rename it")), /Ann[^]*0123456[^]*Rename it\n\nFor a reason\./);
    assert.match(await tooltip(await find("host/two")), /The second[^]*archived, 4,321 stars/);
  });

  it("are named for a screen reader with file, line, column and text", async () => {
    const { row } = await find("8: hit();");
    assert.equal(row.accessibilityInformation?.label, "hit();, line 8 column 3 of src/b.ts");
  });

  it("open a match of a diff in the editor's comparison, at its line", async () => {
    await click((await find("2: +new")).row);
    const tab = await until("a comparison", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input;
    });
    assert.ok(decodeURIComponent(tab.original.path).endsWith("/src/old.ts"), tab.original.path);
    assert.ok(decodeURIComponent(tab.modified.path).endsWith("/src/new.ts"), tab.modified.path);
    const editor = await until("the changed side", () =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === tab.modified.toString()),
    );
    assert.equal(editor.document.getText(), "one\nnew\n");
    await until("the selection", () => editor.document.getText(editor.selection) === "new");
  });

  it("open all changes of a commit, and the page of one whose files nobody knows", async () => {
    const { row } = await find("Rename it");
    await click(row);
    await until("the changes", () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith("Rename it"));
    const page = (await find("Say it")).row.command?.arguments?.[0] as vscode.Uri;
    assert.equal(page.toString(), `${server.baseUrl}/host/one/-/commit/${HASH}`);
  });

  it("open a symbol at its name, and a repository's page", async () => {
    const options = (await find("Server")).row.command?.arguments?.[1] as vscode.TextDocumentShowOptions;
    assert.deepEqual(
      [options.selection?.start.line, options.selection?.start.character, options.selection?.end.character],
      [2, 13, 19],
    );
    const page = (await find("host/two")).row.command?.arguments?.[0] as vscode.Uri;
    assert.equal(page.toString(), `${server.baseUrl}/host/two`);
  });

  it("open a file in the language that the service found, where its name says nothing", async () => {
    await click((await find("run")).row);
    const isOpen = ({ uri, languageId }: vscode.TextDocument) =>
      decodeURIComponent(uri.path).endsWith("/bin/run") && languageId === "shellscript";
    await until("the language", () => vscode.workspace.textDocuments.find(isOpen));
  });

  it("link to the branch that was asked for", async () => {
    await vscode.commands.executeCommand("plumbline.copyResultLink", (await find("8: hit();")).node);
    assert.equal(await vscode.env.clipboard.readText(), `${server.baseUrl}/host/one@topic/-/blob/src/b.ts?L8`);
  });

  it("are sorted on request, and stand as found again after", async () => {
    const names = async () => (await rows()).flatMap(({ node, row }) => (node.kind === "item" ? labelOf(row) : []));
    const asFound = await names();
    await parts.results.sort("name");
    assert.deepEqual(await names(), ["ann", "host/far", "run", "Rename it", "Say it", "a.ts", "src/b.ts"]);
    await parts.results.sort(undefined);
    assert.deepEqual(await names(), asFound);
  });

  describe("of the local service", () => {
    const paths = async () => (await rows()).flatMap(({ node }) => (node.kind === "item" ? node.item.path : []));
    const FOUND = ["src/z.ts", "src/a/y.ts", "README.md"];
    const BY_PATH = ["README.md", "src/a/y.ts", "src/z.ts"];
    let count = 0;

    /** Finds rows, `act`s, and is over after the time in which they are not read yet, or before. */
    async function search(isSoon: boolean, act: () => unknown, text = `order ${++count}`) {
      const matches = new MatchStore();
      const service = {
        search: async function* () {
          matches.append(Buffer.from(JSON.stringify(FOUND.map((path) => ({ type: "path", repository: "one", path })))));
          yield { type: "matches", matches } as const;
          await until("the rows", async () => (await paths()).length === FOUND.length);
          await act();
          if (!isSoon) await sleep(1200);
        },
      };
      const reached = { account: { id: "local" }, service } as unknown as Reached;
      const query = { text, patternType: "keyword", display: 100, contextLines: 0 } as const;
      await vscode.commands.executeCommand("plumbline.search", "before", undefined, true); // the keys stay elsewhere
      await parts.searches.run(query, () => Promise.resolve(reached));
    }

    it("are sorted by path once the search is over, if that is soon and nobody has touched them", async () => {
      await search(true, async () => {
        assert.deepEqual(await paths(), FOUND);
      });
      await until("the order", async () => isDeepStrictEqual(await paths(), BY_PATH));
      assert.equal(parts.results.arranged.sortKey, "path");
    });

    it("stay as found where they are read, have been used or are ranked, until sorting by path", async () => {
      const cases: readonly (readonly [boolean, () => unknown, string?])[] = [
        [false, () => undefined],
        [true, () => vscode.commands.executeCommand("plumbline.nextMatch")],
        [true, () => vscode.commands.executeCommand("plumbline.showResults")],
        [true, () => undefined, "patternType:codycontext how"],
      ];
      for (const [isSoon, act, text] of cases) {
        await search(isSoon, act, text);
        await sleep(400);
        assert.deepEqual(await paths(), FOUND);
        await vscode.commands.executeCommand("plumbline.sortByPath");
        assert.deepEqual(await paths(), BY_PATH);
      }
    });
  });

  it("open the workspace's copy where the line that matched is by now", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const root = join(folder.uri.fsPath, "eventsource-parser");
    const file = join(root, OWN.path);
    const text = readFileSync(file, "utf8");
    const line = text.split("\n").findIndex((each) => each.startsWith("export function createParser"));
    const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
    const content = "export function createParser";
    const chunk = { content, contentStart: { line, column: 0 }, ranges: [span(line, 16, 28)] };
    found = [{ type: "content", ...OWN, commit, chunkMatches: [chunk] }];
    writeFileSync(file, `// one\n// two\n${text}`);
    try {
      await vscode.commands.executeCommand("plumbline.search", "createParser");
      await parts.results.step(1);
      const { document, selection } = vscode.window.activeTextEditor ?? {};
      assert.equal(document?.uri.fsPath, file);
      assert.equal(document.getText(selection), "createParser");
      assert.equal(selection?.start.line, line + 2);
    } finally {
      writeFileSync(file, text);
    }
  });

  describe("in a file with a CR without LF", () => {
    let file: vscode.Uri;

    before(() => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder);
      file = vscode.Uri.joinPath(folder.uri, "eventsource-parser/needle.txt");
      writeFileSync(file.fsPath, CR_ALONE);
    });

    afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

    after(() => vscode.workspace.fs.delete(file));

    async function line(place: object): Promise<{ node: ResultNode; row: vscode.TreeItem }> {
      found = [{ ...IN_THIRD_LINE, ...place }];
      await vscode.commands.executeCommand("plumbline.search", "needle");
      return find("3: three needle");
    }

    async function isSelected(scheme: string): Promise<void> {
      const editor = await until("the match", () => {
        const { activeTextEditor: active } = vscode.window;
        return active?.document.uri.scheme === scheme && !active.selection.isEmpty && active;
      });
      assert.equal(editor.selection.start.line, 4);
      assert.equal(editor.document.getText(editor.selection), "needle");
    }

    it("are opened where the editor has the line", async () => {
      const { node, row } = await line({ repository: OWN.repository, path: "needle.txt" });
      assert.equal(row.command, undefined, "nothing is read for a row that is only drawn");
      await click(await parts.results.resolveTreeItem(row, node));
      await isSelected("file");
    });

    it("are opened there by the editor in a copy of the service, which is read only then, also when opened again", async () => {
      const { row } = await line({ repository: "host/one", path: "src/needle.txt" });
      assert.equal(row.command?.command, "vscode.open");
      const isFetched = () => server.received.some(({ path }) => path.includes("/-/raw/src/needle.txt"));
      assert.ok(!isFetched(), "nothing is fetched for a row that is only drawn");
      await until("the row to be there", async () => {
        await openWithKey();
        await sleep(500);
        return isFetched();
      });
      await isSelected("plumbline");
      await unselect();
      await openWithKey();
      await isSelected("plumbline");
    });

    for (const [side, sign, hunk] of [
      ["after", "+", "@@ -1,1 +3,1 @@"],
      ["before", "-", "@@ -3,1 +1,1 @@"],
    ] as const) {
      it(`are opened there in a change, ${side} it`, async () => {
        found = [
          {
            type: "commit",
            repository: "host/one",
            url: `/host/one/-/commit/${HASH}`,
            oid: HASH,
            message: "Thread it",
            content: `\`\`\`diff\nsrc/needle.txt src/needle.txt\n${hunk}\n${sign}three needle\n\`\`\``,
            ranges: [[3, 7, 6]],
          },
        ];
        await vscode.commands.executeCommand("plumbline.search", "needle");
        await parts.results.step(1);
        const isShown = () => vscode.window.activeTextEditor?.selection.start.line === 4;
        await until("the line in the change", isShown);
        assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
        await unselect();
        await until("the line, opened by its row", async () => {
          await openWithKey();
          await sleep(500);
          return isShown();
        });
      });
    }

    it("are linked to there, in results that were opened in an editor and in compared ones", async () => {
      await line({ repository: "host/one", path: "src/needle.txt" });
      const { document } = await openResults();
      const [search] = parts.searches.all.slice(-1);
      const compared = vscode.Uri.from({
        scheme: "plumbline-results",
        path: "/needle.results",
        query: String(search?.id),
      });
      for (const { uri } of [document, await vscode.workspace.openTextDocument(compared)]) {
        const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
          "vscode.executeLinkProvider",
          uri,
          100,
        );
        const fragments = links.map(({ target }) => target?.path.endsWith("/src/needle.txt") && target.fragment);
        assert.deepEqual(fragments, ["", "L5,7"], uri.scheme);
      }
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    });

    /** Opens the last row that the view has drawn as a person does with Enter. */
    async function openWithKey(): Promise<void> {
      await vscode.commands.executeCommand("plumbline.results.focus");
      try {
        await vscode.commands.executeCommand("list.focusLast");
        await vscode.commands.executeCommand("list.expand");
        await vscode.commands.executeCommand("list.focusLast");
        await vscode.commands.executeCommand("list.select");
      } catch {
        // it has drawn none
      }
    }

    /** Goes to the first line of the active editor. */
    async function unselect(): Promise<void> {
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      const { promise: told, resolve } = Promise.withResolvers<undefined>();
      const subscription = vscode.window.onDidChangeTextEditorSelection(() => resolve(undefined));
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      await told;
      subscription.dispose();
    }

    for (const [where, place, scheme] of [
      ["the workspace", { repository: OWN.repository, path: "needle.txt" }, "file"],
      ["the service", { repository: "host/one", path: "src/needle.txt" }, "plumbline"],
    ] as const) {
      it(`are gone to and opened to the side there, in a copy of ${where}`, async () => {
        const { node } = await line(place);
        await parts.results.step(1);
        await isSelected(scheme);
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        await vscode.commands.executeCommand("plumbline.openResultToSide", node);
        await isSelected(scheme);
        const { uri, range } = (await parts.results.placeOf(node)) ?? {};
        assert.equal(uri?.scheme, scheme);
        assert.deepEqual([range?.start.line, range?.start.character, range?.end.character], [4, 6, 12]);
      });
    }
  });

  it("are gone through one by one, also where the key is held down", async () => {
    const chunkMatches = Array.from({ length: 60 }, (_, line) => ({
      content: "x",
      contentStart: { line, column: 0 },
      ranges: [span(line, 0, 1)],
    }));
    found = [{ type: "content", ...OWN, chunkMatches }];
    await vscode.commands.executeCommand("plumbline.search", "held");
    await vscode.commands.executeCommand("plumbline.results.focus");
    await parts.results.step(1);
    const steps: Promise<void>[] = [];
    for (let count = 0; count < 30; count++) {
      steps.push(parts.results.step(1));
      await sleep(count % 10);
    }
    await Promise.all(steps);
    await parts.results.step(1);
    assert.equal(vscode.window.activeTextEditor?.selection.start.line, 31);
  });

  it("are left where they were gone on from, though it takes long to know where they are by now", async () => {
    const chunkMatches = [0, 1, 2].map((line) => ({
      content: "x",
      contentStart: { line, column: 0 },
      ranges: [span(line, 0, 1)],
    }));
    found = [{ type: "content", ...OWN, chunkMatches }];
    await vscode.commands.executeCommand("plumbline.search", "slow");
    await parts.results.step(1);
    const commandNow = parts.results.commandNow.bind(parts.results);
    const held = Promise.withResolvers<undefined>();
    parts.results.commandNow = async (node) => {
      parts.results.commandNow = commandNow;
      await held.promise;
      return commandNow(node);
    };
    try {
      const slow = parts.results.step(1);
      await until("the second match", () => parts.results.commandNow === commandNow);
      await parts.results.step(1);
      held.resolve(undefined);
      await slow;
      assert.equal(vscode.window.activeTextEditor?.selection.start.line, 2);
    } finally {
      Reflect.deleteProperty(parts.results, "commandNow"); // restores the method of its class
    }
  });

  it("are all in the view in the end, where the first came after it was told of none but before it asked", async () => {
    const files = (from: number, to: number) =>
      `event: matches\ndata: ${JSON.stringify(
        Array.from({ length: to - from }, (_, place) => ({
          type: "path",
          repository: "host/many",
          path: `${String(from + place)}.ts`,
        })),
      )}\n\n`;
    let response: ServerResponse | undefined;
    stream = (opened) => (response = opened);
    let told = 0;
    const listener = parts.results.onDidChangeTreeData(() => told++);
    const taken: number[] = [];
    const getChildren = parts.results.getChildren.bind(parts.results);
    parts.results.getChildren = async (node) => {
      const children = await getChildren(node);
      if (node?.kind === "repository") taken.push(children.length);
      return children;
    };
    try {
      await vscode.commands.executeCommand("plumbline.results.focus");
      const searching = vscode.commands.executeCommand("plumbline.search", "late");
      await until("the request", () => response);
      await until("the view told that there is nothing yet", () => told > 0);
      response?.write(files(0, 30));
      await until("the first rows asked for", () => taken.length > 0);
      response?.write(files(30, 60));
      await until("all rows while it runs", () => taken.at(-1) === 60);
      response?.end("event: done\ndata: {}\n\n");
      await searching;
      const inOrder = taken.toSorted((a, b) => a - b);
      assert.deepEqual(taken, inOrder, "no row goes away");
    } finally {
      parts.results.getChildren = getChildren;
      listener.dispose();
      stream = undefined;
    }
  });

  it("are told of again where the view did not ask: it loses what comes while it takes an earlier answer", async () => {
    const getChildren = parts.results.getChildren.bind(parts.results);
    let lost = 0;
    let taken: ResultNode[] = [];
    parts.results.getChildren = async (node) => {
      if (node) return getChildren(node);
      if (lost++ < 2) return [];
      taken = await getChildren();
      return taken;
    };
    try {
      await vscode.commands.executeCommand("plumbline.results.focus");
      await vscode.commands.executeCommand("plumbline.search", "lost");
      await until("the rows", () => taken.length > 0);
    } finally {
      parts.results.getChildren = getChildren;
    }
  });

  it("are not told of to a view that has not taken the last ones, but all in the end", async () => {
    let response: ServerResponse | undefined;
    stream = (opened) => (response = opened);
    let sent = 0;
    const send = (): void => {
      // In one repository: that the top has grown is told again to a view that does not ask for it.
      const match = { type: "path", repository: "host/many", path: `${String(sent++)}.ts` };
      response?.write(`event: matches\ndata: ${JSON.stringify([match])}\n\n`);
    };
    let told = 0;
    const listener = parts.results.onDidChangeTreeData(() => told++);
    const { results } = parts;
    const getChildren = results.getChildren.bind(results);
    const getTreeItem = results.getTreeItem.bind(results);
    let [areDrawn, drawn] = [false, 0];
    results.getTreeItem = async (node) => {
      areDrawn ||= node.kind === "item" && node.item.repository === "host/many";
      drawn = Date.now();
      return getTreeItem(node);
    };
    let take = (): void => undefined;
    try {
      await vscode.commands.executeCommand("plumbline.results.focus");
      const searching = vscode.commands.executeCommand("plumbline.search", "repositories");
      await until("the request", () => response);
      while (told < 3 || !areDrawn) {
        send(); // the view shows the first rows, and learns of more
        await sleep(50);
      }
      const taken = new Promise<void>((resolve) => {
        take = resolve;
      });
      let isAsked = false;
      results.getChildren = async (node) => {
        isAsked = true;
        return taken.then(() => getChildren(node));
      };
      // It may still be drawing rows that it learned of before, and each that it asks for lets the next be told of.
      await until("the view to wait for rows alone", () => {
        if (!isAsked) send();
        return isAsked && Date.now() - drawn > 500;
      });
      told = 0;
      const start = Date.now();
      for (let times = 0; times < 30; times++) {
        send();
        await sleep(50);
      }
      const most = 1 + (Date.now() - start) / 2000; // that is how long a view is waited for
      assert.ok(told <= most, `told ${String(told)} times`);
      told = 0;
      send(); // it may have learned of the previous one
      take();
      response?.end("event: done\ndata: {}\n\n");
      await searching;
      await until("the last rows told of", () => parts.searches.current?.status === "done" && told > 0);
      const [top] = await getChildren();
      assert.equal((await getChildren(top)).length, sent);
    } finally {
      results.getChildren = getChildren;
      results.getTreeItem = getTreeItem;
      take();
      listener.dispose();
      stream = undefined;
    }
  });

  it("are followed by where the service recorded what it did", async () => {
    const progress = { done: true, matchCount: 1, durationMs: 5, skipped: [] };
    for (const [trace, page] of [
      ["https://traces.example.com/trace/7?a=%26", "https://traces.example.com/trace/7?a=%26"],
      ["4bf92f3577b34da6a3ce929d0e0e4736", undefined],
      ["command:workbench.action.quit", undefined],
    ] as const) {
      stream = (opened) => {
        opened.write(`event: progress\ndata: ${JSON.stringify({ ...progress, trace })}\n\n`);
        opened.end("event: done\ndata: {}\n\n");
      };
      await vscode.commands.executeCommand("plumbline.search", `traced ${trace.length}`);
      await until("the search", () => parts.searches.current?.status === "done");
      const last = (await parts.filters.getChildren()).at(-1);
      assert.ok(last);
      const { label, command } = await parts.filters.getTreeItem(last);
      assert.equal(label, `Trace: ${trace}`);
      const [uri] = (command?.arguments ?? []) as readonly vscode.Uri[];
      assert.deepEqual(
        [command?.command, uri?.toString()],
        page === undefined ? [undefined, undefined] : ["vscode.open", vscode.Uri.parse(page, true).toString()],
      );
    }
    stream = undefined;
    await vscode.commands.executeCommand("plumbline.search", "anything");
    await until("all results", () => parts.searches.current?.status === "done");
  });

  it("read in their own order, whatever direction characters a repository, a path, a line or a filter has", async () => {
    const odd = (text: string): string => `${text}\u202egnp\u2066.\u2069\u200f\u061c`;
    const plainly = "\ufffdgnp\ufffd.\ufffd\ufffd\ufffd";
    const chunk = { content: `  ${odd("hit")}();`, contentStart: { line: 6, column: 0 }, ranges: [span(6, 2, 5)] };
    const match = { type: "content", repository: odd("host/a"), path: odd("src/b"), chunkMatches: [chunk] };
    const person = { type: "person", handle: odd("ann"), user: { displayName: odd("Ann") } };
    const commit = { ...MATCHES[2], message: odd("Rename"), authorName: odd("Ann") };
    const filter = { value: "lang:odd", label: odd("Odd"), kind: "lang", count: 1, limitHit: false };
    const events = { matches: [match, person, commit], filters: [filter] };
    stream = (opened) => {
      for (const [name, data] of Object.entries(events))
        opened.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      opened.end("event: done\ndata: {}\n\n");
    };
    try {
      await vscode.commands.executeCommand("plumbline.search", "odd");
      await until("all results", () => parts.searches.current?.status === "done");
      const all = await rows();
      const line = await find(`7: hit${plainly}();`);
      assert.deepEqual(typeof line.row.label === "object" ? line.row.label.highlights : undefined, [[3, 6]]);
      const groups = await parts.filters.getChildren();
      const filters = [
        ...groups,
        ...(await Promise.all(groups.map((group) => parts.filters.getChildren(group)))).flat(),
      ];
      const shown = await Promise.all([
        ...all.map(async ({ node, row }) => [
          row.label,
          row.description,
          row.accessibilityInformation,
          await tooltip({ node, row }),
        ]),
        ...filters.map(async (node) => {
          const { label, description, tooltip } = await parts.filters.getTreeItem(node);
          return [label, description, tooltip];
        }),
      ]);
      const text = JSON.stringify(shown);
      for (const word of ["host/a", "src/b", "Ann", "Rename", "Odd"]) assert.ok(text.includes(word + plainly), text);
      assert.doesNotMatch(text, /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    } finally {
      stream = undefined;
    }
  });
});
