import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { askOnce } from "../core/askOnce.ts";
import type { ReadAnswers } from "../core/answerSources.ts";
import { conversationId, isSettled, type Conversation } from "../core/conversation.ts";
import { isAbort, ServiceError } from "../core/errors.ts";
import { watchConversation } from "../core/watchConversation.ts";
import {
  parseAnswerIntent,
  type AnswerIntent,
  type AnswerState,
  type CodeAction,
  type Handlers,
} from "../protocol/answer.ts";
import type { CodeText } from "../protocol/markdown.ts";
import type { Account } from "./accounts.ts";
import { answerState, type PendingQuestion } from "./answerState.ts";
import { codeActions } from "./codeActions.ts";
import type { ConversationHistory } from "./conversationHistory.ts";
import { wordingOf } from "./errorMessages.ts";
import { serviceName } from "./serviceName.ts";
import { printSavedName, tabTitle } from "./conversationReference.ts";
import type { Log } from "./log.ts";
import { onlookerOf } from "./onlooker.ts";
import type { Services } from "./services.ts";
import type { SourceOpener } from "./sourceOpener.ts";

/** What every panel works with. */
export interface AnswerPanelParts {
  readonly services: Services;
  readonly opener: SourceOpener;
  readonly history: ConversationHistory;
  readonly log: Log;
  readonly onPost: (state: AnswerState) => void;
  /** Where the cursor is, or was last. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  /** Whether some panel has this conversation. */
  readonly isShown: (accountId: string, name: string) => boolean;
}

/** One conversation in one panel. It follows the conversation while it is open; closing it only stops the looking. */
export class AnswerPanel implements vscode.Disposable {
  readonly #account: Account;
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: AnswerPanelParts;
  readonly #abort = new AbortController();
  /** Ends the following that is under way, when another one starts. */
  #following = new AbortController();
  readonly #subscriptions: vscode.Disposable;
  #conversation: Conversation | undefined;
  #read: ReadAnswers | undefined;
  /** Asked, but not yet taken by the service. */
  #pending: PendingQuestion | undefined;
  /** The name of the conversation to be shown, as long as nothing of it is here. */
  #name: string | undefined;
  #failure: unknown;
  /** When the copy was made that is shown, until the service says how the conversation is now. */
  #copiedAt: number | undefined;
  /** As many questions the copy has that was made last. */
  #copied = 0;
  #steps = 0;
  #isReady = false;
  #sent: AnswerState | undefined;

