import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { SignOuts } from "../../../../src/host/accounts/signOuts.ts";
import { plainMemento } from "../../../support/plainMemento.ts";

const NO_ERROR = (what: string, error: unknown): void => {
  throw new Error(what, { cause: error });
};

describe("signing out", () => {
  it("ends when everything is removed, and says why something is left, which the next start removes", async () => {
    const state = plainMemento();
    const kept = new Set(["one", "two"]);
    let isBusy = true;
    const told: string[] = [];
    const start = () =>
      new SignOuts(
        state,
        async (id) => {
          await Promise.resolve();
          if (isBusy && id === "two") throw new Error("EBUSY");
          kept.delete(id);
        },
        (what) => told.push(what),
      );

    const window = start();
    for (const id of ["one", "two"]) await window.begin(id);
    assert.deepEqual(window.unfinished, ["one", "two"]);
    assert.equal(await window.finish("one"), undefined);
    assert.match(String(await window.finish("two")), /EBUSY/);
    assert.deepEqual([[...kept], window.unfinished, told.length], [["two"], ["two"], 1]);

    isBusy = false;
    const next = start();
    await next.finishAll();
    assert.deepEqual([[...kept], next.unfinished, state.keys()], [[], [], []]);
  });

  it("is finished by the next start where the window was closed before anything was removed", async () => {
    const state = plainMemento();
    await new SignOuts(state, () => new Promise<void>(() => undefined), NO_ERROR).begin("one");
    const removed: string[] = [];
    await new SignOuts(state, (id) => Promise.resolve(void removed.push(id)), NO_ERROR).finishAll();
    assert.deepEqual(removed, ["one"]);
  });

  it("removes once what is asked for twice at the same time, and is waited for when the window closes", async () => {
    let count = 0;
    let end = (): void => undefined;
    const signOuts = new SignOuts(
      plainMemento(),
      () => new Promise((resolve) => ((count += 1), (end = resolve))),
      NO_ERROR,
    );
    const both = [signOuts.finish("one"), signOuts.finish("one")];
    let isSettled = false;
    const settled = signOuts.settled().then(() => (isSettled = true));
    await new Promise(setImmediate);
    assert.deepEqual([count, isSettled], [1, false]);
    end();
    await Promise.all([...both, settled]);
    assert.ok(isSettled);
  });
});
