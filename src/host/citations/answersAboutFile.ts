import * as vscode from "vscode";
import type { LineRange } from "../../core/sources/sourceLink.ts";
import { sideBySide } from "../../core/text/bidi.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { answerKey } from "./citationLenses.ts";
import type { Citations, FileCitation } from "./citations.ts";
import type { ConversationMarks } from "../conversations/conversationMarks.ts";
import type { ConversationReference } from "../conversations/conversationReference.ts";
import { relativeTime } from "../conversations/historyWords.ts";
import { withMarkedBidiInChoice } from "../platform/markedBidi.ts";
import { serviceName } from "../platform/serviceName.ts";

export interface AnswersAboutFileParts {
  readonly accounts: Accounts;
  readonly citations: Citations;
  readonly marks: Pick<ConversationMarks, "titleOf">;
  readonly show: (conversation: ConversationReference) => Promise<void>;
}

/**
 * Lists the answers that cite a file: the one clicked, else the one with the focus. `only` has the keys of some
 * answers.
 */
export async function showAnswersAboutFile(
  { accounts, citations, marks, show }: AnswersAboutFileParts,
  clicked: unknown,
  only: unknown,
): Promise<void> {
  const uri = clicked instanceof vscode.Uri ? clicked : vscode.window.activeTextEditor?.document.uri;
  if (!uri) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a file to see which answers cite it."));
    return;
  }
  citations.readAgain();
  const places = (await citations.of(uri)).filter((place) => !Array.isArray(only) || only.includes(answerKey(place)));
  if (places.length === 0) {
    const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No answer cites {0}. Only conversations that were opened on this machine count.", name),
    );
    return;
  }
  const now = Date.now();
  const rows = [...Map.groupBy(places, answerKey).values()].flatMap(([first, ...others]) =>
    first ? [rowOf(first, others, { accounts, marks }, now)] : [],
  );
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t("Answers About {0}", vscode.workspace.asRelativePath(uri)),
    placeHolder: vscode.l10n.t("Which conversation to open"),
    matchOnDescription: true,
  });
  if (chosen) await show(chosen.conversation);
}

function rowOf(
  first: FileCitation,
  others: readonly FileCitation[],
  { accounts, marks }: Pick<AnswersAboutFileParts, "accounts" | "marks">,
  now: number,
): vscode.QuickPickItem & { readonly conversation: ConversationReference } {
  const { conversation, question, at } = first;
  const ranges = [first, ...others].flatMap(({ source }) => source.range ?? []).map(printLines);
  const lines = ranges.length > 0 ? vscode.l10n.t("line {0}", ranges.join(", ")) : vscode.l10n.t("the whole file");
  const service = serviceName(accounts.find(conversation.accountId));
  return withMarkedBidiInChoice({
    label: question.replace(/\s+/g, " ").trim(),
    description: relativeTime(at, now),
    detail: sideBySide([lines, marks.titleOf(conversation, conversation.title), service]),
    iconPath: new vscode.ThemeIcon("comment-discussion"),
    conversation,
  });
}

/** The lines as they were cited. */
function printLines({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? String(startLine + 1) : `${String(startLine + 1)}–${String(endLine + 1)}`;
}
