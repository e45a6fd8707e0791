import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseMarkdown } from "../../../../src/core/markdown/markdown.ts";
import type { Inline } from "../../../../src/protocol/markdown.ts";

/** The first paragraph, with `<b>`, `<i>`, `<s>` and `<a>` around what is marked up. */
function marked(markdown: string): string {
  const [block] = parseMarkdown(
    markdown,
    () => ({ target: { kind: "web", index: 0 }, title: "" }),
    () => 0,
  );
  assert.ok(block?.type === "paragraph");
  return block.content.map(written).join("");
}

const TAGS = { strong: "b", emphasis: "i", strikethrough: "s", link: "a" };

function written(inline: Inline): string {
  if (inline.type === "text" || inline.type === "code") return inline.text;
  if (inline.type === "break") return "\n";
  const tag = TAGS[inline.type];
  return `<${tag}>${inline.content.map(written).join("")}</${tag}>`;
}

describe("Markdown in languages that are written without blanks", () => {
  const emphasis = {
    "先打开**「码头」**再关门。": "先打开<b>「码头」</b>再关门。",
    "**注意：**先系好缆绳。": "<b>注意：</b>先系好缆绳。",
    "这是**（重要）**的。": "这是<b>（重要）</b>的。",
    "用**`anchor()`**来停泊": "用<b>anchor()</b>来停泊",
    "用**“锚”**停泊": "用<b>“锚”</b>停泊",
    "见**[码头](https://example.com)**处": "见<b><a>码头</a></b>处",
    "船は**「錨」**を下ろす。": "船は<b>「錨」</b>を下ろす。",
    "**これは重要です。**次に進む。": "<b>これは重要です。</b>次に進む。",
    "カタカナ*（注）*です": "カタカナ<i>（注）</i>です",
    "닻은 **앵커(Anchor)**라고 한다.": "닻은 <b>앵커(Anchor)</b>라고 한다.",
    "**'닻'**을 올린다": "<b>'닻'</b>을 올린다",
    "***「全部」***は": "<i><b>「全部」</b></i>は",
    "用~~「旧」~~新": "用<s>「旧」</s>新",
    "**(x)**𠮷": "<b>(x)</b>𠮷",
    "** 没有 **": "** 没有 **",
  };
  for (const [markdown, expected] of Object.entries(emphasis))
    it(`has emphasis beside brackets: ${markdown}`, () => {
      assert.equal(marked(markdown), expected);
    });

  it("keeps to the rules of others elsewhere", () => {
    for (const [markdown, expected] of [
      ["a f(x)*y and g(z)*w b", "a f(x)*y and g(z)*w b"],
      ["a**(b)**c", "a**(b)**c"],
      ["2*3*4", "2<i>3</i>4"],
      ["snake_case_name", "snake_case_name"],
      ["**bold**: text", "<b>bold</b>: text"],
    ] as const)
      assert.equal(marked(markdown), expected);
  });

  it("strikes out with two tildes, and never with one", () => {
    for (const markdown of ["2~4시간이고 30~60석", "lines 3~9 and 12~20.", "~5 and ~7", "约~10个~左右", "~a~"])
      assert.equal(marked(markdown), markdown);
    assert.equal(marked("~~old~~ new ~~旧~~新"), "<s>old</s> new <s>旧</s>新");
  });

  const addresses = {
    "详见 https://example.com/quay。然后靠岸。": "详见 <a>https://example.com/quay</a>。然后靠岸。",
    "见 https://example.com/deck（上层）。": "见 <a>https://example.com/deck</a>（上层）。",
    "见https://example.com/a，或https://example.com/b、c":
      "见<a>https://example.com/a</a>，或<a>https://example.com/b</a>、c",
    "（https://example.com/a）": "（<a>https://example.com/a</a>）",
    "「https://example.com/a」と": "「<a>https://example.com/a</a>」と",
    "“https://example.com/a”": "“<a>https://example.com/a</a>”",
    "https://example.com。好": "<a>https://example.com</a>。好",
    "www.example.com。好": "<a>www.example.com</a>。好",
    "https://example.com/aを見る": "<a>https://example.com/a</a>を見る",
    "**https://example.com/a。**好": "<b><a>https://example.com/a</a>。</b>好",
    "https://zh.example.org/wiki/码头": "<a>https://zh.example.org/wiki/码头</a>",
    "https://ja.example.org/wiki/ひらがな": "<a>https://ja.example.org/wiki/ひらがな</a>",
    "https://example.com/a(b), c": "<a>https://example.com/a(b)</a>, c",
    "https://例え.example/a！": "<a>https://例え.example/a</a>！",
  };
  for (const [markdown, expected] of Object.entries(addresses))
    it(`has addresses that end before its punctuation: ${markdown}`, () => {
      assert.equal(marked(markdown), expected);
    });
});
