import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { LOCAL_ACCOUNT, type Account } from "../../src/host/accounts/accounts.ts";
import type { AnswerPanel } from "../../src/host/answers/answerPanel.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState, SourceState } from "../../src/protocol/answer.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { plumbline, until } from "./extension.ts";

const REPOSITORY = "github.com/rexxars/eventsource-parser";
const PATH = "src/parse.ts";
const REMOTE = "host/one";
const HASH = "0123456789abcdef0123456789abcdef01234567";
const OTHER_TEXT = 'first();\n  second();\nthird("4");\n';
const FILES = Array.from({ length: 50 }, (_, file) => `src/file${file}.ts`);

describe("the sources of an answer", () => {
  let parts: TestAccess;
  let service: ScriptedConversations;
  let account: Account;
  let root: string;
  let text: string;
  let lines: readonly string[];
  const states: AnswerState[] = [];
  /** The service sends no file until this resolves. */
  let gate = Promise.resolve();
  let subscription: vscode.Disposable;

  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

  before(async () => {
    parts = await plumbline();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    root = join(folder.uri.fsPath, "eventsource-parser");
    text = readFileSync(join(root, PATH), "utf8");
    lines = text.split("\n");
    const commit = git("rev-parse", "HEAD");
    const local = (path: string, from: number, to: number) =>
      `[\`${path}\`](/${REPOSITORY}@${commit}/-/blob/${path}?L${String(from)}-${String(to)})`;
    const remote = (path: string) => `[\`${path}\`](/${REMOTE}@${HASH}/-/blob/${path}?L2)`;
    const files = new Map([
      [`${REPOSITORY}@${commit}/${PATH}`, text],
      [`${REPOSITORY}@${HASH}/src/before.ts`, text],
      ...["src/a.ts", ...FILES].map((path) => [`${REMOTE}@${HASH}/${path}`, OTHER_TEXT] as const),
    ]);
    service = await ScriptedConversations.start(
      [
        {
          title: "Mine",
          questions: [
            {
              question: "What is cited?",
              answer: [
                local(PATH, 3, 6),
                local(PATH, 20, 24),
                local(PATH, 40, 44),
                local(PATH, 60, 66),
                local("src/missing.ts", 1, 2),
                local(PATH, 99_999, 100_000),
                remote("src/a.ts"),
              ].join(", "),
            },
          ],
        },
        { title: "Theirs", questions: [{ question: "What?", answer: FILES.map(remote).join("\n\n") }] },
        {
          title: "Uses",
          questions: [{ question: "Where?", answer: "[All uses](/search?q=parse+f&patternType=regexp)" }],
        },
        {
          title: "Touching",
          questions: [
            { question: "First?", answer: `${local(PATH, 3, 6)}, ${local(PATH, 40, 44)} and ${local(PATH, 5, 9)}.` },
            { question: "Then?", answer: `${local(PATH, 45, 50)}.` },
          ],
        },
        {
          title: "Unfetched",
          questions: [
            { question: "Where?", answer: `[\`before.ts\`](/${REPOSITORY}@${HASH}/-/blob/src/before.ts?L40-44)` },
          ],
        },
      ],
      async (name) => {
        await gate;
        return files.get(name);
      },
    );
    account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");
    await parts.accounts.add(account);
    subscription = parts.answers.onDidPost((state) => {
      states.push(state);
    });
  });

  beforeEach(() => {
    states.length = 0;
    service.server.received.length = 0;
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
    await write(text);
    await changesTold();
  });

  after(async () => {
    subscription.dispose();
    await parts.accounts.remove(account);
    await service[Symbol.asyncDispose]();
  });

  /** Writes the file, and waits for editors to show it: what an editor shows is what is checked. */
  async function write(changed: string): Promise<void> {
    writeFileSync(join(root, PATH), changed);
    const shown = changed.replaceAll("\r", "\n"); // an editor has one way to end lines
    await until("editors to see it", () => {
      const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === join(root, PATH));
      return !open || open.getText() === shown;
    });
  }

  /** Waits until the changes on disk are reported, in order: a panel opened afterwards learns of none of them. */
  async function changesTold(): Promise<void> {
    const last = join(root, "last.txt");
    const watcher = vscode.workspace.createFileSystemWatcher("**/last.txt");
    const told: string[] = [];
    watcher.onDidCreate(() => told.push("there"));
    watcher.onDidDelete(() => told.push("gone"));
    try {
      writeFileSync(last, "");
      await until("a new file to be told of", () => told.includes("there"));
      rmSync(last);
      await until("its end to be told of", () => told.includes("gone"));
    } finally {
      rmSync(last, { force: true });
      watcher.dispose();
    }
  }

  async function show(id: number, title: string): Promise<AnswerPanel> {
    await parts.answers.show({ accountId: account.id, name: `users/-/conversations/${String(id)}`, title });
    const panel = parts.answers.panels.find((each) => each.shows(account.id, `users/-/conversations/${String(id)}`));
    assert.ok(panel);
    return panel;
  }

  const sources = (): readonly SourceState[] => states.at(-1)?.questions.at(-1)?.sources ?? [];
  const labels = () => sources().map(({ status }) => status?.label);
  /** Resolves as soon as all sources have been looked for. */
  const checked = async () =>
    until("the check", () => sources().length > 0 && !labels().includes(undefined) && labels()).catch(
      (error: unknown) => {
        throw new Error(JSON.stringify(states.at(-1)), { cause: error });
      },
    );
  const asked = () => service.server.received.filter(({ path }) => path.includes("/-/raw/"));

  it("say what became of each, and what was cited", async () => {
    const edited = lines.with(41, "// another line").toSpliced(58, 9).toSpliced(18, 0, "// one", "// two");
    await write(edited.join("\n"));
    await show(1, "Mine");
    assert.deepEqual(await checked(), [
      "unchanged",
      "moved to line 22",
      "perhaps line 42",
      "gone",
      "no such file",
      "no such lines",
      "found",
    ]);
    assert.equal(sources().at(-1)?.excerpt, "second();");
    assert.equal(sources()[2]?.excerpt?.split("\n").length, 5);
    assert.doesNotMatch(sources()[2]?.excerpt ?? "", /another line/);
    const summary = states.at(-1)?.questions[0]?.sourcesSummary;
    assert.equal(summary, "1 unchanged · 1 found · 1 moved · 1 perhaps elsewhere · 1 gone · 2 not found");
  });

  it("are perhaps gone where something else has taken their place", async () => {
    const others = Array.from({ length: 7 }, (_, at) => `${at}${at}${at} + ${at}`);
    await write(lines.toSpliced(59, 7, ...others).join("\n"));
    await show(1, "Mine");
    assert.equal((await checked())[3], "perhaps gone");
    const summary = states.at(-1)?.questions[0]?.sourcesSummary;
    assert.equal(summary, "3 unchanged · 1 found · 1 perhaps gone · 2 not found");
  });

  it("are looked for again after a file was saved, and when somebody asks", async () => {
    await (await parts.remote()).reader.copies.removeAll(account.id);
    const panel = await show(1, "Mine");
    const before = await checked();
    assert.deepEqual(before.slice(0, 3), ["unchanged", "unchanged", "unchanged"]);
    const document = await vscode.workspace.openTextDocument(join(root, PATH));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(18, 0), "// one\n");
    await vscode.workspace.applyEdit(edit);
    await document.save();
    await until("the second check", () => labels()[1] === "moved to line 21");
    assert.equal(
      asked().length,
      1,
      "the service is asked once for a file, and not for one that git knows to be missing",
    );

    await write(text);
    panel.receive({ type: "checkSources" });
    await until("the third check", () => labels()[1] === "unchanged");
  });

  it("lose their ticks by themselves when their file is changed, renamed or deleted on disk", async () => {
    const file = join(root, PATH);
    await show(1, "Mine");
    assert.equal((await checked())[0], "unchanged");
    writeFileSync(file, `// one\n${text}`);
    await until("the new line", () => labels()[0] === "moved to line 4");
    writeFileSync(file, text);
    await until("the tick", () => labels()[0] === "unchanged");
    renameSync(file, `${file}.old`);
    await until("no tick for what was renamed", () => labels()[0] !== "unchanged");
    renameSync(`${file}.old`, file);
    await until("the tick again", () => labels()[0] === "unchanged");
    rmSync(file);
    await until("no tick for what was deleted", () => labels()[0] === "gone");
  });

  it("follow unsaved edits, open at the lines that the editor shows, and come back with the saved text", async () => {
    const panel = await show(1, "Mine");
    assert.equal((await checked())[1], "unchanged");
    const document = await vscode.workspace.openTextDocument(join(root, PATH));
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(18, 0), "// one\n");
    });
    await until("the unsaved line", () => labels()[1] === "moved to line 21");
    panel.receive({ type: "openSource", index: 1 });
    await until("the source to be opened", () => parts.opener.marked);
    assert.deepEqual(
      vscode.window.visibleTextEditors.map(({ document: { uri }, selection }) => [uri.fsPath, selection.start.line]),
      [[join(root, PATH), 20]],
    );
    assert.ok(document.isDirty);

    await vscode.commands.executeCommand("undo");
    await until("the tick after undo", () => labels()[1] === "unchanged");
    await vscode.commands.executeCommand("redo");
    await until("the unsaved line again", () => labels()[1] === "moved to line 21");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until("the tick of the file on disk", () => labels()[1] === "unchanged");
  });

  it("are compared with the version that was cited on one click", async () => {
    await write(lines.with(41, "// another line").join("\n"));
    const panel = await show(1, "Mine");
    await checked();
    const [index] = sources().flatMap(({ index, status }) => (status?.canCompare ? [index] : []));
    panel.receive({ type: "compareSource", index });
    const input = await until("the comparison", () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff && input;
    });
    assert.equal(input.modified.fsPath, join(root, PATH));
    panel.receive({ type: "compareSource", index: 0 }); // nothing to compare
    panel.receive({ type: "compareSource", index: 1_000 });
  });

  it("are compared at their line in the editor, which begins one after a CR alone", async () => {
    await write(
      lines
        .with(1, `// one\r${lines[1] ?? ""}`)
        .with(41, "// another line")
        .join("\n"),
    );
    const panel = await show(1, "Mine");
    await checked();
    const found = sources().find(({ index }) => labels()[index] === "perhaps line 40");
    assert.ok(found, labels().join());
    panel.receive({ type: "compareSource", index: found.index });
    await until("the comparison at the line after", () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff && vscode.window.activeTextEditor?.selection.start.line === 40;
    });
  });

  it("are rows by repository and file, which open, copy and compare what they stand for", async () => {
    await write(lines.with(41, "// another line").join("\n"));
    await show(1, "Mine");
    await checked();
    const tree = await parts.sources();
    await until("the rows", () => tree.message === "3 unchanged · 1 found · 1 perhaps elsewhere · 2 not found");
    const [mine, theirs] = tree.getChildren();
    assert.ok(mine && theirs);
    assert.deepEqual(
      [mine, theirs].map((node) => tree.getTreeItem(node).label),
      ["…/rexxars/eventsource-parser", REMOTE],
    );
    const whole = tree.resolveTreeItem(tree.getTreeItem(mine), mine).tooltip;
    assert.match(whole instanceof vscode.MarkdownString ? whole.value : "", /^github/);
    const [parse, missing] = tree.getChildren(mine);
    const [other] = tree.getChildren(theirs);
    assert.ok(parse && missing && other);
    const rows = tree.getChildren(parse).map((node) => tree.getTreeItem(node));
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ["3–6", ""],
        ["20–24", ""],
        ["40–44", "perhaps line 40"],
        ["60–66", ""],
        ["99999–100000", "no such lines"],
      ],
    );
    assert.equal(tree.getTreeItem(missing).description, "1–2 · no such file · src");
    assert.equal(tree.getTreeItem(other).description, "2 · found · src");
    const tooltip = tree.resolveTreeItem(tree.getTreeItem(other), other).tooltip;
    assert.match(tooltip instanceof vscode.MarkdownString ? tooltip.value : "", /```ts\nsecond\(\);\n```/);

    const second = tree.getChildren(parse)[1];
    await vscode.commands.executeCommand("plumbline.openSource", second);
    assert.equal(vscode.window.activeTextEditor?.selection.start.line, 19);
    assert.equal(states.at(-1)?.pointed?.indices[0], 1);
    await vscode.commands.executeCommand("plumbline.copySourceLink", second);
    assert.match(await vscode.env.clipboard.readText(), /\/-\/blob\/src\/parse\.ts\?L20-24$/);
    await vscode.commands.executeCommand("plumbline.peekSource", second);
    await vscode.commands.executeCommand("plumbline.compareAllSources");
    await until("the comparison", () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith("Cited ↔ yours"),
    );
  });

  it("are one row where their lines touch, and each its own where it is cited", async () => {
    const panel = await show(4, "Touching");
    await checked();
    const [first, then] = states.at(-1)?.questions ?? [];
    const rowsOf = (list: readonly SourceState[] = []) =>
      list.filter(({ within }) => within === undefined).map(({ lines: cited }) => cited);
    assert.deepEqual([rowsOf(first?.sources), rowsOf(then?.sources)], [["3–9", "40–44"], ["45–50"]]);
    const tree = await parts.sources();
    const files = () => tree.getChildren().flatMap((node) => tree.getChildren(node));
    const places = () => files().flatMap((node) => tree.getChildren(node));
    await until("the rows", () => places().length === 2);
    assert.deepEqual(
      places().map((node) => tree.getTreeItem(node).label),
      ["3–9", "40–50"],
    );
    await until("the counts", () => tree.message === "2 unchanged");
    await until("the counts below the answer", () => states.at(-1)?.questions[0]?.sourcesSummary === "2 unchanged");

    const [row] = places();
    const cited = first?.sources.find(({ lines: each }) => each === "5–9");
    await vscode.commands.executeCommand("plumbline.openSource", row);
    assert.equal(vscode.window.visibleTextEditors[0]?.selection.start.line, 2);
    assert.ok(cited);
    assert.ok(states.at(-1)?.pointed?.indices.includes(cited.index), "its sentence is shown");
    await vscode.commands.executeCommand("plumbline.sources.focus");
    panel.receive({ type: "openSource", index: cited.index });
    await until("the cited lines", () => vscode.window.visibleTextEditors[0]?.selection.start.line === 4);
    panel.receive({ type: "focusSource", index: then?.sources[0]?.index });
    await until("its row", () => tree.selected === places()[1]);
  });

  it("open in a tab that the next one takes over, and all of them in tabs that stay", async () => {
    const panel = await show(1, "Mine");
    await checked();
    const tabs = () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .flatMap(({ input, isPreview }) =>
          input instanceof vscode.TabInputText ? [{ name: input.uri.path.split("/").at(-1), isPreview }] : [],
        );
    panel.receive({ type: "openSource", index: 0 });
    await until("the first", () => tabs().some(({ name, isPreview }) => name === "parse.ts" && isPreview));
    panel.receive({ type: "openSource", index: 6 });
    await until("the other", () => tabs().some(({ name, isPreview }) => name === "a.ts" && isPreview));
    assert.equal(tabs().length, 1);
    await vscode.commands.executeCommand("plumbline.openAllSources");
    await until("both", () => ["parse.ts", "a.ts"].every((file) => tabs().some(({ name }) => name === file)));
    assert.deepEqual(
      tabs().filter(({ isPreview }) => isPreview),
      [],
    );
  });

  it("are gone through one after the other, and found by what has the focus in the answer", async () => {
    const panel = await show(1, "Mine");
    await checked();
    const tree = await parts.sources();
    await vscode.commands.executeCommand("plumbline.sources.focus");
    await until("the rows", () => tree.getChildren().length > 0);
    const pointed = () => states.at(-1)?.pointed?.indices[0];
    await vscode.commands.executeCommand("plumbline.nextSource");
    await vscode.commands.executeCommand("plumbline.nextSource");
    assert.equal(pointed(), 1);
    assert.equal(vscode.window.visibleTextEditors[0]?.selection.start.line, 19);
    await vscode.commands.executeCommand("plumbline.previousSource");
    assert.equal(pointed(), 0);
    await until("the row", () => tree.selected?.places[0].state.index === 0);
    panel.receive({ type: "focusSource", index: 3 });
    await until("the row", () => tree.selected?.places[0].state.index === 3);
    assert.equal(pointed(), 0, "what has the focus is not pointed at");
    for (let round = 0; round < 10; round++)
      for (const index of [1, 0, 3, 1]) {
        panel.receive({ type: "focusSource", index });
        await sleep(5); // as when Tab is held down: one row is not selected yet when the next one is to be
      }
    await until("the last row", () => tree.selected?.places[0].state.index === 1);
    assert.equal(pointed(), 0, "nor what had it before");
    panel.dispose();
    await until("no rows", () => tree.getChildren().length === 0);
  });

  it("are asked for at the service up to a limit, and further when somebody asks", async () => {
    const panel = await show(2, "Theirs");
    const found = await checked();
    assert.equal(asked().length, 40);
    assert.equal(found.filter((label) => label === "found").length, 40);
    assert.equal(found.filter((label) => label === "not checked").length, 10);
    panel.receive({ type: "checkSources" });
    await until("the others", () => labels().every((label) => label === "found"));
    assert.equal(asked().length, 50);
  });

  it("are not asked for again that the service sent before", async () => {
    const { copies } = (await parts.remote()).reader;
    await until("the copies", async () => {
      const places = FILES.map((path) => ({ repository: REMOTE, revision: HASH, path }));
      const kept = await Promise.all(places.map((place) => copies.read(account.id, place)));
      return !kept.includes(undefined);
    });
    const panel = await show(2, "Theirs");
    assert.deepEqual([...new Set(await checked())], ["found"]);
    assert.equal(asked().length, 0);
    panel.dispose();
    await copies.removeAll(account.id);
  });

  it("are found in a file that was renamed since a commit that is not here", async () => {
    await show(5, "Unfetched");
    await checked();
    const [source] = sources();
    assert.match(source?.status?.label ?? "", /moved/);
    assert.ok(JSON.stringify(source).includes("parse.ts"), JSON.stringify(source));
  });

  it("open where the panel says that they are while the service is slow to send what was cited", async () => {
    const { copies } = (await parts.remote()).reader;
    await copies.removeAll(account.id);
    const panel = await show(5, "Unfetched");
    assert.match((await checked()).join(), /moved/);
    await until(
      "the copy",
      async () =>
        (await copies.read(account.id, { repository: REPOSITORY, revision: HASH, path: "src/before.ts" })) !==
        undefined,
    );
    await copies.removeAll(account.id);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    gate = promise;
    const before = asked().length;
    const { clickMs } = parts.sourceSwitches;
    parts.sourceSwitches.clickMs = undefined;
    panel.receive({ type: "openSource", index: 0 });
    await until("the source to be opened", () => vscode.window.activeTextEditor);
    await until("the request that is not answered", () => asked().length > before);
    parts.sourceSwitches.clickMs = clickMs;
    resolve(undefined);
    assert.equal(asked().length, before + 1);
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail();
    assert.deepEqual([document.uri.fsPath, selection.start.line], [join(root, PATH), 39]);
  });

  it("may be a search, which runs here at the service of the answer", async () => {
    const panel = await show(3, "Uses");
    await until("the answer", () => states.at(-1)?.questions[0]?.answer.length);
    await parts.accounts.use(account);
    try {
      panel.receive({ type: "runSearch", index: 0 });
      await until("the search", () => parts.searches.current?.query.text === "parse f");
      assert.equal(parts.searches.current?.query.patternType, "regexp");
      await until("its request", () => service.server.received.some(({ path }) => path.includes("q=parse+f")));
    } finally {
      await parts.accounts.use(LOCAL_ACCOUNT);
    }
  });

  it("are left alone when nobody looks any more", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    gate = promise;
    const panel = await show(2, "Theirs");
    await until("the first request", () => asked().length > 0);
    panel.dispose();
    resolve(undefined);
    await show(1, "Mine");
    await checked();
    const count = asked().filter(({ path }) => path.includes("src/file")).length;
    assert.ok(count <= 4, `${String(count)} requests, and no more than are on their way at once`);
  });
});
