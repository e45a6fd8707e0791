import type { VscodeTextarea } from "@vscode-elements/elements/dist/vscode-textarea/vscode-textarea.js";
import { html } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";

/** The follow-up box's words and what it does. */
export interface FollowUpBox {
  readonly placeholder: string;
  readonly send: string;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly onSend: () => void;
}

/** Grows with what is typed. Enter sends, Shift+Enter begins a new line; a composed character's Enter does neither. */
export function followUp({ placeholder, send, draft, onDraft, onSend }: FollowUpBox): TemplateResult {
  const typed = (event: Event) => {
    onDraft((event.currentTarget as VscodeTextarea).value);
  };
  const sendByKey = (event: KeyboardEvent) => {
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
    <vscode-button icon="send" @click=${onSend}>${send}</vscode-button>
  </form>`;
}

/** The suggestions under the last answer: each is asked as it stands. */
export function suggestions(heading: string, texts: readonly string[], onAsk: (text: string) => void): TemplateResult {
  return html`<section class="suggestions">
    <h3>${heading}</h3>
    <ul>
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
    </ul>
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
