/**
 * How files that a question names are told from its other words, as sources of regular expressions (with the flag `u`). Some
 * languages put no spaces between words: there, a name ends where the letters of its own writing do, or with its extension.
 */

/** Thai and Lao, Burmese, Khmer, Hangul, kana, bopomofo and Han. Classes of Unicode take a regular expression milliseconds each. */
const UNSPACED_LETTERS = String.raw`\u0e01-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005\u3041-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\u{20000}-\u{3ffff}`;
/** European letters, and those from there on that are none of the others. */
const SPACED_LETTERS = String.raw`\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u0620-\u0dff\u0f00-\u0fff\u10a0-\u10ff\u1200-\u177f\u1800-\u1fff\u2c00-\u2dff\ua4d0-\ua95f\ua980-\uabff\u{10000}-\u{1ffff}`;

/** A letter of writing without spaces between words, or with particles right behind them. */
export const UNSPACED = `[${UNSPACED_LETTERS}]`;
/** A letter, mark or digit of a word, or of an identifier, in any language with spaces between words. */
export const IN_WORD = String.raw`[\w${SPACED_LETTERS}]`;

/** Marks around names. */
export const QUOTES = "„“”«»‘’‚‹›「」『』《》【】〈〉（）［］";

const EXTENSION = String.raw`\.[a-z]\w{0,7}`;
const ENDS = String.raw`(?=$|[\s),;:?!\x60'"、。，；：？！…${QUOTES}]|\.(?!\w))`;
const LETTERS = SPACED_LETTERS + UNSPACED_LETTERS;
const part = (signs: string) => String.raw`(?:[\w${SPACED_LETTERS}${signs}]+|${UNSPACED}+)`;
/** Letters of all kinds are of one name only where it is clear where that ends. */
const mixedFile = (signs: string) => {
  const mixed = String.raw`(?:(?!${EXTENSION}${UNSPACED})[\w${LETTERS}${signs}])+`;
  return String.raw`${mixed}(?:\/${mixed})*(?<=[\w${LETTERS}]${EXTENSION})`;
};

/** Of a name, or behind an `@`, where another one begins a revision. */
const SIGNS = ".@~+-";
const MENTIONED_SIGNS = ".~+-";
const PART = part(SIGNS);
const MIXED_FILE = mixedFile(SIGNS);

/** A file, or a folder behind the one that it is in: `a.ts`, `src/Übung.ts`, `src/deep`. */
export const NAMED = [
  String.raw`(?<=[\x60'"${QUOTES}])${MIXED_FILE}(?=[\x60'"${QUOTES}])`,
  String.raw`(?:(?<![^\s(\x60'"${QUOTES}])|(?<=${UNSPACED})(?!${UNSPACED}))(?:${[
    String.raw`${PART}\/${MIXED_FILE}${ENDS}`,
    String.raw`(?:${PART}\/)*${PART}(?<=${IN_WORD}|${UNSPACED})${EXTENSION}(?:${ENDS}|(?=${UNSPACED}))`,
    String.raw`(?:${PART}\/)+${PART}(?:${ENDS}|(?<!${UNSPACED})(?=${UNSPACED}))`,
  ].join("|")})`,
].join("|");

const MENTIONED_PART = part(MENTIONED_SIGNS);

/** The same behind an `@`, and a repository. */
export const MENTIONED = [
  String.raw`${mixedFile(MENTIONED_SIGNS)}(?:${ENDS}|(?=@))`,
  String.raw`${MENTIONED_PART}(?:\/${MENTIONED_PART})*\/(?:${UNSPACED}+${EXTENSION}|${MENTIONED_PART})`,
  String.raw`(?:${IN_WORD}|-)+\.\w+`,
  String.raw`${UNSPACED}+${EXTENSION}`,
].join("|");
