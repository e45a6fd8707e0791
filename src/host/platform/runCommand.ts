import * as vscode from "vscode";
import type { CommandName } from "./commandNames.ts";

/** What is passed to commands that other code runs; to all others, nothing is. */
interface Passed {
  readonly ask: [about?: vscode.Uri];
  readonly search: [text: string, patternType?: string];
  readonly openSearch: [text?: string];
  readonly signIn: [address?: string];
  readonly createToken: [address?: string];
  readonly previewRequest: [question: string, accountId: string, conversation: string | undefined];
  readonly openConversationLink: [link: string];
  readonly showQuerySyntax: [where: "beside"];
}

/** Runs one of Plumbline's own commands, with what it takes. Resolves with what it returns, once it is done. */
export function runCommand<Name extends CommandName>(
  name: Name,
  ...args: Name extends keyof Passed ? Passed[Name] : []
): Thenable<unknown> {
  return vscode.commands.executeCommand(`plumbline.${name}`, ...args);
}

/** Shows one of Plumbline's views, and takes the focus there unless told otherwise. */
export function showView(
  name: "conversations" | "query" | "results",
  options: { readonly preserveFocus?: boolean } = {},
): Thenable<unknown> {
  return vscode.commands.executeCommand(`plumbline.${name}.focus`, options);
}
