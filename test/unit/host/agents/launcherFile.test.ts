import assert from "node:assert/strict";
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { removeLauncherFile, writeLauncherFile } from "../../../../src/host/agents/launcherFile.ts";
import { assertMode } from "../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";

describe("the launcher's file", () => {
  let temporary: TemporaryFolder;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => temporary.remove());

  it("is written where something has changed, and left alone otherwise", async () => {
    const folder = path.join(temporary.root, "storage/agents");
    const launched = { runtime: process.execPath, program: path.join(temporary.root, "main.js"), store: "/store" };
    const file = await writeLauncherFile(folder, launched);
    utimesSync(file, new Date(0), new Date(0));
    assert.equal(await writeLauncherFile(folder, launched), file);
    assert.equal(statSync(file).mtimeMs, 0);
    await writeLauncherFile(folder, { ...launched, store: "/another store" });
    assert.match(readFileSync(file, "utf8"), /another store/);
    assert.deepEqual(readdirSync(folder), [path.basename(file)]);
  });

  it("is removed, also where it is not there", async () => {
    const folder = path.join(temporary.root, "storage/agents");
    await removeLauncherFile(folder);
    await writeLauncherFile(folder, { runtime: "/node", program: "/main.js", store: "/store" });
    await removeLauncherFile(folder);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("and its folder can be changed by nobody else, whatever the editor was started with", async () => {
    const umask = process.umask(0);
    try {
      const folder = path.join(temporary.root, "storage/agents");
      const file = await writeLauncherFile(folder, { runtime: "/node", program: "/main.js", store: "/store" });
      for (const one of [file, folder, path.dirname(folder)]) assertMode(one, 0o700);
    } finally {
      process.umask(umask);
    }
  });

  it("gets its permissions back, whether its text has changed or not", async () => {
    const folder = path.join(temporary.root, "storage/agents");
    const launched = { runtime: "/node", program: "/main.js", store: "/store" };
    const file = await writeLauncherFile(folder, launched);
    for (const mode of [0o600, 0o777])
      for (const store of ["/store", "/another store"]) {
        chmodSync(file, mode);
        chmodSync(folder, 0o777);
        await writeLauncherFile(folder, { ...launched, store });
        assertMode(file, 0o700);
        assertMode(folder, 0o700);
      }
  });
});
