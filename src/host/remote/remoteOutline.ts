import * as vscode from "vscode";
import type { SymbolKind } from "../../core/model/codeSymbol.ts";
import { symbolsByLooks } from "../../core/text/symbolsByLooks.ts";
import { symbolTree, type SymbolNode } from "../../core/text/symbolTree.ts";

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

/** What is declared in a document, by the looks of its lines. Nothing is asked of the service for it. */
export function remoteOutline(document: vscode.TextDocument): vscode.DocumentSymbol[] {
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
  return symbolTree(symbolsByLooks(document.getText(), undefined)).map(toSymbol);
}
