import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { ConversationStore } from "../../../../../src/local/answers/conversations/conversationStore.ts";
import { QuestionAnswers } from "../../../../../src/local/answers/conversations/questionAnswers.ts";
import { SignsOfLife } from "../../../../../src/local/answers/conversations/signsOfLife.ts";
import { KeptFiles } from "../../../../../src/local/code/files/keptFiles.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, textOf, until, type RunningService } from "../../runningService.ts";
import { lookUpNothing, ScriptedAnswers } from "./scriptedAnswers.ts";

describe("a question whose window was closed before it was answered", () => {
  let temporary: TemporaryFolder;
  let store = "";
  let mine = "";
  let theirs = "";
  let count = 0;
  let services: RunningService[] = [];
  before(() => {
    temporary = makeTemporaryFolder();
    mine = temporary.commit("mine", { "src/a.txt": "the needle of mine\n" });
    theirs = temporary.commit("theirs", { "b.txt": "the needle of theirs\n" });
  });
  after(() => temporary.remove());
  beforeEach(async () => {
    store = path.join(temporary.root, `store${count++}`);
    const slow = new ScriptedAnswers();
    slow.isSlow = true;
    const window = await open([path.join(mine, "src")], { findAnswer: slow.find });
    const asked = await window.call("CreateConversation", {
      conversation: { questions: [{ input: [{ question: { text: "Where is the needle?" } }] }] },
    });
    assert.equal(asked.status, 200);
    await until(() => slow.requests[0]);
    await window.close();
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()));
    services = [];
  });
  const open = async (folders: readonly string[], options: Parameters<typeof runService>[2] = {}) => {
    const service = await runService(temporary.root, folders, { storeDir: store, ...options });
    if (!options.findAnswer) services.push(service);
    return service;
  };
  const look = async (service: RunningService) =>
    (await service.call("GetConversation", { name: "users/1/conversations/1" })).body;

  it("is not answered over the folders of another window, which says what is the matter", async () => {
    const other = await open([theirs]);
    for (let times = 0; times < 2; times++) {
      const { state, questions } = await look(other);
      assert.match(textOf(state?.["error"]?.["message"]), /window/);
      assert.ok(textOf(state?.["error"]?.["message"]).includes(path.join(mine, "src")));
      assert.equal(questions?.[0]?.["answer"], undefined);
    }
    const { body } = await other.legacy("GET", "");
    assert.equal(body["conversations"]?.[0]?.["questions"]?.[0]?.["error"]?.["title"], "The answer failed");
  });

  it("is answered by a window with its folder, by the permission of that one, and then seen in all", async () => {
    const other = await open([theirs]);
    assert.ok((await look(other))["state"]?.["error"]);
    const without = await open([theirs, mine], { gitFolders: [theirs] });
    const answerIn = (service: RunningService) =>
      until(async () => {
        const found = (await look(service))["questions"]?.[0]?.["answer"];
        return found && textOf(found[0]?.["markdown"]?.["text"]);
      });
    const answer = await answerIn(without);
    assert.match(answer, /\/mine@kept-[0-9a-f]{64}\/-\/blob\/src\/a\.txt/);
    assert.doesNotMatch(answer, /theirs|@[0-9a-f]{40}/);
    assert.equal(await answerIn(other), answer); // the answer is reported where it was made before it is on disk
  });

  it("can be followed by another question in any window, over the folders of that one", async () => {
    const other = await open([theirs]);
    const parent = "users/1/conversations/1";
    await other.call("AddConversationQuestion", {
      parent,
      question: { input: [{ question: { text: "the needle?" } }] },
    });
    const questions = await until(async () => {
      const { questions } = await look(other);
      return questions?.[1]?.["answer"] ? questions : undefined;
    });
    assert.equal(questions[0]?.["answer"], undefined);
    assert.match(textOf(questions[1]?.["answer"]?.[0]?.["markdown"]?.["text"]), /theirs/);
  });
});

describe("a question whose answer was lost with the folder of the conversations, which was gone for a while", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  it("is answered again once its process is no longer waited for", async () => {
    const log = () => undefined;
    const folder = path.join(temporary.root, "store");
    const [store, kept] = [new ConversationStore(folder, log), new KeptFiles(path.join(folder, "kept"))];
    const scripted = new ScriptedAnswers();
    scripted.isSlow = true;
    const { find } = scripted;
    const clock = { now: 0 };
    const signs = new SignsOfLife(() => clock.now);
    const answers = new QuestionAnswers({ store, kept, find, lookUp: lookUpNothing, served: () => [], log, signs });
    const statusOf = async (id: number) => (await answers.get(id))?.questions[0]?.state.status;
    try {
      const { id } = await answers.create("Where is the needle?", []);
      await until(async () => ((await store.get(id))?.questions[0]?.steps.length ?? 0) > 0 || undefined);
      const away = `${folder}.away`;
      renameSync(folder, away);
      scripted.finish();
      await setTimeout(300);
      renameSync(away, folder);
      assert.equal(await statusOf(id), "processing");
      scripted.isSlow = false;
      await until(async () => {
        clock.now += 30_000;
        return (await statusOf(id)) === "completed" || undefined;
      });
      assert.equal(scripted.requests.length, 2);
    } finally {
      await answers.close();
    }
  });
});
