import { IN_WORD } from "../../../core/text/letters.ts";
import type { QuestionContext } from "./questionContext.ts";
import { QUOTATION } from "./quotations.ts";
import { synonymsOf } from "./synonyms.ts";
import { hasKnownEnding } from "./writtenNames.ts";
import { isStopWord, joinVerbs, shortFormsOf, stemOf, wordsOf } from "./words.ts";

/** Something to look for in the code because a question mentions it. */
export interface QuestionTerm {
  /** As it is written in the question. */
  readonly label: string;
  /** 1 for a plain word. */
  readonly weight: number;
  /** What in the code may be meant; the first is what was said. */
  readonly alternatives: readonly Alternative[];
  /** An identifier or a quotation, lower case: what has exactly this name is meant. */
  readonly exact?: string;
  /** Whether that is a text in quotation marks, or a message of a program, and no name. */
  readonly isQuoted?: true;
  /** Whether it may well come from a program that is not searched. */
  readonly isMessage?: true;
  /** Made of words that are terms themselves. */
  readonly isPhrase: boolean;
  /** Whether the person wrote it in this question, rather than selected it or asked about it before. */
  readonly isAsked: boolean;
}

export interface Alternative {
  /** They must follow each other, in a text or within an identifier. */
  readonly stems: readonly string[];
  /** How surely it means the same: 1 for what was said. */
  readonly likeness: number;
}

/** More make a question vague and its search slow. */
const WORDS_AT_MOST = 32;
const PHRASES_AT_MOST = 24;

const LIKENESS = {
  /** `req` for "request". */
  shortForm: 0.8,
  /** Another word for it. */
  synonym: 0.2,
  /** `bom` for "byte order mark", `timestamp` for "time stamp". */
  joined: 1,
} as const;

/**
 * The terms of a question, words before the phrases that they make, the most significant first. Earlier questions of
 * the conversation count less, the older they are.
 */
export function termsOf(context: QuestionContext, earlier: readonly QuestionContext[] = []): readonly QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  const add = (term: QuestionTerm) => {
    const key = term.alternatives[0]?.stems.join(" ") ?? "";
    const known = terms.get(key);
    if (key === "") return;
    const { exact, isQuoted, isMessage } = known?.exact !== undefined && term.exact === undefined ? known : term;
    const exactly =
      exact === undefined ? {} : { exact, ...(isQuoted && { isQuoted }), ...(isMessage && { isMessage }) };
    if (!known || known.weight < term.weight) terms.set(key, { ...term, ...exactly });
    else if (term.exact !== undefined && known.exact === undefined) terms.set(key, { ...known, ...exactly });
  };
  const [asked = "", beside] = context.english.text.replace(TO_FIND, "").split(BESIDES);
  collectFromText(asked, 1, true, add);
  if (beside !== undefined) collectFromText(beside, WEIGHT_BESIDES, true, add);
  const own = [...terms.values()].filter(({ isPhrase }) => !isPhrase).length;
  for (const word of context.english.spoken.flatMap(wordsOf)) if (hasOwnStem(word)) add(wordTerm(word, 1, true));
  for (const excerpt of context.excerpts) collectFromCode(excerpt, own <= 2 ? 0.8 : 0.25, add);
  const refersBack = REFERS_BACK.test(context.english.text);
  const saysAll = own > 2 && !refersBack;
  earlier.toReversed().forEach((before, index) => {
    const factor = (refersBack ? 1 : saysAll ? 0.35 : 0.7) / (index + 1);
    collectFromText(before.english.text, factor, false, add);
    // The many names in code that was selected then would outweigh the words of a question that says all it needs.
    if (!saysAll) for (const excerpt of before.excerpts) collectFromCode(excerpt, 0.5 * factor, add);
  });
  const sorted = [...terms.values()].sort((a, b) => b.weight - a.weight);
  return [
    ...sorted.filter(({ isPhrase }) => !isPhrase).slice(0, WORDS_AT_MOST),
    ...sorted.filter(({ isPhrase }) => isPhrase).slice(0, PHRASES_AT_MOST),
  ];
}

