import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import type { SearchExcludes } from "../../../../../src/core/model/localProcess.ts";
import { Engine } from "../../../../../src/local/code/engine/engine.ts";
import type { Scope } from "../../../../../src/local/code/engine/scope.ts";
import { MODEL, PERSON, type Access } from "../../../../../src/local/code/files/access.ts";
import { openCodeBase } from "../../../../../src/local/code/files/codeBase.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { EditorExcludes } from "../../../../../src/local/code/files/editorExcludes.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { seenBy } from "../../../../../src/local/code/files/heldBack.ts";
import { TrackedThoughIgnored } from "../../../../../src/local/code/files/trackedThoughIgnored.ts";
import type { Ripgrep } from "../../../../../src/local/code/ripgrep/ripgrep.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { ripgrep } from "../../runningService.ts";

describe("what the editor leaves out of searches", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  interface Opened {
    /** Those that are open, relative to the root; the root by default. */
    readonly open?: readonly string[];
    readonly access?: Access;
    readonly scope?: Partial<Scope>;
    readonly runs?: Ripgrep;
  }

  /** The files that have the word, which are those that are listed. */
  const searched = async (
    root: string,
    excludes: readonly SearchExcludes[],
    { open = ["."], access = PERSON, scope = {}, runs = ripgrep }: Opened = {},
  ): Promise<readonly string[]> => {
    const folders = open.map((folder) => path.join(root, folder));
    const tracked = new TrackedThoughIgnored(new Commits(new GitPermission(folders)));
    const absolute = excludes.map(({ folder, ...each }) => ({ folder: path.join(root, folder), ...each }));
    const codeBase = seenBy(access, await openCodeBase(folders, { excludes: new EditorExcludes(absolute) }));
    const engine = new Engine(codeBase, runs, tracked);
    const { signal } = new AbortController();
    const all = { signal, ...scope };
    const terms = [{ kind: "literal", text: "needle" }] as const;
    const found: string[] = [];
    const listed: string[] = [];
    const nameOf = (file: string) => path.relative(root, file).replaceAll(path.sep, "/");
    for await (const each of engine.filesWith({ terms, caseSensitive: true }, all))
      found.push(nameOf(each.file) + ("leftOut" in each ? ` ${each.leftOut}` : ""));
    for await (const each of engine.list(all))
      listed.push(nameOf(each.file) + ("leftOut" in each ? ` ${each.leftOut}` : ""));
    assert.deepEqual(listed.filter((file) => !file.endsWith("ignore")).sort(), found.sort());
    return found;
  };
  const globs = (...all: readonly string[]) => all.map((glob) => ({ glob }));
  const write = (name: string, ...files: readonly string[]) =>
    temporary.write(name, Object.fromEntries(files.map((file) => [file, "needle\n"])));

  for (const isRepository of [false, true])
    describe(isRepository ? "in a repository" : "in a folder without git", () => {
      const folder = (name: string, ...files: readonly string[]) => {
        const root = write(`${name}${isRepository ? " (git)" : ""}`, ...files);
        if (isRepository) runGit(root, "init", "--quiet");
        return root;
      };

      it("begins at the folder, unless it begins with stars", async () => {
        const root = folder("anchored", "a.snap", "in/a.snap", "a.tmp", "in/a.tmp", "build/a.js", "in/build/a.js");
        const excludes = [{ folder: ".", globs: globs("*.snap", "**/*.tmp", "build") }];
        assert.deepEqual(await searched(root, excludes), ["in/a.snap", "in/build/a.js"]);
      });

      it("is chosen by every sign that globs have", async () => {
        const root = folder("signs", "a1.js", "a2.ts", "b1.js", "b12.js", "in/c.md", "in/d/c.md", "e {f}.js", "[g].js");
        const left = (glob: string) => searched(root, [{ folder: ".", globs: globs(glob) }]);
        assert.deepEqual(await left("*.{js,md}"), ["a2.ts", "in/c.md", "in/d/c.md"]);
        assert.deepEqual(await left("[ab]1.js"), ["[g].js", "a2.ts", "b12.js", "e {f}.js", "in/c.md", "in/d/c.md"]);
        assert.deepEqual(await left("**/[!a-b]?md"), ["[g].js", "a1.js", "a2.ts", "b1.js", "b12.js", "e {f}.js"]);
        assert.deepEqual(await left("b?.js"), [
          ...["[g].js", "a1.js", "a2.ts", "b12.js"],
          ...["e {f}.js", "in/c.md", "in/d/c.md"],
        ]);
        assert.deepEqual(await left("in/*/c.md"), [
          ...["[g].js", "a1.js", "a2.ts", "b1.js", "b12.js"],
          ...["e {f}.js", "in/c.md"],
        ]);
        assert.deepEqual(await left("in\\d/"), [
          ...["[g].js", "a1.js", "a2.ts", "b1.js", "b12.js"],
          ...["e {f}.js", "in/c.md"],
        ]);
        assert.deepEqual(await left("e *.js"), ["[g].js", "a1.js", "a2.ts", "b1.js", "b12.js", "in/c.md", "in/d/c.md"]);
        assert.deepEqual(await left("**"), []);
      });

      it("is nothing for a glob that makes no sense", async () => {
        const root = folder("senseless", "a.js", "in/b.js");
        for (const glob of [
          "",
          "/",
          "[",
          "{a",
          "}",
          "[z-a].js",
          "a\nb",
          "**\n*",
          "a\0",
          "!a.js",
          "\\",
          "x".repeat(9_999),
        ])
          assert.deepEqual(await searched(root, [{ folder: ".", globs: globs(glob) }]), ["a.js", "in/b.js"], glob);
      });

      it("may be only what is beside another file", async () => {
        const root = folder("beside", "a.ts", "a.js", "b.js", "in/a.js", "in/b.ts", "in/b.js", "in/b.d.js");
        const excludes = [{ folder: ".", globs: [{ glob: "**/*.js", when: "$(basename).ts" }] }];
        assert.deepEqual(await searched(root, excludes), ["a.ts", "b.js", "in/a.js", "in/b.d.js", "in/b.ts"]);
      });

      it("goes by the innermost of several open folders", async () => {
        const root = folder(
          "innermost",
          "a/x.gen",
          "a/in/x.gen",
          "a/in/out/b.js",
          "a/out/b.js",
          "b/x.gen",
          "b/out/b.js",
        );
        const open = ["a", "a/in", "b"];
        const excludes = [
          { folder: "a", globs: globs("**/*.gen", "in/**") },
          { folder: "a/in", globs: globs("out") },
          { folder: "b", globs: globs("**/out") },
        ];
        assert.deepEqual(await searched(root, excludes, { open }), ["a/in/x.gen", "a/out/b.js", "b/x.gen"]);
        const same = ["a", "a/in", "b"].map((each) => ({ folder: each, globs: globs("**/out") }));
        assert.deepEqual(await searched(root, same, { open }), ["a/in/x.gen", "a/x.gen", "b/x.gen"]);
      });

      it("is left out where files are named, and found where that is asked for", async () => {
        const root = folder("named", "a.js", "dist/a.js");
        const excludes = [{ folder: ".", globs: globs("dist") }];
        const files = ["a.js", "dist/a.js"].map((file) => path.join(root, file));
        assert.deepEqual(await searched(root, excludes, { scope: { files } }), ["a.js"]);
        assert.deepEqual(await searched(root, excludes, { scope: { withExcluded: true } }), ["a.js", "dist/a.js"]);
      });

      it("is not told as too large", async () => {
        const root = folder("large", "a.js");
        temporary.write(path.basename(root), { "b.js": "needle".repeat(200), "dist/c.js": "needle".repeat(200) });
        const excludes = [{ folder: ".", globs: globs("dist", "[b].js") }];
        assert.deepEqual(await searched(root, excludes, { scope: { maxBytes: 1_000 } }), ["a.js"]);
        assert.deepEqual(await searched(root, [], { scope: { maxBytes: 1_000 } }), [
          ...["a.js", "b.js tooLarge", "dist/c.js tooLarge"],
        ]);
      });
    });

  it("is not looked into", async () => {
    const root = write("not looked into", "a.js", "vendor/a.js");
    const given: (readonly string[])[] = [];
    const runs: Ripgrep = (args, separator, options) => {
      given.push((options.excluded ?? []).map(({ folder, glob }) => `${path.relative(root, folder)}:${glob}`));
      return ripgrep(args, separator, options);
    };
    const excludes = [{ folder: ".", globs: globs("vendor", "**/node_modules", "[v]endor", "a {b") }];
    assert.deepEqual(await searched(root, excludes, { runs }), ["a.js"]);
    assert.deepEqual(given[0], [":vendor", ":**/node_modules", ":a[ ][{]b"]);
  });

  it("is left out although git tracks it and an ignore file matches it", async () => {
    const root = write("tracked", "src/a.js", "dist/a.js", "dist/b.js");
    temporary.write("tracked", { ".gitignore": "dist/\n" });
    runGit(root, "init", "--quiet");
    runGit(root, "add", "--force", ".");
    assert.deepEqual(await searched(root, []), ["dist/a.js", "dist/b.js", "src/a.js"]);
    assert.deepEqual(await searched(root, [{ folder: ".", globs: globs("dist/a.*") }]), ["dist/b.js", "src/a.js"]);
    assert.deepEqual(await searched(root, [{ folder: ".", globs: globs("**/dist") }]), ["src/a.js"]);
  });

  it("leaves ignored files to searches of the person, and of nobody else, where ignore files don't count", async () => {
    const root = temporary.write("unheeded", {
      "one/.gitignore": "*.log\n",
      "one/.ignore": "*.tmp\n",
      "one/a.js": "needle\n",
      "one/a.log": "needle\n",
      "one/a.tmp": "needle\n",
      "one/dist/a.log": "needle\n",
      "one/.git/a": "needle\n",
      "two/.gitignore": "*.log\n",
      "two/b.js": "needle\n",
      "two/b.log": "needle\n",
    });
    runGit(path.join(root, "two"), "init", "--quiet");
    const open = ["one", "two"];
    const excludes: readonly SearchExcludes[] = [
      { folder: "one", globs: globs("dist"), unheeded: "all" },
      { folder: "two", globs: [] },
    ];
    assert.deepEqual(await searched(root, excludes, { open }), ["one/a.js", "one/a.log", "one/a.tmp", "two/b.js"]);
    for (const access of [MODEL, { asker: "agent" } as const])
      assert.deepEqual(await searched(root, excludes, { open, access }), ["one/a.js", "two/b.js"]);
  });

  it("does not reach from a folder into one in it where only in one of them ignore files don't count", async () => {
    const root = temporary.write("unheeded within", {
      ".gitignore": "*.log\n",
      "a.log": "needle\n",
      "in/a.log": "needle\n",
      "in/a.js": "needle\n",
    });
    runGit(root, "init", "--quiet");
    const open = [".", "in"];
    assert.deepEqual(
      await searched(
        root,
        [
          { folder: ".", globs: [], unheeded: "all" },
          { folder: "in", globs: [] },
        ],
        { open },
      ),
      ["a.log", "in/a.js"],
    );
    assert.deepEqual(await searched(root, [{ folder: "in", globs: [], unheeded: "all" }], { open }), [
      "in/a.js",
      "in/a.log",
    ]);
  });

  it("may be without the ignore files above a folder", async () => {
    const root = temporary.write("parents", { ".gitignore": "*.log\n", "in/a.log": "needle\n", "in/a.js": "needle\n" });
    runGit(root, "init", "--quiet");
    const open = ["in"];
    const parent = [{ folder: "in", globs: [], unheeded: ["parent"] as const }];
    assert.deepEqual(await searched(root, [], { open }), ["in/a.js"]);
    assert.deepEqual(await searched(root, parent, { open }), ["in/a.js", "in/a.log"]);
    assert.deepEqual(await searched(root, parent, { open, access: MODEL }), ["in/a.js"]);
  });

  it("may be without an ignore file above a repository for what this tracks, too", async () => {
    const root = temporary.write("above a repository", {
      ".ignore": "*.log\n",
      "in/.gitignore": "a.*\n",
      "in/a.log": "needle\n",
      "in/a.js": "needle\n",
    });
    runGit(path.join(root, "in"), "init", "--quiet");
    runGit(path.join(root, "in"), "add", "--force", "a.log", "a.js");
    const open = ["in"];
    const parent = [{ folder: "in", globs: [], unheeded: ["parent"] as const }];
    assert.deepEqual(await searched(root, [], { open }), ["in/a.js"]);
    assert.deepEqual(await searched(root, parent, { open }), ["in/a.js", "in/a.log"]);
    assert.deepEqual(await searched(root, parent, { open, access: MODEL }), ["in/a.js"]);
  });

  it("may be without what the configuration of git names", async () => {
    const root = write("own excludes", "a.own", "in/b.js", "a.js");
    temporary.write("own excludes", { ".git-excludes": "*.own\n/in/b.js\n" });
    runGit(root, "init", "--quiet");
    runGit(root, "config", "core.excludesFile", path.join(root, ".git-excludes"));
    const found = (excluded: readonly SearchExcludes[], access = PERSON) =>
      searched(root, excluded, { access, scope: { names: { unwanted: [".git-excludes"] } } });
    const global = [{ folder: ".", globs: [], unheeded: ["global"] as const }];
    assert.deepEqual(await found([]), ["a.js"]);
    assert.deepEqual(await found(global), ["a.js", "a.own", "in/b.js"]);
    assert.deepEqual(await found(global, MODEL), ["a.js"]);
  });
});
