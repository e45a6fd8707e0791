import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";
import type { AboutState, AnswerIntent, FollowUpState } from "../../protocol/answer.ts";
import { keepStop, move, stay, toolbar } from "../page/toolbar.ts";
import type { RenderContext } from "../page/renderContext.ts";
import { notice } from "./notice.ts";

/** What the composer holds, and what it does. */
export interface ComposerBox {
  readonly draft: string;
  /** Earlier questions, newest last, which the arrow keys bring back. */
  readonly asked: readonly string[];
  /** Whether a question is being answered and can be stopped: nothing can be sent meanwhile. */
  readonly canStop: boolean;
  readonly onDraft: (draft: string) => void;
  /** By a key, or by a click. */
  readonly onSend: (click?: MouseEvent) => void;
}

/**
 * Where a question is written: above it what it is about, below it who answers, and the button that sends it. While an
 * answer grows, it is the button that stops it: there, nothing moves it. The box grows with what is typed. Enter
 * sends, Shift+Enter begins a new line; the Enter that ends the composition of a character does neither. Escape goes
 * back to the code. Arrow Up at the very start brings back the previous question, Arrow Down at the very end the one
 * after it. An `@` at the start of a word asks what to mention, a `/` in an empty box offers templates.
 */
export function composer(state: FollowUpState, box: ComposerBox, around: RenderContext): TemplateResult {
  const { labels, send } = around;
  const { draft, onDraft, onSend } = box;
  const stop = ({ detail }: MouseEvent) => {
    if (detail < 2) send({ type: "stop" }); // the first click of two was on Send, which was here a moment ago
  };
  const typed = (event: Event) => {
    const { value, selectionStart } = event.currentTarget as HTMLTextAreaElement;
    onDraft(value);
    const { inputType, data } = event as InputEvent;
    const isTyped = inputType === "insertText" && data?.length === 1;
    const at = selectionStart - 1;
    if (isTyped && value[at] === "@" && /^$|[\s(]/.test(value[at - 1] ?? ""))
      send({ type: "mention", text: value, at, isTyped: true });
    else if (isTyped && value === "/") send({ type: "recall", text: "" });
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const recalled = recall(event, box);
    if (recalled !== undefined) {
      event.preventDefault();
      onDraft(recalled);
    } else if (event.key === "Escape") {
      send({ type: "leave" });
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      onSend();
    }
  };
  const mention = () => {
    const at = document.querySelector("textarea")?.selectionStart ?? draft.length;
    send({ type: "mention", text: draft, at, isTyped: false });
  };
  const tools = [
    { icon: "mention", label: state.mention, onClick: mention },
    {
      icon: "history",
      label: state.recall,
      onClick: () => {
        send({ type: "recall", text: draft });
      },
    },
    {
      icon: "eye",
      label: state.preview,
      onClick: () => {
        send({ type: "preview", text: draft });
      },
    },
  ];
  const { waiting } = state;
  return html`<form class="composer" @submit=${keep}>
    ${state.notice ? notice(state.notice, around) : nothing} ${about(state, send)}
    <div class="box" data-draft=${draft}>
      <textarea
        rows="1"
        aria-label=${state.placeholder}
        placeholder=${state.placeholder}
        .value=${live(draft)}
        @input=${typed}
        @keydown=${pressed}
      ></textarea>
      <div class="box-foot">
        ${toolbar(state.send, tools)} ${answering(state, send)}
        ${
          box.canStop
            ? html`<vscode-button icon="debug-stop" @click=${stop}>${labels.stop}</vscode-button>`
            : html`<vscode-button
                icon="send"
                ?disabled=${waiting !== undefined}
                title=${waiting ?? nothing}
                @click=${onSend}
                >${state.send}</vscode-button
              >`
        }
      </div>
    </div>
    ${waiting === undefined || draft.trim() === "" ? nothing : html`<p class="waiting">${waiting}</p>`}
  </form>`;
}

const ICONS: Record<AboutState["kind"], string> = {
  lines: "selection",
  file: "file-code",
  folder: "folder",
  repository: "repo",
  problem: "warning",
};

/** What the question is about, as chips: a click removes one that is on, and accepts one that is offered. */
function about({ about: parts, aboutLabel, addContext }: FollowUpState, send: (intent: AnswerIntent) => void): unknown {
  return html`<div class="about" role="toolbar" aria-label=${aboutLabel} @keydown=${move} @focusin=${stay}>
    ${parts.map(({ id, kind, label, detail, isOn }, index) => {
      const toggle = () => {
        send({ type: "about", index: id });
      };
      return html`<button
        type="button"
        class=${isOn ? "chip on" : "chip"}
        title=${detail}
        aria-pressed=${String(isOn)}
        tabindex=${index === 0 ? "0" : "-1"}
        @click=${toggle}
      >
        <span class="codicon codicon-${ICONS[kind]}" aria-hidden="true"></span
        ><bdi dir=${kind === "problem" ? "auto" : "ltr"}>${label}</bdi
        ><span class="codicon codicon-${isOn ? "close" : "add"}" aria-hidden="true"></span>
      </button>`;
    })}
    <button
      type="button"
      class="chip add"
      tabindex=${parts.length === 0 ? "0" : "-1"}
      @click=${() => {
        send({ type: "addContext" });
      }}
      ${ref((button) => {
        keepStop(button?.parentElement ?? null);
      })}
    >
      <span class="codicon codicon-add" aria-hidden="true"></span>${addContext}
    </button>
  </div>`;
}

/** Who answers, and on hover what leaves the machine; a button if there is a choice. */
function answering(
  { answering: { label, detail, action } }: FollowUpState,
  send: (intent: AnswerIntent) => void,
): unknown {
  if (action === undefined) return html`<span class="answering" title=${detail}><bdi>${label}</bdi></span>`;
  const choose = () => {
    send({ type: "notice", action });
  };
  return html`<button type="button" class="answering" title=${detail} @click=${choose}>
    <bdi>${label}</bdi><span class="codicon codicon-chevron-down" aria-hidden="true"></span>
  </button>`;
}

/** What the arrow keys bring into the box, if anything: they never replace something that was typed and not asked. */
function recall(
  { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget }: KeyboardEvent,
  box: ComposerBox,
): string | undefined {
  if ((key !== "ArrowUp" && key !== "ArrowDown") || altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const { selectionStart, selectionEnd, value } = currentTarget as HTMLTextAreaElement;
  const asked = box.asked.filter((text, index) => box.asked.lastIndexOf(text) === index);
  const at = value === "" ? asked.length : asked.indexOf(value);
  if (at < 0) return undefined;
  if (key === "ArrowUp") return selectionEnd === 0 || at < asked.length ? asked[at - 1] : undefined;
  return selectionStart === value.length && at < asked.length ? (asked[at + 1] ?? "") : undefined;
}

function keep(event: Event): void {
  event.preventDefault();
}
