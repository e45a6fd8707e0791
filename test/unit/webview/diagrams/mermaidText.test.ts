import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mermaidText } from "../../../../src/webview/diagrams/mermaidText.ts";

describe("the text of a diagram", () => {
  it("is bounded if its size follows from its length", () => {
    for (const text of [
      "flowchart LR\n  a -->|words| b",
      "\n%% a comment\ngraph TD; a-->b;",
      "sequenceDiagram\n  a->>b: words",
      "stateDiagram-v2\n  [*] --> a",
      'pie title "Words"\n  "a" : 1',
      "classDiagram\r\n  class A",
    ])
      assert.equal(mermaidText(text).isBounded, true, text);
  });

  it("is not bounded if a number in it may be beyond all bounds", () => {
    for (const text of [
      "block-beta\n  space:999999999",
      "block\n  columns 999999999",
      "packet-beta\n  0-999999999: a",
      "gantt\n  dateFormat YYYY\n  a: 0001, 9999",
      "radar-beta\n  ticks 999999999",
      "xychart-beta\n  x-axis 0 --> 999999999",
      "treemap-beta\n",
      "C4Context\n",
      `flowchart LR\n  a ${"-".repeat(5000)}> b`,
      `flowchart LR\n  a ${"=".repeat(5000)}> b`,
      `flowchart LR\n  a -${".".repeat(5000)}-> b`,
      `flowchart LR\n${"a;".repeat(5000)}`,
      "%%{init: {}}%%\nblock-beta\n  space:999999999",
      "---\ntitle: graph\n---\nblock-beta\n  space:999999999",
      "",
    ])
      assert.equal(mermaidText(text).isBounded, false, text.slice(0, 60));
  });

  it("keeps no settings, in one line or several, at the start or elsewhere, closed or not", () => {
    const drawn = "flowchart LR\n  a --> b";
    for (const text of [
      `%%{init: {"flowchart": {"nodeSpacing": 1e9}}}%%\n${drawn}`,
      `%%{\n  init: {"fontSize": 1e9}\n}%%\n${drawn}`,
      `---\nconfig:\n  flowchart:\n    rankSpacing: 999999999\n---\n${drawn}`,
      `${drawn}\n%%{wrap}%%`,
      `${drawn}\n%%{init: {"fontSize": 1e9`,
    ])
      assert.equal(mermaidText(text).text.trim(), drawn, text);
  });
});
