import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Offers } from "../../../../src/host/platform/offers.ts";

describe("what an editor may lack", () => {
  it("is registered each by itself, and named where it is refused", () => {
    const lines: string[] = [];
    const kept: unknown[] = [];
    const offers = new Offers({ error: (what, error) => lines.push(`${what}: ${String(error)}`) }, (part) =>
      kept.push(part),
    );
    const part = { dispose: () => undefined };
    offers.add("first", () => part);
    for (const tool of ["one", "another"])
      offers.add("tools", () => {
        throw new Error(`no ${tool}`);
      });
    offers.add("nothing", () => undefined);
    offers.add("last", () => part);
    assert.deepEqual(kept, [part, part]);
    assert.deepEqual(offers.missing, ["tools"]);
    assert.deepEqual(lines, [
      "This editor does not take tools: Error: no one",
      "This editor does not take tools: Error: no another",
    ]);
  });
});
