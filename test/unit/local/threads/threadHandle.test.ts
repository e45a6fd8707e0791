import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { isRunning } from "../../../../src/core/model/isRunning.ts";
import { findEngineProgram } from "../../../../src/local/code/engine/engineProgram.ts";
import { PERSON } from "../../../../src/local/code/files/access.ts";
import { PARSES, ThreadHandle } from "../../../../src/local/threads/threadHandle.ts";
import { itWithScripts } from "../../../support/systems.ts";
import { runGit } from "../../git/temporaryRepositories.ts";

const SLOW = new URL("../../../support/processes/slowThread.ts", import.meta.url);
const ASKING = new URL("../../../support/processes/askingThread.ts", import.meta.url);

describe("a thread of the local service", () => {
  it("that notices late that it is stopped leaves no process that the system can't collect", async () => {
    const handle = new ThreadHandle(
      { engineProgram: "rg" },
      { idle: () => undefined, gone: () => undefined, log: () => undefined, program: SLOW },
    );
    const earlier = uncollectedChildren(); // left by other tests
    const stop = new AbortController();
    const job = { type: "definitions", requests: [] } as const;
    const run = handle.run(job, stop.signal, () => {
      stop.abort(new Error("stopped"));
      return Promise.resolve();
    });
    await assert.rejects(run, /stopped/);
    await handle.end();
    const left = uncollectedChildren().filter((pid) => !earlier.includes(pid));
    assert.deepEqual(left, []);
  });

  it("that is ended in the middle of its work leaves no process that the system can't collect", async () => {
    const handle = new ThreadHandle(
      { engineProgram: "rg" },
      { idle: () => undefined, gone: () => undefined, log: () => undefined, program: SLOW },
    );
    const earlier = uncollectedChildren(); // left by other tests
    let end: Promise<void> | undefined;
    const job = { type: "definitions", requests: [] } as const;
    const run = handle.run(job, new AbortController().signal, () => {
      end = handle.end();
      return end;
    });
    await Promise.allSettled([run]);
    await end;
    assert.ok(end);
    const left = uncollectedChildren().filter((pid) => !earlier.includes(pid));
    assert.deepEqual(left, []);
  });

  itWithScripts("that is ended while git runs in it leaves no process that the system can't collect", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plumbline-test-"));
    const { PATH } = process.env;
    const repository = path.join(folder, "repository");
    runGit(folder, "init", "-q", repository);
    writeFileSync(path.join(repository, "parser.ts"), "export function parser() {}\n");
    const git = path.join(folder, "git");
    writeFileSync(git, `#!/bin/sh\necho $$ >> '${folder}/pids'\nexec sleep 60\n`, { mode: 0o755 });
    const earlier = uncollectedChildren(); // left by other tests
    try {
      process.env["PATH"] = `${folder}:${PATH ?? ""}`;
      const handle = new ThreadHandle(
        { engineProgram: await findEngineProgram() },
        { idle: () => undefined, gone: () => undefined, log: () => undefined },
      );
      const job = {
        type: "answer",
        access: PERSON,
        question: "Where is the parser?",
        earlier: [],
        folders: [repository],
        silent: [],
        workingIn: [],
        gitFolders: [repository],
        encodings: [],
        excludes: [],
        withEvidence: false,
        showsIgnored: false,
        shown: [],
      } as const;
      const run = handle.run(job, new AbortController().signal, () => Promise.resolve());
      while (!existsSync(path.join(folder, "pids")))
        await Promise.race([sleep(10), run.then(() => assert.fail("ended"))]);
      await Promise.allSettled([handle.end(), run]);
      const left = uncollectedChildren().filter((pid) => !earlier.includes(pid));
      assert.deepEqual(left, []);
      const begun = readFileSync(path.join(folder, "pids"), "utf8").trim().split("\n");
      assert.deepEqual(
        begun.filter((pid) => isRunning(Number(pid))),
        [],
      );
    } finally {
      process.env["PATH"] = PATH;
      rmSync(folder, { recursive: true });
    }
  });

  it("is not ended in its next job where the one before had ended when it was stopped", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plumbline-test-"));
    const handle = new ThreadHandle(
      { engineProgram: "rg" },
      { program: PARSES, idle: () => undefined, gone: () => undefined, log: () => undefined, endingMs: 1 },
    );
    try {
      const text = Array.from({ length: 4_000 }, (_, index) => `export function f${index}() { return ${index}; }\n`);
      const requests = Array.from({ length: 10 }, (_, index) => path.join(folder, `${index}.ts`)).map((file) => {
        writeFileSync(file, text.join(""));
        return { file, language: "typescript" };
      });
      const take = () => Promise.resolve();
      const forever = new AbortController().signal;
      await handle.run({ type: "definitions", requests: [] }, forever, take); // the thread has started
      const stop = new AbortController();
      const stopped = handle.run({ type: "definitions", requests: [] }, stop.signal, take);
      block(500); // the job ends, which nobody learns of here
      stop.abort(new Error("stopped"));
      await assert.rejects(stopped, /stopped/);
      let found = 0;
      await handle.run({ type: "definitions", requests }, forever, (news) => {
        if (news.type === "definitions") found += news.definitions.length;
        return take();
      });
      assert.equal(found, requests.length);
    } finally {
      await handle.end();
      rmSync(folder, { recursive: true });
    }
  });

  it("is not ended in its next job where the one before was given up before it had stopped", async () => {
    const idle = Promise.withResolvers<undefined>();
    const stop = new AbortController();
    const handle = new ThreadHandle(
      { engineProgram: "rg" },
      {
        idle: () => {
          idle.resolve(undefined);
        },
        gone: () => undefined,
        log: () => undefined,
        program: ASKING,
        endingMs: 1000,
        define: (_, signal) =>
          new Promise((resolve, reject) => {
            if (signal !== stop.signal) return;
            stop.abort(new Error("stopped"));
            reject(signal.reason as Error);
          }),
      },
    );
    try {
      const job = { type: "definitions", requests: [] } as const;
      await assert.rejects(
        handle.run(job, stop.signal, () => Promise.resolve()),
        /stopped/,
      );
      await idle.promise;
      await handle.run(job, new AbortController().signal, () => Promise.resolve());
    } finally {
      await handle.end();
    }
  });

  it("is free again where its news could not be taken in", async () => {
    const idle = Promise.withResolvers<undefined>();
    const handle = new ThreadHandle(
      { engineProgram: "rg" },
      {
        program: PARSES,
        idle: () => {
          idle.resolve(undefined);
        },
        gone: () => undefined,
        log: () => undefined,
      },
    );
    try {
      const requests = [{ file: "gone.ts", language: "TypeScript" }];
      const run = handle.run({ type: "definitions", requests }, new AbortController().signal, () =>
        Promise.reject(new Error("the reader is gone")),
      );
      await assert.rejects(run, /the reader is gone/);
      await idle.promise;
    } finally {
      await handle.end();
    }
  });

  it("that is being ended is not offered for the next job, though its last one has just ended", async () => {
    let offered = 0;
    const gone = Promise.withResolvers<undefined>();
    const handle = new ThreadHandle(
      { engineProgram: "rg" },
      {
        program: PARSES,
        idle: () => {
          offered += 1;
        },
        gone: () => {
          gone.resolve(undefined);
        },
        log: () => undefined,
      },
    );
    const job = { type: "definitions", requests: [] } as const;
    const forever = new AbortController().signal;
    await handle.run(job, forever, () => Promise.resolve()); // the thread has started
    assert.equal(offered, 1);
    const run = handle.run(job, forever, () => Promise.resolve());
    block(500); // the job ends, which nobody learns of here
    void handle.end();
    assert.equal(handle.isEnding, true);
    await Promise.allSettled([run, gone.promise]);
    assert.equal(offered, 1);
  });
});

/** Blocks this thread for the given number of milliseconds. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}

/** The children of this process that have ended and were not collected. Only Linux reports them. */
function uncollectedChildren(): readonly string[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [state, parent] = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      return state === "Z" && Number(parent) === process.pid;
    } catch {
      return false; // it has disappeared meanwhile
    }
  });
}
