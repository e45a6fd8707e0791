import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { parseAnswerIntent, type AnswerIntent, type AnswerState, type Handlers } from "../../protocol/answer.ts";
import { toMessage } from "../../protocol/answerMessage.ts";
import type { Conversation } from "../../core/model/conversation.ts";
import { withoutContexts } from "../../core/conversations/mentions.ts";
import type { PendingQuestion } from "../../core/conversations/pendingQuestions.ts";
import type { Account } from "../accounts/accounts.ts";
import type { AskDraft } from "../ask/askDraft.ts";
import type { OpenedMatches } from "../ask/openedMatches.ts";
import type { AskedAt } from "../ask/askedAt.ts";
import { Composer, type ComposerParts } from "../ask/composer.ts";
import { AnswerActions, type AnswerActionParts } from "./answerActions.ts";
import { answerState, checkedSourceState } from "./answerState.ts";
import { CheckedSources, type CheckedSourcesParts } from "../sources/checkedSources.ts";
import { tabTitle, type ConversationReference } from "../conversations/conversationReference.ts";
import { printSavedName } from "./savedPanel.ts";
import type { Models } from "../models/models.ts";
import type { QuestionHistory } from "../ask/questionHistory.ts";
import { intentHandlers } from "./intentHandlers.ts";
import { LiveConversation, type LiveConversationParts } from "./liveConversation.ts";
import type { ContextKeys } from "../platform/contextKeys.ts";
import { attentionOf } from "../platform/attention.ts";
import { Throttle } from "../platform/throttle.ts";
import type { CitedPlace } from "../sources/sourceNodes.ts";
import { statusSummary } from "../sources/sourceStatus.ts";

/** While an answer grows, the results of its source checks are drawn with its words, or this late if none come. */
const CHECKS_DRAWN_MS = 1000;

/** What every panel works with. */
export type AnswerPanelParts = Omit<
  LiveConversationParts,
  "attention" | "isVisible" | "models" | "questions" | "workingIn"
> &
  Omit<AnswerActionParts, "column" | "folders"> &
  Omit<ComposerParts, "answering" | "reveal" | "questions"> &
  CheckedSourcesParts & {
    readonly models: Models;
    readonly questions: QuestionHistory;
    readonly askDraft: AskDraft;
    readonly openedMatches: OpenedMatches;
    readonly onPost: (state: AnswerState) => void;
    readonly contextKeys: ContextKeys;
  };

