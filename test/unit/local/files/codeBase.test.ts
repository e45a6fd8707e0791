import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Repository } from "../../../../src/git/repositories.ts";
import { codeBaseOf } from "../../../../src/local/files/codeBase.ts";

describe("the folders that are served", () => {
  const root = "/code/\u00dcbung";
  const repository: Repository = { name: "it", root, otherNames: [], git: true, remotes: [] };
  const apart = "/code/U\u0308bung/src/A\u0308rger.ts";

  it("have names on macOS as git and the editor write them, whichever form the disk keeps", () => {
    for (const given of [root, root.normalize("NFD")]) {
      const codeBase = codeBaseOf([given], [repository], undefined, "darwin");
      assert.equal(codeBase.locate(apart)?.path, "src/\u00c4rger.ts");
      assert.equal(codeBase.locate(`${root}/src/\u00c4rger.ts`)?.path, "src/\u00c4rger.ts");
    }
  });

  it("have two names elsewhere where the disk has two", () => {
    const codeBase = codeBaseOf([root], [repository], undefined, "linux");
    assert.equal(codeBase.locate(apart), undefined);
    assert.equal(codeBase.locate(`${root}/A\u0308.ts`)?.path, "A\u0308.ts");
  });
});
