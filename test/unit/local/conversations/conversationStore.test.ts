import assert from "node:assert/strict";
import { fork, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "mocha";
import { ConversationStore } from "../../../../src/local/conversations/conversationStore.ts";
import { withFileLock } from "../../../../src/local/conversations/fileLock.ts";
import { QuestionAnswers, type FindAnswer } from "../../../../src/local/conversations/questionAnswers.ts";
import type { StoredConversation } from "../../../../src/local/conversations/storedConversation.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { until } from "../runningService.ts";

const answerAtOnce: FindAnswer = ({ question }) =>
  Promise.resolve({ title: "T", text: `Answer to ${question}`, sources: [], followUps: [], searches: 1 });
const answerNever: FindAnswer = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      reject(new DOMException("stopped", "AbortError"));
    });
  });

describe("the store of conversations", () => {
  let temporary: TemporaryFolder;
  const logged: string[] = [];
  const log = (_: string, message: string) => {
    logged.push(message);
  };
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => {
    temporary.remove();
  });
  const open = (name: string) => {
    const folder = path.join(temporary.root, name);
    return { folder, store: new ConversationStore(folder, log) };
  };
  const make = (id: number): StoredConversation => ({
    version: 1,
    id,
    readToken: "t",
    createdAt: 1,
    updatedAt: 1,
    title: "title",
    questions: [
      { id: 1, text: "?", createdAt: 1, updatedAt: 1, folders: [], steps: [], state: { status: "canceled" } },
    ],
  });
  /** The number of a process that has ended. */
  const endedPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

  it("keeps conversations over restarts, readable by nobody else", async () => {
    const { folder, store } = open("deep/kept");
    const { id } = await store.create(make);
    assert.deepEqual(await new ConversationStore(folder, log).get(id), make(id));
    if (process.platform !== "win32") {
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      assert.equal(statSync(path.join(folder, `${String(id)}.json`)).mode & 0o777, 0o600);
      await store.update(id, (before) => ({ ...before, title: "new" }));
      assert.equal(statSync(path.join(folder, `${String(id)}.json`)).mode & 0o777, 0o600);
    }
  });

  it("gives each conversation its own number, and loses no change, when several processes write", async () => {
    const { folder, store } = open("races");
    const { id: shared } = await store.create((id) => ({ ...make(id), title: "" }));
    const processes = 2;
    const each = 15;
    const ids = await Promise.all(
      Array.from({ length: processes }, () => {
        const child = fork(fileURLToPath(new URL("./storeWriter.ts", import.meta.url)), [
          folder,
          String(each),
          String(shared),
        ]);
        return new Promise<readonly number[]>((resolve, reject) => {
          child.once("message", (message) => {
            resolve(message as readonly number[]);
          });
          child.once("exit", () => {
            reject(new Error("ended without an answer"));
          });
        });
      }),
    );
    assert.equal(new Set([shared, ...ids.flat()]).size, processes * each + 1);
    assert.equal((await store.summaries()).length, processes * each + 1);
    assert.equal((await store.get(shared))?.title, "+".repeat(processes * each));
    assert.deepEqual(
      readdirSync(folder).filter((name) => !name.endsWith(".json")),
      [],
    );
  });

  it("passes over damaged files, tells the log, and leaves them", async () => {
    const { folder, store } = open("damaged");
    await store.create(make);
    for (const [name, text] of [
      ["2.json", "{ half"],
      ["3.json", "{}"],
      ["4.json", JSON.stringify({ ...make(9) })],
      ["5.json", ""],
      ["notes.txt", "mine"],
    ] as const) {
      writeFileSync(path.join(folder, name), text);
    }
    assert.deepEqual(
      (await store.summaries()).map(({ id }) => id),
      [1],
    );
    assert.equal(await store.get(2), undefined);
    assert.ok(logged.some((line) => line.includes("conversation 2 is damaged")));
    assert.equal(readFileSync(path.join(folder, "2.json"), "utf8"), "{ half");
    assert.equal((await store.create(make)).id, 6);
  });

  it("does not use the number of a deleted conversation again", async () => {
    const { folder, store } = open("numbers");
    for (let count = 0; count < 3; count++) await store.create(make);
    assert.equal(await store.delete(3), true);
    assert.equal(await store.delete(3), false);
    assert.equal(await store.update(3, (before) => before), undefined);
    assert.equal((await new ConversationStore(folder, log).create(make)).id, 4);
    assert.equal(await store.delete(1), true);
    assert.equal((await store.create(make)).id, 5);
  });

  it("takes over the lock of a process that has ended", async () => {
    const lock = path.join(temporary.write("locks", {}), "a.lock");
    writeFileSync(lock, String(endedPid()));
    assert.equal(await withFileLock(lock, () => Promise.resolve("done")), "done");
    writeFileSync(lock, "");
    utimesSync(lock, 1, 1);
    assert.equal(await withFileLock(lock, () => Promise.resolve("again")), "again");
  });

  describe("holds questions that", () => {
    it("are answered by the next process when theirs has ended", async () => {
      const { folder, store } = open("takeover");
      const now = Date.now();
      const question = {
        id: 1,
        text: "lost?",
        createdAt: now,
        updatedAt: now,
        folders: ["/f"],
        steps: [{ text: "half", at: now }],
      };
      const worker = { pid: endedPid(), instance: "gone", startedAt: now };
      await store.create((id) => ({
        ...make(id),
        questions: [{ ...question, state: { status: "processing", worker } }],
      }));
      const answers = new QuestionAnswers(new ConversationStore(folder, log), answerAtOnce, log);
      await answers.get(1);
      const state = await until(async () => {
        const current = (await answers.get(1))?.questions[0]?.state;
        return current?.status === "completed" ? current : undefined;
      });
      assert.equal(state.text, "Answer to lost?");
    });

    it("are answered again after a reload in the middle", async () => {
      const { folder } = open("reload");
      const first = new QuestionAnswers(new ConversationStore(folder, log), answerNever, log);
      await first.create("slow?", ["/f"]);
      first.close();
      const second = new QuestionAnswers(new ConversationStore(folder, log), answerAtOnce, log);
      await until(async () => ((await second.get(1))?.questions[0]?.state.status === "completed" ? true : undefined));
    });

    it("are left to a process that still runs", async () => {
      const { folder, store } = open("running");
      const now = Date.now();
      const question = { id: 1, text: "?", createdAt: now, updatedAt: now, folders: [], steps: [] };
      const alive = { pid: process.ppid, instance: "other", startedAt: now };
      await store.create((id) => ({
        ...make(id),
        questions: [{ ...question, state: { status: "processing", worker: alive } }],
      }));
      let asked = 0;
      const find: FindAnswer = (request) => {
        asked++;
        return answerAtOnce(request);
      };
      const answers = new QuestionAnswers(new ConversationStore(folder, log), find, log);
      assert.equal((await answers.get(1))?.questions[0]?.state.status, "processing");
      assert.equal(asked, 0);
    });

    it("are stopped when another process cancels them", async () => {
      const { folder } = open("cancel");
      let signal: AbortSignal | undefined;
      const find: FindAnswer = (request) => {
        signal = request.signal;
        const timer = setInterval(() => {
          request.step("still");
        }, 5);
        return answerNever(request).finally(() => {
          clearInterval(timer);
        });
      };
      const mine = new QuestionAnswers(new ConversationStore(folder, log), find, log);
      await mine.create("?", []);
      const other = new QuestionAnswers(new ConversationStore(folder, log), answerNever, log);
      await other.cancel(1);
      await until(() => (signal?.aborted === true ? true : undefined));
      assert.equal((await mine.get(1))?.questions[0]?.state.status, "canceled");
    });
  });

  it("says when it can't write", async () => {
    const file = path.join(temporary.write("blocked", { file: "" }), "file");
    await assert.rejects(new ConversationStore(path.join(file, "store"), log).create(make));
    mkdirSync(path.join(temporary.root, "none"), { recursive: true });
    assert.deepEqual(await new ConversationStore(path.join(temporary.root, "none", "yet"), log).summaries(), []);
  });
});
