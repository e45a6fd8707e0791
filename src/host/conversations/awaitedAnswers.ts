import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { isolated } from "../../core/text/bidi.ts";
import { conversationId, isSettled, statusOf, type Conversation } from "../../core/model/conversation.ts";
import { withEarlierOutcomes } from "../../core/conversations/earlierOutcomes.ts";
import { isAbort, OFFLINE_CODES, ServiceError } from "../../core/model/errors.ts";
import { watchConversation } from "../../core/conversations/watchConversation.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { ConversationCopies } from "./conversationCopies.ts";
import type { ConversationMarks } from "./conversationMarks.ts";
import { isReference, tabTitle, type ConversationPlace, type ConversationReference } from "./conversationReference.ts";
import type { Log } from "../platform/log.ts";
import { windowAttention } from "../platform/attention.ts";
import type { Services } from "../accounts/services.ts";
import { AWAITED_KEY } from "../platform/stateKeys.ts";
import { showView } from "../platform/runCommand.ts";

/** A conversation with a question from this window whose answer has not been seen yet. */
type Awaited = ConversationReference & {
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  /** The answer has arrived, but has not been looked at. */
  readonly isUnseen?: true;
  /** There is no answer: the service gave up. */
  readonly hasFailed?: true;
  /** A notice of it was shown. Kept because the window may reload between the answer and the notice. */
  readonly isTold?: true;
};

export interface AwaitedParts {
  /** The state of this window: it survives a reload, and no other window has it. */
  readonly state: vscode.Memento;
  readonly accounts: Accounts;
  readonly services: Services;
  readonly copies: ConversationCopies;
  readonly marks: Pick<ConversationMarks, "titleOf">;
  readonly log: Log;
  readonly show: (reference: ConversationReference) => Promise<void>;
  /** Called when an answer came while no panel was following. */
  readonly onDidSettle: () => void;
}

/** Answers are awaited no longer than this. */
const PATIENCE_MS = 86_400_000;
/** How long to wait after a failure that may pass. */
const RETRY_MS = 60_000;
/** Answers that arrive within this time share one notice. */
const TOGETHER_MS = 800;
const PASSING: readonly string[] = [
  ...OFFLINE_CODES,
  "rateLimited",
  "quotaExceeded",
  "serverError",
  "unavailable",
  "signingIn",
  // A login page or a proxy may be in between for a while.
  "notAService",
  "malformed",
  "proxyUnauthorized",
];

/**
 * The answers that this window waits for. They are followed even without a panel and after a reload. An answer that
 * arrives unseen gets one quiet notice, and a badge until it is seen.
 */
