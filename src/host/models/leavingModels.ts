import * as vscode from "vscode";
import { LOCAL_MODEL_PORTS } from "../../core/model/modelServer.ts";
import { isLoopback } from "../../core/model/network.ts";
import type { KeptModel } from "./keptModels.ts";

/** Whether what a model is given leaves this machine, in words; empty if it most probably stays. */
export function leavingWords({ name, source }: Pick<KeptModel, "name" | "source">): string {
  if (source.kind === "editor") return vscode.l10n.t("may leave this machine");
  // Ollama passes some models on, and says so in their names.
  const isPassedOn = /[-:]cloud$/.test(name);
  return isPassedOn || !isLoopback(new URL(source.baseUrl).hostname) ? vscode.l10n.t("leaves this machine") : "";
}

/** Which servers were looked for on this machine, where none was found, and how one is started. */
export function noServerRow(): vscode.QuickPickItem {
  const format = new Intl.ListFormat(vscode.env.language);
  const servers = LOCAL_MODEL_PORTS.map(({ name, port }) => `${name} (${port})`);
  return {
    label: vscode.l10n.t("No model server is running on this machine"),
    detail: vscode.l10n.t(
      "Looked for {0}. To start one: install Ollama, run {1} in a terminal, and open this list again.",
      format.format(servers),
      "`ollama run qwen3:8b`",
    ),
    iconPath: new vscode.ThemeIcon("info"),
    alwaysShow: true,
  };
}
