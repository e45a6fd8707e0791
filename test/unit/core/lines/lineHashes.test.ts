import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { hashLine, hashLines } from "../../../../src/core/lines/lineHashes.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";

const hashes = (text: string) => hashLines(text, new TimeSlices());

describe("lines in hashes", () => {
  it("are those of a text, however its lines end", async () => {
    const lines = ["const one = 1;", "", "}", "const two = 2;", "last"];
    for (const end of ["\n", "\r\n"]) {
      const found = await hashes(lines.join(end));
      const isThere = (line: string) => found.has(hashLine(line) ?? NaN);
      assert.deepEqual(lines.map(isThere), [true, false, false, true, true]);
      assert.ok(!isThere("const three = 3;"));
    }
  });

  it("are all kept, of however many lines", async () => {
    const lines = Array.from({ length: 20_000 }, (_, line) => `line ${line}`);
    const found = await hashes(lines.join("\n"));
    assert.ok(lines.every((line) => found.has(hashLine(line) ?? NaN)));
    assert.ok(!found.has(hashLine("line 20000") ?? NaN));
  });

  it("are the same whatever blanks are at their ends, and differ by what is between", () => {
    assert.equal(hashLine("\tconst one = 1; "), hashLine("const one = 1;"));
    assert.notEqual(hashLine("const  one = 1;"), hashLine("const one = 1;"));
    assert.notEqual(hashLine("const one = 1;"), hashLine("const one = 2;"));
    assert.notEqual(hashLine("naïve"), hashLine("naive"));
  });

  it("leave out what says next to nothing, and not what is said without Latin letters", () => {
    for (const line of ["", "  ", "}", "});", "=======", "ab"]) assert.equal(hashLine(line), undefined, line);
    for (const line of ["///", ":::", "@@@", "[[[", "```", "{{{"]) assert.equal(hashLine(line), undefined, line);
    for (const line of ["000", "999", "AAA", "ZZZ", "aaa", "zzz", "\u{80}\u{80}\u{80}"])
      assert.notEqual(hashLine(line), undefined, line);
    for (const line of ["abc", "a = b", "名前は", "[1]"]) assert.notEqual(hashLine(line), undefined, line);
  });
});
