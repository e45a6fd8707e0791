import * as vscode from "vscode";
import { isHeaderName, SECRET_VALUE } from "./editorNetwork.ts";
import type { TokenStore } from "./tokenStore.ts";
import { readSetting, updateSetting } from "../platform/settings.ts";

/** Asks for a header that a gateway requires. Its value goes to the secret storage; the setting only names it. */
export async function setSecretHeader(tokens: TokenStore): Promise<void> {
  const title = vscode.l10n.t("Set Secret Header");
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("The name of the header, as given by your gateway's administrator"),
    placeHolder: "X-Gateway-Key",
    ignoreFocusOut: true,
    validateInput: (text) =>
      isHeaderName(text.trim())
        ? undefined
        : vscode.l10n.t("This is not a header name, or it is one that Plumbline sets itself."),
  });
  if (name === undefined) return;
  const value = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Its value, which is kept in the editor's secret storage"),
    password: true,
    ignoreFocusOut: true,
  });
  if (!value) return;
  await tokens.setHeaderValue(name.trim(), value.trim());
  const headers = readSetting("plumbline.network.headers");
  await updateSetting("plumbline.network.headers", { ...headers, [name.trim()]: SECRET_VALUE });
}
