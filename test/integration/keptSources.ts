import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState, SourceState } from "../../src/protocol/answer.ts";
import { markedText, until } from "./extension.ts";

const INSERTED = "// one\n// two\n// three\n";

/**
 * Asks the local service a question, inserts three lines at the top of the file that the answer cites first, saves it,
 * and follows the source, then once more after the answer was closed and opened again. In the end, the file is as
 * before.
 */
export async function followAfterInserting(parts: TestAccess, question: string, path: string): Promise<void> {
  let state: AnswerState | undefined;
  const subscription = parts.answers.onDidPost((posted) => {
    state = posted;
  });
  const source = (): SourceState | undefined =>
    state?.questions.at(-1)?.sources.find(({ label, lines }) => lines !== undefined && path.endsWith(label));
  const label = () => source()?.status?.label;
  const panel = () => parts.answers.panels.at(-1);
  const wait = (what: string, look: () => boolean | undefined) =>
    until(what, look).catch((error: unknown) => {
      throw new Error(JSON.stringify(state?.questions.at(-1)?.sources), { cause: error });
    });
  const click = async (first: number) => {
    const { index } = source() ?? {};
    assert.ok(index !== undefined);
    panel()?.receive({ type: "openSource", index });
    await wait(`the cursor in line ${String(first + 1)}`, () => {
      const { document, selection } = vscode.window.activeTextEditor ?? {};
      return (
        document?.uri.path.endsWith(path) === true &&
        selection?.start.line === first &&
        parts.opener.marked?.range.start.line === first
      );
    });
    return markedText(parts) ?? "";
  };
  try {
    await parts.accounts.use({ id: "local" });
    await vscode.commands.executeCommand("plumbline.ask", question);
    await wait("a check of what was just cited", () => label() === "unchanged");
    const [, first = ""] = /^L?(\d+)/.exec(source()?.lines ?? "") ?? [];
    const startLine = Number(first) - 1;
    const cited = await click(startLine);
    const { reference } = panel() ?? {};
    assert.ok(reference);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    const before = document.getText();
    try {
      await replace(document, INSERTED + before);
      const now = `moved to line ${String(startLine + 4)}`;
      await wait(`"${now}" in the row`, () => label() === now);
      assert.equal(await click(startLine + 3), cited);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await wait("the answer closed", () => parts.answers.panels.length === 0);
      state = undefined;
      await parts.answers.show({ ...reference, title: "Again" });
      await wait(`"${now}" in the row after reopening`, () => label() === now);
      assert.equal(await click(startLine + 3), cited);
    } finally {
      await replace(await vscode.workspace.openTextDocument(document.uri), before);
    }
  } finally {
    subscription.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  }
}

async function replace(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  await document.save();
}
