import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { chmodSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { git, streamGit } from "../../../src/git/gitCommand.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "./temporaryRepositories.ts";

describe("git", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => {
    temporary.remove();
  });

  it("is started once in a turn, however often it is asked at once: each start holds this process for milliseconds", async () => {
    const root = temporary.commit("some", { "a.txt": "" });
    const startedIn: number[] = [];
    const note = () => {
      startedIn.push(turn);
    };
    let turn = 0;
    let next = setImmediate(function count() {
      turn++;
      next = setImmediate(count);
    });
    subscribe("child_process", note);
    try {
      const all = await Promise.all([1, 2, 3, 4].map(() => git(root, ["rev-parse", "HEAD"])));
      assert.equal(new Set(all.map(String)).size, 1);
    } finally {
      unsubscribe("child_process", note);
      clearImmediate(next);
    }
    assert.equal(startedIn.length, 4);
    assert.equal(new Set(startedIn).size, 4);
  });

  it("rejects where it was aborted before it is started", async () => {
    const root = temporary.commit("other", { "a.txt": "" });
    await assert.rejects(git(root, ["rev-parse", "HEAD"], { signal: AbortSignal.abort() }), { name: "AbortError" });
  });

  describe("whose program is only one that starts the real one, as on Windows", () => {
    let root: string;
    let ownPath: string | undefined;
    before(() => {
      root = temporary.write("asked", {});
      ownPath = process.env["PATH"];
      const folder = temporary.write("shim", { git: "#!/bin/sh\necho some\nsleep 20\nexit 0\n" });
      chmodSync(path.join(folder, "git"), 0o755);
      process.env["PATH"] = folder + path.delimiter + (ownPath ?? "");
    });
    after(() => {
      process.env["PATH"] = ownPath;
    });

    const calls: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> = {
      "all of its output": (signal) => git(root, ["log"], { signal }),
      "its output as it comes": async (signal) => {
        for await (const chunk of streamGit(root, ["log"], signal)) assert.equal(chunk.toString(), "some\n");
      },
    };
    for (const [what, call] of Object.entries(calls)) {
      it(`is not waited for any more after an abort, by who reads ${what}`, async () => {
        const startedAt = performance.now();
        const stop = new AbortController();
        setTimeout(() => {
          stop.abort();
        }, 300);
        await assert.rejects(call(stop.signal), { name: "AbortError" });
        assert.ok(performance.now() - startedAt < 10_000);
      });
    }

    it("is not waited for by who reads no further", async () => {
      const startedAt = performance.now();
      for await (const chunk of streamGit(root, ["log"], AbortSignal.timeout(60_000))) {
        assert.equal(chunk.toString(), "some\n");
        break;
      }
      assert.ok(performance.now() - startedAt < 10_000);
    });
  });
});
