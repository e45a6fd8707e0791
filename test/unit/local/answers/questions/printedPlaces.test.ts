import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { withoutPrinted } from "../../../../../src/local/answers/questions/printedPlaces.ts";
import { readQuestionContext } from "../../../../../src/local/answers/questions/questionContext.ts";

/** What a tool prints, and the places in it: nothing else in it is a file. */
const PRINTED: readonly (readonly [tool: string, text: string, ...places: readonly string[]])[] = [
  [
    "Node",
    "/home/ada/shop/src/cart.js:10\n    throw new Error('x')\n    ^\nError: x\n    at Cart.total (/home/ada/shop/src/cart.js:10:9)\n    at async file:///home/ada/shop/src/main.js:3:1\n    at Object.<anonymous> (/home/ada/shop/lib/a b/c.js:7:2)\n    at node:internal/process/task_queues:104:5\n    at /home/ada/shop x/src/d.mjs:8:1",
    "/home/ada/shop/src/cart.js:10",
    "/home/ada/shop/src/cart.js:10",
    "/home/ada/shop/src/main.js:3",
    "/home/ada/shop/lib/a b/c.js:7",
    "/home/ada/shop x/src/d.mjs:8",
  ],
  [
    "Node, out of a log",
    "Error: x\\n    at f (/a/src/b.js:1:2)\\n    at g (/a/src/c.js:3:4)",
    "/a/src/b.js:1",
    "/a/src/c.js:3",
  ],
  [
    "Python",
    'Traceback (most recent call last):\n  File "/srv/shop/a.py", line 5, in go\n    run()\n  File "/srv/my shop/b.py", line 9, in run\nValueError',
    "/srv/shop/a.py:5",
    "/srv/my shop/b.py:9",
  ],
  ["pytest", "tests/test_cart.py:12: AssertionError\nFAILED tests/test_cart.py::test_x", "tests/test_cart.py:12"],
  [
    "Java",
    "java.lang.IllegalStateException: no\n\tat com.acme.shop.Cart.total(Cart.java:42)\n\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)\n\tat app//com.acme.Main.main(Main.java:7)\nCaused by: x",
    "Cart.java:42",
    "ArrayList.java:1511",
    "Main.java:7",
  ],
  ["javac", "src/Cart.java:12: error: ';' expected", "src/Cart.java:12"],
  ["Maven", "[ERROR] /home/ada/shop/src/Cart.java:[12,5] cannot find symbol", "/home/ada/shop/src/Cart.java:12"],
  ["Kotlin", "e: file:///home/ada/shop/Cart.kt:58:11 Unresolved reference", "/home/ada/shop/Cart.kt:58"],
  ["Kotlin, older", "w: Cart.kt: (245, 5): unused", "Cart.kt:245"],
  ["Gradle", "Build file '/home/ada/shop/build.gradle' line: 12", "/home/ada/shop/build.gradle:12"],
  ["Groovy", "/home/ada/build.gradle: 12: unexpected token", "/home/ada/build.gradle:12"],
  [
    "Go",
    "panic: x\n\ngoroutine 1 [running]:\nmain.total(...)\n\t/home/ada/shop/cart.go:42 +0x1d\nmain.main()\n\t/home/ada/shop/main.go:7 +0x2",
    "/home/ada/shop/cart.go:42",
    "/home/ada/shop/main.go:7",
  ],
  ["go build", "./cart.go:12:3: undefined: total", "cart.go:12"],
  ["go test", "    cart_test.go:31: got 3", "cart_test.go:31"],
  [
    "rustc",
    "error[E0308]: mismatched\n  --> src/main.rs:12:5\n   |\n12 |     x\n  ::: src/lib.rs:3:1",
    "src/main.rs:12",
    "src/lib.rs:3",
  ],
  [
    "Rust",
    "thread 'main' panicked at src/main.rs:12:5:\n   1: shop::total\n             at ./src/cart.rs:8:9",
    "src/main.rs:12",
    "src/cart.rs:8",
  ],
  [
    "gcc",
    "In file included from src/a.h:3,\n                 from src/b.c:1:\nsrc/a.c:12:5: error: x",
    "src/a.h:3",
    "src/b.c:1",
    "src/a.c:12",
  ],
  ["gdb", "#0  total (c=0x0) at src/cart.c:42\n#1  0x00 in main () at src/main.c:7", "src/cart.c:42", "src/main.c:7"],
  ["a sanitizer", "    #1 0x4f in total /home/ada/cart.c:12:5", "/home/ada/cart.c:12"],
  ["MSVC", "cart.cpp(12): error C2065: x", "cart.cpp:12"],
  ["tsc", "src/a.ts(12,5): error TS2304: x\nsrc/b.ts:3:7 - error TS1", "src/a.ts:12", "src/b.ts:3"],
  ["C#", "   at Shop.Cart.Total(Int32 n) in /home/ada/my shop/Cart.cs:line 42", "/home/ada/my shop/Cart.cs:42"],
  ["C# in German", "   bei Shop.Cart.Total() in /home/ada/Cart.cs:Zeile 42.", "/home/ada/Cart.cs:42"],
  ["MSBuild", "Cart.cs(12,5): error CS1002: ; expected [/home/ada/shop.csproj]", "Cart.cs:12"],
  [
    "Ruby",
    "app/cart.rb:12:in 'Cart#total': x (RuntimeError)\n\tfrom app/main.rb:3:in `<main>'",
    "app/cart.rb:12",
    "app/main.rb:3",
  ],
  [
    "RSpec",
    "     # ./spec/cart_spec.rb:12:in 'block'\nrspec ./spec/cart_spec.rb:10 # x",
    "spec/cart_spec.rb:12",
    "spec/cart_spec.rb:10",
  ],
  [
    "PHP",
    "PHP Fatal error:  Uncaught Error: x in /srv/my shop/Cart.php:42\nStack trace:\n#0 /srv/shop/index.php(7): Cart->total()\n#1 {main}\n  thrown in /srv/shop/Cart.php on line 42",
    "/srv/my shop/Cart.php:42",
    "/srv/shop/index.php:7",
    "/srv/shop/Cart.php:42",
  ],
  ["Perl", "no cart at lib/Cart.pm line 42.\n\tmain::go(1) called at bin/shop line 7", "lib/Cart.pm:42", "bin/shop:7"],
  ["bash", "./run.sh: line 12: x: command not found", "run.sh:12"],
  ["bash without an ending", "bin/run: line 12: x: command not found", "bin/run:12"],
  ["dash", "./run.sh: 12: x: not found", "run.sh:12"],
  ["zsh", "run.zsh:12: command not found: x", "run.zsh:12"],
  [
    "Swift",
    "Shop/Cart.swift:42: Fatal error: x\nFatal error: y: file Shop/Main.swift, line 7",
    "Shop/Cart.swift:42",
    "Shop/Main.swift:7",
  ],
  [
    "Dart",
    "#0      Cart.total (package:shop/src/cart.dart:42:5)\n#1      main (file:///home/ada/shop/bin/main.dart:7:3)\n#2      _run (dart:async/zone.dart:1:2)",
    "src/cart.dart:42",
    "/home/ada/shop/bin/main.dart:7",
  ],
  [
    "Elixir",
    "** (RuntimeError) x\n    (shop 0.1.0) lib/cart.ex:42: Shop.Cart.total/1\n    (elixir 1.15.0) lib/enum.ex:1: Enum.map/2\n    └─ lib/a.ex:4:5: Shop.A.b/1",
    "lib/cart.ex:42",
    "lib/enum.ex:1",
    "lib/a.ex:4",
  ],
  [
    "Erlang",
    '{cart,total,1,[{file,"src/cart.erl"},{line,42}]}\n  in function  cart:total/1 (src/cart.erl, line 42)\nsrc/a.erl:3:5: syntax error',
    "src/cart.erl:42",
    "src/cart.erl:42",
    "src/a.erl:3",
  ],
  ["psql", 'psql:db/schema.sql:42: ERROR:  relation "x" does not exist', "db/schema.sql:42"],
  ["sqlite", "Error: near line 12 in file db/a.sql: x", "db/a.sql:12"],
  [
    "eslint",
    "\n/home/ada/my shop/a.ts\n  12:5  error  x is not defined  no-undef\n  40:1  warning  y  no-console\n\nsrc/b.ts\n  3:1  error  z  a/b\n\n✖ 3 problems",
    "/home/ada/my shop/a.ts:12",
    "/home/ada/my shop/a.ts:40",
    "src/b.ts:3",
  ],
  [
    "PHPStan",
    " ------ ------\n  Line   src/Cart.php\n ------ ------\n  42     Undefined x\n  50     y\n ------",
    "src/Cart.php:42",
    "src/Cart.php:50",
  ],
  ["PHP_CodeSniffer", "FILE: /srv/shop/a.php\n---------\n 12 | ERROR | x\n---------", "/srv/shop/a.php:12"],
  ["ripgrep", "src/a.ts\n12:const x = 1;\n14-const y = 2;", "src/a.ts:12", "src/a.ts:14"],
  ["grep", "src/a.ts:12:const x = 1;", "src/a.ts:12"],
  [
    "make",
    "make: *** [Makefile:42: all] Error 1\nGNUmakefile:3: *** missing separator.  Stop.",
    "Makefile:42",
    "GNUmakefile:3",
  ],
  ["CMake", "CMake Error at CMakeLists.txt:12 (add_executable):", "CMakeLists.txt:12"],
  ["Docker", "ERROR: failed to solve\nDockerfile:12\n--------------------", "Dockerfile:12"],
  ["webpack in the browser", "at eval (webpack-internal:///./src/cart.ts:10:5)", "src/cart.ts:10"],
  [
    "webpack on a server",
    "at Page (webpack-internal:///(rsc)/./app/(shop)/[id]/page.tsx:10:5)",
    "app/(shop)/[id]/page.tsx:10",
  ],
  [
    "React on a server",
    "at Page (rsc://React/Server/webpack-internal:///(rsc)/./app/page.tsx?0:10:5)",
    "app/page.tsx:10",
  ],
  [
    "webpack",
    "    at total (webpack://shop/./src/cart.ts?6c9d:10:5)\nERROR in ./src/b.ts 12:5-9",
    "src/cart.ts:10",
    "src/b.ts:12",
  ],
  ["Turbopack", "    at Page (turbopack:///[project]/app/page.tsx:1:2)", "app/page.tsx:1"],
  [
    "Vite",
    "render@http://localhost:5173/src/App.tsx?t=16:50:19\n@http://127.0.0.1:5173/@fs/home/ada/lib/a.ts:3:1",
    "src/App.tsx:50",
    "/home/ada/lib/a.ts:3",
  ],
  ["Babel", "SyntaxError: /home/ada/a.js: Unexpected token (12:5)", "/home/ada/a.js:12"],
  ["vitest", " ❯ src/a.test.ts:12:5", "src/a.test.ts:12"],
  ["Playwright", "  1) [chromium] › tests/a.spec.ts:12:5 › buys", "tests/a.spec.ts:12"],
  [
    "a browser",
    "Uncaught Error\n    at cart.ts:10:5\n    at HTMLButtonElement.onclick ((index):12:3)\n    at Object.total [as x] (C:\\Users\\Ada B\\shop\\cart.js:7:9)",
    "cart.ts:10",
    "Users/Ada B/shop/cart.js:7",
  ],
  ["next lint", "./app/[id]/page.tsx\n12:5  Error: x  no-unused", "app/[id]/page.tsx:12"],
  ["a shell without a file", "/bin/sh: 12: npm: not found\n-bash: line 12: x: command not found"],
  [
    "ExUnit",
    "    lib/shop/cart.ex:42: Shop.Cart.total/1\n    test/cart_test.exs:7: (test)",
    "lib/shop/cart.ex:42",
    "test/cart_test.exs:7",
  ],
  [
    "the tests of Dart",
    "package:shop/cart.dart 42:5  total\ntest/cart_test.dart 7:3  main.<fn>",
    "cart.dart:42",
    "test/cart_test.dart:7",
  ],
  ["CodeIgniter", "Filename: models/Cart.php\nLine Number: 42", "models/Cart.php:42"],
  ["goroutines", "created by main.main in goroutine 1\n\t/home/ada/shop/main.go:7 +0x2", "/home/ada/shop/main.go:7"],
  ["an address", "see file:///home/ada/my%20shop/src/a.ts:12", "/home/ada/my shop/src/a.ts:12"],
  ["GitHub", "https://github.com/acme/shop/blob/main/src/cart.ts#L42-L50", "src/cart.ts:42-50"],
  ["GitHub Actions", "::error file=src/a.ts,line=12,endLine=14::x", "src/a.ts:12-14"],
  [
    "GHC",
    "src/A.hs:12:3-14:7: error:\nsrc/B.hs:(12,5)-(14,2): x\nsrc/C.hs:12:5-9: y",
    "src/A.hs:12-14",
    "src/B.hs:12-14",
    "src/C.hs:12",
  ],
  ["OCaml", 'File "a.ml", lines 12-14, characters 5-9:', "a.ml:12-14"],
  ["Lua", "lua: main.lua:12: attempt to call\n\tmain.lua:12: in function 'go'", "main.lua:12", "main.lua:12"],
  ["Julia", " [1] total(x::Int64)\n   @ Main ~/shop/cart.jl:12", "shop/cart.jl:12"],
  ["R", "Error in total() at cart.R#12: x", "cart.R:12"],
  ["Terraform", '  on main.tf line 12, in resource "a" "b":', "main.tf:12"],
  ["Ansible", "The error appears to be in '/srv/my play/main.yml': line 12, column 5", "/srv/my play/main.yml:12"],
  ["nginx", "unknown directive in /etc/nginx/nginx.conf:42", "/etc/nginx/nginx.conf:42"],
  ["shellcheck", "In run.sh line 12:", "run.sh:12"],
  ["PowerShell", "At C:\\shop\\run.ps1:12 char:5", "shop/run.ps1:12"],
  ["SAX", "systemId: file:/srv/pom.xml; lineNumber: 12; columnNumber: 5;", "/srv/pom.xml:12"],
  ["Sass", "  src/a.scss 12:5  root stylesheet", "src/a.scss:12"],
  ["Clojure", "Syntax error compiling at (src/a.clj:12:5).", "src/a.clj:12"],
  ["Godot", "   at: total (res://scripts/cart.gd:12)", "scripts/cart.gd:12"],
  [
    "Zig, Nim and D",
    "src/main.zig:12:5: error: x\na.nim(12, 5) Error: y\nb.d(3): Error: z",
    "src/main.zig:12",
    "a.nim:12",
    "b.d:3",
  ],
  [
    "a person",
    "What is in src/a.ts#L4C2-L6C12, src/b.ts lines 42-50, src/c.ts (line 7), line 3 of src/d.ts `src/e.ts`, lines 5 to 9, src/f.ts L1 and src/g.ts:L2-L3?",
    "src/a.ts:4-6",
    "src/b.ts:42-50",
    "src/c.ts:7",
    "src/d.ts:3",
    "src/e.ts:5-9",
    "src/f.ts:1",
    "src/g.ts:2-3",
  ],
  [
    "a person with brackets",
    "Why does app/[berth]/page.tsx:14 differ from app/(quay)/[...all]/page.tsx:3?",
    "app/[berth]/page.tsx:14",
    "app/(quay)/[...all]/page.tsx:3",
  ],
  [
    "nothing",
    "Does redis:7 on localhost:8080 fix #42 at 12:30, ratio 3:4, `a:1`, {x:1} and Math.max(1,2) in issue acme/shop#42?",
  ],
];

