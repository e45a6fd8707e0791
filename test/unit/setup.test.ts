import assert from "node:assert/strict";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { commandExists } from "../editor/setup.mjs";
import { makeTemporaryFolder, type TemporaryFolder } from "./git/temporaryRepositories.ts";

describe("what npm start and npm test set up", () => {
  let temporary: TemporaryFolder;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => temporary.remove());

  it("is not what is there: a program or a script on Windows, a file of that name elsewhere", () => {
    const folders = [
      path.join(temporary.root, "none"),
      temporary.write("bin", { "git.exe": "", "code.cmd": "", sh: "" }),
    ];
    const found = (system: string) => ["git", "code", "sh"].filter((name) => commandExists(name, { folders, system }));
    assert.deepEqual(found("win32"), ["git", "code"]);
    assert.deepEqual(found("linux"), ["sh"]);
  });
});
