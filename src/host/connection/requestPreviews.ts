import * as vscode from "vscode";
import type { RequestPreview } from "../../core/model/service.ts";
import type { Reached } from "../accounts/services.ts";
import { serviceTitle } from "../platform/serviceName.ts";

const SCHEME = "plumbline-request";

/** Requests that would be sent, as read-only documents without secrets. Each is forgotten when it is closed. */
export class RequestPreviews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registrations: vscode.Disposable;
  #count = 0;

  constructor() {
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /**
   * Shows what asking this question would send, in the conversation of that name if one is given, and leaves the focus
   * where it is. Nothing is sent. `destination` says where the service has its answer written, if anywhere else.
   */
  async show(
    { question, name }: { readonly question: string; readonly name?: string },
    { account, service }: Reached,
    destination?: string,
  ): Promise<void> {
    const text = textOf(await service.previewQuestion(question, name), serviceTitle(account), destination);
    const path = `/${vscode.l10n.t("Request {0}", ++this.#count)}`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path });
    this.#texts.set(uri.toString(), text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preserveFocus: true, viewColumn: columnBesidePages() });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t("This preview has expired.");
  }

  dispose(): void {
    this.#registrations.dispose();
  }
}

/** A preview doesn't cover the panel in which the question is written. */
function columnBesidePages(): vscode.ViewColumn {
  const isPage = vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  if (!isPage) return vscode.ViewColumn.Active;
  return vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.Beside;
}

function textOf(
  { method, url, headers, body, proxy, byEditor = false, isGuess }: RequestPreview,
  service: string,
  destination: string | undefined,
): string {
  const hidden = vscode.l10n.t("(secret, not shown)");
  const notes = [
    vscode.l10n.t("This would be sent to {0}. Nothing has been sent.", service),
    ...(destination === undefined
      ? []
      : [
          destination,
          vscode.l10n.t(
            "The question and the earlier ones in the conversation are sent with the passages. The answer lists which passages were sent.",
          ),
        ]),
    ...(proxy === undefined ? [] : [vscode.l10n.t("It goes through the proxy {0}.", proxy)]),
    ...(byEditor
      ? [vscode.l10n.t("It goes through the editor's own fetch, which chooses a proxy and adds its own headers.")]
      : []),
    ...(isGuess
      ? [
          vscode.l10n.t(
            "The service's interface is detected before the first question: an older one gets the same question at another address.",
          ),
        ]
      : []),
  ];
  return [
    ...notes.map((note) => `# ${note}`),
    "",
    `${method} ${url}`,
    ...headers.map(({ name, value }) => `${name}: ${value ?? hidden}`),
    "",
    JSON.stringify(JSON.parse(body), undefined, 2),
    "",
  ].join("\n");
}
