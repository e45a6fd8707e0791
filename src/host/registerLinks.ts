import * as vscode from "vscode";
import type { RegisteredAccounts } from "./accounts/registerAccounts.ts";
import type { Platform } from "./platform/platform.ts";
import type { LocalPageParts } from "./sources/localPages.ts";
import { runCommand } from "./platform/runCommand.ts";

/**
 * The addresses that the editor opens with Plumbline: `…/conversation?link=…` opens a conversation as its link does,
 * `…/open?link=…` opens what a page of the local service stands for, and `…/auth` completes a sign-in.
 */
export function registerLinks(
  { log, offers }: Platform,
  { oauth }: Pick<RegisteredAccounts, "oauth">,
  { opener, search }: Omit<LocalPageParts, "log">,
) {
  const handleUri = async ({ path, query }: vscode.Uri): Promise<void> => {
    const link = new URLSearchParams(query).get("link") ?? "";
    if (path === "/auth") {
      (await oauth()).receive(query);
    } else if (path === "/open") {
      const { openLocalPage } = await import("./sources/localPages.ts");
      await openLocalPage(link, { opener, search, log });
    } else {
      await runCommand("openConversationLink", link);
    }
  };
  offers.add("vscode.window.registerUriHandler", () => vscode.window.registerUriHandler({ handleUri }));
  offers.add("vscode.env.uriScheme", () => {
    if (!vscode.env.uriScheme) throw new Error("No link can lead to this editor.");
    return undefined;
  });
  return { handleUri };
}
