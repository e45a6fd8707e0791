import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { ScriptedInstance } from "../support/scriptedInstance.ts";
import { labelOf, plumbline } from "./extension.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
/** Time for earlier events about the rows to arrive. */
const QUIET_MS = 1_000;

describe("the history, while folders come and go", () => {
  it("moves a conversation out of the other folders when its folder is opened, and back when it is closed", async () => {
    const parts = await plumbline();
    const updateTime = new Date().toISOString();
    const conversation = { name: "users/4/conversations/1", title: "Title 1", question: "Question 1?", updateTime };
    await using instance = await ScriptedInstance.start([conversation]);
    const account = parts.accounts.for(instance.baseUrl);
    const folder = vscode.Uri.file(mkdtempSync(path.join(tmpdir(), "plumbline-")));
    const end = (vscode.workspace.workspaceFolders ?? []).length;
    const labels = async () =>
      (await parts.conversations.getChildren()).map(({ item }) => labelOf(item).replace(/^.* · /, ""));
    const subscriptions: vscode.Disposable[] = [];
    const next = <T>(event: vscode.Event<T>) =>
      new Promise<T>((resolve) => {
        subscriptions.push(event(resolve));
      });
    /** Changes the folders, and resolves with the rows once the view learns that they have changed. */
    const labelsAfter = async (...change: Parameters<typeof vscode.workspace.updateWorkspaceFolders>) => {
      await sleep(QUIET_MS);
      const told = next(parts.conversations.onDidChangeTreeData);
      const changed = next(vscode.workspace.onDidChangeWorkspaceFolders);
      assert.ok(vscode.workspace.updateWorkspaceFolders(...change));
      await Promise.all([told, changed]);
      return labels();
    };
    await parts.tokens.set(account.id, TOKEN);
    await parts.accounts.add(account);
    try {
      const { marks } = await parts.history();
      await marks.set({ accountId: account.id, name: conversation.name }, { folders: [folder.toString()] });
      assert.deepEqual(await labels(), ["Other Folders"]);
      assert.deepEqual(await labelsAfter(end, 0, { uri: folder }), ["Today"]);
      assert.deepEqual(await labelsAfter(end, 1), ["Other Folders"]);
    } finally {
      vscode.Disposable.from(...subscriptions).dispose();
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
      rmSync(folder.fsPath, { recursive: true });
    }
  });
});
