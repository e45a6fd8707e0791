import { ConversationStore } from "../../../../../src/local/answers/conversations/conversationStore.ts";
import type {
  StoredConversation,
  StoredQuestion,
} from "../../../../../src/local/answers/conversations/storedConversation.ts";

/**
 * A process of its own that writes to a store, and reports each write when it is acknowledged: `create COUNT` adds
 * conversations, `ask ID COUNT` adds questions to one, `delete ID` deletes it.
 */
export type Told =
  | { readonly type: "created"; readonly id: number }
  | { readonly type: "asked"; readonly text: string }
  | { readonly type: "gone" };

export function questionOf(text: string, id = 1): StoredQuestion {
  return { id, text, createdAt: 1, updatedAt: 1, folders: [], steps: [], state: { status: "canceled" } };
}

export function conversationOf(id: number, ...questions: readonly StoredQuestion[]): StoredConversation {
  const asked = questions.length > 0 ? questions : [questionOf("?")];
  return { version: 1, id, readToken: "t", createdAt: 1, updatedAt: 1, title: "title", questions: asked };
}

/** The conversation with one more question. */
export function withQuestion(conversation: StoredConversation, text: string): StoredConversation {
  const { questions } = conversation;
  return { ...conversation, questions: [...questions, questionOf(text, (questions.at(-1)?.id ?? 0) + 1)] };
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder = "", task = "", ...numbers] = process.argv;
  const store = new ConversationStore(folder, () => undefined);
  const tell = (told: Told) => process.send?.(told);
  const [first = 0, second = 0] = numbers.map(Number);
  if (task === "delete") {
    await store.delete(first);
  } else if (task === "create") {
    for (let count = 0; count < first; count++)
      tell({ type: "created", id: (await store.create((id) => conversationOf(id, questionOf("x".repeat(5_000))))).id });
  } else {
    for (let count = 0; count < second; count++) {
      const text = `${process.pid} asks ${count}`;
      if ((await store.update(first, (before) => withQuestion(before, text))) !== undefined) {
        tell({ type: "asked", text });
      } else {
        tell({ type: "gone" });
        break;
      }
    }
  }
  if (process.connected) process.disconnect();
}
