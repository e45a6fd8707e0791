import * as vscode from "vscode";
import { isolated } from "../../core/text/bidi.ts";
import { inSlices } from "../../core/text/timeSlices.ts";
import { askOnce, lookFor } from "../../core/conversations/askOnce.ts";
import type { ReadAnswers } from "../../core/sources/answerSources.ts";
import { isSettled, type BranchTip, type Conversation, type Question } from "../../core/model/conversation.ts";
import { withEarlierOutcomes } from "../../core/conversations/earlierOutcomes.ts";
import { isAbort } from "../../core/model/errors.ts";
import type { CodeSearchService, InsteadOf } from "../../core/model/service.ts";
import { PendingQuestions, type PendingQuestion } from "../../core/conversations/pendingQuestions.ts";
import { startOf, watchConversation, withAsked, type Attention } from "../../core/conversations/watchConversation.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";
import { canAskNow, unaskedId, type AnswerKnowledge } from "./answerState.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import { isSameConversation, tabTitle, type ConversationPlace } from "../conversations/conversationReference.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { tellFailure } from "../platform/failureMessage.ts";
import type { Models } from "../models/models.ts";
import type { Log } from "../platform/log.ts";
import type { QuestionHistory } from "../ask/questionHistory.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { Services } from "../accounts/services.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { runCommand } from "../platform/runCommand.ts";

/** What is needed to ask in a conversation and to follow it. */
export interface LiveConversationParts {
  readonly services: Services;
  readonly history: ConversationHistory;
  readonly log: Log;
  readonly accounts: Pick<Accounts, "find" | "onDidChange" | "runTimes">;
  readonly repositories: Pick<WorkspaceRepositories, "load" | "names">;
  /** Lends the model that is to write a local answer: see {@link Models.lend}. */
  readonly models: Pick<Models, "lend">;
  /** Keeps the words of a question that was not asked, even if its panel is closed. */
  readonly questions: Pick<QuestionHistory, "add">;
  /** Shows questions that were not asked, in their conversation. Without `name`, that does not exist yet. */
  readonly bringBack: (
    account: Account,
    name: string | undefined,
    questions: readonly PendingQuestion[],
  ) => Promise<void>;
  /** The names of the code bases in which the person works; none for any service but the local one. */
  readonly workingIn: () => readonly string[];
  readonly attention: Attention;
  /** Whether the panel is visible: if so, a new answer counts as seen. */
  readonly isVisible: () => boolean;
  /** Whether this conversation began in a panel that is open: see {@link LiveConversation.hasMade}. */
  readonly isMade: (accountId: string, name: string) => boolean;
  /** If another panel has this conversation: shows that panel, closes this one and returns `true`. */
  readonly yieldToOpenPanel: (accountId: string, name: string) => boolean;
}

/** One conversation: asks and follows it until it is settled. Disposing only stops the following. */
export class LiveConversation implements vscode.Disposable {
  readonly #account: Account;
  readonly #parts: LiveConversationParts;
  readonly #abort = new AbortController();
  /** Ends the current following when another one starts. */
  #following = new AbortController();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when {@link known} may have changed. */
  readonly onDidChange = this.#changed.event;
  #conversation: Conversation | undefined;
  #read: ReadAnswers | undefined;
  #showing: Promise<void> = Promise.resolve();
  /** Questions asked, but not (yet) accepted by the service. */
  readonly #pending = new PendingQuestions();
  /** Whether the question on its way is to be stopped as soon as the service has it. */
  #isStopping = false;
  /** Stops the model's work on the latest question. */
  #lent = new AbortController();
  /** The name that the conversation was opened by; `undefined` if it began here. */
  #name: string | undefined;
  #failure: unknown;
  /** Whether the conversation is no longer followed, because of a failure that waiting can't fix. */
  #isHalted = false;
  readonly #accountChanges: vscode.Disposable;
  /** The question that is being answered, and since when, by our clock. */
  #running: { readonly id: string; readonly startedAt: number } | undefined;
  /** The question that was asked here last, with the branch tips from before it. */
  #asked: { readonly id: string | undefined; readonly tips: readonly BranchTip[] } | undefined;
  /** When the shown copy was made; `undefined` once the service has sent the conversation. */
  #copiedAt: number | undefined;
  /** How many questions the latest copy has. */
  #copied = 0;

