import * as vscode from "vscode";
import type { Account } from "./accounts.ts";

/** What people call the service of an account: its host, or the local service. */
export function serviceName(account: Account | undefined): string {
  return account?.baseUrl === undefined ? vscode.l10n.t("The local service") : new URL(account.baseUrl).host;
}
