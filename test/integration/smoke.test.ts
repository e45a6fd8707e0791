import assert from "node:assert/strict";
import { env } from "node:process";
import * as vscode from "vscode";
import { until } from "./extension.ts";

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

  it("runs in the editor that is meant: the oldest is the one that the manifest promises, on its Node", () => {
    const { engines } = vscode.extensions.getExtension("plumbline.plumbline")?.packageJSON as {
      engines: { vscode: string };
    };
    const [oldest = ""] = /\d+\.\d+/.exec(engines.vscode) ?? [];
    const isOldest = vscode.version.startsWith(`${oldest}.`);
    assert.equal(isOldest, env["PLUMBLINE_TEST_EDITOR"] === "oldest", vscode.version);
    if (isOldest) assert.match(process.version, /^v22\.19\./);
  });

  it("shows its pages on what leaves this machine, and on local answers", async () => {
    for (const [command, page] of [
      ["showPrivacy", "docs/privacy.md"],
      ["showLocalAnswers", "docs/local-answers.md"],
    ] as const) {
      await vscode.commands.executeCommand(`plumbline.${command}`);
      const uri = await until(page, () => {
        const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
        return input instanceof vscode.TabInputCustom && input.uri.path.endsWith(`/${page}`) ? input.uri : undefined;
      });
      assert.ok((await vscode.workspace.fs.readFile(uri)).length > 1000);
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    }
  });

  it("has the sample as its workspace", () => {
    const names = vscode.workspace.workspaceFolders?.map(({ name }) => name);
    assert.deepEqual(names, ["sample"]);
  });
});
