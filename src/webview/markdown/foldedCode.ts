import { html } from "lit";
import type { TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import type { FoldedCode } from "../../protocol/answer.ts";
import type { Block, CodeText } from "../../protocol/markdown.ts";
import type { RenderContext } from "../page/renderContext.ts";
import type { Token } from "./syntax.ts";

/** How code is shown: which of its rows while it is folded, and the words in it that were asked about. */
export type Look = Pick<FoldedCode, "shown" | "marks"> & { readonly isFolded: boolean };

/** The passages among these blocks, by their code and by what stands above it: a heading, perhaps with a reason. */
export function foldedIn(blocks: readonly Block[], folded: readonly FoldedCode[] = []): ReadonlyMap<Block, FoldedCode> {
  const found = new Map<Block, FoldedCode>();
  for (const each of folded) {
    const from = blocks[each.at - 1]?.type === "heading" ? each.at - 1 : each.at - 2;
    for (const block of blocks.slice(from, each.at + 1)) found.set(block, each);
  }
  return found;
}

/** Unfolds code that is folded: a click without a selection, Enter, or something found in what is hidden. */
export function unfold(event: Event, key: string, { folds }: RenderContext): void {
  const isSelecting = event.type === "click" && getSelection()?.isCollapsed === false;
  const isOtherKey = event instanceof KeyboardEvent && event.key !== "Enter";
  if (!isSelecting && !isOtherKey && !folds.isOpen(key)) folds.toggle(key);
}

/** Shows all lines of folded code, and folds it again. */
export function unfolding(
  { text }: CodeText,
  key: string,
  isFolded: boolean,
  { labels, folds }: RenderContext,
): TemplateResult {
  const toggle = () => {
    folds.toggle(key);
  };
  const words = isFolded ? labels.showLines.replace("{0}", String(text.split("\n").length)) : labels.showLess;
  return html`<button
    type="button"
    class="fold lines-fold"
    aria-expanded=${isFolded ? "false" : "true"}
    @click=${toggle}
  >
    <span class="codicon codicon-chevron-${isFolded ? "down" : "up"}" aria-hidden="true"></span>${words}
  </button>`;
}

/**
 * The tokens of code with the marked words, in runs of rows that are always shown and of rows that are not while it is
 * folded. Together they have all of its text, so that it can be found, selected and copied as a whole. Each run is a
 * block, whose last line break takes no room; unfolding leaves all elements as they are, also those that were found.
 */
export function runs(tokens: readonly Token[], { shown, marks, isFolded }: Look): unknown {
  const rows = rowsOf(tokens).map((row, number) => marked(row, marksOf(number, marks)));
  if (!shown) return rows;
  const isShown = new Set(shown);
  const found: { readonly isCut: boolean; readonly rows: TemplateResult[][] }[] = [];
  rows.forEach((row, number) => {
    const isCut = !isShown.has(number);
    const last = found.at(-1);
    if (last?.isCut === isCut) last.rows.push(row);
    else found.push({ isCut, rows: [row] });
  });
  return found.map((run) =>
    run.isCut
      ? html`<span class="cut" hidden=${ifDefined(isFolded ? "until-found" : undefined)}>${run.rows}</span>`
      : html`<span class="run">${run.rows}</span>`,
  );
}

/** The tokens of each row; a row has the line break that ends it. */
function rowsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const rows: Token[][] = [[]];
  for (const { text, classes } of tokens)
    text.split(/(?<=\n)/).forEach((part) => {
      rows.at(-1)?.push({ text: part, classes });
      if (part.endsWith("\n")) rows.push([]);
    });
  return rows;
}

type Mark = readonly [from: number, to: number];

function marksOf(row: number, marks: readonly number[]): readonly Mark[] {
  const found: Mark[] = [];
  for (let at = 0; at + 2 < marks.length; at += 3)
    if (marks[at] === row) found.push([marks[at + 1] ?? 0, marks[at + 2] ?? 0]);
  return found;
}

function marked(row: readonly Token[], marks: readonly Mark[]): TemplateResult[] {
  let from = 0;
  return row.map(({ text, classes }) => {
    const start = from;
    from += text.length;
    const inside = marks
      .map(([first, last]) => [Math.max(first, start) - start, Math.min(last, from) - start] as const)
      .filter(([first, last]) => first < last);
    const parts: unknown[] = [];
    let at = 0;
    for (const [first, last] of inside) {
      if (first < at) continue;
      parts.push(text.slice(at, first), html`<mark>${text.slice(first, last)}</mark>`);
      at = last;
    }
    parts.push(text.slice(at));
    return classes === "" ? html`${parts}` : html`<span class=${classes}>${parts}</span>`;
  });
}
