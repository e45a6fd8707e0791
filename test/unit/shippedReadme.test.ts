import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { shippedReadme } from "../../.ci/readme.mjs";
import { ROOT } from "../editor/places.mjs";

describe("the README that ships", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const shipped = shippedReadme(readme, (file) => file === "media/screenshot.png");

  it("says nothing of how to build it to those who have installed it", () => {
    assert.match(readme, /Clone the repository/);
    assert.doesNotMatch(shipped, /clone the repository|npm |Build, debug/i);
    for (const [heading] of readme.matchAll(/^## .*$/gm))
      assert.equal(shipped.includes(heading), !/Try it|More/.test(heading), heading);
  });

  it("has only links to what ships, and the words of all others", () => {
    const targets = [...shipped.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
    assert.deepEqual(targets, ["media/screenshot.png"]);
    assert.match(shipped, /or over MCP: For agents\./);
    assert.match(
      shipped,
      /The complete list: What leaves this machine; in the\s+palette, _Show What Leaves This Machine_\./,
    );
    assert.ok(shipped.trimEnd().endsWith("MIT licence."));
    assert.match(
      shippedReadme("[changes](CHANGELOG.md#x), [y](https://y.example)", () => true),
      /^\[c.*\), \[y\]\(/,
    );
  });
});
