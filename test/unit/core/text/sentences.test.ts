import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { beginsWithName, runningText, withStop } from "../../../../src/core/text/sentences.ts";

describe("sentences", () => {
  it("run on in one line, each with its stop but the last", () => {
    assert.equal(runningText(["3 matches", "", "It broke. Why?\nSo it is."]), "3 matches. It broke. Why? So it is.");
    assert.equal(runningText(["3 matches", "stopped"]), "3 matches. stopped");
    assert.equal(runningText(["3 matches"]), "3 matches");
    assert.deepEqual(["", "Why?", "そうです。", "so "].map(withStop), ["", "Why?", "そうです。", "so."]);
  });

  it("may begin with a name, such as a host", () => {
    const named = ["sourcegraph.example.com is down", "localhost:3080 is down", "a.ts is gone", "127.0.0.1:80"];
    assert.deepEqual(named.map(beginsWithName), [true, true, true, true]);
    const plain = ["could not reach it", "it: so", "no. 5", "the local service", ""];
    assert.deepEqual(plain.map(beginsWithName), [false, false, false, false, false]);
  });
});
