import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { completionsFor, pathPattern, repositoryPattern } from "../../../../src/core/query/queryCompletion.ts";

const WORDS = { repositories: ["github.com/nodejs/undici", "github.com/rexxars/eventsource-parser"] };
const queries = (query: string, isLocal = true): string[] =>
  completionsFor(query, { ...WORDS, isLocal }).map((completion) => completion.query);

describe("completions of a query", () => {
  it("are filters that start like the last word", () => {
    assert.deepEqual(queries("parse la"), ["parse lang:"]);
    assert.deepEqual(queries("-f"), ["-file:"]);
  });

  it("are values of the filter that the last word is, in any case, also with a minus", () => {
    assert.deepEqual(queries("x LANG:typ"), ["x LANG:typescript "]);
    assert.deepEqual(queries("-lang:rust"), []);
    assert.deepEqual(queries("-lang:rus"), ["-lang:rust "]);
  });

  it("are all that `type:` can be", () => {
    assert.deepEqual(queries("type:u"), ["type:use "]);
    assert.deepEqual(queries("type:s"), ["type:symbol ", "type:use "]);
  });

  it("are what the service knows: some filters are those of the local one", () => {
    assert.deepEqual([queries("type:u"), queries("ig")], [["type:use "], ["ignored:"]]);
    assert.deepEqual([queries("type:u", false), queries("ig", false)], [[], []]);
  });

  it("are symbols that start like the last word, before filters that do", () => {
    const symbols = ["laneOf", "Language", "range"];
    assert.deepEqual(
      completionsFor("type:symbol la", { ...WORDS, symbols }).map(({ label, query }) => `${label} → ${query}`),
      ["laneOf → type:symbol laneOf ", "Language → type:symbol Language ", "lang: → type:symbol lang:"],
    );
    assert.deepEqual(completionsFor("type:symbol laneOf", { ...WORDS, symbols }), []);
    assert.deepEqual(completionsFor("type:symbol ", { ...WORDS, symbols }), []);
  });

  it("are repositories that are at hand, as patterns that mean them alone", () => {
    assert.deepEqual(queries("repo:undici"), ["repo:^github\\.com/nodejs/undici$ "]);
    assert.deepEqual(queries("-repo:github.com/rex"), ["-repo:^github\\.com/rexxars/eventsource-parser$ "]);
  });

  it("are what the service has for a value: repositories, files, search contexts", () => {
    const values = {
      repo: ["github.com/acme/checkout"],
      file: ["src/cart.ts", "my docs/cart.md"],
      context: ["global", "@kim/mine"],
    };
    const completed = (query: string) =>
      completionsFor(query, { ...WORDS, values }).map((completion) => completion.query);
    assert.deepEqual(completed("x repo:acme/ch"), ["x repo:^github\\.com/acme/checkout$ "]);
    assert.deepEqual(completed("-f:cart"), ["-f:^src/cart\\.ts$ ", "-f:^my\\sdocs/cart\\.md$ "]);
    assert.deepEqual(completed("context:kim"), ["context:@kim/mine "]);
  });

  it("are none behind a blank or for a word that starts no filter", () => {
    assert.deepEqual(queries("parse "), []);
    assert.deepEqual(queries("xyz"), []);
    assert.deepEqual(queries("http://x"), []);
  });
});

describe("repositoryPattern", () => {
  it("has neither blanks, which would end the filter, nor what begins a revision", () => {
    assert.equal(repositoryPattern("github.com/o/n"), "^github\\.com/o/n$");
    assert.equal(repositoryPattern("my project"), "^my\\sproject$");
    assert.equal(repositoryPattern("react@18"), "^react\\x4018$");
  });
});

describe("pathPattern", () => {
  it("means one file, or all below a folder", () => {
    assert.equal(pathPattern("src/a.ts", false), "^src/a\\.ts$");
    assert.equal(pathPattern("src (old)", true), "^src \\(old\\)/");
  });
});
