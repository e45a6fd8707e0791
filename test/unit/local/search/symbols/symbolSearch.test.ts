import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { openCodeBase } from "../../../../../src/local/code/files/codeBase.ts";
import { parseQuery } from "../../../../../src/local/search/query/query.ts";
import { Matching } from "../../../../../src/local/search/files/matching.ts";
import { searchSymbols } from "../../../../../src/local/search/symbols/symbolSearch.ts";
import { symbolsOf } from "../../../../../src/local/code/symbols/symbols.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { engineOf, matchesOf, runService, textOf, type Json, type RunningService } from "../../runningService.ts";

describe("a search for symbols", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;

  before(async () => {
    temporary = makeTemporaryFolder();
    const root = temporary.commit(
      "code",
      {
        "src/my store.ts":
          "// parse is only mentioned here\nexport class Store {\n  parse(text: string): void {\n  }\n}\nexport const parseAll = (x: string) => x;\n",
        "lib.go": "package lib\n\ntype Parser struct {\n}\n\nfunc (p *Parser) Parse() error {\n\treturn nil\n}\n",
        "parse.nix": "parse = 1;\n",
        "notes.md": "# Parse\n",
        "private.ts": "class Own {\n  #hide() {}\n  get size() {\n    return 1;\n  }\n  set size(to) {}\n}\n",
        "marked.py": "\ufeffdef parse():\r\n    pass\r\n",
      },
      { remote: "https://h/o/code" },
    );
    service = await runService(temporary.root, [root]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const find = async (query: string) =>
    matchesOf(await service.search(query))
      .flatMap((match) =>
        [...((match["symbols"] ?? []) as unknown as Json[])].map(
          ({ kind, containerName, name, line }) =>
            `${textOf(match["path"])}:${textOf(line)} ${textOf(kind)} ${textOf(containerName)}.${textOf(name)}`,
        ),
      )
      .sort();

  const all = [
    "lib.go:3 STRUCT .Parser",
    "lib.go:6 METHOD Parser.Parse",
    "marked.py:1 FUNCTION .parse",
    "src/my store.ts:3 METHOD Store.parse",
    "src/my store.ts:6 FUNCTION .parseAll",
  ];
  const cases: readonly (readonly [query: string, expected: readonly string[]])[] = [
    ["parse type:symbol", all],
    ["type:symbol parse or store", [...all, "src/my store.ts:2 CLASS .Store"].sort()],
    ["parse not all not parser type:symbol", all.filter((found) => /parse$/i.test(found))],
    ["Parse case:yes type:symbol", all.filter((found) => found.includes("Parse"))],
    ["/^parse$/ type:symbol", all.filter((found) => /\.parse$/i.test(found))],
    ["/par.e/ type:symbol lang:go", all.slice(0, 2)],
    [
      "/^parse$|^store$/ type:symbol",
      [...all.filter((found) => /\.parse$/i.test(found)), "src/my store.ts:2 CLASS .Store"].sort(),
    ],
    ["/(^p)arse/ type:symbol", all],
    ["/parse$/ type:symbol", all.filter((found) => /\.parse$/i.test(found))],
    ["/^pars/ type:symbol", all],
    ["/\\bparse\\b/ type:symbol", all.filter((found) => /\.parse$/i.test(found))],
    ["/\\Aparse\\z/ type:symbol", all.filter((found) => /\.parse$/i.test(found))],
    ["/(?:parse)?$/ type:symbol lang:python", ["marked.py:1 FUNCTION .parse"]],
    ["/.+/ type:symbol lang:python", ["marked.py:1 FUNCTION .parse"]],
    ["/./ type:symbol lang:python", ["marked.py:1 FUNCTION .parse"]],
    ["/^$/ type:symbol", []],
    ["/parse\\n/ type:symbol", []],
    ["type:symbol file:marked", ["marked.py:1 FUNCTION .parse"]],
    ["mentioned type:symbol", []],
    ["/^hide$/ type:symbol", ["private.ts:2 METHOD Own.#hide"]],
    ["#hide type:symbol", ["private.ts:2 METHOD Own.#hide"]],
    ["/^size$/ type:symbol", ["private.ts:3 METHOD Own.size", "private.ts:6 METHOD Own.size"]],
    ["parse type:symbol select:symbol.method", all.filter((found) => found.includes("METHOD"))],
  ];
  for (const [query, expected] of cases) {
    it(query, async () => {
      assert.deepEqual(await find(query), expected);
    });
  }

  it("parses those files only in which the name may be defined", async () => {
    const uses = "parse();\nx.parse = parse;\n// parse\n";
    const files = { "uses.js": uses, "defines.js": `${uses}function parse() {}\n`, "other.js": "function run() {}\n" };
    const codeBase = await openCodeBase([temporary.write("uses", files)]);
    const engine = engineOf(codeBase);
    for (const [text, expected] of [
      ["parse type:symbol", ["defines.js:3"]],
      ["/^parse$/ type:symbol", ["defines.js:3"]],
      ["/p.*e$/ type:symbol", ["defines.js:3"]],
      ["type:symbol file:js$", ["defines.js:", "other.js:", "uses.js:"]],
    ] as const) {
      const parsed = parseQuery(text, "keyword");
      assert.ok("query" in parsed);
      const asked: string[] = [];
      const found = searchSymbols(parsed.query, new Matching(parsed.query, codeBase), codeBase.folders, {
        engine,
        signal: new AbortController().signal,
        contextLines: 0,
        limit: 100,
        canReadGit: () => false,
        leaveOut: () => undefined,
        skip: () => undefined,
        readDefinitions: ({ file, lines }) => {
          asked.push(`${path.basename(file)}:${lines?.join() ?? ""}`);
          return Promise.resolve([]);
        },
      });
      for await (const each of found) assert.fail(each.path);
      assert.deepEqual(asked.sort(), expected, text);
    }
  });

  it("gives links, one-based lines, and the commit", async () => {
    const [match] = matchesOf(await service.search("parse type:symbol lang:ts"));
    assert.deepEqual(match?.["symbols"], [
      {
        url: "/h/o/code/-/blob/src/my%20store.ts?L3:3-3:8",
        name: "parse",
        containerName: "Store",
        kind: "METHOD",
        line: 3,
      },
      {
        url: "/h/o/code/-/blob/src/my%20store.ts?L6:14-6:22",
        name: "parseAll",
        containerName: "",
        kind: "FUNCTION",
        line: 6,
      },
    ]);
    assert.match(textOf(match["commit"]), /^[0-9a-f]{40}$/);
    const [old] = matchesOf(await service.search("parse type:symbol lang:go rev:main"));
    assert.equal((old?.["symbols"]?.[0] as unknown as Json)["url"], "/h/o/code@main/-/blob/lib.go?L3:6-3:12");
  });

  it("counts each symbol, and its kind among the filters", async () => {
    const events = await service.search("parse type:symbol count:2");
    assert.equal(events.findLast(({ event }) => event === "progress")?.data["matchCount"], 2);
    const filters = (await service.search("parse type:symbol")).findLast(({ event }) => event === "filters")
      ?.data as unknown as readonly Json[];
    assert.deepEqual(
      filters
        .filter(({ kind }) => textOf(kind) === "symbol type")
        .map(({ value, label, count }) => [value, label, count].map(textOf).join(" "))
        .sort(),
      ["select:symbol.function Function 2", "select:symbol.method Method 2", "select:symbol.struct Struct 1"],
    );
  });

  it("says which files are too large to be parsed, on disk and at a revision", async () => {
    const large = temporary.commit(
      "large",
      {
        "generated.js": `function needle() {}\n${"x();\n".repeat(250_000)}`,
        "generated.kt": `fun needle() {\n}\n${"x();\n".repeat(250_000)}`,
        "small.js": "function needle() {}\n",
      },
      { remote: "https://h/o/large" },
    );
    const other = await runService(temporary.root, [large]);
    try {
      for (const query of ["needle type:symbol", "needle type:symbol rev:main"]) {
        const events = await other.search(query);
        assert.deepEqual(
          matchesOf(events)
            .map(({ path }) => path)
            .sort(),
          ["generated.kt", "small.js"],
        );
        const skipped = events.findLast(({ event }) => event === "progress")?.data["skipped"] as unknown as Json[];
        assert.deepEqual(
          [...skipped]
            .filter(({ reason }) => textOf(reason) !== "ignored") // said where half a second is too short to look for any
            .map(({ reason, title }) => `${textOf(reason)} ${textOf(title)}`),
          ["document-size-limit 1 file is too large for symbols"],
        );
      }
    } finally {
      await other.close();
    }
  });

  it("knows languages that say with words where code ends, and those that share an ending", async () => {
    const root = temporary.commit("wordy", {
      "open.F90": "module doors\ncontains\nsubroutine open_door(key)\nkey = 1\nend subroutine\nend module\n",
      "doors.pas": "unit doors;\nimplementation\nprocedure TDoor.OpenDoor;\nbegin\nend;\nend.\n",
      "open_door.m": "\n% Opens it.\nfunction [a, b] = open_door (key)\na = 1;\nend\n",
      "door.m": "#import <A.h>\n- (void)openDoor:(Key *)key {\n}\n",
      "notes.org": "* Open door\n",
    });
    const other = await runService(temporary.root, [root]);
    try {
      const found = async (query: string) =>
        matchesOf(await other.search(query))
          .flatMap((match) =>
            [...((match["symbols"] ?? []) as unknown as Json[])].map(
              ({ kind, name, line }) => `${textOf(match["path"])}:${textOf(line)} ${textOf(kind)} ${textOf(name)}`,
            ),
          )
          .sort();
      const all = [
        "door.m:2 FUNCTION openDoor",
        "doors.pas:3 FUNCTION OpenDoor",
        "open.F90:3 FUNCTION open_door",
        "open_door.m:3 FUNCTION open_door",
      ];
      assert.deepEqual(await found("/open_?door/ type:symbol"), all);
      assert.deepEqual(await found("/open_?door/ type:symbol lang:fortran"), all.slice(2, 3));
      assert.deepEqual(await found("/open_?door/ type:symbol lang:matlab"), [all[0], all[3]]);
      assert.deepEqual(await found("/open_?door/ type:symbol lang:delphi rev:main"), all.slice(1, 2));
      assert.deepEqual(await found("/open_?door/ type:symbol -lang:matlab"), all);
      assert.deepEqual(await found("/open_?door/ type:symbol -lang:fortran -lang:delphi"), [all[0], all[3]]);
      const languages = async (query: string) => {
        const events = await other.search(query);
        const filters = events.findLast(({ event }) => event === "filters")?.data as unknown as Json[];
        return [
          matchesOf(events).map(({ language }) => textOf(language)),
          filters.flatMap(({ kind, value }) => (textOf(kind) === "lang" ? [textOf(value)] : [])),
        ];
      };
      assert.deepEqual(await languages("function lang:matlab"), [["MATLAB"], ["lang:matlab"]]);
      assert.deepEqual(await languages("function"), [["Objective-C"], ["lang:objective-c"]]);
    } finally {
      await other.close();
    }
  });

  it("says of which languages it knows none", async () => {
    const skipped = async (query: string) =>
      [
        ...((await service.search(query)).findLast(({ event }) => event === "progress")?.data[
          "skipped"
        ] as unknown as Json[]),
      ].map(({ reason, message }) => `${textOf(reason)} ${textOf(message)}`);
    const [said, ...others] = await skipped("parse type:symbol");
    assert.match(said ?? "", /^symbols-unknown .*\n\* Nix$/s);
    assert.deepEqual(
      others.filter((each) => !each.startsWith("ignored ")),
      [],
    );
    assert.ok((await skipped("parse type:symbol lang:go")).every((each) => each.startsWith("ignored ")));
    const alert = (await service.search("parse type:symbol lang:nix")).find(({ event }) => event === "alert");
    assert.match(textOf(alert?.data["title"]), /No symbols for Nix/);
  });

  describe("tells kinds apart in", () => {
    const samples: Readonly<Record<string, readonly [code: string, ...expected: string[]]>> = {
      TypeScript: [
        "export interface A {\n}\ntype B = string;\nexport abstract class C<T> extends D {\n  async load(): Promise<void> {\n    const local = 1;\n  }\n}\nexport const LIMIT = 10;\nlet count = 0;\nexport default function main() {\n}\nconst enum E {\n}\n",
        ...["interface A", "class B", "class C", "method C.load", "constant LIMIT", "variable count", "function main"],
        "enum E",
      ],
      Go: [
        "type S struct {\n}\ntype R interface {\n}\nfunc (s *S) Do() {\n}\nfunc New() *S {\n}\nconst Max = 1\nvar pool = 2\n",
        ...["struct S", "interface R", "method S.Do", "function New", "constant Max", "variable pool"],
      ],
      Rust: [
        "pub struct P {\n}\nimpl Display for P {\n    fn fmt(&self) -> R {\n    }\n}\ntrait T {\n    fn area(&self);\n}\nmod m {\n}\n",
        ...["struct P", "method P.fmt", "interface T", "method T.area", "module m"],
      ],
      Python: [
        "class A(B):\n    def __init__(self):\n        pass\nasync def go():\n    pass\n",
        ...["class A", "method A.__init__", "function go"],
      ],
      Java: [
        "public class M {\n  public static void main(String[] args) throws E {\n  }\n  interface I {\n  }\n}\n",
        ...["class M", "method M.main", "interface M.I"],
      ],
      C: ["struct p {\n  int x;\n};\nstatic int add(int a)\n{\n  return a;\n}\n", "struct p", "function add"],
      Ruby: ["module M\n  class C\n    def go(x)\n    end\n  end\nend\n", "module M", "class M.C", "method C.go"],
      Shell: ["go() {\n}\nfunction run {\n}\n", "function go", "function run"],
      Haskell: ["main = pure ()\n", "variable main"],
      Nix: ["main = 1;\n"],
    };
    for (const [language, [code, ...expected]] of Object.entries(samples)) {
      it(language, async () => {
        const symbols = await symbolsOf(code, language);
        assert.deepEqual(
          symbols.map(({ kind, containerName, name }) => `${kind} ${containerName}${containerName ? "." : ""}${name}`),
          expected,
        );
        const lines = code.split("\n");
        for (const { name, line, column } of symbols)
          assert.equal(lines[line]?.slice(column, column + name.length), name);
      });
    }
  });
});
