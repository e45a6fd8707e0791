import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseMarkdown } from "../../../../src/core/markdown/markdown.ts";
import { citedSources } from "../../../../src/webview/markdown/citedSources.ts";

describe("The sources that a block cites", () => {
  it("are those of all its links, wherever they stand, and of no others", () => {
    const markdown = [
      "One [a](s1) and **two [b](s2)**, [web](w9).",
      "> Three [c](s3)",
      "- four [d](s4)\n  - five [e](s5)",
      "| [f](s6) |\n| --- |\n| _[g](s7)_ |",
      "```\n[h](s8)\n```",
    ].join("\n\n");
    const blocks = parseMarkdown(
      markdown,
      (url) => ({ target: { kind: url.startsWith("s") ? "source" : "web", index: Number(url.slice(1)) }, title: url }),
      () => 0,
    );
    assert.deepEqual(blocks.map(citedSources), [[1, 2], [3], [4, 5], [6, 7], []]);
  });
});