/** One conversation in one panel. It follows the conversation while it is open; closing it only stops the following. */
export class AnswerPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: AnswerPanelParts;
  readonly #live: LiveConversation;
  readonly #checked: CheckedSources;
  readonly #actions: AnswerActions;
  readonly #composer: Composer;
  readonly #handlers: Handlers<AnswerIntent>;
  readonly #subscriptions: vscode.Disposable;
  readonly #sourcesChanged = new vscode.EventEmitter<void>();
  /** The sources, the results of their checks, or the title above them may have changed. */
  readonly onDidChangeSources = this.#sourcesChanged.event;
  readonly #sourceFocused = new vscode.EventEmitter<number>();
  /** A source in the page got the focus. Gives its number. */
  readonly onDidFocusSource = this.#sourceFocused.event;
  readonly #checksDrawn = new Throttle(CHECKS_DRAWN_MS, () => {
    this.#drawChecks();
  });
  #pointed: AnswerState["pointed"];
  #steps = 0;
  #offersModel = false;
  #isReady = false;
  /** Resolves when it is known whether a question that was sent is asked or stays in the box. */
  #asking: Promise<void> | undefined;
  #sent: AnswerState | undefined;

  constructor(account: Account, panel: vscode.WebviewPanel, parts: AnswerPanelParts) {
    this.#panel = panel;
    this.#parts = parts;
    this.#live = new LiveConversation(account, {
      ...parts,
      workingIn: () => this.#composer.workingIn,
      attention: attentionOf(panel),
      isVisible: () => panel.visible,
    });
    this.#checked = new CheckedSources(account.id, parts);
    this.#actions = new AnswerActions(
      account,
      {
        ...parts,
        column: () => panel.viewColumn,
        folders: () => (this.#live.reference && parts.history.marks.of(this.#live.reference).folders) ?? [],
      },
      () => this.#live.known.read,
      this.#checked,
    );
    this.#composer = new Composer(account, {
      ...parts,
      answering: () => (account.baseUrl === undefined ? parts.models.answeringName : undefined),
      reveal: () => {
        this.reveal();
      },
    });
    this.#handlers = intentHandlers({
      panel: this,
      live: this.#live,
      composer: this.#composer,
      actions: this.#actions,
      log: parts.log,
      onReady: () => {
        this.#isReady = true;
        this.#sent = undefined;
        this.#draw();
      },
      onSourceFocused: (index) => {
        this.#sourceFocused.fire(index);
      },
      onAsking: (asking) => {
        const running = asking.finally(() => {
          if (this.#asking === running) this.#asking = undefined;
        });
        this.#asking = running;
      },
      onFirstAsked: (text) => parts.questions.add(account.id, text),
      forget: () => this.#forget(),
    });
    this.#checked.setInView(panel.visible);
    this.#subscriptions = vscode.Disposable.from(
      new vscode.Disposable(() => {
        const keepLate = (): void => {
          this.#keepDraft(true);
        };
        if (this.#asking) void this.#asking.then(keepLate, keepLate);
        else this.#keepDraft();
      }),
      this.#composer,
      this.#checksDrawn,
      this.#composer.onDidChange(() => {
        this.#draw();
      }),
      this.#live,
      this.#checked,
      this.#sourcesChanged,
      this.#sourceFocused,
      parts.models.onDidChange(() => {
        this.#draw();
      }),
      this.#live.onDidChange(() => {
        const { read } = this.#live.known;
        if (read) this.#checked.add(read);
        this.#tellMenus();
        this.#draw();
        this.#sourcesChanged.fire();
      }),
      parts.history.marks.onDidChange(() => {
        this.#tellMenus();
        this.#draw();
        this.#sourcesChanged.fire();
      }),
      this.#checked.onDidChange(() => {
        if (this.#isGrowing)
          this.#checksDrawn.requestWithin(CHECKS_DRAWN_MS); // or with the next words
        else this.#drawChecks();
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

  /** Lets the person write the first question of a conversation, about the places in `asked`. */
  compose(asked: readonly AskedAt[], text: string, hasFocus = true): void {
    this.#composer.about(asked);
    this.#composer.fill(text, { hasFocus });
  }

  /** Whether nothing has been asked here yet. */
  get isNew(): boolean {
    return this.#live.reference === undefined && this.#live.known.pending.length === 0;
  }

  /** What its composer holds. */
  get draft(): string {
    return this.#composer.text;
  }

  /** Takes the focus to the box. */
  focusBox(): void {
    this.reveal();
    this.#composer.focus();
  }

  /** Shows a conversation. Its box gets `draft`, or else what was typed there when its panel was closed. */
  load(name: string, draft = ""): void {
    const left = this.#parts.history.drafts.take({ accountId: this.accountId, name });
    this.#composer.fill(draft || left, { hasFocus: false });
    this.#live.load(name);
  }

  /** Shows questions that were not asked, or perhaps not, when the window was closed. */
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

  /** The base URL of the service's pages; the local service has none. */
  get baseUrl(): string | undefined {
    return this.#live.account.baseUrl;
  }

  /** How the conversation is found again; `undefined` until the service has it. */
  get reference(): ConversationReference | undefined {
    const { reference } = this.#live;
    return reference && { ...reference, title: this.title };
  }

  /** The page of the conversation, if the service names one. */
  get webUrl(): string | undefined {
    return this.#live.known.conversation?.webUrl;
  }

  get title(): string {
    const title = this.#live.known.conversation?.title ?? "";
    const { reference } = this.#live;
    return reference ? this.#parts.history.marks.titleOf(reference, title) : title;
  }

  /** The places that the answers cite, in order, each once. Lines that touch are one place. */
  get places(): readonly CitedPlace[] {
    const { read } = this.#live.known;
    return (read?.listed ?? []).flatMap(({ index, parts }) => {
      const location = read?.sources[index];
      const check = this.#checked.of(index)?.check;
      return location
        ? { state: checkedSourceState(index, location, this.#checked), parts, location, ...(check && { check }) }
        : [];
    });
  }

  /** The place that a source is, or is part of. */
  placeOf(index: number): CitedPlace | undefined {
    return this.places.find(({ state, parts }) => state.index === index || parts.includes(index));
  }

  /** The results of all checks, in words. */
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

  /** Checks the sources again. */
  checkSources(): void {
    this.#checked.checkAgain();
  }

  /** Shows the sentence that cites a source. */
  pointAt(index: number): void {
    const indices = [index, ...(this.placeOf(index)?.parts ?? [])];
    this.#pointed = { indices, count: (this.#pointed?.count ?? 0) + 1 };
    this.#draw();
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  /** Moves forward by that many questions, or back if negative. */
  step(count: number): void {
    this.#steps += count;
    this.#draw();
  }

  /** The conversation, as far as it is known here. */
  get conversation(): Conversation | undefined {
    return this.#live.known.conversation;
  }

  reveal(preserveFocus = false): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  /** Handles a message of the page. Ignores anything that is not an intent. */
  receive(message: unknown): void {
    const intent = parseAnswerIntent(message);
    if (intent) (this.#handlers[intent.type] as (intent: AnswerIntent) => void)(intent);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#panel.dispose();
  }

  /** Keeps what was typed and not asked. If `isLate`, something else may have been typed in another panel meanwhile. */
  #keepDraft(isLate = false): void {
    const { accounts, askDraft, history } = this.#parts;
    const { reference } = this.#live;
    const { text } = this.#composer;
    if (reference) void history.drafts.keep(reference, text);
    else if (accounts.find(this.accountId) && !(isLate && text.trim() === ""))
      askDraft.keep(text.trim(), this.accountId);
  }

  /** Commands for a conversation's page are offered only if it has one. */
  #tellMenus(): void {
    const hasPage = this.baseUrl !== undefined && this.#live.reference !== undefined;
    const { reference } = this.#live;
    const answerStarred = reference !== undefined && this.#parts.history.marks.of(reference).isStarred === true;
    if (this.#panel.active) this.#parts.contextKeys.set({ answerHasPage: hasPage, answerStarred });
  }

  #drawChecks(): void {
    this.#draw();
    this.#sourcesChanged.fire();
  }

  /** Whether a model is writing: if so, the answer so far is drawn several times a second. */
  get #isGrowing(): boolean {
    const last = this.#live.known.conversation?.questions.at(-1);
    return last?.written !== undefined && last.outcome.status === "processing";
  }

  /** Sends the state if it differs from what the page has. Questions that are the same are not sent again. */
  #draw(): void {
    const { known, reference } = this.#live;
    const { title } = this;
    const tab = title || withoutContexts(known.pending[0]?.text ?? "");
    if (tab !== "") this.#panel.title = tabTitle(tab);
    if (!this.#isReady) return;
    const state = answerState({
      ...known,
      title,
      savedName: reference && printSavedName(reference),
      steps: this.#steps,
      checked: this.#checked,
      composer: this.#composer,
      offersModel: this.#offersModelNow(),
      quota: this.#parts.services.quota(this.accountId),
      earlierMs: this.#parts.accounts.runTimes(this.accountId).past,
      pointed: this.#pointed,
    });
    if (isDeepStrictEqual(state, this.#sent)) return;
    const message = toMessage(state, this.#sent, isDeepStrictEqual);
    this.#sent = state;
    this.#parts.onPost(state);
    void this.#panel.webview.postMessage(message);
  }

  /** A model is offered once: in the panel of the first local answer, while it is open and no model is chosen. */
  #offersModelNow(): boolean {
    const { models } = this.#parts;
    if (this.baseUrl !== undefined || !models.areAllowed) return false;
    const isAnswered = this.#live.known.conversation?.questions.at(-1)?.outcome.status === "completed";
    if (isAnswered && !models.kept.isOffered) {
      this.#offersModel = true;
      void models.kept.setOffered();
    }
    return this.#offersModel && models.answering === undefined;
  }

  /** The conversation no longer exists at the service: removes what is kept of it. */
  async #forget(): Promise<void> {
    const { reference } = this.#live;
    this.dispose();
    if (reference) await this.#parts.history.remove(reference);
  }
}
