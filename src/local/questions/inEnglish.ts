import { chinese } from "./languages/chinese.ts";
import { german } from "./languages/german.ts";
import { japanese } from "./languages/japanese.ts";
import type { InEnglish } from "./languages/language.ts";

const LANGUAGES = [german, chinese, japanese];

/**
 * A question in English words, for those are what most code is written in: from German, Japanese and Chinese, word by word. What is
 * in quotes or looks like code stays as it is, and so does a text in any other language.
 */
export function inEnglish(text: string): InEnglish {
  const unquoted = text.replaceAll(QUOTED, " ");
  const [best] = LANGUAGES.map((language) => ({ language, letters: language.lettersIn(unquoted) })).toSorted(
    (a, b) => b.letters - a.letters,
  );
  if (!best || best.letters === 0) return { text, spoken: [] };
  const parts = text
    .split(QUOTED)
    .map((part, at) => (at % 2 === 0 ? best.language.inEnglish(part) : { text: ` ${part} `, spoken: [] }));
  return {
    text: asQuestion(parts.map((part) => part.text).join("")),
    spoken: [...new Set(parts.flatMap(({ spoken }) => spoken))],
  };
}

const QUOTED = /(`[^`\n]+`|"[^"\n]{2,60}")/g;

/** With the question word first and a question mark last, as English has them: what is asked for is told by these. */
function asQuestion(english: string): string {
  const plain = english
    .replaceAll("？", "?")
    .replaceAll(/[、，]/g, ", ")
    .replaceAll("。", ". ")
    .replaceAll(/[ \t]+/g, " ")
    .trim();
  const [, and = "", rest = ""] = /^((?:and|but|so)\b)?([^]*)$/.exec(plain) ?? [];
  const [word] = QUESTION_WORD.exec(rest) ?? [];
  if (word === undefined) return plain;
  const others = rest
    .replace(word, "")
    .replaceAll(/[ \t]+/g, " ")
    .trim();
  return `${and} ${word} ${others.replace(/[\s?.]*$/, "?")}`.trim();
}

const QUESTION_WORD = /(?<![\w`])(?:where|how|when|why|who|which|what)\b(?: (?:is|does|happens)\b)?/;
