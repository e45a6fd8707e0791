import * as vscode from "vscode";
import { ContextKeys } from "../platform/contextKeys.ts";
import { OFFLINE_CODES, ServiceError } from "../../core/model/errors.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { ConversationHistory } from "./conversationHistory.ts";
import type { ConversationPicture } from "./conversationList.ts";
import type { ConversationGrouping, ConversationNode } from "./conversationNodes.ts";
import { focusedRow } from "../platform/focusedRow.ts";
import { revealRow } from "../platform/revealRow.ts";
import { GROUPING_KEY } from "../platform/stateKeys.ts";
import { serviceTitle } from "../platform/serviceName.ts";
import { Throttle, VIEW_INTERVAL_MS } from "../platform/throttle.ts";
import { isSameConversation, type ConversationPlace } from "./conversationReference.ts";

/** Why the view is empty: chooses its text. The empty string if there are rows. */
type Emptiness =
  | ""
  | "empty"
  | "noMatch"
  | "noStars"
  | "offline"
  | "unauthorized"
  | "failed"
  | `lacks ${(typeof LISTING_SCOPES)[number]}`;

/** The scopes for one of which a list of conversations is refused. */
const LISTING_SCOPES = ["externalapi:read", "user:all"] as const;

const MINUTE_MS = 60_000;

