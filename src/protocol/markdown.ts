/**
 * An answer's Markdown as the nodes that we know. Anything else that Markdown can contain (raw HTML, images) is plain
 * text by the time it gets here: no HTML string exists anywhere, so nothing can be smuggled in one.
 */

export type Block =
  | { readonly type: "paragraph"; readonly content: readonly Inline[] }
  | { readonly type: "heading"; readonly level: 1 | 2 | 3 | 4 | 5 | 6; readonly content: readonly Inline[] }
  | {
      readonly type: "code";
      /** How intents refer to it: a number that the host looks up in its own conversation. */
      readonly index: number;
      readonly language: string;
      readonly text: string;
    }
  | { readonly type: "list"; readonly ordered: boolean; readonly start: number; readonly items: readonly ListItem[] }
  | { readonly type: "quote"; readonly content: readonly Block[] }
  | {
      readonly type: "table";
      readonly align: readonly Align[];
      readonly head: readonly Cell[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly type: "rule" };

/** The content of a block of code. The language is as it was written: it may be unknown, or empty. */
export type CodeText = Pick<Extract<Block, { type: "code" }>, "language" | "text">;

export interface ListItem {
  /** For task lists. */
  readonly checked?: boolean;
  readonly content: readonly Block[];
}

export type Align = "left" | "center" | "right" | "none";
export type Cell = readonly Inline[];

export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "emphasis" | "strong" | "strikethrough"; readonly content: readonly Inline[] }
  | { readonly type: "break" }
  | { readonly type: "link"; readonly target: LinkTarget; readonly title: string; readonly content: readonly Inline[] };

/**
 * Where a link goes: a number that the host looks up in its own conversation, never an address; for a section, the
 * number of a heading among those of the answer that are not inside anything else. A link that is neither a source nor
 * a search of the service nor an http(s) address nor a section is not a link here: only its text remains.
 */
export interface LinkTarget {
  readonly kind: "source" | "search" | "web" | "section";
  readonly index: number;
}
