import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import type { SearchEvent, SearchQuery } from "../../../../src/core/model/search.ts";
import { SymbolNames } from "../../../../src/core/search/symbolNames.ts";

describe("the names of symbols for a query that is being written", () => {
  const open = (answer: (query: string) => Promise<readonly string[]>) => {
    const asked: string[] = [];
    const errors: unknown[] = [];
    let changes = 0;
    const names = new SymbolNames({
      search: async function* ({ text }: SearchQuery): AsyncGenerator<SearchEvent, void> {
        asked.push(text);
        const symbols = (await answer(text)).map((name) => ({ name, kind: "FUNCTION", line: 1, url: "/a" }));
        const matches = new MatchStore();
        matches.append(Buffer.from(JSON.stringify([{ type: "symbol", repository: "one", path: "a.ts", symbols }])));
        yield { type: "matches", matches };
      },
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
    assert.deepEqual(names.names, ["parent", "parse"]);
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
    assert.deepEqual(names.names, ["type:symbol /^pa/ count:200"]);
    names.follow("type:symbol par");
    await settled(2);
    late.resolve(["late"]);
    await sleep(20);
    assert.deepEqual(names.names, ["type:symbol /^par/ count:200"]);
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
    assert.deepEqual(names.names, []);
    names.follow(undefined);
    assert.equal(errors.length, 1);
  });
});
