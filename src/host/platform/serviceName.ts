import * as vscode from "vscode";
import { beginsWithName } from "../../core/text/sentences.ts";

/** How the service of an account is named within a sentence: its host, or the local service. */
export function serviceName(account: { readonly baseUrl?: string } | undefined): string {
  return account?.baseUrl === undefined ? localName() : new URL(account.baseUrl).host;
}

function localName(): string {
  return vscode.l10n.t("the local service");
}

/** How the service of an account is named by itself. */
export function serviceTitle(account: { readonly baseUrl?: string } | undefined): string {
  const name = serviceName(account);
  return atStart(name, name);
}

/** With a capital letter, for the start of a sentence, unless that is the host of the `service` or another name. */
export function atStart(words: string, service = localName()): string {
  if (beginsWithName(words) || (service !== localName() && words.startsWith(service))) return words;
  return words.charAt(0).toLocaleUpperCase(vscode.env.language) + words.slice(1);
}
