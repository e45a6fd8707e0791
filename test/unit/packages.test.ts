import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, it } from "mocha";
import { RIPGREP } from "../../.ci/manifest.mjs";

const require = createRequire(import.meta.url);

describe("the packages", () => {
  it("are there for each system on which the editor runs", () => {
    const { Targets: targets } = require("@vscode/vsce/out/package.js") as { readonly Targets: ReadonlySet<string> };
    const runs = [...targets].filter((target) => target !== "web"); // no extension can start a process there
    assert.deepEqual(Object.keys(RIPGREP).sort(), runs.sort());
  });

  it("have a ripgrep that the lockfile knows", () => {
    const lock = JSON.parse(readFileSync(require.resolve("../../package-lock.json"), "utf8")) as { packages: object };
    for (const platform of Object.values(RIPGREP)) {
      assert.ok(Object.hasOwn(lock.packages, `node_modules/@vscode/ripgrep-${platform}`), platform);
    }
  });
});
