import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "mocha";
import { excludePatterns } from "../../../../../src/local/code/ripgrep/excludePatterns.ts";

const repository = (
  root: string,
  file?: string,
  patterns: readonly string[] = [],
  ofSubmodule: readonly string[] = [],
) => ({
  root,
  excludes: { named: file === undefined ? undefined : { file, patterns }, ofSubmodule, isWhole: true },
});

describe("what is left out in some repositories", () => {
  it("has the patterns of a common file once, but for rooted ones", () => {
    const all = ["/a", "/b [c]"].map((root) => repository(root, "/mine", ["*.log", "/keys/", "!/a/b", "**/x/y"]));
    assert.deepEqual(excludePatterns(all, path.posix), [
      "*.log",
      "/a/keys/",
      "/b\\ \\[c\\]/keys/",
      "!/a/a/b",
      "!/b\\ \\[c\\]/a/b",
      "**/x/y",
    ]);
  });

  it("ends where a repository with others, or with none, begins", () => {
    const all = [
      repository("/a", "/mine", ["*.log"]),
      repository("/b", "/mine", ["*.log"]),
      repository("/a/c", "/its", ["x", "!y/z"]),
      repository("/a/c/d", "/mine", ["*.log"]),
      repository("/e"),
    ];
    const lines = ["*.log", "!/e/**", "!/a/c/**", "/a/c/**/x", "!/a/c/y/z", "!/a/c/d/**", "/a/c/d/**/*.log"];
    assert.deepEqual(excludePatterns(all, path.posix), lines);
  });

  it("has those of submodules last, and nothing where nothing is left out", () => {
    const all = [repository("/a", "/mine", ["x"]), repository("/a/b", "/mine", ["x"], ["/y", "!x", "**/z"])];
    assert.deepEqual(excludePatterns(all, path.posix), ["x", "/a/b/y", "!/a/b/**/x", "/a/b/**/z"]);
    assert.deepEqual(excludePatterns([repository("/a"), repository("/b", "/mine", ["!x"])], path.posix), []);
    assert.deepEqual(excludePatterns([repository("C:\\a\\b", "/mine", ["/x"])], path.win32), ["/a/b/x"]);
    assert.deepEqual(excludePatterns([repository("/", "/mine", ["/x"], ["y"])], path.posix), ["/x", "/**/y"]);
  });
});
