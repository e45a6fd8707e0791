import assert from "node:assert/strict";
import { usualTime } from "../../../../src/core/conversations/usualTime.ts";

describe("how long answers usually take", () => {
  it("is unknown before the first one", () => {
    assert.equal(usualTime([]), undefined);
  });

  it("is what they took, rounded, in whatever order they came", () => {
    assert.deepEqual(usualTime([300]), { fromMs: 1000, toMs: 1000 });
    assert.deepEqual(usualTime([94_321, 6400, 38_000]), { fromMs: 6000, toMs: 90_000 });
  });

  it("leaves out a tenth at each end of many", () => {
    const usual = Array.from({ length: 8 }, (_, index) => 60_000 + index * 10_000);
    assert.deepEqual(usualTime([900, ...usual, 900_000]), { fromMs: 60_000, toMs: 130_000 });
  });
});
