/** A declaration in a file. */
export interface CodeSymbol {
  readonly name: string;
  /** As the language server protocol names it, in lower case: `function`, `class`. */
  readonly kind: SymbolKind;
  /** The declaration that contains it; empty at the top level. */
  readonly containerName: string;
  /** Zero-based. */
  readonly line: number;
  /** In UTF-16 units, of the name in its line. */
  readonly column: number;
  /** Zero-based, inclusive: the last line of the declaration, including its body. */
  readonly endLine: number;
}

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** The kinds of declarations that are distinguished; other kinds of the protocol are never found. */
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
