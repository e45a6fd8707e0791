import { escapeForRipgrep } from "./pattern.ts";
import type { QuestionContext } from "./questionContext.ts";
import { isStopWord, shortFormsOf, stemOf, wordsOf } from "./words.ts";

/** Something to look for in the code because a question speaks of it. */
export interface QuestionTerm {
  /** As the question has it. */
  readonly label: string;
  /** 1 for a plain word. */
  readonly weight: number;
  /** Stems that must follow each other, in a text or within an identifier; each is an alternative. */
  readonly sequences: readonly (readonly string[])[];
  /** An identifier or a quotation, lower case: an occurrence just like this counts more. */
  readonly exact?: string;
}

/** More than this many terms make a question vague and its search slow. */
const TERMS_AT_MOST = 24;

/** The terms of a question, most telling first. Earlier questions of the conversation count less, the older the less. */
export function termsOf(context: QuestionContext, earlier: readonly QuestionContext[] = []): readonly QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  const add = (term: QuestionTerm) => {
    const key = term.sequences[0]?.join(" ") ?? "";
    const known = terms.get(key);
    if (key !== "" && (!known || known.weight < term.weight))
      terms.set(key, known?.exact !== undefined && term.exact === undefined ? { ...term, exact: known.exact } : term);
  };
  collect(context, 1, add);
  const own = terms.size;
  earlier.toReversed().forEach((before, index) => {
    collect(before, (own <= 2 ? 0.7 : 0.35) / (index + 1), add);
  });
  return [...terms.values()].sort((a, b) => b.weight - a.weight).slice(0, TERMS_AT_MOST);
}

/** Without the terms that speak of certain words; unless none would be left. */
export function withoutWords(terms: readonly QuestionTerm[], stems: readonly string[]): readonly QuestionTerm[] {
  const others = terms.filter(({ sequences }) => !sequences[0]?.some((stem) => stems.includes(stem)));
  return others.length > 0 ? others : terms;
}

/** Whether a text with these words (stems, in order) speaks of a term. */
export function hasTerm(stems: readonly string[], { sequences }: QuestionTerm): boolean {
  return sequences.some((sequence) => indexOfSequence(stems, sequence) >= 0);
}

/** A ripgrep pattern for everything that may speak of one of the terms; a superset of what {@link hasTerm} accepts. */
export function patternFor(terms: readonly QuestionTerm[]): string {
  const fragments = new Set(
    terms.flatMap(({ sequences }) =>
      sequences.map((sequence) => sequence.map(escapeForRipgrep).join("[A-Za-z]{0,7}[\\s_$.-]?")),
    ),
  );
  return `[A-Za-z0-9_$]*(?:${[...fragments].sort((a, b) => b.length - a.length).join("|")})[A-Za-z0-9_$]*`;
}

