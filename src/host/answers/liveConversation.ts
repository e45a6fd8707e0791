import * as vscode from "vscode";
import { askOnce, lookFor } from "../../core/conversations/askOnce.ts";
import type { ReadAnswers } from "../../core/sources/answerSources.ts";
import { conversationId, isSettled, type Conversation } from "../../core/model/conversation.ts";
import { withEarlierOutcomes } from "../../core/conversations/earlierOutcomes.ts";
import { isAbort } from "../../core/model/errors.ts";
import { PendingQuestions, type PendingQuestion } from "../../core/conversations/pendingQuestions.ts";
import { startOf, watchConversation, type Attention } from "../../core/conversations/watchConversation.ts";
import { withoutBidiControls } from "../../core/text/bidi.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";
import { canAskNow, unaskedId, type AnswerKnowledge } from "./answerState.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import { tabTitle, type ConversationReference } from "../conversations/conversationReference.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { tellFailure } from "../platform/failureMessage.ts";
import type { Log } from "../platform/log.ts";
import type { QuestionHistory } from "../ask/questionHistory.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { Services } from "../accounts/services.ts";

/** What a conversation is asked and followed with. */
export interface LiveConversationParts {
  readonly services: Services;
  readonly history: ConversationHistory;
  readonly log: Log;
  readonly accounts: Pick<Accounts, "find">;
  /** Where the words of a question that was not asked are kept, whatever becomes of its panel. */
  readonly questions: Pick<QuestionHistory, "add">;
  /** Shows questions that were not asked, with the conversation in which they were to be: one that doesn't exist has no name. */
  readonly bringBack: (
    account: Account,
    name: string | undefined,
    questions: readonly PendingQuestion[],
  ) => Promise<void>;
  readonly attention: Attention;
  /** Whether it is in sight: then what comes is seen. */
  readonly isVisible: () => boolean;
  /** Whether a panel has made this conversation: see {@link LiveConversation.hasMade}. */
  readonly isMade: (accountId: string, name: string) => boolean;
  /** Where another panel has this conversation, shows that one and closes this; says whether there is one. */
  readonly giveWay: (accountId: string, name: string) => boolean;
}

/** One conversation as it is known, asked and followed until it is settled. Disposing only stops the looking. */
export class LiveConversation implements vscode.Disposable {
  readonly #account: Account;
  readonly #parts: LiveConversationParts;
  readonly #abort = new AbortController();
  /** Ends the following that is under way, when another one starts. */
  #following = new AbortController();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Something of {@link known} may be another. */
  readonly onDidChange = this.#changed.event;
  #conversation: Conversation | undefined;
  #read: ReadAnswers | undefined;
  /** Asked, but not (yet) taken by the service. */
  readonly #pending = new PendingQuestions();
  /** Whether the question on its way is to be stopped as soon as the service has it. */
  #isStopping = false;
  /** The name of the conversation to be shown, as long as nothing of it is here. */
  #name: string | undefined;
  #failure: unknown;
  /** The question that is being answered, and since when, by our clock. */
  #running: { readonly id: string; readonly startedAt: number } | undefined;
  /** When the copy was made that is shown, until the service says how the conversation is now. */
  #copiedAt: number | undefined;
  /** As many questions the copy has that was made last. */
  #copied = 0;

  constructor(account: Account, parts: LiveConversationParts) {
    this.#account = account;
    this.#parts = parts;
  }

  get account(): Account {
    return this.#account;
  }

  /** What there is to show. */
  get known(): Pick<
    AnswerKnowledge,
    "account" | "conversation" | "startedAt" | "read" | "pending" | "isStopping" | "failure" | "copiedAt"
  > {
    return {
      account: this.#account,
      conversation: this.#conversation,
      startedAt: this.#running?.startedAt,
      read: this.#read,
      pending: this.#pending.all,
      isStopping: this.#isStopping,
      failure: this.#failure,
      copiedAt: this.#copiedAt,
    };
  }

