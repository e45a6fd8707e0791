import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { CodeAction } from "../../protocol/answer.ts";
import type { Block } from "../../protocol/markdown.ts";
import { colored } from "./coloring.ts";
import { unfold, unfolding } from "./foldedCode.ts";
import type { RenderContext } from "../page/renderContext.ts";
import { tick, toolbar, type Tool } from "../page/toolbar.ts";

export type Code = Extract<Block, { type: "code" }>;

/**
 * Code as it was written, in the editor's font, with its language and what can be done with it. It alone scrolls
 * sideways, unless its lines are wrapped. `key` is the block's key.
 */
export function codeBlock(code: Code, key: string, around: RenderContext): TemplateResult {
  const { labels, folds } = around;
  const wrapKey = `${key}.wrap`;
  const isWrapped = folds.isOpen(wrapKey);
  const wrap = () => {
    folds.toggle(wrapKey);
  };
  const folded = around.folded.get(code);
  const isFolded = folded?.shown !== undefined && !folds.isOpen(key);
  const open = (event: Event) => {
    unfold(event, key, around);
  };
  const name = code.language === "" ? labels.code : `${labels.code}: ${code.language}`;
  return html`<div class=${folded ? "code passage" : "code"} dir="ltr">
    <div class="code-head">
      <span class="language">${code.language}</span>
      ${toolbar(name, [
        { icon: "word-wrap", label: labels.wrap, onClick: wrap, isPressed: isWrapped },
        ...codeTools(code, around),
      ])}
    </div>
    <pre
      class=${[isWrapped ? "wrapped" : "", isFolded ? "folded" : ""].join(" ").trim()}
      tabindex="0"
      role="group"
      aria-label=${name}
      @click=${isFolded ? open : nothing}
      @keydown=${isFolded ? open : nothing}
      @beforematch=${isFolded ? open : nothing}
    ><code data-code=${code.index}>${colored(code, folded && { ...folded, isFolded })}</code></pre>
    ${folded?.shown ? unfolding(code, key, isFolded, around) : nothing}
  </div>`;
}

/** What can be done with any code, including a diagram's. The host does it, and is sent only the number of the code. */
export function codeTools(code: Code, { labels, send, announce }: RenderContext): readonly Tool[] {
  const act = (action: CodeAction) => (event: Event) => {
    send({ type: "code", action, index: code.index, ...(action === "search" && selectedIn(code)) });
    if (action !== "copy") return;
    announce(labels.copied);
    tick(event.currentTarget);
  };
  return [
    { icon: "search", label: labels.searchCode, onClick: act("search") },
    { icon: "insert", label: labels.insertCode, onClick: act("insert") },
    { icon: "go-to-file", label: labels.openCode, onClick: act("open") },
    { icon: "copy", label: labels.copy, onClick: act("copy") },
  ];
}

/**
 * The part of this code that is selected, in UTF-16 units, if the selection begins in it: up to the end of the
 * selection or of the code. `undefined` if the selection begins elsewhere, or is empty. A triple click selects beyond
 * the end of its line, even of the last one.
 */
function selectedIn({ index, text }: Code): { readonly from: number; readonly to: number } | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const start = range.startContainer.parentElement?.closest<HTMLElement>("[data-code]");
  if (start?.dataset["code"] !== String(index)) return undefined;
  const before = document.createRange();
  before.setStart(start, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return { from, to: Math.min(text.length, from + range.toString().length) };
}
