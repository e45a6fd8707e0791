import { render } from "lit";
import type { SearchIntent, SearchState } from "../../protocol/search.ts";
import { isSameQuery, type SearchFields, type WrittenQuery } from "../../protocol/writtenQuery.ts";
import type { VsCodeApi } from "../page/memory.ts";
import { offered, page, type Typed } from "./page.ts";

/** Keeps the page in line with the last state and with what is typed, which the host's answers never overwrite. */
export class SearchPage {
  readonly #main: HTMLElement;
  readonly #api: VsCodeApi;
  readonly #announcer = document.createElement("div");
  #state: SearchState | undefined;
  #typed: Typed = { text: "", isOpen: false };
  #edit = 0;
  /** How far back in the earlier queries the box is; 0 is what was typed. */
  #back = 0;
  #unsent: WrittenQuery | undefined;

  constructor(main: HTMLElement, api: VsCodeApi) {
    this.#main = main;
    this.#api = api;
  }

  /** Starts listening, and tells the host that it may send. */
  start(): void {
    this.#announcer.className = "unseen";
    this.#announcer.role = "status";
    this.#announcer.ariaLive = "polite";
    this.#main.after(this.#announcer);
    addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (isState(data)) this.#show(data);
    });
    // When the view gets the focus, the box gets it, unless something else on the page has it.
    addEventListener("focus", () => {
      this.#focusBox();
    });
    this.#send({ type: "ready" });
  }

  #show(state: SearchState): void {
    const before = this.#state;
    this.#state = state;
    const { text, fields, edit, seed } = state.draft;
    if (!before) this.#edit = edit;
    const isSeeded = seed !== before?.draft.seed;
    if (isSeeded || edit === this.#edit) this.#hold(text);
    this.#api.setState({ draft: this.#typed.text, fields });
    if (state.announced !== "" && state.announced !== before?.announced) this.#announcer.textContent = state.announced;
    this.#draw();
    if (!before && document.hasFocus()) this.#focusBox();
    // Selecting text can take the focus from wherever it is.
    if (isSeeded && document.hasFocus() && document.activeElement === this.#box) this.#box?.select();
  }

  #draw(): void {
    if (!this.#state) return;
    render(
      page(this.#state, this.#typed, {
        type: (text, cursor, isComposing) => {
          this.#type(text, cursor, isComposing && { isComposing });
        },
        press: (event) => {
          this.#press(event);
        },
        complete: (index) => {
          this.#complete(index);
        },
        close: () => {
          this.#typed = { text: this.#typed.text, isOpen: false };
          this.#draw();
        },
        toggle: (name) => {
          this.#send({ type: "toggle", name, ...this.#edited() });
        },
        scope: (index) => {
          this.#send({ type: "scope", index, ...this.#edited() });
        },
        paths: (runs) => {
          const [include = "", exclude = ""] = this.#fields;
          this.#send({ type: "paths", include, exclude, runs, ...this.#edited() });
        },
        mark: (start, end) => {
          this.#box?.focus();
          this.#box?.setSelectionRange(start, end);
        },
        send: (intent) => {
          this.#send(intent);
        },
      }),
      this.#main,
    );
    this.#main.querySelector('[role="option"][aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  /** What the boxes for files hold. */
  get #fields(): readonly string[] {
    return [...this.#main.querySelectorAll("vscode-textfield")].map(({ value }) => value);
  }

  get #box(): HTMLInputElement | null {
    return this.#main.querySelector<HTMLInputElement>("input[role=combobox]");
  }

  #focusBox(): void {
    if (document.activeElement !== document.body) return;
    this.#box?.focus();
    this.#box?.select();
  }

  /** Makes the box hold this text, without completions; if it already does, nothing changes. */
  #hold(text: string): void {
    if (text === this.#typed.text) return;
    this.#typed = { text, isOpen: false };
    this.#api.setState({ draft: text, fields: this.#state?.draft.fields });
  }

  #edited(): { readonly edit: number; readonly text: string } {
    this.#edit += 1;
    return { edit: this.#edit, text: this.#typed.text };
  }

  #type(text: string, cursor: number, how: false | { fields?: SearchFields; isComposing?: true } = {}): void {
    this.#back = 0;
    this.#hold(text);
    this.#typed = { text, isOpen: true };
    this.#send({ type: "edit", cursor, ...how, ...this.#edited() });
    this.#draw();
  }

  #press(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || isComposing) return;
    const completions = this.#state ? offered(this.#state, this.#typed) : [];
    const { chosen } = this.#typed;
    const isListed = completions.length > 0;
    const act = {
      Enter: () => {
        if (isListed && chosen !== undefined) this.#complete(chosen);
        else this.#run();
      },
      Tab: isListed && chosen !== undefined ? () => this.#complete(chosen) : undefined,
      Escape: () => {
        if (isListed) this.#typed = { text: this.#typed.text, isOpen: false };
        else this.#send({ type: "leave" });
      },
      ArrowDown: () => {
        if (isListed) this.#choose(Math.min((chosen ?? -1) + 1, completions.length - 1));
        else this.#recall(-1);
      },
      ArrowUp: () => {
        if (isListed && chosen !== undefined) this.#choose(chosen - 1);
        else this.#recall(1);
      },
    }[key];
    if (!act) return;
    event.preventDefault();
    act();
    this.#draw();
  }

  /** Chooses a completion; an index below zero means none, only the box. */
  #choose(index: number): void {
    const { text } = this.#typed;
    this.#typed = index < 0 ? { text, isOpen: true } : { text, isOpen: true, chosen: index };
  }

  #complete(index: number): void {
    const text = this.#state?.completions[index]?.text;
    if (text === undefined) return;
    this.#type(text, text.length);
    this.#box?.focus();
  }

  /** Brings back earlier queries with their fields, and finally what was typed and not run. */
  #recall(by: 1 | -1): void {
    if (!this.#state) return;
    const { draft, history } = this.#state;
    if (this.#back === 0) this.#unsent = { text: this.#typed.text, fields: draft.fields };
    const unsent = this.#unsent;
    const earlier = history.filter((query) => !unsent || !isSameQuery(query, { ...unsent, text: unsent.text.trim() }));
    const back = Math.min(Math.max(this.#back + by, 0), earlier.length);
    const query = back === 0 ? unsent : earlier[back - 1];
    if (back === this.#back || !query) return;
    const { text, fields } = query;
    this.#type(text, 0, { fields });
    this.#back = back;
    this.#typed = { text, isOpen: false };
  }

  #run(): void {
    this.#back = 0;
    this.#typed = { text: this.#typed.text, isOpen: false };
    this.#send({ type: "run", text: this.#typed.text });
  }

  #send(intent: SearchIntent): void {
    this.#api.postMessage(intent);
  }
}

/** The host sends nothing else, but it is not the only one that can send to a window. */
function isState(message: unknown): message is SearchState {
  return typeof message === "object" && message !== null && "draft" in message && "toggles" in message;
}
