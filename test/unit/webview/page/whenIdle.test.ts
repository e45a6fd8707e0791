import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { Gradually, MANY } from "../../../../src/webview/page/gradually.ts";

describe("what a page does when it has time", () => {
  const ids = Array.from({ length: MANY + 20 }, (_, index) => String(index));
  const drawAll = () =>
    new Promise<void>((resolve) => {
      const gradually = new Gradually(
        () => {
          if (!gradually.isBusy) resolve();
        },
        () => 0,
      );
      gradually.begin(ids, 0);
      assert.equal(gradually.isBusy, true);
    });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "requestIdleCallback");
  });

  it("is done in a browser that can't tell, as Safari", async () => {
    assert.equal("requestIdleCallback" in globalThis, false);
    await drawAll();
  });

  it("waits for its turn in others", async () => {
    const limits: (number | undefined)[] = [];
    const requestIdleCallback = (then: () => void, options?: { readonly timeout?: number }) => {
      limits.push(options?.timeout);
      setImmediate(then);
    };
    Object.assign(globalThis, { requestIdleCallback });
    await drawAll();
    assert.deepEqual([...new Set(limits)], [200]);
  });
});
