import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { RE2JS } from "re2js";
import { expressionOfPathGlob } from "../../../../src/core/query/pathGlob.ts";

describe("a glob for paths", () => {
  const table: readonly (readonly [glob: string, found: readonly string[], missed: readonly string[]])[] = [
    ["*.ts", ["a.ts", "src/deep/a.ts", "a.test.ts"], ["a.tsx", "ats", "three.ts/a.md"]],
    ["*.{ts,tsx}", ["a.ts", "src/a.tsx"], ["a.js", "a.ts.md"]],
    ["{*.md,docs/**}", ["a.md", "docs/a/b.txt", "lib/docs/c"], ["a.txt"]],
    ["**/*.[jt]s", ["a.js", "src/a.ts"], ["a.cs"]],
    ["*.test.*", ["a.test.ts", "src/a.test.tsx"], ["test.ts"]],
    ["*.log", ["night.log", "a/b.log"], ["b.log.txt"]],
    ["*.xcodeproj", ["Boat.xcodeproj/project.pbxproj"], ["xcodeproj/a"]],
    [".ts", ["a.ts"], ["a.tsx"]],
    [".github", [".github/workflows/a.yml"], ["github/a"]],
    ["**/node_modules", ["node_modules/a.js", "pkg/node_modules/b/c.js"], ["my_node_modules/a", "node_modules2/a"]],
    ["node_modules/", ["node_modules/a.js", "pkg/node_modules/b"], ["node_modules2/a"]],
    ["**/node_modules/**", ["node_modules/a.js", "pkg/node_modules/b"], ["node_modules"]],
    ["src", ["src/a.ts", "lib/src/b", "src"], ["mysrc/a", "srcs"]],
    ["src/*", ["src/a.ts", "src/deep/b.ts"], ["srcs/a"]],
    ["src/**/a?.ts", ["src/ab.ts", "lib/src/x/y/ac.ts"], ["src/abc.ts"]],
    ["./src", ["src/a.ts"], ["lib/src/a.ts"]],
    ["./src/**", ["src/a.ts", "src/b/c"], ["lib/src/a.ts"]],
    ["./*.json", ["package.json"], ["a/package.json"]],
    ["./", ["a", "b/c"], []],
    ["/home/ada/boats/src", ["/home/ada/boats/src/a.ts"], ["src/a.ts", "/home/ada/boats/srcs"]],
    ["C:\\boats\\src", ["C:/boats/src/a.ts"], ["boats/src/a.ts"]],
    ["src\\deep\\*.ts", ["src/deep/a.ts", "src\\deep\\a.ts"], ["src/a.ts"]],
    ["lib\\**", ["lib/a.ts", "x/lib/deep/b"], ["libs/a", "lib"]],
    ["**\\deep\\**", ["deep/a", "x/deep/b/c"], ["deeper/a", "x/deep"]],
    [".\\lib\\**\\*.ts", ["lib/a.ts", "lib/x/y/b.ts"], ["x/lib/a.ts"]],
    ["deck\\ plans/**", ["deck plans/upper.ts"], ["deck/ plans/a", "plans/lower.ts"]],
    ["deck plans/**", ["deck plans/upper.ts"], ["plans/lower.ts", "deck/a"]],
    ["C++", ["C++/a.h", "src/C++"], ["C/a", "CC"]],
    ["a+b (c).txt", ["x/a+b (c).txt"], ["ab c.txt"]],
    ["$id.tsx", ["routes/$id.tsx"], ["id.tsx"]],
    ["app/[id]/page.tsx", ["app/[id]/page.tsx", "app/i/page.tsx"], ["app/id/page.tsx", "app/x/page.tsx"]],
    ["[[...slug]].ts", ["app/[[...slug]].ts"], ["slug.ts"]],
    ["[!a-c]*.h", ["d.h", "x/e1.h"], ["a.h", "x/b.h"]],
    ["[z-a].h", ["[z-a].h"], ["z.h"]],
    ["{{name}}/a", ["{{name}}/a"], ["name/a"]],
    ["{a,{b,c}d}/x", ["a/x", "bd/x", "q/cd/x"], ["b/x"]],
    ["{open", ["{open"], ["open"]],
    ["[open", ["[open"], ["open"]],
    ["**", ["a", "b/c"], []],
    ["*", ["a", "b/c"], []],
    ["*oa*", ["boat.ts", "load/a"], ["bat"]],
    ["Straße*", ["x/Straßen.txt"], ["Strasse"]],
  ];
  for (const [glob, found, missed] of table) {
    it(`${glob} stands for what the editor's search finds`, () => {
      const expression = expressionOfPathGlob(glob);
      assert.doesNotMatch(expression, /\s|\(\?[=!<]/, "is one word, and RE2 knows all of it");
      const compiled = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE);
      assert.deepEqual(
        [...found, ...missed].filter((path) => compiled.test(path)),
        found,
        expression,
      );
    });
  }

  it("is read in time that grows with its length", () => {
    const before = process.cpuUsage();
    for (const glob of [
      "{".repeat(5_000),
      "{a,b}".repeat(2_000),
      "[".repeat(5_000),
      "*?".repeat(5_000),
      "**/".repeat(3_000),
    ])
      expressionOfPathGlob(glob);
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});
