import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { withoutMarks } from "../../../../src/core/markdown/withoutMarks.ts";

describe("Markdown without its marks", () => {
  it("has its words in one line", () => {
    assert.equal(withoutMarks(" *Look* at **this**,\n  and ` that` "), "Look at this, and that");
  });

  it("has its code as it is", () => {
    assert.equal(
      withoutMarks("The regular expression in `file:src/**` can't be read: invalid operator: `**`"),
      "The regular expression in file:src/** can't be read: invalid operator: **",
    );
    assert.equal(withoutMarks("write ``a`*`b`` or `*`"), "write a`*`b or *");
  });

  it("has no mark that is left open", () => {
    assert.equal(withoutMarks("an `open one, and a * star"), "an open one, and a star");
  });

  it("takes no longer for many marks than for few", () => {
    const before = process.cpuUsage();
    withoutMarks("`".repeat(50_000));
    withoutMarks("` ``".repeat(5_000));
    assert.ok(process.cpuUsage(before).user < 1_000_000);
  });
});
