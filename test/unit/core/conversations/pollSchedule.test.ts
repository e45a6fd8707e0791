import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { pollSchedule } from "../../../../src/core/conversations/pollSchedule.ts";

/** The times at which a run that takes this long is polled. */
function pollsOf(past: readonly number[], untilMs: number, random = () => 0.5): readonly number[] {
  const schedule = pollSchedule(past, random);
  const polls: number[] = [];
  for (let elapsed = schedule.delayAfter(0); elapsed <= untilMs; elapsed += schedule.delayAfter(elapsed))
    polls.push(elapsed);
  return polls;
}

describe("pollSchedule", () => {
  it("asks at most 60 times in three minutes, whatever was learned", () => {
    for (const past of [[], [1000], [500, 700, 900], [30_000, 31_000, 120_000], [600_000], [1, 1e9], [NaN, -1, 0]])
      assert.ok(pollsOf(past, 180_000, () => 0).length < 60, `${past.join(" ")}: ${pollsOf(past, 180_000).length}`);
  });

  it("asks most often when answers have come", () => {
    const past = Array.from({ length: 20 }, (_, index) => (index % 2 ? 30_000 : 120_000) + index * 300);
    const polls = pollsOf(past, 150_000);
    const within = (from: number, to: number) => polls.filter((at) => at >= from && at < to).length;
    assert.ok(within(25_000, 40_000) > 2 * within(60_000, 75_000), polls.join(" "));
    assert.ok(within(115_000, 130_000) > 2 * within(60_000, 75_000), polls.join(" "));
  });

  it("asks soon where answers come soon", () => {
    assert.ok(pollsOf([300, 400, 500, 800, 600], 2000).length >= 5);
  });

  it("never waits for more than a minute, nor less than a few tenths of a second", () => {
    const schedule = pollSchedule([2000, 2000, 2000], () => 1);
    for (let elapsed = 0; elapsed < 1e8; elapsed = elapsed * 1.1 + 100) {
      const delay = schedule.delayAfter(elapsed);
      assert.ok(delay >= 200 && delay <= 66_000, `${elapsed}: ${delay}`);
    }
  });

  it("varies, so that many windows don't ask at the same moment", () => {
    const schedule = pollSchedule([]);
    assert.ok(new Set(Array.from({ length: 20 }, () => schedule.delayAfter(20_000))).size > 10);
  });
});
