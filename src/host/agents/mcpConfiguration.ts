import process from "node:process";
import * as vscode from "vscode";
import { mcpConfigurations, type McpCommand } from "../../core/agents/mcpConfigurations.ts";
import { launcherCommand } from "../../core/agents/mcpLauncher.ts";
import { encodingArguments } from "../../core/model/localProcess.ts";
import { encodingsOf, openFolders } from "../accounts/localProcess.ts";
import { LAUNCHER_KEY } from "../platform/stateKeys.ts";
import { readSetting } from "../platform/settings.ts";
import { removeLauncherFile, writeLauncherFile } from "./launcherFile.ts";

export interface LauncherParts {
  readonly globalState: vscode.Memento;
  /** The extension's storage folder, whose files stay in place over updates. */
  readonly storage: vscode.Uri;
  /** The program of the local service. */
  readonly program: vscode.Uri;
  /** Where the local service keeps its conversations. */
  readonly store: vscode.Uri;
}

/** Copies a configuration with which an agent outside of the editor starts the local service. It contains no secret. */
export async function copyMcpConfiguration(parts: LauncherParts, given?: string): Promise<void> {
  const setting = "plumbline.agents.mcpAllowed";
  if (!readSetting(setting)) {
    void vscode.window.showInformationMessage(vscode.l10n.t("MCP is switched off by the setting {0}.", setting));
    return;
  }
  const folders = openFolders();
  if (folders.length === 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t("No folder is open. Agents search the folders that their configuration names: open one first."),
    );
    return;
  }
  const launcher = await writeLauncher(parts);
  await parts.globalState.update(LAUNCHER_KEY, true);
  const configurations = mcpConfigurations(commandOf(launcher, folders));
  const items = configurations.map(({ client, file, text }) => ({ label: client, description: file, text }));
  const chosen =
    items.find(({ label }) => label === given) ??
    (await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t("Copy MCP Configuration"),
      placeHolder: vscode.l10n.t("Choose the agent. It can read these folders: {0}", folders.join(", ")),
    }));
  if (!chosen) return;
  await vscode.env.clipboard.writeText(chosen.text);
  // Not awaited: the command is done once the text is copied.
  void vscode.window.showInformationMessage(
    vscode.l10n.t("Copied. Paste it into {0}.", chosen.description), // the notification has room for one line
  );
}

/** Has agents outside of the editor start the present program, or none if MCP is not allowed. */
export async function updateLauncher(parts: LauncherParts): Promise<void> {
  if (readSetting("plumbline.agents.mcpAllowed")) await writeLauncher(parts);
  else await removeLauncherFile(folderOf(parts));
}

function folderOf({ storage }: Pick<LauncherParts, "storage">): string {
  return vscode.Uri.joinPath(storage, "agents").fsPath;
}

/** Writes the launcher again if the editor or the extension has moved. Agents may be running the old one. */
async function writeLauncher({ storage, program, store }: LauncherParts): Promise<string> {
  return writeLauncherFile(folderOf({ storage }), {
    runtime: process.execPath,
    program: program.fsPath,
    store: store.fsPath,
  });
}

/** In Restricted Mode, the command also keeps agents from having git run in these folders. */
function commandOf(launcher: string, folders: readonly string[]): McpCommand {
  const encoding = encodingArguments(folders.flatMap(encodingsOf));
  const args = [...(vscode.workspace.isTrusted ? [] : ["--no-git"]), ...encoding, ...folders];
  return launcherCommand(process.platform, { launcher, runtime: process.execPath }, args);
}
