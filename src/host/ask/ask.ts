import * as vscode from "vscode";
import { QUESTION_AT_MOST } from "../../core/model/conversation.ts";
import { mentionBegunAt, withoutContext } from "../../core/conversations/mentions.ts";
import { askContext } from "./askContext.ts";
import type { AskDraft } from "./askDraft.ts";
import type { Account } from "../accounts/accounts.ts";
import { mentionIn, type Draft } from "./mentionPicker.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { Services } from "../accounts/services.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { readSetting } from "../platform/settings.ts";

export interface AskPromptOptions {
  readonly account: Account;
  readonly services: Services;
  readonly repositories: WorkspaceRepositories;
  /** What was clicked in the explorer, if it was. */
  readonly clicked: vscode.Uri | undefined;
  /** Questions that were asked before, newest first. */
  readonly earlier: readonly string[];
  /** What was typed before and not asked. */
  readonly draft: AskDraft;
}

/** Why the box was left. */
type Step =
  | { readonly kind: "ask" | "recall" | "close"; readonly text: string }
  /** `at` is where an `@` was typed; absent where a button was pressed. */
  | { readonly kind: "mention"; readonly text: string; readonly at?: number };

/**
 * Lets a person write a question, with what it is about behind it: the selection, or what was clicked in the explorer.
 * Repositories and files are mentioned with `@`, templates and earlier questions put in with `/`. `undefined` where
 * nothing is to be asked.
 */
export async function promptForQuestion(options: AskPromptOptions): Promise<string | undefined> {
  const { account, repositories, clicked } = options;
  const [context] = await Promise.all([askContext(repositories, account, clicked), repositories.load()]);
  const suffix = context ? ` ${context.text}` : "";
  const prompt = [
    context?.note,
    vscode.l10n.t("Sent to: {0}.", serviceName(account)),
    vscode.l10n.t("@ mentions a repository or file, / puts in a template or an earlier question."),
  ];
  const unasked = options.draft.take();
  let draft: Draft = { text: unasked + suffix, cursor: unasked.length };
  for (;;) {
    const step = await showBox(draft, suffix, prompt.filter(Boolean).join(" "));
    const { text } = step;
    if (step.kind === "ask") return text.trim();
    if (step.kind === "close") {
      options.draft.keep(withoutContext(text, suffix).trim(), account.id);
      return undefined;
    }
    const at = step.kind === "mention" ? step.at : undefined;
    draft =
      step.kind === "mention"
        ? await mentionIn(text, { at: at ?? withoutContext(text, suffix).length, isTyped: at !== undefined }, options)
        : await recall(text, suffix, options.earlier);
  }
}

function showBox({ text, cursor }: Draft, suffix: string, prompt: string): Promise<Step> {
  const box = vscode.window.createInputBox();
  const button = (icon: string, tooltip: string): vscode.QuickInputButton => ({
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  const mentionButton = button("mention", vscode.l10n.t("Mention a Repository or File"));
  const recallButton = button("history", vscode.l10n.t("Templates and Earlier Questions"));
  const previewButton = button("eye", vscode.l10n.t("Preview Request"));
  box.title = vscode.l10n.t("Ask About This Code");
  box.placeholder = vscode.l10n.t("How does … work? Where is … decided?");
  box.prompt = prompt;
  box.ignoreFocusOut = true; // a question that was typed is not lost to a click beside it
  box.buttons = [mentionButton, recallButton, previewButton];
  box.value = text;
  box.valueSelection = [cursor, cursor];
  let before = text;
  return new Promise<Step>((resolve) => {
    box.onDidChangeValue((value) => {
      box.validationMessage = value.length > QUESTION_AT_MOST ? problemOf(value, suffix) : undefined;
      const at = mentionBegunAt(before, value);
      const isEmpty = before.trim() === "" || before === suffix;
      before = value;
      if (at !== undefined) resolve({ kind: "mention", text: value, at });
      else if (isEmpty && value.startsWith("/")) resolve({ kind: "recall", text: value.slice(1) });
    });
    box.onDidTriggerButton((pressed) => {
      if (pressed === previewButton) void vscode.commands.executeCommand("plumbline.previewRequest", box.value.trim());
      else resolve({ kind: pressed === mentionButton ? "mention" : "recall", text: box.value });
    });
    box.onDidAccept(() => {
      box.validationMessage = problemOf(box.value, suffix);
      if (!box.validationMessage) resolve({ kind: "ask", text: box.value });
    });
    box.onDidHide(() => {
      resolve({ kind: "close", text: box.value });
    });
    box.show();
  }).finally(() => {
    box.dispose();
  });
}

/** Lets a template or an earlier question be chosen; it is asked about what is to be asked about now. */
async function recall(text: string, suffix: string, earlier: readonly string[]): Promise<Draft> {
  const own = readSetting("plumbline.ask.templates");
  const separator = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const rowOf = (label: string): vscode.QuickPickItem => ({ label });
  const rows = [
    separator(vscode.l10n.t("templates")),
    ...[...own, ...templates()].map(rowOf),
    ...(earlier.length === 0 ? [] : [separator(vscode.l10n.t("earlier questions")), ...earlier.map(rowOf)]),
  ];
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t("Templates and Earlier Questions"),
    ignoreFocusOut: true,
  });
  if (!chosen) return { text, cursor: withoutContext(text, suffix).length };
  const question = suffix === "" ? chosen.label : withoutContext(chosen.label, suffix);
  return { text: question + suffix, cursor: question.length };
}

function templates(): readonly string[] {
  return [
    vscode.l10n.t("Explain what this does, and why it is written this way."),
    vscode.l10n.t("Where is this used, and what breaks if it changes?"),
    vscode.l10n.t("How is this meant to be used? Show examples from the code."),
    vscode.l10n.t("Which tests cover this, and what do they leave out?"),
    vscode.l10n.t("What can go wrong here? Look for mistakes and edge cases."),
    vscode.l10n.t("Give an overview: the parts, and how they work together."),
  ];
}

function problemOf(text: string, suffix: string): vscode.InputBoxValidationMessage | undefined {
  const { Error: severity } = vscode.InputBoxValidationSeverity;
  if (text.length > QUESTION_AT_MOST) {
    const message = vscode.l10n.t("This question has {0} characters; {1} are possible.", text.length, QUESTION_AT_MOST);
    return { message, severity };
  }
  const isEmpty = text.trim() === "" || text.trim() === suffix.trim();
  return isEmpty ? { message: vscode.l10n.t("Type a question."), severity } : undefined;
}
