import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { replaceFile } from "../../../../src/host/platform/replaceFile.ts";

describe("a file that replaces another one", () => {
  const failing = (code: string, times: number) => {
    const moved: string[] = [];
    const move = (from: unknown, to: unknown): Promise<void> => {
      moved.push(`${String(from)} ${String(to)}`);
      return moved.length <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve();
    };
    return { moved, move };
  };

  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    it(`is tried again on Windows while somebody has it open (${code}), and not for ever`, async () => {
      const short = failing(code, 2);
      await replaceFile("a", "b", { move: short.move, platform: "win32" });
      assert.deepEqual(short.moved, ["a b", "a b", "a b"]);
      const long = failing(code, Infinity);
      await assert.rejects(replaceFile("a", "b", { move: long.move, platform: "win32" }), { code });
      assert.ok(long.moved.length < 10);
    });
  }

  it("is told at once what else is the matter, there and elsewhere", async () => {
    for (const [platform, code] of [
      ["win32", "ENOSPC"],
      ["linux", "EPERM"],
    ] as const) {
      const { move, moved } = failing(code, Infinity);
      await assert.rejects(replaceFile("a", "b", { move, platform }), { code });
      assert.equal(moved.length, 1);
    }
  });
});
