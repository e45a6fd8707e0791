import type { QuestionContext } from "./questionContext.ts";

/** The words for it in languages that put spaces between words, and in those that don't, after each other. */
const WORDS: readonly (readonly [english: string, spaced: string, unspaced?: string])[] = [
  [
    "first",
    "erste[nrsm]?|premi(?:er|ère)|primer[oa]?|primeir[oa]|перв\\p{L}+|(?<=\\bthe )1\\.",
    "第[一1１]|[一1１]番目|[一1１]つ目|첫\\s?번째",
  ],
  [
    "second",
    "zweite[nrsm]?|deuxième|seconde?|segund[oa]|втор\\p{L}+|(?<=\\bthe )2\\.",
    "第[二2２]|[二2２]番目|[二2２]つ目|두\\s?번째",
  ],
  [
    "third",
    "dritte[nrsm]?|troisième|tercer[oa]?|terceir[oa]|трет\\p{L}+|(?<=\\bthe )3\\.",
    "第[三3３]|[三3３]番目|[三3３]つ目|세\\s?번째",
  ],
  [
    "fourth",
    "vierte[nrsm]?|quatrième|cuart[oa]|quart[oa]|четв[её]рт\\p{L}+|(?<=\\bthe )4\\.",
    "第[四4４]|[四4４]番目|[四4４]つ目|네\\s?번째",
  ],
  [
    "fifth",
    "fünfte[nrsm]?|cinquième|quint[oa]|пят(?:ый|ая|ое|ую|ого|ом)|(?<=\\bthe )5\\.",
    "第[五5５]|[五5５]番目|[五5５]つ目|다섯\\s?번째",
  ],
  [
    "sixth",
    "sechste[nrsm]?|sixième|sext[oa]|шест(?:ой|ая|ое|ую|ого|ом)|(?<=\\bthe )6\\.",
    "第[六6６]|[六6６]番目|[六6６]つ目|여섯\\s?번째",
  ],
  ["last", "letzte[nrsm]?|derni(?:er|ère)|últim[oa]|последн\\p{L}+", "最后[一1]?|最後|마지막"],
];
const LANGUAGES = WORDS.map(
  ([english, spaced, unspaced]) =>
    [
      english,
      new RegExp(String.raw`(?<![\p{L}\p{M}\d])(?:${spaced})(?![\p{L}\p{M}\d])`, "iu"),
      unspaced === undefined ? undefined : new RegExp(unspaced, "u"),
    ] as const,
);

/** A question in English, as far as it could be translated, also with its ordinal: "explain the second". */
export function withEnglishOrdinal({ text, english }: Pick<QuestionContext, "text" | "english">): string {
  if (text.length > ASKED_AT_MOST) return english.text;
  for (const [ordinal, spaced, unspaced] of LANGUAGES) {
    if (spaced.test(english.text)) return english.text.replace(spaced, ordinal);
    // The words of these languages are left out of the translation.
    if (unspaced?.test(text) === true) return `${english.text.replace(/[\s\d?.!？。！]+$/, "")} the ${ordinal} one`;
  }
  return english.text;
}

/** No question that means an earlier answer by a number is longer. */
const ASKED_AT_MOST = 200;
