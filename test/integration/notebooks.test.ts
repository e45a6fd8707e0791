import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { notebookWith } from "../support/notebook.ts";
import { plumbline, until } from "./extension.ts";

const CODE = 'def fit_prices(prices):\n    name = "größe"\n    return Decomposition(prices, name).fit()\n';
const NOTEBOOK = notebookWith([
  { text: "# Prices\n\nEach month has its own level" },
  { code: "import numpy as np", printed: "Decomposition of 12 months\n" },
  { code: CODE },
]);

describe("a place in a notebook", () => {
  let parts: TestAccess;
  let uri: vscode.Uri;
  let repository: string;

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    uri = vscode.Uri.file(join(folder.uri.fsPath, "prices.ipynb"));
    repository = basename(folder.uri.fsPath);
    writeFileSync(uri.fsPath, NOTEBOOK);
  });

  afterEach(async () => {
    await vscode.workspace.getConfiguration("workbench").update("editorAssociations", undefined, true);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  after(() => {
    rmSync(uri.fsPath);
  });

  const lineWith = (words: string) => NOTEBOOK.split("\n").findIndex((line) => line.includes(words));
  const openAt = async (from: string, to = from) => {
    const range = { startLine: lineWith(from), endLine: lineWith(to) };
    await parts.opener.open("local", { repository, path: "prices.ipynb", range });
  };
  const selectedCell = () => vscode.window.activeNotebookEditor?.selection.start;
  const markedIn = () => {
    const { marked } = parts.opener;
    const editor = vscode.window.visibleTextEditors.find(
      (each) => each.document.uri.toString() === marked?.uri.toString(),
    );
    return marked && editor?.document.getText(marked.range);
  };

  it("that an answer cites opens in its cell, with its lines marked", async () => {
    await openAt("def fit_prices", "fit()");
    await until("the cell", () => selectedCell() === 2);
    assert.equal(markedIn(), CODE.trimEnd());
    await openAt("name = ");
    assert.equal(markedIn(), '    name = "größe"');
    await openAt("Prices", "own level");
    await until("the text", () => selectedCell() === 0);
    assert.equal(markedIn(), undefined);
  });

  it("in the code and the texts is that of the code", async () => {
    await openAt("own level", "fit()");
    await until("the cell", () => selectedCell() === 2);
  });

  it("that was found is selected in its cell, or in the file where it is of none", async () => {
    const select = async (words: string) => {
      const line = lineWith(words);
      const column = NOTEBOOK.split("\n")[line]?.indexOf(words) ?? 0;
      const selection = new vscode.Range(line, column, line, column + words.length);
      await vscode.commands.executeCommand("plumbline.openNotebookCell", uri, { selection });
      return vscode.window.visibleTextEditors.map(({ document, selection: each }) => document.getText(each));
    };
    assert.ok((await select("(prices, name)")).includes("(prices, name)"));
    assert.equal(selectedCell(), 2);
    assert.deepEqual(await select("of 12 months"), ["of 12 months"]);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });

  it("opens as text where such files do", async () => {
    await vscode.workspace
      .getConfiguration("workbench")
      .update("editorAssociations", { "*.ipynb": "default" }, vscode.ConfigurationTarget.Global);
    await openAt("name = ");
    assert.equal(vscode.window.activeNotebookEditor, undefined);
    assert.match(markedIn() ?? "", /" {4}name = \\"größe\\"\\n",/);
  });

  it("is found in a notebook that was edited and not saved", async () => {
    await openAt("name = ");
    const { notebook } = vscode.window.activeNotebookEditor ?? {};
    assert.ok(notebook);
    const edit = new vscode.WorkspaceEdit();
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "1 + 1", "python");
    edit.set(uri, [vscode.NotebookEdit.insertCells(0, [cell])]);
    await vscode.workspace.applyEdit(edit);
    await openAt("name = ");
    await until("the cell", () => selectedCell() === 3);
    assert.equal(markedIn(), '    name = "größe"');
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("that is selected is what is asked about, by the lines of the file", async () => {
    await openAt("name = ");
    const editor = await until("the editor of the cell", () =>
      vscode.window.visibleTextEditors.find(({ document }) => document.getText().startsWith("def fit_prices")),
    );
    editor.selection = new vscode.Selection(1, 0, 2, 4);
    await vscode.commands.executeCommand("notebook.cell.edit");
    await until("the focus", () => vscode.window.activeTextEditor === editor);
    editor.selection = new vscode.Selection(1, 0, 2, 4);
    await vscode.commands.executeCommand("plumbline.ask");
    const line = lineWith("name = ") + 1;
    const panel = await until("the composer", () => parts.answers.panels.find(({ isNew }) => isNew));
    await until("what it is about", () => JSON.stringify(lastState ?? "").includes(`prices.ipynb:${line}–${line + 1}`));
    panel.receive({ type: "draft", text: "" });
  });

  it("that is selected, or has a problem, can be added to what a question is about", async () => {
    const line = lineWith("name = ") + 1;
    const problems = vscode.languages.createDiagnosticCollection("test");
    const pick = vscode.window.showQuickPick;
    try {
      await openAt("name = ");
      await vscode.commands.executeCommand("notebook.cell.edit");
      const editor = await until("the focus", () => {
        const { activeTextEditor } = vscode.window;
        return activeTextEditor?.document.getText().startsWith("def fit_prices") && activeTextEditor;
      });
      problems.set(editor.document.uri, [new vscode.Diagnostic(new vscode.Range(1, 0, 1, 4), "Nothing works here")]);
      editor.selection = new vscode.Selection(1, 0, 2, 4);
      for (const [chosen, label] of [
        ["Selection", `prices.ipynb:${line}–${line + 1}`],
        ["Nothing works here", `prices.ipynb:${line} Nothing works here`],
        ["prices.ipynb", "prices.ipynb"],
      ] as const) {
        const choose = (rows: readonly vscode.QuickPickItem[]) =>
          Promise.resolve(rows.find((row) => row.label.endsWith(chosen)));
        vscode.window.showQuickPick = choose as unknown as typeof vscode.window.showQuickPick;
        await parts.answers.compose({ id: "local" }, []);
        const panel = await until("the composer", () => parts.answers.panels.find(({ isNew }) => isNew));
        panel.receive({ type: "addContext" });
        await until(label, () => JSON.stringify(lastState ?? "").includes(`"label":"${label}"`), 5000);
        panel.dispose();
      }
    } finally {
      vscode.window.showQuickPick = pick;
      problems.dispose();
    }
  });

  it("that has a problem is asked about from its code action, by the lines of the file", async () => {
    const problem = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 4), "Nothing works here");
    await openAt("name = ");
    const { uri: cell } = await until("the cell", () =>
      vscode.workspace.textDocuments.find((each) => each.getText().startsWith("def fit_prices")),
    );
    await vscode.commands.executeCommand("plumbline.askAboutProblem", cell, problem);
    const panel = await until("the composer", () => parts.answers.panels.find(({ isNew }) => isNew));
    const label = `prices.ipynb:${lineWith("name = ") + 1} Nothing works here`;
    await until(label, () => JSON.stringify(lastState ?? "").includes(label), 5000);
    panel.receive({ type: "draft", text: "" });
  });

  let lastState: unknown;
  let subscription: vscode.Disposable;
  before(() => {
    subscription = parts.answers.onDidPost((state) => {
      lastState = state;
    });
  });
  after(() => {
    subscription.dispose();
  });
});
