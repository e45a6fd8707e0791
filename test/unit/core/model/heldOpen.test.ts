import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { retryWhileHeldOpen } from "../../../../src/core/model/heldOpen.ts";

describe("a change of files", () => {
  const failing = (code: string, times: number) => {
    const state = { tried: 0 };
    const change = (): Promise<void> =>
      ++state.tried <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve();
    return { state, change };
  };

  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    it(`is tried again on Windows while somebody has one of them open (${code}), and not for ever`, async () => {
      const short = failing(code, 2);
      await retryWhileHeldOpen(short.change, "win32");
      assert.equal(short.state.tried, 3);
      const long = failing(code, Infinity);
      await assert.rejects(retryWhileHeldOpen(long.change, "win32"), { code });
      assert.ok(long.state.tried < 10);
    });
  }

  it("is told at once what else is the matter, there and elsewhere", async () => {
    for (const [platform, code] of [
      ["win32", "ENOSPC"],
      ["linux", "EPERM"],
    ] as const) {
      const { change, state } = failing(code, Infinity);
      await assert.rejects(retryWhileHeldOpen(change, platform), { code });
      assert.equal(state.tried, 1);
    }
  });
});
