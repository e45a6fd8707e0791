import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { queryProblem } from "../../../../src/core/query/queryProblem.ts";

/** The part that is marked, and why. */
function marked(query: string, patternType: "keyword" | "standard" | "regexp" = "keyword", cursor?: number): string {
  const problem = queryProblem(query, patternType, cursor);
  if (!problem) return "";
  const { start, end, what } = problem;
  return `${query.slice(start, end)}: ${what.kind === "expression" ? what.reason : what.kind}`;
}

describe("a problem in a query", () => {
  it("is a value that its filter can't have, where it stands", () => {
    assert.equal(marked("x type:banana lang:go"), "type:banana: value");
    assert.equal(marked("(x -file:a (fork:maybe))"), "fork:maybe: value");
    assert.equal(marked("x count:abc"), "count:abc: number");
  });

  it("is an expression that no dialect reads", () => {
    assert.equal(marked("a(b", "regexp"), "a(b: openGroup");
    assert.equal(marked("x /[a/ y"), "/[a/: openClass");
    assert.equal(marked("/*a/ x"), "/*a/: repeatsNothing");
    assert.equal(marked("author:a) x"), "author:a): closesNothing");
  });

  it("is a glob where an expression has to be, which is told", () => {
    const of = (query: string) => queryProblem(query, "keyword")?.what;
    assert.deepEqual(of("file:*.ts x"), { kind: "glob", glob: "*.ts", pattern: "\\.ts$" });
    assert.deepEqual(of("-file:**/test/* x"), { kind: "glob", glob: "**/test/*", pattern: "(^|/)test/" });
    assert.deepEqual(of("repo:*/tools@v1 x"), { kind: "glob", glob: "*/tools", pattern: "/tools(/|$)" });
    assert.equal(of("file:\\.ts$ x"), undefined);
    assert.deepEqual(of("file:*.{ts,js} x"), { kind: "glob", glob: "*.{ts,js}", pattern: "\\.(ts|js)$" });
    assert.deepEqual(of("file:*.(a|b)$ x"), { kind: "glob", glob: "*.(a|b)$", pattern: "\\.(a|b)(/|$)" });
    assert.equal(marked("author:*(a|b) x"), "author:*(a|b): repeatsNothing", "no glob that is read");
  });

  it("is nothing that a service may understand", () => {
    for (const query of [
      ...[
        "",
        "x",
        "a(b",
        'lang:nosuch repo:a@main:dev "(" ',
        "type:Repo type:use case:no count:ALL",
        "context:@ann timeout:9h",
      ],
      ...["repo:has.file(path:a( x)", "repo:^github\\.com/a$|^b$@v1.0", "file:(?i)readme x", "patternType:literal a("],
    ]) {
      assert.equal(marked(query), "", query);
    }
    for (const query of ["(?i)a", "(?P<name>a)", "\\bfoo\\b|\\Qa(\\E", '"a("', "a{2,}"])
      assert.equal(marked(query, "regexp"), "", query);
  });

  it("is not what is just being written", () => {
    assert.equal(marked("x type:fi", "keyword", 9), "");
    assert.equal(marked("x type:fi", "keyword"), "type:fi: value");
    assert.equal(marked("x type:fi y", "keyword", 11), "type:fi: value");
  });
});
