import type * as vscode from "vscode";
import { conversationId } from "../../core/model/conversation.ts";
import type { ConversationPlace } from "./conversationReference.ts";

/** How many characters of an account's drafts are kept, the latest ones: enough for two of the longest questions. */
const LENGTH_AT_MOST = 200_000;

type Draft = readonly [id: string, text: string];

/**
 * What was typed and not asked in conversations whose panels were closed, by account, for all windows and after
 * restarts. While a panel is open, its draft is only there.
 */
export class Drafts {
  readonly #state: vscode.Memento;
  readonly #keyOf: (accountId: string) => string;
  readonly #onError: (what: string, error: unknown) => void;

  /** `keyOf` returns a key that identifies an account. */
  constructor(
    state: vscode.Memento,
    keyOf: (accountId: string) => string,
    onError: (what: string, error: unknown) => void,
  ) {
    this.#state = state;
    this.#keyOf = (accountId) => `drafts.${keyOf(accountId)}`;
    this.#onError = onError;
  }

  /** Returns what was left in a conversation, and forgets it; empty if nothing was left. */
  take(place: ConversationPlace): string {
    const [, text = ""] = this.#of(place.accountId).find(([id]) => id === conversationId(place.name)) ?? [];
    if (text !== "") void this.keep(place, "");
    return text;
  }

  /** Keeps this in place of what was left there before; keeps nothing if it is blank. Never rejects. */
  async keep({ accountId, name }: ConversationPlace, text: string): Promise<void> {
    const id = conversationId(name);
    const before = this.#of(accountId);
    const others = before.filter(([other]) => other !== id);
    if (text.trim() === "" && others.length === before.length) return;
    const drafts: readonly Draft[] = text.trim() === "" ? others : [[id, text], ...others];
    let room = LENGTH_AT_MOST;
    await this.#save(
      accountId,
      drafts.filter(([, kept]) => (room -= kept.length) >= 0),
    );
  }

  /** Forgets what was left in the conversations of an account. Rejects if the state can't be updated. */
  async forget(accountId: string): Promise<void> {
    await this.#state.update(this.#keyOf(accountId), undefined);
  }

  #of(accountId: string): readonly Draft[] {
    const drafts = this.#state.get<unknown>(this.#keyOf(accountId));
    return Array.isArray(drafts) ? drafts.filter(isDraft) : [];
  }

  async #save(accountId: string, drafts: readonly Draft[]): Promise<void> {
    try {
      await this.#state.update(this.#keyOf(accountId), drafts.length > 0 ? drafts : undefined);
    } catch (error) {
      this.#onError("What was typed in a conversation could not be kept", error);
    }
  }
}

function isDraft(value: unknown): value is Draft {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}
