import assert from "node:assert/strict";
import fs, { symlinkSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { openCodeBase } from "../../../../../src/local/code/files/codeBase.ts";
import { readFromDisk } from "../../../../../src/local/code/files/servedFiles.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, type RunningService } from "../../runningService.ts";

describe("a file on a drive that can't be asked for real paths", () => {
  const { realpath } = fs.promises;
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(async () => {
    await temporary.remove();
  });
  beforeEach(() => {
    const refuse = () => Promise.reject(Object.assign(new Error("realpath"), { code: "EISDIR" }));
    Object.assign(fs.promises, { realpath: refuse });
    syncBuiltinESMExports();
  });
  afterEach(() => {
    Object.assign(fs.promises, { realpath });
    syncBuiltinESMExports();
  });

  it("is served, and still not what a link to another folder leads to", async () => {
    temporary.write("elsewhere", { "secret.txt": "secret" });
    const folder = temporary.write("drive", { "a.txt": "text" });
    symlinkSync(path.join(folder, "a.txt"), path.join(folder, "link.txt"));
    symlinkSync(path.join(temporary.root, "elsewhere"), path.join(folder, "out"));
    const codeBase = await openCodeBase([folder]);
    const [repository] = codeBase.repositories;
    assert.ok(repository);
    const read = async (file: string) => {
      const options = { maxBytes: 1000, signal: AbortSignal.timeout(10_000) };
      const found = await readFromDisk(codeBase, repository, file, options);
      return found?.type === "file" ? found.content.toString() : found;
    };
    assert.equal(await read("a.txt"), "text");
    assert.equal(await read("link.txt"), "text");
    assert.equal(await read("out/secret.txt"), undefined);
    assert.equal(await read("none.txt"), undefined);
  });
});

describe("a file that the system does not let this user read", () => {
  const { open } = fs.promises;
  let temporary: TemporaryFolder;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    const folder = temporary.write("files", { "locked.txt": "secret", "open.txt": "text" });
    service = await runService(temporary.root, [folder]);
    // As root, all files can be read.
    const refuse = (file: string, flags: number) =>
      file.endsWith("locked.txt")
        ? Promise.reject(Object.assign(new Error("EACCES"), { code: "EACCES" }))
        : open(file, flags);
    Object.assign(fs.promises, { open: refuse });
    syncBuiltinESMExports();
  });
  after(async () => {
    Object.assign(fs.promises, { open });
    syncBuiltinESMExports();
    await service.close();
    await temporary.remove();
  });

  it("is forbidden, not missing", async () => {
    const read = async (file: string) => {
      const response = await service.get(`/files/-/raw/${file}`);
      return [response.status, await response.text()];
    };
    assert.deepEqual(await read("locked.txt"), [403, "file can't be read\n"]);
    assert.deepEqual(await read("open.txt"), [200, "text"]);
    assert.deepEqual(await read("none.txt"), [404, "file does not exist\n"]);
  });
});
