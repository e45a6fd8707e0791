import type { CodeSymbol } from "./codeSymbol.ts";

/** A text whose definitions are wanted, of a file that need not be on this machine. */
export interface NamedText {
  /** In its repository. */
  readonly path: string;
  /** The editor's id of its language, for paths that tell none. */
  readonly languageId: string;
  readonly text: string;
}

/** Longer texts are not sent: they would not be parsed. In characters, and in bytes. */
export const PARSED_AT_MOST = 1024 * 1024;

/** What the extension asks the process of the local service about texts. */
export type ToSymbols =
  | ({ readonly type: "symbols"; readonly request: number } & NamedText)
  | { readonly type: "symbolsStop"; readonly request: number };

/** Its answer, which comes once for each request; without symbols where the text could not be parsed, or that was stopped. */
export interface FromSymbols {
  readonly type: "symbols";
  readonly request: number;
  readonly symbols?: readonly CodeSymbol[];
}
