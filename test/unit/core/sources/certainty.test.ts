import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { findLines } from "../../../../src/core/lines/citedLines.ts";
import { checkSources, type FileText, type SourceCheck } from "../../../../src/core/sources/sourceCheck.ts";
import { compareVersions } from "../../../../src/core/lines/versions.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";

/** Where the lines (one-based) are now: `same`, `moved 3-4`, `changed 3-4`, `perhaps 3-4`, `gone` or `perhaps gone`. */
async function find(old: string, current: string, [start, end]: readonly [number, number], path = "a.ts") {
  const slices = new TimeSlices();
  const versions = await compareVersions(old, current, slices, path);
  const found = await findLines(versions, { startLine: start - 1, endLine: end - 1 }, slices);
  if (found?.state === "gone") return found.isSure ? "gone" : "perhaps gone";
  if (!found || found.state === "same") return found?.state;
  return `${found.isSure ? found.state : "perhaps"} ${found.startLine + 1}-${found.endLine + 1}`;
}

async function check(
  path: string,
  lines: readonly [number, number],
  then: Files,
  now: Files,
): Promise<SourceCheck | undefined> {
  const read = (files: Files, file: string): FileText => {
    const text = files[file];
    return text === undefined ? { problem: "fileMissing" } : { text };
  };
  const source = {
    repository: "r",
    revision: "0123456789abcdef",
    path,
    range: { startLine: lines[0] - 1, endLine: lines[1] - 1 },
  };
  const reader = {
    readCited: (file: { readonly path: string }) => Promise.resolve(read(then, file.path)),
    readLocal: (file: { readonly path: string }) => Promise.resolve(read(now, file.path)),
    findCandidates: () => Promise.resolve({ paths: Object.keys(now) }),
  };
  for await (const found of checkSources([source], reader)) return found.check;
  return undefined;
}

type Files = Readonly<Record<string, string>>;

const METHOD = (name: string, word: string) => [
  `  ${name}(value: string): this {`,
  `    this.${word} = value.trim();`,
  "    if (!value) {",
  "      return this;",
  "    }",
  "    this.notify();",
  "    return this;",
  "  }",
];

const CLASS = (...methods: readonly (readonly string[])[]) =>
  ["class Options {", ...methods.flatMap((method) => [...method, ""]), "}"].join("\n");

