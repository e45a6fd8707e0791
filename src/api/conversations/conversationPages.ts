import type { ConversationPage, ConversationQuery } from "../../core/model/conversation.ts";

/** How many conversations are read at once. */
export const PAGE_SIZE = 50;

/** Pages without a single wanted conversation that are passed over at once, before whoever asks hears of it. */
const EMPTY_AT_MOST = 20;

/** Reads pages until one has something in it. Where many in a row have nothing, the answer is empty and has a `next`. */
export async function firstFilledPage<Q extends ConversationQuery>(
  query: Q,
  read: (query: Q) => Promise<ConversationPage>,
): Promise<ConversationPage> {
  let page = await read(query);
  for (let empty = 1; page.conversations.length === 0 && page.next !== undefined && empty < EMPTY_AT_MOST; empty++)
    page = await read({ ...query, page: page.next });
  return page;
}

/** Whether a conversation passes a filter: where the filter or what it looks at isn't there, it does. */
export function passes<T>(filter: T | undefined, value: T | undefined): boolean {
  return filter === undefined || value === undefined || filter === value;
}
