import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "mocha";
import { createRipgrep } from "../../../../src/local/ripgrep/ripgrep.ts";
import { findRipgrep } from "../../../../src/local/ripgrep/ripgrepBinary.ts";

describe("ripgrep", () => {
  it("reads a file that is cut short and written again all the while", async () => {
    const root = mkdtempSync(path.join(tmpdir(), "plumbline-ripgrep-"));
    const file = path.join(root, "a.txt");
    const text = "needle in this line\n".repeat(100_000);
    writeFileSync(file, text);
    const search = createRipgrep(await findRipgrep());
    const read = async () => {
      const pieces = search(["--count", "needle", "--", file], "\n", { signal: AbortSignal.timeout(10_000) });
      for await (const piece of pieces) assert.match(piece.toString(), /^\d+$/);
    };
    const writing = setInterval(() => {
      truncateSync(file);
      writeFileSync(file, text);
    }, 1);
    try {
      for (let times = 0; times < 40; times++) await Promise.all([read(), read()]);
    } finally {
      clearInterval(writing);
      rmSync(root, { recursive: true });
    }
  });

  it("is not asked for a NUL, and the refusal says nothing of what was sought", async () => {
    const search = createRipgrep("rg")(["--json", "the secret plan\0"], "\n", { signal: AbortSignal.timeout(5000) });
    await assert.rejects(search.next(), (error: Error) => {
      assert.equal(error.name, "RipgrepError");
      assert.doesNotMatch(error.stack ?? "", /secret plan/);
      return true;
    });
  });
});
