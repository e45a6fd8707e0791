import assert from "node:assert/strict";
import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, it } from "mocha";
import type { FromLocalProcess, ToLocalProcess } from "../../../../../src/core/model/localProcess.ts";
import { describeWithFileLimits } from "../../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, textOf, until, type Json } from "../../runningService.ts";

const MAIN = fileURLToPath(new URL("../../../../../src/local/main.ts", import.meta.url));

/** A service whose files can only grow to a size that can be changed while it runs, as on a full disk. */
class LimitedService {
  readonly #child: ChildProcess;
  #address = "";
  #token = "";

  constructor() {
    this.#child = fork(MAIN, [], { silent: true });
  }

  async start(folder: string, storeDir: string): Promise<void> {
    const message: ToLocalProcess = { type: "start", folders: [folder], gitFolders: [], storeDir };
    this.#child.send(message);
    for (;;) {
      const [news] = (await once(this.#child, "message")) as [FromLocalProcess];
      if (news.type !== "ready") continue;
      this.#address = news.baseUrl;
      this.#token = news.token;
      return;
    }
  }

  limit(bytes: number | "unlimited"): void {
    const { status } = spawnSync("prlimit", [`--pid=${String(this.#child.pid)}`, `--fsize=${bytes}:unlimited`]);
    assert.equal(status, 0);
  }

  async call(name: string, body: unknown): Promise<{ readonly status: number; readonly body: Json }> {
    const response = await fetch(`${this.#address}/api/deepsearch.v1.Service/${name}`, {
      method: "POST",
      headers: { authorization: `token ${this.#token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  async close(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }
}

describeWithFileLimits("the local service on a full disk", () => {
  let temporary: TemporaryFolder;
  let code = "";
  let store = "";
  let service: LimitedService;
  before(async () => {
    temporary = makeTemporaryFolder();
    code = temporary.write("code", {
      "queue.ts": "// The queue keeps jobs.\nexport function enqueue() {}\n".repeat(20),
    });
    store = path.join(temporary.root, "store");
    mkdirSync(store);
    service = new LimitedService();
    await service.start(code, store);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });
  const question = (text: string) => ({ input: [{ question: { text } }] });

  it("refuses questions, and leaves nothing of them", async () => {
    service.limit(0);
    const before = readdirSync(store);
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status, body } = await service.call("CreateConversation", {
        conversation: { questions: [question("How is a job enqueued?")] },
      });
      assert.equal(status, 500);
      assert.match(textOf(body["message"]), /^The disk is full\. Free some space/);
      assert.deepEqual(readdirSync(store), before);
    }
    service.limit("unlimited");
    const { body } = await service.call("CreateConversation", {
      conversation: { questions: [question("How is a job enqueued?")] },
    });
    const name = body["name"];
    assert.match(textOf(name), /^users\/1\/conversations\/\d+$/);
    assert.notDeepEqual(readdirSync(store), before);
    // What follows looks at a store in which nothing else is being written.
    await until(async () => (await service.call("GetConversation", { name })).body["state"]?.["completed"]);
  });

  it("has what there was, and takes the next question at once when there is room", async () => {
    service.limit(100_000);
    const { body } = await service.call("CreateConversation", {
      conversation: { questions: [question("What is it?")] },
    });
    const name = body["name"];
    const [id = ""] = /\d+$/.exec(textOf(name)) ?? [];
    const look = async () => (await service.call("GetConversation", { name })).body;
    const before = await until(async () => {
      const read = await look();
      return read["state"]?.["completed"] ? read : undefined;
    });
    // A new version exists before the one before the last is removed.
    const files = await until(() => {
      const names = readdirSync(store).sort();
      const isTidy = names.every((file) => !file.endsWith(".tmp"));
      return isTidy && names.filter((file) => file.startsWith(`${id}.`)).length <= 2 ? names : undefined;
    });
    service.limit(0);
    const refused = await service.call("AddConversationQuestion", { parent: name, question: question("And then?") });
    assert.equal(refused.status, 500);
    assert.deepEqual(await look(), before);
    assert.deepEqual(readdirSync(store).sort(), files);
    service.limit("unlimited");
    const asked = await service.call("AddConversationQuestion", { parent: name, question: question("And then?") });
    assert.equal(asked.status, 200);
  });

  it("shows an answer for which there is no room, and keeps it when there is", async () => {
    service.limit(1_200);
    const { body } = await service.call("CreateConversation", {
      conversation: { questions: [question("How is a job enqueued?")] },
    });
    const name = body["name"];
    const settled = () =>
      until(async () => {
        const read = (await service.call("GetConversation", { name })).body;
        return read["state"]?.["completed"] ? read : undefined;
      });
    const shown = await settled();
    assert.match(textOf(shown["questions"]?.[0]?.["answer"]), /enqueue/);
    assert.ok(
      readdirSync(store, { recursive: true }).every((file) =>
        /^(?:.*\.json|kept(?:\/[0-9a-f.]+)?)$/.test(String(file)),
      ),
      "nothing is left of what did not fit",
    );
    service.limit("unlimited");
    await settled();
    const next = await runService(temporary.root, [temporary.write("elsewhere", {})], { storeDir: store });
    const kept = await next.call("GetConversation", { name });
    await next.close();
    assert.deepEqual(kept.body["questions"], shown["questions"]);
  });
});
