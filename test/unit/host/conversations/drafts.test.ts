import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { Drafts } from "../../../../src/host/conversations/drafts.ts";

describe("what was typed and not asked", () => {
  const place = (name: string, accountId = "a") => ({ accountId, name });
  const failures: unknown[] = [];
  const draftsIn = (state: vscode.Memento) =>
    new Drafts(
      state,
      (accountId) => accountId,
      (what, error) => failures.push(what, error),
    );

  it("is handed on once, by account and whatever the conversation is called", async () => {
    const state = new Memory();
    const drafts = draftsIn(state);
    await drafts.keep(place("users/4/conversations/7"), " And then?\n");
    await drafts.keep(place("7", "b"), "Elsewhere");
    assert.equal(drafts.take(place("users/~self/conversations/7")), " And then?\n");
    assert.equal(drafts.take(place("7")), "");
    assert.equal(draftsIn(state).take(place("7", "b")), "Elsewhere");
    assert.deepEqual(state.keys(), []);
  });

  it("is replaced by what is typed later, and gone where that is nothing", async () => {
    const state = new Memory();
    const drafts = draftsIn(state);
    await drafts.keep(place("7"), "One");
    await drafts.keep(place("7"), "Two");
    assert.equal(drafts.take(place("7")), "Two");
    await drafts.keep(place("7"), "Three");
    await drafts.keep(place("7"), " \n");
    assert.deepEqual(state.keys(), []);
  });

  it("is kept of those left last, within bounds, and goes with the account", async () => {
    const state = new Memory();
    const drafts = draftsIn(state);
    for (const name of ["1", "2", "3"]) await drafts.keep(place(name), name.repeat(90_000));
    await drafts.keep(place("4"), "x".repeat(300_000));
    assert.equal(drafts.take(place("4")), "", "more than could be asked");
    for (const name of ["1", "2", "3"]) await drafts.keep(place(name), name.repeat(90_000));
    assert.deepEqual(
      ["1", "2", "3"].map((name) => drafts.take(place(name)).length),
      [0, 90_000, 90_000],
    );
    await drafts.keep(place("1"), "One");
    await drafts.forget("a");
    assert.deepEqual(state.keys(), []);
  });

  it("is told of where it can't be kept, without its words", async () => {
    const state = new Memory();
    state.update = () => Promise.reject(new Error("The disk is full."));
    await draftsIn(state).keep(place("7"), "secret");
    assert.match(failures.map(String).join(" "), /could not be kept Error: The disk is full\.$/);
  });
});

class Memory implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, otherwise?: T): T {
    return (this.#values.get(key) ?? otherwise) as T;
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
    return Promise.resolve();
  }
}
