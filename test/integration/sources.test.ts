import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { LineRange } from "../../src/core/sources/sourceLink.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { markedText, plumbline, until } from "./extension.ts";

const REPOSITORY = "github.com/rexxars/eventsource-parser";
const PATH = "src/parse.ts";

describe("a source", () => {
  let parts: TestAccess;
  let root: string;
  let file: string;
  let text: string;
  let lines: readonly string[];
  let range: LineRange;

  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    root = join(folder.uri.fsPath, "eventsource-parser");
    file = join(root, PATH);
    text = readFileSync(file, "utf8");
    lines = text.split("\n");
    const startLine = lines.findIndex((line) => line.startsWith("export function createParser"));
    range = { startLine, endLine: startLine + 12 };
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    git("reset", "--quiet", "--hard");
    git("clean", "--quiet", "--force", "-d");
  });

  /** Opens the cited lines and returns where that led. */
  async function open(place = range) {
    const revision = git("rev-parse", "HEAD");
    await until("the editor to see the file as it is on disk", () => {
      const document = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === file);
      return !document || document.isDirty || document.isClosed || [undefined, document.getText()].includes(onDisk());
    });
    await parts.opener.open("local", { repository: REPOSITORY, revision, path: PATH, range: place });
    const marked = markedText(parts);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      editor.document.uri,
      100,
    );
    const notes = lenses.flatMap(({ command }) => command ?? []);
    return {
      editor,
      path: vscode.workspace.asRelativePath(editor.document.uri, false).replace(/^eventsource-parser\//, ""),
      text: marked,
      line: editor.selection.start.line,
      titles: notes.map(({ title }) => title),
      notes,
    };
  }

  const onDisk = () => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  const cited = () => lines.slice(range.startLine, range.endLine + 1).join("\n");

  it("opens at its lines where nothing has changed, without a word", async () => {
    const { text: marked, titles } = await open();
    assert.equal(marked, cited());
    assert.deepEqual(titles, []);
  });

  it("marks its lines until the next edit, and selects nothing", async () => {
    const { editor, text: marked } = await open();
    assert.equal(marked, cited());
    await editor.edit((change) => {
      change.insert(new vscode.Position(0, 0), "// one\n");
    });
    await until("the mark gone", () => parts.opener.marked === undefined);
    assert.ok(editor.selection.isEmpty);
  });

  it("opens where its lines have moved to, and says so", async () => {
    writeFileSync(file, `// one\n// two\n${text}`);
    const { text: marked, line, titles } = await open();
    assert.equal(marked, cited());
    assert.equal(line, range.startLine + 2);
    assert.deepEqual(titles, [`Moved here from line ${String(range.startLine + 1)}, where it was cited`]);
  });

  it("follows edits that are not saved, and takes the note away with the next one", async () => {
    const document = await vscode.workspace.openTextDocument(file);
    await until("the file as it was committed", () => document.getText() === text);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "// one\n");
    await vscode.workspace.applyEdit(edit);
    const { line, titles, editor } = await open();
    assert.equal(line, range.startLine + 1);
    assert.equal(titles.length, 1);
    await editor.edit((change) => {
      change.insert(new vscode.Position(0, 0), "// two\n");
    });
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      document.uri,
    );
    assert.deepEqual(lenses, []);
  });

  it("opens what its lines have become, and compares it with the cited version on one click", async () => {
    const changed = [...lines];
    changed.splice(range.startLine + 3, 1, "  // edited", "  // in two lines");
    writeFileSync(file, `// one\n${changed.join("\n")}`);
    const { line, titles, notes } = await open();
    assert.equal(line, range.startLine + 1);
    assert.deepEqual(titles, ["Changed since it was cited", "Compare with the cited version"]);
    const compare = notes[1];
    assert.ok(compare);
    await vscode.commands.executeCommand(compare.command, ...((compare.arguments ?? []) as unknown[]));
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.modified.fsPath, file);
    const original = await vscode.workspace.openTextDocument(input.original);
    assert.equal(original.getText(), text);
  });

  it("opens where its lines were when they are gone", async () => {
    writeFileSync(file, lines.toSpliced(range.startLine, range.endLine - range.startLine + 1).join("\n"));
    const { line, titles } = await open();
    assert.ok(Math.abs(line - range.startLine) <= 1, String(line));
    assert.equal(titles[0], "What was cited here is gone");
  });

  it("opens in the file that its own was renamed to", async () => {
    git("mv", PATH, "src/streamParser.ts");
    writeFileSync(join(root, "src/streamParser.ts"), `// one\n${text}`);
    const { path, text: marked, titles } = await open();
    assert.equal(path, "src/streamParser.ts");
    assert.equal(marked, cited());
    assert.deepEqual(titles, [`Moved here from ${PATH}, line ${String(range.startLine + 1)}, where it was cited`]);
  });

  it("opens in the version that was cited when its file is gone", async () => {
    rmSync(file);
    const { editor, text: marked } = await open();
    assert.equal(editor.document.uri.scheme, "plumbline");
    assert.equal(marked, cited());
  });
});
