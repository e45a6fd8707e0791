import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { StandardError } from "../../../../../src/local/code/ripgrep/standardError.ts";

describe("what ripgrep says", () => {
  const TOLD = [
    "rg: DEBUG|rg::flags::hiargs|crates/core/flags/hiargs.rs:1092: number of paths given to search: 1",
    'rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1942: ignoring /a/b: Ignore(IgnoreMatch(Gitignore("b: 12 bytes")))',
    "rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1929: ignoring /a/large: one.txt: 16777217 bytes",
    "rg: /a/secret: Permission denied (os error 13)",
    "rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1942: ignoring /a/two",
    "lines: Ignore(IgnoreMatch(Hidden))",
    "rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1929: ignoring /a/of two",
    "lines.txt: 20000000 bytes",
    "error: something else",
  ].join("\n");

  for (const size of [1, 7, 64, TOLD.length])
    it(`tells files that are too large from complaints, in pieces of ${size}`, () => {
      const tooLarge: string[] = [];
      const said = new StandardError((file) => tooLarge.push(file));
      for (let at = 0; at < TOLD.length; at += size) said.add(TOLD.slice(at, at + size));
      said.end();
      assert.deepEqual(tooLarge, ["/a/large: one.txt", "/a/of two\nlines.txt"]);
      assert.equal(said.complaints, "rg: /a/secret: Permission denied (os error 13)\nerror: something else");
    });
});
