import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Linter } from "eslint";
import { createLayersRule } from "../lint/rules.mjs";
import { circleOf } from "../lint/imports.mjs";

const SRC = join(import.meta.dirname, "../../src");
const LAYERS = { core: { layers: [], packages: ["node:*"] }, host: { layers: ["core"], packages: ["vscode"] } };
const BEHIND = { "host/platform/files": "host/platform/store" };
const FEATURES = { core: ["model"], host: ["platform", "ask"], "host/ask": ["drafts", "prompts"] };

describe("The architecture, as the linter reads it", () => {
  it("lets a feature import those before it, its layer's packages and the layers below", () => {
    assert.deepEqual(findings("host/ask/ask.ts", ["../platform/log.ts", "vscode", "../../core/model/errors.ts"]), []);
  });

  it("tells what is allowed where a feature imports one after it", () => {
    assert.deepEqual(findings("host/platform/log.ts", ["../ask/ask.ts"]), [
      "platform may not import ask: in host it may import none.",
    ]);
    assert.deepEqual(findings("host/ask/ask.ts", ["../testAccess.ts"]), [
      "ask may not import what stands beside the features: in host it may import platform.",
    ]);
  });

  it("tells what is allowed where a layer imports another, or a package that it may not", () => {
    const allowed = "It may import the layers: none; the packages: node:*. See src/README.md.";
    assert.deepEqual(findings("core/model/errors.ts", ["../../host/ask/ask.ts", "vscode"]), [
      `core may not import ../../host/ask/ask.ts. ${allowed}`,
      `core may not import vscode. ${allowed}`,
    ]);
  });

  it("tells what is allowed between the folders of a feature", () => {
    assert.deepEqual(findings("host/ask/prompts/prompt.ts", ["../drafts/draft.ts", "../../platform/log.ts"]), []);
    assert.deepEqual(findings("host/ask/ask.ts", ["./prompts/prompt.ts"]), []);
    assert.deepEqual(findings("host/ask/drafts/draft.ts", ["../prompts/prompt.ts", "../ask.ts"]), [
      "drafts may not import prompts: in host/ask it may import none.",
      "drafts may not import what stands beside the features: in host/ask it may import none.",
    ]);
    assert.deepEqual(findings("host/platform/log.ts", ["../ask/drafts/draft.ts"]), [
      "platform may not import ask: in host it may import none.",
    ]);
    assert.deepEqual(findings("host/ask/helpers/thing.ts", []), [
      "host/ask has no feature helpers: eslint.config.mjs lists them in their order.",
    ]);
  });

  it("tells what to import instead of what stands behind it", () => {
    assert.deepEqual(findings("host/ask/ask.ts", ["../platform/log.ts", "../platform/files/disk.ts"]), [
      "host/platform/files stands behind host/platform/store: import that, which alone may import it.",
    ]);
    assert.deepEqual(findings("host/platform/store/store.ts", ["../files/disk.ts"]), []);
    assert.deepEqual(findings("host/platform/files/file.ts", ["./disk.ts"]), []);
  });

  it("knows ripgrep in the local service only behind its engine", () => {
    const known = ["code/engine/", "code/ripgrep/"];
    const naming = readdirSync(join(SRC, "local"), { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".ts") && !known.some((folder) => file.startsWith(folder)))
      .filter((file) => /ripgrep/i.test(readFileSync(join(SRC, "local", file), "utf8")));
    assert.deepEqual(naming, []);
  });

  it("knows no folder that is not listed", () => {
    assert.deepEqual(findings("host/helpers/thing.ts", []), [
      "host has no feature helpers: eslint.config.mjs lists them in their order.",
    ]);
  });

  it("finds a circle of files, however long, and the shortest first", () => {
    const imports = new Map([
      ["a", ["b", "c"]],
      ["b", ["d"]],
      ["c", ["a"]],
      ["d", ["a"]],
      ["e", ["a"]],
    ]);
    assert.deepEqual(circleOf("a", imports), ["a", "c", "a"]);
    assert.deepEqual(circleOf("b", imports), ["b", "d", "a", "b"]);
    assert.equal(circleOf("e", imports), undefined);
  });
});

function findings(file: string, specifiers: readonly string[]): readonly string[] {
  const code = specifiers.map((specifier) => `import ${JSON.stringify(specifier)};`).join("\n");
  const plugins = { plumbline: { rules: { layers: createLayersRule(SRC, LAYERS, FEATURES, BEHIND) } } };
  const config: Linter.Config = { plugins, rules: { "plumbline/layers": "error" }, files: ["**/*.ts"] };
  return new Linter({ cwd: SRC }).verify(code, [config], { filename: join(SRC, file) }).map(({ message }) => message);
}
