import * as vscode from "vscode";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import { once } from "../../core/model/once.ts";
import type { Platform } from "../platform/platform.ts";
import { AWAITED_KEY, DELETIONS_KEY } from "../platform/stateKeys.ts";
import type { ConversationReference } from "./conversationReference.ts";
import { ConversationsTree } from "./conversationsTree.ts";

/** The history: its view, its offline copies, and answers that are awaited while no panel shows them. */
export function registerConversations(
  { keep, globalState, log, storage, workspaceState }: Platform,
  { accounts, services, data }: RegisteredAccounts,
  show: (reference: ConversationReference) => Promise<void>,
) {
  const tree: ConversationsTree = keep(new ConversationsTree(accounts, globalState, () => loadHistory()));
  const loadHistory = once(async () => {
    const { ConversationHistory } = await import("./conversationHistory.ts");
    const folder = vscode.Uri.joinPath(storage, "conversations").fsPath;
    const history = keep(
      new ConversationHistory({ accounts, services, log, folder, globalState, workspaceState, show }),
    );
    tree.attach(history);
    return history;
  });
  data.add({ remove: async (accountId) => (await loadHistory()).forget(accountId) });
  // What was asked before a reload is waited for from here on.
  if (workspaceState.get(AWAITED_KEY) || globalState.get(DELETIONS_KEY)) void loadHistory();
  return { tree, loadHistory };
}
