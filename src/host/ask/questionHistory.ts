import type * as vscode from "vscode";

const KEPT = 50;
/** Longer questions are not kept: they are hard to recognize in a list. */
const LENGTH_AT_MOST = 10_000;

/** The questions that were asked, by account, for all windows and after restarts. */
export class QuestionHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Newest first, each once. */
  of(accountId: string): readonly string[] {
    const questions = this.#state.get<unknown>(key(accountId));
    return Array.isArray(questions) ? questions.filter((question) => typeof question === "string") : [];
  }

  async add(accountId: string, question: string): Promise<void> {
    if (question.length > LENGTH_AT_MOST) return;
    const others = this.of(accountId).filter((earlier) => earlier !== question);
    await this.#state.update(key(accountId), [question, ...others].slice(0, KEPT));
  }

  /** Forgets what was asked with an account. */
  async forget(accountId: string): Promise<void> {
    await this.#state.update(key(accountId), undefined);
  }
}

function key(accountId: string): string {
  return `questions.${accountId}`;
}
