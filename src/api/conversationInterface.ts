import type { CodeSearchService } from "../core/service.ts";

/** One of the two conversation interfaces: the part of the port that both of them offer. */
export type ConversationInterface = Pick<
  CodeSearchService,
  | "createConversation"
  | "getConversation"
  | "listConversations"
  | "addQuestion"
  | "cancelConversation"
  | "deleteConversation"
>;

export type InterfaceName = "new" | "legacy";
