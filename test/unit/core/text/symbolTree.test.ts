import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { symbolsByLooks } from "../../../../src/core/text/symbolsByLooks.ts";
import { symbolTree, type SymbolNode } from "../../../../src/core/text/symbolTree.ts";

describe("the outline of a file", () => {
  const outline = (text: string) => {
    const draw = ({ symbol: { kind, name, line, endLine }, children }: SymbolNode): string =>
      `${kind} ${name} ${line}-${endLine}${children.length > 0 ? ` (${children.map(draw).join(", ")})` : ""}`;
    return symbolTree(symbolsByLooks(text, undefined)).map(draw);
  };

  it("has what is declared below what it is declared in", () => {
    assert.deepEqual(
      outline(
        "class Store:\n    def read(self):\n        return 1\n\n    def write(self):\n        pass\n\n\ndef run():\n    pass\n",
      ),
      ["class Store 0-5 (method read 1-2, method write 4-5)", "function run 8-9"],
    );
    assert.deepEqual(
      outline("type Store struct {\n\tname string\n}\n\nfunc (s *Store) Read() {\n}\n\nfunc Run() {}\n"),
      ["struct Store 0-2", "method Read 4-5", "function Run 7-7"],
    );
  });

  it("is empty where nothing is declared", () => {
    assert.deepEqual(outline("# notes\nrun it\n"), []);
    assert.deepEqual(outline(""), []);
  });
});
