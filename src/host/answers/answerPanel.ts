import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import {
  parseAnswerIntent,
  type AnswerIntent,
  type AnswerState,
  type FollowUpState,
  type Handlers,
} from "../../protocol/answer.ts";
import { toMessage } from "../../protocol/answerMessage.ts";
import type { PendingQuestion } from "../../core/conversations/pendingQuestions.ts";
import type { Account } from "../accounts/accounts.ts";
import { AnswerActions, type AnswerActionParts } from "./answerActions.ts";
import { answerState, checkedSourceState } from "./answerState.ts";
import { CheckedSources, type CheckedSourcesParts } from "../sources/checkedSources.ts";
import { tabTitle, type ConversationReference } from "../conversations/conversationReference.ts";
import { printSavedName } from "./savedPanel.ts";
import { LiveConversation, type LiveConversationParts } from "./liveConversation.ts";
import { attentionOf } from "../platform/attention.ts";
import type { CitedPlace } from "../sources/sourceNodes.ts";
import { statusSummary } from "../sources/sourceStatus.ts";

/** What every panel works with. */
export type AnswerPanelParts = Omit<LiveConversationParts, "attention" | "isVisible"> &
  Omit<AnswerActionParts, "column"> &
  CheckedSourcesParts & { readonly onPost: (state: AnswerState) => void };