/** "Find the implementation of …": as agents ask, who look for nothing that is called so. */
const TO_FIND =
  /^\W*(?:please\s)?(?:find|locate|identify|(?:search|look) for)\s+(?=(?:(?:me|all|the|every|any|each|out)\s){0,3}(?:where|how|which|what|code|implementations?|definitions?|places?|logic|files?|(?:functions?|class(?:es)?|methods?)\s(?:that|which))\b)/i;
/** What is asked of it in general, and found in most code: "…, including how errors are handled". */
const BESIDES =
  /[,;]?\s(?:including|as well as|along with)\s+(?=(?:where|how|what|which|when|why|who|its|their|any|all)\b)/i;
const WEIGHT_BESIDES = 0.35;

/** "And where is it tested?" is about what was asked before as much as about tests. */
const REFERS_BACK = /^\W*(?:and|but|so|what about|how about)\b|\b(?:it|its|this|that|these|those|they|them|their)\b/i;

/** The labels of terms for a list, each once: overlapping pairs of letters become one word. */
export function labelsOf(terms: readonly QuestionTerm[]): readonly string[] {
  const labels: string[] = [];
  for (const { label } of terms) {
    const before = labels.at(-1);
    const [first = "", last = ""] = label;
    if (before !== undefined && PAIR.test(label) && before.endsWith(first)) labels[labels.length - 1] = before + last;
    else if (!labels.includes(label)) labels.push(label);
  }
  return labels;
}

/** The terms without those that have certain stems, unless none would be left. */
export function withoutWords(terms: readonly QuestionTerm[], stems: readonly string[]): readonly QuestionTerm[] {
  const others = terms.filter(({ alternatives }) => !alternatives[0]?.stems.some((stem) => stems.includes(stem)));
  return others.length > 0 ? others : terms;
}

