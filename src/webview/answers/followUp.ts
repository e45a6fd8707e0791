import type { VscodeTextarea } from "@vscode-elements/elements/dist/vscode-textarea/vscode-textarea.js";
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";

import { details } from "./details.ts";
import type { RenderContext } from "../page/renderContext.ts";

/** The follow-up box's words and what it does. */
export interface FollowUpBox {
  readonly placeholder: string;
  readonly send: string;
  readonly mention: string;
  /** Why it can't be sent yet. */
  readonly waiting?: string;
  /** What was asked before, newest last: the arrow keys bring it back. */
  readonly asked: readonly string[];
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly onSend: () => void;
  /** Something is to be mentioned there; `isTyped` says that an `@` stands there. */
  readonly onMention: (text: string, at: number, isTyped: boolean) => void;
}

/**
 * Grows with what is typed. Enter sends, Shift+Enter begins a new line; a composed character's Enter does neither. The arrow
 * up at the very start brings back what was asked before, the arrow down at the very end what came after it. An `@` that
 * begins a word asks what to mention.
 */
export function followUp(box: FollowUpBox): TemplateResult {
  const { placeholder, send, mention, waiting, draft, onDraft, onSend, onMention } = box;
  const typed = (event: Event) => {
    const { value, wrappedElement } = event.currentTarget as VscodeTextarea;
    onDraft(value);
    const at = wrappedElement.selectionStart - 1;
    const isMention = value[at] === "@" && /^$|[\s(]/.test(value[at - 1] ?? "");
    if ((event as InputEvent).data === "@" && isMention) onMention(value, at, true);
  };
  const mentionAtCursor = (event: Event) => {
    const box = (event.currentTarget as Element).closest("form")?.querySelector("vscode-textarea");
    if (box) onMention(box.value, box.wrappedElement.selectionStart, false);
  };
  const sendByKey = (event: KeyboardEvent) => {
    const recalled = recall(event, box);
    if (recalled !== undefined) {
      event.preventDefault();
      onDraft(recalled);
    }
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    onSend();
  };
  return html`<form class="follow-up" @submit=${stay}>
      <vscode-textarea
        ${ref(grow)}
        .label=${placeholder}
        .placeholder=${placeholder}
        .value=${live(draft)}
        @input=${typed}
        @keydown=${sendByKey}
      ></vscode-textarea>
      <vscode-toolbar-button
        icon="mention"
        label=${mention}
        title=${mention}
        @click=${mentionAtCursor}
      ></vscode-toolbar-button>
      <vscode-button icon="send" ?disabled=${waiting !== undefined} title=${waiting ?? nothing} @click=${onSend}
        >${send}</vscode-button
      >
    </form>
    ${waiting === undefined || draft.trim() === "" ? nothing : html`<p class="waiting">${waiting}</p>`}`;
}

/** What the arrow keys bring into the box, if anything: never over something that was typed and not asked. */
function recall(
  { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget }: KeyboardEvent,
  box: FollowUpBox,
): string | undefined {
  if ((key !== "ArrowUp" && key !== "ArrowDown") || altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const { selectionStart, selectionEnd, value } = (currentTarget as VscodeTextarea).wrappedElement;
  const asked = box.asked.filter((text, index) => box.asked.lastIndexOf(text) === index);
  const at = value === "" ? asked.length : asked.indexOf(value);
  if (at < 0) return undefined;
  if (key === "ArrowUp") return selectionEnd === 0 || at < asked.length ? asked[at - 1] : undefined;
  return selectionStart === value.length && at < asked.length ? (asked[at + 1] ?? "") : undefined;
}

/**
 * The suggestions under an answer: each is asked as it stands. Those under an earlier answer are folded away; `key` says
 * whose they are.
 */
export function suggestions(
  texts: readonly string[],
  isLast: boolean,
  key: string,
  onAsk: (text: string) => void,
  { labels, folds }: RenderContext,
): unknown {
  if (texts.length === 0) return nothing;
  const list = html`<ul>
    ${texts.map((text) => {
      const ask = () => {
        onAsk(text);
      };
      return html`<li>
        <button type="button" @click=${ask}>
          <span class="codicon codicon-arrow-right" aria-hidden="true"></span><span dir="auto">${text}</span>
        </button>
      </li>`;
    })}
  </ul>`;
  return html`<section class="suggestions">
    ${
      isLast
        ? html`<h3>${labels.followUps}</h3>
            ${list}`
        : details(html`${labels.followUps} <span class="count">${texts.length}</span>`, list, key, folds)
    }
  </section>`;
}

const growing = new CSSStyleSheet();
growing.replaceSync(
  "textarea { field-sizing: content; min-height: 2.2em; max-height: 12em; padding: 5px 8px; line-height: 1.4; resize: none }",
);

/** The element has no part and no property for it, but its style sheets are a list. */
function grow(element: Element | undefined): void {
  if (!element) return;
  const box = element as VscodeTextarea;
  void box.updateComplete.then(() => {
    const sheets = box.shadowRoot?.adoptedStyleSheets;
    if (sheets && !sheets.includes(growing)) sheets.push(growing);
  });
}

function stay(event: Event): void {
  event.preventDefault();
}
