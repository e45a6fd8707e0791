import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "mocha";
import { withVisibleHidden } from "../../../../src/core/text/hidden.ts";

const tags = (text: string) => String.fromCodePoint(...Array.from(text, (letter) => 0xe0000 + letter.charCodeAt(0)));

describe("text that hides", () => {
  for (const [what, text, shown] of [
    ["tag letters", `a${tags("hi")}b`, "a[U+E0068][U+E0069]b"],
    ["selectors behind a letter", "a\uFE01\u{E0100}b", "a[U+FE01][U+E0100]b"],
    ["several selectors behind an emoji", "😀\uFE0F\u{E0101}\u{E0102}", "😀\uFE0F[U+E0101][U+E0102]"],
    ["another selector than those for emoji", "😀\uFE00", "😀[U+FE00]"],
    ["blanks without width", "plumb\u200Bline\u2060\uFEFF", "plumb[U+200B]line[U+2060][U+FEFF]"],
    [
      "marks of direction",
      "a\u200E\u200F\u202Eb\u2066\u2069\u061C",
      "a[U+200E][U+200F][U+202E]b[U+2066][U+2069][U+061C]",
    ],
    ["a soft hyphen, and letters without looks", "a\u00ADb\u180Ec\u3164d", "a[U+00AD]b[U+180E]c[U+3164]d"],
    ["joiners between Latin letters", "a\u200Db\u200Cc", "a[U+200D]b[U+200C]c"],
    ["several joiners in a word", "می\u200C\u200C\u200Dخواهم", "می[U+200C][U+200C][U+200D]خواهم"],
    ["a flag of tags", `🏴${tags("gbeng")}`, "🏴[U+E0067][U+E0062][U+E0065][U+E006E][U+E0067]"],
    ["other invisible operators", "f\u2061(x)\u2062y\u206A", "f[U+2061](x)[U+2062]y[U+206A]"],
  ] as const)
    it(`shows ${what}`, () => {
      assert.equal(withVisibleHidden(text), shown);
    });

  for (const [what, text] of [
    ["plain code", 'const a = "é, 中文, Ω";\n\tb();'],
    ["emoji with selectors, tones and joiners", "❤️ 👨‍👩‍👧 👍🏽 🏳️‍🌈 1️⃣ 🧑🏿‍💻 ☺︎"],
    ["a joiner in a Persian word", "می\u200Cخواهم"],
    ["joiners in Hindi and Malayalam words", "क्\u200Dष क्\u200Cष ന്\u200D"],
  ] as const)
    it(`leaves ${what} as it is`, () => {
      assert.equal(withVisibleHidden(text), text);
    });

  it("takes no more time than its length", () => {
    const before = process.cpuUsage();
    withVisibleHidden("👨\u200D".repeat(20_000) + "\u200B".repeat(20_000));
    const { user } = process.cpuUsage(before);
    assert.ok(user < 1_000_000, `${user} µs`);
  });
});
