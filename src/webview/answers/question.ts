import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { Directive, directive } from "lit/directive.js";
import type { QuestionState } from "../../protocol/answer.ts";
import { growingBlocks } from "../markdown/blocks.ts";
import { foldedIn } from "../markdown/foldedCode.ts";
import { backToTop, hasOutline, outline } from "../markdown/sections.ts";
import { runDetails } from "./details.ts";
import { written } from "./written.ts";
import { notice } from "./notice.ts";
import { progress } from "./progress.ts";
import { foldButton } from "../page/folding.ts";
import { sources } from "../sources/sources.ts";
import type { RenderContext } from "../page/renderContext.ts";
import { toolButton } from "../page/toolbar.ts";

const LINES_SHOWN = 8;
const CHARACTERS_SHOWN = 600;
/** Of a growing answer with more blocks than this, those out of sight are not repeatedly laid out by the browser. */
const LONG = 40;

/** One question and everything about its answer so far. `position` counts from zero. */
export function question(
  state: QuestionState,
  position: number,
  canOpenInBrowser: boolean,
  around: RenderContext,
): TemplateResult {
  const { labels, send } = around;
  const heading = `question-${position}`;
  const edit = () => {
    send({ type: "notice", action: "edit", question: state.id });
  };
  // Passages are long: as long as no model's words are above them, progress and notices come first.
  const isFirst = state.written !== undefined && !state.written.hasWords;
  // Passages are made to be scanned without one, and a growing answer would be moved by each line of it.
  const folded = state.written?.hasWords === true ? [] : (state.folded ?? []);
  const isOutlined = state.progress === undefined && folded.length === 0 && hasOutline(state.answer);
  const told = html`${state.progress ? progress(state.progress) : nothing}
  ${isFirst && state.notice ? notice(state.notice, around, state.id) : nothing}`;
  return html`<article aria-labelledby=${heading} tabindex="-1">
    <header>
      <h2 id=${heading} class="unseen">${labels.question} ${position + 1}</h2>
      ${state.canEdit === true ? toolButton({ icon: "edit", label: labels.edit, onClick: edit }) : nothing}
      ${questionText(state.text, `${state.id}.text`, around)}
    </header>
    ${isFirst ? told : nothing} ${isOutlined ? outline(state.answer, `${state.id}.outline`, around) : nothing}
    ${
      state.answer.length === 0
        ? nothing
        : html`<section
            class="answer ${kept(state.progress !== undefined && state.answer.length > LONG ? "long" : "")}"
          >
            <h3 class="unseen">${labels.answer}</h3>
            ${growingBlocks(state.answer, state.id, {
              ...around,
              sources: new Map(state.sources.map((source) => [source.index, source])),
              folded: foldedIn(state.answer, folded),
            })}
          </section>`
    }
    ${isFirst ? nothing : told} ${state.written ? written(state.written, state, around) : nothing}
    ${!isFirst && state.notice ? notice(state.notice, around, state.id) : nothing}
    ${state.notes.length === 0 ? nothing : notes(state.notes, canOpenInBrowser, around)}
    ${state.sources.length + state.otherSources.length === 0 ? nothing : sources(state, `${state.id}.sources`, around)}
    ${runDetails(state, around)} ${isOutlined ? backToTop(around) : nothing}
  </article>`;
}

/** A class that stays as long as its element exists: without it, all of a long answer would be laid out in one turn. */
const kept = directive(
  class extends Directive {
    #name = "";

    override render(name: string): string {
      return (this.#name ||= name);
    }
  },
);

/** What can't be shown here, but can in the browser if the conversation has a page. */
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

/** A question as it was asked, its code excerpts as code. A long one shows its beginning until it is unfolded. */
function questionText(text: string, key: string, around: RenderContext): TemplateResult {
  const isLong = text.length > CHARACTERS_SHOWN || text.split("\n", LINES_SHOWN + 1).length > LINES_SHOWN;
  const isFolded = isLong && !around.folds.isOpen(key);
  return html`<div class=${isFolded ? "question-text folded" : "question-text"}>
      ${parts(text).map(({ isCode, text }) => (isCode ? html`<pre dir="ltr"><code>${text}</code></pre>` : words(text)))}
    </div>
    ${isLong ? foldButton(key, isFolded, around) : nothing}`;
}

/** What a question is about follows its words when it is sent; here it is shown below them, less prominently. */
function words(text: string): TemplateResult {
  const [about] = /\(about @[^\n]+\)(?:\s+\(about @[^\n]+\))*$/.exec(text) ?? [];
  if (about === undefined) return html`<p dir="auto">${text}</p>`;
  return html`<p dir="auto">${text.slice(0, -about.length).trimEnd()}</p>
    <p class="about" dir="auto">${about}</p>`;
}

/** Splits a text at its fences. A fence that is never closed reaches to the end. */
function parts(text: string): { readonly isCode: boolean; readonly text: string }[] {
  const found: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const marker = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined ? marker !== undefined : line.trim() === fence) {
      fence = fence === undefined ? marker : undefined;
      found.push({ isCode: fence !== undefined, lines: [] });
    } else {
      found.at(-1)?.lines.push(line);
    }
  }
  return found
    .map(({ isCode, lines }) => ({ isCode, text: isCode ? lines.join("\n") : lines.join("\n").trim() }))
    .filter(({ text }) => text !== "");
}
