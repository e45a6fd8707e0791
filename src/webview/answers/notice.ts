import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { details } from "./details.ts";
import type { NoticeState } from "../../protocol/answer.ts";
import type { RenderContext } from "../page/renderContext.ts";

/** What happened to a question or the whole conversation, and what can be done about it. It is announced by the page, not by itself. */
export function notice(state: NoticeState, { labels, send, folds }: RenderContext, question?: string): TemplateResult {
  const { severity, message, actions, retryAt } = state;
  return html`<div class="notice ${severity}">
    <span class="codicon codicon-${severity}" aria-hidden="true"></span>
    <p dir="auto">
      ${message}
      ${
        retryAt === undefined
          ? nothing
          : html`<span
              class="countdown"
              data-retry-at=${retryAt}
              data-words=${labels.retryIn}
              data-words-after=${labels.retryNow}
            ></span>`
      }
    </p>
    ${
      state.details === undefined
        ? nothing
        : details(labels.details, html`<p dir="auto">${state.details}</p>`, `${question ?? ""}.notice`, folds)
    }
    ${
      actions.length === 0
        ? nothing
        : html`<div class="actions">
            ${actions.map(({ action, label }, index) => {
              const act = () => {
                send({ type: "notice", action, ...(question !== undefined && { question }) });
              };
              return html`<vscode-button
                ?secondary=${index > 0 || severity === "info" || action === "showLog"}
                @click=${act}
                >${label}</vscode-button
              >`;
            })}
          </div>`
    }
  </div>`;
}