  constructor(account: Account, parts: LiveConversationParts) {
    this.#account = account;
    this.#parts = parts;
    this.#accountChanges = parts.accounts.onDidChange(() => {
      if (this.#isHalted) this.retry(); // the person may have signed in again
    });
  }

  get account(): Account {
    return this.#account;
  }

  /** Everything that is known and can be shown. */
  get known(): Pick<
    AnswerKnowledge,
    "account" | "conversation" | "startedAt" | "read" | "pending" | "isStopping" | "failure" | "isHalted" | "copiedAt"
  > {
    return {
      account: this.#account,
      conversation: this.#conversation,
      startedAt: this.#running?.startedAt,
      read: this.#read,
      pending: this.#pending.all,
      isStopping: this.#isStopping,
      failure: this.#failure,
      isHalted: this.#isHalted,
      copiedAt: this.#copiedAt,
    };
  }

  /** How the conversation is found again; `undefined` until the service has it. */
  get reference(): ConversationPlace | undefined {
    const name = this.#conversation?.name ?? this.#name;
    return name === undefined ? undefined : { accountId: this.#account.id, name };
  }

  is(accountId: string, name: string): boolean {
    const { reference } = this;
    return reference !== undefined && isSameConversation(reference, { accountId, name });
  }

  /**
   * Whether the conversation began here, so that it can't be that of another question. One that was only opened, from
   * the history or a notice, may belong to any question whose response was lost.
   */
  hasMade(accountId: string, name: string): boolean {
    return this.#name === undefined && this.is(accountId, name);
  }

  /**
   * Asks a new question: the first one of a conversation, a follow-up, or one whose answer is shown in place of
   * another. Until the service has it, it stays here, with any error.
   */
  ask(text: string, insteadOf?: InsteadOf): void {
    this.#isStopping = false;
    void this.#send(this.#pending.begin(text, this.#conversation?.questions.length ?? 0, insteadOf));
  }

  /** Shows questions that the service may not have. Looks at once for one that was sent; asks none again by itself. */
  bringBack(questions: readonly PendingQuestion[]): void {
    const sent = this.#pending.bringBack(questions);
    if (sent) void this.#send(sent, lookFor);
    else this.#changed.fire();
  }

  /** Asks a question if one can be asked now. Returns whether it was asked. */
  followUp(text: string): boolean {
    const isAsked = text !== "" && this.#canAsk;
    if (isAsked) this.ask(text);
    return isAsked;
  }

  load(name: string): void {
    this.#name = name;
    this.#parts.history.awaited.leaveToPanel({ accountId: this.#account.id, name });
    // The copy first: it may have more about earlier questions than the service still reports.
    void this.#showCopy(name)
      .catch((error: unknown) => {
        this.#parts.log.error("The copy of a conversation could not be shown", error);
      })
      .then(() => this.#follow(name));
  }

  /** Asks a question again as it was asked, by its id in the page; without an id, reads the conversation again. */
  retry(id?: string): void {
    const text = this.textOf(id);
    if (id === undefined) {
      if (this.reference) void this.#follow(this.reference.name);
    } else if (text !== undefined && this.#canAsk) this.ask(text, this.#unasked(id)?.insteadOf);
  }

  /** Asks a question again, by its id in the page, if the person signs in by `signIn`. */
  async retryAfter(id: string | undefined, signIn: () => Thenable<unknown>): Promise<void> {
    const heard = { isSignedIn: false };
    const listening = this.#parts.accounts.onDidChange(() => {
      heard.isSignedIn = true;
    });
    await signIn();
    listening.dispose();
    // What is only followed goes on by itself.
    if (heard.isSignedIn && id !== undefined && !this.#abort.signal.aborted) this.retry(id);
  }

  /** The words of a question, by its id in the page. */
  textOf(id: string | undefined): string | undefined {
    const asked = this.#conversation?.questions.find((question) => question.id === id);
    return asked?.text ?? this.#unasked(id)?.text;
  }

  /** Has a question answered again, in its place: if `goesOn`, from where the answer stopped, else from the start. */
  answerAgain(id: string | undefined, goesOn: boolean): void {
    const questions = this.#conversation?.questions ?? [];
    const position = questions.findIndex((question) => question.id === id);
    const asked = questions[position];
    if (asked && this.#canAsk) this.ask(asked.text, { position, goesOn });
  }

  /** Drops a question that was not asked. */
  discard(id: string | undefined): void {
    const { startedAt } = this.#unasked(id) ?? {};
    if (startedAt !== undefined) this.#pending.discard(startedAt);
    this.#changed.fire();
  }

  /**
   * Cancels the question at the service once it is there, even if the panel is closed by then. Shows what the service
   * returns.
   */
  async stop(): Promise<void> {
    if (this.#pending.sending) {
      this.#isStopping = true;
      this.#changed.fire();
      return;
    }
    this.#lent.abort(); // the model stops at once and costs no more, even if the service is slow
    if (this.#conversation) await this.#cancel(this.#conversation);
  }

  /** An answer that arrives in a hidden panel leads to a notice; in a visible one it counts as seen. */
  observe(): void {
    if (this.#conversation && this.#copiedAt === undefined)
      void this.#parts.history.awaited.observe(this.#account.id, this.#conversation, this.#parts.isVisible());
  }

  dispose(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    if (this.reference) this.#parts.history.awaited.takeOver(this.reference);
    this.#accountChanges.dispose();
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
      const isLocal = this.#account.baseUrl === undefined;
      this.#lent = new AbortController();
      // Only for a question that is asked now: one that is looked for was asked before.
      const model = isLocal && ask === askOnce ? await this.#parts.models.lend(this.#lent.signal) : undefined;
      // Nothing stops a question that is on its way: closing the panel only stops the following.
      const { reference: before } = this;
      const asking = {
        question: pending.text,
        insteadOf: pending.insteadOf,
        conversation: before && { name: before.name, questions: { length: pending.position } },
        sentAt: pending.sentAt,
        isTaken: (name: string) => this.#parts.isMade(this.#account.id, name),
        isFree: isLocal,
      };
      const { branches } = this.#parts.history;
      const tips = isLocal ? [] : await branches.tipsBefore(this.#account.id, service, this.#parts.repositories);
      const conversation = await ask(service, asking, {
        model,
        workingIn: isLocal ? this.#parts.workingIn() : undefined,
      });
      this.#asked = isLocal ? undefined : { id: conversation.questions.at(-1)?.id, tips };
      const { awaited, list, marks } = this.#parts.history;
      if (isLocal && !before) await marks.setFolders({ accountId: this.#account.id, name: conversation.name });
      const reference = { accountId: this.#account.id, name: conversation.name, title: pending.text };
      await awaited.add(reference, pending.sentAt ?? pending.startedAt);
      list.refresh();
      if (!before && this.#parts.yieldToOpenPanel(this.#account.id, conversation.name)) {
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
      if (!this.#parts.accounts.find(this.#account.id)) return; // signed out: its questions go with the account
      if (this.#pending.sending !== pending) return; // the service has it after all
      this.#pending.fail(error);
      await this.#parts.questions.add(this.#account.id, pending.text);
      if (this.#abort.signal.aborted) await this.#tell(pending.text, error);
      else this.#changed.fire();
    }
  }

  async #cancel(conversation: Conversation): Promise<void> {
    const { name, questions } = conversation;
    try {
      const { service } = await this.#parts.services.reach(this.#account);
      const canceled = withAsked(await service.cancelConversation(name), this.#conversation ?? conversation);
      if (!this.#abort.signal.aborted) await this.#show(canceled);
      else await this.#parts.history.awaited.observe(this.#account.id, canceled, false);
    } catch (error) {
      this.#parts.log.error("The question could not be stopped", error);
      this.#failure = error;
      if (!this.#abort.signal.aborted) this.#changed.fire();
      else if (this.#parts.accounts.find(this.#account.id)) {
        const { message, ...wording } = wordingOf(error, serviceName(this.#account));
        const question = isolated(tabTitle(questions.at(-1)?.text ?? ""));
        tellFailure({ ...wording, message: vscode.l10n.t('"{0}" could not be stopped. {1}', question, message) });
      }
    }
  }

  /** Notifies the person that a question was not asked, after its panel was closed. */
  async #tell(question: string, error: unknown): Promise<void> {
    const { message } = wordingOf(error, serviceName(this.#account));
    const words = vscode.l10n.t('"{0}" was not asked. {1}', isolated(tabTitle(question)), message);
    const show = vscode.l10n.t("Show Question");
    const showLog = vscode.l10n.t("Show Log");
    const choice = await vscode.window.showWarningMessage(words, show, showLog);
    if (choice === show) await this.#parts.bringBack(this.#account, this.reference?.name, this.#pending.all);
    else if (choice === showLog) await runCommand("showLog");
  }

  /** Shows the conversation and its changes until it is settled. */
  async #follow(name: string, asked?: Conversation): Promise<void> {
    this.#following.abort();
    this.#following = new AbortController();
    const signal = AbortSignal.any([this.#abort.signal, this.#following.signal]);
    const onMiss = (error: unknown): void => {
      this.#failure = error;
      this.#changed.fire();
    };
    this.#failure = undefined;
    this.#isHalted = false;
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
          await this.#pin(service);
          if (wasRunning) this.#parts.history.list.refresh();
        } else wasRunning = true;
      }
    } catch (error) {
      if (isAbort(error)) return;
      this.#parts.log.error("The conversation could not be read", error);
      this.#failure = error;
      this.#isHalted = true;
      this.#changed.fire();
    }
  }

  /** Pins citations of a branch to its commit, if the branch has not moved since the question. */
  async #pin(service: CodeSearchService): Promise<void> {
    const { id, tips: before } = this.#asked ?? {};
    const read = this.#read;
    this.#asked = undefined;
    if (id === undefined || !before || !read) return;
    const tips = await this.#parts.history.branches.tipsOf(this.#account.id, service, read, id, before);
    const conversation = this.#conversation;
    if (tips.length === 0 || !conversation || this.#abort.signal.aborted) return;
    const pinned = (question: Question): Question => (question.id === id ? { ...question, tips } : question);
    const whole = { ...conversation, questions: conversation.questions.map(pinned) };
    await this.#show(whole);
    this.#keep(whole);
  }

  /** Shows the copy, if the service has not sent the conversation yet. */
  async #showCopy(name: string): Promise<void> {
    const copy = await this.#parts.history.copies.read(this.#account.id, name);
    if (copy) await this.#show(copy.conversation, copy.savedAt);
  }

  /** Keeps a copy when there is something new: a question that was asked, or an answer that is complete. */
  #keep(conversation: Conversation): void {
    const { length } = conversation.questions;
    if (length === this.#copied && !isSettled(conversation)) return;
    this.#copied = length;
    void this.#parts.history.copies.save(this.#account.id, conversation);
  }

  /** Uses our clock if this window asked: the service's clock may be far off. */
  #observeRunning({ name, questions }: Conversation): void {
    const running = questions.findLast(({ outcome }) => outcome.status === "processing");
    if (running && running.id === this.#running?.id) return;
    const askedAt = this.#parts.history.awaited.askedAt(this.#account.id, name);
    this.#running = running && { id: running.id, startedAt: askedAt ?? startOf(running, Date.now()) };
  }

  /** Shows one state after another: numbers keep their meaning from one reading to the next. */
  #show(conversation: Conversation, copiedAt?: number): Promise<void> {
    const show = () => this.#showNext(conversation, copiedAt);
    this.#showing = this.#showing.then(show, show);
    return this.#showing;
  }

  async #showNext(conversation: Conversation, copiedAt?: number): Promise<void> {
    // The Markdown parser is large, so it is loaded with the first answer.
    const { answerSteps } = await import("../../core/sources/answerSources.ts");
    // Links to the local service are relative. Its address changes with every start, and doesn't matter here.
    const baseUrl = this.#account.baseUrl ?? "http://127.0.0.1";
    if (copiedAt !== undefined && this.#conversation) return; // the service was faster
    const whole = withEarlierOutcomes(conversation, this.#conversation);
    const read = await inSlices(answerSteps(whole, baseUrl, this.#read));
    this.#conversation = whole;
    this.#observeRunning(whole);
    this.#copiedAt = copiedAt;
    this.#read = read;
    this.#pending.reconcile(whole);
    this.#changed.fire();
    this.observe();
  }
}
