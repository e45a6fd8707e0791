import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseMarkdown } from "../../../../src/core/markdown/markdown.ts";
import type { Block, Inline } from "../../../../src/protocol/markdown.ts";
import { hostileAnswer } from "../../../support/hostile/corpus.ts";
import { checkBlocks, depthOf } from "../../../support/hostile/knownNodes.ts";

/** Parses, accepting every link as a web link, and returns the addresses that were looked up. */
function parse(text: string): { blocks: Block[]; asked: string[] } {
  const asked: string[] = [];
  let codes = 0;
  const blocks = parseMarkdown(
    text,
    (url) => ({ target: { kind: "web", index: asked.push(url) - 1 }, title: "" }),
    () => codes++,
  );
  return { blocks, asked };
}

const blocksOf = (text: string) => parse(text).blocks;
const words = (text: string): Inline => ({ type: "text", text });
const paragraph = (...content: Inline[]): Block => ({ type: "paragraph", content });
const link = (index: number, ...content: Inline[]): Inline => ({
  type: "link",
  target: { kind: "web", index },
  title: "",
  content,
});

describe("Markdown", function () {
  this.timeout(120_000); // some texts are long, and a machine may be busy with other things

  it("becomes headings, paragraphs and what is marked up in them", () => {
    assert.deepEqual(blocksOf("## A `b`\n\nc *d* **e _f_** ~~g~~ `h`  \ni"), [
      { type: "heading", level: 2, content: [words("A "), { type: "code", text: "b" }] },
      paragraph(
        words("c "),
        { type: "emphasis", content: [words("d")] },
        words(" "),
        { type: "strong", content: [words("e "), { type: "emphasis", content: [words("f")] }] },
        words(" "),
        { type: "strikethrough", content: [words("g")] },
        words(" "),
        { type: "code", text: "h" },
        { type: "break" },
        words("i"),
      ),
    ]);
  });

  it("has links to its own sections, by the names that code hosts give them", () => {
    const markdown = [
      "See [one](#what-it-does_), [two](#what-it-does_-1), [three](#%C3%BCber-foo), [none](#nowhere), [top](#) and [x](y).",
      "# What it *does*_?\n\n> # Quoted\n\n## What it does_\n\n### `Über` foo!",
    ].join("\n\n");
    const sections: unknown[] = [];
    const others: string[] = [];
    parseMarkdown(
      markdown,
      (url, section) => {
        if (section) sections.push(section);
        else others.push(url);
        return undefined;
      },
      () => 0,
    );
    assert.deepEqual(sections, [
      { index: 0, title: "What it does_?" },
      { index: 1, title: "What it does_" },
      { index: 2, title: "Über foo!" },
    ]);
    assert.deepEqual(others, ["#nowhere", "#", "y"]);
  });

  it("keeps code as it is, with its language", () => {
    assert.deepEqual(blocksOf("```ts title=x\nconst a = `<b>`;\n\n\tc\n```"), [
      { type: "code", index: 0, language: "ts", text: "const a = `<b>`;\n\n\tc" },
    ]);
    assert.deepEqual(blocksOf("    indented"), [{ type: "code", index: 0, language: "", text: "indented" }]);
    assert.deepEqual(blocksOf('```"><img>\nx\n```'), [{ type: "code", index: 0, language: "", text: "x" }]);
  });

  it("becomes lists with their start and their ticks", () => {
    assert.deepEqual(blocksOf("3. a\n4. b\n   - [x] c\n   - [ ] d"), [
      {
        type: "list",
        ordered: true,
        start: 3,
        items: [
          { content: [paragraph(words("a"))] },
          {
            content: [
              paragraph(words("b")),
              {
                type: "list",
                ordered: false,
                start: 1,
                items: [
                  { checked: true, content: [paragraph(words("c"))] },
                  { checked: false, content: [paragraph(words("d"))] },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  it("becomes tables whose rows are all as wide as their head", () => {
    assert.deepEqual(blocksOf("|a|b|c|\n|:-|:-:|--:|\n|1|2|\n|1|2|3|4|"), [
      {
        type: "table",
        align: ["left", "center", "right"],
        head: [[words("a")], [words("b")], [words("c")]],
        rows: [
          [[words("1")], [words("2")], []],
          [[words("1")], [words("2")], [words("3")]],
        ],
      },
    ]);
  });

  it("becomes quotes and rules, and never takes a line of dashes for a heading", () => {
    assert.deepEqual(blocksOf("> a\n\nb\n---\nc"), [
      { type: "quote", content: [paragraph(words("a"))] },
      paragraph(words("b")),
      { type: "rule" },
      paragraph(words("c")),
    ]);
  });

  it("finds links, references, bare addresses and images, in order, and asks about each once", () => {
    const { blocks, asked } = parse(
      "[a](x) [b][1] <https://c.example> https://d.example ![e](y) [![f](z)](w)\n\n[1]: v",
    );
    assert.deepEqual(asked, ["x", "v", "https://c.example", "https://d.example", "y", "w"]);
    assert.deepEqual(blocks, [
      paragraph(
        link(0, words("a")),
        words(" "),
        link(1, words("b")),
        words(" "),
        link(2, words("https://c.example")),
        words(" "),
        link(3, words("https://d.example")),
        words(" "),
        link(4, words("e")),
        words(" "),
        link(5, words("f")),
      ),
    ]);
  });

  it("leaves the text of a link that leads nowhere", () => {
    assert.deepEqual(
      parseMarkdown(
        "a [b *c*](d) e",
        () => undefined,
        () => 0,
      ),
      [paragraph(words("a b "), { type: "emphasis", content: [words("c")] }, words(" e"))],
    );
  });

  it("numbers blocks of code in the order of the text", () => {
    const codes = ["a", "b", "a"].map((text, index) => ({ type: "code", index, language: "", text }));
    assert.deepEqual(
      blocksOf("```\na\n```\n- x\n\n```\nb\n```\n\n```\na\n```").filter(({ type }) => type === "code"),
      codes,
    );
  });

  it("numbers footnotes as they are referred to and puts them last", () => {
    assert.deepEqual(blocksOf("a[^x] b[^y] c[^x]\n\n[^y]: Y\n[^x]: X"), [
      paragraph(words("a[1] b[2] c[1]")),
      { type: "rule" },
      {
        type: "list",
        ordered: true,
        start: 1,
        items: [{ content: [paragraph(words("X"))] }, { content: [paragraph(words("Y"))] }],
      },
    ]);
  });

  it("shows raw HTML as text, without its comments, and knows a line break", () => {
    assert.deepEqual(blocksOf("a <b>c</b><br>d <!-- e -->f"), [
      paragraph(words("a <b>c</b>"), { type: "break" }, words("d f")),
    ]);
    assert.deepEqual(blocksOf("<div>\n*a*\n</div>\n\n<!-- b\nc -->"), [
      paragraph(words("<div>\n"), { type: "emphasis", content: [words("a")] }, words("\n</div>")),
    ]);
    assert.deepEqual(blocksOf("<!-- never closed"), [paragraph(words("<!-- never closed"))]);
  });

  for (const [what, text, expected] of [
    ["a fence", "```ts\nconst a", [{ type: "code", index: 0, language: "ts", text: "const a" }]],
    ["a fence's opening", "a\n\n``", [paragraph(words("a")), paragraph(words("``"))]],
    ["a link", "a [b](https", [paragraph(words("a [b](https"))]],
    ["a link's text", "a [b", [paragraph(words("a [b"))]],
    ["bold", "a **b", [paragraph(words("a **b"))]],
    ["a table's head", "| a | b |\n|--", [paragraph(words("| a | b |\n|--"))]],
    ["an empty list", "-", [{ type: "list", ordered: false, start: 1, items: [{ content: [] }] }]],
    ["nothing", "", []],
  ] satisfies [string, string, Block[]][]) {
    it(`ends in the middle of ${what} and is still read`, () => {
      assert.deepEqual(blocksOf(text), expected);
    });
  }

  it("is drawn from any of its beginnings", () => {
    const text = hostileAnswer("schemes.md") + "\n> - a\n>   | b | c |\n>   |---|---|\n>   | [d](e) | `f` |\n";
    for (let end = 0; end < text.length; end += 13) checkBlocks(blocksOf(text.slice(0, end)));
  });

  it("takes reordering characters out of prose and writes them out in code", () => {
    assert.deepEqual(blocksOf("a\u202Eb `c\u2066d` [e\u202E](f)\n\n```\ng\u200Fh\n```"), [
      paragraph(words("ab "), { type: "code", text: "c[U+2066]d" }, words(" "), link(0, words("e"))),
      { type: "code", index: 0, language: "", text: "g[U+200F]h" },
    ]);
  });

  it("keeps every word of a text that is too deep", () => {
    const blocks = blocksOf(`${"> ".repeat(100)}the *last* word`);
    assert.ok(depthOf(blocks) < 60);
    assert.match(JSON.stringify(blocks), /the last word/);
  });

  it("keeps every word of a text that is too long, the end as code", () => {
    const blocks = blocksOf("A sentence with *words*.\n\n".repeat(5_000) + "the end");
    const last = blocks.at(-1);
    assert.ok(last?.type === "code" && last.text.endsWith("the end"));
    assert.deepEqual(
      blocks[3_000],
      paragraph(words("A sentence with "), { type: "emphasis", content: [words("words")] }, words(".")),
    );
  });

  it("keeps long lines of code whole", () => {
    const line = "a".repeat(40_000);
    assert.deepEqual(blocksOf(`\`\`\`\n${line}\n\`\`\``), [{ type: "code", index: 0, language: "", text: line }]);
  });

  it("resolves references across a long text and doesn't break its code", () => {
    const { blocks, asked } = parse(
      `[a][x]\n\n\`\`\`ts\n${"const a = 1;\n\n".repeat(1_500)}\`\`\`\n\n${"b\n\n".repeat(2_000)}[a][x]\n\n[x]: y\n`,
    );
    assert.deepEqual(asked, ["y", "y"]);
    assert.ok(
      blocks.every((block) => block.type === "paragraph" || (block.type === "code" && block.language === "ts")),
    );
  });

  it("shows in a long text no line again that only looks as if it were referred to", () => {
    const code = "const names = {\n  [Kind.A]: new Name(1),\n  [kind]: find(a, b),\n};\n[INFO]: listening on port 80";
    const lines = "[WARN]: the disk is full\n[call]: f(\n[ ]: a\n[^my note]: b\n[c[d]: e";
    const { blocks, asked } = parse(
      `\`\`\`\n${code}\n\`\`\`\n\n${lines}\n\n${"b\n\n".repeat(2_000)}[a][x]\n\n[x]: <y> "A title"\n`,
    );
    assert.deepEqual(asked, ["y"]);
    assert.deepEqual(blocks[0], { type: "code", index: 0, language: "", text: code });
    assert.deepEqual(blocks[1], paragraph(words(lines)));
    assert.deepEqual(blocks.slice(2, -1), Array(2_000).fill(paragraph(words("b"))));
  });
});
