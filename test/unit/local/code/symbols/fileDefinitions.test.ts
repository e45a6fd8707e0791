import assert from "node:assert/strict";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { DefinitionReader, type DefinitionRequest } from "../../../../../src/local/code/symbols/fileDefinitions.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";

describe("the definitions in a file on disk", () => {
  let temporary: TemporaryFolder;
  let file = "";

  before(() => {
    temporary = makeTemporaryFolder();
    file = path.join(temporary.write("code", { "a.js": "function one() {}\nfunction two() {}\n" }), "a.js");
  });
  after(() => temporary.remove());

  const read = async (reader: DefinitionReader, request: Partial<DefinitionRequest> = {}) => {
    const found = await reader.read({ file, language: "JavaScript", ...request });
    return typeof found === "string" ? found : found.map(({ name }) => name);
  };

  it("are those on the lines that are asked for", async () => {
    const reader = new DefinitionReader();
    assert.deepEqual(await read(reader), ["one", "two"]);
    assert.deepEqual(await read(reader, { lines: [1] }), ["two"]);
    assert.deepEqual(await read(reader, { lines: [] }), []);
  });

  it("are known for the lines that were asked for, and for all lines once others are", async () => {
    const name = path.join(temporary.write("lines", { "a.js": "let a;\nlet b;\nlet c;\n" }), "a.js");
    const time = new Date(1_700_000_000_000);
    const reader = new DefinitionReader();
    const on = async (...lines: number[]) => {
      utimesSync(name, time, time);
      return read(reader, { file: name, lines });
    };
    assert.deepEqual(await on(0, 1), ["a", "b"]);
    writeFileSync(name, "let x;\nlet y;\nlet z;\n");
    assert.deepEqual(await on(1), ["b"]);
    assert.deepEqual(await on(1, 2), ["y", "z"]);
    writeFileSync(name, "let a;\nlet b;\nlet c;\n");
    assert.deepEqual(await on(0), ["x"]);
    assert.deepEqual(await read(reader, { file: name }), ["x", "y", "z"]);
  });

  it("are known until the file changes, and then found anew", async () => {
    const reader = new DefinitionReader();
    assert.deepEqual(await read(reader), ["one", "two"]);
    const kept = new Date(1_700_000_000_000);
    writeFileSync(file, "function six() {}\nfunction two() {}\n"); // of the same length
    utimesSync(file, kept, kept);
    assert.deepEqual(await read(reader), ["six", "two"]);
    writeFileSync(file, "function ten() {}\nfunction two() {}\n");
    utimesSync(file, kept, kept);
    assert.deepEqual(await read(reader), ["six", "two"], "this time nothing tells that it was changed");
    assert.deepEqual(await read(new DefinitionReader()), ["ten", "two"]);
  });

  it("are forgotten when there are too many, those first that nobody asked for longest", async () => {
    const folder = temporary.write("many", { "a.js": "let a;\n", "b.js": "let b;\n", "c.js": "let c;\n" });
    const time = new Date(1_700_000_000_000);
    const reader = new DefinitionReader(200); // enough for two
    const names = async (name: string) => {
      utimesSync(path.join(folder, name), time, time);
      return read(reader, { file: path.join(folder, name) });
    };
    for (const name of ["a.js", "b.js", "a.js", "c.js"]) await names(name);
    for (const name of ["a.js", "b.js", "c.js"]) writeFileSync(path.join(folder, name), "let x;\n");
    assert.deepEqual(await names("a.js"), ["a"]);
    assert.deepEqual(await names("c.js"), ["c"]);
    assert.deepEqual(await names("b.js"), ["x"]);
  });

  it("are none in what went away, is binary, or is no file", async () => {
    const reader = new DefinitionReader();
    const folder = temporary.write("odd", { "gone.js": "let a;\n", "binary.js": "let a;\0\n" });
    rmSync(path.join(folder, "gone.js"));
    for (const name of ["gone.js", "binary.js", ""])
      assert.deepEqual(await read(reader, { file: path.join(folder, name) }), []);
  });

  it("are not looked for in a file that is too large to be parsed", async () => {
    const folder = temporary.write("large", {
      "a.js": "x();\n".repeat(250_000),
      "a.kt": "fun a() {\n}\n".repeat(100_000),
    });
    const reader = new DefinitionReader();
    assert.equal(await read(reader, { file: path.join(folder, "a.js") }), "tooLarge");
    assert.equal((await read(reader, { file: path.join(folder, "a.kt"), language: "Kotlin" })).length, 100_000);
  });
});
