// Classes of letters, as sources of regular expressions with the flag `u`. Each class of Unicode's own would cost an
// expression milliseconds.

/** Thai and Lao, Burmese, Khmer, Hangul, kana, bopomofo and Han. */
export const UNSPACED_LETTERS = String.raw`\u0e01-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005\u3041-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\u{20000}-\u{3ffff}`;
/** European letters, and those after them that are in none of the other ranges. */
export const SPACED_LETTERS = String.raw`\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u0620-\u0dff\u0f00-\u0fff\u10a0-\u10ff\u1200-\u177f\u1800-\u1fff\u2c00-\u2dff\ua4d0-\ua95f\ua980-\uabff\u{10000}-\u{1ffff}`;

/** A letter of a script without spaces between words, or with particles directly after them. */
export const UNSPACED = `[${UNSPACED_LETTERS}]`;
/** A letter, mark or digit of a word, or of an identifier, in any language with spaces between words. */
export const IN_WORD = String.raw`[\w${SPACED_LETTERS}]`;

/**
 * Replaces each letter, mark and digit outside ASCII, or those that `letters` matches, by an ASCII letter: `Q` for
 * capitals, `q` for all others. Everything else stays in place. Expressions that recognize things by their looks then
 * need not know any alphabet.
 */
export function plainLetters(text: string, letters = FOREIGN_LETTER): string {
  return isAscii(text) ? text : text.replace(letters, plainLetter);
}

/** Called for each line of code: an expression with the flag `u` takes three times as long. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

const FOREIGN_LETTER = /[\p{ID_Continue}--\p{ASCII}]/gv;

function plainLetter(letter: string): string {
  return (letter === letter.toLowerCase() ? "q" : "Q").repeat(letter.length);
}

/**
 * Restores the text's own letters in what was made of its {@link plainLetters}, of the same length, where they are
 * unchanged.
 */
export function inLettersOf(text: string, made: string, plain = plainLetters(text)): string {
  if (plain === text) return made;
  let written = "";
  let read = 0;
  for (const { 0: letter, index } of text.matchAll(FOREIGN_LETTER)) {
    if (made[index] !== plain[index]) continue;
    written += made.slice(read, index) + letter;
    read = index + letter.length;
  }
  return written + made.slice(read);
}

/** What the first group of an expression captures in a text's {@link plainLetters}, as written in the text. */
export function caughtIn(text: string, pattern: RegExp, plain = plainLetters(text)): string | undefined {
  const caught = pattern.exec(plain)?.[1];
  if (caught === undefined || plain === text) return caught;
  const [start, end] = new RegExp(pattern, `${pattern.flags}d`).exec(plain)?.indices?.[1] ?? [0, 0];
  return text.slice(start, end);
}
