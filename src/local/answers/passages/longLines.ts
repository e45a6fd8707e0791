import { IN_WORD } from "../../../core/text/letters.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import type { Passage } from "../ranking/passages.ts";
import { clip } from "../named/answerParts.ts";

/** How much of a line a passage has: more than is shown, and enough for a model. */
const LINE_AT_MOST = 2_000;

/** Where a term first stands in a text in lower case, a name as a whole; negative if it does not. */
export function placeOf(term: QuestionTerm, text: string): number {
  const { exact, label, alternatives } = term;
  if (exact !== undefined) return Math.max(...writtenForms(term).map((form) => placeOfName(form, text)));
  const stems = alternatives.flatMap(({ stems: each, likeness }) => (each.length === 1 && likeness > 0.5 ? each : []));
  const places = [label.toLowerCase(), ...stems].map((form) => text.indexOf(form)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
}

/** How a name is written, or a text in quotation marks: a full stop at its end may be the question's. */
export function writtenForms({ exact = "", isQuoted }: QuestionTerm): readonly string[] {
  const open = isQuoted ? exact.replace(/(?<=[^.,;])[.,;]$/, "") : exact;
  return open === exact ? [exact] : [exact, open];
}

/** Where a name first stands as a whole in a text in lower case, in which it is, too; negative if it does not. */
export function placeOfName(name: string, text: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const goesOn =
      (isLetter(text.charAt(at)) && isLetter(text.charAt(at - 1))) ||
      (isLetter(text.charAt(end - 1)) && isLetter(text.charAt(end)));
    if (!goesOn) return at;
  }
  return -1;
}

/** Of those scripts that put blanks between words. */
function isLetter(character: string): boolean {
  return LETTER.test(character);
}

const LETTER = new RegExp(IN_WORD, "u");

/** Where in a line the first of the terms is that it has, in their order, names before words. */
export function placeIn(line: string, terms: readonly QuestionTerm[]): number {
  const text = line.toLowerCase();
  const names = terms.filter(({ exact }) => exact !== undefined);
  for (const term of [...names, ...terms]) {
    const place = placeOf(term, text);
    if (place >= 0) return place;
  }
  return 0;
}

/** The passages, with the parts of long lines that have the terms. */
export function withoutLongLines(passages: readonly Passage[], terms: readonly QuestionTerm[]): readonly Passage[] {
  return passages.map((passage) =>
    passage.lines.some(({ length }) => length > LINE_AT_MOST)
      ? { ...passage, lines: passage.lines.map((line) => clip(line, placeIn(line, terms), LINE_AT_MOST)) }
      : passage,
  );
}
