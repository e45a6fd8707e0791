import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import type { SearchEvent, SearchQuery } from "../../../../src/core/model/search.ts";
import { NAMES_AT_MOST, ServiceNames, type NamesOptions } from "../../../../src/core/search/serviceNames.ts";

const SHOPS = ["checkout", "charts", "chat"].map((name) => ({ type: "repo", repository: `github.com/acme/${name}` }));

describe("the names that a service has", () => {
  const open = (matches: readonly object[] = SHOPS, options?: NamesOptions) => {
    const asked: string[] = [];
    const clock = { at: 0 };
    const service = {
      search: async function* ({ text }: SearchQuery): AsyncGenerator<SearchEvent, void> {
        asked.push(text);
        await Promise.resolve();
        const store = new MatchStore();
        store.append(Buffer.from(JSON.stringify(matches)));
        yield { type: "matches", matches: store };
      },
      searchContexts: () => {
        asked.push("contexts");
        return Promise.resolve(["global"]);
      },
    };
    const names = new ServiceNames(() => Promise.resolve(service), { now: () => clock.at, ...options });
    return { names, asked, clock };
  };
  const { signal } = new AbortController();

  it("are repositories by a part of the name, and files in some of them or by further filters", async () => {
    const { names, asked } = open([{ type: "path", repository: "github.com/acme/checkout", path: "src/cart.ts" }]);
    assert.deepEqual(await names.repositories("acme/ch", signal), ["github.com/acme/checkout"]);
    const found = await names.files("my cart", { repositories: ["a/b", "c/d"] }, signal);
    assert.deepEqual(found, [{ repository: "github.com/acme/checkout", path: "src/cart.ts" }]);
    await names.files("c.ts", { repositories: ["a/b"], filters: ["lang:go"] }, signal);
    assert.deepEqual(asked, [
      "type:repo repo:acme/ch count:20",
      "type:path repo:(?:^a/b$|^c/d$) file:my.*cart count:20",
      "type:path repo:^a/b$ lang:go file:c\\.ts count:20",
    ]);
  });

  it("are definitions that begin so, in some repositories", async () => {
    const symbols = ["cart", "cartTotal"].map((name) => ({ name, kind: "FUNCTION", containerName: "", line: 3 }));
    const { names, asked } = open([{ type: "symbol", repository: "a/b", path: "src/cart.ts", symbols }]);
    assert.deepEqual(await names.symbols("$car", ["a/b"], signal), [
      { repository: "a/b", path: "src/cart.ts", symbol: "cart" },
      { repository: "a/b", path: "src/cart.ts", symbol: "cartTotal" },
    ]);
    assert.deepEqual(asked, ["type:symbol repo:^a/b$ /^\\$car/ count:200"]);
  });

  it("are many definitions, since those that are meant may come last", async () => {
    const names = Array.from({ length: 150 }, (_, at) => `cart${at}`);
    const symbols = names.map((name) => ({ name, kind: "FUNCTION", containerName: "", line: 3 }));
    const service = open([{ type: "symbol", repository: "a/b", path: "src/cart.ts", symbols }]);
    const found = await service.names.symbols("cart", [], signal);
    assert.deepEqual(
      found.map(({ symbol }) => symbol),
      names,
    );
  });

  it("are asked for once in five minutes, and not where fewer words found everything", async () => {
    const { names, asked, clock } = open();
    assert.equal((await names.repositories("acme", signal)).length, 3);
    await names.repositories("ACME", signal);
    assert.deepEqual(await names.repositories("acme/che", signal), ["github.com/acme/checkout"]);
    assert.equal(asked.length, 1);
    clock.at = 6 * 60_000;
    await names.repositories("acme", signal);
    assert.equal(asked.length, 2);
    await names.contexts(signal);
    await names.contexts(signal);
    assert.deepEqual(asked.slice(2), ["contexts"]);
  });

  it("forgets names as soon as it is told to", async () => {
    const { names, asked, clock } = open(SHOPS, { rememberedMs: 2_000 });
    for (const at of [0, 1_000, 3_000]) {
      clock.at = at;
      await names.files("cart", {}, signal);
      await names.contexts(signal);
    }
    assert.equal(asked.length, 4);
  });

  it("are asked for again with more words where there may be more than came", async () => {
    const many = Array.from({ length: NAMES_AT_MOST }, (_, index) => ({ type: "repo", repository: `acme/${index}` }));
    const { names, asked } = open(many);
    await names.repositories("acme", signal);
    await names.repositories("acme/1", signal);
    assert.equal(asked.length, 2);
  });

  it("are not taken from what was stopped", async () => {
    const { names, asked } = open();
    const stopped = AbortSignal.abort();
    await assert.rejects(names.repositories("acme", stopped), { name: "AbortError" });
    assert.equal((await names.repositories("acme", signal)).length, 3);
    assert.equal(asked.length, 2);
  });
});
