import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { QuestionState, WrittenState } from "../../protocol/answer.ts";
import { blocks } from "../markdown/blocks.ts";
import { foldedIn } from "../markdown/foldedCode.ts";
import { details } from "./details.ts";
import type { RenderContext } from "../page/renderContext.ts";

/** What is shown below the words of a model: how many statements have sources, what is promised, and what was found. */
export function written(
  { statements, promise, notes, passages, actions }: WrittenState,
  { id, sources, folded }: QuestionState,
  around: RenderContext,
): TemplateResult {
  const { folds, send } = around;
  const key = `${id}.passages`;
  const drawn = () =>
    blocks(passages?.blocks ?? [], key, {
      ...around,
      sources: new Map(sources.map((each) => [each.index, each])),
      folded: foldedIn(passages?.blocks ?? [], folded),
    });
  return html`<section class="written">
    ${
      statements === undefined && promise === ""
        ? nothing
        : html`<p class="statements">
            ${
              statements === undefined
                ? nothing
                : html`<span
                      class="codicon codicon-${statements.isComplete ? "check" : "warning"}"
                      aria-hidden="true"
                    ></span>
                    <span>${statements.words}.</span>`
            }
            <span class="quiet">${promise}</span>
          </p>`
    }
    ${notes.map((note) => html`<p class="quiet" dir="auto">${note}</p>`)}
    ${passages === undefined ? nothing : details(passages.label, folds.isOpen(key) ? drawn() : nothing, key, folds)}
    ${
      actions.length === 0
        ? nothing
        : html`<div class="actions">
            ${actions.map(({ action, label }) => {
              const act = () => {
                send({ type: "notice", action, question: id });
              };
              return html`<vscode-button secondary @click=${act}>${label}</vscode-button>`;
            })}
          </div>`
    }
  </section>`;
}
