import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "mocha";
import { TimeSlices } from "../../../../../src/core/text/timeSlices.ts";
import { stemOf } from "../../../../../src/local/answers/questions/words.ts";
import { hashOf } from "../../../../../src/local/answers/ranking/hashes.ts";
import { indexText } from "../../../../../src/local/answers/ranking/indexedFile.ts";
import { createWordKinship, WordKinship } from "../../../../../src/local/answers/ranking/wordKinship.ts";

type Rows = Readonly<Record<string, readonly [number, number]>>;

/** A table whose rows have two numbers. */
function tableOf(asked: Rows, code: Rows, scale = 0.5): Uint8Array {
  const words = [...Object.keys(asked), ...Object.keys(code)];
  const rows = [...Object.values(asked), ...Object.values(code)];
  const head = [0x6e696b61, 2, Object.keys(asked).length, Object.keys(code).length];
  return Buffer.concat([
    Buffer.from(Uint32Array.from([...head, ...words.map((word) => hashOf(stemOf(word)))]).buffer),
    Buffer.from(Float32Array.from(words, () => scale).buffer),
    Buffer.from(Int8Array.from(rows.flat()).buffer),
  ]);
}

const TABLE = tableOf({ delete: [100, 0], file: [0, 1] }, { unlink: [100, 0], path: [0, 100], read: [-100, 0] });

/** How akin the only piece of some code is to a text. */
async function kinshipOf(text: string, code: string, table = TABLE): Promise<number> {
  return new WordKinship(table).with(text)(await indexText("a.js", code, new TimeSlices()), 0);
}

describe("how akin words of code are to a question", () => {
  it("is told by what they were found to be said of, not by what they are", async () => {
    assert.ok((await kinshipOf("Delete a file", "unlink(it);")) > 0.99);
    assert.ok((await kinshipOf("Where is it deleted?", "read(it);")) < -0.99);
    const mixed = await kinshipOf("Delete a file", "unlink(path);");
    assert.ok(mixed > 0.6 && mixed < 0.8, String(mixed));
  });

  it("counts a word more the more often it occurs, and if something is called so", async () => {
    const once = await kinshipOf("delete", "go(unlink, path);");
    assert.ok((await kinshipOf("delete", "go(unlink, path, unlink, unlink);")) > once);
    assert.ok((await kinshipOf("delete", "function unlink(path) {\n  go();\n}")) > once);
  });

  it("is nothing where no word is known", async () => {
    assert.equal(await kinshipOf("Where is the moon?", "unlink(path);"), 0);
    assert.equal(await kinshipOf("Delete a file", "moon(sun);"), 0);
    assert.equal(await kinshipOf("delete", "unlink(it);", tableOf({}, {})), 0);
  });

  it("is not told by what is no table", () => {
    const others = [Buffer.alloc(0), Buffer.alloc(64), TABLE.subarray(0, -1), Buffer.concat([TABLE, Buffer.alloc(4)])];
    for (const scale of [NaN, Infinity]) others.push(Buffer.from(tableOf({ delete: [1, 0] }, {}, scale)));
    for (const bytes of others) assert.throws(() => new WordKinship(bytes), /not a table/);
  });

  it("is known with the first question, from what ships", () => {
    const kinship = createWordKinship((message) => assert.equal(message, ""));
    assert.ok(kinship() instanceof WordKinship);
    assert.equal(kinship(), kinship());
  });

  it("is unknown where the table is missing or broken, which is told once", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plumbline-kinship-"));
    try {
      const broken = path.join(folder, "broken.bin");
      writeFileSync(broken, TABLE.subarray(0, 20));
      for (const file of [broken, path.join(folder, "missing.bin")]) {
        const told: string[] = [];
        const kinship = createWordKinship((message) => told.push(message), file);
        assert.deepEqual([kinship(), kinship()], [undefined, undefined]);
        assert.equal(told.length, 1);
        assert.ok(told[0]?.includes(file));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
