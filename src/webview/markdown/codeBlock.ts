import type { VscodeToolbarButton } from "@vscode-elements/elements/dist/vscode-toolbar-button/vscode-toolbar-button.js";
import { html } from "lit";
import type { TemplateResult } from "lit";
import type { CodeAction } from "../../protocol/answer.ts";
import type { Block } from "../../protocol/markdown.ts";
import { colored } from "./coloring.ts";
import type { RenderContext } from "../page/renderContext.ts";

const TICK_MS = 1_500;

export type Code = Extract<Block, { type: "code" }>;

/**
 * Code as it was written, in the editor's font, with its language and what can be done with it. Only it scrolls sideways,
 * unless its lines are wrapped. `key` says whose block it is.
 */
export function codeBlock(code: Code, key: string, around: RenderContext): TemplateResult {
  const { labels, folds } = around;
  const wrapKey = `${key}.wrap`;
  const isWrapped = folds.isOpen(wrapKey);
  const wrap = () => {
    folds.toggle(wrapKey);
  };
  return html`<div class="code" dir="ltr">
    <div
      class="code-head"
      role="toolbar"
      aria-label=${code.language === "" ? labels.code : `${labels.code}: ${code.language}`}
    >
      <span class="language">${code.language}</span>
      <vscode-toolbar-button
        icon="word-wrap"
        toggleable
        .checked=${isWrapped}
        label=${labels.wrap}
        title=${labels.wrap}
        @click=${wrap}
      ></vscode-toolbar-button>
      ${codeButtons(code, around)}
    </div>
    <pre class=${isWrapped ? "wrapped" : ""}><code data-code=${code.index}>${colored(code)}</code></pre>
  </div>`;
}

/** What can be done with any code, a diagram's too. The host does it: it is told the number of the code alone. */
export function codeButtons(code: Code, { labels, send, announce }: RenderContext): TemplateResult[] {
  const act = (action: CodeAction) => (event: Event) => {
    send({ type: "code", action, index: code.index, ...(action === "search" && selectedIn(code)) });
    if (action !== "copy") return;
    announce(labels.copied);
    tick(event.currentTarget as VscodeToolbarButton, "copy");
  };
  const button = (action: CodeAction, icon: string, label: string) =>
    html`<vscode-toolbar-button
      icon=${icon}
      label=${label}
      title=${label}
      @click=${act(action)}
    ></vscode-toolbar-button>`;
  return [
    button("search", "search", labels.searchCode),
    button("insert", "insert", labels.insertCode),
    button("open", "go-to-file", labels.openCode),
    button("copy", "copy", labels.copy),
  ];
}

/** Shows for a moment that it is done, then `icon` again. */
export function tick(button: VscodeToolbarButton, icon: string): void {
  button.icon = "check";
  setTimeout(() => (button.icon = icon), TICK_MS);
}

/** Where the selection begins and ends within this code, in UTF-16 units; nothing where it is elsewhere, or empty. */
function selectedIn({ index, text }: Code): { readonly from: number; readonly to: number } | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const start = range.startContainer.parentElement?.closest<HTMLElement>("[data-code]");
  if (!start?.contains(range.endContainer) || start.dataset["code"] !== String(index)) return undefined;
  const before = document.createRange();
  before.setStart(start, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return { from, to: Math.min(text.length, from + range.toString().length) };
}
