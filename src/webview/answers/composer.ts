import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";
import type { AboutState, AnswerIntent, FollowUpState, PlaceState } from "../../protocol/answer.ts";
import { keepStop, move, stay, toolbar } from "../page/toolbar.ts";
import type { RenderContext } from "../page/renderContext.ts";
import { distinctionsOf } from "./alikePlaces.ts";
import { MENTION_ICONS, type MentionList } from "./mentionList.ts";
import { notice } from "./notice.ts";

/** What the composer holds, and what it does. */
export interface ComposerBox {
  readonly draft: string;
  /** Earlier questions, newest last, which the arrow keys bring back. */
  readonly asked: readonly string[];
  /** Whether a question is being answered and can be stopped: nothing can be sent meanwhile. */
  readonly canStop: boolean;
  readonly mentions: MentionList;
  readonly onDraft: (draft: string) => void;
  /** By a key, or by a click. */
  readonly onSend: (click?: MouseEvent) => void;
}

/**
 * Where a question is written: above it what it is about, below it who answers, and the button that sends it. While an
 * answer grows, it is the button that stops it: there, nothing moves it. The box grows with what is typed. Enter
 * sends, Shift+Enter begins a new line; the Enter that ends the composition of a character does neither. Escape goes
 * back to the code. Arrow Up at the very start brings back the previous question, Arrow Down at the very end the one
 * after it. An `@` at the start of a word lists what can be mentioned, a `/` in an empty box offers templates.
 */
export function composer(state: FollowUpState, box: ComposerBox, around: RenderContext): TemplateResult {
  const { labels, send } = around;
  const { draft, mentions, onDraft, onSend } = box;
  const stop = ({ detail }: MouseEvent) => {
    if (detail < 2) send({ type: "stop" }); // the first click of two was on Send, which was here a moment ago
  };
  const typed = (event: Event) => {
    const { value, selectionStart } = event.currentTarget as HTMLTextAreaElement;
    onDraft(value);
    const { inputType, data, isComposing } = event as InputEvent;
    if (isComposing) return;
    const isTyped = inputType === "insertText" && data?.length === 1;
    mentions.typed(value, selectionStart, isTyped && data === "@");
    if (isTyped && value === "/") send({ type: "recall", text: "" });
  };
  const composed = ({ currentTarget, data }: CompositionEvent) => {
    const { value, selectionStart } = currentTarget as HTMLTextAreaElement;
    mentions.typed(value, selectionStart, data.endsWith("@"));
  };
  const close = () => {
    mentions.close();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (mentions.pressed(event)) {
      event.preventDefault();
      return;
    }
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
    mentions.begin(draft, at);
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
    ${state.notice ? notice(state.notice, around) : nothing} ${about(state, box, send)}
    <div class="box" data-draft=${draft}>
      ${mentions.draw(state.mention, state.searching)}
      <textarea
        rows="1"
        aria-label=${state.placeholder}
        placeholder=${state.placeholder}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls="mentions"
        aria-activedescendant=${mentions.activeRow ?? nothing}
        .value=${live(draft)}
        @input=${typed}
        @compositionend=${composed}
        @keydown=${pressed}
        @click=${close}
        @blur=${close}
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
  workingIn: "root-folder",
};

interface Chip {
  readonly icon: string;
  readonly label: string;
  readonly place: PlaceState;
  readonly detail: string;
  readonly isOn: boolean;
  readonly isWords?: boolean;
  readonly toggle: () => void;
}

/**
 * What the question is about, and what it mentions, as chips: a click removes one that is on, and accepts one that is
 * offered. Of those that are called alike, each tells where it is.
 */
function about(
  { about: parts, aboutLabel, addContext, remove }: FollowUpState,
  { draft, mentions }: ComposerBox,
  send: (intent: AnswerIntent) => void,
): unknown {
  const chips: readonly Chip[] = [
    ...parts.map(({ id, kind, ...part }) => ({
      ...part,
      icon: ICONS[kind],
      isWords: kind === "problem",
      toggle: () => {
        send({ type: "about", index: id });
      },
    })),
    ...mentions.chosenIn(draft).map((mention) => ({
      icon: MENTION_ICONS[mention.kind],
      label: mention.place.name,
      place: mention.place,
      detail: `${mention.detail}\n${remove}`,
      isOn: true,
      toggle: () => {
        mentions.remove(draft, mention);
      },
    })),
  ];
  const distinctions = distinctionsOf(chips.map(({ place }) => place));
  return html`<div class="about" role="toolbar" aria-label=${aboutLabel} @keydown=${move} @focusin=${stay}>
    ${chips.map(
      ({ icon, label, detail, isOn, isWords, toggle }, index) =>
        html`<button
          type="button"
          class=${isOn ? "chip on" : "chip"}
          title=${detail}
          aria-pressed=${String(isOn)}
          tabindex=${index === 0 ? "0" : "-1"}
          @click=${toggle}
        >
          <span class="codicon codicon-${icon}" aria-hidden="true"></span
          ><bdi dir=${isWords === true ? "auto" : "ltr"}>${label}</bdi
          >${distinctions[index] ? html`<bdi class="where" dir="ltr">${distinctions[index]}</bdi>` : nothing}<span
            class="codicon codicon-${isOn ? "close" : "add"}"
            aria-hidden="true"
          ></span>
        </button>`,
    )}
    <button
      type="button"
      class="chip add"
      tabindex=${chips.length === 0 ? "0" : "-1"}
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
