import * as vscode from "vscode";
import { parseSetting, SETTING_NAMES, type Setting, type SettingName } from "../../core/model/settings.ts";
import type { Log } from "./log.ts";

/**
 * The current value of a setting, in a folder if one is given; a value that makes no sense counts as the default.
 * Nothing else reads settings.
 */
export function readSetting<N extends SettingName>(name: N, folder?: vscode.Uri): Setting<N> {
  return parseSetting(name, valueOf(name, folder), () => undefined);
}

/** The values of a setting that are set for the user, the workspace and a folder, each by itself. */
export function readSettingLevels<N extends SettingName>(
  name: N,
  folder?: vscode.Uri,
): { readonly user: readonly Setting<N>[]; readonly workspace: readonly Setting<N>[] } {
  const found = vscode.workspace.getConfiguration(undefined, folder).inspect<unknown>(name);
  const read = (...values: readonly unknown[]): readonly Setting<N>[] =>
    values.filter((value) => value !== undefined).map((value) => parseSetting(name, value, () => undefined));
  return {
    user: read(found?.globalValue),
    workspace: read(found?.workspaceValue, found?.workspaceFolderValue),
  };
}

/** Changes one of the user's settings. */
export async function updateSetting<N extends SettingName>(name: N, value: Setting<N>): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

/** Calls back after each change of a setting. */
export function onSettingChange(name: SettingName, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(name)) listener();
  });
}

/** Writes a line into the log for each setting whose value makes no sense: at once, and when it is changed. */
export function logWrongSettings(log: Log): vscode.Disposable {
  const check = (name: SettingName): void => {
    parseSetting(name, valueOf(name), () => {
      log.warn(`The setting ${name} has a value that makes no sense: it counts as if it were not set.`);
    });
  };
  SETTING_NAMES.forEach(check);
  return vscode.workspace.onDidChangeConfiguration((change) => {
    SETTING_NAMES.filter((name) => change.affectsConfiguration(name)).forEach(check);
  });
}

function valueOf(name: SettingName, folder?: vscode.Uri): unknown {
  return vscode.workspace.getConfiguration(undefined, folder).get<unknown>(name);
}
