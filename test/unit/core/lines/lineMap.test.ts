import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mapLines } from "../../../../src/core/lines/lineMap.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";

describe("which line has become which", () => {
  it("is known of lines that occur once in a stretch, however often they occur in the whole", async () => {
    const repeated = Array.from({ length: 250 }, (_, line) => line); // too many to be compared one by one
    const middle = 250;
    const version = (own: number) => [own, ...repeated, own + 1, middle, own + 2, ...repeated, own + 3];
    const [old, current] = [version(300), version(400)].map((numbers) => Int32Array.from(numbers));
    assert.ok(old && current);
    const { toNew } = await mapLines([{ old, current, count: 500 }], new TimeSlices());
    const own = new Set([0, 251, 253, 504]);
    assert.deepEqual(
      [...toNew],
      [...toNew.keys()].map((line) => (own.has(line) ? -1 : line)),
    );
  });
});
