import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { withoutFileOf } from "../../../../src/core/query/exclusion.ts";
import { queryProblem } from "../../../../src/core/query/queryProblem.ts";
import { parseQuery } from "../../../../src/local/search/query/query.ts";

describe("a query without a file of one repository", () => {
  it("has one filter more where it looks in that repository alone", () => {
    assert.equal(withoutFileOf("x repo:^a/b$", "a/b", "src/x.ts"), "x repo:^a/b$ -file:^src/x\\.ts$");
  });

  it("looks once there without the file, and once in all others, with what is about all of it in front", () => {
    assert.equal(
      withoutFileOf("case:yes parse type:symbol", "a/b", "x.ts"),
      "case:yes type:symbol (repo:^a/b$ -file:^x\\.ts$ parse) or (-repo:^a/b$ parse)",
    );
    assert.equal(withoutFileOf("a or b", "r", "x y"), '(repo:^r$ -file:"^x y$" (a or b)) or (-repo:^r$ (a or b))');
    assert.equal(withoutFileOf("lang:go", "r", "x"), "(repo:^r$ -file:^x$ lang:go) or (-repo:^r$ lang:go)");
  });

  it("is understood by the local service", () => {
    for (const query of ["parse", "a or b", "case:yes lang:go x", "file:README (a or b)", "x repo:^r$"]) {
      const without = withoutFileOf(query, "r", "x.ts");
      assert.equal(queryProblem(without, "keyword"), undefined);
      assert.doesNotThrow(() => parseQuery(without, "keyword"), without);
    }
  });
});
