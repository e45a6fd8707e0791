import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MOST_OPEN, parseMemory } from "../../../../src/webview/page/memory.ts";

describe("What a page has kept", () => {
  it("is read as it was written", () => {
    const place = { name: "a.ts", folder: "", repository: "r" };
    const mentions = [{ kind: "file" as const, place, detail: "File a.ts", text: "@a.ts", within: "@r" }];
    const memory = {
      mentions,
      name: "a/b",
      unasked: "[]",
      place: { id: "1", part: 4, top: -30 },
      draft: "And?",
      open: ["1.0", "1.stats"],
    };
    assert.deepEqual(parseMemory(structuredClone(memory)), memory);
  });

  it("is as if it had never been where it can't be read", () => {
    const nothing = { draft: "", mentions: [], open: [] };
    for (const state of [undefined, null, "open", 3, []]) assert.deepEqual(parseMemory(state), nothing);
    assert.deepEqual(
      parseMemory({ name: 1, unasked: {}, place: { id: "1", part: "4", top: 2 }, draft: null, open: "1.0" }),
      nothing,
    );
    for (const mention of [
      null,
      "@a",
      { kind: "file", text: "@a" },
      { kind: "door", place: {}, text: "@a", detail: "" },
    ])
      assert.deepEqual(parseMemory({ mentions: [mention] }), nothing);
    assert.deepEqual(parseMemory({ open: ["1.0", 2, null, ["1.1"], "1.2"] }).open, ["1.0", "1.2"]);
  });

  it("is of what was unfolded no more than was unfolded last", () => {
    const keys = Array.from({ length: MOST_OPEN + 5 }, (_, index) => `${String(index)}.stats`);
    assert.deepEqual(parseMemory({ open: keys }).open, keys.slice(5));
  });
});
