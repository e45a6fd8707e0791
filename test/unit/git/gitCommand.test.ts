import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { after, before, describe, it } from "mocha";
import { git } from "../../../src/git/gitCommand.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "./temporaryRepositories.ts";

describe("git", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => {
    temporary.remove();
  });

  it("is started once in a turn, however often it is asked at once: each start holds this process for milliseconds", async () => {
    const root = temporary.commit("some", { "a.txt": "" });
    const startedIn: number[] = [];
    const note = () => {
      startedIn.push(turn);
    };
    let turn = 0;
    let next = setImmediate(function count() {
      turn++;
      next = setImmediate(count);
    });
    subscribe("child_process", note);
    try {
      const all = await Promise.all([1, 2, 3, 4].map(() => git(root, ["rev-parse", "HEAD"])));
      assert.equal(new Set(all.map(String)).size, 1);
    } finally {
      unsubscribe("child_process", note);
      clearImmediate(next);
    }
    assert.equal(startedIn.length, 4);
    assert.equal(new Set(startedIn).size, 4);
  });

  it("rejects where it was aborted before it is started", async () => {
    const root = temporary.commit("other", { "a.txt": "" });
    await assert.rejects(git(root, ["rev-parse", "HEAD"], { signal: AbortSignal.abort() }), { name: "AbortError" });
  });
});
