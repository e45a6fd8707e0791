import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { SearchIntent, SearchProblem, SearchState } from "../../protocol/search.ts";

/** What the page knows besides the state: what was typed, and where a person is in the completions. */
export interface Typed {
  readonly text: string;
  /** The chosen completion, by its position; absent while none is. */
  readonly chosen?: number;
  /** Whether completions are shown, if there are any. */
  readonly isOpen: boolean;
}

/** Handlers for what a person does on the page. */
export interface Hands {
  readonly type: (text: string, cursor: number, isComposing: boolean) => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly complete: (index: number) => void;
  readonly close: () => void;
  readonly toggle: (name: string) => void;
  readonly scope: (index: number) => void;
  /** Called when the boxes for files have changed; `runs` if the search is wanted as well. */
  readonly paths: (runs: boolean) => void;
  /** Selects a part of the query. */
  readonly mark: (start: number, end: number) => void;
  readonly send: (intent: SearchIntent) => void;
}

/** How many UTF-16 units of the query are shown on each side of the part that can't be parsed. */
const AROUND = 12;

/** The whole page, from the whole state and what was typed. */
export function page(state: SearchState, typed: Typed, hands: Hands): TemplateResult {
  return html`<h1 class="unseen">${state.labels.title}</h1>
    <form role="search" @submit=${stay}>
      ${box(state, typed, hands)} ${problem("problem", state.problem, typed, hands)} ${alert(state, typed, hands)}
      ${statusLine(state, hands)} ${places(state, hands)}
    </form>`;
}

/** The completions that are shown: those for what is in the box now. */
export function offered({ completions, draft }: SearchState, { isOpen, text }: Typed): SearchState["completions"] {
  return isOpen && draft.text === text ? completions : [];
}

/** A box of the page's own: a screen reader follows from it into the list only if both are in the same DOM tree. */
function box(state: SearchState, typed: Typed, hands: Hands): TemplateResult {
  const { labels, toggles } = state;
  const completions = offered(state, typed);
  const isListed = completions.length > 0;
  const typing = (event: Event) => {
    const { value, selectionStart } = event.currentTarget as HTMLInputElement;
    hands.type(value, selectionStart ?? value.length, event instanceof InputEvent && event.isComposing);
  };
  return html`<div class="query">
    <div class="box">
      <input
        type="text"
        role="combobox"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        dir="auto"
        aria-label=${labels.query}
        aria-autocomplete="list"
        aria-controls="completions"
        aria-expanded=${isListed}
        aria-activedescendant=${isListed && typed.chosen !== undefined ? `completion-${String(typed.chosen)}` : nothing}
        aria-invalid=${state.problem !== undefined || state.alert?.start !== undefined}
        aria-describedby=${state.problem ? "problem" : state.alert?.start === undefined ? nothing : "alert"}
        placeholder=${labels.query}
        .value=${live(typed.text)}
        @input=${typing}
        @compositionend=${typing}
        @keydown=${hands.press}
        @blur=${hands.close}
      />
      <span class="toggles">
        ${toggles.map(
          ({ name, icon, label, isOn }) =>
            html`<vscode-toolbar-button
              toggleable
              icon=${icon}
              label=${label}
              title=${label}
              .checked=${live(isOn)}
              @change=${() => {
                hands.toggle(name);
              }}
            ></vscode-toolbar-button>`,
        )}
      </span>
    </div>
    <ul id="completions" role="listbox" aria-label=${labels.completions} ?hidden=${!isListed}>
      ${
        isListed
          ? completions.map(
              ({ label }, index) =>
                html`<li
                  id=${`completion-${String(index)}`}
                  role="option"
                  aria-selected=${index === typed.chosen}
                  @mousedown=${(event: Event) => {
                    event.preventDefault(); // the box keeps the focus
                    hands.complete(index);
                  }}
                >
                  ${label}
                </li>`,
            )
          : nothing
      }
    </ul>
  </div>`;
}

