import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { conversationId, hasWords, type ConversationSummary } from "../../core/model/conversation.ts";
import { LOCAL_ACCOUNT, type Account, type Accounts } from "../accounts/accounts.ts";
import type { ConversationMarks } from "./conversationMarks.ts";
import type { ConversationCopies } from "./conversationCopies.ts";
import type { CopyLabel } from "./keptConversation.ts";
import { has, isOthers, listed, withPagesBehind, type ListedConversation } from "./listedConversation.ts";
import type { Log } from "../platform/log.ts";
import type { Services } from "../accounts/services.ts";

/** What narrows the history. */
export interface ConversationFilter {
  readonly text?: string;
  readonly isStarred?: true;
}

/** The history as it can be shown now. */
export interface ConversationPicture {
  readonly account: Account;
  readonly filter: ConversationFilter;
  /** The person's own, the most recently changed first. */
  readonly conversations: readonly ListedConversation[];
  /** Other people's conversations that were opened here and are not in `conversations`: known from their copies. */
  readonly others: readonly ListedConversation[];
  /** While another service is in use: how many copies there are of local conversations about the open folders. */
  readonly localCount: number;
  /** Where the next page begins, if there is one. */
  readonly next?: string;
  /** Why the service didn't list them. If set, copies are shown, or what was listed before. */
  readonly failure?: unknown;
  /** Whether these are copies, because the service has not answered (yet). */
  readonly isFromCopies: boolean;
}

export interface ConversationListParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly copies: ConversationCopies;
  readonly marks: ConversationMarks;
  readonly log: Log;
}

type Change = (picture: ConversationPicture) => ConversationPicture;

/** If the service takes longer than this, copies are shown in the meantime. */
const SLOW_MS = 400;

