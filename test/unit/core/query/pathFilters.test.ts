import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { RE2JS } from "re2js";
import { queryParts } from "../../../../src/core/query/queryParts.ts";
import { expressionAsGlob, fragmentsOfPaths } from "../../../../src/core/query/pathFilters.ts";

const both = (include: string, exclude = ""): string => fragmentsOfPaths({ include, exclude }).join(" ");

describe("the files that a query looks at", () => {
  it("are written as globs or regular expressions", () => {
    for (const [include, query] of [
      ["*.ts", "file:\\.ts$"],
      ["*.test.ts", "file:\\.test\\.ts$"],
      ["src/**", "file:(^|/)src/"],
      ["src/a.b/**", "file:(^|/)src/a\\.b/"],
      ["src/local", "file:(^|/)src/local(/|$)"],
      ["deck plans/**", "file:(^|/)deck\\splans/"],
      ["./src", "file:^src(/|$)"],
      ["*.test.*", "file:\\.test\\."],
      ["*.{ts,tsx}", "file:\\.(ts|tsx)$"],
      ["C++", "file:(^|/)C\\+\\+(/|$)"],
      ["*.js$", "file:\\.js\\$(/|$)"],
      ["*$", "file:\\$(/|$)"],
      ["**|x", "file:\\|x(/|$)"],
      ["^[z-a]", "file:(^|/)\\^\\[z-a\\](/|$)"],
      ["(?i)^read", "file:(?i)^read"],
      ["^docs/.*\\.md$", "file:^docs/.*\\.md$"],
    ] as const) {
      assert.equal(both(include), query);
    }
    assert.equal(both("src/**/a?.ts"), "file:(^|/)src/(.+/)?a[^/]\\.ts$");
  });

  it("are those of the folder that is open, not of the repository around it, at the local service", () => {
    for (const [include, query] of [
      ["./src", "file:^\\./src(/|$)"],
      [".\\deck plans\\**", "file:^\\./deck\\splans/."],
      ["./", "file:."],
      ["lib, ././{a,b}", "file:((^|/)lib(/|$))|(^\\./(a|b)(/|$))"],
      ["^src/, /home/ada, src", "file:(^src/)|(^/home/ada(/|$))|((^|/)src(/|$))"],
    ] as const)
      assert.deepEqual(fragmentsOfPaths({ include, exclude: "" }, true), [query]);
    assert.deepEqual(fragmentsOfPaths({ include: "", exclude: "./out/*.js" }, true), ["-file:^\\./out/[^/]*\\.js$"]);
  });

  it("are in one of several, and in none of those that are excluded", () => {
    const query = both("*.ts, src/**", "test, *.md");
    assert.equal(query, "file:(\\.ts$)|((^|/)src/) -file:((^|/)test(/|$))|(\\.md$)");
    const pattern = /file:(\S+)/.exec(query)?.[1] ?? "";
    assert.deepEqual(
      ["a.ts", "src/a", "lib/src/a", "mysrc/a"].map((path) => new RegExp(pattern).test(path)),
      [true, true, true, false],
    );
  });

  it("never take in what follows them in a query", () => {
    for (const include of ["^(open", "^[a-z", "a|(b", "^ends\\", "^a b$", '"quoted', "(a", "{a", "[a"]) {
      const query = `${both(include)} x`;
      assert.equal(queryParts(query).at(-1)?.text, "x", query);
    }
  });

  it("are separated by commas alone, and not by those of a glob", () => {
    assert.equal(both("a b"), "file:(^|/)a\\sb(/|$)");
    assert.equal(both(" *.{a,b} ,, c "), "file:(\\.(a|b)(/|$))|((^|/)c(/|$))");
  });

  it("belong to the other side after an exclamation mark", () => {
    assert.equal(both("src, !*.md", "! lib/**"), "file:((^|/)src(/|$))|((^|/)lib/) -file:\\.md$");
  });
});

describe("a text that is no regular expression where one is expected", () => {
  const table: readonly (readonly [text: string, found: readonly string[], missed: readonly string[]])[] = [
    ["*.ts$", ["a.ts", "src/a.ts"], ["a.tsx"]],
    ["^*.ts", ["a.ts", "src/a.ts"], ["a.tsx"]],
    ["*.(ts|tsx)", ["a.ts", "src/a.tsx"], ["a.js"]],
    ["*.(?:test|spec).(j|t)s$", ["a.spec.ts", "src/a.test.js"], ["a.ts", "test.ts"]],
    ["**/(src|lib(rary|s))/**", ["src/a", "x/library/a", "libs/a"], ["lib/a"]],
    ["*.ts$|^*.md$", ["a.ts", "x/a.md"], ["a.js"]],
    ["(*.ts)|(docs/**)", ["a.ts", "docs/a.js"], ["a.js"]],
    ["*\\.ts", ["a.ts"], ["ats"]],
    ["**\\deep\\*.ts", ["x/deep/a.ts"], ["deeper/a.ts"]],
    ["C++", ["C++/a.h", "lib/C++"], ["C/a"]],
    ["[a", ["[a", "x/[ab]/c"], ["a"]],
    ["app/[id", ["app/[id]/page.tsx", "lib/app/[idea]"], ["app/id"]],
    ["app/(g", ["app/(group)/page.tsx"], ["app/group"]],
    ["a)", ["x/a)/b"], ["ab"]],
  ];
  for (const [text, found, missed] of table)
    it(`is read as a glob: ${text}`, () => {
      const compiled = RE2JS.compile(expressionAsGlob(text));
      assert.deepEqual(
        [...found, ...missed].filter((path) => compiled.test(path)),
        found,
        expressionAsGlob(text),
      );
    });

  it("is read in time that grows with its length", () => {
    const before = process.cpuUsage();
    for (const text of ["(", "[", "(a|", "(a|b)", "\\", "^", "|", "$", "(a|b", "[](", "(?:"])
      expressionAsGlob(`*${text.repeat(5_000)}`);
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});
