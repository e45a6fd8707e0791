import * as vscode from "vscode";
import { ContextKeys } from "../platform/contextKeys.ts";
import type { PendingQuestion } from "../../core/conversations/pendingQuestions.ts";
import type { AnswerState } from "../../protocol/answer.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";
import { askedAt, type AskedAt } from "../ask/askedAt.ts";
import type { AnswerPanel, AnswerPanelParts } from "./answerPanel.ts";
import type { Models } from "../models/models.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import { tabTitle, type ConversationReference } from "../conversations/conversationReference.ts";

/** What panels work with; what only they need is loaded with the first panel. */
export type AnswerParts = Pick<
  AnswerPanelParts,
  "services" | "opener" | "checks" | "repositories" | "questions" | "askDraft" | "openedMatches" | "log"
> & {
  readonly history: () => Promise<ConversationHistory>;
  readonly models: () => Promise<Models>;
};

const VIEW_TYPE = "plumbline.answer";

/** The answer panels, one per conversation. They come back after a reload. */
export class Answers implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #contextKeys = new ContextKeys();
  readonly #root: vscode.Uri;
  readonly #accounts: Accounts;
  readonly #parts: AnswerParts;
  readonly #open = new Set<AnswerPanel>();
  readonly #subscription: vscode.Disposable;
  #inView: AnswerPanel | undefined;
  readonly #inViewChanged = new vscode.EventEmitter<void>();
  /** Fires when another panel is {@link inView}. */
  readonly onDidChangeInView = this.#inViewChanged.event;
  #lastEditor = vscode.window.activeTextEditor;
  readonly #posted = new vscode.EventEmitter<AnswerState>();
  /** Every state that is sent to a webview. */
  readonly onDidPost = this.#posted.event;

  /** The conversations whose panels are being made, which takes a moment for the first. */
  readonly #showing = new Map<string, Promise<void>>();
  /** Likewise the panels in which nothing has been asked yet, by account. */
  readonly #beginning = new Map<string, Promise<AnswerPanel | undefined>>();
  /** Tabs that were closed, perhaps before there was an {@link AnswerPanel} in them. */
  readonly #closed = new WeakSet<vscode.WebviewPanel>();

  constructor(root: vscode.Uri, accounts: Accounts, parts: AnswerParts) {
    this.#root = root;
    this.#accounts = accounts;
    this.#parts = parts;
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor) this.#lastEditor = editor;
    });
  }

  /** Has the editor bring panels back after a reload. Throws if somebody else does that already. */
  register(): vscode.Disposable {
    return vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this);
  }

  /** The panels that are open. */
  get panels(): readonly AnswerPanel[] {
    return [...this.#open];
  }

  /** The panel that has the focus, or had it last if nothing else has it since. */
  get active(): AnswerPanel | undefined {
    return this.panels.find(({ isActive }) => isActive);
  }

  /** The panel that was active last and is still there. */
  get inView(): AnswerPanel | undefined {
    return this.#inView;
  }

  /** The editor that has the cursor, or had it last. */
  get lastEditor(): vscode.TextEditor | undefined {
    return this.#lastEditor ?? vscode.window.visibleTextEditors[0];
  }

  /**
   * Asks a question in a new conversation and shows it at once, whatever becomes of it. If its tab is closed before it
   * could be asked, it is among the earlier questions.
   */
  async ask(question: string, account: Account): Promise<void> {
    const panel = await this.#panel(account, this.#create(question));
    if (panel) panel.ask(question);
    else if (this.#accounts.find(account.id)) await this.#parts.questions.add(account.id, question);
  }

  /**
   * Lets the person write the first question of a conversation, about the places in `asked`, with the cursor in the
   * box: in the panel where nothing was asked yet, if there is one, else in a new one. `text` is put into an empty box.
   */
  async compose(account: Account, asked: readonly AskedAt[], text = ""): Promise<void> {
    const open = this.panels.find((panel) => panel.isNew && panel.accountId === account.id);
    const panel = open ?? (await this.#begin(account));
    open?.reveal();
    panel?.compose(asked, panel.draft || text || this.#parts.askDraft.take());
  }

  #begin(account: Account): Promise<AnswerPanel | undefined> {
    const { id } = account;
    const beginning =
      this.#beginning.get(id) ??
      this.#panel(account, this.#create(vscode.l10n.t("New Conversation"))).finally(() => this.#beginning.delete(id));
    this.#beginning.set(id, beginning);
    return beginning;
  }

  /** Shows a conversation: in the panel that has it already, or is about to have it, else in a new one. */
  async show(conversation: ConversationReference): Promise<void> {
    const key = JSON.stringify([conversation.accountId, conversation.name]);
    const showing = this.#showing.get(key) ?? this.#show(conversation).finally(() => this.#showing.delete(key));
    this.#showing.set(key, showing);
    await showing;
  }

  async #show({ accountId, name, title }: ConversationReference): Promise<void> {
    const open = [...this.#open].find((panel) => panel.shows(accountId, name));
    const account = this.#accounts.find(accountId);
    if (open) open.reveal();
    else if (account) (await this.#panel(account, this.#create(title)))?.load(name);
  }

  /** Closes the panel of a conversation that no longer exists; returns whether there was one. */
  close({ accountId, name }: ConversationReference): boolean {
    const panels = this.panels.filter((panel) => panel.shows(accountId, name));
    for (const panel of panels) panel.dispose();
    return panels.length > 0;
  }

  /** Closes the panels of an account that was signed out of. */
  closeAll(accountId: string): void {
    for (const panel of this.#open) if (panel.accountId === accountId) panel.dispose();
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.#noteClosing(panel);
    const { parseComposing, parseDraft, parseSavedName, parseUnasked } = await import("./savedPanel.ts");
    const saved = parseSavedName(state);
    const unasked = parseUnasked(state);
    const accountId = saved?.accountId ?? unasked?.accountId ?? parseComposing(state);
    const account = accountId === undefined ? undefined : this.#accounts.find(accountId);
    if (!account) {
      panel.dispose(); // its account is gone, and with it what the panel showed
      return;
    }
    const questions = unasked?.accountId === accountId ? unasked?.questions : undefined;
    await this.#restore(account, panel, saved?.name, questions, parseDraft(state));
  }

  dispose(): void {
    vscode.Disposable.from(this.#subscription, this.#posted, this.#inViewChanged, ...this.#open).dispose();
  }

  async #restore(
    account: Account,
    webviewPanel: vscode.WebviewPanel,
    name: string | undefined,
    questions: readonly PendingQuestion[] = [],
    draft = "",
  ): Promise<void> {
    const panel = await this.#panel(account, webviewPanel);
    if (!panel) return;
    if (name !== undefined) panel.load(name, draft);
    else if (questions.length === 0) panel.compose(this.#whatIsOpen(), draft, false);
    panel.bringBack(questions); // in the conversation that is loaded, if there is one
  }

  #create(title: string): vscode.WebviewPanel {
    // Answers share a column: that of the last answer, else the one beside the code.
    const viewColumn =
      this.panels.findLast(({ column }) => column !== undefined)?.column ??
      (vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, tabTitle(title), viewColumn, { enableFindWidget: true });
    this.#noteClosing(panel);
    return panel;
  }

  /** Nothing of a panel can be asked once it is closed, not even whether it is. */
  #noteClosing(panel: vscode.WebviewPanel): void {
    panel.onDidDispose(() => this.#closed.add(panel));
  }

  /** `undefined` if the tab was closed, or the account signed out of, while what draws answers was loaded. */
  async #panel(account: Account, webviewPanel: vscode.WebviewPanel): Promise<AnswerPanel | undefined> {
    const [{ AnswerPanel }, { webviewPage }, history, models] = await Promise.all([
      import("./answerPanel.ts"),
      import("../platform/webviewPage.ts"),
      this.#parts.history(),
      this.#parts.models(),
    ]);
    if (!this.#accounts.find(account.id)) webviewPanel.dispose();
    if (this.#closed.has(webviewPanel)) return undefined;
    const { webview } = webviewPanel;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.#root, "dist", "webview")] };
    webviewPanel.iconPath = vscode.Uri.joinPath(this.#root, "media", "tab.svg");
    const panel: AnswerPanel = new AnswerPanel(account, webviewPanel, {
      ...this.#parts,
      history,
      models,
      accounts: this.#accounts,
      bringBack: async (account, name, questions) => {
        const open = this.panels.find((panel) => name !== undefined && panel.shows(account.id, name));
        if (!open) await this.#restore(account, this.#create(questions.at(-1)?.text ?? ""), name, questions);
        open?.bringBack(questions);
        open?.reveal();
      },
      isMade: (accountId, name) => this.panels.some((other) => other.hasMade(accountId, name)),
      yieldToOpenPanel: (accountId, name) => {
        const other = this.panels.find((each) => each !== panel && each.shows(accountId, name));
        if (other && this.#open.has(panel)) {
          other.reveal(!panel.isActive);
          panel.dispose();
        }
        return other !== undefined;
      },
      contextKeys: this.#contextKeys,
      onPost: (state) => {
        this.#posted.fire(state);
      },
      lastEditor: () => this.lastEditor,
    });
    webview.html = webviewPage(webview, this.#root, "answer");
    this.#open.add(panel);
    this.#contextKeys.set({ answerOpen: true });
    this.#setInView(panel);
    webviewPanel.onDidChangeViewState(() => {
      if (webviewPanel.active) this.#setInView(panel);
    });
    webviewPanel.onDidDispose(() => {
      this.#open.delete(panel);
      this.#contextKeys.set({ answerOpen: this.#open.size > 0 });
      panel.dispose();
      if (this.#inView === panel) this.#setInView(this.panels.at(-1));
    });
    return panel;
  }

  /** What a question may be about after a reload: what is still selected or open. */
  #whatIsOpen(): readonly AskedAt[] {
    const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
    const asked = askedAt(this.#parts.openedMatches, undefined, editor);
    return asked ? [asked] : [];
  }

  #setInView(panel: AnswerPanel | undefined): void {
    if (panel === this.#inView) return;
    this.#inView = panel;
    this.#inViewChanged.fire();
  }
}
