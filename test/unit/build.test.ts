import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "mocha";
import { keyOf } from "../../esbuild.mjs";

describe("the build", () => {
  it("calls a file as esbuild does, so that what was split finds its parts, whatever separates folders", () => {
    assert.equal(keyOf("/p/dist/host/a.cjs", "/p", path.posix), "dist/host/a.cjs");
    assert.equal(keyOf("C:\\p\\dist\\host\\a.cjs", "C:\\p", path.win32), "dist/host/a.cjs");
  });
});
