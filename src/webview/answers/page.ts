import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { AnswerLabels, AnswerState, NoticeState, QuestionState } from "../../protocol/answer.ts";
import { composer } from "./composer.ts";
import type { MentionList } from "./mentionList.ts";
import { suggestions, templates } from "./suggestions.ts";
import { lineWithCode } from "../markdown/inlines.ts";
import { MANY } from "../page/gradually.ts";
import { briefNotice, notice } from "./notice.ts";
import { question } from "./question.ts";
import { repeatsQuestion } from "./title.ts";
import type { RenderContext } from "../page/renderContext.ts";

/** What the composer holds and does. */
export interface Draft {
  readonly text: string;
  readonly mentions: MentionList;
  readonly onChange: (text: string) => void;
  /** Sends what was typed, by a key or by a click. */
  readonly onSend: (click?: MouseEvent) => void;
  /** Sends this text instead; what was typed stays. */
  readonly onAsk: (text: string) => void;
  /** Puts this text into the box, with the cursor behind it. */
  readonly onFill: (text: string) => void;
}

/** The whole page, from the whole state. Questions for which `isDrawn` is false show only their text. */
export function page(
  state: AnswerState,
  draft: Draft,
  isDrawn: (id: string) => boolean,
  around: RenderContext,
): TemplateResult {
  const { title, questions } = state;
  const canAsk = state.followUp !== undefined && state.followUp.waiting === undefined;
  const isRepeated = repeatsQuestion(title, questions[0]?.text ?? "");
  return html`${state.start === undefined ? skipLinks(state, around.labels) : nothing}
    <div class=${questions.length > MANY ? "conversation many" : "conversation"}>
      <h1 class=${isRepeated ? "unseen" : "title"} dir="auto">${lineWithCode(title)}</h1>
      ${state.copy === undefined ? nothing : copyMark(state.copy)}
      ${state.readOnly === undefined ? nothing : readOnlyMark(state.readOnly)}
      ${state.copy !== undefined && state.notice ? besideCopy(state.notice, around) : nothing}
      ${state.start ? templates(state.start.heading, state.start.templates, draft.onFill) : nothing}
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
            ${composer(
              state.followUp,
              {
                draft: draft.text,
                mentions: draft.mentions,
                onDraft: draft.onChange,
                onSend: draft.onSend,
                asked: questions.map(({ text }) => text),
                canStop: canStop(state),
              },
              around,
            )}
            ${state.quota === undefined ? nothing : html`<p class="quota">${state.quota}</p>`}
          </footer>`
        : nothing
    }`;
}

/** Whether a question is being answered and can be stopped. */
export function canStop({ questions }: AnswerState): boolean {
  return questions.some(({ progress }) => progress?.canStop === true);
}

/** The first stops of the Tab key: a click, or Enter, skips everything in between. */
function skipLinks({ questions, followUp }: AnswerState, labels: AnswerLabels): TemplateResult {
  const last = questions.at(-1);
  const goTo = (selector: string) => () => {
    const target = [...document.querySelectorAll<HTMLElement>(selector)].at(-1);
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
  };
  const link = (label: string, selector: string) =>
    html`<button type="button" @click=${goTo(selector)}>${label}</button>`;
  return html`<nav class="skip" aria-label=${labels.skip}>
    ${last ? link(labels.skipToAnswer, "article") : nothing}
    ${last && last.sources.length > 0 ? link(labels.skipToSources, ".sources .row") : nothing}
    ${followUp ? link(labels.skipToBox, "textarea") : nothing}
  </nav>`;
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

function besideCopy(state: NoticeState, around: RenderContext): TemplateResult {
  return state.brief === undefined ? notice(state, around) : briefNotice(state, state.brief, around);
}

/** Says that this is a copy. It appears late: if the service answers quickly, it is not needed. */
function copyMark(words: string): TemplateResult {
  return html`<p class="copy-mark">
    <span class="codicon codicon-history" aria-hidden="true"></span>
    <span dir="auto">${words}</span>
  </p>`;
}
