import assert from "node:assert/strict";
import fs, { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ConversationStore } from "../../../../../src/local/answers/conversations/conversationStore.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { conversationOf, withQuestion } from "./storeWriter.ts";

const WRITERS = 3;
const CHANGES = 10;

for (const [code, platform] of [
  ["EPERM", process.platform],
  ["ENOTSUP", process.platform],
  ["ENOSYS", process.platform],
  ["EPERM", "win32"],
  ["EACCES", "win32"],
] as const) {
  describe(`a file system that has no links, or denies them (${code} on ${platform})`, () => {
    let temporary: TemporaryFolder;
    let folder = "";
    beforeEach(() => {
      temporary = makeTemporaryFolder();
      folder = path.join(temporary.root, "store");
    });
    afterEach(() => temporary.remove());
    const open = (): ConversationStore =>
      new ConversationStore(folder, (_, message) => assert.fail(message), {
        link: () => Promise.reject(Object.assign(new Error("link"), { code })),
        platform,
      });

    it("gives each conversation its own number, and loses no change of several writers", async () => {
      const stores = Array.from({ length: WRITERS }, open);
      const made = await Promise.all(stores.map((store) => store.create((id) => conversationOf(id))));
      assert.deepEqual(made.map(({ id }) => id).sort(), [1, 2, 3]);
      await Promise.all(
        stores.map(async (store, writer) => {
          for (let change = 0; change < CHANGES; change++)
            assert.ok(await store.update(1, (before) => withQuestion(before, `${writer}/${change}`)));
        }),
      );
      const asked = (await open().get(1))?.questions.map(({ text }) => text) ?? [];
      const wanted = stores.flatMap((_, writer) =>
        Array.from({ length: CHANGES }, (__, change) => `${writer}/${change}`),
      );
      assert.deepEqual(asked.filter((text) => text.includes("/")).sort(), wanted.sort());
      assert.ok(readdirSync(folder).every((name) => /^\d+\.\d+\.json$/.test(name)));
    });

    it("lists, deletes for good, and leaves nothing but the mark", async () => {
      const { id } = await open().create((number) => conversationOf(number));
      await open().update(id, (before) => ({ ...before, title: "new" }));
      assert.deepEqual(
        (await open().summaries()).map(({ title }) => title),
        ["new"],
      );
      assert.ok(await open().delete(id));
      assert.deepEqual(readdirSync(folder), [`${id}.deleted`]);
      assert.equal(await open().get(id), undefined);
      assert.equal((await open().create((number) => conversationOf(number))).id, id + 1);
    });

    it("takes over what an earlier program kept", async () => {
      mkdirSync(folder);
      writeFileSync(path.join(folder, "7.json"), JSON.stringify(conversationOf(7)));
      assert.deepEqual(await open().get(7), conversationOf(7));
      assert.deepEqual(readdirSync(folder), ["7.1.json"]);
    });
  });
}

describe("a folder that can't be written on Windows", () => {
  it("is told at once", async () => {
    const temporary = makeTemporaryFolder();
    const { open } = fs.promises;
    let opened = 0;
    fs.promises.open = () => {
      opened++;
      return Promise.reject(Object.assign(new Error("open"), { code: "EPERM" }));
    };
    syncBuiltinESMExports();
    try {
      const store = new ConversationStore(temporary.write("store", {}), () => undefined, { platform: "win32" });
      await assert.rejects(
        store.create((id) => conversationOf(id)),
        { code: "EPERM" },
      );
      assert.equal(opened, 1);
    } finally {
      fs.promises.open = open;
      syncBuiltinESMExports();
      await temporary.remove();
    }
  });
});
