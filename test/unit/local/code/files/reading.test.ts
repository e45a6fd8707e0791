import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { describe } from "mocha";
import { itWithScripts } from "../../../../support/systems.ts";
import { makeTemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService } from "../../runningService.ts";

describe("the health of the local service", () => {
  itWithScripts("is bad while no file can be read, and good again", async () => {
    const temporary = makeTemporaryFolder();
    const pipe = path.join(temporary.root, "pipe");
    execFileSync("mkfifo", [pipe]);
    const service = await runService(temporary.root, [temporary.write("code", { "a.txt": "text\n" })]);
    const health = async () => {
      const { status, headers } = await service.get("/healthz");
      return [status, headers.get("content-type")?.replace(/;.*/, "")];
    };
    const opening: Promise<FileHandle>[] = [];
    try {
      assert.deepEqual(await health(), [200, "text/plain"]);
      // As on a mount that hangs: each waits in one of the threads for files until somebody writes.
      for (let count = 0; count < 4; count++) opening.push(open(pipe, "r"));
      assert.deepEqual(await health(), [503, "text/plain"]);
      const begun = performance.now();
      assert.deepEqual(await health(), [503, "text/plain"]);
      assert.ok(performance.now() - begun < 1000, "it is known");
    } finally {
      execFileSync("sh", ["-c", `exec 3<>"$0"; sleep 0.5`, pipe]);
      for (const handle of await Promise.all(opening)) await handle.close();
    }
    assert.deepEqual(await health(), [200, "text/plain"]);
    await service.close();
    await temporary.remove();
  });
});
