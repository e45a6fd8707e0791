import * as vscode from "vscode";
import { readSetting } from "../platform/settings.ts";

/** Lets a person choose a template or an earlier question (newest first); `undefined` if none is chosen. */
export async function pickQuestion(earlier: readonly string[]): Promise<string | undefined> {
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
  return chosen?.label;
}

/** Questions that fit any code. */
export function templates(): readonly string[] {
  return [
    vscode.l10n.t("Explain what this does, and why it is written this way."),
    vscode.l10n.t("Where is this used, and what breaks if it changes?"),
    vscode.l10n.t("How is this meant to be used? Show examples from the code."),
    vscode.l10n.t("Which tests cover this, and what do they leave out?"),
    vscode.l10n.t("What can go wrong here? Look for mistakes and edge cases."),
    vscode.l10n.t("Give an overview: the parts, and how they work together."),
  ];
}
