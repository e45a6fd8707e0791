import { ConversationStore } from "../../../../src/local/conversations/conversationStore.ts";

/** A process of its own that adds conversations to a store, and changes one that it shares with others. */
const [folder = "", count = "0", shared = "0"] = process.argv.slice(2);
const store = new ConversationStore(folder, () => undefined);
const ids: number[] = [];
for (let index = 0; index < Number(count); index++) {
  const now = Date.now();
  const { id } = await store.create((id) => ({
    version: 1,
    id,
    readToken: "t",
    createdAt: now,
    updatedAt: now,
    title: `of ${String(process.pid)}`,
    questions: [
      { id: 1, text: "?", createdAt: now, updatedAt: now, folders: [], steps: [], state: { status: "canceled" } },
    ],
  }));
  ids.push(id);
  await store.update(Number(shared), (before) => ({ ...before, title: `${before.title}+` }));
}
process.send?.(ids);
