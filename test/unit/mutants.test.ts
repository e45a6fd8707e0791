import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { faultsIn } from "../mutants/faults.ts";

describe("Faults put into sources", () => {
  it("turn conditions, leave lines out and shift bounds, in functions only", () => {
    const text = "const most = 3;\nfunction far(x: number) {\n  if (x < 7) tell(x);\n  return x || most;\n}\n";
    assert.deepEqual(
      faultsIn("a.ts", text).map(({ start, end, replacement, what, line }) => [
        `${line} ${what}`,
        `${text.slice(start, end)} → ${replacement}`,
      ]),
      [
        ["3 condition turned", "x < 7 → !(x < 7)"],
        ["3 bound shifted", "< → <="],
        ["3 bound shifted", "7 → 8"],
        ["3 line left out", "tell(x); → ;"],
        ["4 condition turned", "|| → &&"],
      ],
    );
  });

  it("are never put where processes are ended", () => {
    assert.deepEqual(faultsIn("a.ts", "function end(pid: number) { process.kill(pid, 0); }"), []);
  });
});
