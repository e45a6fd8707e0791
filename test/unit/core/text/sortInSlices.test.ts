import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { sortInSlices } from "../../../../src/core/text/sortInSlices.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";
import { watchTurns } from "../../../support/turns.ts";

describe("sorting in slices", () => {
  for (const count of [0, 1, 2, 511, 512, 513, 5_000]) {
    it(`keeps ${count} items in the order of their keys, equal ones as they were`, async () => {
      const items = Array.from({ length: count }, (_, at) => ({ at, key: String((at * 7919) % 97) }));
      const sorted = await sortInSlices(items, ({ key }) => key, new TimeSlices());
      assert.deepEqual(
        sorted,
        items.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at)),
      );
    });
  }

  it("lets everything else have its turn", async () => {
    const items = Array.from({ length: 200_000 }, (_, at) => `folder/${(at * 7919) % 200_000}/file.ts`);
    const turns = watchTurns();
    const sorted = await sortInSlices(items, (item) => item, new TimeSlices());
    const longestMs = turns.stop();
    assert.equal(sorted.length, items.length);
    assert.ok(longestMs < 100, `${longestMs} ms of processor time without a turn for others`);
  });
});
