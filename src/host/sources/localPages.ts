import * as vscode from "vscode";
import { parseLocalPage } from "../../core/sources/localPage.ts";
import { LOCAL_ACCOUNT } from "../accounts/accounts.ts";
import { tellFailure } from "../platform/failureMessage.ts";
import type { Log } from "../platform/log.ts";
import { notOpen, type SourceOpener } from "./sourceOpener.ts";
import { runCommand } from "../platform/runCommand.ts";

export interface LocalPageParts {
  readonly opener: Pick<SourceOpener, "open" | "prepare" | "folderOf">;
  /** Shows a query for editing, and runs the result. */
  readonly search: (query: string) => Promise<unknown>;
  readonly log: Log;
}

/**
 * Opens what a page of the local service stands for. The address may come from any program or website: a file opens
 * only if it is in a folder that is open, and a query is shown before a person runs it. A failure to open it is shown.
 */
export async function openLocalPage(address: string, { opener, search, log }: LocalPageParts): Promise<void> {
  const page = parseLocalPage(address);
  try {
    switch (page?.kind) {
      case "file":
        await opener.open(LOCAL_ACCOUNT.id, page.location);
        break;
      case "folder":
        await revealFolder(opener, page.repository, page.path);
        break;
      case "search":
        await search(page.text);
        break;
      case "conversation":
        await runCommand("openConversationLink", page.address);
        break;
      case undefined:
        throw new Error(vscode.l10n.t("it is not an address of a file, a search or a conversation"));
    }
  } catch (error) {
    log.error("A page of the local service could not be opened", error);
    const reason = error instanceof Error ? error.message : String(error);
    tellFailure({ message: vscode.l10n.t("The link could not be opened: {0}", reason) });
  }
}

async function revealFolder(opener: LocalPageParts["opener"], repository: string, path: string): Promise<void> {
  await opener.prepare(repository);
  const root = opener.folderOf(repository);
  if (!root) throw new Error(notOpen(repository));
  await vscode.commands.executeCommand("revealInExplorer", vscode.Uri.joinPath(root, path));
}
