import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { lineWithCode } from "../markdown/inlines.ts";
import type { QuestionState } from "../../protocol/answer.ts";
import type { Folds, RenderContext } from "../page/renderContext.ts";

/** Details on demand: one line until they are opened. `key` is their key in `folds`. */
export function details(summary: unknown, content: unknown, key: string, folds: Folds): TemplateResult {
  // The element opens and closes by itself, and reports it afterwards, even when it was drawn open.
  const keep = ({ currentTarget }: Event) => {
    if ((currentTarget as HTMLDetailsElement).open !== folds.isOpen(key)) folds.toggle(key);
  };
  return html`<details ?open=${folds.isOpen(key)} @toggle=${keep}>
    <summary><span class="codicon codicon-chevron-right" aria-hidden="true"></span>${summary}</summary>
    <div class="within">${content}</div>
  </details>`;
}

/** What was done for an answer, and what it took. */
export function runDetails({ id, log, stats }: QuestionState, { labels, folds }: RenderContext): unknown {
  if (log.length === 0 && !stats) return nothing;
  return html`<section class="run-details">
    ${
      log.length === 0
        ? nothing
        : details(
            html`${labels.log} <span class="count">${log.length}</span>`,
            html`<ol class="log">
              ${log.map((step) => html`<li dir="auto">${lineWithCode(step)}</li>`)}
            </ol>`,
            `${id}.log`,
            folds,
          )
    }
    ${
      stats
        ? details(
            stats.summary === "" ? labels.stats : html`${labels.stats} <span class="quiet">${stats.summary}</span>`,
            html`<dl>
              ${stats.rows.map(
                ({ label, value }) =>
                  html`<div>
                    <dt>${label}</dt>
                    <dd>${value}</dd>
                  </div>`,
              )}
            </dl>`,
            `${id}.stats`,
            folds,
          )
        : nothing
    }
  </section>`;
}