export class AwaitedAnswers implements vscode.Disposable {
  readonly #parts: AwaitedParts;
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** Fires when other conversations than before are running or unseen. */
  readonly onDidChange = this.#changed.event;
  readonly #noticed = new vscode.EventEmitter<readonly ConversationReference[]>();
  /** Fires with the answers of one notice. */
  readonly onDidNotice = this.#noticed.event;
  /** By key: what is followed here, because no panel follows it. */
  readonly #followed = new Map<string, AbortController>();
  /** The keys of conversations whose following ended with a failure that waiting can't fix. */
  readonly #halted = new Set<string>();
  readonly #accountChanges: vscode.Disposable;
  #toTell: Awaited[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: AwaitedParts) {
    this.#parts = parts;
    for (const awaited of this.#all) {
      // The person signed out of the account in a window of another workspace.
      if (!parts.accounts.find(awaited.accountId)) {
        void this.drop(awaited);
        continue;
      }
      if (awaited.isUnseen && !awaited.isTold) this.#tell(awaited);
      this.#follow(awaited);
    }
    this.#accountChanges = parts.accounts.onDidChange(() => {
      for (const awaited of this.#all) if (this.#halted.delete(keyOf(awaited))) this.#follow(awaited);
    });
  }

  /** How many answers have arrived and have not been seen. */
  get unseenCount(): number {
    return this.#all.filter(({ isUnseen }) => isUnseen).length;
  }

  /** Whether this window waits for a conversation's answer, or has an unseen one; `undefined` if neither. */
  stateOf(accountId: string, name: string): "running" | "unseen" | undefined {
    const awaited = this.#find({ accountId, name });
    return awaited && (awaited.isUnseen ? "unseen" : "running");
  }

  /** The title of a conversation that this window waits for or has unseen: its question, until it has a title. */
  titleOf(reference: ConversationPlace): string {
    return this.#find(reference)?.title ?? "";
  }

  /** When this window asked the question that it still waits for, by our clock (milliseconds since the epoch). */
  askedAt(accountId: string, name: string): number | undefined {
    const awaited = this.#find({ accountId, name });
    return awaited?.isUnseen ? undefined : awaited?.askedAt;
  }

  /** Records that this window asked something there, to give notice when the answer comes. */
  async add({ accountId, name, title }: ConversationReference, askedAt: number): Promise<void> {
    await this.#save([...this.#without({ accountId, name }), { accountId, name, title, askedAt }]);
  }

  /** Stops following a conversation, because a panel follows it. */
  leaveToPanel(reference: ConversationPlace): void {
    const key = keyOf(reference);
    this.#halted.delete(key);
    this.#followed.get(key)?.abort();
    this.#followed.delete(key);
  }

  /** Follows a conversation from here if its answer is awaited, because its panel was closed. */
  takeOver(reference: ConversationPlace): void {
    const awaited = this.#find(reference);
    if (awaited) this.#follow(awaited);
  }

  /** Takes note of the current state of a conversation. `isLookedAt`: the person sees it. */
  async observe(accountId: string, conversation: Conversation, isLookedAt: boolean): Promise<void> {
    const { name } = conversation;
    const awaited = this.#find({ accountId, name });
    if (!awaited || !isSettled(conversation)) return;
    // An answer that was stopped needs no notice: the person stopped it.
    if (isLookedAt || statusOf(conversation) === "canceled") await this.#save(this.#without(awaited));
    else if (!awaited.isUnseen) {
      const unseen: Awaited = {
        ...awaited,
        title: conversation.title || awaited.title,
        isUnseen: true,
        ...(statusOf(conversation) === "failed" && { hasFailed: true }),
      };
      await this.#save([...this.#without(awaited), unseen]);
      this.#tell(unseen);
    }
  }

  /** No longer waits for a conversation, because it is gone. */
  async drop(reference: ConversationPlace): Promise<void> {
    this.leaveToPanel(reference);
    if (this.#find(reference)) await this.#save(this.#without(reference));
  }

  /** Forgets what belongs to an account. */
  async forget(accountId: string): Promise<void> {
    for (const awaited of this.#all) if (awaited.accountId === accountId) this.leaveToPanel(awaited);
    await this.#save(this.#all.filter((awaited) => awaited.accountId !== accountId));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const abort of this.#followed.values()) abort.abort();
    vscode.Disposable.from(this.#accountChanges, this.#changed, this.#noticed).dispose();
  }

  get #all(): readonly Awaited[] {
    const all = this.#parts.state.get<unknown>(AWAITED_KEY);
    return Array.isArray(all) ? all.filter(isAwaited) : [];
  }

  #find(reference: ConversationPlace): Awaited | undefined {
    return this.#all.find((awaited) => keyOf(awaited) === keyOf(reference));
  }

  #without(reference: ConversationPlace): readonly Awaited[] {
    return this.#all.filter((awaited) => keyOf(awaited) !== keyOf(reference));
  }

  async #save(all: readonly Awaited[]): Promise<void> {
    await this.#parts.state.update(AWAITED_KEY, all.length > 0 ? all : undefined);
    this.#changed.fire(undefined);
  }

  #follow(awaited: Awaited): void {
    const key = keyOf(awaited);
    if (awaited.isUnseen || this.#followed.has(key)) return;
    const abort = new AbortController();
    this.#followed.set(key, abort);
    void this.#watch(awaited, abort.signal)
      .catch((error: unknown) => {
        if (isAbort(error)) return;
        this.#halted.add(key);
        this.#parts.log.error("An answer is no longer waited for", error);
      })
      .finally(() => {
        if (this.#followed.get(key) === abort) this.#followed.delete(key);
      });
  }

  /** Follows until the answer is there, or can't come. What waiting can't fix is left to the next sign-in or start. */
  async #watch(awaited: Awaited, signal: AbortSignal): Promise<void> {
    const { accounts, services, copies, onDidSettle } = this.#parts;
    const account = accounts.find(awaited.accountId);
    while (account && Date.now() < awaited.askedAt + PATIENCE_MS) {
      try {
        const { service, runTimes } = await services.reach(account);
        const options = { signal, runTimes, attention: windowAttention };
        for await (const conversation of watchConversation(service, awaited.name, options)) {
          if (!isSettled(conversation)) continue;
          const copy = await copies.read(account.id, awaited.name);
          await copies.save(account.id, withEarlierOutcomes(conversation, copy?.conversation));
          signal.throwIfAborted(); // whatever follows it now gives the notice: a panel, or the window after its reload
          await this.observe(account.id, conversation, false);
          onDidSettle();
          return;
        }
        break; // it ended without an answer
      } catch (error) {
        if (error instanceof ServiceError && error.code === "notFound") break;
        if (!(error instanceof ServiceError) || !PASSING.includes(error.code)) throw error;
        const notBefore = (error.retryAt ?? 0) - Date.now();
        await sleep(Math.min(Math.max(RETRY_MS, notBefore), PATIENCE_MS), undefined, { signal });
      }
    }
    await this.#save(this.#without(awaited));
  }

  #tell(awaited: Awaited): void {
    this.#toTell.push(awaited);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const unseen = this.#toTell.filter((told) => this.#find(told)?.isUnseen);
      this.#toTell = [];
      const { marks } = this.#parts;
      if (unseen.length > 0)
        void this.#notice(unseen.map((each) => ({ ...each, title: marks.titleOf(each, each.title) })));
    }, TOGETHER_MS);
  }

  async #notice(unseen: readonly Awaited[]): Promise<void> {
    const told = new Set(unseen.map(keyOf));
    await this.#save(this.#all.map((awaited) => (told.has(keyOf(awaited)) ? { ...awaited, isTold: true } : awaited)));
    this.#noticed.fire(unseen);
    const [first] = unseen;
    if (unseen.length === 1 && first) {
      const show = vscode.l10n.t("Show Answer");
      const title = isolated(tabTitle(first.title));
      const message = first.hasFailed
        ? vscode.l10n.t('"{0}" could not be answered.', title)
        : vscode.l10n.t('The answer to "{0}" is ready.', title);
      if ((await vscode.window.showInformationMessage(message, show)) === show) await this.#parts.show(first);
    } else {
      const show = vscode.l10n.t("Show Conversations");
      const message = vscode.l10n.t("{0} answers are ready.", unseen.length);
      if ((await vscode.window.showInformationMessage(message, show)) === show) await showView("conversations");
    }
  }
}

function isAwaited(value: unknown): value is Awaited {
  return isReference(value) && "askedAt" in value && typeof value.askedAt === "number";
}

/** The same key for every name of a conversation. */
function keyOf({ accountId, name }: ConversationPlace): string {
  return `${accountId}/${conversationId(name)}`;
}