function collectFromText(text: string, factor: number, isAsked: boolean, add: (term: QuestionTerm) => void): void {
  const isTelling = wordsOf(text).some(isTellingWord) ? isTellingWord : isLongWord;
  const addName = (code: string, weight: number) => {
    addExact(code, weight * factor, isAsked, add);
  };
  const alone = NAME_ALONE.exec(text)?.[1];
  if (alone !== undefined && !isStopWord(alone.toLowerCase())) addName(alone, 1.3);
  const rest = text.replace(MARKED, (marked, code?: string) => {
    const written = code ?? marked.slice(1, -1).trim();
    if (code === undefined && written.length < 2) return marked;
    if (code === undefined && !MAY_BE_NAME.test(written)) addQuotation(written, 2 * factor, isAsked, add);
    else addName(written, 2);
    return " . ";
  });
  for (const [, message = ""] of text.matchAll(MESSAGE)) addQuotation(message.trim(), 2 * factor, isAsked, add, true);
  const prose = joinVerbs(rest);
  for (const [token] of prose.matchAll(TOKEN)) {
    if (isIdentifier(token)) addName(token.replace(/\(\)$/, ""), 1.3);
  }
  for (const [token] of prose.matchAll(JOINED)) addName(token, 1.3);
  // Words that are close together in a clause make phrases: "retry interval" is `retryInterval`, and "keep a connection
  // alive" is `keepAlive`.
  for (const clause of prose.split(/[^\w\p{L}\p{M}\s'’$/-]+/u)) {
    const all = wordsOf(clause.replaceAll(/['’]\w*/g, ""));
    const words = all.filter(isTelling);
    words.forEach((word, at) => {
      add(wordTerm(word, factor, isAsked));
      words.slice(at + 1, at + 3).forEach((other, gap) => {
        add({
          label: `${word} ${other}`,
          isAsked,
          isPhrase: true,
          weight: (gap === 0 ? 1 : 0.7) * factor,
          alternatives: [
            { stems: [stemOf(word), stemOf(other)], likeness: 1 },
            ...(gap === 0 ? [{ stems: [stemOf(word + other)], likeness: LIKENESS.joined }] : []),
          ],
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
        isPhrase: true,
        weight: factor,
        alternatives: [
          { stems: three.map(stemOf), likeness: 1 },
          { stems: [three.map((word) => word.charAt(0)).join("")], likeness: LIKENESS.joined },
        ],
      });
    });
  }
}

/** Code in backticks, or a text in quotation marks. */
const MARKED = new RegExp(`(?<!\`)\`+([^\`\\n]+)\`+|${QUOTATION}`, "gu");

function wordTerm(word: string, weight: number, isAsked: boolean): QuestionTerm {
  const stem = stemOf(word);
  return {
    label: word,
    weight: PAIR.test(word) ? weight * WEIGHT_OF_PAIR : weight,
    isAsked,
    isPhrase: false,
    alternatives: [
      { stems: [stem], likeness: 1 },
      ...shortFormsOf(stem).map((form) => ({ stems: [form], likeness: LIKENESS.shortForm })),
      ...synonymsOf(stem).map((other) => ({ stems: [other], likeness: LIKENESS.synonym })),
    ],
  };
}

/** Two successive pairs share a letter. */
const PAIR = /^\p{Script=Han}{2}$/u;
const WEIGHT_OF_PAIR = 0.7;

/** The names that a piece of code defines, by their looks, in order. */
export function definedIn(code: string): readonly string[] {
  const definitions = code.matchAll(
    /\b(?:function\*?|class|interface|type|enum|struct|trait|def|func|fn|const|let|var)\s+([\p{L}_$][\p{L}\p{M}\p{N}_$]{2,})/gu,
  );
  return [...definitions].map(([, name = ""]) => name);
}

/** What a selected piece of code defines, then what it calls. */
function collectFromCode(code: string, factor: number, add: (term: QuestionTerm) => void): void {
  for (const name of definedIn(code)) addExact(name, 2 * factor, false, add);
  const counts = new Map<string, number>();
  for (const [, name = ""] of code.matchAll(/([\p{L}_$][\p{L}\p{M}\p{N}_$]{3,})\s*\(/gu))
    if (!isEverywhere(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name] of [...counts].sort(([, a], [, b]) => b - a).slice(0, 8)) addExact(name, 0.8 * factor, false, add);
}

function addExact(code: string, weight: number, isAsked: boolean, add: (term: QuestionTerm) => void): void {
  const parts = (isFileName(code) ? code.replace(/\.\w+$/, "") : code).split(/\.|::|->|#/);
  const name = parts.at(-1) ?? "";
  const words = wordsOf(name);
  if (words.length === 0 || words.length > 8) return;
  add({
    label: code,
    weight,
    isAsked,
    isPhrase: false,
    alternatives: [
      { stems: words.map(stemOf), likeness: 1 },
      ...(words.length > 1 ? [{ stems: [stemOf(words.join(""))], likeness: LIKENESS.joined }] : []),
    ],
    exact: name.toLowerCase(),
  });
  if (words.length > 1) for (const word of words) if (isTellingWord(word)) add(wordTerm(word, weight * 0.25, false));
  if (parts.length > 1)
    parts.slice(0, -1).forEach((part) => {
      addExact(part, weight * 0.4, isAsked, add);
    });
}

const WORDS_OF_QUOTATION = 8;
/** A name, a path, an option, a key. */
const MAY_BE_NAME = /^[\p{L}\p{M}\p{N}_$@~.:#/\\+<>-]*[\p{L}\p{M}\p{N}_$](?:\(\))?$/u;

/** A text that is sought as it is; and by its words, since a part of it may be put in by the code. */
function addQuotation(
  text: string,
  weight: number,
  isAsked: boolean,
  add: (term: QuestionTerm) => void,
  isMessage = false,
): void {
  const words = wordsOf(text).slice(0, WORDS_OF_QUOTATION);
  add({
    label: text,
    weight,
    isAsked,
    isPhrase: false,
    alternatives: [{ stems: words.length > 0 ? words.map(stemOf) : [text.toLowerCase()], likeness: 1 }],
    exact: text.toLowerCase(),
    isQuoted: true,
    ...(isMessage && { isMessage }),
  });
  for (const word of words) if (isTellingWord(word)) add(wordTerm(word, weight * 0.25, false));
  const pieces = text.split(PUT_IN).map((piece) => piece.trim());
  const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one));
  if (longest !== text && /^.{4,}\s.{4,}$/s.test(longest)) addQuotation(longest, weight, isAsked, add, isMessage);
}

/** What a program said: behind the name of an error, up to the end of the line or to a question. */
const MESSAGE =
  /(?:^|[\s(])[\w.$]{0,80}(?:Error|Exception|Warning|[Pp]anic|error|warning|fatal|FATAL|ERROR|WARN(?:ING)?)(?:\[\w-]{1,20}\])?:\s{1,4}(\S.{6,300}?)(?=[.!]?\s+(?:where|why|what|how|which|who|when)\b[^\n]*$|\s*$)/gim;

/** Around what a program puts into a message: a number, a path, what is in quotation marks or parentheses. */
const PUT_IN = /[^\p{L}\p{M}\p{N}\s.,;!?'’-]+|\S*\d\S*|(?<!\S)['’]|['’](?!\S)/u;

/** Whether it is called as a file of code is: what `settle.py` means is not `py`. `console.log` and `$.css` are none. */
function isFileName(name: string): boolean {
  return /\.(?!css$|log$|map$)[a-z]{2,3}$/.test(name) && hasKnownEnding(name);
}

const NAME = String.raw`(?!\d)(?:\$|${IN_WORD})+`;
const TOKEN = new RegExp(String.raw`${NAME}(?:(?:\.|::)${NAME})*(?:\(\))?`, "gu");
/** `ctrl+shift+p` and `utf-8` are one thing, whatever their parts are. */
const JOINED =
  /(?<![\p{L}\p{N}+-])(?:[\p{L}\p{N}]{1,20}(?:\+[\p{L}\p{N}]{1,20})+|\p{L}{1,20}-\d{1,8})(?![\p{L}\p{N}+-])/gu;
/** A question that is nothing but a name asks for what has that name, even if it is a plain word. */
const NAME_ALONE = new RegExp(String.raw`^\s*(${NAME}(?:(?:\.|::|->|#)${NAME})*)(?:\(\))?\s*\??\s*$`, "u");

/** Whether a word looks like a name of code: `parseRetry`, `HTTPAdapter`, `MAX_2`, `a.b`. "SQLite" does not. */
export function isIdentifier(token: string): boolean {
  return (
    (/\p{Ll}\p{Lu}|[_$]|[\p{L}\p{N}]\.\p{L}|::|\(\)|^[A-Z]{2,}\d*$|[a-z]\d/u.test(token) &&
      !/^[a-z]\.[a-z]$/.test(token)) ||
    (/\p{Lu}[\p{Lu}\p{N}]*\p{Lu}\p{Ll}{2}/u.test(token) && wordsOf(token).length > 1)
  );
}

/** Whether a foreign word does not share its stem with an English one, as short words may: "lange" with `lang`. */
function hasOwnStem(word: string): boolean {
  return word.length > 5 || stemOf(word) === word || !/^[a-z]+$/.test(word);
}

/** Numbers as they count things tell nothing; `404`, `8080` and `1024` do. */
function isTellingWord(word: string): boolean {
  return word.length > 1 && !isStopWord(word) && !/^\d{1,2}$/.test(word);
}

/** For questions like "How are things done?", where no other words are left. */
function isLongWord(word: string): boolean {
  return (
    isTellingWord(word) ||
    (word.length >= 5 &&
      !/^(?:where|which|whose|there|their|these|those|could|would|should|about|after|again|before|between|during|other|every|while|please)$/.test(
        word,
      ))
  );
}

/** Whether every program calls it, so that it says nothing about this one. */
function isEverywhere(word: string): boolean {
  return EVERYWHERE.has(word);
}

const EVERYWHERE = new Set(
  `if for while switch catch return function typeof await new super this throw yield elif with match defer print assert
  require import parseInt parseFloat Number String Boolean Array Object Promise Error Symbol push slice map filter forEach
  find some every test exec replace replaceAll indexOf includes startsWith endsWith then finally join split trim append
  toString println printf Sprintf Errorf len make range isinstance`.split(/\s+/),
);
