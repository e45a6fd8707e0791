import * as vscode from "vscode";
import { parseBaseUrl, tokenPage } from "../../core/accounts/baseUrl.ts";
import { isLoopback } from "../../core/model/network.ts";
import { openPage } from "../platform/openPage.ts";
import { readSetting } from "../platform/settings.ts";

/**
 * Asks for the address of a service, and accepts nothing else. Those that an administrator named are offered first.
 * Resolves to `undefined` if the person gave up.
 */
export async function promptForAddress(value: string): Promise<string | undefined> {
  const services = readSetting("plumbline.services");
  if (services.length === 0) return typeAddress(value);
  const other = vscode.l10n.t("Another Address…");
  const rows: readonly (vscode.QuickPickItem & { readonly address?: string })[] = [
    ...services.map(({ name, address }) => ({ label: name, description: address, address })),
    { label: other },
  ];
  const title = vscode.l10n.t("Sign In (1/2)");
  const placeHolder = vscode.l10n.t("Select a service");
  const chosen = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return chosen && (chosen.address ?? typeAddress(value));
}

function typeAddress(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Sign In (1/2)"),
    value,
    placeHolder: "https://sourcegraph.example.com",
    prompt: vscode.l10n.t("The address of your code search service"),
    ignoreFocusOut: true,
    validateInput: problemOfAddress,
  });
}

/** Refuses anything but an address. Only warns about one that would send the token unencrypted over a network. */
function problemOfAddress(text: string): string | vscode.InputBoxValidationMessage | undefined {
  const baseUrl = parseBaseUrl(text);
  if (baseUrl === undefined) return vscode.l10n.t("Type a web address, such as {0}", "https://sourcegraph.example.com");
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:" || isLoopback(hostname)) return undefined;
  const message = vscode.l10n.t("Over http, others on the network can read the access token and the answers.");
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

/**
 * Asks for an access token; returns it without quotes, blanks or a scheme's name around it. Empty for use without
 * signing in; `undefined` if the person gave up. A `warning` doesn't keep anybody from typing one.
 */
export function promptForToken(baseUrl: string, warning?: string): Promise<string | undefined> {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t("Sign In (2/2)");
  input.password = true;
  input.ignoreFocusOut = true;
  input.prompt = vscode.l10n.t(
    "An access token of {0} with the scopes externalapi:read and externalapi:write (questions) and user:all (search). The button opens the page where you create one. Leave it empty to search without signing in, where {0} allows that.",
    new URL(baseUrl).host,
  );
  const pageButton = {
    iconPath: new vscode.ThemeIcon("link-external"),
    tooltip: vscode.l10n.t("Create an Access Token at {0}", new URL(baseUrl).host),
  };
  input.buttons = [pageButton];
  const doubt = warning !== undefined && {
    message: `${warning} ${input.prompt}`, // instead of which it is shown
    severity: vscode.InputBoxValidationSeverity.Warning,
  };
  input.validationMessage = doubt || undefined;
  const hasBlanks = () => /[^\x21-\x7e]/.test(cleanToken(input.value)); // or what no header can carry
  return new Promise((resolve) => {
    input.onDidTriggerButton(() => void openPage(tokenPage(baseUrl)));
    input.onDidChangeValue(() => {
      input.validationMessage = hasBlanks() ? vscode.l10n.t("Access tokens contain no spaces.") : doubt || undefined;
    });
    input.onDidAccept(() => {
      if (hasBlanks()) return;
      resolve(cleanToken(input.value));
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

function cleanToken(text: string): string {
  return text
    .trim()
    .replace(/^["']|["']$/g, "")
    .replace(/^(?:token|bearer)\s+/i, "")
    .trim();
}
