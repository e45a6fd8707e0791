import { ServiceError } from "../core/errors.ts";
import type { ConversationInterface, InterfaceName } from "./conversationInterface.ts";

/** What an account remembers between sessions. */
export interface InterfaceMemory {
  get(): InterfaceName | undefined;
  set(name: InterfaceName): void;
}

/**
 * The conversation interface that the instance has. It is found by asking for one conversation of the list (the new
 * interface first), remembered, and asked for again when the remembered one says that it isn't there any more.
 */
export function conversations(
  interfaces: Readonly<Record<InterfaceName, ConversationInterface>>,
  memory: InterfaceMemory,
): ConversationInterface {
  let finding: Promise<InterfaceName> | undefined;

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
    const name = memory.get() ?? (await find());
    try {
      return await call(interfaces[name]);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      const now = await find();
      if (now === name) throw error;
      return call(interfaces[now]); // refused as a whole by the other one, so this is no second try of anything
    }
  };

  return {
    createConversation: (question, options) => use((it) => it.createConversation(question, options)),
    getConversation: (name, options) => use((it) => it.getConversation(name, options)),
    listConversations: (options) => use((it) => it.listConversations(options)),
    addQuestion: (name, question, options) => use((it) => it.addQuestion(name, question, options)),
    cancelConversation: (name, options) => use((it) => it.cancelConversation(name, options)),
    deleteConversation: (name, options) => use((it) => it.deleteConversation(name, options)),
  };
}

/** A question of its own, without anybody's signal: several callers may wait for it. */
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

function isUnsupported(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "unsupported";
}
