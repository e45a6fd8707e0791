import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getL10nJson } from "@vscode/l10n-dev";
import { describe, it } from "mocha";

const ROOT = join(import.meta.dirname, "../..");

describe("l10n/bundle.l10n.json", () => {
  it("holds every string that a person reads: npm run l10n", async function () {
    this.timeout(60_000); // every file of the host is parsed
    const files = globSync("src/host/**/*.ts", { cwd: ROOT }).map((file) => ({
      extension: ".ts",
      contents: readFileSync(join(ROOT, file), "utf8"),
    }));
    const bundle: unknown = JSON.parse(readFileSync(join(ROOT, "l10n/bundle.l10n.json"), "utf8"));
    assert.deepEqual(bundle, await getL10nJson(files));
  });
});

describe("package.nls.json", () => {
  it("holds every name that the manifest uses, and no other", () => {
    const manifest = readFileSync(join(ROOT, "package.json"), "utf8");
    const used = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, name]) => name);
    const words = JSON.parse(readFileSync(join(ROOT, "package.nls.json"), "utf8")) as object;
    assert.deepEqual([...new Set(used)].sort(), Object.keys(words).sort());
  });
});
