import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { innerDefinitions } from "../../../../../src/local/answers/overviews/innerDefinitions.ts";

describe("the definitions in a file without what they are all in", () => {
  const namesIn = (code: string) => innerDefinitions(code.split("\n"), "Ruby").map(({ name }) => name);

  it("have the names of the modules that they are directly in", () => {
    assert.deepEqual(namesIn("module Quay\n  module Rope\n    class Knot\n    end\n  end\nend\n"), [
      "Quay::Rope::Knot",
    ]);
  });

  it("have names that can be read, however many modules of a stranger are in each other", () => {
    const depths = Array.from({ length: 100 }, (_, at) => at);
    const begin = depths.map((at) => `${" ".repeat(at)}module Crate${at}\n`).join("");
    const end = depths.toReversed().map((at) => `${" ".repeat(at)}end\n`);
    const indent = " ".repeat(100);
    const [name = "", ...others] = namesIn(`${begin}${indent}class Rope\n${indent}end\n${end.join("")}`);
    assert.match(name, /^(?:.{1,94}::)?Rope$/);
    assert.deepEqual(others, []);
  });
});
