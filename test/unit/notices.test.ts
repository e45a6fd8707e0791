import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyrightsIn, cratesIn, entriesFor, packagesInside, writeNotices } from "../../.ci/notices.mjs";
import { findEngineProgram } from "../../src/local/code/engine/engineProgram.ts";
import { ROOT } from "../editor/places.mjs";

/** From the package: `dist` may be being built at the same time. */
const RIPGREP = await findEngineProgram();

describe("third-party notices", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "plumbline-"));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function write(file: string, text: string): string {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    return file;
  }

  it("tell what a package contains of others by the comments of its bundler", () => {
    const file = write(
      "node_modules/@one/outer/dist/main.mjs",
      [
        "// ../node_modules/.pnpm/inner@4.4.0/node_modules/inner/lib/main.js",
        "// ../../node_modules/.pnpm/@scope+deep@1.2.3_inner@4.4.0/node_modules/@scope/deep/main.js",
        "//#region ../../node_modules/plain/index.js",
        "// see node_modules for more",
      ].join("\n"),
    );
    assert.deepEqual(packagesInside(root, [file]), [
      { name: "inner", version: "4.4.0" },
      { name: "@scope/deep", version: "1.2.3" },
      { name: "plain", version: "" },
    ]);
  });

  it("tell it by source maps as well, and not of the package itself", () => {
    const file = write("node_modules/outer/main.js", "minified");
    const sources = ["../src/main.ts", "../node_modules/outer/own.js", "../../node_modules/inner/index.js"];
    write("node_modules/outer/main.js.map", JSON.stringify({ sources }));
    assert.deepEqual(packagesInside(root, [file]), [{ name: "inner", version: "" }]);
  });

  it("find what mermaid's parser and the agents' protocol are made with", () => {
    const files = [
      "@mermaid-js/parser/dist/chunks/mermaid-parser.core/*.mjs",
      "@modelcontextprotocol/server/dist/*.mjs",
    ];
    const inside = files.map((pattern) => packagesInside(ROOT, globSync(`node_modules/${pattern}`, { cwd: ROOT })));
    const names = inside.map((found) => found.map(({ name }) => name));
    assert.ok(names[0]?.includes("langium") && names[0].includes("vscode-jsonrpc"), String(names[0]));
    assert.ok(names[1]?.includes("ajv"), String(names[1]));
  });

  it("know each crate in ripgrep's program, in its version", () => {
    const crates = cratesIn(RIPGREP);
    assert.ok(crates.some(({ name }) => name === "regex-automata"));
    assert.doesNotThrow(() => entriesFor(crates));
    const newer = crates.map((crate) => (crate.name === "bstr" ? { ...crate, version: "99.0.0" } : crate));
    assert.throws(() => entriesFor(newer), /contains bstr 99\.0\.0, of which .* says nothing/);
  });

  it("read the paths of crates on Windows", () => {
    const program = write("rg.exe", String.raw`C:\cargo\registry\src\index.crates.io-19\winapi-util-0.1.11\src\lib.rs`);
    assert.deepEqual(cratesIn(join(root, program)), [{ name: "winapi-util", version: "0.1.11" }]);
  });

  it("end the build for what nobody has looked up", () => {
    assert.throws(() => entriesFor([{ name: "surprise", version: "1.0.0" }]), /contains surprise 1\.0\.0/);
  });

  it("list whose code a package says in comments that it contains", () => {
    const text =
      '/*! Copyright (c) 2013 Some One */\n// (c) 2020 An Other <a@b.c>\n"copyright 2021";\n// all copyrights apply';
    assert.deepEqual(copyrightsIn([text]), ["Copyright (c) 2013 Some One", "(c) 2020 An Other <a@b.c>"]);
  });

  it("have the text of each licence, and say what has none", () => {
    const folder = "node_modules/mine";
    write(`${folder}/package.json`, JSON.stringify({ name: "mine", version: "1.0.0", license: "MIT" }));
    write(`${folder}/LICENSE`, "The text of mine.");
    const bundled = [write(`${folder}/main.js`, "// Copyright 2011 Somebody Else\n")];
    const file = join(root, "notices.md");
    const inside = writeNotices(file, { root, packages: [folder], bundled, ripgrep: RIPGREP, parsers: [] });
    const text = readFileSync(file, "utf8");
    assert.match(
      text,
      /^## mine 1\.0\.0 \(MIT\)\n\nThe text of mine\.\n\nIn its source stands:\n\n {4}Copyright 2011/m,
    );
    assert.match(
      text,
      /^## PCRE2 \S+ \(.*\n\nInside ripgrep\. From Debian's .*another version\.\n\nCopyright 1997-2022/m,
    );
    const [, without = ""] = text.split("## Texts that could not be had");
    for (const { name } of inside) assert.ok(text.includes(`## ${name} `) || without.includes(`- ${name} `), name);
  });
});
