import {
  conversationId,
  QUESTION_AT_MOST,
  type ConversationPage,
  type ConversationQuery,
} from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { CallOptions } from "../../core/model/service.ts";
import type { ConversationInterface, InterfaceName } from "./conversationInterface.ts";

/** What an account remembers between sessions. */
export interface InterfaceMemory {
  get(): InterfaceName | undefined;
  set(name: InterfaceName): void;
}

/**
 * The conversation interface that the instance has. It is found by asking for a page of the list (the new interface
 * first), remembered, and looked for again when the remembered one says that it is gone. A question that is too long is
 * refused here, with its length, and never sent. If there is no interface, `explain` may say why.
 */
export function conversations(
  interfaces: Readonly<Record<InterfaceName, ConversationInterface>>,
  memory: InterfaceMemory,
  explain: (unsupported: ServiceError) => Promise<ServiceError> = (unsupported) => Promise.resolve(unsupported),
): ConversationInterface {
  let finding: Promise<InterfaceName> | undefined;
  /** Ids of other people's conversations that were found by token: the new interface doesn't say whose they are. */
  const others = new Set<string>();

  const find = async (): Promise<InterfaceName> => {
    try {
      const name = await (finding ??= probe(interfaces));
      memory.set(name);
      return name;
    } finally {
      finding = undefined;
    }
  };

  const use = async <T>(call: (conversations: ConversationInterface) => Promise<T>): Promise<T> => {
    const name =
      memory.get() ??
      (await find().catch(async (error: unknown) => {
        throw isUnsupported(error) ? await explain(error) : error;
      }));
    try {
      return await call(interfaces[name]);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      const now = await find().catch((cause: unknown) => {
        throw isUnsupported(cause) ? new ServiceError("interfaceGone", error.message, { cause }) : cause;
      });
      if (now === name) throw error;
      return call(interfaces[now]); // the other one refused it as a whole: nothing is done twice
    }
  };

  return {
    createConversation: async (question, options) => {
      refuseTooLong(question);
      return use((it) => it.createConversation(question, options));
    },
    getConversation: async (name, options) => {
      const conversation = await use((it) => it.getConversation(name, options));
      return others.has(conversationId(name)) ? { isOwner: false, ...conversation } : conversation;
    },
    listConversations: async (query = {}) => {
      const page = await use((it) => it.listConversations(query));
      const isFound = query.readToken === undefined || page.conversations.length > 0 || memory.get() === "legacy";
      if (isFound) return page;
      const found = await shared(interfaces.legacy, query);
      for (const { name, isOwner } of found.conversations) if (isOwner === false) others.add(conversationId(name));
      return found;
    },
    addQuestion: async (name, question, options) => {
      refuseTooLong(question);
      return use((it) => it.addQuestion(name, question, options));
    },
    cancelConversation: (name, options) => use((it) => it.cancelConversation(name, options)),
    deleteConversation: (name, options) => use((it) => it.deleteConversation(name, options)),
  };
}

/** Takes no caller's signal, since several callers may wait for it. */
async function probe(interfaces: Readonly<Record<InterfaceName, ConversationInterface>>): Promise<InterfaceName> {
  try {
    await interfaces.new.listConversations();
    return "new";
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  }
  await interfaces.legacy.listConversations();
  return "legacy";
}

/**
 * Only the legacy interface, which newer instances keep, finds another person's conversation by its token. The name is
 * spelled as in the new interface.
 */
async function shared(
  legacy: ConversationInterface,
  query: ConversationQuery & CallOptions,
): Promise<ConversationPage> {
  try {
    const { conversations } = await legacy.listConversations(query);
    return {
      conversations: conversations.map((summary) => ({
        ...summary,
        name: `users/${summary.ownerId ?? "-"}/conversations/${conversationId(summary.name)}`,
      })),
    };
  } catch (error) {
    if (isUnsupported(error) || (error instanceof ServiceError && error.code === "forbidden"))
      return { conversations: [] };
    throw error;
  }
}

function refuseTooLong({ length }: string): void {
  if (length <= QUESTION_AT_MOST) return;
  throw new ServiceError("tooLong", `The question has ${length} characters.`, { length });
}

function isUnsupported(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === "unsupported";
}
