import * as vscode from "vscode";
import { withoutBidiControls } from "../../core/text/bidi.ts";
import { withoutContexts } from "../../core/conversations/mentions.ts";
import { conversationId, type Outcome } from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { runningText } from "../../core/text/sentences.ts";
import type { Account } from "../accounts/accounts.ts";
import type { ConversationHistory } from "./conversationHistory.ts";
import type { ConversationPicture } from "./conversationList.ts";
import type { ListedConversation } from "./listedConversation.ts";
import { plainTitle, type ConversationReference } from "./conversationReference.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { groupByDay, groupByRepository, relativeTime, shortAge } from "./historyWords.ts";
import { serviceName } from "../platform/serviceName.ts";

/** A row of the history, with the rows below it. */
export interface ConversationNode {
  readonly item: vscode.TreeItem;
  readonly children: readonly ConversationNode[];
  /** Set on the row of a conversation. */
  readonly reference?: ConversationReference;
  readonly isOthers?: boolean;
  readonly webUrl?: string;
}

/** What the rows of the history are grouped by. */
export type ConversationGrouping = "day" | "repository";

/**
 * The rows of the history: by day or repository, then one that loads more, then conversations of other folders and of
 * other people. Conversations that are being deleted are left out.
 */
export function conversationNodes(
  { account, conversations, others, next, localCount, failure }: ConversationPicture,
  history: ConversationHistory,
  grouping: ConversationGrouping = "day",
): readonly ConversationNode[] {
  const isShown = ({ summary }: ListedConversation): boolean => !history.deletions.has(account.id, summary.name);
  const rowsOf = (listed: readonly ListedConversation[], isOthers: boolean): readonly ConversationNode[] =>
    listed.map((each) => conversationNode(account, each, isOthers, history));
  const isElsewhere = ({ summary }: ListedConversation): boolean =>
    history.marks.isElsewhere({ accountId: account.id, name: summary.name });
  const shown = conversations.filter(isShown);
  const elsewhere = rowsOf(shown.filter(isElsewhere), false);
  const here = shown
    .filter((each) => !isElsewhere(each))
    .map((each) => ({
      ...each.summary,
      ...(each.label?.repository !== undefined && { repository: each.label.repository }),
      each,
    }));
  const groups = grouping === "day" ? groupByDay(here, Date.now()) : groupByRepository(here);
  const main = groups.map(({ label, conversations: found }) =>
    group(
      label,
      vscode.TreeItemCollapsibleState.Expanded,
      rowsOf(
        found.map(({ each }) => each),
        false,
      ),
    ),
  );
  const foreign = rowsOf(others.filter(isShown), true);
  const rows = [
    ...main,
    ...(next === undefined ? [] : [moreNode()]),
    ...(elsewhere.length === 0
      ? []
      : [group(vscode.l10n.t("Other Folders"), vscode.TreeItemCollapsibleState.Collapsed, elsewhere)]),
    ...(foreign.length === 0
      ? []
      : [group(vscode.l10n.t("Other People's"), vscode.TreeItemCollapsibleState.Collapsed, foreign)]),
  ];
  // An empty view has its own text, which also leads to a new token and to the local service.
  if (rows.length === 0) return rows;
  const lacksScope = failure instanceof ServiceError && failure.scope !== undefined;
  return [...(lacksScope ? [tokenNode()] : []), ...rows, ...(localCount === 0 ? [] : [localNode(localCount)])];
}

/** A row that leads to the local conversations, which the list of the service in use does not have. */
function localNode(count: number): ConversationNode {
  const label = vscode.l10n.t("Local Conversations");
  const title = vscode.l10n.t("Use the Local Service");
  const item = new vscode.TreeItem(label);
  item.id = "local";
  item.contextValue = "localConversations";
  item.description = String(count);
  item.iconPath = new vscode.ThemeIcon("folder");
  item.tooltip = `${vscode.l10n.t("Conversations about the open folders")}\n${title}`;
  item.command = { command: "plumbline.useLocalService", title };
  item.accessibilityInformation = { label: `${label}, ${count}`, role: "button" };
  return { item, children: [] };
}

function group(
  label: string,
  state: vscode.TreeItemCollapsibleState,
  children: readonly ConversationNode[],
): ConversationNode {
  const item = new vscode.TreeItem(label, state);
  item.id = `group ${label}`;
  const count =
    children.length === 1 ? vscode.l10n.t("1 conversation") : vscode.l10n.t("{0} conversations", children.length);
  item.accessibilityInformation = { label: `${label}, ${count}` };
  return { item, children };
}

/** A row that leads to another access token, above copies that are shown because the one in use lacks a scope. */
function tokenNode(): ConversationNode {
  const label = vscode.l10n.t("Create an Access Token…");
  const item = new vscode.TreeItem(label);
  item.id = "token";
  item.iconPath = new vscode.ThemeIcon("key");
  item.command = { command: "plumbline.createToken", title: label };
  item.accessibilityInformation = { label, role: "button" };
  return { item, children: [] };
}

