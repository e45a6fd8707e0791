import * as vscode from "vscode";
import { conversationId, type ConversationSummary } from "../../core/model/conversation.ts";
import type { ConversationPlace } from "./conversationReference.ts";

/** What a person added to a conversation on this machine; the service knows nothing of it. */
export interface ConversationMark {
  /** The name that it has here. */
  readonly title?: string;
  readonly isStarred?: true;
  /** What its row said when it got its star, so that it can be found without a copy. Grants no access. */
  readonly listed?: ListedRow;
  /** The URIs of the folders that were open when it began: those that a local answer is about. */
  readonly folders?: readonly string[];
}

type ListedRow = Pick<ConversationSummary, "name" | "title" | "createdAt" | "updatedAt">;

/** How many conversations of an account have marks at most: those marked last. */
const KEPT = 2_000;
const TITLE_AT_MOST = 400;

/** Names, stars and folders of conversations, by account, for all windows and after restarts. */
export class ConversationMarks implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #keyOf: (accountId: string) => string;
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** Fires when the marks of a conversation have changed. */
  readonly onDidChange = this.#changed.event;

  /** `keyOf` returns a key that identifies an account. */
  constructor(state: vscode.Memento, keyOf: (accountId: string) => string) {
    this.#state = state;
    this.#keyOf = (accountId) => `marks.${keyOf(accountId)}`;
  }

  /** The marks of a conversation; empty if it has none. */
  of({ accountId, name }: ConversationPlace): ConversationMark {
    return this.#all(accountId)[conversationId(name)] ?? {};
  }

  /** The name that it has here, else the one that it has at the service; may be empty. */
  titleOf(place: ConversationPlace, title: string): string {
    return this.of(place).title ?? title;
  }

  /** Whether it has a star, at the service or on this machine. */
  isStarred(accountId: string, { name, isStarred }: Pick<ConversationSummary, "name" | "isStarred">): boolean {
    return isStarred === true || this.of({ accountId, name }).isStarred === true;
  }

  /** The rows of those with a star on this machine, if they were listed when they got it. */
  starredRows(accountId: string): readonly ListedRow[] {
    return Object.values(this.#all(accountId)).flatMap(({ isStarred, listed }) =>
      isStarred && listed ? [listed] : [],
    );
  }

  /** Whether none of the folders that it began with is open now; `false` if those are not known. */
  isElsewhere(place: ConversationPlace): boolean {
    const { folders } = this.of(place);
    const open = new Set(openFolders());
    return folders !== undefined && folders.length > 0 && !folders.some((folder) => open.has(folder));
  }

  /** Changes the marks that are given, and leaves the rest; `undefined` removes a mark. */
  async set(
    { accountId, name }: ConversationPlace,
    change: { readonly [Key in keyof ConversationMark]: ConversationMark[Key] | undefined },
  ): Promise<void> {
    const id = conversationId(name);
    const { [id]: before, ...others } = this.#all(accountId);
    const mark = Object.fromEntries(
      Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined),
    );
    const all = Object.keys(mark).length === 0 ? others : { ...others, [id]: mark };
    await this.#save(accountId, all);
  }

  /** Gives it a star on this machine; `row` is its summary in the history, if it is listed. */
  async star(place: ConversationPlace, row: ConversationSummary | undefined): Promise<void> {
    if (!row) return this.set(place, { isStarred: true });
    const { name, createdAt, updatedAt } = row;
    const listed = {
      name,
      title: row.title.slice(0, TITLE_AT_MOST),
      ...(createdAt !== undefined && { createdAt }),
      ...(updatedAt !== undefined && { updatedAt }),
    };
    await this.set(place, { isStarred: true, listed });
  }

  /** Removes its star on this machine. */
  async unstar(place: ConversationPlace): Promise<void> {
    await this.set(place, { isStarred: undefined, listed: undefined });
  }

  /** Notes the open folders for a conversation that has just begun with them. */
  async setFolders(place: ConversationPlace): Promise<void> {
    await this.set(place, { folders: openFolders() });
  }

  /** Forgets the marks of a conversation that no longer exists. */
  async drop({ accountId, name }: ConversationPlace): Promise<void> {
    const { [conversationId(name)]: gone, ...others } = this.#all(accountId);
    if (gone) await this.#save(accountId, others);
  }

  /** Forgets all marks of an account. */
  async forget(accountId: string): Promise<void> {
    await this.#state.update(this.#keyOf(accountId), undefined);
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #all(accountId: string): Readonly<Record<string, ConversationMark>> {
    const all = this.#state.get<unknown>(this.#keyOf(accountId));
    return typeof all === "object" && all !== null ? (all as Record<string, ConversationMark>) : {};
  }

  async #save(accountId: string, marks: Readonly<Record<string, ConversationMark>>): Promise<void> {
    const kept = Object.fromEntries(Object.entries(marks).slice(-KEPT));
    await this.#state.update(this.#keyOf(accountId), Object.keys(kept).length > 0 ? kept : undefined);
    this.#changed.fire(undefined);
  }
}

function openFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
}
