import * as vscode from "vscode";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { withMarkedBidiControls } from "../../core/text/bidi.ts";
import { withMarkedBidiInChoice } from "../platform/markedBidi.ts";
import { readSetting } from "../platform/settings.ts";

/** A version of a file: the person's own, or the service's at the cited revision. */
export type Version = "local" | "remote";

/**
 * Which version of a source to open if there are both, as the setting says. `undefined` if the person was asked and
 * chose neither.
 */
export async function chooseVersion(source: SourceLocation, local: vscode.Uri): Promise<Version | undefined> {
  switch (readSetting("plumbline.sources.open")) {
    case "remote":
      return "remote";
    case "ask":
      return askForVersion(source, local);
    case "local":
      return "local";
  }
}

async function askForVersion(
  { repository, path, revision }: SourceLocation,
  local: vscode.Uri,
): Promise<Version | undefined> {
  const version = revision ?? vscode.l10n.t("the default branch");
  const rows: (vscode.QuickPickItem & { readonly version: Version })[] = [
    {
      label: vscode.l10n.t("Your Copy"),
      description: vscode.workspace.asRelativePath(local),
      detail: vscode.l10n.t("At what was cited, even where it has moved or changed"),
      iconPath: new vscode.ThemeIcon("file"),
      version: "local",
    },
    {
      label: vscode.l10n.t("The Service's Copy"),
      description: `${repository}@${version}`,
      detail: vscode.l10n.t("Read-only, as it was cited"),
      iconPath: new vscode.ThemeIcon("repo"),
      version: "remote",
    },
  ];
  const chosen = await vscode.window.showQuickPick(rows.map(withMarkedBidiInChoice), {
    title: withMarkedBidiControls(path),
    placeHolder: vscode.l10n.t("Which copy to open (setting: plumbline.sources.open)"),
  });
  return chosen?.version;
}
