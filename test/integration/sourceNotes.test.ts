import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SourceNotes } from "../../src/host/sources/sourceNotes.ts";

describe("a note about a file in the status bar", () => {
  it("is taken away with another file, and stays with its own", async () => {
    const { setStatusBarMessage } = vscode.window;
    const shown = new Set<string>();
    const tell = (text: string) => {
      shown.add(text);
      return new vscode.Disposable(() => shown.delete(text));
    };
    Object.assign(vscode.window, { setStatusBarMessage: tell });
    const notes = new SourceNotes();
    try {
      const [one, other] = await Promise.all(
        ["one", "other"].map((content) => vscode.workspace.openTextDocument({ content })),
      );
      assert.ok(one && other);
      await vscode.window.showTextDocument(one, { preview: false });
      notes.tell(one.uri, "It is gone.");
      await vscode.window.showTextDocument(one, { preview: false });
      assert.deepEqual([...shown], ["$(info) It is gone."]);
      await vscode.window.showTextDocument(other, { preview: false });
      assert.deepEqual([...shown], []);
    } finally {
      notes.dispose();
      Object.assign(vscode.window, { setStatusBarMessage });
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });
});
