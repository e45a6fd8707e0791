import type { ConversationStore } from "./conversationStore.ts";
import type { QuestionAnswers } from "./questionAnswers.ts";
import type { StoredConversation, StoredQuestion } from "./storedConversation.ts";

/** Where conversations are read, asked in and listed. */
export interface Conversations {
  readonly store: Pick<ConversationStore, "folder" | "summaries" | "get">;
  readonly answers: Pick<QuestionAnswers, "create" | "add" | "get" | "look" | "cancel" | "delete">;
}

/**
 * Conversations as agents see them: those in which an answer leads to a file that is held back from them do not exist.
 * What is asked is asked by an agent, and never answered by a model.
 */
export function conversationsForAgents(
  { store, answers }: Conversations,
  findHeldBack: (questions: readonly StoredQuestion[]) => Promise<ReadonlySet<StoredQuestion>>,
): Conversations {
  const openAmong = async (all: readonly StoredConversation[]): Promise<readonly StoredConversation[]> => {
    const heldBack = await findHeldBack(all.flatMap(({ questions }) => questions));
    return all.filter(({ questions }) => !questions.some((question) => heldBack.has(question)));
  };
  const open = async (conversation: StoredConversation | undefined): Promise<StoredConversation | undefined> =>
    conversation && (await openAmong([conversation]))[0];
  const isOpen = async (id: number): Promise<boolean> => (await open(await store.get(id))) !== undefined;
  const opened = async <T>(id: number, act: () => Promise<T>): Promise<T | undefined> =>
    (await isOpen(id)) ? act() : undefined;
  return {
    store: {
      folder: store.folder,
      get: async (id) => open(await store.get(id)),
      async summaries() {
        const all = await Promise.all(
          (await store.summaries()).map(async (each) => ({ each, whole: await store.get(each.id) })),
        );
        const areOpen = new Set(await openAmong(all.flatMap(({ whole }) => whole ?? [])));
        return all.flatMap(({ each, whole }) => (whole && areOpen.has(whole) ? [each] : []));
      },
    },
    answers: {
      create: (text, folders) => answers.create(text, folders, { asker: "agent" }),
      add: (id, text, folders, asking) =>
        opened(id, () =>
          answers.add(id, text, folders, { asker: "agent", ...(asking?.insteadOf && { insteadOf: asking.insteadOf }) }),
        ),
      get: async (id) => open(await answers.get(id)),
      look: async (id) => open(await answers.look(id)),
      cancel: (id, questionId) => opened(id, () => answers.cancel(id, questionId)),
      delete: async (id) => (await opened(id, () => answers.delete(id))) ?? false,
    },
  };
}
