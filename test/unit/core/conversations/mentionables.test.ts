import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  foldersOf,
  nameOf,
  rankedMentionables,
  type Mentionable,
} from "../../../../src/core/conversations/mentionables.ts";

const file = (path: string, repository = "shop"): Mentionable => ({ kind: "file", repository, path });
const folder = (path: string): Mentionable => ({ kind: "folder", repository: "shop", path });
const symbol = (name: string, path: string): Mentionable => ({
  kind: "symbol",
  repository: "shop",
  path,
  symbol: name,
});
const shown = (all: readonly Mentionable[]) =>
  all.map(({ kind, path = "", symbol = "" }) => `${kind} ${path}${symbol}`);

describe("what can be mentioned", () => {
  it("is ranked by how well its name fits, then its path", () => {
    const all = [
      file("cart/index.ts"),
      file("src/oldCart.ts"),
      file("src/cartTotal.ts"),
      file("src/cart.ts"),
      file("src/other.ts"),
    ];
    assert.deepEqual(shown(rankedMentionables("Cart", all)), [
      "file src/cart.ts",
      "file src/cartTotal.ts",
      "file src/oldCart.ts",
      "file cart/index.ts",
    ]);
  });

  it("is a file before a folder and a definition of that name, and the shortest path first", () => {
    const repository = { kind: "repository", repository: "host/o/cart" } as const;
    const all = [repository, symbol("cart", "a.ts"), folder("src/cart"), file("src/deep/cart.ts"), file("src/cart.ts")];
    assert.deepEqual(shown(rankedMentionables("cart", all)), [
      "file src/cart.ts",
      "file src/deep/cart.ts",
      "folder src/cart",
      "symbol a.tscart",
      "repository ",
    ]);
  });

  it("is compared with as many parts of its path as there are in the words", () => {
    const all = [file("a/src/b/cart.ts"), file("x/src/cart.ts"), file("src/cart.test.ts"), file("cart.ts")];
    assert.deepEqual(shown(rankedMentionables("src/cart", all)), ["file x/src/cart.ts", "file src/cart.test.ts"]);
  });

  it("is listed once, in letters of any script, in each repository that has it", () => {
    const all = [file("src/設定.ts"), file("src/設定.ts"), file("src/設定.ts", "other")];
    assert.equal(rankedMentionables("設", all).length, 2);
    assert.equal(rankedMentionables("", all).length, 2);
  });

  it("is called by the last part of its path", () => {
    assert.deepEqual(
      [
        file("src/cart.ts"),
        folder("src/cart"),
        symbol("total", "a.ts"),
        { kind: "repository", repository: "h/o/n" } as const,
      ].map(nameOf),
      ["cart.ts", "cart", "total", "n"],
    );
  });

  it("is a folder if files that were found are in one of that name", () => {
    const files = [file("src/host/ask/a.ts"), file("src/host/ask/b.ts"), file("src/hosts.ts"), file("webhost/x/y.ts")];
    assert.deepEqual(shown(foldersOf(files, "host")), ["folder src/host", "folder webhost"]);
    assert.deepEqual(shown(foldersOf(files, "host/a")), ["folder src/host/ask"]);
  });

  it("is nothing surprising where a name has no ending or is only one", () => {
    const all = [file(".env"), file("Makefile")];
    assert.deepEqual(shown(rankedMentionables(".env", all)), ["file .env"]);
    assert.deepEqual(shown(rankedMentionables("makefile", all)), ["file Makefile"]);
  });
});
