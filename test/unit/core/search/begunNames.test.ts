import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import type { SearchEvent, SearchQuery } from "../../../../src/core/model/search.ts";
import { BegunNames } from "../../../../src/core/search/begunNames.ts";
import type { FileScope } from "../../../../src/core/search/serviceNames.ts";

describe("the names for a query that is being written", () => {
  const open = (answer: (query: string) => Promise<readonly string[]>) => {
    const asked: string[] = [];
    const errors: unknown[] = [];
    let changes = 0;
    const told = (what: string, names: readonly string[]): Promise<readonly string[]> => {
      asked.push(what);
      return Promise.resolve(names);
    };
    const names = new BegunNames({
      findSymbols: async function* ({ text }: SearchQuery): AsyncGenerator<SearchEvent, void> {
        asked.push(text);
        const symbols = (await answer(text)).map((name) => ({ name, kind: "FUNCTION", line: 1, url: "/a" }));
        const matches = new MatchStore();
        matches.append(Buffer.from(JSON.stringify([{ type: "symbol", repository: "one", path: "a.ts", symbols }])));
        yield { type: "matches", matches };
      },
      names: () =>
        Promise.resolve({
          repositories: (words: string) =>
            told(`repo ${words}`, ["github.com/acme/checkout", "github.com/acme/charts"]),
          files: async (words: string, { filters = [] }: FileScope) => {
            const [path = ""] = await told(`file ${words} in ${filters.join(" ")}`, ["src/cart.ts"]);
            return ["one", "two"].map((repository) => ({ repository, path }));
          },
          contexts: () => told("contexts", ["global", "@kim/mine"]),
        }),
      onChange: () => changes++,
      onError: (error) => errors.push(error),
      delayMs: 5,
    });
    const settled = async (count: number) => {
      for (let round = 0; round < 1_000 && changes < count; round++) await sleep(2);
      assert.equal(changes, count);
    };
    return { names, asked, errors, settled };
  };

  it("are asked for once a person pauses, each once, by the alphabet", async () => {
    const { names, asked, settled } = open(() => Promise.resolve(["parse", "parent", "parse"]));
    for (const text of ["type:symbol p", "type:symbol pa", "type:symbol par"]) names.follow(text);
    await settled(1);
    assert.deepEqual(asked, ["type:symbol /^par/ count:200"]);
    assert.deepEqual(names.names.symbols, ["parent", "parse"]);
    names.follow("type:symbol par");
    await sleep(20);
    assert.equal(asked.length, 1, "nothing else was typed");
  });

  it("stay until those for what was typed next are there, which no earlier answer replaces", async () => {
    const late = Promise.withResolvers<readonly string[]>();
    const { names, asked, settled } = open((query) =>
      query.includes("pars") ? late.promise : Promise.resolve([query]),
    );
    names.follow("type:symbol pa");
    await settled(1);
    names.follow("type:symbol pars");
    for (let round = 0; round < 1_000 && asked.length < 2; round++) await sleep(2);
    assert.deepEqual(names.names.symbols, ["type:symbol /^pa/ count:200"]);
    names.follow("type:symbol par");
    await settled(2);
    late.resolve(["late"]);
    await sleep(20);
    assert.deepEqual(names.names.symbols, ["type:symbol /^par/ count:200"]);
  });

  it("are none once something else is written, and an error is told", async () => {
    const { names, errors, settled } = open((query) =>
      query.includes("bad") ? Promise.reject(new Error("broken")) : Promise.resolve(["good"]),
    );
    names.follow("type:symbol go");
    await settled(1);
    names.follow("type:symbol bad");
    for (let round = 0; round < 1_000 && errors.length === 0; round++) await sleep(2);
    assert.match(String(errors[0]), /broken/);
    names.follow("go");
    assert.deepEqual(names.names, {});
    names.follow(undefined);
    assert.equal(errors.length, 1);
  });

  it("are what the service has for the value of a filter, with the query's other filters for files", async () => {
    const { names, asked, settled } = open(() => Promise.resolve([]));
    names.follow("cart repo:acme/ch");
    await settled(1);
    assert.deepEqual(names.names, { values: { repo: ["github.com/acme/checkout", "github.com/acme/charts"] } });
    names.follow("cart repo:^github\\.com/acme/checkout$ lang:go count:5 file:^src/c");
    await settled(2);
    assert.deepEqual(names.names, { values: { file: ["src/cart.ts"] } });
    names.follow("cart context:");
    await settled(3);
    assert.deepEqual(names.names, { values: { context: ["global", "@kim/mine"] } });
    assert.deepEqual(asked, ["repo acme/ch", "file src/c in repo:^github\\.com/acme/checkout$ lang:go", "contexts"]);
  });

  it("are not asked for where nothing is typed yet, nor for other filters", async () => {
    const { names, asked } = open(() => Promise.resolve([]));
    for (const text of ["repo:", "-file:", "lang:ty", "http://x", "repo"]) names.follow(text);
    await sleep(20);
    assert.deepEqual(asked, []);
  });
});
