import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createRipgrep } from "../../../../src/local/ripgrep/ripgrep.ts";

describe("ripgrep", () => {
  it("is not asked for a NUL, and the refusal says nothing of what was sought", async () => {
    const search = createRipgrep("rg")(["--json", "the secret plan\0"], "\n", { signal: AbortSignal.timeout(5000) });
    await assert.rejects(search.next(), (error: Error) => {
      assert.equal(error.name, "RipgrepError");
      assert.doesNotMatch(error.stack ?? "", /secret plan/);
      return true;
    });
  });
});
