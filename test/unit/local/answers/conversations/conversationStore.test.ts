import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mock } from "node:test";
import { after, before, describe, it } from "mocha";
import { foldersWithNew } from "../../../../../src/local/answers/conversations/conversationFiles.ts";
import { ConversationStore } from "../../../../../src/local/answers/conversations/conversationStore.ts";
import type { FindAnswer } from "../../../../../src/local/answers/conversations/foundAnswer.ts";
import { QuestionAnswers } from "../../../../../src/local/answers/conversations/questionAnswers.ts";
import { startOf } from "../../../../../src/local/answers/conversations/machine.ts";
import type { StoredConversation } from "../../../../../src/local/answers/conversations/storedConversation.ts";
import { SignsOfLife } from "../../../../../src/local/answers/conversations/signsOfLife.ts";
import { KeptFiles } from "../../../../../src/local/code/files/keptFiles.ts";
import { assertMode } from "../../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { until } from "../../runningService.ts";
import { lookUpNothing } from "./scriptedAnswers.ts";
import { conversationOf, questionOf, withQuestion } from "./storeWriter.ts";

function withSign(conversation: StoredConversation): StoredConversation {
  const questions = conversation.questions.map((question) => ({ ...question, updatedAt: question.updatedAt + 1 }));
  return { ...conversation, questions };
}

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
  after(() => temporary.remove());
  const open = (name: string) => {
    const folder = path.join(temporary.root, name);
    return { folder, store: new ConversationStore(folder, log) };
  };
  const answersOf = (folder: string, find: FindAnswer, signs?: SignsOfLife) =>
    new QuestionAnswers({
      store: new ConversationStore(folder, log),
      kept: new KeptFiles(path.join(folder, "kept")),
      find,
      lookUp: lookUpNothing,
      served: () => ["/f"],
      log,
      ...(signs && { signs }),
    });
  const make = (id: number) => conversationOf(id);
  /** The number of a process that has already ended. */
  const endedPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

  it("reads many in the order that is wanted, as fast as their files are read", async () => {
    const { folder, store } = open("many");
    mkdirSync(folder);
    const ids = Array.from({ length: 3_000 }, (_, at) => at + 1);
    for (const id of ids) writeFileSync(path.join(folder, `${id}.1.json`), JSON.stringify(conversationOf(id)));
    await store.update(7, (before) => ({ ...before, title: "changed" }));
    await store.delete(8);
    writeFileSync(path.join(folder, "9.2.json"), "damaged");
    const wanted = ids.toReversed().filter((id) => id < 2_990);
    const before = process.cpuUsage();
    const read: number[] = [];
    for await (const { id, title } of store.read([...wanted, 123_456])) {
      read.push(id);
      if (id === 7) assert.equal(title, "changed");
      if (id === 2_000) await store.delete(1_000); // which was read, or is left out
    }
    const { user, system } = process.cpuUsage(before);
    assert.deepEqual(
      read.filter((id) => id !== 1_000),
      wanted.filter((id) => ![8, 9, 1_000].includes(id)),
    );
    assert.ok(user + system < 4_000_000, `${(user + system) / 1000} ms`); // it once took half a minute
  });

  for (const [what, put] of Object.entries({
    "a folder": (file: string) => mkdirSync(file),
    "a link that leads nowhere": (file: string) => {
      symlinkSync("nowhere", file);
    },
    ...(process.platform !== "win32" && {
      "a named pipe": (file: string) => {
        execFileSync("mkfifo", [file]);
      },
    }),
  })) {
    it(`passes over ${what} that is called like a conversation, and leaves it as it is`, async () => {
      const { folder, store } = open(`stray ${what}`);
      const { id } = await store.create((number) => conversationOf(number, questionOf("Why?")));
      put(path.join(folder, "55.1.json"));
      put(path.join(folder, `${id}.7.json`));
      put(path.join(folder, "56.json"));
      const fresh = new ConversationStore(folder, log);
      assert.deepEqual(
        (await fresh.summaries()).map((summary) => summary.id),
        [id],
      );
      assert.equal(await fresh.get(55), undefined);
      assert.equal((await fresh.get(id))?.questions.length, 1);
      const changed = await fresh.update(id, (before) => ({ ...before, title: "New" }));
      assert.equal(changed?.title, "New");
      assert.equal((await new ConversationStore(folder, log).get(id))?.title, "New");
      assert.equal((await fresh.create((number) => conversationOf(number))).id, 57);
      assert.ok(readdirSync(folder).includes("55.1.json"));
    });
  }

  it("lists one that has no title yet, or never gets one, by the words of its first question", async () => {
    const { folder, store } = open("untitled");
    const asked = questionOf("Why is it (so)?\n\n(about @o/r @src/parse (old).ts)\n(about @o/r)");
    await store.create((id) => ({ ...conversationOf(id, asked, questionOf("Then?", 2)), title: "" }));
    await store.create((id) => ({ ...conversationOf(id, questionOf("x".repeat(200_000))), title: "" }));
    const listed = await new ConversationStore(folder, log).summaries();
    assert.deepEqual(listed.map(({ title }) => title.slice(0, 20)).sort(), ["Why is it (so)?", "x".repeat(20)]);
    assert.ok(JSON.stringify(listed).length < 1000);
    assert.equal((await store.get(1))?.title, "", "it has none itself");
  });

  it("keeps conversations over restarts, readable by nobody else", async () => {
    const { folder, store } = open("deep/kept");
    const { id } = await store.create(make);
    assert.deepEqual(await new ConversationStore(folder, log).get(id), make(id));
    await store.update(id, (before) => ({ ...before, title: "new" }));
    assertMode(folder, 0o700);
    assert.equal(readdirSync(folder).length, 2);
    for (const name of readdirSync(folder)) assertMode(path.join(folder, name), 0o600);
  });

  it("tells the names of all folders that it makes to the disk, as far up as they are new", () => {
    assert.deepEqual(foldersWithNew("/a/b/c", "/a/b", path.posix), ["/a/b", "/a"]);
    assert.deepEqual(foldersWithNew("/a/b/c", "/a/b/c", path.posix), ["/a/b"]);
    const inHome = String.raw`C:\Users\me\.plumbline`;
    assert.deepEqual(foldersWithNew(inHome, String.raw`\\?\C:\Users\me`, path.win32), [
      String.raw`C:\Users\me`,
      String.raw`C:\Users`,
    ]);
    assert.deepEqual(foldersWithNew(String.raw`C:\a`, String.raw`\\?\D:\b`, path.win32), ["C:\\"], "ends in any case");
  });

  const damages: readonly (readonly [what: string, text: string])[] = [
    ["half a file", "{ half"],
    ["nothing of ours", "{}"],
    ["nothing", ""],
    ["a time that is none", JSON.stringify({ ...make(2), updatedAt: 1e300 })],
    ["a time between two milliseconds", JSON.stringify({ ...make(2), createdAt: 1.5 })],
    [
      "a question's time that is none",
      JSON.stringify(conversationOf(2, { ...questionOf("?"), createdAt: 8.64e15 + 1 })),
    ],
    ["a question's number that can't be counted on", JSON.stringify(conversationOf(2, questionOf("?", 1e300)))],
    ["a number that two questions have", JSON.stringify(conversationOf(2, questionOf("a"), questionOf("b")))],
    ["writers that are none", JSON.stringify({ ...make(2), writers: { a: "b" } })],
  ];
  for (const [what, text] of damages) {
    for (const name of ["2.json", "2.7.json"]) {
      it(`passes over ${what} in ${name}, tells the log, and leaves it`, async () => {
        const { folder, store } = open(`damaged ${what} ${name}`);
        await store.create(make);
        writeFileSync(path.join(folder, name), text);
        logged.length = 0;
        for (let times = 0; times < 2; times++)
          assert.deepEqual(
            (await store.summaries()).map(({ id }) => id),
            [1],
          );
        assert.equal(await store.get(2), undefined);
        assert.equal(await store.update(2, (before) => ({ ...before, title: "new" })), undefined);
        assert.deepEqual(logged, ["the file of conversation 2 is damaged; it is left as it is"]);
        assert.equal(readFileSync(path.join(folder, name), "utf8"), text);
        assert.equal((await store.create(make)).id, 3);
        assert.equal(await store.delete(2), true);
        assert.deepEqual(
          readdirSync(folder).filter((file) => file.startsWith("2.")),
          ["2.deleted"],
        );
      });
    }
  }

  it("lists one again that could not be read for a while", async () => {
    const { folder, store } = open("unread");
    await store.create(make);
    const file = path.join(folder, "1.1.json");
    renameSync(file, `${file}.away`);
    mkdirSync(path.join(file, "text"), { recursive: true }); // something exists there, and reading it fails
    assert.deepEqual(await store.summaries(), []);
    assert.equal(await store.get(1), undefined);
    assert.ok(logged.includes("conversation 1 can't be read"));
    rmSync(file, { recursive: true });
    renameSync(`${file}.away`, file);
    assert.deepEqual(
      (await store.summaries()).map(({ id }) => id),
      [1],
    );
  });

  it("passes over files that are not its own", async () => {
    const { folder, store } = open("strangers");
    await store.create(make);
    const names = ["notes.txt", "a.json", "1234567890123456.json", "2.3.4.json", "2.json.bak", ".tmp"];
    for (const name of names) writeFileSync(path.join(folder, name), JSON.stringify(make(2)));
    assert.equal((await store.summaries()).length, 1);
    assert.equal((await store.create(make)).id, 2);
    assert.deepEqual(readdirSync(folder).sort(), [...names, "1.1.json", "2.1.json"].sort());
  });

  it("gives numbers that can be read, whatever number somebody put there", async () => {
    const { folder, store } = open("highest");
    await store.create(make);
    for (const id of [999_999_999, 1_000_000_000, 999_999_999_999_999])
      writeFileSync(path.join(folder, `${id}.json`), JSON.stringify(make(id)));
    for (let count = 0; count < 3; count++) {
      const { id } = await store.create(make);
      assert.equal((await store.get(id))?.id, id);
    }
    assert.equal((await store.summaries()).length, 7);
  });

  it("writes changes together that come at once, in their order", async () => {
    const { folder, store } = open("together");
    const { id } = await store.create(make);
    const texts = Array.from({ length: 100 }, (_, index) => `number ${index}`);
    const results = await Promise.all(
      texts.map((text) => store.update(id, (conversation) => withQuestion(conversation, text))),
    );
    assert.deepEqual(
      results.map((result) => result?.questions.at(-1)?.text),
      texts,
    );
    const [latest = 0] = readdirSync(folder)
      .map((name) => Number(name.split(".")[1]))
      .sort((a, b) => b - a);
    assert.ok(latest < 10, `${latest} versions`);
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
      const answers = answersOf(folder, answerAtOnce);
      await answers.get(1);
      const state = await until(async () => {
        const current = (await answers.get(1))?.questions[0]?.state;
        return current?.status === "completed" ? current : undefined;
      });
      assert.equal(state.text, "Answer to lost?");
    });

    it("are answered again after a reload in the middle", async () => {
      const { folder } = open("reload");
      const first = answersOf(folder, answerNever);
      await first.create("slow?", ["/f"]);
      await first.close();
      const second = answersOf(folder, answerAtOnce);
      await until(async () => ((await second.get(1))?.questions[0]?.state.status === "completed" ? true : undefined));
    });

    it("are given up, and say why, when too many processes have ended while it answered them", async () => {
      const { folder } = open("ends");
      let begun = 0;
      const endsProcess: FindAnswer = (request) => {
        if (request.question === "deadly?") {
          begun += 1;
          request.step("Looking");
        }
        return answerNever(request);
      };
      const first = answersOf(folder, endsProcess);
      const { id } = await first.create("deadly?", ["/f"]);
      await first.add(id, "waiting?", ["/f"]);
      const stepped = (answers: QuestionAnswers) =>
        until(async () => ((await answers.get(id))?.questions[0]?.steps.length === 1 ? true : undefined));
      await stepped(first);
      await first.close();
      for (let ended = 1; ended < 25; ended++) {
        const next = answersOf(folder, endsProcess);
        await stepped(next);
        await until(() => (begun === ended + 1 ? true : undefined));
        await next.close();
      }
      const last = answersOf(folder, answerAtOnce);
      const settled = await until(async () => {
        const states = (await last.get(id))?.questions.map(({ state }) => state);
        return states?.every(({ status }) => status !== "processing") ? states : undefined;
      });
      assert.equal(begun, 25);
      assert.deepEqual(
        settled.map(({ status }) => status),
        ["failed", "completed"],
      );
      assert.match(settled[0]?.status === "failed" ? settled[0].message : "", /kept stopping/);
    });

    for (const [where, pid, machine] of [
      ["that still runs", process.ppid, undefined],
      ["of another machine with the same home, whose number is of none here", endedPid(), "another"],
      ["of another machine with the same home, whose number is of this one here", process.pid, "another"],
    ] as const) {
      it(`are left to a process ${where}`, async () => {
        const { folder, store } = open(`running ${where}`);
        const now = Date.now();
        const question = { id: 1, text: "?", createdAt: now, updatedAt: now, folders: [], steps: [] };
        const alive = { pid, ...(machine !== undefined && { machine }), instance: "other", startedAt: now };
        await store.create((id) => ({
          ...make(id),
          questions: [{ ...question, state: { status: "processing", worker: alive } }],
        }));
        let asked = 0;
        const find: FindAnswer = (request) => {
          asked++;
          return answerAtOnce(request);
        };
        const answers = answersOf(folder, find);
        assert.equal((await answers.get(1))?.questions[0]?.state.status, "processing");
        assert.equal(asked, 0);
      });
    }

    /** A question that a process began to answer three minutes ago, by the clock on the wall. */
    const askedLongAgo = async (name: string, worker: object) => {
      const { folder, store } = open(name);
      const before = Date.now() - 200_000;
      const question = { id: 1, text: "?", createdAt: before, updatedAt: before, folders: ["/f"], steps: [] };
      const other = { pid: process.ppid, instance: "other", startedAt: before, ...worker };
      await store.create((id) => ({
        ...make(id),
        questions: [{ ...question, state: { status: "processing", worker: other } }],
      }));
      const clock = { now: 1_000_000 };
      const answers = answersOf(folder, answerAtOnce, new SignsOfLife(() => clock.now));
      const look = async () => (await answers.get(1))?.questions[0]?.state.status;
      return { store, clock, answers, look };
    };

    // Other systems don't tell when a process was started.
    if (process.platform === "linux") {
      it("are left to a process that still runs, however long ago it began by a clock that jumped ahead", async () => {
        const { clock, look } = await askedLongAgo("jumped ahead", { begun: startOf(process.ppid) });
        for (let looks = 0; looks < 20; looks++, clock.now += 60_000) assert.equal(await look(), "processing");
      });

      it("are answered here where another process has the number of theirs now", async () => {
        const { look } = await askedLongAgo("number given again", { begun: "1" });
        await until(async () => ((await look()) === "completed" ? true : undefined));
      });
    }

    for (const [where, worker] of [
      ["a process of another machine", { machine: "another" }],
      ["one that can't be told from others that had its number", {}],
    ] as const) {
      it(`are answered here where ${where} has given no sign of life for long, in the time of who looks`, async () => {
        const { clock, look } = await askedLongAgo(`silent, ${where}`, worker);
        for (let looks = 0; looks < 12; looks++, clock.now += 10_000) assert.equal(await look(), "processing");
        clock.now += 10_000;
        await until(async () => ((await look()) === "completed" ? true : undefined));
      });
    }

    it("are left to a process of another machine that gives signs of life, and while this one sleeps", async () => {
      const { store, clock, look } = await askedLongAgo("signs", { machine: "another" });
      for (let looks = 0; looks < 20; looks++) {
        assert.equal(await look(), "processing");
        clock.now += looks === 7 ? 8 * 3_600_000 : 20_000;
        if (looks % 4 === 3) await store.update(1, (before) => withSign(before));
      }
    });

    it("give signs of life while they wait for their turn", async () => {
      const { folder, store } = open("alive");
      const timers = mock.timers;
      const answers = answersOf(folder, answerNever);
      timers.enable({ apis: ["setInterval"] });
      try {
        await answers.create("?", ["/f"]);
        const asked = (await store.get(1))?.questions[0]?.state;
        await until(async () => {
          timers.tick(20_000);
          const state = (await store.get(1))?.questions[0]?.state;
          return state?.status === "processing" && state.worker.renewedAt !== undefined ? true : undefined;
        });
        assert.ok(asked?.status === "processing" && asked.worker.renewedAt === undefined);
      } finally {
        timers.reset();
        await answers.close();
      }
    });

    it("are answered a few at a time, in their order, and not at all once they are canceled", async () => {
      const { folder } = open("turns");
      const asked: { readonly question: string; readonly answer: () => void }[] = [];
      const find: FindAnswer = (request) =>
        new Promise((resolve) => {
          asked.push({
            question: request.question,
            answer: () => {
              resolve(answerAtOnce(request));
            },
          });
        });
      const answers = answersOf(folder, find);
      for (let number = 1; number <= 7; number++) await answers.create(`number ${number}`, ["/f"]);
      assert.equal(asked.length, 4);
      assert.equal((await answers.cancel(6))?.questions[0]?.state.status, "canceled");
      for (let number = 0; number < 6; number++) (await until(() => asked[number])).answer();
      await until(async () => ((await answers.get(7))?.questions[0]?.state.status === "completed" ? true : undefined));
      assert.deepEqual(
        asked.map(({ question }) => question),
        [1, 2, 3, 4, 5, 7].map((number) => `number ${number}`),
      );
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
      const mine = answersOf(folder, find);
      await mine.create("?", []);
      const other = answersOf(folder, answerNever);
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
