import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { describe } from "mocha";
import { onceIdle } from "../../../../src/git/command/idleChild.ts";
import { createRipgrep, RipgrepError } from "../../../../src/local/code/ripgrep/ripgrep.ts";
import { findEngineProgram } from "../../../../src/local/code/engine/engineProgram.ts";
import { itWithSuspension } from "../../../support/systems.ts";

describe("a process that does nothing", () => {
  const limits = { idleMs: 400, silentMs: 400 };
  const program = (text: string) => spawn(process.execPath, ["-e", text], { stdio: ["ignore", "pipe", "ignore"] });

  itWithSuspension("is noticed, once", async () => {
    const child = program("console.log('begun'); setInterval(() => {}, 100_000)");
    let times = 0;
    child.stdout.resume();
    await once(child.stdout, "data");
    onceIdle(child, () => times++, limits);
    await sleep(2500);
    child.kill("SIGKILL");
    await once(child, "close");
    assert.equal(times, 1);
  });

  itWithSuspension("is not taken for one that works without a word, or whose words nobody takes", async () => {
    if (process.platform !== "linux") return; // the system does not tell that it works
    let times = 0;
    const busy = program("for (;;);");
    const waiting = program("for (;;) require('fs').writeSync(1, 'x'.repeat(1000))");
    for (const child of [busy, waiting]) onceIdle(child, () => times++, limits);
    await once(waiting.stdout, "readable");
    await sleep(2500);
    for (const child of [busy, waiting]) child.kill("SIGKILL");
    assert.equal(times, 0);
  });

  itWithSuspension("ends a search with its reason if it is a ripgrep", async () => {
    const ripgrep = createRipgrep(await findEngineProgram(), limits);
    const signal = AbortSignal.timeout(10_000);
    const folder = mkdtempSync(path.join(tmpdir(), "plumbline-idle-"));
    const file = path.join(folder, "pipe");
    execFileSync("mkfifo", [file]);
    try {
      await assert.rejects(
        async () => {
          for await (const piece of ripgrep(["x", "--", file], "", { signal })) assert.fail(piece.toString());
        },
        (error) => error instanceof RipgrepError && error.reason === "idle",
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
