import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import { MENTIONED } from "./fileNames.ts";
import type { InEnglish } from "./languages/language.ts";
import { LANGUAGES } from "./languages/spokenLanguages.ts";
import { QUOTATION } from "./quotations.ts";

/** Reads the tables of all languages, each in a turn of its own, after which {@link inEnglish} needs little time. */
export async function readLanguages(slices: TimeSlices): Promise<void> {
  for (const language of LANGUAGES) {
    if (slices.isOver) await slices.next();
    language.read();
  }
}

/**
 * Translates a question into English, in which most code is written, from any of {@link LANGUAGES}, word by word.
 * Quotes, paths and mentions stay as they are, and so does a text in any other language.
 */
export function inEnglish(text: string): InEnglish {
  const kept: string[] = [];
  const rest = text.normalize("NFC").replaceAll(KEPT, (part) => {
    if (kept.length > PLACES) return part;
    kept.push(part);
    return String.fromCharCode(FIRST_PLACE + kept.length - 1);
  });
  if (kept.length > PLACES) return { text, spoken: [] };
  const lines = rest.slice(0, LETTERS_AT_MOST).split("\n");
  const read = lines.map((line, index) => (index < LINES_AT_MOST ? lineInEnglish(line) : undefined));
  if (read.every((line) => line === undefined)) return { text, spoken: [] };
  const english = read.map((line, index) => line?.text ?? lines[index] ?? "").join("\n") + rest.slice(LETTERS_AT_MOST);
  return {
    text: english.replaceAll(PLACE, (place) => kept[place.charCodeAt(0) - FIRST_PLACE] ?? place).trim(),
    spoken: [...new Set(read.flatMap((line) => line?.spoken ?? []))],
  };
}

/** The rest of a longer question, such as one with a log in it, stays as it is. */
const LETTERS_AT_MOST = 20_000;
const LINES_AT_MOST = 40;

const IN_CAPITALS = /^(?=.*\p{Lu}{2,}\P{L}+\p{Lu}{2,})\P{Ll}*$/u;

/** Each line may be in a different language: an error in English may follow a question in another. */
function lineInEnglish(line: string): InEnglish | undefined {
  const text = IN_CAPITALS.test(line) ? line.toLowerCase() : line;
  const [best] = LANGUAGES.map((language) => ({ language, letters: language.lettersIn(text) })).toSorted(
    (a, b) => b.letters - a.letters,
  );
  return best === undefined || best.letters === 0 ? undefined : best.language.inEnglish(text);
}

/** Code, quotes of all kinds, paths and mentions: temporarily replaced by characters that no text has otherwise. */
const KEPT = new RegExp(
  [
    /`[^`\n]+`/,
    new RegExp(QUOTATION, "u"),
    /https?:\/\/[\w.~:/?#@!$&()*+,;=%-]+/,
    // flags, locales, and names with hyphens; but not "passe-t-il"
    /(?<![\p{L}\d_-])(?:--[a-z][\w-]*|[a-z]{2}-[A-Z]{2}|(?!\w+-t-)[a-z]+(?:-[a-z\d]+){2,})(?![\p{L}\d_-])/u,
    new RegExp(String.raw`(?<!\S)@(?:${MENTIONED})`, "u"),
    // a folder has either Latin letters or others, so that words right after a path without a space are not part of it
    /(?<!\p{L}(?=\/))(?<![\w\p{Script=Latin}.~+@-])@?[\w\p{Script=Latin}.~+-]*(?:\/(?:[\w\p{Script=Latin}.~+-]+|[^\p{ASCII}\P{L}]+))*\/(?:[\w\p{Script=Latin}.~+-]+|[^\p{ASCII}\P{L}]+\.\w{1,8})/u,
    /@[\w./~+:-]+|(?<![\w\p{Script=Latin}-])[\w\p{Script=Latin}-]+\.[a-z]\w{0,7}(?![\w(])/u,
    /[\uE000-\uF8FF]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);
const FIRST_PLACE = 0xe000;
const PLACES = 6_000;
const PLACE = /[\uE000-\uF8FF]/g;
