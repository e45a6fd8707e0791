import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type * as vscode from "vscode";
import { OrderedMemento } from "../../../../src/host/platform/orderedMemento.ts";

describe("what is remembered over all windows", () => {
  it("keeps changes that are made while the editor still tells of the ones before", async () => {
    const memento = new OrderedMemento(new TellingMemento());
    const changes: Thenable<void>[] = [];
    for (let value = 0; value < 50; value++) {
      changes.push(memento.update(`key ${String(value % 5)}`, value));
      assert.equal(memento.get(`key ${String(value % 5)}`), value, "at once");
      await sleep(value % 4);
      assert.equal(memento.get(`key ${String(value % 5)}`), value, "and a moment later");
    }
    await Promise.all(changes);
    const keys = [0, 1, 2, 3, 4].map((key) => memento.get(`key ${String(key)}`));
    assert.deepEqual(keys, [45, 46, 47, 48, 49]);
  });

  it("forgets what is taken away, and has the value that is asked for instead", async () => {
    const memento = new OrderedMemento(new TellingMemento());
    await memento.update("key", 1);
    const gone = memento.update("key", undefined);
    assert.equal(memento.get("key", 2), 2);
    await gone;
    assert.equal(memento.get("key", 2), 2);
    assert.equal(memento.get("key"), undefined);
  });

  it("says what can't be kept, and keeps what comes next", async () => {
    const editor = new TellingMemento();
    const memento = new OrderedMemento(editor);
    editor.failure = new Error("The disk is full.");
    await assert.rejects(async () => memento.update("key", 1), /disk is full/);
    editor.failure = undefined;
    await memento.update("other", 2);
    assert.equal(memento.get("key"), undefined, "what was not kept is not there");
    assert.equal(memento.get("other"), 2);
  });
});

/**
 * Like the editor's: a change is sent with all values, and what is sent comes back some time later as the present
 * state.
 */
class TellingMemento implements vscode.Memento {
  failure: Error | undefined;
  #values: Record<string, unknown> = {};

  keys(): readonly string[] {
    return Object.keys(this.#values);
  }

  get<T>(key: string, otherwise?: T): T {
    return (this.#values[key] ?? otherwise) as T;
  }

  async update(key: string, value: unknown): Promise<void> {
    if (this.failure) throw this.failure;
    this.#values[key] = value;
    const sent = structuredClone(this.#values);
    await sleep(2);
    this.#values = sent;
  }
}
