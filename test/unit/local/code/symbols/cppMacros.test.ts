import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { withoutConditions } from "../../../../../src/local/code/symbols/grammars/conditions.ts";
import { withoutMacros } from "../../../../../src/local/code/symbols/grammars/cppMacros.ts";

describe("macros that are in the parser's way", () => {
  it("leave all else where it is", () => {
    const code =
      "class MY_API A\r\n#if B\r\n  : C\r\n#endif\r\n{\r\n  MY_FLAG(\r\n x)\r\n  void go() MY_LATE;\r\n};\r\n";
    const left = withoutMacros(withoutConditions(code));
    assert.equal(left.length, code.length);
    assert.deepEqual(
      left.split("\r\n").map((line) => line.replace(/ +/g, " ").trim()),
      ["class A", "", ": C", "", "{", "", "", "void go() ;", "};", ""],
    );
  });

  it("are only those that no name of the language can be", () => {
    const codes = [
      "HANDLE open(int x);",
      "static DIR *find(struct SHA_CTX ctx, FILE *out) { return NULL; }",
      "enum { RED, GREEN = LIMIT };\nint sizes[] = { SMALL, LARGE };\n",
      "struct HASH table;\nstruct HASH *next;\nenum MODE mode : 3;\n",
      "x = LEFT * RIGHT(1) + (WIDE)y;\nif (A_FLAG & B_FLAG) call(A_FLAG, B_FLAG);\n",
      "typedef unsigned WORD;\ntypedef WORD BIG;\nusing PAIR = int;\nnamespace NAMES {}\nclass SINK : public BASE {};\n",
      '#define MY_INLINE static inline\n// MY_API void go();\nconst char *s = "MY_API int x();";\n',
      "switch (x) {\n  case FIRST: int y; break;\n}\nFAIL:\n  return ERROR;\n",
      "TEST(Suite, Case) { RUN(1); }\n",
      "#if A /* the first,\n  { or A(B) */\nint a;\n#else /* of (\n two */\nint b;\n#endif /* A\n || B */\n",
    ];
    for (const code of codes) assert.equal(withoutMacros(withoutConditions(code)), code);
  });

  it("are those that are given a type", () => {
    const code = 'DEFINE_FLAG(int, size,\n  8, "how many");\nvoid go() {\n  CHECK_HEX(unsigned short, 2badU);\n}\n';
    assert.equal(withoutMacros(code).replace(/ +/g, " "), " \n ;\nvoid go() {\n ;\n}\n");
    for (const other of [
      "class PAIR {\n  PAIR(int, Options);\n  PAIR(int, int);\n};\n",
      "int n = VA_ARG(list, int);\nCALL(sizeof(int), 2);\nint RUN(int, char);\nCONVERT(int(x), 3);\n",
    ])
      assert.equal(withoutMacros(other), other);
  });

  it("are looked for in a text with a quote that is never closed", () => {
    const code = "MY_API void go();\n#define A B\nchar c = \"\nint x = '\nMY_API void stop();\n";
    assert.equal(withoutMacros(code), code.replaceAll("MY_API", "      "));
  });

  it("are looked for in a moment, whatever the text is", () => {
    const startedAt = process.cpuUsage().user;
    for (const many of [
      "MY_MACRO ",
      "MY_MACRO(",
      "A_B() ",
      "class A ",
      "/* MY_A ",
      "#if A\n{\n",
      "'\\'",
      '"\\',
      "A_B c<",
      "A_B::",
      "A_B(int, c, 1);",
    ])
      withoutMacros(withoutConditions(many.repeat(Math.floor(30_000 / many.length))));
    assert.ok(process.cpuUsage().user - startedAt < 1_000_000);
  });
});
