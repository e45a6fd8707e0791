import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { QuestionState } from "../protocol/answer.ts";
import { blocks } from "./blocks.ts";
import { notice } from "./notice.ts";
import { progress } from "./progress.ts";
import { questionText } from "./questionText.ts";
import { sources } from "./sources.ts";
import type { Surroundings } from "./surroundings.ts";

/** One question and all that came of it so far. `position` counts from zero. */
export function question(state: QuestionState, position: number, around: Surroundings): TemplateResult {
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
            ${blocks(state.answer, state.id, around)}
          </section>`
    }
    ${state.progress ? progress(state.progress, around) : nothing}
    ${state.notice ? notice(state.notice, around) : nothing}
    ${state.sources.length === 0 ? nothing : sources(state.sources, `${state.id}.sources`, around)}
  </article>`;
}