/** The view of the history. What fills it is loaded when the view is first visible. */
export class ConversationsTree implements vscode.TreeDataProvider<ConversationNode>, vscode.Disposable {
  readonly #contextKeys = new ContextKeys();
  readonly #accounts: Accounts;
  readonly #state: vscode.Memento;
  readonly #history: () => Promise<ConversationHistory>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ConversationNode>;
  #subscription: vscode.Disposable | undefined;
  #hasRows = false;
  #rows: readonly ConversationNode[] = [];
  /** The conversation whose answer is in view. */
  #inView: () => ConversationPlace | undefined = () => undefined;
  /** The row that was selected for it. It is selected only once, so that the person can move on in the list. */
  #revealed: string | undefined;
  readonly #following = new Throttle(VIEW_INTERVAL_MS, () => {
    void this.#reveal();
  });
  /** Runs while the view is visible. */
  #clock: NodeJS.Timeout | undefined;

  /** `state` remembers what the rows are grouped by. */
  constructor(accounts: Accounts, state: vscode.Memento, history: () => Promise<ConversationHistory>) {
    this.#accounts = accounts;
    this.#state = state;
    this.#history = history;
    this.#view = vscode.window.createTreeView("plumbline.conversations", { treeDataProvider: this });
    this.#view.onDidChangeVisibility(({ visible }) => {
      this.#keepCurrent(visible);
    });
  }

  /** Shows this history from now on. */
  attach(history: ConversationHistory): void {
    const update = (): void => {
      const { unseenCount } = history.awaited;
      const tooltip = unseenCount === 1 ? vscode.l10n.t("1 new answer") : vscode.l10n.t("{0} new answers", unseenCount);
      this.#view.badge = unseenCount === 0 ? undefined : { value: unseenCount, tooltip };
      this.#changed.fire(undefined);
    };
    this.#subscription = vscode.Disposable.from(
      history.onDidChange(update),
      vscode.workspace.onDidChangeWorkspaceFolders(update),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#view.visible) this.#lookAgain(history);
      }),
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) this.#lookAgain(history);
      }),
    );
    update();
  }

  /** The selected row, for commands that are given none. */
  get selected(): ConversationNode | undefined {
    return this.#view.selection[0];
  }

  /** The row that has the keyboard focus, for commands by key: see {@link focusedRow}. */
  focused(): Promise<ConversationNode | undefined> {
    return focusedRow(this.#view, ({ item }) => item.id);
  }

  /** From now on, selects the row of the conversation whose answer is in view, if this view is visible. */
  follow(inView: () => ConversationPlace | undefined): void {
    this.#inView = inView;
    this.#follow();
  }

  /** What the view says above its rows. */
  get message(): string {
    return this.#view.message ?? "";
  }

  /** What the rows are grouped by: the same in all windows and after a restart. */
  get grouping(): ConversationGrouping {
    return this.#state.get(GROUPING_KEY) === "repository" ? "repository" : "day";
  }

  /** Groups the rows by this from now on. */
  async group(by: ConversationGrouping): Promise<void> {
    await this.#state.update(GROUPING_KEY, by === "day" ? undefined : by);
    this.#changed.fire(undefined);
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  get badge(): vscode.ViewBadge | undefined {
    return this.#view.badge;
  }

  async getChildren(node?: ConversationNode): Promise<ConversationNode[]> {
    if (node) return [...node.children];
    const [{ conversationNodes, pictureWords }, history] = await Promise.all([
      import("./conversationNodes.ts"),
      this.#history(),
    ]);
    const picture = await history.list.load();
    const nodes = conversationNodes(picture, history, this.grouping);
    this.#say(picture, nodes.length === 0 ? undefined : pictureWords(picture));
    this.#hasRows = true;
    this.#rows = nodes;
    this.#follow();
    return [...nodes];
  }

  getParent(node: ConversationNode): ConversationNode | undefined {
    return this.#rows.find(({ children }) => children.includes(node));
  }

  getTreeItem({ item }: ConversationNode): vscode.TreeItem {
    return item;
  }

  dispose(): void {
    clearInterval(this.#clock);
    vscode.Disposable.from(this.#view, this.#changed, this.#following).dispose();
    this.#subscription?.dispose();
  }

  /** Not at once: the panel may not know its conversation yet, nor the editor the rows. */
  #follow(): void {
    this.#following.requestWithin(VIEW_INTERVAL_MS);
  }

  /** The focus stays where it is, and a view that is hidden stays hidden. */
  async #reveal(): Promise<void> {
    if (!this.#inView()) this.#revealed = undefined;
    const id = this.#rowInView()?.item.id;
    if (id === undefined || id === this.#revealed) return;
    this.#revealed = id;
    if (this.selected?.item.id === id) return;
    const row = () => {
      const now = this.#rowInView();
      return now?.item.id === id ? now : undefined;
    };
    const isRevealed = await revealRow(this.#view, row, { select: true, focus: false });
    if (!isRevealed && this.#revealed === id) this.#revealed = undefined; // when something changes, it is tried again
  }

  /** The row of the conversation whose answer is in view, where that can be seen. */
  #rowInView(): ConversationNode | undefined {
    const inView = this.#inView();
    if (!inView || !this.#view.visible) return undefined;
    return this.#rows
      .flatMap((node) => [node, ...node.children])
      .find(({ reference }) => reference !== undefined && isSameConversation(reference, inView));
  }

  /** Keeps the ages that rows show current: refreshes them when they become visible, and every minute from then on. */
  #keepCurrent(isVisible: boolean): void {
    clearInterval(this.#clock);
    if (!isVisible) return;
    this.#follow();
    const tell = (): void => {
      this.#changed.fire(undefined);
    };
    this.#clock = setInterval(tell, MINUTE_MS);
    // A change fired while the view asks for its first rows may get lost, and those are current anyway.
    if (this.#hasRows) tell();
  }

  /** Other windows ask questions as well, which should show when the person comes here. A local list costs nothing. */
  #lookAgain({ list }: ConversationHistory): void {
    if (this.#hasRows && this.#accounts.current.baseUrl === undefined) list.refresh();
  }

  /** An empty view with a message would not show its text. Once set, a message is removed by an empty one. */
  #say(picture: ConversationPicture, words: string | undefined): void {
    const isEmpty = words === undefined;
    const { current } = this.#accounts;
    const { text, isStarred } = picture.filter;
    const filters = [text === undefined ? "" : `“${text}”`, isStarred ? "★" : ""].filter(Boolean);
    this.#view.description = [serviceTitle(current), ...filters].join(" · ");
    this.#view.message = words ?? "";
    this.#contextKeys.set({
      conversations: isEmpty ? emptinessOf(picture) : "",
      conversationsFiltered: text !== undefined,
      conversationsStarred: isStarred === true,
      conversationsByRepository: this.grouping === "repository",
    });
  }
}

function emptinessOf({ failure, filter }: ConversationPicture): Emptiness {
  if (failure !== undefined) {
    if (!(failure instanceof ServiceError)) return "failed";
    if (OFFLINE_CODES.includes(failure.code)) return "offline";
    const scope = LISTING_SCOPES.find((known) => known === failure.scope);
    if (scope !== undefined) return `lacks ${scope}`;
    return ["unauthorized", "secretLost", "sessionEnded"].includes(failure.code) ? "unauthorized" : "failed";
  }
  if (filter.text !== undefined) return "noMatch";
  return filter.isStarred ? "noStars" : "empty";
}
