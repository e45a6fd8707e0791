import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { lineWithCode } from "../markdown/inlines.ts";
import { details } from "./details.ts";
import type { RenderContext } from "../page/renderContext.ts";

/**
 * The suggestions under an answer, each of which is asked as it is. Those under an earlier answer are folded away;
 * `key` identifies them in `folds`.
 */
export function suggestions(
  texts: readonly string[],
  isLast: boolean,
  key: string,
  onAsk: (text: string) => void,
  { labels, folds }: RenderContext,
): unknown {
  if (texts.length === 0) return nothing;
  const list = questions(texts, onAsk);
  return html`<section class="suggestions">
    ${
      isLast
        ? html`<h3>${labels.followUps}</h3>
            ${list}`
        : details(html`${labels.followUps} <span class="count">${texts.length}</span>`, list, key, folds)
    }
  </section>`;
}

/** The templates of a conversation that has no question yet: a click puts one into the box. */
export function templates(heading: string, texts: readonly string[], onChoose: (text: string) => void): TemplateResult {
  return html`<section class="suggestions start">
    <h2>${heading}</h2>
    ${questions(texts, onChoose)}
  </section>`;
}

function questions(texts: readonly string[], onChoose: (text: string) => void): TemplateResult {
  return html`<ul>
    ${texts.map((text) => {
      const choose = () => {
        onChoose(text);
      };
      return html`<li>
        <button type="button" @click=${choose}>
          <span class="codicon codicon-arrow-right" aria-hidden="true"></span
          ><span dir="auto">${lineWithCode(text)}</span>
        </button>
      </li>`;
    })}
  </ul>`;
}
