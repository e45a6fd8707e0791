import * as vscode from "vscode";
import type { RequestPreview } from "../../core/model/service.ts";
import type { Reached } from "../accounts/services.ts";
import { atStart, serviceName } from "../platform/serviceName.ts";

const SCHEME = "plumbline-request";

/** Requests that would be sent, as read-only documents without secrets. They are forgotten when they are closed. */
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

  /** Shows what asking this question would send, and leaves the focus where it is. Nothing is sent. */
  async show(question: string, { account, service }: Reached): Promise<void> {
    const text = textOf(await service.previewQuestion(question), atStart(serviceName(account)));
    const path = `/${vscode.l10n.t("Request {0}", ++this.#count)}`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path });
    this.#texts.set(uri.toString(), text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preserveFocus: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t("This preview is not kept any more.");
  }

  dispose(): void {
    this.#registrations.dispose();
  }
}

function textOf(
  { method, url, headers, body, proxy, byEditor = false, isGuess }: RequestPreview,
  service: string,
): string {
  const hidden = vscode.l10n.t("(secret, not shown)");
  const notes = [
    vscode.l10n.t("{0} would get this. Nothing has been sent.", service),
    ...(proxy === undefined ? [] : [vscode.l10n.t("It goes through the proxy {0}.", proxy)]),
    ...(byEditor
      ? [vscode.l10n.t("It goes through the editor's own fetch, which chooses a proxy and adds headers of its own.")]
      : []),
    ...(isGuess
      ? [
          vscode.l10n.t(
            "Which interface this service has is found out before the first question: an older one gets the same question at another address.",
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
