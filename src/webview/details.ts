import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { QuestionState } from "../protocol/answer.ts";
import type { Surroundings } from "./surroundings.ts";

/** Something for whoever wants to know: one line, until it is opened. It stays open while the page is there. */
export function details(summary: unknown, content: unknown): TemplateResult {
  return html`<details>
    <summary><span class="codicon codicon-chevron-right" aria-hidden="true"></span>${summary}</summary>
    <div class="within">${content}</div>
  </details>`;
}

/** What was done for an answer, and what it took. */
export function accounts({ log, stats }: QuestionState, { labels }: Surroundings): unknown {
  if (log.length === 0 && !stats) return nothing;
  return html`<section class="accounts">
    ${
      log.length === 0
        ? nothing
        : details(
            html`${labels.log} <span class="count">${log.length}</span>`,
            html`<ol class="log">
              ${log.map((step) => html`<li dir="auto">${step}</li>`)}
            </ol>`,
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
          )
        : nothing
    }
  </section>`;
}
