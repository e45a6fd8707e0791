import type { CodeSymbol } from "./codeSymbol.ts";

/** A text whose definitions are wanted, from a file that need not be on this machine. */
export interface NamedText {
  /** The path in its repository. */
  readonly path: string;
  /** The editor's id of its language, for paths that don't reveal it. */
  readonly languageId: string;
  readonly text: string;
}

/** Longer texts are not sent: they would not be parsed. In characters, and in bytes. */
export const PARSED_AT_MOST = 1024 * 1024;

/** What the extension sends to the process of the local service about texts. */
export type ToSymbols =
  | ({ readonly type: "symbols"; readonly request: number } & NamedText)
  | { readonly type: "symbolsStop"; readonly request: number };

/**
 * Its answer, sent once for each request; without symbols if the text could not be parsed, or if the request was
 * stopped.
 */
export interface FromSymbols {
  readonly type: "symbols";
  readonly request: number;
  readonly symbols?: readonly CodeSymbol[];
}