/** The history of the current account: from the service, page by page, and from copies if it doesn't answer. */
export class ConversationList implements vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #services: Services;
  readonly #copies: ConversationCopies;
  readonly #marks: ConversationMarks;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** Fires when the picture may differ from the one that was last loaded. */
  readonly onDidChange = this.#changed.event;
  #filter: ConversationFilter = {};
  #picture: ConversationPicture | undefined;
  #loading: Promise<void> | undefined;
  #loadingMore: Promise<void> | undefined;
  /** For each reading under way, the changes since it began, which it may have missed. */
  readonly #changesWhileReading = new Set<Change[]>();
  /** Counts resets, such as another account or filter: they make earlier readings worthless. */
  #generation = 0;
  /**
   * Counts readings of the first page; `#shownReading` is the one shown. An earlier reading that ends later is
   * outdated.
   */
  #readings = 0;
  #shownReading = 0;

  constructor({ accounts, services, copies, marks, log }: ConversationListParts) {
    this.#accounts = accounts;
    this.#services = services;
    this.#copies = copies;
    this.#marks = marks;
    this.#log = log;
  }

  get filter(): ConversationFilter {
    return this.#filter;
  }

  /** Shows only these from now on. */
  set filter(filter: ConversationFilter) {
    this.#filter = filter;
    this.reset();
  }

  /** Reads everything again, from the first page. */
  reset(): void {
    this.#generation++;
    this.#picture = undefined;
    this.#loading = undefined;
    this.#loadingMore = undefined;
    this.#changed.fire(undefined);
  }

  /** Reads the first page again; the pages behind it stay. */
  refresh(): void {
    this.#loading = undefined;
    this.#changed.fire(undefined);
  }

  /** What to show now: copies if the service is slow. Never rejects. */
  async load(): Promise<ConversationPicture> {
    const generation = this.#generation;
    const loading = (this.#loading ??= this.#read(undefined));
    if (this.#picture) {
      if (!this.#isMeanwhile()) await loading;
    } else if (await Promise.race([loading.then(() => false), sleep(SLOW_MS, true)])) {
      await this.#showCopies(loading, generation);
    }
    return this.#picture ?? this.load(); // another account or filter came in between
  }

  /** Whether copies are shown while waiting for the service. */
  #isMeanwhile(): boolean {
    return this.#picture?.isFromCopies === true && this.#picture.failure === undefined;
  }

  /** Shows copies in the meantime. If there are none, waits for the service. */
  async #showCopies(loading: Promise<void>, generation: number): Promise<void> {
    const isWanted = ({ conversations }: ConversationPicture): boolean =>
      conversations.length > 0 && !this.#picture && generation === this.#generation;
    if (await this.#take(this.#fromCopies(this.#accounts.current, undefined), isWanted)) {
      void loading.then(() => {
        this.#changed.fire(undefined);
      });
    } else if (!this.#picture && generation === this.#generation) await loading;
  }

  /** Reads the next page. If one is already being read, waits for that one. */
  async loadMore(): Promise<void> {
    const loading = (this.#loadingMore ??= this.#readNext());
    await loading;
    if (this.#loadingMore === loading) this.#loadingMore = undefined;
    this.#changed.fire(undefined);
  }

  /** Reads the page behind the first one; if that is being read again, waits for it first. */
  async #readNext(): Promise<void> {
    await this.#loading;
    const next = this.#picture?.next;
    if (next !== undefined) await this.#read(next);
  }

  /** The summary of one of the person's own conversations, if it has been listed. */
  summaryOf(accountId: string, name: string): ConversationSummary | undefined {
    if (this.#picture?.account.id !== accountId) return undefined;
    const isIt = ({ summary }: ListedConversation): boolean => conversationId(summary.name) === conversationId(name);
    return this.#picture.conversations.find(isIt)?.summary;
  }

  /** Updates the rows for a new copy of a conversation, which may say more about it. */
  relabel(accountId: string, label: CopyLabel): void {
    const relabeled = (rows: readonly ListedConversation[]): readonly ListedConversation[] =>
      rows.map((row) => (conversationId(row.summary.name) === conversationId(label.name) ? { ...row, label } : row));
    this.#change(accountId, (picture) => {
      const { conversations, others } = picture;
      const isNew = isOthers(label) && !has([...conversations, ...others], label);
      return {
        ...picture,
        conversations: relabeled(conversations),
        others: relabeled(isNew ? [listed(label), ...others] : others),
      };
    });
  }

  /** Removes the row of a conversation. */
  remove(accountId: string, name: string): void {
    const without = (rows: readonly ListedConversation[]): readonly ListedConversation[] =>
      rows.filter(({ summary }) => conversationId(summary.name) !== conversationId(name));
    this.#change(accountId, (picture) => ({
      ...picture,
      conversations: without(picture.conversations),
      others: without(picture.others),
    }));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Applies a change to the picture that is shown, and to those that are being read. */
  #change(accountId: string, change: Change): void {
    const ofAccount: Change = (picture) => (picture.account.id === accountId ? change(picture) : picture);
    for (const changes of this.#changesWhileReading) changes.push(ofAccount);
    if (this.#picture?.account.id !== accountId) return;
    this.#picture = change(this.#picture);
    this.#changed.fire(undefined);
  }

  /** Shows what was read, with what changed in the meantime, if it is still wanted; returns whether it was. */
  async #take(
    reading: Promise<ConversationPicture>,
    isWanted: (picture: ConversationPicture) => boolean,
  ): Promise<boolean> {
    const changes: Change[] = [];
    this.#changesWhileReading.add(changes);
    try {
      const picture = changes.reduce((before, change) => change(before), await reading);
      if (!isWanted(picture)) return false;
      this.#picture = picture;
      return true;
    } finally {
      this.#changesWhileReading.delete(changes);
    }
  }

  async #read(page: string | undefined): Promise<void> {
    const account = this.#accounts.current;
    const generation = this.#generation;
    const number = page === undefined ? ++this.#readings : 0;
    const shown = this.#shownReading;
    const reading = this.#fromService(account, page).catch(async (error: unknown) => {
      this.#log.error("The conversations could not be listed", error);
      const before = this.#picture;
      // What was listed before is newer than any copy.
      return before && !before.isFromCopies && before.conversations.length > 0
        ? { ...before, failure: error }
        : this.#fromCopies(account, error);
    });
    await this.#take(reading, () => {
      // A later page counts only if the first page is still the one shown when the later one was requested.
      const isLast = page === undefined ? number > this.#shownReading : shown === this.#shownReading;
      const isWanted = generation === this.#generation && isLast;
      if (isWanted && page === undefined) this.#shownReading = number;
      return isWanted;
    });
  }

  async #fromService(account: Account, page: string | undefined): Promise<ConversationPicture> {
    const filter = this.#filter;
    const { service } = await this.#services.reach(account);
    // The local service has no stars: they are kept here.
    const { isStarred, ...others } = filter;
    const asked = account.baseUrl === undefined ? others : filter;
    const { conversations, next } = await service.listConversations({ ...asked, ...(page !== undefined && { page }) });
    const given = (await this.#withLabels(account, conversations)).filter(
      ({ summary }) =>
        isStarred !== true || account.baseUrl !== undefined || this.#marks.isStarred(account.id, summary),
    );
    const isMarked = isStarred === true || filter.text !== undefined;
    const read = page === undefined && isMarked ? await this.#withOwnMarks(account, given) : given;
    const foreign = (await this.#found(account, isOthers)).map(listed);
    const localCount = await this.#localCount(account);
    // From here on nothing is awaited: up to now, another page, or the first one again, may have been read.
    const before = this.#picture?.isFromCopies === false ? this.#picture.conversations : [];
    const earlier = page === undefined ? [] : before;
    const known = new Set(earlier.map(({ summary }) => conversationId(summary.name)));
    const added = read.filter(({ summary }) => !known.has(conversationId(summary.name)));
    const all = page === undefined ? withPagesBehind(added, before, next) : [...earlier, ...added];
    const keepsPages = all.length > added.length && page === undefined;
    // A page with nothing new is the last one, whatever it says. So is one that points to itself.
    const isLast = next === page || (conversations.length > 0 && added.length === 0);
    const following = keepsPages ? this.#picture?.next : isLast ? undefined : next;
    return {
      account,
      filter,
      conversations: all,
      others: foreign.filter(({ summary }) => !has(all, summary)), // a conversation has one row
      localCount,
      ...(following !== undefined && { next: following }),
      isFromCopies: false,
    };
  }

  async #fromCopies(account: Account, failure: unknown): Promise<ConversationPicture> {
    const labels = await this.#found(account);
    return {
      account,
      filter: this.#filter,
      conversations: labels.filter((label) => !isOthers(label)).map(listed),
      others: labels.filter(isOthers).map(listed),
      localCount: await this.#localCount(account),
      ...(failure !== undefined && { failure }),
      isFromCopies: true,
    };
  }

  async #localCount({ id }: Account): Promise<number> {
    const accountId = LOCAL_ACCOUNT.id;
    if (id === accountId) return 0;
    const copies = await this.#copies.all(accountId);
    return copies.filter(({ name }) => !this.#marks.isElsewhere({ accountId, name })).length;
  }

  /** The copies that pass the filter. */
  async #found(account: Account, isWanted?: (label: CopyLabel) => boolean): Promise<readonly CopyLabel[]> {
    const { text, isStarred } = this.#filter;
    return this.#copies.find(
      account.id,
      text ?? "",
      (label) => (!isStarred || this.#marks.isStarred(account.id, label)) && (!isWanted || isWanted(label)),
      (label) => this.#ownName(account, label) ?? "",
    );
  }

  /** The name that a person gave it here, if any. */
  #ownName({ id: accountId }: Account, { name }: CopyLabel): string | undefined {
    return this.#marks.of({ accountId, name }).title;
  }

  /**
   * Adds those with a star or a matching name that only this machine has: the service knows neither. Of one without a
   * copy, only the title can be searched.
   */
  async #withOwnMarks(account: Account, given: readonly ListedConversation[]): Promise<readonly ListedConversation[]> {
    const { isStarred } = this.#filter;
    const isOwn = (label: CopyLabel): boolean => isStarred === true || this.#ownName(account, label) !== undefined;
    const own = await this.#found(account, (label) => !isOthers(label) && !has(given, label) && isOwn(label));
    if (!isStarred) return [...given, ...own.map(listed)];
    const isMatch = hasWords(this.#filter.text ?? "");
    const isWanted = (row: ConversationSummary): boolean => !has(given, row) && isMatch(row.title);
    const others = await this.#withLabels(account, this.#marks.starredRows(account.id).filter(isWanted));
    return [...given, ...own.map(listed), ...others.filter(({ label }) => !label)];
  }

  async #withLabels(account: Account, summaries: readonly ConversationSummary[]): Promise<ListedConversation[]> {
    const names = summaries.map(({ name }) => name);
    const labels = await this.#copies.labels(account.id, names);
    return summaries.map((summary, index) => {
      const label = labels[index];
      return label ? { summary, label } : { summary };
    });
  }
}
