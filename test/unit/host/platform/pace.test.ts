import assert from "node:assert/strict";
import { mock } from "node:test";
import { Pace } from "../../../../src/host/platform/pace.ts";

describe("the pace of a view", () => {
  let now = 0;
  let times: number[] = [];
  let pace: Pace;

  /** Lets time pass, in steps of a millisecond, with `what` done in each. */
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
    pace = new Pace(260, () => times.push(now));
  });

  afterEach(() => {
    pace.dispose();
    mock.timers.reset();
  });

  it("acts at once after a rest", () => {
    pace.request();
    pass(1000);
    pace.request();
    assert.deepEqual(times, [0, 1000]);
  });

  it("acts once in an interval however often it is asked, and once more after the last time", () => {
    pass(1000, () => {
      pace.request();
    });
    pass(1000);
    assert.deepEqual(times, [1, 261, 521, 781, 1041]);
  });

  it("does nothing that nobody asked for", () => {
    pace.request();
    pass(5000);
    assert.deepEqual(times, [0]);
  });

  it("waits for what comes soon, and acts at once when it comes", () => {
    pace.requestWithin(200);
    pass(30);
    pace.request();
    pass(1000);
    assert.deepEqual(times, [30]);
  });

  it("acts when what was to come soon doesn't", () => {
    pace.requestWithin(200);
    pass(100);
    pace.requestWithin(200);
    pass(1000);
    assert.deepEqual(times, [200]);
  });

  it("keeps the interval also where it was patient", () => {
    pace.request();
    pace.requestWithin(100);
    pass(1000);
    assert.deepEqual(times, [0, 260]);
  });

  it("waits until it is released, and then acts at once", () => {
    pace.request();
    pace.hold(2000);
    pass(500, () => {
      pace.request();
    });
    pace.release();
    pass(1000);
    assert.deepEqual(times, [0, 500]);
  });

  it("keeps the interval also where it is released within it, and does nothing that nobody asked for", () => {
    pace.request();
    pace.hold(2000);
    pass(100);
    pace.release();
    pass(50);
    pace.request();
    pass(1000);
    pace.hold(2000);
    pace.release();
    pass(1000);
    assert.deepEqual(times, [0, 260]);
  });

  it("waits only for so long for a release", () => {
    pace.request();
    pace.hold(2000);
    pass(100);
    pace.request();
    pass(5000);
    assert.deepEqual(times, [0, 2000]);
  });

  it("does nothing any more when it is disposed of", () => {
    pace.request();
    pace.request();
    pace.requestWithin(500);
    pace.hold(500);
    pace.dispose();
    pass(1000);
    assert.deepEqual(times, [0]);
  });
});
