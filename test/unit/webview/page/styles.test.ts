import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";

const WEBVIEW = join(import.meta.dirname, "../../../../src/webview");
const SHEETS = readdirSync(WEBVIEW, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));

/** What stands in front of each `+` and `~` of a selector; in `:has(+ …)`, nothing does. */
function neighboursIn(css: string): readonly string[] {
  const selectors = css.replace(/\/\*.*?\*\//gs, "").match(/[^{};]+(?=\{)/g) ?? [];
  return selectors
    .filter((selector) => !selector.includes("@"))
    .flatMap((selector) => [...selector.matchAll(/([^\s>+~(,]+)\s*[+~]/g)].map(([, left = ""]) => left));
}

describe("The styles of the pages", () => {
  it("are looked through for what depends on the element before", () => {
    assert.deepEqual(neighboursIn(".a > b + c,\n.d ~ e { margin: calc(1px + 2px); }\n/* f + g */ h:has(+ i) { }"), [
      "b",
      ".d",
    ]);
  });

  // If such a rule names no class, a block that appears or disappears within an answer makes the browser compute the
  // style of the whole answer again.
  for (const name of SHEETS)
    it(`ask of ${name} for the element before by a class alone`, () => {
      const named = neighboursIn(readFileSync(join(WEBVIEW, name), "utf8"));
      assert.deepEqual(
        named.filter((left) => !left.includes(".")),
        [],
      );
    });

  // If the system forces its colours on pages, transparent words and marks become visible.
  for (const name of SHEETS)
    it(`of ${name} hide no words by their colour`, () => {
      const css = readFileSync(join(WEBVIEW, name), "utf8");
      assert.deepEqual(css.match(/(?<![-\w])color:\s*transparent/g), null);
    });
});
