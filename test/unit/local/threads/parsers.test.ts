import assert from "node:assert/strict";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { after, afterEach, before, describe, it } from "mocha";
import { findRipgrep } from "../../../../src/local/ripgrep/ripgrepBinary.ts";
import type { ThreadData } from "../../../../src/local/threads/messages.ts";
import { Parsers } from "../../../../src/local/threads/parsers.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";

/** Takes a while to parse, however fast the machine is. */
const LONG = "class A { go(x) { return [x, { a: (b) => `${c}` }]; } }\n".repeat(15_000);

describe("the threads that parse", () => {
  let temporary: TemporaryFolder;
  let folder = "";
  let ripgrepBinary = "";
  let parsers: Parsers | undefined;
  let logged: string[] = [];
  let started = 0;
  const count = () => started++;

  before(async () => {
    temporary = makeTemporaryFolder();
    ripgrepBinary = await findRipgrep();
    const small = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.js`, `function f${at}() {}\n`]));
    folder = temporary.write("code", { ...small, "long.js": LONG });
    process.on("worker", count);
  });
  afterEach(async () => {
    await parsers?.close();
  });
  after(() => {
    process.off("worker", count);
    temporary.remove();
  });

  const open = (data: Partial<ThreadData> = {}) => {
    started = 0;
    logged = [];
    parsers = new Parsers({ ripgrepBinary, ...data }, (level, message) => logged.push(`${level} ${message}`));
    return parsers;
  };
  const request = (name: string) => ({ file: path.join(folder, name), language: "JavaScript" });
  const all = () => Array.from({ length: 20 }, (_, at) => request(`${at}.js`));
  const never = new AbortController().signal;

  it("are several, and answer for each file in its place", async () => {
    const found = await open().read(all(), never);
    assert.deepEqual(
      found.map((symbols) => (typeof symbols === "string" ? symbols : symbols.map(({ name }) => name).join())),
      all().map((_, at) => `f${at}`),
    );
    assert.ok(started >= 2);
  });

  it("are started before there are files, and only once", async () => {
    const reader = open();
    await reader.read(all(), never);
    await reader.close();
    const usual = started;
    const prepared = open();
    prepared.prepare();
    prepared.prepare();
    await nextTurn(); // it is told late
    assert.equal(started, 2);
    const found = await prepared.read(all(), never);
    assert.ok(found.every(({ length }) => length === 1));
    prepared.prepare();
    assert.equal(started, usual);
  });

  it("are replaced when they hold too much memory", async () => {
    const reader = open({ parserBytesAtMost: 1 });
    await reader.read([request("0.js")], never);
    await reader.read([request("0.js")], never);
    assert.equal(started, 2);
    const keeping = open();
    await keeping.read([request("0.js")], never);
    await keeping.read([request("0.js")], never);
    assert.equal(started, 1);
  });

  it("stop in the middle of a file, and go on with the next", async () => {
    const reader = open({ parsingAtMostMs: 60_000 });
    await reader.read([request("long.js")], never).then((found) => assert.equal(found[0]?.length, 45_000));
    temporary.write("code", { "long.js": `${LONG}let x;\n` });
    const stopping = new AbortController();
    const reading = reader.read([request("long.js")], stopping.signal);
    setTimeout(() => {
      stopping.abort();
    }, 50);
    await assert.rejects(reading, { name: "AbortError" });
    const [found] = await reader.read([{ ...request("long.js"), lines: [0] }], never);
    assert.deepEqual(typeof found === "string" ? found : found?.map(({ name }) => name), ["A", "go", "a"]);
    assert.equal(started, 1, "the same thread");
    assert.deepEqual(logged, []);
  });

  it("tell the log when a file takes too long, and find its definitions by their looks", async () => {
    const [found] = await open({ parsingAtMostMs: 1 }).read([{ ...request("long.js"), lines: [0, 1] }], never);
    assert.deepEqual(typeof found === "string" ? found : found?.map(({ name }) => name), ["A", "A"]);
    assert.match(
      logged.join("\n"),
      /^warning tree-sitter-javascript\.wasm: \d+ characters were not parsed within 1 ms$/,
    );
  });

  it("tell the log when the parser fails, and are replaced", async () => {
    const reader = open({ parserPagesAtMost: 512 }); // what the runtime begins with: enough for nothing large
    const [found] = await reader.read([{ ...request("long.js"), lines: [0, 1] }], never);
    assert.deepEqual(typeof found === "string" ? found : found?.map(({ name }) => name), ["A", "A"]);
    assert.match(logged.join("\n"), /the parser failed/);
    await reader.read([request("0.js")], never);
    assert.equal(started, 2);
  });
});
