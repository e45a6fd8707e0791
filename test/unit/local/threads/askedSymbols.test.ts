import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FromSymbols } from "../../../../src/core/model/symbolChannel.ts";
import { AskedSymbols } from "../../../../src/local/threads/askedSymbols.ts";
import { until } from "../runningService.ts";

describe("what the extension asks about the definitions in texts", () => {
  const text = { path: "src/a.py", languageId: "python", text: "def a(): pass\n" };
  const a = { name: "a", kind: "function", containerName: "", line: 0, column: 4, endLine: 0 } as const;

  it("is answered once, with or without symbols", async () => {
    const told: FromSymbols[] = [];
    const asked = new AskedSymbols(
      (message) => told.push(message),
      ({ path }) => Promise.resolve(path === text.path ? [a] : undefined),
    );
    asked.receive({ type: "symbols", request: 1, ...text });
    asked.receive({ type: "symbols", request: 2, ...text, path: "other" });
    await until(() => told.length === 2 || undefined);
    assert.deepEqual(told, [
      { type: "symbols", request: 1, symbols: [a] },
      { type: "symbols", request: 2 },
    ]);
  });

  it("ends when it is stopped, and no other does", async () => {
    const told: FromSymbols[] = [];
    const signals: AbortSignal[] = [];
    const asked = new AskedSymbols(
      (message) => told.push(message),
      (_, signal) => {
        signals.push(signal);
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => {
            reject(signal.reason as Error);
          }),
        );
      },
    );
    asked.receive({ type: "symbols", request: 1, ...text });
    asked.receive({ type: "symbols", request: 2, ...text });
    asked.receive({ type: "symbolsStop", request: 2 });
    asked.receive({ type: "symbolsStop", request: 3 });
    await until(() => told.length === 1 || undefined);
    assert.deepEqual(told, [{ type: "symbols", request: 2 }]);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [false, true],
    );
  });
});
