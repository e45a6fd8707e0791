import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "mocha";
import type { FromLocalProcess, ToLocalProcess } from "../../../../src/core/model/localProcess.ts";
import { isRunning } from "../../../../src/core/model/isRunning.ts";
import { findRepositories } from "../../../../src/git/repositories/repositories.ts";
import { findEngineProgram } from "../../../../src/local/code/engine/engineProgram.ts";
import { PERSON } from "../../../../src/local/code/files/access.ts";
import { Threads } from "../../../../src/local/threads/threads.ts";
import { readSearchParameters } from "../../../../src/local/search/searchParameters.ts";
import { Semaphore } from "../../../../src/local/base/semaphore.ts";
import { ENDED_BY_SIGTERM, itWithScripts } from "../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, until, writeRipgrepScript, type Json, type RunningService } from "../runningService.ts";

const MAIN = fileURLToPath(new URL("../../../../src/local/main.ts", import.meta.url));

/**
 * Each match is sought up to the end of the text: in a text without a `z`, that takes hours. At a revision, ripgrep is
 * not used.
 */
const ENDLESS = "/(?s)a.*z|a/ rev:HEAD count:all";

describe("the threads of the local service", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let endless = "";

  before(async () => {
    temporary = makeTemporaryFolder();
    endless = temporary.commit("endless", {
      "a.txt": `${"a".repeat(3_000_000)}\n`,
      "b.txt": "needle\n",
      "c.go": "func parse() {}\n",
    });
    service = await runService(temporary.root, [endless]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const open = (query: string, { baseUrl, token } = service) => {
    const request = http.get(
      `${baseUrl}/.api/search/stream?${new URLSearchParams({ q: query, t: "keyword" }).toString()}`,
      { headers: { authorization: `token ${token}` } },
    );
    request.on("error", () => undefined);
    return request;
  };
  /** How much of a processor this process and its threads take. */
  const load = async () => {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / (performance.now() - startedAt);
  };

  it("are not kept with all the memory that parsing has taken", async () => {
    let started = 0;
    const count = () => started++;
    process.on("worker", count);
    const search = async (threads: Threads, q: string) => {
      const repositories = await findRepositories([endless]);
      const parameters = readSearchParameters(new URLSearchParams({ q, t: "keyword" }));
      assert.ok(typeof parameters !== "string");
      const job = {
        type: "search",
        access: PERSON,
        parameters,
        folders: [endless],
        silent: [],
        repositories,
        gitFolders: [],
        encodings: [],
        excludes: [],
      } as const;
      await threads.run(job, { signal: new AbortController().signal, take: () => undefined });
    };
    try {
      for (const [parserBytesAtMost, query, expected] of [
        // One thread that searches, and one that parses, which may be replaced: it has loaded a language once, and
        // parsed twice.
        [1, "parse type:symbol lang:go", 4],
        [1, "needle", 1],
        [300_000_000, "parse type:symbol lang:go", 2],
      ] as const) {
        const threads = new Threads({ engineProgram: await findEngineProgram(), parserBytesAtMost }, () => undefined);
        started = 0;
        await search(threads, query);
        await search(threads, query);
        await threads.close();
        assert.equal(started, expected);
      }
    } finally {
      process.off("worker", count);
    }
  });

  it("leave the service free to answer others while a search holds one of them", async () => {
    const request = open(ENDLESS);
    await once(request, "response");
    for (let round = 0; round < 20; round++) assert.equal((await service.get("/healthz")).status, 200);
    assert.equal(matchesOf(await service.search("needle")).length, 1);
    request.destroy();
  });

  it("end a search that does not notice that its time is over, with what it had told", async () => {
    const events = await service.search(`${ENDLESS} timeout:1500ms`, { t: "keyword" });
    assert.deepEqual(
      events.map(({ event }) => event),
      ["progress", "done"],
    );
    const { done, skipped } = events[0]?.data ?? {};
    assert.equal(done, true);
    assert.deepEqual(
      [...(skipped as unknown as readonly Json[])].map(({ reason }) => reason),
      ["shard-timeout"],
    );
    assert.equal(matchesOf(await service.search("needle")).length, 1);
  });

  it("take no more of a processor once their search was stopped", async () => {
    const request = open(ENDLESS);
    await once(request, "response");
    const before = process.cpuUsage();
    const worked = () => process.cpuUsage(before).user > 500_000; // a share means nothing when others work as well
    await until(() => worked() || undefined);
    request.destroy();
    await until(async () => ((await load()) < 0.1 ? true : undefined));
  });

  it("end with the service, whatever they do", async () => {
    const child = fork(MAIN, [], { silent: true });
    const start: ToLocalProcess = {
      type: "start",
      folders: [endless],
      gitFolders: [endless],
      storeDir: path.join(temporary.root, "other-store"),
    };
    child.send(start);
    const ready = await new Promise<Extract<FromLocalProcess, { type: "ready" }>>((resolve) => {
      child.on("message", (message: FromLocalProcess) => {
        if (message.type === "ready") resolve(message);
      });
    });
    const request = open(ENDLESS, { ...service, ...ready });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume().on("error", () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    assert.deepEqual(await ended, ENDED_BY_SIGTERM);
  });

  itWithScripts("take the processes that they have started with them", async () => {
    const pidFile = path.join(temporary.root, "deaf.pid");
    const deaf = await runService(temporary.root, [endless], {
      engineProgram: writeRipgrepScript(path.join(temporary.root, "deaf"), `echo $$ > '${pidFile}'`, "exec sleep 60"),
    });
    open("needle", deaf);
    const pid = await until(() => {
      try {
        return Number(readFileSync(pidFile, "utf8")) || undefined;
      } catch {
        return undefined;
      }
    });
    assert.ok(isRunning(pid));
    await deaf.close();
    await until(() => (isRunning(pid) ? undefined : true));
  });

  itWithScripts("work on a few searches at once, and on all in turn", async function () {
    this.timeout(60_000);
    const log = path.join(temporary.root, "running.txt");
    writeFileSync(log, "");
    const root = temporary.write("counted", { "b.txt": "needle\n" });
    const counted = await runService(temporary.root, [root], {
      engineProgram: writeRipgrepScript(
        path.join(temporary.root, "counted-rg"),
        `echo + >> '${log}'`,
        `"$rg" "$@"`,
        `echo - >> '${log}'`,
      ),
    });
    try {
      const { port } = new URL(counted.baseUrl);
      const socket = connect(Number(port), "127.0.0.1");
      const count = 16; // twice as many as may run at once
      const request = `GET /.api/search/stream?q=needle HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: token ${counted.token}\r\n\r\n`;
      socket.write(request.repeat(count));
      let text = "";
      socket.setEncoding("latin1").on("data", (piece: string) => (text += piece));
      while (text.split("event: done").length <= count) await once(socket, "data");
      socket.destroy();
      assert.equal(text.split('"path":"b.txt"').length - 1, count);
      let running = 0;
      const most = readFileSync(log, "utf8")
        .split("\n")
        .reduce((max, sign) => Math.max(max, (running += sign === "+" ? 1 : sign === "-" ? -1 : 0)), 0);
      assert.ok(most >= 1 && most <= 8, `${most} at once`);
    } finally {
      await counted.close();
    }
  });

  it("work for others while readers of large answers don't read", async function () {
    this.timeout(60_000);
    const root = temporary.write("wide", { "wide.txt": "needle and more of it on a line\n".repeat(60_000) });
    const wide = await runService(temporary.root, [root]);
    try {
      const stalled = Array.from({ length: 6 }, () => open("needle count:all", wide));
      await Promise.all(
        stalled.map(async (request) => {
          const [response] = (await once(request, "response")) as [http.IncomingMessage];
          response.pause();
        }),
      );
      assert.equal((await wide.search("nowhere")).at(-1)?.event, "done");
      for (const request of stalled) request.destroy();
    } finally {
      await wide.close();
    }
  });

  it("let go of a search that is stopped before its turn", async () => {
    const turns = new Semaphore(1);
    const end = await turns.acquire(new AbortController().signal);
    const stopping = new AbortController();
    const second = turns.acquire(stopping.signal);
    const third = turns.acquire(new AbortController().signal);
    stopping.abort();
    await assert.rejects(second, { name: "AbortError" });
    end();
    end();
    (await third)();
    (await turns.acquire(new AbortController().signal))();
  });
});
