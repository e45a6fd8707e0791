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
  /** `page` is the first page of the list, by which the interface was found. */
  set(name: InterfaceName, page: ConversationPage): void;
  /** That page, once, while it is new. */
  takePage?(): ConversationPage | undefined;
}

/**
 * The conversation interface that the instance has. It is found by asking for a page of the list (the new interface
 * first), remembered, and looked for again when the remembered one says that it is gone; that page needn't be read
 * twice. A question that is too long is refused here, with its length, and never sent. If there is no interface,
 * `explain` may say why.
 */
export function conversations(
  interfaces: Readonly<Record<InterfaceName, ConversationInterface>>,
  memory: InterfaceMemory,
  explain: (unsupported: ServiceError) => Promise<ServiceError> = (unsupported) => Promise.resolve(unsupported),
): ConversationInterface {
  let finding: Promise<Listed> | undefined;
  /** Ids of other people's conversations that were found by token: the new interface doesn't say whose they are. */
  const others = new Set<string>();

  const find = async (): Promise<InterfaceName> => {
    try {
      const { name, page } = await (finding ??= probe(interfaces));
      memory.set(name, page);
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

  /** After a call that changes something, a page that was read before is outdated. */
  const change = <T>(call: (conversations: ConversationInterface) => Promise<T>): Promise<T> =>
    use((it) => {
      memory.takePage?.();
      return call(it);
    });

  return {
    createConversation: async (question, options) => {
      refuseTooLong(question);
      return change((it) => it.createConversation(question, options));
    },
    getConversation: async (name, options) => {
      const conversation = await use((it) => it.getConversation(name, options));
      return others.has(conversationId(name)) ? { isOwner: false, ...conversation } : conversation;
    },
    listConversations: async (query = {}) => {
      const known = () => (isPlain(query) ? memory.takePage?.() : undefined);
      const page = await use(async (it) => known() ?? it.listConversations(query));
      const isFound = query.readToken === undefined || page.conversations.length > 0 || memory.get() === "legacy";
      if (isFound) return page;
      const found = await shared(interfaces.legacy, query);
      for (const { name, isOwner } of found.conversations) if (isOwner === false) others.add(conversationId(name));
      return found;
    },
    addQuestion: async (name, question, options) => {
      refuseTooLong(question);
      return change((it) => it.addQuestion(name, question, options));
    },
    cancelConversation: (name, options) => use((it) => it.cancelConversation(name, options)),
    deleteConversation: (name, options) => change((it) => it.deleteConversation(name, options)),
  };
}

/** An interface, and the first page that it lists. */
interface Listed {
  readonly name: InterfaceName;
  readonly page: ConversationPage;
}

/** Takes no caller's signal, since several callers may wait for it. */
async function probe(interfaces: Readonly<Record<InterfaceName, ConversationInterface>>): Promise<Listed> {
  try {
    return { name: "new", page: await interfaces.new.listConversations() };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  }
  return { name: "legacy", page: await interfaces.legacy.listConversations() };
}

/** Whether it asks for the first page of everything, as the probe does. */
function isPlain(query: ConversationQuery & CallOptions): boolean {
  return Object.entries(query).every(([key, value]) => key === "signal" || value === undefined);
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
