import assert from "node:assert/strict";
import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, utimesSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "mocha";
import { ConversationStore } from "../../../../../src/local/answers/conversations/conversationStore.ts";
import { isThorough } from "../../../../support/depth.ts";
import { itWithSuspension } from "../../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { conversationOf, withQuestion, type Told } from "./storeWriter.ts";

const WRITER = fileURLToPath(new URL("./storeWriter.ts", import.meta.url));

/** A process that writes, and what it reported as written to disk. */
class Writer {
  readonly told: Told[] = [];
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor(folder: string, ...task: readonly (string | number)[]) {
    this.#child = fork(WRITER, [folder, ...task.map(String)]);
    this.#child.on("message", (message) => this.told.push(message as Told));
    this.ended = once(this.#child, "close");
  }

  get asked(): readonly string[] {
    return this.told.flatMap((told) => (told.type === "asked" ? [told.text] : []));
  }

  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    this.#child.kill(name);
  }

  /** Waits until it has begun to write. */
  async hasWritten(): Promise<void> {
    while (this.told.length === 0) await once(this.#child, "message");
  }
}

/** Runs such a process while everything in this one stands still. */
function write(folder: string, ...task: readonly (string | number)[]): void {
  assert.equal(spawnSync(process.execPath, [WRITER, folder, ...task.map(String)]).status, 0);
}

describe("a store of conversations that several processes write to", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());
  const open = (name: string) => {
    const folder = path.join(temporary.root, name);
    return { folder, store: new ConversationStore(folder, () => undefined) };
  };
  const textsOf = async (store: ConversationStore, id: number) =>
    ((await store.get(id))?.questions ?? []).map(({ text }) => text).slice(1);
  const filesOf = (folder: string) => readdirSync(folder).sort();
  /** What is left behind is removed when it is a minute old. */
  const letAnHourPass = (folder: string) => {
    const then = Date.now() / 1_000 - 3_600;
    for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), then, then);
  };

  it("gives each conversation its own number, and loses no change", async () => {
    const { folder, store } = open("races");
    const { id } = await store.create(conversationOf);
    const asking = Array.from({ length: 3 }, () => new Writer(folder, "ask", id, 15));
    const creating = Array.from({ length: 2 }, () => new Writer(folder, "create", 15));
    await Promise.all([...asking, ...creating].map(({ ended }) => ended));
    assert.equal((await store.summaries()).length, 31);
    const numbers = creating.flatMap(({ told }) => told.map((one) => (one.type === "created" ? one.id : 0)));
    assert.equal(new Set([id, ...numbers]).size, 31);
    assert.deepEqual((await textsOf(store, id)).sort(), asking.flatMap(({ asked }) => asked).sort());
    assert.equal(asking.flatMap(({ asked }) => asked).length, 45);
    assert.ok(filesOf(folder).every((name) => name.endsWith(".json")));
  });

  itWithSuspension(
    "keeps every question that was acknowledged while others were suspended, and goes on at once",
    async () => {
      const { folder, store } = open("suspended");
      const { id } = await store.create(conversationOf);
      const writers = Array.from({ length: 3 }, () => new Writer(folder, "ask", id, 60));
      await Promise.all(writers.map((writer) => writer.hasWritten()));
      const mine: string[] = [];
      for (let round = 0; round < 12; round++) {
        const writer = writers[round % writers.length];
        writer?.signal("SIGSTOP");
        for (let count = 0; count < 3; count++) {
          const text = `I ask ${round} ${count}`;
          assert.ok(await store.update(id, (conversation) => withQuestion(conversation, text)));
          mine.push(text);
        }
        writer?.signal("SIGCONT");
        await sleep(Math.random() * 20);
      }
      await Promise.all(writers.map(({ ended }) => ended));
      const asked = [...mine, ...writers.flatMap((writer) => writer.asked)];
      assert.equal(asked.length, 36 + 180);
      assert.deepEqual((await textsOf(store, id)).sort(), asked.sort());
    },
  );

  it("makes a change again that was made from a version which is long gone", async () => {
    const { folder, store } = open("stale");
    const { id } = await store.create(conversationOf);
    let attempts = 0;
    const after = await store.update(id, (conversation) => {
      if (++attempts === 1) write(folder, "ask", id, 6);
      return withQuestion(conversation, "mine");
    });
    assert.equal(attempts, 2);
    assert.equal(after?.questions.length, 8);
    assert.deepEqual(await store.get(id), after);
  });

  it("counts a change that others went on from before its writer looked again", async () => {
    const { folder, store } = open("built-upon");
    const { id } = await store.create(conversationOf);
    const other = new Writer(folder, "ask", id, 40);
    for (let count = 0; count < 40; count++)
      await store.update(id, (conversation) => withQuestion(conversation, `mine ${count}`));
    await other.ended;
    const texts = await textsOf(store, id);
    assert.equal(texts.length, 80);
    assert.equal(new Set(texts).size, 80);
  });

  it("gives no number that was used, and deleted, while its creator was suspended", async () => {
    const { folder, store } = open("stale-number");
    await store.create(conversationOf);
    let attempts = 0;
    const { id } = await store.create((number) => {
      if (++attempts === 1) {
        write(folder, "create", 2);
        write(folder, "ask", 2, 4);
        write(folder, "delete", 3);
      }
      return conversationOf(number);
    });
    assert.equal(id, 4);
    assert.equal((await textsOf(store, 2)).length, 4);
    assert.equal(await store.get(3), undefined);
  });

  itWithSuspension("does not bring back a conversation that was deleted while its writer was suspended", async () => {
    const { folder, store } = open("deleted");
    const { id } = await store.create(conversationOf);
    const after = await store.update(id, (conversation) => {
      write(folder, "delete", id);
      return withQuestion(conversation, "mine");
    });
    assert.equal(after, undefined);
    assert.deepEqual(filesOf(folder), [`${id}.deleted`]);
    for (let round = 0; round < (isThorough ? 6 : 2); round++) {
      const next = await store.create(conversationOf);
      const writer = new Writer(folder, "ask", next.id, 10_000);
      await writer.hasWritten();
      await sleep(Math.random() * 20);
      writer.signal("SIGSTOP");
      assert.equal(await store.delete(next.id), true);
      assert.equal(await store.get(next.id), undefined);
      writer.signal("SIGCONT");
      await writer.ended;
      assert.equal(writer.told.at(-1)?.type, "gone");
    }
    await store.summaries();
    assert.ok(filesOf(folder).every((name) => name.endsWith(".deleted")));
  });

  it("keeps what was acknowledged before a process was killed, and clears up after it", async () => {
    const { folder, store } = open("killed");
    const { id } = await store.create(conversationOf);
    const asked: string[] = [];
    const created: number[] = [];
    for (let round = 0; round < (isThorough ? 4 : 2); round++) {
      const writers = [new Writer(folder, "ask", id, 10_000), new Writer(folder, "create", 10_000)];
      await Promise.all(writers.map((writer) => writer.hasWritten()));
      await sleep(Math.random() * 40);
      for (const writer of writers) writer.signal("SIGKILL");
      await Promise.all(writers.map(({ ended }) => ended));
      asked.push(...writers.flatMap((writer) => writer.asked));
      created.push(...writers.flatMap(({ told }) => told.flatMap((one) => (one.type === "created" ? [one.id] : []))));
    }
    const texts = await textsOf(store, id);
    assert.deepEqual(
      asked.filter((text) => !texts.includes(text)),
      [],
    );
    assert.equal(new Set(texts).size, texts.length);
    const listed = new Set((await store.summaries()).map((summary) => summary.id));
    assert.deepEqual(
      created.filter((number) => !listed.has(number)),
      [],
    );
    letAnHourPass(folder);
    await store.summaries();
    assert.ok(filesOf(folder).every((name) => /^\d+\.\d+\.json$/.test(name)));
    assert.ok(filesOf(folder).length <= listed.size + 1, "no old version but the one before the last");
  });
});
