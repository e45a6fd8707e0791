import * as vscode from "vscode";
import { conversationId, type ConversationSummary } from "../../core/model/conversation.ts";
import type { ConversationPlace } from "./conversationReference.ts";

/** What a person made of a conversation on this machine; the service knows nothing of it. */
export interface ConversationMark {
  /** What it is called here. */
  readonly title?: string;
  readonly isStarred?: true;
  /** What its row said when it got its star: so it is found again without a copy. Grants no access. */
  readonly listed?: ListedRow;
  /** The folders that were open when it was begun, as addresses: those that a local answer is about. */
  readonly folders?: readonly string[];
}

type ListedRow = Pick<ConversationSummary, "name" | "title" | "createdAt" | "updatedAt">;

/** So many conversations of an account have marks at most, those that were marked last. */
const KEPT = 2_000;
const TITLE_AT_MOST = 400;

/** Names, stars and folders of conversations, by account, over all windows and restarts. */
export class ConversationMarks implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #keyOf: (accountId: string) => string;
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** A conversation is marked otherwise than before. */
  readonly onDidChange = this.#changed.event;

  /** `keyOf` tells accounts apart. */
  constructor(state: vscode.Memento, keyOf: (accountId: string) => string) {
    this.#state = state;
    this.#keyOf = (accountId) => `marks.${keyOf(accountId)}`;
  }

  /** What was made of a conversation; nothing where it never was. */
  of({ accountId, name }: ConversationPlace): ConversationMark {
    return this.#all(accountId)[conversationId(name)] ?? {};
  }

  /** The name that it has here, else the one that it has at the service; may be empty. */
  titleOf(place: ConversationPlace, title: string): string {
    return this.of(place).title ?? title;
  }

  /** Whether it has a star, of the service or of this machine. */
  isStarred(accountId: string, { name, isStarred }: Pick<ConversationSummary, "name" | "isStarred">): boolean {
    return isStarred === true || this.of({ accountId, name }).isStarred === true;
  }

  /** The rows of those with a star of this machine, as far as they were listed when they got it. */
  starredRows(accountId: string): readonly ListedRow[] {
    return Object.values(this.#all(accountId)).flatMap(({ isStarred, listed }) =>
      isStarred && listed ? [listed] : [],
    );
  }

  /** Whether it was begun with other folders than those that are open now; where that is not known, it was not. */
  isElsewhere(place: ConversationPlace): boolean {
    const { folders } = this.of(place);
    const open = new Set(openFolders());
    return folders !== undefined && folders.length > 0 && !folders.some((folder) => open.has(folder));
  }

  /** Changes what is given, and leaves the rest; `undefined` takes a mark away. */
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

  /** Gives it a star of this machine; `row` is what the history says of it, if it is listed. */
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

  /** Takes the star of this machine away. */
  async unstar(place: ConversationPlace): Promise<void> {
    await this.set(place, { isStarred: undefined, listed: undefined });
  }

  /** Notes the folders that are open, with a conversation that was begun with them just now. */
  async setFolders(place: ConversationPlace): Promise<void> {
    await this.set(place, { folders: openFolders() });
  }

  /** Forgets what was made of a conversation that is no more. */
  async drop({ accountId, name }: ConversationPlace): Promise<void> {
    const { [conversationId(name)]: gone, ...others } = this.#all(accountId);
    if (gone) await this.#save(accountId, others);
  }

  /** Forgets all of an account. */
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
