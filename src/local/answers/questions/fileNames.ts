import { IN_WORD, SPACED_LETTERS, UNSPACED, UNSPACED_LETTERS } from "../../../core/text/letters.ts";

/**
 * How to distinguish the files that a question names from its other words, as sources of regular expressions (with the
 * flag `u`). Some languages put no spaces between words: there, a name ends where the letters of its script do, or with
 * its extension.
 */

/** Marks around names. */
export const QUOTES = "„“”«»‘’‚‹›「」『』《》【】〈〉（）［］";

const EXTENSION = String.raw`\.[a-z]\w{0,7}`;
const ENDS = String.raw`(?=$|[\s),;:?!\x60'"、。，；：？！…${QUOTES}]|\.(?!\w))`;
const LETTERS = SPACED_LETTERS + UNSPACED_LETTERS;
const part = (signs: string) => String.raw`(?:[\w${SPACED_LETTERS}${signs}]+|${UNSPACED}+)`;
/** A name may mix letters of all scripts only if it is clear where it ends. */
const mixedFile = (signs: string) => {
  const mixed = String.raw`(?:(?!${EXTENSION}${UNSPACED})[\w${LETTERS}${signs}])+`;
  return String.raw`${mixed}(?:\/${mixed})*(?<=[\w${LETTERS}]${EXTENSION})`;
};

/** The signs in a name, and in one after an `@`, where another `@` begins a revision. */
const SIGNS = ".@~+-";
const MENTIONED_SIGNS = ".~+-";
const PART = part(SIGNS);
const MIXED_FILE = mixedFile(SIGNS);

/** A file, or a folder after the one that it is in: `a.ts`, `src/Übung.ts`, `src/deep`. */
export const NAMED = [
  String.raw`(?<=[\x60'"${QUOTES}])${MIXED_FILE}(?=[\x60'"${QUOTES}])`,
  String.raw`(?:(?<![^\s(\x60'"${QUOTES}])|(?<=${UNSPACED})(?!${UNSPACED}))(?:${[
    String.raw`${PART}\/${MIXED_FILE}${ENDS}`,
    String.raw`(?:${PART}\/)*${PART}(?<=${IN_WORD}|${UNSPACED})${EXTENSION}(?:${ENDS}|(?=${UNSPACED}))`,
    String.raw`(?:${PART}\/)+${PART}(?:${ENDS}|(?<!${UNSPACED})(?=${UNSPACED}))`,
  ].join("|")})`,
].join("|");

const MENTIONED_PART = part(MENTIONED_SIGNS);

/** The same after an `@`, or a repository. */
export const MENTIONED = [
  String.raw`${mixedFile(MENTIONED_SIGNS)}(?:${ENDS}|(?=@))`,
  String.raw`${MENTIONED_PART}(?:\/${MENTIONED_PART})*\/(?:${UNSPACED}+${EXTENSION}|${MENTIONED_PART})`,
  String.raw`(?:${IN_WORD}|-)+\.\w+`,
  String.raw`${UNSPACED}+${EXTENSION}`,
].join("|");
