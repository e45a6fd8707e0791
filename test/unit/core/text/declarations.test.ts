import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { offeredIn } from "../../../../src/core/text/declarations.ts";
import { leastProcessorTime } from "../../../support/turns.ts";

describe("what a header offers", () => {
  const HEADER = `#ifndef LINK_H
struct reader;
typedef struct link {
  int (*read)(struct link *l);
} link;
/* Connects. */
link *linkConnect(const char *ip, int port);
unsigned long long linkSize(const link *l), linkRest(const link *l);
int linkWrite(
    link *l, // where to
    const char *text);
static inline int linkOpen(link *l) {
  return linkSize(l) > 0;
}
#define LINK_MAX(l) linkSize(l)
return linkSize(l);
`;

  it("is its functions, also those that are only declared, and no type that is only announced", () => {
    const names = (path: string) =>
      offeredIn(path, HEADER.split("\n"), "C").map(({ name, line, endLine }) => `${name} ${line}-${endLine}`);
    const offered = ["link 2-4", "linkConnect 6-6", "linkSize 7-7", "linkWrite 8-10", "linkOpen 11-13"];
    assert.deepEqual(names("src/link.h"), offered);
    assert.deepEqual(names("src/link.HPP"), offered);
    assert.ok(!names("src/link.c").join().includes("linkConnect"));
  });

  it("is told as fast as a line is long", () => {
    for (const part of ["a ", "a*", "a, ", " ", "(", "a("]) {
      const lines = Array.from({ length: 10 }, () => `a${part.repeat(20_000)}x`);
      const tookMs = leastProcessorTime(() => offeredIn("a.h", lines, "C"));
      assert.ok(tookMs < 100, `${part}: ${tookMs}`);
    }
  });
});