function collect({ text, excerpts }: QuestionContext, factor: number, add: (term: QuestionTerm) => void): void {
  const isTelling = isAnyTelling(text) ? isTellingWord : isLongWord;
  const prose = text.replace(/`([^`\n]+)`|"([^"\n]{2,60})"/g, (_, code?: string, quoted?: string) => {
    addExact(code ?? quoted ?? "", 3 * factor, add);
    return " . ";
  });
  for (const [token] of prose.matchAll(/[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?/g)) {
    if (isIdentifier(token)) addExact(token.replace(/\(\)$/, ""), 2.5 * factor, add);
  }
  // Words that stand together in a clause make phrases: "retry interval" is `retryInterval`, and "keep a connection alive" is `keepAlive`.
  for (const clause of prose.split(/[^\w\s'’$/-]+/)) {
    const all = wordsOf(clause.replaceAll(/['’]\w*/g, ""));
    const words = all.filter(isTelling);
    words.forEach((word, at) => {
      const stem = stemOf(word);
      add({ label: word, weight: factor, sequences: [[stem], ...shortFormsOf(stem).map((form) => [form])] });
      words.slice(at + 1, at + 3).forEach((other, gap) => {
        add({
          label: `${word} ${other}`,
          weight: (gap === 0 ? 1.2 : 1) * factor,
          sequences: [[stem, stemOf(other)], ...(gap === 0 ? [[stemOf(word + other)]] : [])],
        });
      });
    });
    // "byte order mark" is a BOM.
    all.forEach((_, at) => {
      const three = all.slice(at, at + 3);
      if (three.length < 3 || !three.every(isTelling)) return;
      add({
        label: three.join(" "),
        weight: 1.5 * factor,
        sequences: [three.map(stemOf), [three.map((word) => word.charAt(0)).join("")]],
      });
    });
  }
  excerpts.forEach((excerpt) => {
    collectFromCode(excerpt, factor, add);
  });
}

/** What a selected piece of code defines, then what it calls. */
function collectFromCode(code: string, factor: number, add: (term: QuestionTerm) => void): void {
  for (const [, name = ""] of code.matchAll(
    /\b(?:function\*?|class|interface|type|enum|struct|trait|def|func|fn|const|let|var)\s+([A-Za-z_$][\w$]{2,})/g,
  ))
    addExact(name, 2 * factor, add);
  const counts = new Map<string, number>();
  for (const [, name = ""] of code.matchAll(/([A-Za-z_$][\w$]{3,})\s*\(/g))
    if (!isEverywhere(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name] of [...counts].sort(([, a], [, b]) => b - a).slice(0, 8)) addExact(name, 0.8 * factor, add);
}

function addExact(code: string, weight: number, add: (term: QuestionTerm) => void): void {
  const parts = code.split(/\.|::|->|#/);
  const name = parts.at(-1) ?? "";
  const stems = wordsOf(name).map(stemOf);
  if (stems.length === 0 || stems.length > 8) return;
  add({
    label: code,
    weight,
    sequences: [stems, ...(stems.length > 1 ? [[stemOf(wordsOf(name).join(""))]] : [])],
    exact: name.toLowerCase(),
  });
  if (stems.length > 1)
    for (const word of wordsOf(name))
      if (isTellingWord(word)) add({ label: word, weight: weight * 0.2, sequences: [[stemOf(word)]] });
  if (parts.length > 1)
    parts.slice(0, -1).forEach((part) => {
      addExact(part, weight * 0.4, add);
    });
}

function isIdentifier(token: string): boolean {
  return (
    /[a-z][A-Z]|[_$]|\w\.\w|\(\)|^[A-Z]{2,}\d*$|[a-z]\d|^[A-Z][a-z]+[A-Z]/.test(token) && !/^[a-z]\.[a-z]$/.test(token)
  );
}

function isTellingWord(word: string): boolean {
  return word.length > 1 && !isStopWord(word) && !/^\d+$/.test(word);
}

/** For questions like "How are files handled?", of which nothing else would be left. */
function isLongWord(word: string): boolean {
  return (
    isTellingWord(word) ||
    (word.length >= 5 &&
      !/^(?:where|which|whose|there|their|these|those|could|would|should|about|after|again|before|between|during|other|every|while|please)$/.test(
        word,
      ))
  );
}

function isAnyTelling(text: string): boolean {
  return wordsOf(text).some(isTellingWord);
}

/** What every program calls tells nothing about this one. */
function isEverywhere(word: string): boolean {
  return EVERYWHERE.has(word);
}

const EVERYWHERE = new Set(
  `if for while switch catch return function typeof await new super this throw yield elif with match defer print assert
  require import parseInt parseFloat Number String Boolean Array Object Promise Error Symbol push slice map filter forEach
  find some every test exec replace replaceAll indexOf includes startsWith endsWith then finally join split trim append
  toString println printf Sprintf Errorf len make range isinstance`.split(/\s+/),
);

function indexOfSequence(stems: readonly string[], sequence: readonly string[]): number {
  for (let at = stems.indexOf(sequence[0] ?? ""); at >= 0; at = stems.indexOf(sequence[0] ?? "", at + 1)) {
    if (sequence.every((stem, index) => stems[at + index] === stem)) return at;
  }
  return -1;
}
