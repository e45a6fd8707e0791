import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { Script } from "node:vm";
import { describe, it } from "mocha";

const ROOT = path.join(import.meta.dirname, "../..");
/** What runs in Node and needs neither an editor nor a page; programs, which the unit tests run, begin when loaded. */
const SOURCES = "src/{protocol,core,git,api,local}/**/*.ts";
const PROGRAMS = ["src/local/main.ts", "src/local/threads/{thread,parserThread}.ts", "src/**/*.d.ts"];

describe("the oldest Node", () => {
  it("loads every source that needs no editor and no page", async () => {
    const files = globSync(SOURCES, { cwd: ROOT, exclude: PROGRAMS });
    assert.ok(files.length > 200, String(files.length));
    for (const file of files) await import(path.join(ROOT, file));
  });

  it("reads everything that the editor loads", () => {
    const files = globSync("dist/{,host/,local/}*.cjs", { cwd: ROOT });
    assert.ok(files.length > 3 && existsSync(path.join(ROOT, "dist/extension.cjs")), "it was built");
    for (const filename of files) new Script(readFileSync(path.join(ROOT, filename), "utf8"), { filename });
  });
});
