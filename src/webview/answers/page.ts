import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { AnswerState, QuestionState } from "../../protocol/answer.ts";
import { followUp, suggestions, type FollowUpBox } from "./followUp.ts";
import { MANY } from "../page/gradually.ts";
import { notice } from "./notice.ts";
import { question } from "./question.ts";
import type { RenderContext } from "../page/renderContext.ts";

/** What the follow-up box holds and does. */
export interface Draft {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Sends what was typed. */
  readonly onSend: () => void;
  /** See {@link FollowUpBox}. */
  readonly onMention: FollowUpBox["onMention"];
  /** Sends this instead; what was typed stays. */
  readonly onAsk: (text: string) => void;
}

/** The whole page, from the whole state; of the questions for which `isDrawn` says no, the text alone. */
export function page(
  state: AnswerState,
  draft: Draft,
  isDrawn: (id: string) => boolean,
  around: RenderContext,
): TemplateResult {
  const { title, questions } = state;
  const canAsk = state.followUp !== undefined && state.followUp.waiting === undefined;
  const isQuestion = title.trim() === questions[0]?.text.trim();
  return html`<div class=${questions.length > MANY ? "conversation many" : "conversation"}>
      <h1 class=${isQuestion ? "unseen" : "title"} dir="auto">${title}</h1>
      ${state.copy === undefined ? nothing : copyMark(state.copy)}
      ${state.readOnly === undefined ? nothing : readOnlyMark(state.readOnly)}
      ${state.copy !== undefined && state.notice ? notice(state.notice, around) : nothing}
      ${repeat(
        questions,
        ({ id }) => id,
        (each, position) => {
          const isLast = position === questions.length - 1;
          const { canOpenInBrowser } = state;
          const isWhole = isDrawn(each.id);
          const version = around.folds.versionOf(each.id);
          return [
            guard([each, isWhole, position, canOpenInBrowser, version], () =>
              question(isWhole ? each : outlineOf(each), position, canOpenInBrowser, around),
            ),
            guard([each, isWhole, isLast, canAsk, version], () =>
              isWhole && canAsk
                ? suggestions(each.suggestedFollowUps, isLast, `${each.id}.followUps`, draft.onAsk, around)
                : nothing,
            ),
          ];
        },
      )}
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
              onMention: draft.onMention,
              asked: questions.map(({ text }) => text),
            })}
            ${state.quota === undefined ? nothing : html`<p class="quota">${state.quota}</p>`}
          </footer>`
        : nothing
    }`;
}

function outlineOf({ id, text }: QuestionState): QuestionState {
  return { id, text, answer: [], sources: [], otherSources: [], suggestedFollowUps: [], log: [], notes: [] };
}

function readOnlyMark(words: string): TemplateResult {
  return html`<p class="mark">
    <span class="codicon codicon-lock" aria-hidden="true"></span>
    <span dir="auto">${words}</span>
  </p>`;
}

/** Says that this is a copy, unless the service answers before anybody could have read that. */
function copyMark(words: string): TemplateResult {
  return html`<p class="copy-mark">
    <span class="codicon codicon-history" aria-hidden="true"></span>
    <span dir="auto">${words}</span>
  </p>`;
}
