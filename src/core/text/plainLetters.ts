/**
 * A text with a letter of ASCII for each letter, mark and digit that is none, `Q` for capitals and `q` for all others, and with
 * all else where it was: for expressions that tell by its looks what is in it, so that they need not know of any alphabet.
 */
export function plainLetters(text: string): string {
  return FOREIGN.test(text) ? text.replace(FOREIGN_LETTER, plainLetter) : text;
}

const FOREIGN = /\P{ASCII}/u;
const FOREIGN_LETTER = /[\p{ID_Continue}--\p{ASCII}]/gv;

function plainLetter(letter: string): string {
  return (letter === letter.toLowerCase() ? "q" : "Q").repeat(letter.length);
}

/** What was made of the {@link plainLetters} of a text, as long as that: in the text's own letters, where they are still there. */
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

/** What the first group of an expression catches in a text as it is written, by its {@link plainLetters}. */
export function caughtIn(text: string, pattern: RegExp, plain = plainLetters(text)): string | undefined {
  const caught = pattern.exec(plain)?.[1];
  if (caught === undefined || plain === text) return caught;
  const [start, end] = new RegExp(pattern, `${pattern.flags}d`).exec(plain)?.indices?.[1] ?? [0, 0];
  return text.slice(start, end);
}
