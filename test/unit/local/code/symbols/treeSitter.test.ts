import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { bash } from "../../../../../src/local/code/symbols/grammars/bash.ts";
import { parserBytes, parsing, readTree } from "../../../../../src/local/code/symbols/treeSitter.ts";

describe("a syntax tree", () => {
  it("of a text that can't be prepared is told, and others are parsed after it", async () => {
    const told: string[] = [];
    const tell = parsing.tell;
    parsing.tell = (message) => told.push(message);
    try {
      const prepare = () => {
        throw new RangeError("Invalid count value");
      };
      assert.equal(await readTree("go() {\n  :\n}\n", { ...bash, prepare }, () => "read"), undefined);
      assert.deepEqual(told, [`${bash.file}: a text could not be prepared: Invalid count value`]);
      assert.equal(await readTree("go() {\n  :\n}\n", bash, (root) => root.child(0)?.type), "function_definition");
      assert.ok(Number.isFinite(parserBytes()));
    } finally {
      parsing.tell = tell;
    }
  });
});
