import { conversationId, type ConversationSummary } from "../../core/model/conversation.ts";
import type { CopyLabel } from "./keptConversation.ts";

/** A conversation in the history: what the service says about it, and the label of our own copy. */
export interface ListedConversation {
  readonly summary: ConversationSummary;
  /** Absent if there is no copy. */
  readonly label?: CopyLabel;
}

/** The rows of the first page, then those read before that are older than all of it. */
export function withPagesBehind(
  page: readonly ListedConversation[],
  before: readonly ListedConversation[],
  next: string | undefined,
): readonly ListedConversation[] {
  const last = page.at(-1)?.summary;
  // A filter left nothing of the first page: what was read before came from later pages.
  if (last === undefined && next !== undefined) return before;
  if (last === undefined || before.length <= page.length) return page;
  const inPage = new Set(page.map(({ summary }) => conversationId(summary.name)));
  const end = before.findIndex(({ summary }) => conversationId(summary.name) === conversationId(last.name));
  const behind = end < 0 ? [] : before.slice(end + 1);
  return [...page, ...behind.filter(({ summary }) => !inPage.has(conversationId(summary.name)))];
}

/** Whether the conversation of a copy has a row. */
export function has(rows: readonly ListedConversation[], { name }: Pick<CopyLabel, "name">): boolean {
  return rows.some(({ summary }) => conversationId(summary.name) === conversationId(name));
}

/** Whether a copy is known to be of another person's conversation. */
export function isOthers({ isOwner }: CopyLabel): boolean {
  return isOwner === false;
}

/** The row of a conversation that is known from its copy. */
export function listed(label: CopyLabel): ListedConversation {
  const { name, title, createdAt, updatedAt, isStarred } = label;
  return {
    summary: {
      name,
      title,
      ...(createdAt !== undefined && { createdAt }),
      ...(updatedAt !== undefined && { updatedAt }),
      ...(isStarred !== undefined && { isStarred }),
    },
    label,
  };
}