  constructor(account: Account, panel: vscode.WebviewPanel, parts: AnswerPanelParts) {
    this.#account = account;
    this.#panel = panel;
    this.#parts = parts;
    this.#subscriptions = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        this.receive(message);
      }),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#isReady = false; // a hidden page is gone, and comes back empty
        this.#observe();
      }),
    );
  }

  /** Asks a new question: the first one of a conversation, or a follow-up. It stays, with what went wrong, until the service has it. */
  ask(text: string, sentAt?: number): void {
    this.#pending = { text, startedAt: Date.now(), ...(sentAt !== undefined && { sentAt }) };
    this.#failure = undefined;
    void this.#send(this.#pending);
  }

  load(name: string): void {
    this.#name = name;
    this.#parts.history.awaited.leaveToPanel({ accountId: this.#account.id, name });
    void this.#showCopy(name);
    void this.#follow(name);
  }

  shows(accountId: string, name: string): boolean {
    const shown = this.#conversation?.name ?? this.#name;
    return accountId === this.#account.id && shown !== undefined && conversationId(shown) === conversationId(name);
  }

  get accountId(): string {
    return this.#account.id;
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  /** Goes that many questions on, or back. */
  step(count: number): void {
    this.#steps += count;
    this.#draw();
  }

  /** Lets the person choose what to make of the conversation: a document, a file, a copy. */
  async export(): Promise<void> {
    const { exportConversation } = await import("./conversationExport.ts");
    if (this.#conversation) await exportConversation(this.#conversation, this.#account.baseUrl);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Takes what the page says; anything that is no intent is ignored. */
  receive(message: unknown): void {
    const intent = parseAnswerIntent(message);
    if (intent) this.#handle(intent);
  }

  dispose(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    const name = this.#conversation?.name ?? this.#name;
    if (name !== undefined) this.#parts.history.awaited.takeOver({ accountId: this.#account.id, name });
    this.#subscriptions.dispose();
    this.#panel.dispose();
  }

  async #send(pending: PendingQuestion): Promise<void> {
    this.#draw();
    try {
      const { service } = await this.#parts.services.reach(this.#account);
      // Nothing stops a question that is on its way: closing the panel only stops the looking.
      const conversation = await askOnce(service, {
        question: pending.text,
        conversation: this.#conversation,
        sentAt: pending.sentAt,
        isTaken: (name) => this.#parts.isShown(this.#account.id, name),
      });
      const { awaited, list } = this.#parts.history;
      const reference = { accountId: this.#account.id, name: conversation.name, title: pending.text };
      await awaited.add(reference);
      list.refresh();
      if (this.#abort.signal.aborted) {
        awaited.takeOver(reference); // the panel was closed while the question was on its way
        return;
      }
      this.#pending = undefined;
      await this.#show(conversation);
      await this.#follow(conversation.name, conversation);
    } catch (error) {
      if (isAbort(error)) return;
      this.#parts.log.error("The question could not be asked", error);
      if (this.#abort.signal.aborted) return;
      if (this.#pending) this.#pending = failed(this.#pending, error);
      this.#draw();
    }
  }

  /** Shows the conversation as it is, and as it becomes, until it is settled. */
  async #follow(name: string, asked?: Conversation): Promise<void> {
    this.#following.abort();
    this.#following = new AbortController();
    const signal = AbortSignal.any([this.#abort.signal, this.#following.signal]);
    const onMiss = (error: unknown): void => {
      this.#failure = error;
      this.#draw();
    };
    this.#failure = undefined;
    this.#draw();
    try {
      const { service, runTimes } = await this.#parts.services.reach(this.#account);
      const onlooker = onlookerOf(this.#panel);
      let wasRunning = false;
      const options = { signal, onMiss, onlooker, runTimes, ...(asked && { asked }) };
      for await (const conversation of watchConversation(service, name, options)) {
        this.#failure = undefined;
        await this.#show(conversation);
        this.#keep(conversation);
        if (isSettled(conversation)) {
          if (wasRunning) this.#parts.history.list.refresh();
        } else wasRunning = true;
      }
    } catch (error) {
      if (isAbort(error)) return;
      this.#parts.log.error("The conversation could not be read", error);
      this.#failure = error;
      this.#draw();
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

  async #show(conversation: Conversation, copiedAt?: number): Promise<void> {
    // Markdown is read by a parser of some size, loaded with the first answer.
    const { readAnswers } = await import("../core/answerSources.ts");
    // Links to the local service are relative: its address, another one with every start, doesn't matter.
    const baseUrl = this.#account.baseUrl ?? "http://127.0.0.1";
    if (copiedAt !== undefined && this.#conversation) return; // the service was faster
    this.#conversation = conversation;
    this.#copiedAt = copiedAt;
    this.#read = readAnswers(conversation, baseUrl, this.#read);
    if (conversation.title !== "") this.#panel.title = tabTitle(conversation.title);
    this.#draw();
    this.#observe();
  }

  /** An answer that comes while nobody looks is told; one that is looked at is seen. */
  #observe(): void {
    if (this.#conversation && this.#copiedAt === undefined)
      void this.#parts.history.awaited.observe(this.#account.id, this.#conversation, this.#panel.visible);
  }

  /** Sends the whole state, if it is another one than the page has. */
  #draw(): void {
    if (!this.#isReady) return;
    const state = answerState({
      account: this.#account,
      savedName: this.#savedName(),
      conversation: this.#conversation,
      read: this.#read,
      pending: this.#pending,
      failure: this.#failure,
      copiedAt: this.#copiedAt,
      steps: this.#steps,
    });
    if (isDeepStrictEqual(state, this.#sent)) return;
    this.#sent = state;
    this.#parts.onPost(state);
    void this.#panel.webview.postMessage(state);
  }

  #savedName(): string | undefined {
    const name = this.#conversation?.name ?? this.#name;
    return name === undefined ? undefined : printSavedName({ accountId: this.#account.id, name });
  }

  #handle(intent: AnswerIntent): void {
    const handlers: Handlers<AnswerIntent> = {
      ready: () => {
        this.#isReady = true;
        this.#sent = undefined;
        this.#draw();
      },
      stop: () => void this.#stop(),
      followUp: ({ text }) => {
        const isFree = this.#pending === undefined || this.#pending.failure !== undefined;
        if (text.trim() !== "" && isFree && this.#conversation && isSettled(this.#conversation)) this.ask(text.trim());
      },
      openInBrowser: () => {
        const address = this.#conversation?.webUrl;
        if (address !== undefined) void vscode.env.openExternal(vscode.Uri.parse(address, true));
      },
      openSource: ({ index }) => void this.#openSource(index),
      openWebLink: ({ index }) => {
        const address = this.#read?.webLinks[index];
        if (address !== undefined) void vscode.env.openExternal(vscode.Uri.parse(address, true)); // the editor asks first
      },
      code: ({ action, index, from, to }) => {
        const code = this.#read?.code[index];
        if (code)
          void this.#runOnCode(action, from === undefined ? code : { ...code, text: code.text.slice(from, to) });
      },
      copy: ({ text }) => void vscode.env.clipboard.writeText(text),
      notice: ({ action }) => {
        if (action === "showLog") this.#parts.log.show();
        else if (action === "signIn") void vscode.commands.executeCommand("plumbline.signIn");
        else if (action === "forget") void this.#forget();
        else this.#retry();
      },
    };
    (handlers[intent.type] as (intent: AnswerIntent) => void)(intent);
  }

  /** The conversation is gone at the service: what is kept of it goes too. */
  async #forget(): Promise<void> {
    const name = this.#conversation?.name ?? this.#name;
    this.dispose();
    if (name !== undefined) await this.#parts.history.remove({ accountId: this.#account.id, name });
  }

  #retry(): void {
    const last = this.#conversation?.questions.at(-1);
    const name = this.#conversation?.name ?? this.#name;
    if (this.#pending?.failure !== undefined) this.ask(this.#pending.text, this.#pending.sentAt);
    else if (this.#failure !== undefined && name !== undefined) void this.#follow(name);
    else if (last && last.outcome.status !== "processing") this.ask(last.text);
  }

  /** Cancels at the service; what is shown then is what the service says of it. */
  async #stop(): Promise<void> {
    const name = this.#conversation?.name;
    if (name === undefined) return;
    try {
      const { service } = await this.#parts.services.reach(this.#account);
      await this.#show(await service.cancelConversation(name, { signal: this.#abort.signal }));
    } catch (error) {
      if (isAbort(error)) return;
      this.#parts.log.error("The question could not be stopped", error);
      this.#failure = error;
      this.#draw();
    }
  }

  async #runOnCode(action: CodeAction, code: CodeText): Promise<void> {
    try {
      await codeActions(this.#parts.lastEditor)[action](code);
    } catch (error) {
      this.#parts.log.error(`The code could not be used (${action})`, error);
      void vscode.window.showErrorMessage(wordingOf(error, serviceName(this.#account)).message);
    }
  }

  async #openSource(index: number): Promise<void> {
    const location = this.#read?.sources[index];
    if (!location) return;
    const column = this.#panel.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
    try {
      await this.#parts.opener.open(this.#account.id, location, column); // beside the answer, not over it
    } catch (error) {
      this.#parts.log.error(`${location.path} could not be opened`, error);
      const showLog = vscode.l10n.t("Show Log");
      const message = vscode.l10n.t(
        "{0} could not be opened: {1}",
        location.path,
        error instanceof Error ? error.message : String(error),
      );
      if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) this.#parts.log.show();
    }
  }
}

/** Where nobody knows what became of a question, it is looked for before it is asked again. */
function failed(pending: PendingQuestion, failure: unknown): PendingQuestion {
  const isUnknown = failure instanceof ServiceError && failure.code === "unknownOutcome";
  return { ...pending, failure, ...(isUnknown && { sentAt: pending.sentAt ?? pending.startedAt }) };
}
