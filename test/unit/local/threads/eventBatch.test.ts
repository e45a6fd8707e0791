import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { EventBatch } from "../../../../src/local/threads/eventBatch.ts";

describe("events that are joined", () => {
  const open = () => {
    const posted: { readonly text: string; readonly bytes: Uint8Array; readonly taken: () => void }[] = [];
    const batch = new EventBatch((bytes, taken) => {
      posted.push({ text: Buffer.from(bytes).toString(), bytes, taken });
    });
    return { batch, posted };
  };
  const json = (value: unknown) => [Buffer.from(JSON.stringify(value))];
  const long = (letter: string, length: number) => json(letter.repeat(length));

  it("are posted whole, the first one at once, the next ones together soon", async () => {
    const { batch, posted } = open();
    batch.add("matches", [json(1), [Buffer.from("[2"), Buffer.from("]")]]);
    assert.deepEqual(
      posted.map(({ text }) => text),
      ["event: matches\ndata: [1,[2]]\n\n"],
    );
    batch.add("matches", [json(3)]);
    batch.add("matches", [json(4)]);
    assert.equal(posted.length, 1);
    await sleep(100);
    assert.equal(posted[1]?.text, "event: matches\ndata: [3]\n\nevent: matches\ndata: [4]\n\n");
  });

  it("are posted before something else is told, and not once more", async () => {
    const { batch, posted } = open();
    batch.add("matches", [json(1)]);
    batch.add("matches", [json(2)]);
    batch.flush();
    assert.equal(posted.length, 2);
    await sleep(20);
    assert.equal(posted.length, 2);
  });

  it("are not posted any more behind their search", async () => {
    const { batch, posted } = open();
    batch.add("matches", [json(1)]);
    batch.add("matches", [json(2)]);
    batch.stop();
    await sleep(20);
    assert.equal(posted.length, 1);
  });

  it("have memory of their own until they are taken, which is used again then", () => {
    const { batch, posted } = open();
    for (const letter of ["a", "b", "c"]) batch.add("matches", [long(letter, 200_000)]);
    batch.flush();
    for (const { text, bytes } of posted) assert.equal(Buffer.from(bytes).toString(), text);
    assert.equal(new Set(posted.map(({ bytes }) => bytes.buffer)).size, 3);
    posted[1]?.taken();
    batch.add("matches", [long("d", 200_000)]);
    batch.flush();
    assert.equal(posted[3]?.bytes.buffer, posted[1]?.bytes.buffer);
    assert.match(posted[3]?.text ?? "", /^event: matches\ndata: \["d{200000}"\]\n\n$/);
  });

  it("may be longer than what is posted together", () => {
    const { batch, posted } = open();
    batch.add("matches", [json(1)]);
    batch.add("matches", [json(2)]);
    batch.add("matches", [long("e", 3_000_000)]);
    assert.deepEqual(
      posted.map(({ text }) => text.length),
      [26, 26, 3_000_027],
    );
    posted[2]?.taken();
    batch.add("matches", [json(5)]);
    batch.flush();
    assert.equal(posted[3]?.text, "event: matches\ndata: [5]\n\n");
  });
});
