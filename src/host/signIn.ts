import * as vscode from "vscode";
import type { Check, Connection } from "../core/connection.ts";
import { parseBaseUrl, type Account, type Accounts } from "./accounts.ts";
import { wordingOf } from "./errorMessages.ts";
import type { Log } from "./log.ts";
import { serviceName } from "./serviceName.ts";
import type { ServiceAddress } from "./services.ts";
import type { TokenStore } from "./tokenStore.ts";

export interface SignInParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly connect: (address: ServiceAddress) => Promise<Connection>;
  readonly log: Log;
}

/**
 * Asks for address and token, tries them, and keeps them only if they work. What failed can be entered again. An account
 * whose address is `edited` stays as it is until another one works, and then goes with all that belongs to it: a token is
 * for one address.
 */
export async function signIn({ accounts, tokens, connect, log }: SignInParts, edited?: Account): Promise<void> {
  let address = await promptForAddress((edited ?? accounts.current).baseUrl ?? "");
  for (;;) {
    const baseUrl = address === undefined ? undefined : parseBaseUrl(address);
    if (baseUrl === undefined) return;
    const account = accounts.for(baseUrl);
    const name = serviceName(account);
    const token = await promptForToken(baseUrl);
    if (token === undefined) return;
    log.hide(token);
    const tried = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Signing in to {0}…", name) },
      async () =>
        tryOut(await connect({ accountId: account.id, baseUrl, token: () => Promise.resolve(token || undefined) })),
    );
    if ("works" in tried) {
      if (token === "") await tokens.delete(account.id);
      else await tokens.set(account.id, token);
      await accounts.add(account);
      if (edited && edited.id !== account.id) await forget(accounts, tokens, edited);
      tellWhatWorks(tried, name, token === "");
      return;
    }
    const { failure } = tried;
    log.error(`Signing in to ${name} failed`, failure);
    const newToken = vscode.l10n.t("Enter Token Again");
    const newAddress = vscode.l10n.t("Change Address");
    const showLog = vscode.l10n.t("Show Log");
    const isTokenWrong = failure.code === "unauthorized" || failure.code === "forbidden";
    const actions = isTokenWrong ? [newToken, newAddress, showLog] : [newAddress, newToken, showLog];
    const choice = await vscode.window.showErrorMessage(wordingOf(failure, name).message, ...actions);
    if (choice === showLog) log.show();
    if (choice === newAddress) address = await promptForAddress(baseUrl);
    else if (choice !== newToken) return;
  }
}

type Failure = NonNullable<Check["failure"]>;

/** What a token may be used for at an instance. */
interface Working {
  readonly works: { readonly questions: boolean; readonly search: boolean };
  readonly user: string;
  readonly version: string;
  /** Why what does not work doesn't. */
  readonly failures: readonly Failure[];
}

/** It works where questions can be asked or searches are answered. Else the failure that tells most. */
async function tryOut(connection: Connection): Promise<Working | { readonly failure: Failure }> {
  const checks = new Map<string, Check>();
  try {
    for await (const check of connection.check(["questions"])) checks.set(check.name, check);
    const questions = checks.get("questions")?.failure;
    if (questions && !HAS_ANSWERED.has(questions.code)) return { failure: questions };
    const others = questions?.code === "unsupported" ? (["legacyQuestions"] as const) : [];
    for await (const check of connection.check([...others, "search", "user", "version"])) checks.set(check.name, check);
  } finally {
    await connection.close();
  }
  const failureOf = (name: string) => checks.get(name)?.failure;
  const questions = checks.has("legacyQuestions") ? failureOf("legacyQuestions") : failureOf("questions");
  const search = failureOf("search");
  if (questions && search) return { failure: questions.code === "unsupported" ? search : questions };
  return {
    works: { questions: !questions, search: !search },
    user: checks.get("user")?.detail ?? "",
    version: checks.get("version")?.detail ?? "",
    failures: [questions, search].flatMap((failure) => failure ?? []),
  };
}

/** Failures that come from the service itself: others of its interfaces may do better. */
const HAS_ANSWERED = new Set([
  "unsupported",
  "unauthorized",
  "forbidden",
  "serverError",
  "unavailable",
  "malformed",
  "rateLimited",
]);

function tellWhatWorks({ works, user, version, failures }: Working, name: string, isAnonymous: boolean): void {
  const who = user === "" ? "" : vscode.l10n.t(" as {0}", user);
  const what = version === "" ? name : `${name} (${version})`;
  const signedIn = isAnonymous
    ? vscode.l10n.t("Using {0} without a token.", what)
    : vscode.l10n.t("Signed in to {0}{1}.", what, who);
  if (works.questions && works.search) {
    void vscode.window.showInformationMessage(signedIn);
    return;
  }
  const missing = works.search
    ? vscode.l10n.t("Questions can't be asked there: {0}", reasonOf(failures, "externalapi:read", name))
    : vscode.l10n.t("Searches don't work there: {0}", reasonOf(failures, "user:all", name));
  void vscode.window.showWarningMessage(`${signedIn} ${missing}`);
}

function reasonOf([failure]: readonly Failure[], scope: string, name: string): string {
  return failure?.code === "forbidden" || failure?.code === "unauthorized"
    ? vscode.l10n.t("the access token lacks the scope {0}.", failure.scope ?? scope)
    : wordingOf(failure, name).message;
}

/** Forgets an account and its token: what goes to it stops. */
export async function signOut(accounts: Accounts, tokens: TokenStore, account = accounts.current): Promise<void> {
  const isCurrent = account.id === accounts.current.id;
  if (account.baseUrl === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("You are using the local service, which needs no sign-in."),
    );
    return;
  }
  await forget(accounts, tokens, account);
  const message = vscode.l10n.t(
    "Signed out of {0}. What was kept of its conversations on this machine is removed.",
    serviceName(account),
  );
  const next = isCurrent ? ` ${vscode.l10n.t("The local service is used from now on.")}` : "";
  void vscode.window.showInformationMessage(message + next);
}

async function forget(accounts: Accounts, tokens: TokenStore, account: Account): Promise<void> {
  await accounts.remove(account); // first: then nothing is sent without its token
  await tokens.delete(account.id);
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

/** Quotes, blanks and a scheme's name around a pasted token go. An empty one stands for nobody. */
function promptForToken(baseUrl: string): Promise<string | undefined> {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t("Sign In (2/2)");
  input.password = true;
  input.ignoreFocusOut = true;
  input.prompt = vscode.l10n.t(
    "An access token of {0} with the scopes externalapi:read and externalapi:write (questions) and user:all (search). The button opens the page that makes one. Leave it empty to search without signing in, where {0} allows that.",
    new URL(baseUrl).host,
  );
  const openPage = {
    iconPath: new vscode.ThemeIcon("link-external"),
    tooltip: vscode.l10n.t("Create an Access Token at {0}", new URL(baseUrl).host),
  };
  input.buttons = [openPage];
  return new Promise((resolve) => {
    input.onDidTriggerButton(
      () => void vscode.env.openExternal(vscode.Uri.parse(`${baseUrl}/user/settings/tokens/new`)),
    );
    input.onDidChangeValue((value) => {
      const hasBlanks = /[\r\n\t ]/.test(cleanToken(value));
      input.validationMessage = hasBlanks ? vscode.l10n.t("A token has no blanks in it.") : undefined;
    });
    input.onDidAccept(() => {
      if (input.validationMessage) return;
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