describe("what is said of cited lines as certain", () => {
  describe("holds where a sibling was inserted below an edited one", () => {
    const old = CLASS(METHOD("title", "name"), METHOD("owner", "user"));
    const edited = METHOD("title", "name").with(5, "    this.notifyAll();");
    const current = CLASS(edited, METHOD("subtitle", "second"), METHOD("owner", "user"));

    it("for the lines that close it: they are not those of the sibling", async () => {
      for (const line of [8, 9] as const) {
        const found = await find(old, current, [line, line]);
        assert.match(found ?? "", line === 8 ? /^(?:same|perhaps 8-8)$/ : /^(?:same|perhaps 9-9)$/);
      }
    });

    it("for the same lines of the one below", async () => {
      assert.equal(await find(old, current, [17, 18]), "moved 26-27");
    });
  });

  describe("is nothing that another scope has too", () => {
    const f = METHOD("first", "one");
    const g = METHOD("second", "two");

    it("where similar functions were swapped: the text goes with its name", async () => {
      const swapped = CLASS(g, f);
      assert.equal(await find(CLASS(f, g), swapped, [4, 8]), "moved 13-17");
      assert.equal(await find(CLASS(f, g), swapped, [2, 9]), "moved 11-18");
      assert.equal(await find(CLASS(f, g), swapped, [13, 17]), "moved 4-8");
    });

    it("where a copy with another name came before it", async () => {
      assert.equal(await find(CLASS(f), CLASS(METHOD("copy", "one"), f), [4, 8]), "moved 13-17");
    });

    it("where thousands of the same lines come before it", async () => {
      const [zeros, ones] = ["  row(0, 0, 0, 0, 0, 0),", "  row(1, 1, 1, 1, 1, 1),"];
      const many = (line: string, count: number) => Array<string>(count).fill(line);
      const old = [...many(zeros, 2_100), ...many(ones, 2_100)];
      const found = await find(old.join("\n"), old.toSpliced(10, 0, ones).join("\n"), [2_100, 2_101]);
      assert.equal(found, "moved 2101-2102");
    });

    it("where its twin is all that is left", async () => {
      for (const lines of [
        [2, 9],
        [4, 6],
        [8, 8],
      ] as const) {
        const found = await find(CLASS(f, g), CLASS(g), lines);
        assert.match(found ?? "", /^(?:gone|perhaps)/, `${lines.join("-")}: ${found}`);
      }
    });

    it("where all functions were reordered, down to their brackets", async () => {
      const all = ["alpha", "beta", "gamma", "delta", "epsilon"].map((name) => METHOD(name, name));
      const [old, current] = [CLASS(...all), CLASS(...all.toReversed())];
      for (const [index] of all.entries()) {
        const from = 2 + 9 * index;
        const to = 2 + 9 * (all.length - 1 - index);
        for (const [start, end] of [
          [0, 7],
          [3, 6],
          [6, 7],
          [7, 7],
          [4, 4],
        ] as const) {
          const expected = from === to ? "same" : `moved ${to + start}-${to + end}`;
          assert.equal(await find(old, current, [from + start, from + end]), expected);
        }
      }
    });
  });

  describe("is no entry that took the place of another", () => {
    const cases: readonly (readonly [what: string, before: string, after: string])[] = [
      ["a case", "    case Token.Minus:", "    case Token.Comma:"],
      ["an entry of a list", '    "application/xml",', '    "application/json",'],
      ["a key", '    "minus": true,', '    "comma": true,'],
      ["an assertion", "    assert.equal(parse(minus), 1);", "    assert.equal(parse(comma), 1);"],
    ];
    for (const [what, before, after] of cases) {
      it(`such as ${what}`, async () => {
        const around = ["Plus", "Times", "Slash", "Dot"].map((name) =>
          before.replace(/Minus|minus|application\/xml/, name),
        );
        const file = (line: string) =>
          ["const all = {", ...around.slice(0, 2), line, ...around.slice(2), "};"].join("\n");
        const found = await find(file(before), file(after), [4, 4]);
        assert.match(found ?? "", /^(?:gone|perhaps)/, found);
      });
    }

    it("but what kept its name is changed", async () => {
      const file = (version: string) => `{\n  "name": "a package",\n  "version": "${version}",\n  "license": "MIT"\n}`;
      assert.equal(await find(file("1.0.0"), file("2.1.3"), [3, 3], "package.json"), "changed 3-3");
    });
  });

  describe("is no text that has the cited indentation by chance", () => {
    const inner = (depth: number) => {
      const blanks = "  ".repeat(depth);
      return [`${blanks}const total = sum(rows, rows.unit);`, `${blanks}report(total, rows.width);`];
    };
    const branches = (depth: number) => {
      const blanks = "  ".repeat(depth);
      return [
        `${blanks}if (rows.isWide) {`,
        ...inner(depth + 1),
        `${blanks}} else {`,
        `${blanks}  for (const row of rows) {`,
        ...inner(depth + 2),
        `${blanks}  }`,
        `${blanks}}`,
      ];
    };
    const around = (head: string, lines: readonly string[]) => ["function count(rows) {", head, ...lines, "  }", "}"];
    const bare = ["function count(rows) {", ...branches(1), "}"].join("\n");
    const wrapped = around("  if (rows.isRead) {", branches(2)).join("\n");

    it("where what was around it went away", async () => {
      assert.equal(await find(wrapped, bare, [4, 5]), "moved 3-4");
      assert.equal(await find(wrapped, bare, [8, 9]), "moved 7-8");
      assert.equal(await find(wrapped, bare, [4, 4]), "moved 3-3");
    });

    it("where something came around it", async () => {
      assert.equal(await find(bare, wrapped, [3, 4]), "moved 4-5");
      assert.equal(await find(bare, wrapped, [7, 8]), "moved 8-9");
      const tabs = (text: string) => text.replaceAll("  ", "\t");
      assert.equal(await find(tabs(bare), tabs(wrapped), [7, 8]), "moved 8-9");
      const python = (text: string) => text.replaceAll(/ \{$/gm, ":").replaceAll(/^ *\}$\n?/gm, "");
      assert.match((await find(python(bare), python(wrapped), [7, 7], "a.py")) ?? "", /^(?:moved|perhaps) 8-8$/);
    });
  });

  describe("is nothing of what may be the old version, kept as a copy,", () => {
    const [old, edited] = [METHOD("send", "name"), METHOD("deliver", "title")];
    const own = (lines: readonly string[]) => ["class Post {", ...lines, "}", ""];
    const copy = (lines: readonly string[]) => ["class FormerPost {", ...lines, "}", ""];
    const then = own(old).join("\n");

    it("if its class was reworked", async () => {
      assert.match((await find(then, [...copy(old), ...own(edited)].join("\n"), [3, 5])) ?? "", /^perhaps /);
      assert.match((await find(then, [...own(edited), ...copy(old)].join("\n"), [3, 5])) ?? "", /^perhaps /);
      assert.match((await find(then, [...own(edited), ...copy(old)].join("\n"), [2, 9])) ?? "", /^perhaps /);
    });

    it("if a constructor has the name of its class", async () => {
      const file = (...constructors: readonly (readonly string[])[]) =>
        ["class Lock {", ...constructors.flat(), "}"].join("\n");
      const made = (name: string, words: string) => [
        `  ${name}() {`,
        `    this.prepare(${words}, this.depthOfPins);`,
        "  }",
      ];
      const [then, now] = [made("Lock", "teethOfKeys"), made("Lock", "profile")];
      assert.match((await find(file(then), file(made("LockBefore", "teethOfKeys"), now), [3, 3])) ?? "", /^perhaps /);
    });

    it("if only a method of the class was renamed", async () => {
      const renamed = own(old.with(0, "  deliver(value: string): this {"));
      assert.match((await find(then, [...renamed, ...copy(old)].join("\n"), [3, 3])) ?? "", /^perhaps /);
    });

    it("but is the text under its own name where that kept it", async () => {
      assert.equal(await find(then, [...copy(edited), ...own(old)].join("\n"), [3, 5]), "moved 14-16");
    });
  });

  describe("is text that went from one heading to another", () => {
    const entries = [
      "### Fixed",
      "",
      "- Drop old sensors",
      "- Update maps",
      "",
      "### Added",
      "",
      "- Reload option",
      "",
    ];
    const others = ["### Fixed", "", "- Polar days", "", "### Added", "", "- Colour option", ""];
    const released = ["## 2.3.0", "", "### Fixed", "", "- Wrong wind at noon", ""];
    const old = ["# Changes", "", "## Unreleased", "", ...entries, ...released].join("\n");
    const current = ["# Changes", "", "## Unreleased", "", ...others, "## 2.4.0", "", ...entries, ...released].join(
      "\n",
    );

    it("as it is", async () => {
      assert.equal(await find(old, current, [7, 10], "CHANGELOG.md"), "moved 17-20");
      assert.match((await find(old, current, [5, 7], "CHANGELOG.md")) ?? "", /^(?:moved|perhaps) 15-17$/);
      assert.match((await find(old, current, [9, 12], "CHANGELOG.md")) ?? "", /^(?:moved|perhaps) 19-22$/);
    });

    it("also a short one, where a similar one is in its place", async () => {
      const old = ["## Unreleased", "", "- Update maps", "", "## 2.3.0", "", "- Wrong wind"];
      const current = [
        "## Unreleased",
        "",
        "- Update charts",
        "",
        "## 2.4.0",
        "",
        "- Update maps",
        "",
        ...old.slice(4),
      ];
      assert.match((await find(old.join("\n"), current.join("\n"), [3, 3], "a.md")) ?? "", /^(?:moved|perhaps) 7-7$/);
    });

    it("together with a heading that was changed", async () => {
      assert.match((await find(old, current, [3, 12], "CHANGELOG.md")) ?? "", /^(?:changed|perhaps) 13-22$/);
    });

    it("also in code", async () => {
      const list = (name: string, ...words: readonly string[]) => [
        `  ${name}: {`,
        ...words.map((word) => `    ${word}: "the words for ${word}",`),
        "  },",
      ];
      const file = (...parts: readonly (readonly string[])[]) =>
        ["export const words = {", ...parts.flat(), "};"].join("\n");
      const then = file(list("de", "save", "open", "close"), list("fr", "undo", "redo"));
      const now = file(list("de", "find", "sort"), list("fr", "undo", "redo", "save", "open", "close"));
      assert.match((await find(then, now, [3, 5])) ?? "", /^(?:moved|perhaps) 9-11$/);
    });
  });

  describe("is not that something is gone", () => {
    it("if it is in another condition", async () => {
      const old = ["if (isReady) {", "  return paint({", "    colour,", "  });", "}", "paint();"];
      const current = [
        "if (isReady) {",
        "}",
        "if (isDry) {",
        "  return paint({",
        "    colour,",
        "  });",
        "}",
        "paint();",
      ];
      assert.match((await find(old.join("\n"), current.join("\n"), [4, 5])) ?? "", /^(?:moved|perhaps) 6-7$/);
    });

    it("if a parameter or a key of all was renamed", async () => {
      const old = [
        "function weigh(item) {",
        "  item.weighed += 1;",
        "}",
        "",
        "function clear(item) {",
        "  item.count = 0;",
        "}",
      ];
      const renamed = old.join("\n").replaceAll("item", "orderedArticle");
      assert.match((await find(old.join("\n"), renamed, [6, 7])) ?? "", /^(?:changed|perhaps) 6-7$/);
      const rooms = ["Hall 12", "Cellar 9", "Attic 7"].map((room) => room.split(" "));
      const file = (one: string, other: string) =>
        [
          "[",
          ...rooms.flatMap(([name, width]) => ["  {", `    ${one}: '${name}',`, `    ${other}: ${width},`, "  },"]),
          "]",
        ].join("\n");
      assert.match(
        (await find(file("label", "width"), file("title", "metres"), [8, 9])) ?? "",
        /^(?:changed|perhaps) 8-9$/,
      );
    });

    it("if it is the end of what moved and was renamed", async () => {
      const end = (word: string) => [`    if (this.${word}) {`, `      this.${word}.close();`, "    }", "  }"];
      const old = [
        "class A {",
        "  one() {",
        ...end("first"),
        "",
        "  two() {",
        ...end("second"),
        "}",
        "",
        "class B {",
        "}",
      ];
      const current = [
        "class A {",
        "  two() {",
        ...end("second"),
        "}",
        "",
        "class B {",
        "  oneNow() {",
        ...end("first"),
        "}",
      ];
      assert.equal(await find(old.join("\n"), current.join("\n"), [5, 6]), "perhaps 13-14");
    });

    it("if something else has taken its place", async () => {
      const file = (line: string) =>
        ["const all = [", '  "first of these",', line, '  "last of these",', "];"].join("\n");
      const found = await find(file('  "application/xml+soap+something",'), file("  ...others.map(toText),"), [3, 3]);
      assert.match(found ?? "", /^perhaps/);
    });

    it("if it says too little to be looked for", async () => {
      const old = ["function one() {", "  run();", "}", "", "function two() {", "  stop();", "}"];
      assert.match((await find(old.join("\n"), old.slice(4).join("\n"), [3, 3])) ?? "", /^perhaps/);
    });
  });

  describe("is told by all words of a long line", () => {
    const words = Array.from({ length: 450 }, (_, word) => `word${word}`).join(" ");

    it("if others begin like it", async () => {
      const old = ["# list", "title: stock", "shelf: 12", `${words} apples from the garden`, "# end"];
      const current = [
        "# list",
        `${words} apples from the garden, red`,
        "title: stock",
        "shelf: 12",
        `${words} pears`,
        "# end",
      ];
      assert.match(
        (await find(old.join("\n"), current.join("\n"), [4, 4], "a.txt")) ?? "",
        /^(?:changed|perhaps) 2-2$/,
      );
    });

    it("or not at all", async () => {
      const longer = Array.from({ length: 40 }, () => words).join(" ");
      const old = ["# list", `${longer} apples`, `${longer} plums`, "# end"];
      const current = ["# list", `${longer} plums, blue`, `${longer} apples, red`, "# end"];
      assert.match((await find(old.join("\n"), current.join("\n"), [2, 2], "a.txt")) ?? "", /^perhaps/);
    });
  });

  describe("includes blank lines at both ends", () => {
    const old = ["import all from 'all';", "", ...METHOD("parse", "text"), "", ...METHOD("print", "tree")];
    const edited = ["import all from 'all';", "import one from 'one';", ...old.slice(1)].map((line) =>
      line.includes("this.text") ? "    this.text = value.trimEnd();" : line,
    );

    it("where they still are", async () => {
      assert.equal(await find(old.join("\n"), edited.join("\n"), [2, 10]), "changed 3-11");
      assert.equal(await find(old.join("\n"), edited.join("\n"), [3, 11]), "changed 4-12");
      assert.equal(await find(old.join("\n"), ["//", ...old].join("\n"), [2, 11]), "moved 3-12");
    });

    it("but not where they are not", async () => {
      const without = old.toSpliced(10, 1);
      assert.equal(await find(old.join("\n"), without.join("\n"), [3, 11]), "changed 3-10");
    });
  });

  it("is a definition that was rewritten, by its name", async () => {
    const old = ["function alpha() {", "  return one();", "}", "", "function beta(a) {", "  return two(a);", "}"].join(
      "\n",
    );
    const current = [
      "function added() {",
      "}",
      "",
      "function beta(a, b) {",
      "  const c = compute(a);",
      "  for (const each of b) c.add(each);",
      "  return c;",
      "}",
    ].join("\n");
    assert.equal(await find(old, current, [5, 7]), "changed 4-8");
  });

  it("is text that was indented anew, however long it is and whatever lines occur often", async () => {
    const body = Array.from({ length: 120 }, (_, line) =>
      line % 3 === 0 ? "  {" : line % 3 === 1 ? `    run(${line});` : "  }",
    );
    const old = ["function long() {", ...body, "}"].join("\n");
    const current = old.replaceAll(/^ +/gm, (blanks) => blanks + blanks);
    assert.equal(await find(old, current, [1, 122]), "changed 1-122");
    assert.equal(await find(old, current, [50, 70]), "changed 50-70");
  });

  it("begins with the first cited line wherever that still stands alone", async () => {
    const list = (...names: readonly string[]) =>
      ["const NAMES = [", ...names.map((name) => `  "${name}",`), "];"].join("\n");
    const old = list("width", "size", "limit", "height", "margin", "border");
    const current = list("border", "height", "limit", "margin", "outline", "size", "width");
    assert.equal(await find(old, current, [4, 6]), "perhaps 4-5"); // limit, height, margin
    const comment = [
      "/**",
      " * Sends a report.",
      " * @class",
      " */",
      "class Report {",
      "  send() {",
      "    post(this);",
      "  }",
      "}",
    ];
    const edited = comment.toSpliced(2, 1).toSpliced(6, 0, "    check(this);");
    assert.equal(await find(comment.join("\n"), `\n${edited.join("\n")}`, [2, 8]), "perhaps 3-9");
  });

  it("is no line whose own words are gone, for those that many lines have", async () => {
    const line = (args: string) => [`  .action(function (${args}) {`, "    console.log(this);", "  })"];
    const filler = Array.from({ length: 90 }, (_, at) => `// line ${at}, which stays`);
    const old = ["## Use", "", ...filler, "program", "  .command('rm')", ...line("dir, cmdObj"), ";"].join("\n");
    const current = [
      "## Use",
      "",
      ...filler,
      "program",
      "  .command('rm')",
      "  .argument('<a>')",
      ...line(""),
      ";",
    ].join("\n");
    const found = await find(old, current, [95, 95], "README.md");
    assert.match(found ?? "", /^(?:gone|perhaps)/, found);
  });

  it("is a method of a type by its name, and no comment that speaks of it", async () => {
    const old = ["interface Day {", "  isAfter(dayjs: Day): boolean", "", "  isLeapYear(): boolean", "}"].join("\n");
    const comment = ["  /**", "   * dayjs().isAfter('2011-01-01', 'year') // => boolean", "   */"];
    const current = [
      "interface Day {",
      ...comment,
      "  isAfter(date?: Config, unit?: Unit): boolean",
      "",
      "  isLeapYear(): boolean",
      "}",
    ].join("\n");
    assert.match((await find(old, current, [2, 2])) ?? "", /^(?:changed|perhaps) 5-5$/);
  });

  it("is a key whose value became one of many lines", async () => {
    const file = (value: string) => `{\n  "exports": {\n    "import": ${value},\n    "default": "./a.cjs"\n  }\n}`;
    const current = file('{\n      "types": "./a.d.ts",\n      "default": "./a.mjs"\n    }');
    assert.equal(await find(file('"./a.mjs"'), current, [3, 3], "package.json"), "changed 3-3");
  });

  it("is not gone as long as one of the lines stands alone", async () => {
    const use = ["```", "https://example.com/a/file.json", "```", ""];
    const old = ["## Use", "", ...use, "## Data Structure", "", "It is a map.", "", "## Licence", "", "MIT"];
    const current = [
      "## Data Structure",
      "",
      "It is a map.",
      "",
      "## Licence",
      "",
      "MIT",
      "",
      "## Install",
      "",
      ...use,
    ];
    assert.equal(await find(old.join("\n"), current.join("\n"), [4, 7], "README.md"), "perhaps 12-14");
  });

  it("is no month of another language", async () => {
    const months = (language: string, names: string) =>
      `const locale = {\n  name: "${language}",\n  months: "${names}".split("_"),\n  ordinal: (n) => n,\n};\n`;
    const then = { "fr.js": months("fr", "janvier_février_mars") };
    const now = { "fr.js": months("fr", "janv._févr._mars"), "fr-ca.js": months("fr-ca", "janvier_février_mars") };
    const found = await check("fr.js", [3, 3], then, now);
    assert.ok(
      found &&
        (found.state === "gone" || ("isSure" in found && !found.isSure) || ("path" in found && found.path === "fr.js")),
      JSON.stringify(found),
    );
  });

  it("is text that went whole to another file, whatever its extension", async () => {
    const body = METHOD("parse", "source").join("\n");
    const found = await check(
      "lib/a.js",
      [2, 9],
      { "lib/a.js": CLASS(METHOD("parse", "source")) },
      { "src/b.ts": `import x from "x";\n\n${body}\n` },
    );
    assert.deepEqual(found, { state: "moved", path: "src/b.ts", range: { startLine: 2, endLine: 9 }, isSure: true });
  });

  it("is not gone where short lines went to another file together", async () => {
    const list = "ab bc cd de ef fg gh hi ij jk kl lm mn no op pq".split(" ").map((code) => `  "${code}",`);
    const found = await check(
      "a.json",
      [12, 13],
      { "a.json": list.join("\n") },
      {
        "a.json": list.slice(0, 8).join("\n"),
        "b.json": list.slice(8).join("\n"),
      },
    );
    assert.deepEqual(found, { state: "moved", path: "b.json", range: { startLine: 3, endLine: 4 }, isSure: false });
  });

  it("is not gone where a statement of many lines became one of a single line", async () => {
    const old = [
      "const attr = mock();",
      "expect(",
      "  typeof tabIndexOf(",
      "    attribute('tabIndex', attr),",
      "  ),",
      ").toEqual('function');",
      "done();",
    ];
    const current = [
      "const attr = mock();",
      "expect(typeof tabIndexOf(attribute('tabIndex', attr))).toEqual('function');",
      "done();",
    ];
    assert.match((await find(old.join("\n"), current.join("\n"), [2, 2])) ?? "", /^perhaps 2-2$/);
  });

  it("is no range that ends behind the last line of what was cited", async () => {
    const text = CLASS(METHOD("one", "two"));
    assert.deepEqual(await check("a.ts", [2, 9_000], { "a.ts": text }, { "a.ts": text }), {
      state: "cannotCheck",
      reason: "linesMissing",
    });
  });

  it("counts lines as the service does: not at a CR alone", async () => {
    const text = `/* a\rb\rc */\n${CLASS(METHOD("one", "two"), METHOD("three", "four"))}`;
    assert.deepEqual(await check("a.ts", [12, 14], { "a.ts": text.replaceAll("\n", "\r\n") }, { "a.ts": text }), {
      state: "same",
    });
  });
});
