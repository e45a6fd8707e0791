import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { AnswerState } from "../protocol/answer.ts";
import { followUp, suggestions } from "./followUp.ts";
import { notice } from "./notice.ts";
import { question } from "./question.ts";
import type { Surroundings } from "./surroundings.ts";

/** What the follow-up box holds and does. */
export interface Draft {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Sends what was typed. */
  readonly onSend: () => void;
  /** Sends this instead; what was typed stays. */
  readonly onAsk: (text: string) => void;
}

/** The whole page, from the whole state. */
export function page(state: AnswerState, draft: Draft, around: Surroundings): TemplateResult {
  const { title, questions, labels } = state;
  const last = questions.at(-1);
  const suggested = state.followUp && last ? last.suggestedFollowUps : [];
  const isQuestion = title.trim() === questions[0]?.text.trim();
  return html`<div class="conversation">
      <h1 class=${isQuestion ? "unseen" : "title"} dir="auto">${title}</h1>
      ${state.copy === undefined ? nothing : copyMark(state.copy)}
      ${state.copy !== undefined && state.notice ? notice(state.notice, around) : nothing}
      ${repeat(
        questions,
        ({ id }) => id,
        (each, position) => question(each, position, around),
      )}
      ${suggested.length > 0 ? suggestions(labels.followUps, suggested, draft.onAsk) : nothing}
      ${state.copy === undefined && state.notice ? notice(state.notice, around) : nothing}
    </div>
    ${
      state.followUp
        ? html`<footer>
            ${followUp({
              ...state.followUp,
              draft: draft.text,
              onDraft: draft.onChange,
              onSend: draft.onSend,
            })}
          </footer>`
        : nothing
    }`;
}

/** Says that this is a copy, unless the service answers before anybody could have read that. */
function copyMark(words: string): TemplateResult {
  return html`<p class="copy-mark">
    <span class="codicon codicon-history" aria-hidden="true"></span>
    <span dir="auto">${words}</span>
  </p>`;
}
