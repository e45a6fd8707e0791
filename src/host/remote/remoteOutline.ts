import * as vscode from "vscode";
import type { CodeSymbol, SymbolKind } from "../../core/model/codeSymbol.ts";
import { PARSED_AT_MOST } from "../../core/model/symbolChannel.ts";
import { languageOf } from "../../core/text/languages.ts";
import { symbolsByLooks } from "../../core/text/symbolsByLooks.ts";
import { symbolTree, type SymbolNode } from "../../core/text/symbolTree.ts";
import type { LocalProcess } from "../accounts/localProcess.ts";
import { remoteLocation } from "./remoteUri.ts";

const KINDS: Readonly<Record<SymbolKind, vscode.SymbolKind>> = {
  class: vscode.SymbolKind.Class,
  constant: vscode.SymbolKind.Constant,
  enum: vscode.SymbolKind.Enum,
  function: vscode.SymbolKind.Function,
  interface: vscode.SymbolKind.Interface,
  method: vscode.SymbolKind.Method,
  module: vscode.SymbolKind.Module,
  namespace: vscode.SymbolKind.Namespace,
  property: vscode.SymbolKind.Property,
  struct: vscode.SymbolKind.Struct,
  variable: vscode.SymbolKind.Variable,
};

/** The editor's ids of the languages that the local service parses. */
const PARSED: ReadonlySet<string> = new Set([
  ...["c", "cpp", "csharp", "go", "java", "php", "python", "ruby", "rust", "shellscript"],
]);
/** An outline that takes longer would look as if there were none. The local service needs a fraction of this time. */
const PARSING_AT_MOST_MS = 5_000;

/**
 * What is declared in a document: by its syntax, for which the local service is started if it isn't running; by the
 * looks of its lines in languages without a parser, and if parsing fails or takes too long. The service that has the
 * file is not asked, and nothing of the file is kept.
 */
export async function remoteOutline(
  document: vscode.TextDocument,
  local: Pick<LocalProcess, "start">,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentSymbol[]> {
  const toSymbol = ({ symbol, children }: SymbolNode): vscode.DocumentSymbol => {
    const { name, kind, line, column, endLine } = symbol;
    const shown = new vscode.DocumentSymbol(
      name,
      "",
      KINDS[kind],
      new vscode.Range(line, 0, endLine, document.lineAt(endLine).text.length),
      new vscode.Range(line, column, line, column + name.length),
    );
    shown.children = children.map(toSymbol);
    return shown;
  };
  const symbols =
    (await symbolsBySyntax(document, local, token)) ??
    symbolsByLooks(document.getText(), languageOf(document.uri.path, /\S.*/.exec(document.getText())?.[0]));
  return symbolTree(symbols).map(toSymbol);
}

async function symbolsBySyntax(
  document: vscode.TextDocument,
  local: Pick<LocalProcess, "start">,
  token: vscode.CancellationToken,
): Promise<readonly CodeSymbol[] | undefined> {
  const text = document.getText();
  const path = remoteLocation(document.uri)?.path;
  if (path === undefined || !PARSED.has(document.languageId) || text.length > PARSED_AT_MOST) return undefined;
  const stop = new AbortController();
  const subscription = token.onCancellationRequested(() => stop.abort());
  const timer = setTimeout(() => stop.abort(), PARSING_AT_MOST_MS);
  const stopped = new Promise<undefined>((resolve) => stop.signal.addEventListener("abort", () => resolve(undefined)));
  const find = async () => {
    const { symbols } = await local.start();
    return symbols.ask({ path, languageId: document.languageId, text }, stop.signal);
  };
  try {
    return await Promise.race([find(), stopped]);
  } catch {
    return undefined; // the local service can't be started
  } finally {
    subscription.dispose();
    clearTimeout(timer);
  }
}
