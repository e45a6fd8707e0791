import assert from "node:assert/strict";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { after, afterEach, before, describe, it } from "mocha";
import { findEngineProgram } from "../../../../src/local/code/engine/engineProgram.ts";
import type { ThreadData } from "../../../../src/local/threads/messages.ts";
import type { DefinitionRequest } from "../../../../src/local/code/symbols/fileDefinitions.ts";
import { Parsers } from "../../../../src/local/threads/parsers.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";

/** Takes a while to parse, however fast the machine is. */
const LONG = "class A { go(x) { return [x, { a: (b) => `${c}` }]; } }\n".repeat(15_000);

describe("the threads that parse", () => {
  let temporary: TemporaryFolder;
  let folder = "";
  let engineProgram = "";
  let parsers: Parsers | undefined;
  let logged: string[] = [];
  let started = 0;
  const count = () => started++;

  before(async () => {
    temporary = makeTemporaryFolder();
    engineProgram = await findEngineProgram();
    const small = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.js`, `function f${at}() {}\n`]));
    folder = temporary.write("code", { ...small, "long.js": LONG });
    process.on("worker", count);
  });
  afterEach(async () => {
    await parsers?.close();
  });
  after(async () => {
    process.off("worker", count);
    await temporary.remove();
  });

  const open = (data: Partial<ThreadData> = {}, processors = 2) => {
    started = 0;
    logged = [];
    const log = (level: string, message: string) => logged.push(`${level} ${message}`);
    parsers = new Parsers({ engineProgram, ...data }, log, processors);
    return parsers;
  };
  const request = (name: string) => ({ file: path.join(folder, name), language: "JavaScript" });
  const all = () => Array.from({ length: 20 }, (_, at) => request(`${at}.js`));
  const readAll = (reader: Parsers, requests: readonly DefinitionRequest[]) =>
    Promise.all(requests.map((each) => reader.read(each, never)));
  const never = new AbortController().signal;

  it("answer for each file in its place", async () => {
    for (const processors of [1, 2, 8]) {
      const found = await readAll(open({}, processors), all());
      assert.deepEqual(
        found.map((symbols) => (typeof symbols === "string" ? symbols : symbols.map(({ name }) => name).join())),
        all().map((_, at) => `f${at}`),
      );
      assert.equal(started, Math.max(1, processors / 2), "what they read is soon read");
      await parsers?.close();
    }
  });

  it("are several once something was found where much is to be read", async () => {
    const reader = open();
    const long = Array.from({ length: 20 }, (_, at) => ({ ...request(`${at}.js`), text: LONG.slice(0, 56_000) }));
    const startedAtFirst = reader.read(request("0.js"), never).then(() => started);
    const found = await readAll(reader, long);
    assert.equal(await startedAtFirst, 1);
    assert.equal(started, 2);
    assert.ok(found.every(({ length }) => length === 3_000));
  });

  it("are started before there are files, and only once", async () => {
    const prepared = open({}, 4);
    prepared.prepare();
    prepared.prepare();
    await nextTurn(); // it learns of it late
    assert.equal(started, 2);
    const found = await readAll(prepared, all());
    assert.ok(found.every(({ length }) => length === 1));
    prepared.prepare();
    assert.equal(started, 2);
  });

  it("read what is in a language that is loaded before they load another one", async () => {
    const reader = open();
    const answered: string[] = [];
    const requests = [
      ...[5, 10, 15].map((length) => ({
        file: "a",
        text: "function f() {}\n".repeat(length * 100),
        language: "JavaScript",
      })),
      { file: "b", text: "def f(): pass\n".repeat(800), language: "Python" },
    ];
    await Promise.all(
      requests.map(async (each) => {
        const { length } = await reader.read(each, never);
        answered.push(`${each.language} ${length}`);
      }),
    );
    assert.deepEqual(answered, ["JavaScript 500", "JavaScript 1000", "JavaScript 1500", "Python 800"]);
  });

  it("are replaced when they hold too much memory", async () => {
    const reader = open({ parserBytesAtMost: 1 });
    await reader.read(request("0.js"), never);
    await reader.read(request("0.js"), never);
    assert.equal(started, 3, "after each job: to load a language is one");
    const keeping = open();
    await keeping.read(request("0.js"), never);
    await keeping.read(request("0.js"), never);
    assert.equal(started, 1);
  });

  it("read the smallest that wait first, also before they know a language", async () => {
    const reader = open();
    const answered: string[] = [];
    const inOneThread = all().filter((_, at) => at % 2 === 0); // chosen by the last digit of their names
    const requests = [{ ...request("0.js"), text: `${LONG.slice(0, 56_000)}function long() {}` }, ...inOneThread];
    await Promise.all(
      requests.map(async (each) => {
        const found = await reader.read(each, never);
        answered.push(typeof found === "string" ? found : (found.at(-1)?.name ?? "none"));
      }),
    );
    assert.equal(answered.at(-1), "long");
    assert.equal(answered.length, requests.length);
  });

  it("read a file for whoever waits longest", async () => {
    const reader = open();
    const other = new AbortController();
    const answered: string[] = [];
    const many = Array.from({ length: 100 }, (_, at) => ({ ...request("0.js"), text: `function many${at}() {}` }));
    await Promise.all([
      ...many.map((each) => reader.read(each, never).then(() => answered.push("many"))),
      reader.read({ ...request("0.js"), text: LONG.slice(0, 56_000) }, other.signal).then(() => answered.push("other")),
    ]);
    assert.equal(answered.indexOf("other"), 32);
  });

  it("stop in the middle of a file, and go on with the next", async () => {
    const reader = open({ parsingAtMostMs: 60_000 });
    await reader.read(request("long.js"), never).then((found) => assert.equal(found.length, 45_000));
    temporary.write("code", { "long.js": `${LONG}let x;\n` });
    const stopping = new AbortController();
    const reading = reader.read(request("long.js"), stopping.signal);
    setTimeout(() => {
      stopping.abort();
    }, 50);
    await assert.rejects(reading, { name: "AbortError" });
    const found = await reader.read({ ...request("long.js"), lines: [0] }, never);
    assert.deepEqual(typeof found === "string" ? found : found.map(({ name }) => name), ["A", "go", "a"]);
    assert.equal(started, 1, "the same thread");
    assert.deepEqual(logged, []);
  });

  it("tell the log when a file takes too long, and find its definitions by their looks", async () => {
    const found = await open({ parsingAtMostMs: 1 }).read({ ...request("long.js"), lines: [0, 1] }, never);
    assert.deepEqual(typeof found === "string" ? found : found.map(({ name }) => name), ["A", "A"]);
    assert.match(
      logged.join("\n"),
      /^warning tree-sitter-javascript\.wasm: \d+ characters were not parsed within 1 ms$/,
    );
  });

  it("tell the log when the parser fails, and are replaced", async () => {
    const reader = open({ parserPagesAtMost: 512 }); // the runtime's initial size: not enough for anything large
    const found = await reader.read({ ...request("long.js"), lines: [0, 1] }, never);
    assert.deepEqual(typeof found === "string" ? found : found.map(({ name }) => name), ["A", "A"]);
    assert.match(logged.join("\n"), /the parser failed/);
    await reader.read(request("0.js"), never);
    assert.equal(started, 2);
  });
});
