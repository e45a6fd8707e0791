import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readAskedSearch } from "../../../../src/core/agents/askedSearch.ts";
import { readGrepCommand } from "../../../../src/core/agents/grepCommand.ts";

describe("a command line of grep", () => {
  for (const [command, search] of [
    ["grep -rn get_adapter .", "get_adapter"],
    ["rg 'def send' src", "file:^src def send"],
    ['grep -rn "def run" ./src/', "file:^src/ def run"],
    ["git grep -n foo", "foo"],
    ["rg -t py 'class .*Adapter'", "class .*Adapter"],
    ["grep -rnE 'a|b' --include=*.ts", "a|b"],
    ["rg foo src/a+b", "file:^src/a\\+b foo"],
    ["grep -r -e foo .", "foo"],
    ['rg -C 3 "say \\"x\\"" packages/core', 'file:^packages/core say "x"'],
    ["grep -ri 'HTTP adapter' . 2>/dev/null | head -20", "HTTP adapter"],
    ["rg --glob '*.ts' needle a/ b/", "needle"],
    ["egrep -o 'x{2,}' a.txt", "file:^a\\.txt x{2,}"],
  ] as const)
    it(`searches for its pattern: ${command}`, () => {
      assert.equal(readGrepCommand(command), search);
    });

  it("is none if a sentence begins with its name", () => {
    for (const text of [
      "grep for the retry code",
      "rg is used where",
      "ack signal handling in tcp",
      "grep command parsing",
      "rg",
      "grep",
      "how does grep -r work?",
    ])
      assert.equal(readGrepCommand(text), undefined, text);
  });

  it("is read as what its pattern is", () => {
    assert.deepEqual(readAskedSearch("grep -rn 'on(Start|End)' lib/").exact, [
      "case:yes file:^lib/ /on(Start|End)/",
      "file:^lib/ /on(Start|End)/",
    ]);
    assert.deepEqual(readAskedSearch("grep -rin 'on(Start|End)' lib/").exact, ["file:^lib/ /on(Start|End)/"]);
    assert.deepEqual(readAskedSearch("grep -rn retryAfter .").exact, ["retryAfter"]);
  });

  it("is read in a moment, whatever it is", () => {
    for (const piece of ['"', "'", '\\"', "-e ", "a ", "'a'", '"a"', "|"]) {
      const begun = performance.now();
      readGrepCommand(`grep ${piece.repeat(500 / piece.length)}`);
      assert.ok(performance.now() - begun < 100, piece);
    }
  });
});
