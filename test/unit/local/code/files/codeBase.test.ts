import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "mocha";
import type { Repository } from "../../../../../src/git/repositories/repositories.ts";
import { codeBaseOf } from "../../../../../src/local/code/files/codeBase.ts";

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

  it("have the files below them, however a path is written, and nothing else", () => {
    const folder = path.resolve("/code/it");
    const codeBase = codeBaseOf([path.join(folder, "src")], [{ ...repository, root: folder }]);
    const pathOf = (file: string) => codeBase.locate(path.join(folder, "src") + file)?.path;
    for (const [file, expected] of [
      ["/a.ts", "src/a.ts"],
      ["/b/c d.ts", "src/b/c d.ts"],
      ["/b/", "src/b"],
      ["/b/../a.ts", "src/a.ts"],
      ["/b/.", "src/b"],
      ["s/a.ts", undefined],
    ] as const)
      assert.equal(pathOf(file.replaceAll("/", path.sep)), expected, file);
    assert.equal(codeBase.locate(path.join(folder, "a.ts")), undefined);
  });

  it("have files of a repository that they lead into by a link, called as they were opened", () => {
    const [folder, around] = [path.resolve("/home/source"), path.resolve("/code/it")];
    const linked: Repository = { ...repository, root: around, links: [{ folder, path: "src" }] };
    const codeBase = codeBaseOf([folder], [linked]);
    assert.equal(codeBase.locate(path.join(folder, "a.ts"))?.path, "src/a.ts");
    assert.equal(codeBase.locate(path.join(around, "src", "a.ts"))?.path, "src/a.ts");
    assert.equal(codeBase.locate(path.join(around, "a.ts")), undefined);
    assert.equal(codeBase.fileOf(linked, "src/a.ts"), path.join(folder, "a.ts"));
    assert.equal(codeBase.fileOf(linked, "src"), folder);
    for (const outside of ["", "a.ts", "srcs/a.ts"]) assert.equal(codeBase.fileOf(linked, outside), undefined);
    assert.deepEqual(codeBase.foldersOf([linked]), [folder]);
    assert.deepEqual(codeBaseOf([around, folder], [linked]).foldersOf([linked]), [around]);
  });
});
