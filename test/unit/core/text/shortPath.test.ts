import assert from "node:assert/strict";
import { shortPath } from "../../../../src/core/text/shortPath.ts";

describe("a short path", () => {
  it("is the whole path if that is short", () => {
    assert.equal(shortPath("src/host/results", 16), "src/host/results");
    assert.equal(shortPath("", 16), "");
  });

  it("has as many of its last folders as there is room for", () => {
    assert.equal(shortPath("src/host/results", 15), "…/host/results");
    assert.equal(shortPath("src/host/results", 13), "…/results");
    assert.equal(shortPath("git.acme.example/payments/checkout-service", 28), "…/payments/checkout-service");
  });

  it("never loses its last part, however long", () => {
    assert.equal(shortPath("a/conversations", 5), "…/conversations");
    assert.equal(shortPath("conversations", 5), "conversations");
    assert.equal(shortPath("/conversations", 5), "/conversations");
  });
});
