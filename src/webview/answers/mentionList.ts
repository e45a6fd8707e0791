import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { MentionsState, MentionState } from "../../protocol/answer.ts";
import { begunMention, mentionsIn, withMention, withoutMention, type BegunMention } from "./mentionText.ts";

/** What the list does to the page. */
export interface MentionHands {
  /** Looks for what can be mentioned; `text` is what the box holds besides the words. */
  readonly look: (words: string, text: string) => void;
  /** Puts this text into the box, with the cursor there. Undo takes it out again. */
  readonly fill: (text: string, cursor: number) => void;
  /** Remembers what was chosen. */
  readonly keep: (chosen: readonly MentionState[]) => void;
  readonly draw: () => void;
}

/** How many mentions are remembered: those chosen last. */
const CHOSEN_AT_MOST = 20;

export const MENTION_ICONS: Record<MentionState["kind"], string> = {
  file: "file-code",
  folder: "folder",
  symbol: "symbol-method",
  repository: "repo",
};

/**
 * What can be mentioned, listed while an `@` and a name are written in the box, which keeps the focus. Arrow keys
 * choose, Enter, Tab or a click writes the mention, Escape closes the list and leaves the text as it is.
 */
export class MentionList {
  readonly #hands: MentionHands;
  /** The mention that is being written while the list is open. */
  #begun: BegunMention | undefined;
  #cursor = 0;
  #text = "";
  #active = 0;
  #found: MentionsState | undefined;
  #chosen: readonly MentionState[];

  constructor(chosen: readonly MentionState[], hands: MentionHands) {
    this.#chosen = chosen;
    this.#hands = hands;
  }

  /** Takes what was found, with each state of the panel. */
  set found(found: MentionsState | undefined) {
    this.#found = found;
  }

  /** What is said instead of rows, once these words were looked for. */
  get notice(): string | undefined {
    return this.#isFound ? this.#found?.notice : undefined;
  }

  /** Takes what the box holds after a change, and where its cursor is. `opens`: an `@` was typed. */
  typed(text: string, cursor: number, opens: boolean): void {
    const begun = begunMention(text, cursor);
    if (!begun || !(opens || begun.at === this.#begun?.at)) {
      this.close();
      return;
    }
    this.#begun = begun;
    this.#text = text;
    this.#cursor = cursor;
    this.#active = 0;
    this.#hands.look(begun.words, `${text.slice(0, begun.at)} ${text.slice(cursor)}`);
    this.#hands.draw();
  }

  /** Begins a mention at a place of the text, as if an `@` were typed there. */
  begin(text: string, at: number): void {
    const before = text.slice(0, at);
    const begun = `${before}${/(?:^|[\s(])$/.test(before) ? "" : " "}@`;
    this.#hands.fill(begun + text.slice(at), begun.length);
    this.typed(begun + text.slice(at), begun.length, true);
  }

  close(): void {
    if (!this.#begun) return;
    this.#begun = undefined;
    this.#hands.draw();
  }

  /** Whether the key was meant for the list. */
  pressed({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    if (!this.#begun || altKey || ctrlKey || metaKey || shiftKey) return false;
    const rows = this.rows;
    // Until something was found, Enter would send what is only begun.
    if (key === "Enter" && rows.length === 0 && !this.#isFound) return true;
    if (key === "Escape") this.close();
    else if (rows.length === 0) return false;
    else if (key === "Enter" || key === "Tab") this.#choose(this.#active);
    else if (key === "ArrowDown") this.#active = (this.#active + 1) % rows.length;
    else if (key === "ArrowUp") this.#active = (this.#active + rows.length - 1) % rows.length;
    else {
      if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) this.close();
      return false;
    }
    this.#hands.draw();
    return true;
  }

  /** The rows that fit what is written; none if it is written in full. */
  get rows(): readonly MentionState[] {
    if (!this.#begun || !this.#found) return [];
    const [words, asked] = [this.#begun.words.toLowerCase(), this.#found.words.toLowerCase()];
    const written = this.#text.slice(this.#begun.at, this.#cursor);
    if (this.#found.found.some(({ text }) => text === written)) return [];
    if (asked.startsWith(words)) return this.#found.found;
    if (!words.startsWith(asked)) return [];
    return this.#found.found.filter(({ kind, place: { name, folder, repository } }) =>
      (kind === "symbol" ? name : `${folder || repository}/${name}`).toLowerCase().includes(words),
    );
  }

  /** The id of the row that is chosen by Enter. */
  get activeRow(): string | undefined {
    return this.rows[this.#active] && rowId(this.#active);
  }

  /** What was chosen and is still in the text. */
  chosenIn(text: string): readonly MentionState[] {
    return mentionsIn(text, this.#chosen);
  }

  /** Takes a mention out of the text. */
  remove(text: string, mention: MentionState): void {
    const others = this.chosenIn(text).filter((other) => other !== mention);
    const rest = withoutMention(text, mention, others);
    this.#hands.fill(rest, rest.length);
  }

  /** Forgets what was chosen, once that was sent. */
  clear(): void {
    this.#keep([]);
  }

  /** Draws the list. It takes a `label`, and the words that say that it is being looked for. */
  draw(label: string, searching: string): TemplateResult {
    const { rows, notice } = this;
    const words = notice ?? (rows.length === 0 && !this.#isFound ? searching : undefined);
    return html`<div class="mentions" ?hidden=${!this.#begun || (rows.length === 0 && words === undefined)}>
      <ul id="mentions" role="listbox" aria-label=${label}>
        ${rows.map((row, index) => this.#row(row, index))}
      </ul>
      ${words === undefined ? nothing : html`<p class="quiet" dir="auto">${words}</p>`}
    </div>`;
  }

  get #isFound(): boolean {
    return this.#begun !== undefined && this.#found?.words === this.#begun.words;
  }

  #row({ kind, place: { name, folder, repository }, detail }: MentionState, index: number): TemplateResult {
    const choose = (event: Event) => {
      event.preventDefault(); // the box keeps the focus
      this.#choose(index);
    };
    const where = folder || (kind === "repository" ? "" : repository);
    return html`<li
      id=${rowId(index)}
      role="option"
      aria-selected=${index === this.#active}
      aria-label=${detail}
      title=${detail}
      @mousedown=${choose}
    >
      <span class="codicon codicon-${MENTION_ICONS[kind]}" aria-hidden="true"></span>
      <bdi class="name" dir="ltr">${name}</bdi> <bdi class="where" dir="ltr">${where}</bdi>
    </li>`;
  }

  #choose(index: number): void {
    const row = this.rows[index];
    if (!row || !this.#begun) return;
    const filled = withMention(this.#text, this.#begun, this.#cursor, row);
    this.#keep([...this.#chosen.filter(({ text }) => text !== row.text), row].slice(-CHOSEN_AT_MOST));
    this.close();
    this.#hands.fill(filled.text, filled.cursor);
  }

  #keep(chosen: readonly MentionState[]): void {
    this.#chosen = chosen;
    this.#hands.keep(chosen);
  }
}

function rowId(index: number): string {
  return `mention-${String(index)}`;
}
