import assert from "node:assert/strict";
import fs, { rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import { failureWords } from "../../../../../src/local/server/conversations/failureWords.ts";
import type { LocalServiceOptions } from "../../../../../src/local/server/localService.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, textOf, until } from "../../runningService.ts";

describe("a question that can't be answered", () => {
  let temporary: TemporaryFolder;
  let folder: string;
  before(() => {
    temporary = makeTemporaryFolder();
    folder = temporary.commit("there", { "cache.ts": "export const cacheLimit = 3;\n" });
  });
  after(() => temporary.remove());

  /** The outcome of a question about some folders: why it failed, or what was done to answer it. */
  async function ask(
    folders: readonly string[],
    options: Partial<LocalServiceOptions>,
    spoil: () => void = () => undefined,
  ) {
    const service = await runService(temporary.root, folders, {
      storeDir: path.join(temporary.root, "asked"),
      ...options,
    });
    try {
      spoil();
      const { body } = await service.legacy("POST", "", { question: "Where is the cacheLimit?" });
      const settled = await until(async () => {
        const { body: now } = await service.legacy("GET", `/${textOf(body["id"])}`);
        return now["questions"]?.[0]?.["status"] === ("processing" as never) ? undefined : now;
      });
      const question = settled["questions"]?.[0];
      return { error: question?.["error"]?.["message"], all: JSON.stringify(question) };
    } finally {
      await service.close();
    }
  }

  it("says so where ripgrep can't be started, and what to do about it", async () => {
    const { error } = await ask([folder], { engineProgram: path.join(temporary.root, "no-rg") });
    assert.match(textOf(error), /ripgrep .*Reinstall Plumbline, or allow the program to run: .*ENOENT/);
  });

  it("says so where its folder is gone, and is answered from the others where there are some", async () => {
    const gone = temporary.write("gone", { "a.ts": "cacheLimit" });
    const { error } = await ask([gone], {}, () => {
      rmSync(gone, { recursive: true });
    });
    assert.match(textOf(error), /^1 folder can't be read\. Moved, deleted/);
    const { error: none, all } = await ask([gone, folder], {});
    assert.equal(none, undefined);
    assert.match(all, /1 folder can't be read/);
    assert.match(all, /cacheLimit = 3/);
  });
});

describe("a question that can't be kept", () => {
  const { open } = fs.promises;
  afterEach(() => {
    fs.promises.open = open;
    syncBuiltinESMExports();
  });

  for (const code of ["EACCES", "EPERM", "EROFS"]) {
    it(`is refused with the folder that has to be made writable (${code})`, async () => {
      const temporary = makeTemporaryFolder();
      const storeDir = path.join(temporary.root, "store");
      const service = await runService(temporary.root, [temporary.write("code", {})], { storeDir });
      fs.promises.open = (file) => Promise.reject(Object.assign(new Error("open"), { code, path: textOf(file) }));
      syncBuiltinESMExports();
      try {
        const message = `Conversations are kept in a folder that can't be written to: ${storeDir}. Make it writable, then try again.`;
        const questions = [{ input: [{ question: { text: "Where is it?" } }] }];
        const { status, body } = await service.call("CreateConversation", { conversation: { questions } });
        assert.deepEqual([status, body["message"]], [500, message]);
        const legacy = await service.legacy("POST", "", { question: "Where is it?" });
        assert.deepEqual([legacy.status, legacy.body["message"]], [500, message]);
      } finally {
        await service.close();
        await temporary.remove();
      }
    });
  }

  it("is told apart from what else can't be read or written", () => {
    const failed = Object.assign(new Error("open"), { code: "EACCES" });
    for (const file of [undefined, path.resolve("elsewhere/file"), path.resolve("store-of-another")]) {
      const words = failureWords(Object.assign(failed, { path: file }), path.resolve("store"));
      assert.equal(words, "The local service failed. Its log says more.");
    }
    const around = failureWords(Object.assign(failed, { path: path.resolve("home") }), path.resolve("home/a/store"));
    assert.match(around, /can't be written/);
    const isFile = Object.assign(new Error("scandir"), { code: "ENOTDIR", path: path.resolve("store") });
    assert.match(failureWords(isFile, path.resolve("store")), /can't be written/);
  });
});
