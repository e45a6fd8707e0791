import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "mocha";
import { KnownRepositories, rewrite, type NameTable } from "../../../../src/git/repositories/knownRepositories.ts";
import { isWindows } from "../../../support/systems.ts";

const TABLE: NameTable = {
  "mirror.corp/github/*": "github.com/*",
  "mirror.corp/github/them/*": "git.them.com/*",
  "old.corp/birds": "corp/birds-2",
  "*/wiki": "wiki.corp/*",
};

describe("the table of names", () => {
  const rows: Readonly<Record<string, string | undefined>> = {
    "mirror.corp/github/o/n": "github.com/o/n",
    "MIRROR.corp/GitHub/O/n.git": "github.com/O/n",
    "mirror.corp/github/them/it": "git.them.com/it",
    "mirror.corp/github/": "github.com/",
    "mirror.corp/githu": undefined,
    "old.corp/birds": "corp/birds-2",
    "old.corp/birds/more": undefined,
    "h/o/wiki": "wiki.corp/h/o",
    "h/o/n": undefined,
    "": undefined,
  };
  for (const [name, expected] of Object.entries(rows)) {
    it(`makes ${expected ?? "nothing"} of ${name || "nothing"}`, () => {
      assert.equal(rewrite(name, TABLE), expected);
    });
  }

  it("takes a $ in a name as it is", () => {
    assert.equal(rewrite("a/$&", { "a/*": "b/*/$1" }), "b/$&/$1");
  });
});

describe("known repositories", () => {
  const repository = (name: string, ...otherNames: readonly string[]) => ({
    name,
    otherNames,
    root: path.resolve("/code", name),
    remotes: [],
    git: true,
  });
  const known = new KnownRepositories(
    [
      repository("github.com/me/it", "github.com/them/it", "github.com/me/fork"),
      repository("github.com/them/it~clone", "github.com/them/it", "host:8443/it"),
      repository("github.com/Case/It"),
      { ...repository("github.com/case/it"), root: path.resolve("/code/lower") }, // the same folder on some disks
      repository("notes"),
    ],
    { "mirror/*": "github.com/*", "service/notes": "notes", "github.com/case/*": "github.com/me/*" },
  );
  const rows: Readonly<Record<string, string | undefined>> = {
    "github.com/me/it": "github.com/me/it",
    "GitHub.com/Me/It.git": "github.com/me/it",
    // the fork is the first repository that fetches from there
    "github.com/them/it": "github.com/me/it",
    "github.com/them/it~clone": "github.com/them/it~clone",
    "HOST:8443/it": "github.com/them/it~clone",
    "github.com/Case/It": "github.com/Case/It",
    "github.com/case/it": "github.com/case/it",
    "mirror/me/it": "github.com/me/it",
    "mirror/me/fork": "github.com/me/it",
    "service/notes": "notes",
    "service/notes/": undefined,
    "github.com/me/it2": undefined,
    "me/it": undefined,
    it: undefined,
  };
  for (const [name, expected] of Object.entries(rows)) {
    it(`have ${expected ?? "none"} for ${name}`, () => {
      const found = known.named(name);
      assert.equal(found?.name, expected);
      assert.equal(known.fileOf(name, "src/a.ts"), found && path.join(found.root, "src/a.ts"));
    });
  }

  it("are mentioned as services call them", () => {
    assert.deepEqual(
      ["github.com/me/it", "notes", "other"].map((name) => known.nameAtServices(name)),
      ["github.com/case/it", "service/notes", "other"],
    );
  });

  it("give no file of one that is nested in them", () => {
    const outer = { ...repository("outer"), root: path.resolve("/code") };
    const nested = new KnownRepositories([outer, repository("notes")]);
    assert.equal(nested.fileOf("outer", "notes/a.ts"), undefined);
    assert.equal(nested.fileOf("outer", "notes-2/a.ts"), path.resolve("/code/notes-2/a.ts"));
    assert.equal(nested.fileOf("notes", "a.ts"), path.resolve("/code/notes/a.ts"));
  });

  it("give no file outside of their roots", () => {
    for (const file of ["../a.ts", "../../etc/passwd", "src/../../x", "", ".", "a\0b"]) {
      assert.equal(known.fileOf("notes", file), undefined, file);
    }
    const withColon = isWindows ? undefined : "/code/notes/src/a:b.ts";
    assert.equal(known.fileOf("notes", "src/a:b.ts"), withColon);
  });

  it("have their files where a folder was opened that leads into them by a link", () => {
    const [folder, root] = [path.resolve("/home/source"), path.resolve("/code/it")];
    const links = [{ folder, path: "src" }];
    const linked = new KnownRepositories([{ ...repository("it"), root, links }]);
    assert.equal(linked.fileOf("it", "src/a.ts"), path.join(folder, "a.ts"));
    assert.equal(linked.fileOf("it", "src/../a.ts"), undefined);
    assert.equal(linked.fileOf("it", "srcs/a.ts"), path.join(root, "srcs", "a.ts"));
    assert.equal(linked.locate(path.join(folder, "a.ts"))?.path, "src/a.ts");
    assert.equal(linked.locate(path.join(root, "src", "a.ts"))?.path, "src/a.ts");
  });
});
