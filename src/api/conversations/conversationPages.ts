import type { ConversationPage, ConversationQuery } from "../../core/model/conversation.ts";

/** How many conversations are read at once. */
export const PAGE_SIZE = 50;

/** How many pages without a wanted conversation are read in a row before an empty answer is given. */
const EMPTY_AT_MOST = 20;

/** Reads pages until one has something in it. If many in a row have nothing, the result is empty and has a `next`. */
export async function firstFilledPage<Q extends ConversationQuery>(
  query: Q,
  read: (query: Q) => Promise<ConversationPage>,
): Promise<ConversationPage> {
  let page = await read(query);
  for (let empty = 1; page.conversations.length === 0 && page.next !== undefined && empty < EMPTY_AT_MOST; empty++)
    page = await read({ ...query, page: page.next });
  return page;
}

/** Whether a conversation passes a filter. It does if the filter or the value is absent. */
export function passes<T>(filter: T | undefined, value: T | undefined): boolean {
  return filter === undefined || value === undefined || filter === value;
}
