import type { ConversationStore } from "./conversationStore.ts";
import type { QuestionAnswers } from "./questionAnswers.ts";
import type { StoredConversation, StoredQuestion, StoredSummary } from "./storedConversation.ts";

/** Somebody may have ten thousand conversations. */
const LOOKED_AT_AT_ONCE = 64;

/** Where conversations are read, asked in and listed. */
export interface Conversations {
  readonly store: Pick<ConversationStore, "folder" | "summaries" | "read">;
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
  async function* openOf(all: AsyncIterable<StoredConversation>): AsyncGenerator<StoredConversation, void> {
    let some: StoredConversation[] = [];
    for await (const each of all) {
      some.push(each);
      if (some.length < LOOKED_AT_AT_ONCE) continue;
      yield* await openAmong(some);
      some = [];
    }
    yield* await openAmong(some);
  }
  const isOpen = async (id: number): Promise<boolean> => {
    for await (const _ of openOf(store.read([id]))) return true;
    return false;
  };
  const opened = async <T>(id: number, act: () => Promise<T>): Promise<T | undefined> =>
    (await isOpen(id)) ? act() : undefined;
  return {
    store: {
      folder: store.folder,
      read: (ids) => openOf(store.read(ids)),
      async summaries() {
        const all = new Map((await store.summaries()).map((summary) => [summary.id, summary]));
        const shown: StoredSummary[] = [];
        for await (const { id } of openOf(store.read([...all.keys()]))) shown.push(...[all.get(id) ?? []].flat());
        return shown;
      },
    },
    answers: {
      create: (text, folders) => answers.create(text, folders, { asker: "agent" }),
      add: (id, text, folders, asking) =>
        opened(id, () =>
          answers.add(id, text, folders, { asker: "agent", ...(asking?.insteadOf && { insteadOf: asking.insteadOf }) }),
        ),
      get: async (id) => open(await answers.get(id)),
      look: (ids) => openOf(answers.look(ids)),
      cancel: (id, questionId) => opened(id, () => answers.cancel(id, questionId)),
      delete: async (id) => (await opened(id, () => answers.delete(id))) ?? false,
    },
  };
}
