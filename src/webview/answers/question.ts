import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { Directive, directive } from "lit/directive.js";
import type { QuestionState } from "../../protocol/answer.ts";
import { growingBlocks } from "../markdown/blocks.ts";
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
/** Of an answer that grows beyond so many blocks, those out of sight are not laid out: the browser does that again and again. */
const LONG = 40;

/** One question and all that came of it so far. `position` counts from zero. */
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
  // Passages are long: as long as there are no words above them, what becomes of these is told first.
  const isFirst = state.written !== undefined && !state.written.hasWords;
  const told = html`${state.progress ? progress(state.progress, around) : nothing}
  ${isFirst && state.notice ? notice(state.notice, around, state.id) : nothing}`;
  return html`<article aria-labelledby=${heading} tabindex="-1">
    <header>
      <h2 id=${heading} class="unseen">${labels.question} ${position + 1}</h2>
      ${state.canEdit === true ? toolButton({ icon: "edit", label: labels.edit, onClick: edit }) : nothing}
      ${questionText(state.text, `${state.id}.text`, around)}
    </header>
    ${isFirst ? told : nothing}
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
            })}
          </section>`
    }
    ${isFirst ? nothing : told} ${state.written ? written(state.written, state, around) : nothing}
    ${!isFirst && state.notice ? notice(state.notice, around, state.id) : nothing}
    ${state.notes.length === 0 ? nothing : notes(state.notes, canOpenInBrowser, around)}
    ${state.sources.length + state.otherSources.length === 0 ? nothing : sources(state, `${state.id}.sources`, around)}
    ${runDetails(state, around)}
  </article>`;
}

/** A class that stays as long as its element is there: all of a long answer would be laid out in one turn without it. */
const kept = directive(
  class extends Directive {
    #name = "";

    override render(name: string): string {
      return (this.#name ||= name);
    }
  },
);

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

/** A question as it was asked, its excerpts of code as code. A long one shows its beginning until it is unfolded. */
function questionText(text: string, key: string, around: RenderContext): TemplateResult {
  const isLong = text.length > CHARACTERS_SHOWN || text.split("\n", LINES_SHOWN + 1).length > LINES_SHOWN;
  const isFolded = isLong && !around.folds.isOpen(key);
  return html`<div class=${isFolded ? "question-text folded" : "question-text"}>
      ${parts(text).map(({ isCode, text }) => (isCode ? html`<pre dir="ltr"><code>${text}</code></pre>` : words(text)))}
    </div>
    ${isLong ? foldButton(key, isFolded, around) : nothing}`;
}

/** What it is about stands behind a question when it is sent; here below it, and quieter. */
function words(text: string): TemplateResult {
  const [about] = /\(about @[^\n]+\)(?:\s+\(about @[^\n]+\))*$/.exec(text) ?? [];
  if (about === undefined) return html`<p dir="auto">${text}</p>`;
  return html`<p dir="auto">${text.slice(0, -about.length).trimEnd()}</p>
    <p class="about" dir="auto">${about}</p>`;
}

/** Cuts a text where its fences are. One that is never closed reaches to the end. */
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
