import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { distinctionsOf } from "../../../../src/webview/answers/alikePlaces.ts";

const place = (path: string, repository = "r") => {
  const slash = path.lastIndexOf("/");
  return { name: path.slice(slash + 1), folder: path.slice(0, Math.max(0, slash)), repository };
};

describe("places that are called alike", () => {
  it("are told apart by their folders, at the top by the repository", () => {
    assert.deepEqual(distinctionsOf(["src/a.ts", "lib/a.ts", "a.ts", "src/b.ts"].map((path) => place(path))), [
      "src",
      "lib",
      "r",
      "",
    ]);
  });

  it("are told apart by their repositories where they have the same path, and not at all where they are one", () => {
    assert.deepEqual(distinctionsOf([place("src/a.ts"), place("src/a.ts", "s")]), ["r", "s"]);
    assert.deepEqual(distinctionsOf([place("src/a.ts"), place("src/a.ts")]), ["", ""]);
  });
});
