import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { globsOfEnding } from "../../../../../src/local/search/query/pathGlobs.ts";
import { toPattern } from "../../../../../src/local/code/patterns/pattern.ts";
import { isWindows, itWithScripts } from "../../../../support/systems.ts";
import { isThorough } from "../../../../support/depth.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import {
  matchesOf,
  writeRipgrepScript,
  runService,
  textOf,
  type Json,
  type RunningService,
} from "../../runningService.ts";

describe("the files of a search", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let log = "";

  before(async () => {
    temporary = makeTemporaryFolder();
    const names = [
      ...["a.go", "a_test.go", "b.GO", "deep/er/c.go", "c.go/inside.txt", "d.min.js/e.js", "f.min.js", "g.js", "good"],
      ...["dir.go/x", "ä.go", "ignored/h.go", "h\u212a", "i.k", "j.ts", "k.tsx", "l.mts", "one two.txt", "x+y.c++"],
    ];
    const root = temporary.commit("code", {
      ...Object.fromEntries(names.map((name) => [name, "needle\n"])),
      ".gitignore": "ignored/\n",
      "zero.bin": "needle\0",
    });
    log = path.join(temporary.root, "runs.txt");
    service = await runService(temporary.root, [root], {
      gitFolders: [], // it would be started for each search
      engineProgram: writeRipgrepScript(
        path.join(temporary.root, "logged"),
        `printf '%s\\n' "$@" -end- >> '${log}'`,
        `exec "$rg" "$@"`,
      ),
    });
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const find = async (query: string) => {
    writeFileSync(log, "");
    return matchesOf(await service.search(query))
      .map((match) => textOf(match["path"]))
      .sort();
  };
  /** What ripgrep was given after `--` when it searched contents. */
  const searched = () =>
    readFileSync(log, "utf8")
      .split("\n-end-\n")
      .map((args) => args.split("\n"))
      .filter((args) => args.includes("--regexp"))
      .flatMap((args) => args.slice(args.indexOf("--") + 1));

  const PATTERNS = [
    ...[
      "\\.go$",
      "_test\\.go$",
      "\\.(ts|tsx)$",
      "\\.(?:m?ts|tsx)$",
      "go$",
      "\\.k$",
      "k$",
      "\\.min\\.js$",
      "o two\\.txt$",
    ],
    ...[
      "^a",
      "er/c\\.go$",
      "go",
      "g.$",
      "[gk]$",
      "(o|d)$",
      "x\\+y\\.c\\+\\+$",
      "\\$$",
      "ä\\.go$",
      "(a|)$",
      "go/",
      "o+d$",
    ],
  ];

  it("are the same as those that a regular expression finds in all paths", async () => {
    const all = await find("needle");
    assert.ok(all.length > 15 && !all.some((file) => file.startsWith("ignored/")));
    const patterns = PATTERNS.filter((_, index) => isThorough || index % 3 === 0);
    for (const [index, pattern] of patterns.entries()) {
      for (const caseSensitive of index % 3 === 0 ? [true, false] : [false]) {
        const expression = toPattern({ kind: "regexp", text: pattern }, caseSensitive);
        const expected = all.filter((file) => expression.isIn(file));
        const flags = `case:${caseSensitive ? "yes" : "no"}`;
        assert.deepEqual(await find(`needle file:"${pattern.replaceAll("\\", "\\\\")}" ${flags}`), expected, pattern);
        assert.deepEqual(
          await find(`needle -file:"${pattern.replaceAll("\\", "\\\\")}" ${flags}`),
          all.filter((file) => !expected.includes(file)),
          `-${pattern}`,
        );
      }
    }
  });

  it("are the same when several conditions meet", async () => {
    assert.deepEqual(await find("needle lang:go file:test"), ["a_test.go"]);
    assert.deepEqual(await find("needle lang:go -file:_test\\.go$ file:^a"), ["a.go"]);
    assert.deepEqual(await find("needle file:\\.go$ file:(a|c)\\.go$"), ["a.go", "deep/er/c.go"]);
    assert.deepEqual(await find("needle lang:go lang:ts"), []);
    assert.deepEqual(await find("(needle file:^a) or (needle file:^g)"), ["a.go", "a_test.go", "g.js", "good"]);
  });

  itWithScripts("are all that ripgrep looks into, where they are few", async () => {
    await find("needle file:er/");
    assert.deepEqual(searched(), [path.join(temporary.root, "code/deep/er/c.go")]);
    await find("needle file:nothing");
    assert.deepEqual(searched(), []);
    await find("needle or file:er/");
    assert.deepEqual(searched(), [path.join(temporary.root, "code")]);
  });

  itWithScripts("are listed once, and only for their paths", async () => {
    const listings = async (query: string) => {
      await find(query);
      return readFileSync(log, "utf8").split("\n--files\n").length - 1;
    };
    assert.equal(await listings("needle"), 1);
    assert.equal(await listings("not nothing"), 1);
    assert.equal(await listings("needle type:path"), 1);
    assert.equal(await listings("needle type:file"), 0);
    assert.equal(await listings("/need/ type:file"), 0);
  });

  it("are found by texts in their paths, in whatever case and letters", async () => {
    assert.deepEqual(await find("GOOD type:path"), ["good"]);
    assert.deepEqual(await find("GOOD type:path case:yes"), []);
    assert.deepEqual(await find("k type:path"), ["h\u212a", "i.k", "k.tsx"]);
    assert.deepEqual(await find("deep/er type:path"), ["deep/er/c.go"]);
    assert.deepEqual(await find("ä type:path"), ["ä.go"]);
    assert.deepEqual(await find("(good or h.go or x+y) type:path"), ["good", "x+y.c++"]);
    assert.deepEqual(await find("good and needle type:path type:file"), ["good"]);
  });

  it("make globs of endings only", () => {
    assert.deepEqual(globsOfEnding("\\.(go|c\\+\\+)$", true), ["*.go", "*.c++"]);
    assert.deepEqual(globsOfEnding("\\.Go$", false), ["*.[gG][oO]"]);
    assert.equal(globsOfEnding("(0|1|2|3|4|5|6|7|8|9)(0|1|2|3|4|5|6|7|8|9)$", true)?.length, 100);
    for (const pattern of [
      "go",
      "^go$",
      "a/go$",
      "go\\$",
      "go|ts$",
      "\\w$",
      "[a]$",
      "go?$",
      "(a(b))$",
      "$",
      "(a|)$",
      "*$",
      `${"(a|b)".repeat(1_000)}$`,
    ])
      assert.equal(globsOfEnding(pattern, true), undefined, pattern);
  });

  it("are left out where they are very large, unless everything is to be found", async () => {
    const root = temporary.write("large", {
      "large.txt": Buffer.concat([Buffer.from("needle\n"), Buffer.alloc(16 * 1024 * 1024, "x\n")]),
      "large.go": Buffer.concat([Buffer.from("func needle() {\n}\n"), Buffer.alloc(16 * 1024 * 1024, "x\n")]),
      "small.txt": "needle\n",
    });
    const other = await runService(temporary.root, [root]);
    const look = async (query: string) => {
      const events = await other.search(query);
      const skipped = [...(events.findLast(({ event }) => event === "progress")?.data["skipped"] as unknown as Json[])];
      return [
        matchesOf(events)
          .map((match) => textOf(match["path"]))
          .sort(),
        skipped
          .filter(({ reason }) => textOf(reason) === "document-size-limit")
          .map(({ title, suggested }) => [title, suggested?.["queryExpression"]]),
      ];
    };
    try {
      const isLarge = (title: string) => [[title, "count:all"]];
      assert.deepEqual(await look("needle"), [["small.txt"], isLarge("2 files are too large")]);
      assert.deepEqual(await look("needle file:large.txt"), [[], isLarge("1 file is too large")]);
      assert.deepEqual(await look("needle type:symbol lang:go"), [[], isLarge("1 file is too large")]);
      assert.deepEqual(await look("not needle"), [[], isLarge("2 files are too large")]);
      assert.deepEqual(await look("not needle or file:go"), [["large.go"], isLarge("2 files are too large")]);
      assert.deepEqual(await look("large type:path"), [["large.go", "large.txt"], []]);
      assert.deepEqual(await look("needle count:all"), [["large.go", "large.txt", "small.txt"], []]);
    } finally {
      await other.close();
    }
  });

  it("are those of each open folder once, also of one that is ignored in another or linked from there", async () => {
    const inner = ["ignored one", `also [ignored] {a,b}${isWindows ? "" : "\\\\*!"}`, "plain", "linked"];
    const root = temporary.commit("outer", {
      ".gitignore": "*ignored*\n",
      "outer.txt": "nested\n",
      "not ignored/no.txt": "nested\n",
      "plain/in plain.txt": "nested\n",
    });
    for (const name of inner.slice(0, 2)) temporary.commit(`outer/${name}`, { [`in ${name}.txt`]: "nested\n" });
    temporary.commit("beside", { "in linked.txt": "nested\n" });
    symlinkSync(path.join(temporary.root, "beside"), path.join(root, "linked"));
    const other = await runService(temporary.root, [root, ...inner.map((name) => path.join(root, name))], {
      gitFolders: [],
    });
    try {
      for (const query of ["nested", "nested file:in|outer", "type:path in|outer patterntype:regexp"]) {
        const paths = matchesOf(await other.search(query)).map((match) => path.posix.basename(textOf(match["path"])));
        assert.deepEqual(paths.sort(), ["outer.txt", ...inner.map((name) => `in ${name}.txt`)].sort(), query);
      }
      assert.deepEqual(
        matchesOf(await other.search("nested repo:^outer$"))
          .map((match) => textOf(match["path"]))
          .sort(),
        ["outer.txt", "plain/in plain.txt"],
      );
    } finally {
      await other.close();
    }
  });

  it("are none in which Subversion, Mercurial or Jujutsu keep copies of them", async () => {
    const copies = [
      ".svn/pristine/0a/0a1b.svn-base",
      ".hg/store/data/a.txt.i",
      ".jj/repo/store/a",
      "sub/.svn/text-base/a",
    ];
    const files = Object.fromEntries([...copies, "a.txt", "svn/b.txt"].map((name) => [name, "checked out\n"]));
    const other = await runService(temporary.root, [temporary.write("working-copy", files)]);
    try {
      for (const query of ["checked out", "type:path patterntype:regexp ."]) {
        const paths = matchesOf(await other.search(query)).map((match) => textOf(match["path"]));
        assert.deepEqual(paths.sort(), ["a.txt", "svn/b.txt"], query);
      }
    } finally {
      await other.close();
    }
  });

  it("are those of a repository whose folder has blanks or an @ in its name, by the filter that is offered for it", async () => {
    const folders = ["my project", "react@18"].map((name) => temporary.commit(name, { [`in ${name}.txt`]: "named\n" }));
    const other = await runService(temporary.root, folders, { gitFolders: [] });
    try {
      const events = await other.search("named");
      const filters = events.findLast(({ event }) => event === "filters")?.data as unknown as readonly Json[];
      const offered = filters.filter(({ kind }) => textOf(kind) === "repo").map(({ value }) => textOf(value));
      const found = await Promise.all(offered.map((filter) => other.search(`named ${filter}`)));
      assert.deepEqual(
        found.map((each) => matchesOf(each).map((match) => textOf(match["path"]))),
        [["in my project.txt"], ["in react@18.txt"]],
      );
    } finally {
      await other.close();
    }
  });
});
