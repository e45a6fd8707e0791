import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { QuestionState } from "../../protocol/answer.ts";
import { blocks } from "../markdown/blocks.ts";
import { runDetails } from "./details.ts";
import { notice } from "./notice.ts";
import { progress } from "./progress.ts";
import { questionText } from "./questionText.ts";
import { sources } from "../sources/sources.ts";
import type { RenderContext } from "../page/renderContext.ts";

/** One question and all that came of it so far. `position` counts from zero. */
export function question(
  state: QuestionState,
  position: number,
  canOpenInBrowser: boolean,
  around: RenderContext,
): TemplateResult {
  const { labels } = around;
  const heading = `question-${position}`;
  return html`<article aria-labelledby=${heading} tabindex="-1">
    <header>
      <h2 id=${heading} class="unseen">${labels.question} ${position + 1}</h2>
      ${questionText(state.text, `${state.id}.text`, around)}
    </header>
    ${
      state.answer.length === 0
        ? nothing
        : html`<section class="answer">
            <h3 class="unseen">${labels.answer}</h3>
            ${blocks(state.answer, state.id, {
              ...around,
              sources: new Map(state.sources.map((source) => [source.index, source])),
            })}
          </section>`
    }
    ${state.progress ? progress(state.progress, around) : nothing}
    ${state.notice ? notice(state.notice, around, state.id) : nothing}
    ${state.notes.length === 0 ? nothing : notes(state.notes, canOpenInBrowser, around)}
    ${state.sources.length + state.otherSources.length === 0 ? nothing : sources(state, `${state.id}.sources`, around)}
    ${runDetails(state, around)}
  </article>`;
}

/** What there is that can't be shown here; it can in the browser, where the conversation has a page. */
function notes(texts: readonly string[], canOpenInBrowser: boolean, { labels, send }: RenderContext): TemplateResult {
  const open = () => {
    send({ type: "openInBrowser" });
  };
  return html`<div class="mark">
    <span class="codicon codicon-info" aria-hidden="true"></span>
    <div>
      ${texts.map((text) => html`<p dir="auto">${text}</p>`)}
      ${
        canOpenInBrowser
          ? html`<button type="button" class="fold" @click=${open}>
              <span class="codicon codicon-link-external" aria-hidden="true"></span>${labels.openInBrowser}
            </button>`
          : nothing
      }
    </div>
  </div>`;
}
