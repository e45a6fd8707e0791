/** A declaration in a file. */
export interface CodeSymbol {
  readonly name: string;
  /** As the language server protocol names it, in lower case: `function`, `class`. */
  readonly kind: SymbolKind;
  /** What it is declared in; empty at the top. */
  readonly containerName: string;
  /** Zero-based. */
  readonly line: number;
  /** UTF-16, of the name in its line. */
  readonly column: number;
  /** Zero-based, inclusive: how far what is declared reaches, with its body. */
  readonly endLine: number;
}

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** The kinds that declarations are told apart by; other kinds of the protocol are never found. */
export const SYMBOL_KINDS = [
  "class",
  "constant",
  "enum",
  "function",
  "interface",
  "method",
  "module",
  "namespace",
  "property",
  "struct",
  "variable",
] as const;
