import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readAnswers } from "../../../../../src/core/sources/answerSources.ts";
import {
  checkCitations,
  labelOf,
  noSource,
  notFound,
  notQuoted,
  type CheckedText,
} from "../../../../../src/local/answers/writing/citations.ts";
import { Evidence } from "../../../../../src/local/answers/writing/evidence.ts";
import { hostileAnswer, hostileNames } from "../../../../support/hostile/corpus.ts";
import { grown } from "../../../../support/hostile/grown.ts";
import { seededRandom } from "../../../../support/randomMatches.ts";

const PARSE = [
  "export function parseRetry(value: string) {",
  "  const retries = Number(value);",
  "  if (retries > MAX_RETRIES) throw new RangeError(value);",
  "  return retries;",
  "}",
];

/** Three passages: lines 11–15 of one file, lines 1–3 of another, line 1 of a third. */
function evidence(): Evidence {
  const served = new Evidence();
  served.add({ repository: "h/o/r", path: "src/parse.ts", revision: "a".repeat(40), startLine: 10, lines: PARSE });
  served.add({
    repository: "h/o/r",
    path: "src/limits (old).ts",
    revision: "b".repeat(40),
    startLine: 0,
    lines: ["export const MAX_RETRIES = 5;", "", "export const waitMs = 250;"],
  });
  served.add({ repository: "h/o/r", path: "README.md", revision: "a".repeat(40), startLine: 0, lines: ["# Retries"] });
  return served;
}

const check = (text: string) => checkCitations(text, evidence());
const cited = ({ cited }: CheckedText) => cited.map(labelOf);
/** The text without the addresses of its links. */
const shown = ({ text }: CheckedText) => text.replaceAll(/\]\([^)]*\)/g, "]");

