import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { TypingPause } from "../../../../src/core/search/typingPause.ts";

describe("a search while typing", () => {
  const open = () => {
    const acts: string[] = [];
    const pause = new TypingPause({ search: () => acts.push("search"), end: () => acts.push("end"), delayMs: 30 });
    const took = async () => {
      await sleep(90);
      return acts.splice(0).join(" ");
    };
    return { pause, took };
  };

  it("begins at a pause, and ends with the next key", async () => {
    const { pause, took } = open();
    for (const line of ["fet", "fetc", "fetch"]) pause.follow(line);
    assert.equal(await took(), "end end end search");
    pause.follow("fetche");
    assert.equal(await took(), "end search");
  });

  it("ends where what is typed can't be searched for, and begins no other", async () => {
    const { pause, took } = open();
    pause.follow("fetch");
    pause.follow("");
    assert.equal(await took(), "end end");
    pause.follow("");
    assert.equal(await took(), "");
  });

  it("goes on where a key changes nothing in what is searched for", async () => {
    const { pause, took } = open();
    pause.follow("fetch");
    await took();
    pause.follow("fetch");
    assert.equal(await took(), "");
  });

  it("is settled by Enter: none begins until something is typed, and what runs goes on", async () => {
    const { pause, took } = open();
    pause.follow("fetch");
    pause.settle();
    assert.equal(await took(), "end");
    pause.follow("fetch");
    assert.equal(await took(), "end search");
  });
});
