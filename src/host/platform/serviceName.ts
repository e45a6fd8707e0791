import * as vscode from "vscode";

/** How the service of an account is named within a sentence: its host, or the local service. */
export function serviceName(account: { readonly baseUrl?: string } | undefined): string {
  return account?.baseUrl === undefined ? vscode.l10n.t("the local service") : new URL(account.baseUrl).host;
}

/** With a capital letter, for the start of a sentence. */
export function atStart(words: string): string {
  return words.charAt(0).toLocaleUpperCase(vscode.env.language) + words.slice(1);
}
