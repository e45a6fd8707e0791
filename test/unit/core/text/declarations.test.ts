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
      const tookMs = leastProcessorTime(() => offeredIn("a.h", lines, "C++"));
      assert.ok(tookMs < 100, `${part}: ${tookMs}`);
    }
  });
});

describe("what a file offers", () => {
  const namesIn = (path: string, language: string, lines: readonly string[]) =>
    offeredIn(path, lines, language).map(({ name }) => name);

  it("is what is in groups and interfaces of Go, too", () => {
    const lines = [
      ...[
        "package tide",
        "",
        "const low = 1",
        "const (",
        "\t// Most of it.",
        "\tHigh = iota",
        "\tSpring",
        "\tneap, ebb = 3, 4",
      ],
      ...[")", "", "var (", "\tErrDry = errors.New(", '\t\t"dry",', "\t)", "\tseen map[string]int", ")", ""],
      ...["type Gauge interface {", "\tio.Reader", "\tRead(at int) (int, error)", "\tclose()", "}", ""],
      ...["func main() {", "\tRead(1)", "\tx = 1", "}", "type Point struct {", "\tX int", "}"],
    ];
    const offered = ["low", "High", "Spring", "neap", "ErrDry", "seen", "Gauge", "Read", "close", "main", "Point"];
    assert.deepEqual(namesIn("tide.go", "Go", lines), offered);
  });

  it("is the operators and destructors of C++, and no calls of them", () => {
    const lines = [
      ...[
        "class Rope {",
        " public:",
        "  ~Rope();",
        "  Rope& operator=(const Rope& other);",
        "  bool operator()(int a) const;",
      ],
      ...["  explicit operator bool() const { return true; }", "};", "", "Rope::~Rope() {", "  a.operator()(1);"],
      ...[
        "  return operator==(a, b);",
        "  b->~Rope();",
        "}",
        "std::ostream& operator<<(std::ostream& out, const Rope&);",
      ],
    ];
    const offered = namesIn("rope.h", "C++", lines);
    for (const name of ["~Rope", "operator=", "operator()", "operator bool", "operator<<"])
      assert.ok(offered.includes(name), `${name}: ${offered.join(" ")}`);
    assert.equal(offered.filter((name) => /^(?:~|operator)/.test(name)).length, 6, offered.join(" "));
  });
});