describe("places that tools print", () => {
  for (const [tool, text, ...expected] of PRINTED)
    it(`are read from ${tool}`, () => {
      const places = readQuestionContext(text).places.map(({ path = "", startLine, endLine }) =>
        startLine === undefined
          ? path
          : `${path}:${startLine + 1}${endLine === startLine || endLine === undefined ? "" : `-${endLine + 1}`}`,
      );
      assert.deepEqual(places, expected);
    });

  it("are innermost last in Python, and first elsewhere", () => {
    for (const [text, ...paths] of [
      ['Why?\n  File "a.py", line 1, in a\n    b()\n  File "b.py", line 2, in b\nValueError', "b.py", "a.py"],
      ["at a (a.js:1:2)\nat b (b.js:1:2)", "a.js", "b.js"],
    ] as const)
      assert.deepEqual(
        readQuestionContext(text).trace?.map(({ path }) => path),
        paths,
      );
    assert.ok(!("trace" in readQuestionContext("What does src/a.ts do?")));
  });

  for (const [text, asked, ...printed] of [
    [
      "panic: no berth\n\ngoroutine 7 [running]:\nquay.(*Crane).LiftAll(0xc0001ff860)\n\t/app/crane.go:9 +0x1d",
      [],
      ..."xc0001ff860 x1d LiftAll".split(" "),
    ],
    ["src/quay.ts(9,5): error TS2345: no bertHolder of 'Boat'", ["bertHolder"], "TS2345"],
    ["MooringError: no quayWall\n    at Object.tieUp (node:quay:9:1)", ["quayWall"], "MooringError", "Object.tieUp"],
    ["Error: ENOENT: no such file, open 'quay.toml:9'", [], "ENOENT"],
    ["Who raises MooringError at src/quay.ts:9?", ["MooringError"]],
    ["`E_FULL` says src/quay.ts:9: error E_FULL", ["E_FULL"]],
    ["MooringError and MAX_BERTHS", ["MooringError", "MAX_BERTHS"]],
  ] as const)
    it(`leave what is asked about: ${text}`, () => {
      const names = [...printed, ...asked].map((label) => ({ label }));
      assert.deepEqual(
        withoutPrinted(names, text).map(({ label }) => label),
        asked,
      );
    });

  it("are all listed, however long the trace is", () => {
    const trace = Array.from({ length: 120 }, (_, at) => `    at f${at} (/srv/a${at}.js:${at + 1}:5)`).join("\n");
    assert.equal(readQuestionContext(trace).places.length, 120);
  });

  for (const piece of [
    "a.b:",
    "a.b 1:1 ",
    "(a.b",
    "a(.b:1)",
    "/ a",
    "] .a:1",
    "a.b#L1-",
    "line 1 of ",
    "file=a,",
    "x: 1: ",
    "a.b:1 ",
    "12:1 a\n",
    "at /a b ",
    "://a.b:1",
    "a.ts (",
    "a/",
    "\n ",
    " a.b:1\t",
  ])
    it(`are read in a moment from ${piece}`, () => {
      const { user } = process.cpuUsage();
      const text = piece.repeat(100_000 / piece.length);
      readQuestionContext(text);
      withoutPrinted([{ label: "a" }], text);
      assert.ok(process.cpuUsage().user - user < 2_000_000);
    });
});
