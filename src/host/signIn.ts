import * as vscode from "vscode";
import { ServiceError } from "../core/errors.ts";
import type { CodeSearchService } from "../core/service.ts";
import { parseBaseUrl, type Accounts } from "./accounts.ts";
import { wordingOf } from "./errorMessages.ts";
import type { Log } from "./log.ts";
import { serviceName } from "./serviceName.ts";
import type { ServiceAddress, Services } from "./services.ts";
import type { TokenStore } from "./tokenStore.ts";

export interface SignInParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly create: (address: ServiceAddress) => CodeSearchService;
  readonly log: Log;
}

/** Asks for address and token, tries them, and keeps them only if they work. What failed can be entered again. */
export async function signIn({ accounts, tokens, create, log }: SignInParts): Promise<void> {
  let address = await promptForAddress(accounts.current.baseUrl ?? "");
  for (;;) {
    const baseUrl = address === undefined ? undefined : parseBaseUrl(address);
    if (baseUrl === undefined) return;
    const account = accounts.for(baseUrl);
    const name = serviceName(account);
    const token = await promptForToken(baseUrl);
    if (token === undefined) return;
    log.hide(token);
    const failure = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Signing in to {0}…", name) },
      () => tryOut(create({ accountId: account.id, baseUrl, token: () => Promise.resolve(token) })),
    );
    if (failure === undefined) {
      await tokens.set(account.id, token);
      await accounts.add(account);
      void vscode.window.showInformationMessage(vscode.l10n.t("Signed in to {0}.", name));
      return;
    }
    log.error(`Signing in to ${name} failed`, failure);
    const newToken = vscode.l10n.t("Enter Token Again");
    const newAddress = vscode.l10n.t("Change Address");
    const showLog = vscode.l10n.t("Show Log");
    const isTokenWrong = failure instanceof ServiceError && /^(?:unauthorized|forbidden)$/.test(failure.code);
    const actions = isTokenWrong ? [newToken, newAddress, showLog] : [newAddress, newToken, showLog];
    const choice = await vscode.window.showErrorMessage(wordingOf(failure, name).message, ...actions);
    if (choice === showLog) log.show();
    if (choice === newAddress) address = await promptForAddress(baseUrl);
    else if (choice !== newToken) return;
  }
}

/** Forgets the current account and its token, and closes what goes to it. */
export async function signOut(accounts: Accounts, tokens: TokenStore, services: Services): Promise<void> {
  const account = accounts.current;
  if (account.baseUrl === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("You are using the local service, which needs no sign-in."),
    );
    return;
  }
  await tokens.delete(account.id);
  await accounts.remove(account);
  services.close(account.id);
  const message = vscode.l10n.t(
    "Signed out of {0}. What was kept of its conversations on this machine is removed. The local service is used from now on.",
    serviceName(account),
  );
  void vscode.window.showInformationMessage(message);
}

function promptForAddress(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Sign In (1/2)"),
    value,
    placeHolder: "https://sourcegraph.example.com",
    prompt: vscode.l10n.t("The address of your code search service"),
    ignoreFocusOut: true,
    validateInput: problemOfAddress,
  });
}

/** What is no address stops; one that would carry the token unencrypted over a network is only warned of. */
function problemOfAddress(text: string): string | vscode.InputBoxValidationMessage | undefined {
  const baseUrl = parseBaseUrl(text);
  if (baseUrl === undefined) return vscode.l10n.t("Type a web address, such as {0}", "https://sourcegraph.example.com");
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol === "https:" || isLoopback) return undefined;
  const message = vscode.l10n.t("Over http: the access token and the answers can be read by others in the network.");
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

/** Quotes, blanks and a scheme's name around a pasted token go. */
async function promptForToken(baseUrl: string): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Sign In (2/2)"),
    password: true,
    prompt: vscode.l10n.t(
      "An access token of {0} (your user settings there, Access tokens) with the scopes externalapi:read, externalapi:write and user:all",
      new URL(baseUrl).host,
    ),
    ignoreFocusOut: true,
    validateInput: (value) =>
      /[\r\n\t ]/.test(cleanToken(value))
        ? vscode.l10n.t("A token has no blanks in it.")
        : cleanToken(value) === ""
          ? vscode.l10n.t("Paste the access token.")
          : undefined,
  });
  return text === undefined ? undefined : cleanToken(text);
}

function cleanToken(text: string): string {
  return text
    .trim()
    .replace(/^["']|["']$/g, "")
    .replace(/^(?:token|bearer)\s+/i, "")
    .trim();
}

/** The failure, or `undefined`: the conversations can be listed, or, where an instance has none, a search is answered. */
async function tryOut(service: CodeSearchService): Promise<Error | undefined> {
  try {
    await service.listConversations().catch(async (error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== "unsupported") throw error;
      for await (const event of service.search({
        text: "type:repo count:1",
        patternType: "standard",
        display: 1,
        contextLines: 0,
      })) {
        if (event.type === "progress") break;
      }
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await service.close();
  }
}