  /** What it is found by; `undefined` until the service has it. */
  get reference(): Pick<ConversationReference, "accountId" | "name"> | undefined {
    const name = this.#conversation?.name ?? this.#name;
    return name === undefined ? undefined : { accountId: this.#account.id, name };
  }

  is(accountId: string, name: string): boolean {
    const { reference } = this;
    return accountId === this.#account.id && !!reference && conversationId(reference.name) === conversationId(name);
  }

  /**
   * Whether it began here, with another's question. One that was only opened, out of the history or by a notice, may be that
   * of any question whose answer got lost.
   */
  hasMade(accountId: string, name: string): boolean {
    return this.#name === undefined && this.is(accountId, name);
  }

  /** Asks a new question: the first one of a conversation, or a follow-up. It stays, with what went wrong, until the service has it. */
  ask(text: string): void {
    this.#isStopping = false;
    void this.#send(this.#pending.begin(text, this.#conversation?.questions.length ?? 0));
  }

  /** Shows questions that the service may not have: one that was sent is looked for at once, and none asked again by itself. */
  bringBack(questions: readonly PendingQuestion[]): void {
    const sent = this.#pending.bringBack(questions);
    if (sent) void this.#send(sent, lookFor);
    else this.#changed.fire();
  }

  /** Asks one more, where one can be asked now; says whether it did. */
  followUp(text: string): boolean {
    const isAsked = text !== "" && this.#conversation !== undefined && this.#canAsk;
    if (isAsked) this.ask(text);
    return isAsked;
  }

  load(name: string): void {
    this.#name = name;
    this.#parts.history.awaited.leaveToPanel({ accountId: this.#account.id, name });
    // The copy first: it may know of earlier questions what the service doesn't tell any more.
    void this.#showCopy(name)
      .catch((error: unknown) => {
        this.#parts.log.error("The copy of a conversation could not be shown", error);
      })
      .then(() => this.#follow(name));
  }

  /** Asks a question again, by its number in the page; without one, reads the conversation again. */
  retry(id?: string): void {
    const asked = this.#conversation?.questions.find((question) => question.id === id);
    const text = asked?.text ?? this.#unasked(id)?.text;
    if (id === undefined) {
      if (this.reference) void this.#follow(this.reference.name);
    } else if (text !== undefined && this.#canAsk) this.ask(text);
  }

  /** Lets go of a question that was not asked. */
  discard(id: string | undefined): void {
    const { startedAt } = this.#unasked(id) ?? {};
    if (startedAt !== undefined) this.#pending.discard(startedAt);
    this.#changed.fire();
  }

  /** Cancels at the service, once it has the question, also where the panel is closed by then; what is shown is what the service says of it. */
  async stop(): Promise<void> {
    if (this.#pending.sending) {
      this.#isStopping = true;
      this.#changed.fire();
      return;
    }
    if (this.#conversation) await this.#cancel(this.#conversation);
  }

  /** An answer that comes while nobody looks is told; one that is looked at is seen. */
  observe(): void {
    if (this.#conversation && this.#copiedAt === undefined)
      void this.#parts.history.awaited.observe(this.#account.id, this.#conversation, this.#parts.isVisible());
  }

  dispose(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    if (this.reference) this.#parts.history.awaited.takeOver(this.reference);
    this.#changed.dispose();
  }

  get #canAsk(): boolean {
    return canAskNow(this.known, this.reference !== undefined);
  }

  #unasked(id: string | undefined): PendingQuestion | undefined {
    return this.#pending.all.find((pending) => unaskedId(pending) === id);
  }

  async #send(pending: PendingQuestion, ask = askOnce): Promise<void> {
    this.#failure = undefined;
    this.#changed.fire();
    try {
      const { service } = await this.#parts.services.reach(this.#account);
      // Nothing stops a question that is on its way: closing the panel only stops the looking.
      const { reference: before } = this;
      const conversation = await ask(service, {
        question: pending.text,
        conversation: before && { name: before.name, questions: { length: pending.position } },
        sentAt: pending.sentAt,
        isTaken: (name) => this.#parts.isMade(this.#account.id, name),
        isFree: this.#account.baseUrl === undefined,
      });
      const { awaited, list } = this.#parts.history;
      const reference = { accountId: this.#account.id, name: conversation.name, title: pending.text };
      await awaited.add(reference, pending.sentAt ?? pending.startedAt);
      list.refresh();
      if (!before && this.#parts.giveWay(this.#account.id, conversation.name)) {
        await awaited.observe(this.#account.id, conversation, true);
        if (this.#isStopping) await this.#cancel(conversation);
        return;
      }
      if (this.#abort.signal.aborted) {
        awaited.takeOver(reference); // the panel was closed while the question was on its way
        if (this.#isStopping) await this.#cancel(conversation);
        return;
      }
      awaited.leaveToPanel(reference);
      this.#pending.taken(pending);
      await this.#show(conversation);
      if (this.#isStopping) await this.stop();
      await this.#follow(conversation.name, conversation);
    } catch (error) {
      if (isAbort(error)) return;
      this.#parts.log.error("The question could not be asked", error);
      if (!this.#parts.accounts.find(this.#account.id)) return; // it was signed out of, and all that was asked goes with it
      if (this.#pending.sending !== pending) return; // it turned out to be there
      this.#pending.fail(error);
      await this.#parts.questions.add(this.#account.id, pending.text);
      if (this.#abort.signal.aborted) await this.#tell(pending.text, error);
      else this.#changed.fire();
    }
  }

  async #cancel({ name, questions }: Conversation): Promise<void> {
    try {
      const { service } = await this.#parts.services.reach(this.#account);
      const canceled = await service.cancelConversation(name);
      if (!this.#abort.signal.aborted) await this.#show(canceled);
      else await this.#parts.history.awaited.observe(this.#account.id, canceled, false);
    } catch (error) {
      this.#parts.log.error("The question could not be stopped", error);
      this.#failure = error;
      if (!this.#abort.signal.aborted) this.#changed.fire();
      else if (this.#parts.accounts.find(this.#account.id)) {
        const { message, ...wording } = wordingOf(error, serviceName(this.#account));
        const question = tabTitle(withoutBidiControls(questions.at(-1)?.text ?? ""));
        tellFailure({ ...wording, message: vscode.l10n.t('"{0}" could not be stopped. {1}', question, message) });
      }
    }
  }

  /** The panel was closed while a question was on its way that didn't get there. */
  async #tell(question: string, error: unknown): Promise<void> {
    const { message } = wordingOf(error, serviceName(this.#account));
    const words = vscode.l10n.t('"{0}" was not asked. {1}', tabTitle(withoutBidiControls(question)), message);
    const show = vscode.l10n.t("Show Question");
    if ((await vscode.window.showWarningMessage(words, show)) === show)
      await this.#parts.bringBack(this.#account, this.reference?.name, this.#pending.all);
  }

  /** Shows the conversation as it is, and as it becomes, until it is settled. */
  async #follow(name: string, asked?: Conversation): Promise<void> {
    this.#following.abort();
    this.#following = new AbortController();
    const signal = AbortSignal.any([this.#abort.signal, this.#following.signal]);
    const onMiss = (error: unknown): void => {
      this.#failure = error;
      this.#changed.fire();
    };
    this.#failure = undefined;
    this.#changed.fire();
    try {
      const { service, runTimes } = await this.#parts.services.reach(this.#account);
      const { attention } = this.#parts;
      let wasRunning = false;
      const options = { signal, onMiss, attention, runTimes, ...(asked && { asked }) };
      for await (const conversation of watchConversation(service, name, options)) {
        this.#failure = undefined;
        await this.#show(conversation);
        this.#keep(this.#conversation ?? conversation);
        if (isSettled(conversation)) {
          if (wasRunning) this.#parts.history.list.refresh();
        } else wasRunning = true;
      }
    } catch (error) {
      if (isAbort(error)) return;
      this.#parts.log.error("The conversation could not be read", error);
      this.#failure = error;
      this.#changed.fire();
    }
  }

  /** What is kept of the conversation, until the service has said how it is now. */
  async #showCopy(name: string): Promise<void> {
    const copy = await this.#parts.history.copies.read(this.#account.id, name);
    if (copy) await this.#show(copy.conversation, copy.savedAt);
  }

  /** Keeps a copy of what is new: a question that was asked, an answer that is there. */
  #keep(conversation: Conversation): void {
    const { length } = conversation.questions;
    if (length === this.#copied && !isSettled(conversation)) return;
    this.#copied = length;
    void this.#parts.history.copies.save(this.#account.id, conversation);
  }

  /** Our clock is asked where this window has asked; the service's may be wrong by much. */
  #observeRunning({ name, questions }: Conversation): void {
    const running = questions.findLast(({ outcome }) => outcome.status === "processing");
    if (running && running.id === this.#running?.id) return;
    const askedAt = this.#parts.history.awaited.askedAt(this.#account.id, name);
    this.#running = running && { id: running.id, startedAt: askedAt ?? startOf(running, Date.now()) };
  }

  async #show(conversation: Conversation, copiedAt?: number): Promise<void> {
    // Markdown is read by a parser of some size, loaded with the first answer.
    const { readAnswers } = await import("../../core/sources/answerSources.ts");
    // Links to the local service are relative: its address, another one with every start, doesn't matter.
    const baseUrl = this.#account.baseUrl ?? "http://127.0.0.1";
    if (copiedAt !== undefined && this.#conversation) return; // the service was faster
    const whole = withEarlierOutcomes(conversation, this.#conversation);
    this.#conversation = whole;
    this.#observeRunning(whole);
    this.#copiedAt = copiedAt;
    this.#read = readAnswers(whole, baseUrl, this.#read);
    this.#pending.reconcile(whole);
    this.#changed.fire();
    this.observe();
  }
}