function moreNode(): ConversationNode {
  const label = vscode.l10n.t("Load More…");
  const item = new vscode.TreeItem(label);
  item.id = "more";
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.command = { command: "plumbline.loadMoreConversations", title: label };
  item.accessibilityInformation = { label, role: "button" };
  return { item, children: [] };
}

function conversationNode(
  account: Account,
  listed: ListedConversation,
  isOthers: boolean,
  history: ConversationHistory,
): ConversationNode {
  const { summary, label } = listed;
  const { awaited, marks } = history;
  const place = { accountId: account.id, name: summary.name };
  const asked = withoutContexts(label?.question ?? awaited.titleOf(place));
  const given = marks.titleOf(place, summary.title || asked);
  const title = plainTitle(given).trim() || vscode.l10n.t("Untitled");
  const isStarred = marks.isStarred(account.id, summary);
  const status = knownStatus(listed, awaited.stateOf(account.id, summary.name));
  const time = summary.updatedAt ?? summary.createdAt;
  const age = time === undefined ? "" : relativeTime(time, Date.now());
  const words = [
    status && STATUS_WORDS[status](),
    isOthers && vscode.l10n.t("from another person"),
    isStarred && vscode.l10n.t("starred"),
  ].filter((word): word is string => typeof word === "string");

  // The age comes first: behind a title as long as they are, it would not be seen.
  const item = new vscode.TreeItem(time === undefined ? title : `${shortAge(time, Date.now())} · ${title}`);
  item.id = `${account.id}/${conversationId(summary.name)}`;
  item.iconPath = isOthers ? new vscode.ThemeIcon("person") : iconOf(status, isStarred);
  const exact = time === undefined ? [] : [new Date(time).toLocaleString(vscode.env.language)];
  const question = withoutBidiControls(label?.question ?? "").trim();
  item.tooltip = [title, ...(question === "" || question === title ? [] : [question]), ...exact, ...words].join("\n");
  item.accessibilityInformation = { label: [title, ...words, age].filter(Boolean).join(", ") };
  item.contextValue = [
    "conversation",
    isOthers ? "others" : "own",
    // A star that the service has stays: no interface removes it.
    ...(marks.of(place).isStarred ? ["starred"] : summary.isStarred ? [] : ["unstarred"]),
    account.baseUrl === undefined ? "local" : "remote",
  ].join(".");
  const reference: ConversationReference = { accountId: account.id, name: summary.name, title };
  item.command = { command: "plumbline.openConversation", title: vscode.l10n.t("Open"), arguments: [reference] };
  return {
    item,
    children: [],
    reference,
    isOthers,
    ...(summary.webUrl !== undefined && { webUrl: summary.webUrl }),
  };
}

type Status = Outcome["status"] | "unseen";

/**
 * The status, as far as it is known without a request: from what this window awaits, from the service's list, or from
 * our copy if that is as new.
 */
function knownStatus(
  { summary, label }: ListedConversation,
  awaited: "running" | "unseen" | undefined,
): Status | undefined {
  if (awaited === "unseen") return "unseen";
  if (awaited === "running") return "processing";
  if (summary.status !== undefined) return summary.status;
  const isCurrent = label && (label.updatedAt ?? label.savedAt) >= (summary.updatedAt ?? 0);
  // A copy of a running question can't tell how that continued.
  return isCurrent && label.status !== "processing" ? label.status : undefined;
}

const STATUS_WORDS: Record<Status, () => string> = {
  unseen: () => vscode.l10n.t("new answer"),
  processing: () => vscode.l10n.t("being answered"),
  completed: () => vscode.l10n.t("answered"),
  failed: () => vscode.l10n.t("failed"),
  canceled: () => vscode.l10n.t("stopped"),
  unknown: () => vscode.l10n.t("in an unknown state"),
};

const ICONS: Record<Status, [icon: string, color?: string]> = {
  unseen: ["comment-unresolved", "notificationsInfoIcon.foreground"],
  processing: ["loading~spin"],
  completed: ["pass"],
  failed: ["error", "problemsErrorIcon.foreground"],
  canceled: ["circle-slash"],
  unknown: ["question"],
};

/** A star, unless there is more to say. */
function iconOf(status: Status | undefined, isStarred: boolean): vscode.ThemeIcon {
  if (isStarred && (status === undefined || status === "completed")) return new vscode.ThemeIcon("star-full");
  const [icon, color] = status === undefined ? (["comment"] as const) : ICONS[status];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** The text above the rows of a history. */
export function pictureWords({ account, failure, isFromCopies, filter }: ConversationPicture): string {
  const words = [
    filter.text === undefined ? "" : vscode.l10n.t("Conversations with {0}", `“${filter.text}”`),
    filter.isStarred ? vscode.l10n.t("Starred only") : "",
    isFromCopies ? vscode.l10n.t("Offline copies") : "",
    failure === undefined ? "" : wordingOf(failure, serviceName(account)).message,
  ];
  return runningText(words);
}
