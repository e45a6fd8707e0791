/** A question that was typed in the ask box and not asked: Escape is soon pressed. It is there again in this window. */
export class AskDraft {
  #text = "";
  /** To which it would have been sent, one after the other. */
  readonly #accountIds = new Set<string>();

  /** Hands it on, and forgets it; empty where there is none. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  /** Keeps what was typed for an account; of nothing, nothing. */
  keep(text: string, accountId: string): void {
    this.#text = text;
    if (text === "") this.#accountIds.clear();
    else this.#accountIds.add(accountId);
  }

  /** Somebody signed out of an account: what was typed for it goes, whatever service was chosen since. */
  forget(accountId: string): void {
    if (this.#accountIds.has(accountId)) this.keep("", accountId);
  }
}
