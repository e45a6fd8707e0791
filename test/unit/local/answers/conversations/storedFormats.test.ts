import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "mocha";
import { ConversationStore } from "../../../../../src/local/answers/conversations/conversationStore.ts";
import type { StoredConversation } from "../../../../../src/local/answers/conversations/storedConversation.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { conversationOf, withQuestion } from "./storeWriter.ts";

/** Never changed: every layout that a version of Plumbline ever wrote. A new layout gets its own folder. */
const STORED = fileURLToPath(new URL("./stored", import.meta.url));

describe("conversations that an earlier version stored", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  for (const layout of readdirSync(STORED)) {
    const copy = () => {
      const folder = path.join(temporary.root, `${layout}${Math.random()}`);
      cpSync(path.join(STORED, layout, "store"), folder, { recursive: true });
      for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), 1, 1);
      return folder;
    };
    const kept = JSON.parse(
      readFileSync(path.join(STORED, layout, "conversations.json"), "utf8"),
    ) as readonly StoredConversation[];

    it(`are read from ${layout}, listed, changed and deleted`, async () => {
      const folder = copy();
      const logged: string[] = [];
      const store = new ConversationStore(folder, (_, message) => logged.push(message));
      for (const conversation of kept) assert.deepEqual(await store.get(conversation.id), conversation);
      assert.deepEqual(
        (await store.summaries()).map(({ id, title }) => ({ id, title })).sort((a, b) => a.id - b.id),
        kept.map(({ id, title, questions }) => ({ id, title: title || questions[0]?.text })),
      );
      assert.deepEqual(logged, []);
      assert.ok(
        readdirSync(folder).every((name) => /^\d+\.(?:\d+\.json|deleted)$/.test(name)),
        "nothing of the earlier layout, and nothing that was left behind",
      );
      const changed = await store.update(1, (before) => withQuestion(before, "And now?"));
      assert.deepEqual(await new ConversationStore(folder, () => undefined).get(1), changed);
      assert.equal((await store.create(conversationOf)).id, 5);
      for (const { id } of kept) assert.equal(await store.delete(id), true);
      assert.deepEqual(
        readdirSync(folder).filter((name) => !name.endsWith(".deleted")),
        ["5.1.json"],
      );
    });

    it(`are carried over from ${layout} once, by however many processes`, async () => {
      const folder = copy();
      const stores = Array.from({ length: 4 }, () => new ConversationStore(folder, () => undefined));
      await Promise.all(stores.map((store, index) => store.update(1, (before) => withQuestion(before, `of ${index}`))));
      const [store] = stores;
      assert.equal((await store?.summaries())?.length, kept.length);
      assert.equal((await store?.get(1))?.questions.length, (kept[0]?.questions.length ?? 0) + stores.length);
    });
  }

  it("keep their place when an earlier program, in another window, gives their number again", async () => {
    const folder = temporary.write("again", {});
    const store = new ConversationStore(folder, () => undefined);
    await store.create(conversationOf);
    for (let times = 0; times < 4; times++) await store.update(1, (before) => withQuestion(before, "more"));
    temporary.write("again", { "1.json": JSON.stringify({ ...conversationOf(1), title: "of an earlier program" }) });
    const summaries = await store.summaries();
    assert.deepEqual(
      summaries.map(({ id, title }) => ({ id, title })).sort((a, b) => a.id - b.id),
      [
        { id: 1, title: "title" },
        { id: 2, title: "of an earlier program" },
      ],
    );
    assert.equal((await store.get(1))?.questions.length, 5);
  });
});
