import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Semaphore } from "../../../../src/local/base/semaphore.ts";
import { StalledReaders } from "../../../../src/local/threads/stalledReaders.ts";

describe("readers that have stalled", () => {
  const { signal } = new AbortController();

  /** A reader that has a turn and takes nothing until it is dropped. */
  async function stall(readers: StalledReaders, turns: Semaphore, dropped: string[], name: string): Promise<void> {
    const end = await turns.acquire(signal);
    const gone = Promise.withResolvers<undefined>();
    const drop = () => {
      dropped.push(name);
      gone.resolve(undefined);
    };
    await readers.whileTaking(drop, () => gone.promise.then(() => undefined));
    end();
  }

  it("are ended once others have waited for them, those first that have taken nothing for the longest", async () => {
    const readers = new StalledReaders({ othersMs: 100, takesNothingMs: 40 });
    const turns = new Semaphore(2);
    const dropped: string[] = [];
    const first = stall(readers, turns, dropped, "first");
    await new Promise((resolve) => setTimeout(resolve, 20));
    const second = stall(readers, turns, dropped, "second");
    (await readers.whileWaiting(turns.acquire(signal)))();
    await first;
    assert.deepEqual(dropped, ["first"], "one was enough");
    const [one, other] = [turns.acquire(signal), turns.acquire(signal)].map((turn) => readers.whileWaiting(turn));
    await Promise.all([one, other, second]);
    assert.deepEqual(dropped, ["first", "second"]);
  });

  it("are left alone while nobody waits, and while they take something now and then", async () => {
    const readers = new StalledReaders({ othersMs: 20, takesNothingMs: 1000 });
    const turns = new Semaphore(1);
    const dropped: string[] = [];
    const end = await turns.acquire(signal);
    const waiting = readers.whileWaiting(turns.acquire(signal));
    for (let taken = 0; taken < 10; taken++)
      await readers.whileTaking(
        () => dropped.push("slow"),
        () => new Promise((resolve) => setTimeout(resolve, 20)),
      );
    end();
    await waiting;
    await readers.whileTaking(
      () => dropped.push("late"),
      () => new Promise((resolve) => setTimeout(resolve, 1500)),
    );
    assert.deepEqual(dropped, []);
  });
});
