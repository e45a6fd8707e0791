import { escapeForRipgrep } from "../query/pattern.ts";
import type { QuestionContext } from "./questionContext.ts";
import { isStopWord, joinVerbs, kinOf, shortFormsOf, stemOf, wordsOf } from "./words.ts";

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
  /** Stems of other words that may be meant; they count less. */
  readonly kin?: readonly string[];
  /** Whether the person wrote it in this question, rather than selected it or asked about it before. */
  readonly isAsked: boolean;
}

/** More than this many terms make a question vague and its search slow. */
const TERMS_AT_MOST = 24;

/** The terms of a question, most telling first. Earlier questions of the conversation count less, the older the less. */
export function termsOf(context: QuestionContext, earlier: readonly QuestionContext[] = []): readonly QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  const add = (term: QuestionTerm) => {
    const key = term.sequences[0]?.join(" ") ?? "";
    const known = terms.get(key);
    if (key === "") return;
    if (!known || known.weight < term.weight)
      terms.set(key, known?.exact !== undefined && term.exact === undefined ? { ...term, exact: known.exact } : term);
    else if (term.exact !== undefined && known.exact === undefined) terms.set(key, { ...known, exact: term.exact });
  };
  collectFromText(context.text, 1, true, add);
  const own = terms.size;
  for (const excerpt of context.excerpts) collectFromCode(excerpt, own <= 2 ? 0.8 : 0.25, add);
  earlier.toReversed().forEach((before, index) => {
    const factor = (own <= 2 ? 0.7 : 0.35) / (index + 1);
    collectFromText(before.text, factor, false, add);
    for (const excerpt of before.excerpts) collectFromCode(excerpt, 0.5 * factor, add);
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

/** How surely a text with these words speaks of a term: 1, {@link KIN} where it has another word for it, or 0. */
export function strengthOf(stems: readonly string[], term: QuestionTerm): number {
  if (hasTerm(stems, term)) return 1;
  return term.kin?.some((stem) => stems.includes(stem)) === true ? KIN : 0;
}

/** What a word counts that may mean the same. */
const KIN = 0.5;

/** A ripgrep pattern for everything that may speak of one of the terms; a superset of what {@link strengthOf} accepts. */
export function patternFor(terms: readonly QuestionTerm[]): string {
  const fragments = new Set(
    terms.flatMap(({ sequences, kin = [] }) =>
      [...sequences, ...kin.map((stem) => [stem])].map((sequence) =>
        sequence.map(escapeForRipgrep).join("[A-Za-z]{0,7}[\\s_$.-]?"),
      ),
    ),
  );
  return `[A-Za-z0-9_$]*(?:${[...fragments].sort((a, b) => b.length - a.length).join("|")})[A-Za-z0-9_$]*`;
}

function collectFromText(text: string, factor: number, isAsked: boolean, add: (term: QuestionTerm) => void): void {
  const isTelling = isAnyTelling(text) ? isTellingWord : isLongWord;
  const addName = (code: string, weight: number) => {
    addExact(code, weight * factor, isAsked, add);
  };
  const prose = joinVerbs(text).replace(/`([^`\n]+)`|"([^"\n]{2,60})"/g, (_, code?: string, quoted?: string) => {
    addName(code ?? quoted ?? "", 2);
    return " . ";
  });
  for (const [token] of prose.matchAll(/[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?/g)) {
    if (isIdentifier(token)) addName(token.replace(/\(\)$/, ""), 1.3);
  }
  // Words that stand together in a clause make phrases: "retry interval" is `retryInterval`, and "keep a connection alive" is `keepAlive`.
  for (const clause of prose.split(/[^\w\s'’$/-]+/)) {
    const all = wordsOf(clause.replaceAll(/['’]\w*/g, ""));
    const words = all.filter(isTelling);
    words.forEach((word, at) => {
      const stem = stemOf(word);
      const sequences = [[stem], ...shortFormsOf(stem).map((form) => [form])];
      add({ label: word, weight: (isVerb(word) ? 1.4 : 1) * factor, sequences, kin: kinOf(stem), isAsked });
      words.slice(at + 1, at + 3).forEach((other, gap) => {
        add({
          label: `${word} ${other}`,
          isAsked,
          weight: (gap === 0 ? 1 : 0.7) * factor,
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
        isAsked,
        weight: factor,
        sequences: [three.map(stemOf), [three.map((word) => word.charAt(0)).join("")]],
      });
    });
  }
}

/** What a selected piece of code defines, then what it calls. */
function collectFromCode(code: string, factor: number, add: (term: QuestionTerm) => void): void {
  for (const [, name = ""] of code.matchAll(
    /\b(?:function\*?|class|interface|type|enum|struct|trait|def|func|fn|const|let|var)\s+([A-Za-z_$][\w$]{2,})/g,
  ))
    addExact(name, 2 * factor, false, add);
  const counts = new Map<string, number>();
  for (const [, name = ""] of code.matchAll(/([A-Za-z_$][\w$]{3,})\s*\(/g))
    if (!isEverywhere(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name] of [...counts].sort(([, a], [, b]) => b - a).slice(0, 8)) addExact(name, 0.8 * factor, false, add);
}

function addExact(code: string, weight: number, isAsked: boolean, add: (term: QuestionTerm) => void): void {
  const parts = code.split(/\.|::|->|#/);
  const name = parts.at(-1) ?? "";
  const stems = wordsOf(name).map(stemOf);
  if (stems.length === 0 || stems.length > 8) return;
  add({
    label: code,
    weight,
    isAsked,
    sequences: [stems, ...(stems.length > 1 ? [[stemOf(wordsOf(name).join(""))]] : [])],
    exact: name.toLowerCase(),
  });
  if (stems.length > 1)
    for (const word of wordsOf(name))
      if (isTellingWord(word)) add({ label: word, weight: weight * 0.25, sequences: [[stemOf(word)]], isAsked: false });
  if (parts.length > 1)
    parts.slice(0, -1).forEach((part) => {
      addExact(part, weight * 0.4, isAsked, add);
    });
}

function isIdentifier(token: string): boolean {
  return (
    /[a-z][A-Z]|[_$]|\w\.\w|\(\)|^[A-Z]{2,}\d*$|[a-z]\d|^[A-Z][a-z]+[A-Z]/.test(token) && !/^[a-z]\.[a-z]$/.test(token)
  );
}

/** By its looks: what is done tells more about a place than what it is done to, which many places deal with. */
function isVerb(word: string): boolean {
  return /...(?:ed|ing)$/.test(word);
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
