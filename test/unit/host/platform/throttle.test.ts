import assert from "node:assert/strict";
import { mock } from "node:test";
import { Throttle } from "../../../../src/host/platform/throttle.ts";

describe("the pace of a view", () => {
  let now = 0;
  let times: number[] = [];
  let throttle: Throttle;

  /** Lets time pass in steps of a millisecond, and calls `what` in each. */
  const pass = (ms: number, what: () => void = () => undefined): void => {
    for (const end = now + ms; now < end;) {
      now += 1;
      mock.timers.tick(1);
      what();
    }
  };

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    now = 0;
    times = [];
    throttle = new Throttle(260, () => times.push(now));
  });

  afterEach(() => {
    throttle.dispose();
    mock.timers.reset();
  });

  it("acts at once after a rest", () => {
    throttle.request();
    pass(1000);
    throttle.request();
    assert.deepEqual(times, [0, 1000]);
  });

  it("acts once in an interval however often it is asked, and once more after the last time", () => {
    pass(1000, () => {
      throttle.request();
    });
    pass(1000);
    assert.deepEqual(times, [1, 261, 521, 781, 1041]);
  });

  it("does nothing that nobody asked for", () => {
    throttle.request();
    pass(5000);
    assert.deepEqual(times, [0]);
  });

  it("waits for what comes soon, and acts at once when it comes", () => {
    throttle.requestWithin(200);
    pass(30);
    throttle.request();
    pass(1000);
    assert.deepEqual(times, [30]);
  });

  it("acts when what was to come soon doesn't", () => {
    throttle.requestWithin(200);
    pass(100);
    throttle.requestWithin(200);
    pass(1000);
    assert.deepEqual(times, [200]);
  });

  it("keeps the interval also where it was patient", () => {
    throttle.request();
    throttle.requestWithin(100);
    pass(1000);
    assert.deepEqual(times, [0, 260]);
  });

  it("waits until it is released, and then acts at once", () => {
    throttle.request();
    throttle.hold(2000);
    pass(500, () => {
      throttle.request();
    });
    throttle.release();
    pass(1000);
    assert.deepEqual(times, [0, 500]);
  });

  it("keeps the interval also where it is released within it, and does nothing that nobody asked for", () => {
    throttle.request();
    throttle.hold(2000);
    pass(100);
    throttle.release();
    pass(50);
    throttle.request();
    pass(1000);
    throttle.hold(2000);
    throttle.release();
    pass(1000);
    assert.deepEqual(times, [0, 260]);
  });

  it("waits only for so long for a release", () => {
    throttle.request();
    throttle.hold(2000);
    pass(100);
    throttle.request();
    pass(5000);
    assert.deepEqual(times, [0, 2000]);
  });

  it("does nothing any more when it is disposed of", () => {
    throttle.request();
    throttle.request();
    throttle.requestWithin(500);
    throttle.hold(500);
    throttle.dispose();
    pass(1000);
    assert.deepEqual(times, [0]);
  });
});
