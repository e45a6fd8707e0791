import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("the extension", () => {
  it("is found and activates", async () => {
    const extension = vscode.extensions.getExtension("plumbline.plumbline");
    assert.ok(extension, "VS Code does not know plumbline.plumbline");
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("registers every command that it contributes", async () => {
    const extension = vscode.extensions.getExtension("plumbline.plumbline");
    const { contributes } = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  it("has the sample as its workspace", () => {
    const names = vscode.workspace.workspaceFolders?.map(({ name }) => name);
    assert.deepEqual(names, ["sample"]);
  });
});
