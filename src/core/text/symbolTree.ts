import type { CodeSymbol } from "../model/codeSymbol.ts";

/** A declaration with those inside it. */
export interface SymbolNode {
  readonly symbol: CodeSymbol;
  /** In order. */
  readonly children: readonly SymbolNode[];
}

/** Puts declarations, which come in order, below the innermost one that contains their line. */
export function symbolTree(symbols: readonly CodeSymbol[]): readonly SymbolNode[] {
  const top: SymbolNode[] = [];
  const open: { readonly endLine: number; readonly children: SymbolNode[] }[] = [];
  for (const symbol of symbols) {
    while ((open.at(-1)?.endLine ?? Infinity) < symbol.line) open.pop();
    const node = { symbol, children: [] };
    (open.at(-1)?.children ?? top).push(node);
    if (symbol.endLine > symbol.line) open.push({ endLine: symbol.endLine, children: node.children });
  }
  return top;
}
