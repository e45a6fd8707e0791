import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { itWithScripts } from "../../../support/systems.ts";
import { makeTemporaryFolder } from "../temporaryRepositories.ts";

const PROGRAM = fileURLToPath(new URL("../../../support/processes/outOfFiles.ts", import.meta.url));

describe("programs that can't be given pipes, since no more files can be opened", () => {
  itWithScripts("are told of to who starts them, and end nothing else", async () => {
    const temporary = makeTemporaryFolder();
    try {
      const root = temporary.commit("code", { "a.txt": "a\n" });
      const limited = ["-c", 'ulimit -n 64; exec "$0" "$@"', process.execPath, PROGRAM, root];
      const { stdout } = await promisify(execFile)("/bin/sh", limited);
      const reasons = stdout.trimEnd().split("\n");
      assert.equal(reasons.length, 4, stdout);
      for (const reason of reasons) assert.match(reason, /Error: spawn .*(?:git|rg) EMFILE$/);
    } finally {
      await temporary.remove();
    }
  });
});
