import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, it } from "mocha";
import { elementsOf } from "../coverage/elements.ts";
import { elementsIn, reachedIn } from "../coverage/reached.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "./git/temporaryRepositories.ts";

const FILE = "src/core/model/isRunning.ts";
const SOURCE = new URL(`../../${FILE}`, import.meta.url).href;

describe("Coverage", function () {
  this.timeout(30_000);
  let temporary: TemporaryFolder;
  beforeEach(() => (temporary = makeTemporaryFolder()));
  afterEach(() => temporary.remove());

  /** What is reached of `isRunning.ts` by a program that calls it. */
  const reached = async (...args: readonly string[]) => {
    const raw = join(temporary.root, "raw");
    mkdirSync(raw);
    const env = { ...process.env, NODE_V8_COVERAGE: raw, NODE_DISABLE_COMPILE_CACHE: "1" };
    await promisify(execFile)(process.execPath, args, { env });
    const keys = reachedIn(raw);
    return elementsIn(FILE)
      .filter(({ key }) => keys.has(key))
      .map(({ name, kind }) => `${name} (${kind})`);
  };
  const calling = (argument: string) => [
    "--input-type=module",
    `--eval=const { isRunning } = await import(${JSON.stringify(SOURCE)}); isRunning(${argument});`,
  ];

  it("counts what ran of a source", async () => {
    assert.deepEqual(await reached(...calling("process.pid")), ["isRunning (function)"]);
  });

  it("counts a branch that ran, and what comes after a short circuit only if that was not taken", async () => {
    assert.deepEqual(await reached(...calling("1.5")), [
      "isRunning (function)",
      "isRunning (catch)",
      "isRunning (right side)",
      "isRunning (right side)",
    ]);
  });

  it("counts what threads ran that were ended", async () => {
    const script = `const { Worker } = require("node:worker_threads");
      const inThread = ${JSON.stringify(`import(${JSON.stringify(SOURCE)}).then(({ isRunning }) => {
        isRunning(process.pid);
        require("node:worker_threads").parentPort.postMessage("");
        setInterval(() => {}, 1000);
      })`)};
      const worker = new Worker(inThread, { eval: true });
      worker.once("message", () => void worker.terminate());`;
    assert.deepEqual(await reached("--eval", script), ["isRunning (function)"]);
  });

  it("knows code again that has moved, and not code that has changed", () => {
    const keys = (text: string) => elementsOf("a.ts", text).map(({ key }) => key);
    const text = "export function far(x: number) { if (x > 1) return 2; return x ? 3 : 4; }";
    assert.equal(keys(text).length, 4);
    assert.deepEqual(keys(`const before = 1;\n\n${text.replaceAll(/ (?=if|return x)/g, "\n  ")}`), keys(text));
    assert.equal(keys(text.replace("> 1", "> 0")).filter((key) => keys(text).includes(key)).length, 2);
    assert.equal(keys(text.replace("far", "near")).filter((key) => keys(text).includes(key)).length, 0);
  });

  it("names what it counts by the classes and functions around it", () => {
    const text = `class Store { #read() { return [1].map((one) => one || 2); } }
      const find = () => { for (const each of []) switch (each) { case 1: return 3; default: } };`;
    assert.deepEqual(
      elementsOf("a.ts", text).map(({ name, kind, line }) => [name, kind, line]),
      [
        ["Store.#read", "function", 1],
        ["Store.#read", "function", 1],
        ["Store.#read", "right side", 1],
        ["find", "function", 2],
        ["find", "loop", 2],
        ["find", "case", 2],
      ],
    );
  });
});
