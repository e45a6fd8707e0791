import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mapAtOnce } from "../../../../src/local/base/mapAtOnce.ts";

describe("what is done with several at once", () => {
  const numbers = async function* (count: number, onEnd: () => void = () => undefined) {
    try {
      for (let at = 0; at < count; at++) yield await Promise.resolve(at);
    } finally {
      onEnd();
    }
  };
  const collect = async <T>(source: AsyncIterable<T>) => {
    const all: T[] = [];
    for await (const each of source) all.push(each);
    return all;
  };

  it("comes as it is done, and no more than so many are under way", async () => {
    let underWay = 0;
    let most = 0;
    const found = await collect(
      mapAtOnce(numbers(50), 4, async (number) => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, number % 5));
        underWay--;
        return number;
      }),
    );
    assert.equal(most, 4);
    assert.deepEqual(
      found.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, at) => at),
    );
  });

  it("fails with the first that fails", async () => {
    const failing = mapAtOnce(numbers(10), 2, (number) =>
      number === 3 ? Promise.reject(new Error("three")) : Promise.resolve(number),
    );
    await assert.rejects(collect(failing), /three/);
  });

  it("fails with its source", async () => {
    const source = async function* () {
      yield await Promise.resolve(1);
      throw new Error("source");
    };
    await assert.rejects(collect(mapAtOnce(source(), 2, (number) => Promise.resolve(number))), /source/);
  });

  it("leaves its source when it is left", async () => {
    let hasEnded = false;
    const source = numbers(1000, () => (hasEnded = true));
    for await (const each of mapAtOnce(source, 2, (number) => Promise.resolve(number))) if (each === 3) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(hasEnded, true);
  });
});
