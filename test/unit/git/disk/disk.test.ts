import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { DISK, FileTooLong, NotAFile, readRegular } from "../../../../src/git/disk/disk.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("readRegular", () => {
  let temporary: TemporaryFolder;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => temporary.remove());
  const at = (name: string) => path.join(temporary.root, name);

  it("reads a file, also through a link, and rejects where there is none", async () => {
    writeFileSync(at("a"), "text");
    symlinkSync("a", at("link"));
    assert.equal((await readRegular(at("link"))).toString(), "text");
    await assert.rejects(readRegular(at("none")), { code: "ENOENT" });
  });

  it("reads all of a file, however long it is, and of one whose length the system doesn't know", async () => {
    for (const length of [0, 1, 100_000, 256 * 1024, 256 * 1024 + 1, 3_000_000]) {
      const bytes = Buffer.alloc(length, "ab");
      writeFileSync(at("a"), bytes);
      assert.ok((await readRegular(at("a"))).equals(bytes), String(length));
    }
    if (process.platform === "linux")
      assert.match((await readRegular("/proc/self/status")).toString(), /^Name:[^]*\n$/);
  });

  it("rejects for a folder", async () => {
    mkdirSync(at("folder"));
    await assert.rejects(readRegular(at("folder")), (error: NodeJS.ErrnoException) =>
      process.platform === "win32" ? error.code === "EISDIR" || error.code === "EPERM" : error instanceof NotAFile,
    );
  });

  if (process.platform !== "win32") {
    it("waits for nobody to write into a named pipe, not even for a moment in each of many", async () => {
      execFileSync("mkfifo", [at("pipe")]);
      symlinkSync("pipe", at("link"));
      const many = Array.from({ length: 20 }, (_, index) => readRegular(at(index % 2 === 0 ? "pipe" : "link")));
      for (const each of await Promise.allSettled(many)) {
        assert.equal(each.status, "rejected");
        assert.ok(each.reason instanceof NotAFile);
      }
      writeFileSync(at("a"), "text"); // the threads for files are free
      assert.equal((await readRegular(at("a"))).toString(), "text");
    });

    it("rejects for a device that never ends", async () => {
      await assert.rejects(readRegular("/dev/zero"), NotAFile);
    });

    it("reads no more than it may, whatever length the system says a file has", async () => {
      writeFileSync(at("long"), "x".repeat(100_000));
      assert.equal((await readRegular(at("long"), { maxBytes: 100_000 })).length, 100_000);
      await assert.rejects(readRegular(at("long"), { maxBytes: 99_999 }), FileTooLong);
      if (process.platform === "linux")
        await assert.rejects(readRegular("/proc/self/pagemap", { maxBytes: 100_000 }), FileTooLong);
    });

    it("is how settings of git are read, while they become a pipe and a file again", async () => {
      writeFileSync(at("text"), "[core]\n");
      for (let round = 0; round < 50; round++) {
        rmSync(at("config"), { force: true });
        if (round % 2 === 0) execFileSync("mkfifo", [at("config")]);
        else writeFileSync(at("config"), "[core]\n");
        assert.equal(await DISK.read(at("config")), round % 2 === 0 ? undefined : "[core]\n");
      }
    });
  }
});
