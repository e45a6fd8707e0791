import * as vscode from "vscode";
import type { Conversation } from "../../core/model/conversation.ts";
import {
  printConversation,
  printConversationJson,
  type PrintedWords,
} from "../../core/conversations/conversationText.ts";
import { marked } from "../../core/conversations/exportMark.ts";
import { tabTitle } from "../conversations/conversationReference.ts";
import { newDocument } from "../platform/newDocument.ts";

/**
 * Exports to an untitled document, a file or the clipboard, as the person chooses. The export never grants access to
 * the conversation.
 */
export async function exportConversation(conversation: Conversation, baseUrl: string | undefined): Promise<void> {
  const markdown = () => printConversation(conversation, baseUrl, words());
  const json = () => printConversationJson(conversation);
  const choices: (vscode.QuickPickItem & { readonly run: () => Thenable<unknown> })[] = [
    { label: vscode.l10n.t("Open as Markdown"), run: () => openDocument("markdown", marked(markdown())) },
    { label: vscode.l10n.t("Open as JSON"), run: () => openDocument("json", json()) },
    { label: vscode.l10n.t("Save as Markdown…"), run: () => save(conversation.title, "md", marked(markdown())) },
    { label: vscode.l10n.t("Save as JSON…"), run: () => save(conversation.title, "json", json()) },
    { label: vscode.l10n.t("Copy as Markdown"), run: () => vscode.env.clipboard.writeText(markdown()) },
    { label: vscode.l10n.t("Copy as JSON"), run: () => vscode.env.clipboard.writeText(json()) },
  ];
  const choice = await vscode.window.showQuickPick(choices, { placeHolder: vscode.l10n.t("Export the conversation") });
  await choice?.run();
}

/** Copies the whole conversation to the clipboard, as Markdown. */
export async function copyConversation(conversation: Conversation, baseUrl: string | undefined): Promise<void> {
  await vscode.env.clipboard.writeText(printConversation(conversation, baseUrl, words()));
  vscode.window.setStatusBarMessage(vscode.l10n.t("Conversation copied"), 3_000);
}

async function openDocument(language: string, content: string): Promise<void> {
  await vscode.window.showTextDocument(await newDocument({ language, content }), { preview: false });
}

async function save(title: string, extension: "md" | "json", content: string): Promise<void> {
  const name =
    tabTitle(title)
      .replace(/[^\p{L}\p{N} _-]+/gu, "")
      .trim() || vscode.l10n.t("conversation");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export Conversation"),
    filters: extension === "md" ? { Markdown: ["md"] } : { JSON: ["json"] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${name}.${extension}`) }),
  });
  if (!file) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
  const open = vscode.l10n.t("Open");
  const message = vscode.l10n.t("The conversation was written to {0}.", vscode.workspace.asRelativePath(file));
  if ((await vscode.window.showInformationMessage(message, open)) === open) await vscode.window.showTextDocument(file);
}

function words(): PrintedWords {
  return {
    sources: vscode.l10n.t("Sources"),
    outcomes: {
      processing: vscode.l10n.t("The answer was not ready yet."),
      failed: vscode.l10n.t("The service could not finish this answer."),
      canceled: vscode.l10n.t("Stopped before it was finished."),
      unknown: vscode.l10n.t("The outcome of this question is unknown."),
    },
  };
}
