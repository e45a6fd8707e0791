import assert from "node:assert/strict";
import * as vscode from "vscode";

interface Keybinding {
  readonly command: string;
  readonly key: string;
}

describe("the chords of Plumbline", () => {
  it("shadow none of the editor's own", async () => {
    const uri = vscode.Uri.parse("vscode://defaultsettings/keybindings.json");
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const extension = vscode.extensions.getExtension("plumbline.plumbline");
    const { contributes } = extension?.packageJSON as { contributes: { keybindings: readonly Keybinding[] } };
    const chords = contributes.keybindings.filter(({ key }) => key.includes(" "));
    assert.ok(chords.length > 0);
    const taken = [...text.matchAll(/"key": "([^"]*)",\s*"command": "([^"]*)"/g)].map(([, key = "", command = ""]) => ({
      key,
      command,
    }));
    assert.ok(taken.length > 500, "the editor's own are known");
    const keys = new Set(chords.map(({ key }) => key));
    assert.deepEqual(
      taken.filter(({ command, key }) => !command.startsWith("plumbline.") && keys.has(key)),
      [],
    );
  });
});
