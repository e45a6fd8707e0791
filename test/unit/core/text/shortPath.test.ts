import assert from "node:assert/strict";
import { shortPath, shortRepository } from "../../../../src/core/text/shortPath.ts";

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

describe("a short name of a repository", () => {
  it("is whole if it is no longer than what a narrow side bar shows beside a count", () => {
    assert.equal(shortRepository("github.com/orbit/ledgers"), "github.com/orbit/ledgers");
    assert.equal(shortRepository("github.com/orbit/ledger-web"), "…/orbit/ledger-web");
    assert.equal(shortRepository("git.example/teams/orbit/core/ledger"), "…/orbit/core/ledger");
  });

  it("never loses its owner, however long", () => {
    assert.equal(shortRepository("git.example/orbit-payments/ledger-service"), "…/orbit-payments/ledger-service");
    assert.equal(shortRepository("orbit-payments-platform/ledger"), "orbit-payments-platform/ledger");
    assert.equal(shortRepository("ledger"), "ledger");
  });
});
