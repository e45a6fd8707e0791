import { chinese } from "./languages/chinese.ts";
import { german } from "./languages/german.ts";
import { japanese } from "./languages/japanese.ts";
import type { InEnglish } from "./languages/language.ts";

const LANGUAGES = [german, chinese, japanese];

/**
 * A question in English words, for those are what most code is written in: from German, Japanese and Chinese, word by word. What is
 * in quotes, paths and mentions stay as they are, and so does a text in any other language.
 */
export function inEnglish(text: string): InEnglish {
  const kept: string[] = [];
  const rest = text.replaceAll(KEPT, (part) => {
    if (kept.length > PLACES) return part;
    kept.push(part);
    return String.fromCharCode(FIRST_PLACE + kept.length - 1);
  });
  const [best] = LANGUAGES.map((language) => ({ language, letters: language.lettersIn(rest) })).toSorted(
    (a, b) => b.letters - a.letters,
  );
  if (!best || best.letters === 0 || kept.length > PLACES) return { text, spoken: [] };
  const { text: english, spoken } = best.language.inEnglish(rest);
  return {
    text: english.replaceAll(PLACE, (place) => kept[place.charCodeAt(0) - FIRST_PLACE] ?? place).trim(),
    spoken: [...new Set(spoken)],
  };
}

/** Code, quotes of all kinds, paths and mentions, in whose places other characters stand meanwhile that no text has otherwise. */
const KEPT = new RegExp(
  [
    /`[^`\n]+`|"[^"\n]{2,80}"|„[^“”\n]{2,80}[“”]|“[^”\n]{2,80}”|«[^»\n]{2,80}»|「[^」\n]{2,80}」|『[^』\n]{2,80}』/,
    /(?<![\p{L}\d])'[^'\n]{2,80}'(?![\p{L}\d])/u,
    // folders are of Latin letters or of others, so that words that stand behind a path without a space are none of it
    /(?<![\w.~+@-])@?[\w.~+-]*(?:\/(?:[\w.~+-]+|[^\p{ASCII}\P{L}]+))*\/(?:[\w.~+-]+|[^\p{ASCII}\P{L}]+\.\w{1,8})/u,
    /@[\w./~+:-]+|(?<![\w-])[\w-]+\.[a-z]\w{0,7}(?![\w(])/,
    /[\uE000-\uF8FF]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);
const FIRST_PLACE = 0xe000;
const PLACES = 6_000;
const PLACE = /[\uE000-\uF8FF]/g;
