import { html } from "lit";
import type { TemplateResult } from "lit";
import type { Folds, RenderContext } from "./renderContext.ts";

/** What is shown of a list: its first `count` items, or all of them once a person has unfolded it. */
export function fold<T>(
  items: readonly T[],
  count: number,
  key: string,
  folds: Folds,
): { readonly shown: readonly T[]; readonly canFold: boolean; readonly isFolded: boolean } {
  const canFold = items.length > count;
  const isFolded = canFold && !folds.isOpen(key);
  return { shown: isFolded ? items.slice(0, count) : items, canFold, isFolded };
}

/** A button that unfolds and folds what has this key. */
export function foldButton(key: string, isFolded: boolean, { labels, folds }: RenderContext): TemplateResult {
  const toggle = () => {
    folds.toggle(key);
  };
  return html`<button type="button" class="fold" aria-expanded=${isFolded ? "false" : "true"} @click=${toggle}>
    <span class="codicon codicon-chevron-${isFolded ? "down" : "up"}" aria-hidden="true"></span
    >${isFolded ? labels.showMore : labels.showLess}
  </button>`;
}
