import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { awakeTimeout } from "../../../../src/core/model/awakeTimeout.ts";

describe("a deadline in time that a process runs", () => {
  /** Like a suspended process, this one has no turn meanwhile, while its clock goes on. */
  const suspend = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

  it("is over after that time", async () => {
    const from = performance.now();
    await new Promise<void>((resolve) => awakeTimeout(200, resolve));
    assert.ok(performance.now() - from >= 199);
  });

  it("is not over because the process was suspended for longer", async () => {
    let isOver = false;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    awakeTimeout(1000, () => {
      isOver = true;
      resolve(undefined);
    });
    await sleep(20);
    suspend(3000);
    const woken = performance.now();
    await sleep(20);
    assert.equal(isOver, false);
    await promise;
    assert.ok(performance.now() - woken >= 450, "half of it was left at least");
  });

  it("is taken back", async () => {
    let isOver = false;
    const takeBack = awakeTimeout(40, () => {
      isOver = true;
    });
    await sleep(15);
    takeBack();
    await sleep(80);
    assert.equal(isOver, false);
  });
});
