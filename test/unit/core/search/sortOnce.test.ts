import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { SortOnce, type ShownSearch } from "../../../../src/core/search/sortOnce.ts";

describe("the order of rows", () => {
  const search: ShownSearch = {
    id: 1,
    query: { text: "fetch", patternType: "keyword" },
    isLocal: true,
    isRunning: true,
    hasKeys: false,
    items: 0,
  };
  /** What is decided in the end: for a search that has its first row after two seconds, and is over `after` that. */
  const decided = (after: number, change: Partial<ShownSearch> = {}, meanwhile?: (order: SortOnce) => void) => {
    const order = new SortOnce();
    assert.equal(order.next({ ...search, ...change }, 0), false);
    assert.equal(order.next({ ...search, ...change, items: 1 }, 2000), false);
    meanwhile?.(order);
    const isSorted = order.next({ ...search, items: 5, ...change, isRunning: false }, 2000 + after);
    return { isSorted, isOffered: order.isOffered };
  };
  const SORTED = { isSorted: true, isOffered: false };
  const OFFERED = { isSorted: false, isOffered: true };
  const LEFT = { isSorted: false, isOffered: false };

  it("is by path where the search is over within a second of its first row", () => {
    assert.deepEqual(decided(0), SORTED);
    assert.deepEqual(decided(1000), SORTED);
    assert.deepEqual(decided(1001), OFFERED);
  });

  it("stays where a person has done something in the list, and sorting is offered until it is done", () => {
    const touched = decided(10, {}, (order) => {
      order.touch();
    });
    assert.deepEqual(touched, OFFERED);
    assert.deepEqual(decided(10, { hasKeys: true }), OFFERED);
    const sorted = decided(2000, {}, (order) => {
      order.sort();
    });
    assert.deepEqual(sorted, LEFT);
    const order = new SortOnce();
    const over = { ...search, items: 2, isRunning: false };
    order.next({ ...over, isRunning: true }, 0);
    order.next(over, 5000);
    assert.equal(order.isOffered, true);
    order.sort();
    assert.equal(order.isOffered, false);
    order.next({ ...over, id: 2, isRunning: true }, 6000);
    order.next({ ...over, id: 2 }, 9000);
    assert.equal(order.isOffered, true);
    order.next({ ...over, id: 3, items: 0 }, 9001);
    assert.equal(order.isOffered, false);
  });

  it("is decided once, and anew for another search, whatever was done in the list before", () => {
    const order = new SortOnce();
    const over = { ...search, items: 2, isRunning: false };
    assert.equal(order.next(over, 0), true);
    assert.equal(order.next(over, 1), false);
    order.touch();
    assert.equal(order.next({ ...over, id: 2 }, 2), true);
  });

  it("is the rank where there is one, and nothing where there are not two rows", () => {
    assert.deepEqual(decided(10, { isLocal: false }), LEFT);
    const text = "patternType:codycontext how is it fetched";
    assert.deepEqual(decided(10, { query: { text, patternType: "keyword" } }), LEFT);
    for (const type of ["keyword", "standard", "literal", "regexp"])
      assert.deepEqual(
        decided(10, { query: { text: `fetch patternType:${type}`, patternType: "regexp" } }),
        SORTED,
        type,
      );
    assert.deepEqual(decided(10, { items: 1 }), LEFT);
    assert.deepEqual(decided(10, { items: 0 }), LEFT);
  });
});
