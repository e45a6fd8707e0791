import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { surplus, type Kept } from "../../../../src/core/search/retention.ts";

const BOUNDS = { count: 3, memoryBytes: 100, fileBytes: 1000 };
const NONE = new Set<number>();
const kept = (...sets: Partial<Kept>[]): Kept[] =>
  sets.map((set, index) => ({ id: index + 1, isPinned: false, memoryBytes: 1, fileBytes: 0, ...set }));

describe("what is kept", () => {
  it("is everything while it is within bounds", () => {
    assert.deepEqual(surplus(kept({}, {}, {}), BOUNDS, NONE), []);
  });

  it("is everything that fills its bounds exactly", () => {
    assert.deepEqual(surplus(kept({ memoryBytes: 100, fileBytes: 1000 }), BOUNDS, NONE), []);
  });

  it("loses the oldest first when there are too many", () => {
    assert.deepEqual(surplus(kept({}, {}, {}, {}, {}), BOUNDS, NONE), [1, 2]);
  });

  it("never loses what is pinned, which doesn't count among the many either", () => {
    assert.deepEqual(surplus(kept({ isPinned: true }, {}, {}, {}, {}), BOUNDS, NONE), [2]);
    assert.deepEqual(surplus(kept({ isPinned: true }, { isPinned: true }, {}, {}, {}), BOUNDS, NONE), []);
  });

  it("loses the oldest that is not pinned when all together take too much memory or disk", () => {
    assert.deepEqual(
      surplus(
        kept({ isPinned: true, memoryBytes: 80 }, { memoryBytes: 15 }, {}, { memoryBytes: 8 }),
        { ...BOUNDS, count: 9 },
        NONE,
      ),
      [2],
    );
    assert.deepEqual(surplus(kept({ fileBytes: 600 }, { fileBytes: 600 }), BOUNDS, NONE), [1]);
  });

  it("keeps what must stay, and what is pinned, even beyond the bounds", () => {
    assert.deepEqual(surplus(kept({ memoryBytes: 500 }, { memoryBytes: 50 }), BOUNDS, new Set([1])), [2]);
    assert.deepEqual(surplus(kept({ isPinned: true, memoryBytes: 500 }), BOUNDS, NONE), []);
  });
});