/** One conversation in one panel. It follows the conversation while it is open; closing it only stops the looking. */
export class AnswerPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: AnswerPanelParts;
  readonly #live: LiveConversation;
  readonly #checked: CheckedSources;
  readonly #actions: AnswerActions;
  readonly #subscriptions: vscode.Disposable;
  readonly #sourcesChanged = new vscode.EventEmitter<void>();
  /** Another source, or something became of one. */
  readonly onDidChangeSources = this.#sourcesChanged.event;
  readonly #sourceFocused = new vscode.EventEmitter<number>();
  /** Somebody went to a source in the page, by its number. */
  readonly onDidFocusSource = this.#sourceFocused.event;
  #pointed: AnswerState["pointed"];
  #steps = 0;
  #draft: FollowUpState["draft"] = { version: 0, text: "" };
  #isReady = false;
  #sent: AnswerState | undefined;

  constructor(account: Account, panel: vscode.WebviewPanel, parts: AnswerPanelParts) {
    this.#panel = panel;
    this.#parts = parts;
    this.#live = new LiveConversation(account, {
      ...parts,
      attention: attentionOf(panel),
      isVisible: () => panel.visible,
    });
    this.#checked = new CheckedSources(account.id, parts);
    this.#actions = new AnswerActions(
      account,
      { ...parts, column: () => panel.viewColumn },
      () => this.#live.known.read,
      this.#checked,
    );
    this.#checked.setInView(panel.visible);
    this.#subscriptions = vscode.Disposable.from(
      new vscode.Disposable(() => {
        const { reference } = this.#live;
        if (reference) void parts.history.drafts.keep(reference, this.#draft.text);
      }),
      this.#live,
      this.#checked,
      this.#sourcesChanged,
      this.#sourceFocused,
      this.#live.onDidChange(() => {
        const { read } = this.#live.known;
        if (read) this.#checked.add(read);
        this.#tellMenus();
        this.#draw();
        this.#sourcesChanged.fire();
      }),
      this.#checked.onDidChange(() => {
        this.#draw();
        this.#sourcesChanged.fire();
      }),
      panel.webview.onDidReceiveMessage((message: unknown) => {
        this.receive(message);
      }),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#isReady = false; // a hidden page is gone, and comes back empty
        this.#live.observe();
        this.#checked.setInView(panel.visible);
        this.#tellMenus();
      }),
    );
    this.#tellMenus();
  }

  /** Asks the first question of a conversation. */
  ask(text: string): void {
    this.#live.ask(text);
  }

  /** Shows a conversation, with what its page held, or else with what was typed there when its panel was closed. */
  load(name: string, draft = ""): void {
    const left = this.#parts.history.drafts.take({ accountId: this.accountId, name });
    this.#draft = { version: 0, text: draft || left };
    this.#live.load(name);
  }

  /** Shows questions that were not asked, or not for certain, when the window was closed. */
  bringBack(questions: readonly PendingQuestion[]): void {
    this.#live.bringBack(questions);
  }

  shows(accountId: string, name: string): boolean {
    return this.#live.is(accountId, name);
  }

  /** See {@link LiveConversation.hasMade}. */
  hasMade(accountId: string, name: string): boolean {
    return this.#live.hasMade(accountId, name);
  }

  get accountId(): string {
    return this.#live.account.id;
  }

  /** Where the service has its pages; the local one has none. */
  get baseUrl(): string | undefined {
    return this.#live.account.baseUrl;
  }

  /** What it is found by; `undefined` until the service has it. */
  get reference(): ConversationReference | undefined {
    const { reference } = this.#live;
    return reference && { ...reference, title: this.title };
  }

  /** Its page, where the service tells of one. */
  get webUrl(): string | undefined {
    return this.#live.known.conversation?.webUrl;
  }

  get title(): string {
    return this.#live.known.conversation?.title ?? "";
  }

  /** What its answers rest on, in order, each once. */
  get places(): readonly CitedPlace[] {
    const { read } = this.#live.known;
    const numbers = new Set([...(read?.answers.values() ?? [])].flatMap(({ sources }) => sources));
    return [...numbers].flatMap((index) => {
      const location = read?.sources[index];
      const check = this.#checked.of(index)?.check;
      return location
        ? { state: checkedSourceState(index, location, this.#checked), location, ...(check && { check }) }
        : [];
    });
  }

  /** What became of all of them, in words. */
  get sourcesSummary(): string | undefined {
    const statuses = this.places.map(({ state }) => state.status);
    return statusSummary(statuses, this.#checked.isChecking);
  }

  /** See {@link AnswerActions.openSource}. */
  async openSource(index: number, preserveFocus = false, isPreview = true): Promise<void> {
    await this.#actions.openSource(index, preserveFocus, isPreview);
  }

  /** See {@link AnswerActions.compareSource}. */
  async compareSource(index: number): Promise<void> {
    await this.#actions.compareSource(index);
  }

  /** Looks once more for what became of the sources. */
  checkSources(): void {
    this.#checked.checkAgain();
  }

  /** Shows the sentence that cites a source. */
  pointAt(index: number): void {
    this.#pointed = { index, count: (this.#pointed?.count ?? 0) + 1 };
    this.#draw();
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
    const { conversation, account } = this.#live.known;
    if (conversation) await exportConversation(conversation, account.baseUrl);
  }

  reveal(preserveFocus = false): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  /** Takes what the page says; anything that is no intent is ignored. */
  receive(message: unknown): void {
    const intent = parseAnswerIntent(message);
    if (intent) this.#handle(intent);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#panel.dispose();
  }

  /** What can be done with the page of a conversation is offered where it has one. */
  #tellMenus(): void {
    const hasPage = this.baseUrl !== undefined && this.#live.reference !== undefined;
    if (this.#panel.active) void vscode.commands.executeCommand("setContext", "plumbline.answerHasPage", hasPage);
  }

  /** Sends the whole state, if it is another one than the page has: of its questions those that are. */
  #draw(): void {
    const { known, reference } = this.#live;
    const title = known.conversation?.title ?? "";
    if (title !== "") this.#panel.title = tabTitle(title);
    if (!this.#isReady) return;
    const state = answerState({
      ...known,
      savedName: reference && printSavedName(reference),
      steps: this.#steps,
      checked: this.#checked,
      draft: this.#draft,
      pointed: this.#pointed,
    });
    if (isDeepStrictEqual(state, this.#sent)) return;
    const message = toMessage(state, this.#sent, isDeepStrictEqual);
    this.#sent = state;
    this.#parts.onPost(state);
    void this.#panel.webview.postMessage(message);
  }

  #handle(intent: AnswerIntent): void {
    const handlers: Handlers<AnswerIntent> = {
      ready: () => {
        this.#isReady = true;
        this.#sent = undefined;
        this.#draw();
      },
      stop: () => void this.#live.stop(),
      followUp: ({ text }) => {
        const isAsked = this.#live.followUp(text.trim());
        if (isAsked && this.#draft.text.trim() === text.trim()) this.#draft = { ...this.#draft, text: "" };
      },
      draft: ({ text }) => {
        this.#draft = { version: this.#draft.version, text };
      },
      mention: (mention) => void this.#mention(mention),
      openInBrowser: () => {
        this.#actions.openPage(this.webUrl);
      },
      openSource: ({ index }) => void this.#actions.openSource(index),
      compareSource: ({ index }) => void this.#actions.compareSource(index),
      focusSource: ({ index }) => {
        this.#sourceFocused.fire(index);
      },
      checkSources: () => {
        this.checkSources();
      },
      openWebLink: ({ index }) => {
        this.#actions.openWebLink(index);
      },
      runSearch: ({ index }) => {
        this.#actions.runSearch(index);
      },
      code: (use) => void this.#actions.useCode(use),
      copy: ({ text }) => void vscode.env.clipboard.writeText(text),
      notice: ({ action, question }) => {
        if (action === "showLog") this.#parts.log.show();
        else if (action === "signIn") void vscode.commands.executeCommand("plumbline.signIn");
        else if (action === "openService") this.#actions.openPage(this.baseUrl);
        else if (action === "forget") void this.#forget();
        else if (action === "discard") this.#live.discard(question);
        else this.#live.retry(question);
      },
    };
    (handlers[intent.type] as (intent: AnswerIntent) => void)(intent);
  }

  /** Lets the person choose what to mention, and goes back into the box. */
  async #mention({ text, at, isTyped }: Extract<AnswerIntent, { type: "mention" }>): Promise<void> {
    const { mentionIn } = await import("../ask/mentionPicker.ts");
    const draft = await mentionIn(text, { at, isTyped }, { ...this.#parts, account: this.#live.account });
    this.#draft = { ...draft, version: this.#draft.version + 1 };
    this.reveal();
    this.#draw();
  }

  /** The conversation is gone at the service: what is kept of it goes too. */
  async #forget(): Promise<void> {
    const { reference } = this.#live;
    this.dispose();
    if (reference) await this.#parts.history.remove(reference);
  }
}
