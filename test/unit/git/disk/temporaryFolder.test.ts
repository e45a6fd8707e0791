import assert from "node:assert/strict";
import { existsSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import { newTemporaryFolder } from "../../../../src/git/disk/temporaryFolder.ts";
import { until } from "../../local/runningService.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("a folder for a moment", () => {
  const ownPlace = process.env["TMPDIR"];
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => {
    if (ownPlace === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = ownPlace;
  });
  after(async () => {
    await temporary.remove();
  });

  const use = async (...remove: Parameters<typeof newTemporaryFolder>) => {
    await using folder = await newTemporaryFolder(...remove);
    writeFileSync(path.join(folder.path, "file"), "");
    return "what was found";
  };
  const fail = async (...remove: Parameters<typeof newTemporaryFolder>) => {
    await using folder = await newTemporaryFolder(...remove);
    throw new Error(`as it failed in ${folder.path}`);
  };

  it("is gone afterwards", async () => {
    const place = (process.env["TMPDIR"] = temporary.write("tidy", {}));
    assert.equal(await use(), "what was found");
    await assert.rejects(fail(), /as it failed/);
    assert.deepEqual(readdirSync(place), []);
  });

  it("is elsewhere where the usual place is gone or can't be written", async () => {
    const places = [path.join(temporary.root, "gone"), path.join(temporary.write("some", { file: "" }), "file")];
    for (const place of places) {
      process.env["TMPDIR"] = place;
      assert.equal(await use(), "what was found", place);
    }
  });

  it("does not take along what was found, or why nothing was, where it can't be removed", async () => {
    process.env["TMPDIR"] = temporary.write("held open", {});
    const remove = () => Promise.reject(Object.assign(new Error("held open"), { code: "EBUSY" }));
    assert.equal(await use(remove), "what was found");
    await assert.rejects(fail(remove), /as it failed/);
  });

  it("is removed by another process where it was left behind an hour ago, and nothing else is", async () => {
    const place = temporary.write("left", {
      "plumbline-git-older/refs/file": "",
      "plumbline-git-newer/file": "",
      "plumbline-test-older/file": "",
      "elsewhere/file": "",
    });
    symlinkSync(path.join(place, "elsewhere"), path.join(place, "plumbline-git-link"));
    const seconds = Date.now() / 1000 - 4_000;
    for (const name of ["plumbline-git-older", "plumbline-test-older", "elsewhere"])
      utimesSync(path.join(place, name), seconds, seconds);
    process.env["TMPDIR"] = place;
    await use();
    await until(() => Promise.resolve(!existsSync(path.join(place, "plumbline-git-older")) || undefined));
    const kept = ["elsewhere", "plumbline-git-link", "plumbline-git-newer", "plumbline-test-older"];
    assert.deepEqual(readdirSync(place).sort(), kept);
    assert.deepEqual(readdirSync(path.join(place, "elsewhere")), ["file"]);
  });
});
