/** A question that was typed in the ask box and not asked: Escape is easily pressed. It is kept in this window only. */
export class AskDraft {
  #text = "";
  /** The accounts that it was typed for, in order. */
  readonly #accountIds = new Set<string>();

  /** Returns the text and forgets it. Empty if there is none. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  /** Keeps what was typed for an account. An empty text clears everything. */
  keep(text: string, accountId: string): void {
    this.#text = text;
    if (text === "") this.#accountIds.clear();
    else this.#accountIds.add(accountId);
  }

  /** Removes what was typed for an account that was signed out of, whatever service was chosen since. */
  forget(accountId: string): void {
    if (this.#accountIds.has(accountId)) this.keep("", accountId);
  }
}
