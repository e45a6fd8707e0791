import assert from "node:assert/strict";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, it } from "mocha";
import { createService } from "../../../../src/api/service.ts";
import { askOnce } from "../../../../src/core/conversations/askOnce.ts";
import { isSettled, type Conversation } from "../../../../src/core/model/conversation.ts";
import { searchWithRetries } from "../../../../src/core/search/searchRetries.ts";
import { watchConversation } from "../../../../src/core/conversations/watchConversation.ts";
import { ServiceProcess } from "../../../../src/host/accounts/serviceProcess.ts";
import { Services } from "../../../../src/host/accounts/services.ts";
import { isThorough } from "../../../support/depth.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";

const MAIN = fileURLToPath(new URL("../../../../src/local/main.ts", import.meta.url));
const LOCAL = { id: "local" };
/** Before the question is sent, on its way, while it is answered, and afterwards. */
const KILLS_AFTER_MS = isThorough ? [0, 15, 30, 45, 60, 0, 15, 30, 45, 60] : [0, 45];
const KILLS = KILLS_AFTER_MS.length;

describe("the local service that is killed", () => {
  let temporary: TemporaryFolder;
  let local: ServiceProcess;
  let services: Services;

  beforeEach(() => {
    temporary = makeTemporaryFolder();
    const folder = temporary.write("code", { "bird.ts": "export function sing(bird: string) {\n  return bird;\n}\n" });
    local = new ServiceProcess({
      program: MAIN,
      start: () =>
        Promise.resolve({
          type: "start",
          folders: [folder],
          gitFolders: [],
          storeDir: path.join(temporary.root, "store"),
        }),
      log: { info: () => undefined, debug: () => undefined, hide: () => undefined },
      words: { late: "late", endedAtOnce: "ended" },
      onHung: () => undefined,
    });
    services = new Services(
      local,
      { get: () => Promise.resolve(undefined) },
      (address) =>
        createService(
          { ...address, client: "test 1", log: () => undefined, spillFolder: path.join(temporary.root, "spilled") },
          { get: () => undefined, set: () => undefined },
        ),
      { find: () => LOCAL, runTimes: () => ({ past: [300], longestWaitMs: 500, add: () => undefined }) },
    );
  });

  afterEach(async () => {
    services.dispose();
    await local.end();
    await temporary.remove();
  });

  /** Like `kill -9` from outside: nothing here is notified. */
  const kill = (): void => {
    if (local.pid !== undefined) process.kill(local.pid, "SIGKILL");
  };

  it(`${KILLS} times during questions and searches answers every question, each asked once`, async function () {
    this.timeout(300_000);
    const { service, runTimes } = await services.reach(LOCAL);
    const answered: Conversation[] = [];
    for (const [index, afterMs] of KILLS_AFTER_MS.entries()) {
      const question = `How does bird number ${index} sing?`;
      const searching = (async () => {
        const events = searchWithRetries(
          () => service.search({ text: "sing", patternType: "keyword", display: 10, contextLines: 0 }),
          {
            signal: new AbortController().signal,
          },
        );
        let items = 0;
        try {
          for await (const event of events) if (event.type === "matches") items = event.matches.counts.items;
        } catch (error) {
          // What was found before the stream broke stays, marked as incomplete.
          if (items === 0) throw error;
        }
        return items;
      })();
      const killing = sleep(afterMs).then(kill);
      const asked = await askOnce(service, { question, isFree: true });
      for await (const conversation of watchConversation(service, asked.name, { asked, runTimes }))
        if (isSettled(conversation)) answered.push(conversation);
      await killing;
      assert.ok((await searching) > 0);
    }
    assert.deepEqual(
      answered.map(({ questions }) => questions.map(({ text, outcome }) => `${text} ${outcome.status}`)),
      Array.from({ length: KILLS }, (_, index) => [`How does bird number ${index} sing? completed`]),
    );
    const { conversations } = await service.listConversations({ pageSize: 100 });
    assert.equal(conversations.length, KILLS);
  });

  it("is reached again by a call that finds it gone, before its end is heard of", async () => {
    const { service } = await services.reach(LOCAL);
    await service.listConversations();
    kill();
    // There is no turn in between: the process is thought to be running, but nothing listens at its port.
    assert.notEqual(local.pid, undefined);
    const { name } = await askOnce(service, { question: "Who sings?", isFree: true });
    kill();
    assert.equal((await service.getConversation(name)).name, name);
    kill();
    await service.deleteConversation(name);
    await assert.rejects(service.getConversation(name), { code: "notFound" });
  });
});