describe("a citation", () => {
  for (const [mark, ...places] of [
    ["[1]", "parse.ts:11–15"],
    ["[1:12-13]", "parse.ts:12–13"],
    ["[1:L12-L13]", "parse.ts:12–13"],
    ["[1:12–13]", "parse.ts:12–13"],
    ["[1: lines 12-13]", "parse.ts:12–13"],
    ["[1, lines 12-13]", "parse.ts:12–13"],
    ["[1, 12-13]", "parse.ts:12–13"],
    ["[1:12]", "parse.ts:12"],
    ["[1:12-13, 15]", "parse.ts:12–13"],
    ["[1, 2]", "parse.ts:11–15", "limits (old).ts:1–3"],
    ["[1,3]", "parse.ts:11–15", "README.md:1"],
    ["[1; 2]", "parse.ts:11–15", "limits (old).ts:1–3"],
    ["[1 and 2]", "parse.ts:11–15", "limits (old).ts:1–3"],
    ["[1-3]", "parse.ts:11–15", "limits (old).ts:1–3", "README.md:1"],
    ["[1][2]", "parse.ts:11–15", "limits (old).ts:1–3"],
    ["[1:12, 2:3]", "parse.ts:12", "limits (old).ts:3"],
    ["【1】", "parse.ts:11–15"],
    ["【1†L12-L13】", "parse.ts:12–13"],
    ["【1†source】", "parse.ts:11–15"],
    ["[^1]", "parse.ts:11–15"],
    ["[#1]", "parse.ts:11–15"],
    ["(1)", "parse.ts:11–15"],
    ["(1:12-13)", "parse.ts:12–13"],
    ["(passage 1)", "parse.ts:11–15"],
    ["(see passages 1 and 2)", "parse.ts:11–15", "limits (old).ts:1–3"],
    ["[passage 1]", "parse.ts:11–15"],
    ["[Source 1, lines 12-13]", "parse.ts:12–13"],
    ["`[1:12-13]`", "parse.ts:12–13"],
    ["**[1]**", "parse.ts:11–15"],
    ["\\[1\\]", "parse.ts:11–15"],
    ["[[1]](src/elsewhere.ts)", "parse.ts:11–15"],
    ["[1](src/elsewhere.ts#L4)", "parse.ts:11–15"],
    ["([1])", "parse.ts:11–15"],
  ] as const)
    it(`is read where it is written as ${mark}`, () => {
      const checked = check(`It is read as a number ${mark}.`);
      assert.deepEqual(cited(checked), places);
      assert.equal(checked.unsourced, 0);
      assert.ok(!/[[(【]\^?\d|passage|source/i.test(shown(checked)), shown(checked));
    });

  it("is read behind the end of its sentence, at its beginning and within", () => {
    for (const text of ["It retries. [1]", "[1] It retries.", "It retries.[1]", "Passage 1 shows that it retries."])
      assert.deepEqual(cited(check(text)), ["parse.ts:11–15"], text);
    assert.match(check("It retries[1].").text, /retries \[/);
  });

  it("leads to the lines at the revision at which they were served", () => {
    assert.equal(
      check("It is five [2:1].").text,
      `It is five [\`limits (old).ts:1\`](/h/o/r@${"b".repeat(40)}/-/blob/src/limits%20%28old%29.ts?L1).`,
    );
  });

  for (const [text, expected, ...places] of [
    ["See `src/parse.ts`.", "See [`src/parse.ts`].", "parse.ts:11–15"],
    ["See `parse.ts:12-13`.", "See [`parse.ts:12-13`].", "parse.ts:12–13"],
    ["See `h/o/r/src/parse.ts#L12`.", "See [`h/o/r/src/parse.ts#L12`].", "parse.ts:12"],
    ['See "src/parse.ts".', 'See "[`src/parse.ts`]".', "parse.ts:11–15"],
    ["See (README.md).", "See ([`README.md`]).", "README.md:1"],
    ["See [src/parse.ts:14].", "See [`src/parse.ts:14`].", "parse.ts:14"],
    ["See `src/parse.ts` [1:12].", "See [`src/parse.ts`] [`parse.ts:12`].", "parse.ts:12", "parse.ts:11–15"],
    ["See `parse.ts:40`.", "See `parse.ts:40`."],
    ["See src/parse.ts.", "See src/parse.ts."],
    ["See `arse.ts`.", `See \`arse.ts\` ${notFound()}.`],
    ["See `src/parse.ts:12:5`.", "See [`src/parse.ts:12:5`].", "parse.ts:12"],
    ["See `./src/parse.ts`.", "See [`./src/parse.ts`].", "parse.ts:11–15"],
    ["See `/src/parse.ts:12`.", "See [`/src/parse.ts:12`].", "parse.ts:12"],
    ["See `src/limits (old).ts`.", "See [`src/limits (old).ts`].", "limits (old).ts:1–3"],
    ["See (/src/parse.ts).", "See ([`/src/parse.ts`]).", "parse.ts:11–15"],
  ] as const)
    it(`is a path with marks around it that names exactly one file: ${text}`, () => {
      const checked = check(text);
      assert.equal(shown(checked).replace(` ${noSource()}`, ""), expected);
      assert.deepEqual(cited(checked), places);
    });

  it("is no path that two files end with", () => {
    const served = evidence();
    served.add({ repository: "h/o/r", path: "lib/parse.ts", revision: "a".repeat(40), startLine: 0, lines: ["go();"] });
    assert.deepEqual(checkCitations("See `parse.ts`.", served).cited, []);
    assert.deepEqual(checkCitations("See `lib/parse.ts`.", served).cited.map(labelOf), ["parse.ts:1"]);
  });

  it("is none where brackets hold something else", () => {
    for (const text of [
      "Take `argv[2]` and argv[9] of it.",
      "- [x] It is done.",
      "It is so (1) because it is, and (2) since it was.",
      "It was so in [2024].",
      "It is about 1.5 of it, as in version 1.2.",
      "Call `retry(1)` twice.",
    ])
      assert.deepEqual([cited(check(text)), check(text).removedMarks], [[], 0], text);
  });

  it("is taken out and counted where it stands for nothing", () => {
    const checked = check("It retries [7]. It waits [0, 2]. It ends [99:1-5].");
    assert.equal(checked.removedMarks, 3);
    assert.deepEqual(cited(checked), ["limits (old).ts:1–3"]);
    assert.equal(
      shown(checked),
      `It retries. ${noSource()} It waits [\`limits (old).ts:1–3\`]. It ends. ${noSource()}`,
    );
  });

  it("has no lines that were not served", () => {
    assert.deepEqual(cited(check("It is so [1:5-12].")), ["parse.ts:11–12"]);
    assert.deepEqual(cited(check("It is so [1:14-90].")), ["parse.ts:14–15"]);
    assert.deepEqual(cited(check("It is so [1:400-500].")), ["parse.ts:11–15"]);
    assert.deepEqual(cited(check("It is so [1:0].")), ["parse.ts:11–15"]);
  });

  it("gets the lines of the code that it quotes, where its own don't have that", () => {
    const checked = check("It gives up by `throw new RangeError(value)` [1:11-12].");
    assert.deepEqual(cited(checked), ["parse.ts:13"]);
    assert.equal(checked.mended, 1);
    assert.equal(check("It gives up by `throw new RangeError(value)` [1:12-14].").mended, 0);
    const block = check("It is read so [1:14-15]:\n\n```ts\nconst retries = Number(value);\n```");
    assert.deepEqual(cited(block), ["parse.ts:12"]);
    assert.equal(block.mended, 1);
  });

  it("is added below code that stands in what was served", () => {
    const checked = check("Look:\n\n```ts\nexport const waitMs = 250;\n```");
    assert.deepEqual(cited(checked), ["limits (old).ts:3"]);
    const cut = check("Look:\n\n```ts\nexport function parseRetry(value: string) {\n  // ...\n  return retries;\n```");
    assert.deepEqual(cited(cut), ["parse.ts:11–14"]);
  });

  it("says of code that is nowhere in what was served that it is not", () => {
    const checked = check("Look [1]:\n\n```ts\nconst invented = 1;\n```\n\nIt is so [1].");
    assert.ok(checked.text.includes(`\`\`\`\n\n${notQuoted()}\n\nIt`), checked.text);
    assert.equal(checked.unfound, 1);
    assert.equal(check("It is so [1]:\n\n```mermaid\ngraph TD\n  A --> B\n```").unfound, 0);
  });

  it("is checked in code with line numbers, which are taken out", () => {
    const checked = check("Look [1]:\n\n```ts\n12|   const retries = Number(value);\n14|   return retries;\n```");
    assert.equal(checked.unfound, 1); // the line between them is missing
    assert.ok(!checked.text.includes("12|"));
  });
});

describe("a name in an answer", () => {
  it("is marked where it first stands, when it is nowhere in what was served", () => {
    const checked = check(
      "It is `parseRetry` and `inventedName` and inventedName, in `src/parse.ts` and src/other.ts and `lib/gone.ts:12` [1].",
    );
    assert.equal(
      shown(checked),
      `It is \`parseRetry\` and \`inventedName\` ${notFound()} and inventedName, in [\`src/parse.ts\`] and src/other.ts ${notFound()} and \`lib/gone.ts:12\` ${notFound()} [\`parse.ts:11–15\`].`,
    );
    assert.equal(checked.unfound, 3);
  });

  it("is known where the question has it, or it is a word of a language", () => {
    const served = evidence();
    served.tell("What does askedName do?");
    const text = "The `askedName` is `undefined`, `parseRetry(value)` is a `number`, in TypeScript [1].";
    assert.equal(checkCitations(text, served).unfound, 0);
  });
});

describe("what an answer says in any alphabet", () => {
  /** Lines 1–4 of a file. */
  const served = () => {
    const told = new Evidence();
    const lines = ["function prüfeMaß(größe) {", "  検索する(größe); // 値をparseHTTPで読む", "  return größe;", "}"];
    told.add({ repository: "h/o/r", path: "src/größe.ts", revision: "a".repeat(40), startLine: 0, lines });
    return told;
  };
  const unfound = (text: string) => {
    const checked = checkCitations(text, served());
    return [...shown(checked).matchAll(/(\S+) \*\(not found\)\*/g)].map(([, name]) => name);
  };

  it("is known as whole names, also with accents of their own", () => {
    for (const text of ["`prüfeMaß(größe)` 検索する", "prüfeMaß() in src/größe.ts", "`検索する`, `src/größe.ts:3`"])
      for (const form of ["NFC", "NFD"]) assert.deepEqual(unfound(`${text.normalize(form)} [1].`), [], text);
    assert.deepEqual(unfound("Das Maß über parseHTTPのprüfeMaß, 🎉parseHTTP, die Größe und 検索する_など [1]."), []);
  });

  it("is marked where a name is longer or another one", () => {
    assert.deepEqual(
      unfound("`prüft` and `größt`, `größer`, prüfeMaßband, übergroßeLänge, ändern() and `検索した` [1]."),
      [...["`prüft`", "`größt`", "`größer`", "prüfeMaßband", "übergroßeLänge", "ändern()", "`検索した`"]],
    );
  });

  it("is a quote where lines are left out, with whatever words", () => {
    const code = "```ts\nfunction prüfeMaß(größe) {\n  // … größere Stücke übergangen\n}\n```";
    for (const form of ["NFC", "NFD"])
      assert.equal(checkCitations(`Look [1]:\n\n${code.normalize(form)}`, served()).unfound, 0, form);
    assert.equal(checkCitations("Look [1]:\n\n```ts\n検索した（）\n```", served()).unfound, 1);
  });

  it("keeps a place in a list, and a space in front of a link", () => {
    assert.match(checkCitations("It is maß[9] of it [1].", served()).text, /maß\[9\] of/);
    assert.match(checkCitations("It is maß[1].", served()).text, /maß \[/);
  });
});

describe("a statement", () => {
  const counts = (text: string) => {
    const { statements, unsourced } = check(text);
    return [statements, unsourced];
  };

  it("is a sentence or a list item outside of headings, code and diagrams", () => {
    assert.deepEqual(counts("It retries [1]. It waits."), [2, 1]);
    assert.deepEqual(counts("# It retries always\n\n**In short**\n\nIt waits [1]."), [1, 0]);
    assert.deepEqual(counts("- It retries. It waits. [1]\n- It ends."), [2, 1]);
    assert.deepEqual(counts("It does this:\n\n1. It retries [1].\n   - It waits [2].\n2. It ends [1]."), [3, 0]);
    assert.deepEqual(counts("```ts\nconst a = 1; // it retries\n```\n\n```mermaid\ngraph TD\n```"), [0, 0]);
    assert.deepEqual(counts("| what | how |\n|---|---|\n| retries | five [2] |\n| waits | not at all |"), [2, 1]);
    assert.deepEqual(counts("> It retries [1].\n> It waits."), [2, 1]);
    assert.deepEqual(counts(""), [0, 0]);
  });

  it("ends where its sentence does, whatever it holds", () => {
    assert.deepEqual(counts("It calls `a. B. c()` e.g. for\nretries [1]."), [1, 0]);
    assert.deepEqual(counts("It retries **five times.** [2] It *waits.* It ends [1]."), [3, 1]);
    assert.deepEqual(counts("It retries. [1] It waits. [2]"), [2, 0]);
  });

  it("is marked where it cites nothing", () => {
    assert.equal(shown(check("It waits. It ends [1].")), `It waits. ${noSource()} It ends [\`parse.ts:11–15\`].`);
    assert.equal(shown(check("- It waits\n- It ends [1]")), `- It waits ${noSource()}\n- It ends [\`parse.ts:11–15\`]`);
  });
});

describe("what a model writes", function () {
  this.timeout(120_000); // some texts are long, and a machine may be busy with other things

  /** Asserts that each link that is shown, as the client reads it, leads to lines that were served. */
  const assertServed = (written: string, isPartial: boolean) => {
    const served = evidence();
    const checked = checkCitations(written, served, { isPartial });
    const question = {
      id: "0",
      text: "",
      outcome: { status: "completed", answer: checked.text },
      listedSources: [],
      suggestedFollowUps: [],
    } as const;
    const read = readAnswers({ questions: [question] }, "http://127.0.0.1");
    assert.deepEqual([read.webLinks, read.searches], [[], []], written.slice(0, 500));
    for (const { repository, path, revision, range } of read.sources)
      assert.ok(
        range !== undefined &&
          served.passages.some(
            (passage) =>
              passage.repository === repository &&
              passage.path === path &&
              passage.revision === revision &&
              range.startLine >= passage.startLine &&
              range.endLine < passage.startLine + passage.lines.length,
          ),
        `${path} ${JSON.stringify(range)} in ${written.slice(0, 500)}`,
      );
    assert.ok(checked.unsourced <= checked.statements);
    assert.ok(checked.text.isWellFormed());
  };

  for (const name of hostileNames)
    it(`links to nothing but served lines, also where it is ${name}`, () => {
      assertServed(hostileAnswer(name), false);
      assertServed(hostileAnswer(name), true);
    });

  for (const [name, make] of Object.entries(grown))
    it(`links to nothing but served lines, also where it is ${name}`, () => {
      assertServed(make().slice(0, 90_000), false);
    });

  it("links to nothing but served lines, in 1,000 texts of odd parts", () => {
    const random = seededRandom(19);
    const parts = [
      "[1]", "[2:1-3]", "[9]", "[1:400]", "[", "]", "(", ")", "[^1]", "\n[^1]: https://evil.example\n", "![i](http://x.y/z.png)",
      "[a](/h/o/r/-/blob/other.ts?L1)", "[1]: /h/o/r/-/blob/other.ts\n", "<https://evil.example/a>", "www.evil.example",
      "https://evil.example/?q=[1]", "a@b.example", "`", "```\n", "```ts\nreturn retries;\n```\n", "**", "_", "~~", "\n\n", "\n", " ", "- ",
      "> ", "| a | [1] |\n|---|---|\n", "word", "It retries. ", "\\", "&#91;1&#93;", "<a href='http://x.y'>", "【2】", "【1†L12】", "(1)",
      "passage 2", "[x][1]", "[[1]](http://x.y)", "\ud800", "\u202e", "\0", "[1](", "<!--", "# ", "    ", "1. ", "`[1]`", "[a]: <http://x.y>\n",
      "command:x", "[c](command:workbench.action.quit)", "/h/o/r@aaaaaaa/-/blob/src/parse.ts?L1",
    ]; // prettier-ignore
    for (let text = 0; text < 1_000; text++) {
      const length = 1 + Math.floor(random() * 25);
      let written = "";
      for (let part = 0; part < length; part++) written += parts[Math.floor(random() * parts.length)] ?? "";
      assertServed(written, random() < 0.3);
    }
  });
});

describe("an answer that broke off", () => {
  const cut = (text: string) => checkCitations(text, evidence(), { isCut: true });

  it("is not told that the sentence which it broke off in has no source", () => {
    for (const end of [" Then it", "\n\n- First it", " Then it [1:1"]) {
      const checked = cut(`The value is parsed [1].${end}`);
      assert.deepEqual([checked.statements, checked.unsourced], [1, 0], end);
      assert.ok(!checked.text.includes(noSource()));
      assert.ok(!shown(checked).includes("[1:1"));
    }
  });

  it("is told so of all the others", () => {
    for (const [text, unsourced] of [
      ["It is parsed. Then it", 1],
      ["It is parsed [1]. It is kept.", 1],
      ["It is parsed [1]. It is kept。", 1],
      ["It is parsed here", 0],
      ["It is parsed [1]. It is", 0],
      ["- It is parsed\n- It is kept [1]\n- Then", 1],
    ] as const)
      assert.equal(cut(text).unsourced, unsourced, text);
  });
});
