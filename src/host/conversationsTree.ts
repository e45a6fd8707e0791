import * as vscode from "vscode";
import { withoutBidiControls } from "../core/bidi.ts";
import { conversationId, type ConversationSummary } from "../core/conversation.ts";
import type { Account, Accounts } from "./accounts.ts";
import type { ConversationReference } from "./conversationReference.ts";
import { wordingOf } from "./errorMessages.ts";
import { groupByDay, relativeTime } from "./historyWords.ts";
import type { Log } from "./log.ts";
import { atStart, serviceName } from "./serviceName.ts";
import type { Services } from "./services.ts";

type Node =
  | { readonly kind: "day"; readonly label: string; readonly conversations: Node[] }
  | { readonly kind: "conversation"; readonly account: Account; readonly summary: ConversationSummary }
  | { readonly kind: "more" };

/** The history of the current account, newest first, in groups by day. */
export class ConversationsTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #services: Services;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Node>;
  readonly #subscription: vscode.Disposable;
  #conversations: readonly ConversationSummary[] = [];
  #next: string | undefined;
  #loaded: Promise<void> | undefined;

  constructor(accounts: Accounts, services: Services, log: Log) {
    this.#accounts = accounts;
    this.#services = services;
    this.#log = log;
    this.#view = vscode.window.createTreeView("plumbline.conversations", { treeDataProvider: this });
    this.#subscription = accounts.onDidChangeCurrent(() => {
      this.refresh();
    });
  }

  /** The row that is selected, for commands by key. */
  get selected(): unknown {
    return this.#view.selection[0];
  }

  /** Reads the history again, from its first page. */
  refresh(): void {
    this.#loaded = undefined;
    this.#changed.fire(undefined);
  }

  async loadMore(): Promise<void> {
    await this.#load(this.#next);
    this.#changed.fire(undefined);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return node.kind === "day" ? node.conversations : [];
    await (this.#loaded ??= this.#load(undefined));
    const account = this.#accounts.current;
    const groups = groupByDay(this.#conversations, Date.now());
    const days = groups.map(({ label, conversations }): Node => ({
      kind: "day",
      label,
      conversations: conversations.map((summary) => ({ kind: "conversation", account, summary })),
    }));
    return this.#next === undefined ? days : [...days, { kind: "more" }];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case "day": {
        const row = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.Expanded);
        row.id = `day ${node.label}`;
        return row;
      }
      case "more": {
        const row = new vscode.TreeItem(vscode.l10n.t("Load More…"));
        row.id = "more";
        row.command = { command: "plumbline.loadMoreConversations", title: vscode.l10n.t("Load More…") };
        return row;
      }
      case "conversation":
        return conversationRow(node.account, node.summary);
    }
  }

  dispose(): void {
    vscode.Disposable.from(this.#view, this.#changed, this.#subscription).dispose();
  }

  /** Never rejects: what went wrong is said in the view. */
  async #load(page: string | undefined): Promise<void> {
    const account = this.#accounts.current;
    try {
      const { service } = await this.#services.reach(account);
      const { conversations, next } = await service.listConversations(page === undefined ? {} : { page });
      if (account.id !== this.#accounts.current.id) return;
      const before = page === undefined ? [] : this.#conversations;
      const known = new Set(before.map(({ name }) => conversationId(name)));
      const added = conversations.filter(({ name }) => !known.has(conversationId(name)));
      this.#conversations = [...before, ...added];
      this.#next = added.length > 0 ? next : undefined; // a page that brings nothing new is the last one
      this.#say(undefined, this.#conversations.length === 0 ? "empty" : "");
    } catch (error) {
      this.#log.error("The conversations could not be listed", error);
      if (page === undefined) this.#conversations = [];
      this.#next = undefined;
      this.#say(wordingOf(error, serviceName(account)).message, this.#conversations.length === 0 ? "failed" : "");
    }
  }

  #say(message: string | undefined, state: "" | "empty" | "failed"): void {
    const { current } = this.#accounts;
    // A TreeView's message, once set, is taken away with an empty one.
    this.#view.message = message ?? "";
    this.#view.description = atStart(serviceName(current));
    void vscode.commands.executeCommand("setContext", "plumbline.conversations", state);
  }
}

function conversationRow(account: Account, summary: ConversationSummary): vscode.TreeItem {
  const title = withoutBidiControls(summary.title) || vscode.l10n.t("Untitled");
  const row = new vscode.TreeItem(title);
  row.id = `${account.id}/${conversationId(summary.name)}`;
  row.iconPath = new vscode.ThemeIcon("comment");
  row.contextValue = "conversation";
  const time = summary.updatedAt ?? summary.createdAt;
  if (time !== undefined) {
    row.description = relativeTime(time, Date.now());
    row.tooltip = `${title}\n${new Date(time).toLocaleString(vscode.env.language)}`;
  }
  const reference: ConversationReference = { accountId: account.id, name: summary.name, title };
  row.command = { command: "plumbline.openConversation", title: vscode.l10n.t("Open"), arguments: [reference] };
  return row;
}

/** The conversation of a row, for commands that a row's menu calls with it. */
export function referenceOf(node: unknown): ConversationReference | undefined {
  const { kind, account, summary } = node as Partial<Extract<Node, { kind: "conversation" }>>;
  if (kind !== "conversation" || !account || !summary) return undefined;
  return { accountId: account.id, name: summary.name, title: summary.title };
}
