import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { SAME_PATH } from "../support/manyFolders.ts";
import { plumbline, until } from "./extension.ts";

describe("the code base of several in which a person works", () => {
  let parts: TestAccess;
  let posted: AnswerState | undefined;
  let subscription: vscode.Disposable;
  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    subscription = parts.answers.onDidPost((state) => {
      posted = state;
    });
  });
  after(async () => {
    subscription.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const show = async (folder: string) => {
    const root = vscode.workspace.workspaceFolders?.find(({ name }) => name === folder) ?? assert.fail(folder);
    const uri = vscode.Uri.joinPath(root.uri, SAME_PATH);
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    return uri;
  };
  const chip = (label: string, isOn: boolean) =>
    until(label, () =>
      posted?.followUp?.about.find(
        (part) => part.kind === "workingIn" && plain(part.label) === label && part.isOn === isOn,
      ),
    );
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, "");

  it("is a chip that follows the editor, can be removed, and gives way to what a question is about", async () => {
    await show("https");
    await vscode.commands.executeCommand("plumbline.ask");
    const panel = await until("the box", () => parts.answers.panels.find(({ isNew }) => isNew));
    const { id } = await chip("one first", true);
    panel.receive({ type: "about", index: id });
    await chip("one first", false);
    await show("ssh");
    await chip("two first", true);
    await show("https");
    await chip("one first", false);
    panel.receive({ type: "about", index: id });
    await chip("one first", true);
    await vscode.commands.executeCommand("plumbline.ask", await show("scp"));
    await until("nothing but the file", () => posted?.followUp?.about.every(({ kind }) => kind === "file"));
  });

  it("has what is found in it first", async () => {
    for (const [folder, name] of [
      ["ssh", "acme/two"],
      ["scp", "Acme/Three"],
    ] as const) {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await until("no panel", () => parts.answers.panels.length === 0);
      await show(folder);
      await vscode.commands.executeCommand("plumbline.ask");
      const panel = await until("the box", () => parts.answers.panels.find(({ isNew }) => isNew));
      await chip(`${name.split("/")[1] ?? ""} first`, true);
      panel.receive({ type: "followUp", text: "Where is the exported folder set?" });
      const answer = await until("the answer", () => {
        const [question] = posted?.questions ?? [];
        return question && !question.progress && question.sources.length > 0 ? question : undefined;
      });
      assert.ok(JSON.stringify(answer.sources[0]).includes(name), JSON.stringify(answer.sources));
    }
  });
});
