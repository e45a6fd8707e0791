import * as vscode from "vscode";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { readSetting } from "../platform/settings.ts";

/** Of the two copies of a file: the person's own, or the service's at the revision that is cited. */
export type Copy = "local" | "remote";

/** Which copy of a source to open where there are both, as the setting says; `undefined` where somebody asked can't decide. */
export async function chooseCopy(source: SourceLocation, local: vscode.Uri): Promise<Copy | undefined> {
  switch (readSetting("plumbline.sources.open")) {
    case "remote":
      return "remote";
    case "ask":
      return askForCopy(source, local);
    case "local":
      return "local";
  }
}

async function askForCopy(
  { repository, path, revision }: SourceLocation,
  local: vscode.Uri,
): Promise<Copy | undefined> {
  const version = revision ?? vscode.l10n.t("the default branch");
  const rows: (vscode.QuickPickItem & { readonly copy: Copy })[] = [
    {
      label: vscode.l10n.t("Your Copy"),
      description: vscode.workspace.asRelativePath(local),
      detail: vscode.l10n.t("With what was cited found again, where it has moved or changed"),
      iconPath: new vscode.ThemeIcon("file"),
      copy: "local",
    },
    {
      label: vscode.l10n.t("The Service's Copy"),
      description: `${repository}@${version}`,
      detail: vscode.l10n.t("To read, as it was cited"),
      iconPath: new vscode.ThemeIcon("repo"),
      copy: "remote",
    },
  ];
  const chosen = await vscode.window.showQuickPick(rows, {
    title: path,
    placeHolder: vscode.l10n.t("Which copy to open (setting: plumbline.sources.open)"),
  });
  return chosen?.copy;
}
