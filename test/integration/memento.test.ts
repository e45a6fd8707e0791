import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { isThorough } from "../support/depth.ts";
import { plumbline } from "./extension.ts";

const ROUNDS = isThorough ? 150 : 30;

describe("what the editor remembers for the extension", () => {
  it("is each of the changes that come shortly after one another", async () => {
    const state = (await plumbline()).states[0];
    assert.ok(state);
    const lost: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const first = state.update("test.first", round);
      await sleep(round % 6);
      const second = state.update("test.second", round);
      const atOnce = state.get("test.second");
      await sleep(10);
      const soon = state.get("test.second");
      await Promise.all([first, second]);
      if ([atOnce, soon, state.get("test.second")].some((value) => value !== round)) lost.push(round);
    }
    await Promise.all([state.update("test.first", undefined), state.update("test.second", undefined)]);
    assert.deepEqual(lost, []);
  });
});
