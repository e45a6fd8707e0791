import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import type { LocalServiceOptions } from "../../../../src/local/localService.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { runService, textOf, until } from "../runningService.ts";

describe("a question that can't be answered", () => {
  let temporary: TemporaryFolder;
  let folder: string;
  before(() => {
    temporary = makeTemporaryFolder();
    folder = temporary.commit("there", { "cache.ts": "export const cacheLimit = 3;\n" });
  });
  after(() => {
    temporary.remove();
  });

  /** What becomes of a question over some folders: why it failed, or what was done for its answer. */
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
    const { error } = await ask([folder], { ripgrepBinary: path.join(temporary.root, "no-rg") });
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
