import type { CodeSymbol } from "../model/codeSymbol.ts";

/** A declaration with those in it. */
export interface SymbolNode {
  readonly symbol: CodeSymbol;
  /** In their order. */
  readonly children: readonly SymbolNode[];
}

/** Declarations, which come in their order, below the innermost one that reaches over their line. */
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