function problem(id: string, problem: SearchProblem | undefined, { text }: Typed, hands: Hands): unknown {
  if (!problem) return nothing;
  return html`<p id=${id} class="problem">
    <span class="codicon codicon-warning" aria-hidden="true"></span>
    <span class="words" title=${problem.message}>${place(problem, text, hands)}${problem.message}</span>
  </p>`;
}

/** What the service says about the results, with what it proposes to search for instead. */
function alert({ alert }: SearchState, typed: Typed, hands: Hands): unknown {
  if (!alert) return nothing;
  return html`${problem("alert", alert, typed, hands)}
  ${
    alert.proposed.length === 0
      ? nothing
      : html`<p class="proposed">
          ${alert.proposed.map(({ label, query }, index) =>
            link(label, query, () => {
              hands.send({ type: "propose", index });
            }),
          )}
        </p>`
  }`;
}

/** The part of the query that can't be parsed, with a little of its surroundings; a click selects it. */
function place({ start, end }: SearchProblem, text: string, { mark }: Hands): unknown {
  if (start === undefined || end === undefined || end > text.length) return nothing;
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return html`<button
    type="button"
    class="place"
    @click=${() => {
      mark(start, end);
    }}
  >
    ${start > AROUND ? "…" : ""}${before}<mark>${text.slice(start, end)}</mark>${after}${end + AROUND < text.length ? "…" : ""}
  </button> `;
}

function places({ draft, scopes, labels }: SearchState, hands: Hands): TemplateResult {
  const on = scopes.findIndex(({ isOn }) => isOn);
  const value = (event: Event) => (event.currentTarget as HTMLInputElement | HTMLSelectElement).value;
  /** The icon tells one from the other once it is filled. */
  const field = (icon: string, label: string, hint: string, text: string) =>
    html`<vscode-textfield
      .label=${hint}
      .placeholder=${label}
      title=${hint}
      .value=${text}
      @change=${() => {
        hands.paths(false);
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.isComposing) return;
        if (event.key === "Escape") hands.send({ type: "leave" });
        if (event.key === "Enter") hands.paths(true);
      }}
    >
      <span slot="content-before" class="codicon codicon-${icon}" aria-hidden="true"></span>
    </vscode-textfield>`;
  return html`<div class="places">
    <span class="select">
      <select
        aria-label=${labels.scope}
        title=${labels.scope}
        @change=${(event: Event) => {
          hands.scope(Number(value(event)));
        }}
      >
        ${on < 0 ? html`<option value="" selected hidden>${labels.otherScope}</option>` : nothing}
        ${scopes.map(
          ({ label }, index) => html`<option value=${index} .selected=${live(index === on)}>${label}</option>`,
        )}
      </select>
      <span class="codicon codicon-chevron-down" aria-hidden="true"></span>
    </span>
    ${field("files", labels.include, labels.includeHint, draft.fields.include)}
    ${field("exclude", labels.exclude, labels.excludeHint, draft.fields.exclude)}
  </div>`;
}

function statusLine({ isRunning, labels, service, showAll, status }: SearchState, hands: Hands): TemplateResult {
  const asking = (words: string, intent: SearchIntent, title = words) =>
    link(words, title, () => {
      hands.send(intent);
    });
  return html`<p class="status">
    ${status === "" ? nothing : html`<span class="count">${status}</span>`}
    ${isRunning ? asking(labels.stop, { type: "stop" }) : nothing}
    ${showAll === undefined ? nothing : asking(showAll, { type: "showAll" })}
    ${asking(service, { type: "switchService" }, labels.switchService)}
  </p>`;
}

function link(words: string, title: string, onClick: () => void): TemplateResult {
  return html`<button type="button" class="link" title=${title} @click=${onClick}>${words}</button>`;
}

function stay(event: Event): void {
  event.preventDefault();
}
