import * as vscode from "vscode";
import { isAbort } from "../../core/model/errors.ts";
import type { Citations, FileCitation, LineCitation } from "./citations.ts";
import { REMOTE_SCHEME } from "../remote/remoteUri.ts";

/** Says above lines, and at the top of a file, how many answers cite them. A click shows which. */
export class CitationLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly onDidChangeCodeLenses: vscode.Event<void>;
  readonly #citations: Citations;
  readonly #registration: vscode.Disposable;

  constructor(citations: Citations) {
    this.#citations = citations;
    this.onDidChangeCodeLenses = citations.onDidChange;
    this.#registration = vscode.languages.registerCodeLensProvider(
      [{ scheme: "file" }, { scheme: REMOTE_SCHEME }],
      this,
    );
  }

  async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const stop = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      const places = await this.#citations.in(document, stop.signal);
      return [...Map.groupBy(places, (place) => lineIn(document, place))].map(([line, cited]) =>
        lensAt(document, line, cited),
      );
    } catch (error) {
      if (isAbort(error)) return []; // the editor asks again
      throw error;
    } finally {
      subscription.dispose();
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

function lineIn({ lineCount }: vscode.TextDocument, { line = 0 }: LineCitation): number {
  return Math.min(line, lineCount - 1);
}

function lensAt({ uri }: vscode.TextDocument, line: number, places: readonly LineCitation[]): vscode.CodeLens {
  const count = new Set(places.map(answerKey)).size;
  const title = count === 1 ? vscode.l10n.t("Cited in 1 answer") : vscode.l10n.t("Cited in {0} answers", count);
  const range = new vscode.Range(line, 0, line, 0);
  return new vscode.CodeLens(range, {
    title,
    command: "plumbline.showAnswersAboutFile",
    arguments: [uri, places.map(answerKey)],
  });
}

/** A key that identifies the answer of a citation. */
export function answerKey({ conversation, questionId }: FileCitation): string {
  return JSON.stringify([conversation.accountId, conversation.name, questionId]);
}
