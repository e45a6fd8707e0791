import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { tick, toolButton } from "../page/toolbar.ts";
import { details } from "./details.ts";
import type { NoticeState } from "../../protocol/answer.ts";
import type { RenderContext } from "../page/renderContext.ts";

/** Further words from the service, with a button that copies them for its administrator. */
function told({ message }: NoticeState, words: string, { labels, send, announce }: RenderContext): TemplateResult {
  const copy = (event: Event) => {
    send({ type: "copy", text: `${message}\n${words}` });
    announce(labels.copied);
    tick(event.currentTarget);
  };
  return html`<p dir="auto">${words} ${toolButton({ icon: "copy", label: labels.copy, onClick: copy })}</p>`;
}

/**
 * What happened to a question or to the whole conversation, and what can be done about it. The page announces it, not
 * this.
 */
export function notice(state: NoticeState, around: RenderContext, question?: string): TemplateResult {
  const { labels, folds } = around;
  const { severity, message, retryAt } = state;
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
        : details(labels.details, told(state, state.details, around), `${question ?? ""}.notice`, folds)
    }
    ${buttons(state, around, question)}
  </div>`;
}

/** A notice beside a copy, which is what people came for: one quiet line, and the rest on demand. */
export function briefNotice(state: NoticeState, brief: string, around: RenderContext): TemplateResult {
  const content = html`<p dir="auto">${state.message}</p>
    ${buttons(state, around)}`;
  return html`<div class="brief">${details(brief, content, "brief", around.folds)}</div>`;
}

function buttons({ actions, severity }: NoticeState, { send }: RenderContext, question?: string): unknown {
  if (actions.length === 0) return nothing;
  return html`<div class="actions">
    ${actions.map(({ action, label }, index) => {
      const act = () => {
        send({ type: "notice", action, ...(question !== undefined && { question }) });
      };
      return html`<vscode-button ?secondary=${index > 0 || severity === "info" || action === "showLog"} @click=${act}
        >${label}</vscode-button
      >`;
    })}
  </div>`;
}
