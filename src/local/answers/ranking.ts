import type { CandidateFile } from "./candidateFile.ts";
import type { Definition } from "../symbols/outline.ts";
import type { QuestionIntent } from "./questionIntent.ts";
import { strengthOf, type QuestionTerm } from "./questionTerms.ts";
import { stemOf, wordsOf } from "./words.ts";

/** What is known about a question when passages are compared. */
export interface PassageCriteria {
  readonly terms: readonly QuestionTerm[];
  /** By the term's position; see `Candidates`. */
  readonly rarities: readonly number[];
  readonly intent: QuestionIntent;
  /** Lines that the question is about, in this file. */
  readonly selected?: { readonly startLine: number; readonly endLine: number };
}

/** What a line says about the question's terms, by their positions. */
export interface ReadLine {
  readonly text: string;
  /** How surely it speaks of each term it has; see `strengthOf`. */
  readonly hits: ReadonlyMap<number, number>;
  /** Terms that stand alone in quotes, as the words of a protocol or a format do where they are dealt with: `case "retry":`. */
  readonly quoted: readonly number[];
  /** A comment, or a text for people in quotes. */
  readonly isProse: boolean;
  /** An import, an export or an item of a list: speaks of much and says little. */
  readonly isEmpty: boolean;
  /** Its punctuation; lines of a list have the same. */
  readonly shape: string;
}

/** What is compared: some lines of a file, and what they are in. */
export interface Excerpt {
  readonly lines: readonly ReadLine[];
  /** What these lines define. */
  readonly definition: Definition | undefined;
  /** Whether they have all of it, rather than its beginning. */
  readonly isWhole: boolean;
  /** Definitions that the lines are in. */
  readonly around: readonly Definition[];
}

/** Reads the lines of a file for the terms of a question. */
export function readLines(lines: readonly string[], terms: readonly QuestionTerm[]): readonly ReadLine[] {
  return lines.map((text) => {
    const hits = new Map<number, number>();
    const look = {
      text,
      hits,
      isProse: PROSE.test(text),
      isEmpty: EMPTY.test(text),
      shape: text
        .trim()
        .replace(/[\w$]+/g, "w")
        .replace(/(["'`]).*?\1/g, "s"),
    };
    if (text.length > COLUMNS_AT_MOST || text.trim() === "") return { ...look, quoted: [] };
    const stems = stemsOf(text);
    terms.forEach((term, index) => {
      const strength = strengthOf(stems, term);
      if (strength > 0) hits.set(index, strength);
    });
    const words =
      hits.size > 0 ? (text.match(/(["'])[\w-]{2,40}\1/g) ?? []).map((word) => stemsOf(word).join(" ")) : [];
    const quoted = [...hits.keys()].filter((index) =>
      terms[index]?.sequences.some((sequence) => words.includes(sequence.join(" "))),
    );
    return { ...look, quoted };
  });
}

/**
 * The score of a passage is a sum over the question's terms, as in BM25: each is worth its weight times its rarity, once
 * for what is in the lines, and again for every other place that has it. Then come factors for the whole.
 */
const WEIGHTS = {
  /** In the lines themselves: the most that occurrences can add up to, and how fast they do. */
  body: 1.6,
  saturation: 1.2,
  /** How much a passage's length is held against what occurs in it, and the length at which nothing is. */
  lengthShare: 0.35,
  usualLength: 15,
  /** An occurrence in a comment or a text for people, which also speak of what is done elsewhere. */
  prose: 0.6,
  /** What a single line is worth as a passage, and how many lines are enough to be worth all. */
  oneLine: 0.6,
  enough: 5,
  /** A whole function or class, rather than a part of one. */
  whole: 1.2,
  /** In the name of what the lines define; all of it for a name that says nothing else. */
  name: 1.3,
  /** In the name of the class or function around. */
  around: 0.4,
  /** In the path of the file. */
  path: 1,
  /** Alone in quotes, as the words of a protocol or a format stand where they are dealt with: `case "retry":`. */
  quoted: 0.6,
  /** For a question of what something is: its definition. */
  definition: 2,
  /** For a question of who uses something: a use; lines without one are worth nothing then. */
  use: 2,
  /** For a question of a default: a line that sets one; and lines among which none does. */
  defaultValue: 4,
  noDefaultValue: 0.3,
  /** For a question of when or whether: a line with a condition. */
  condition: 0.4,
  /** For a question of what is done: a type, which says only what there is. */
  type: 0.4,
  /** How much of a term is there if it is in the name around, or in the path only. */
  aroundIsThere: 0.8,
  pathIsThere: 0.7,
  /** How much it matters that all terms are there: the power to which their share is taken. */
  coverage: 1.6,
  /** How much a file that speaks of the question as a whole counts for its passages. */
  file: 0.8,
} as const;

/** Tells how well excerpts of a file fit a question; 0 where they do not. */
export function createScore(
  file: CandidateFile,
  { terms, rarities, intent }: PassageCriteria,
): (excerpt: Excerpt) => number {
  const pathStems = stemsOf(`${file.repository.name.split("/").at(-1) ?? ""}/${file.path}`);
  const inPath = terms.map((term) => strengthOf(pathStems, term));
  const asksForUses = intent.uses && terms.some(({ exact }) => exact !== undefined);
  const names = new Map<Definition, readonly number[]>();
  /** How much the name of a definition speaks of each term, less where it says other things too. */
  const inNameOf = (definition: Definition) => {
    let strengths = names.get(definition);
    if (!strengths) {
      const stems = stemsOf(definition.name);
      const meant = stems.filter((stem) => terms.some((term) => strengthOf([stem], term) > 0));
      strengths = terms.map((term) => (strengthOf(stems, term) * meant.length) / Math.max(1, stems.length));
      names.set(definition, strengths);
    }
    return strengths;
  };
  return ({ lines, definition, isWhole, around }) => {
    const inOwnName = definition && inNameOf(definition);
    const inNamesAround = around.map(inNameOf);
    const length = lines.filter(({ text }) => text.trim() !== "").length;
    const slowness =
      WEIGHTS.saturation * (1 - WEIGHTS.lengthShare + (WEIGHTS.lengthShare * length) / WEIGHTS.usualLength);
    let sum = 0;
    let possible = 0;
    let hasDefault = false;
    let covered = 0;
    for (const [index, term] of terms.entries()) {
      const worth = term.weight * (rarities[index] ?? 0);
      if (worth === 0 || (intent.defaultValue && term.label === "default")) continue;
      const isExact = term.exact !== undefined;
      const has = lines.filter(({ hits }) => hits.has(index));
      const isIn = (where: RegExp) => has.some(({ text, hits }) => hits.get(index) === 1 && where.test(text));
      const isDefault = intent.defaultValue && has.some(({ text }) => isDefaultOf(text, term));
      hasDefault ||= isDefault;
      const count = has.reduce(
        (all, { hits, isProse }) => all + (hits.get(index) ?? 0) * (isProse ? WEIGHTS.prose : 1),
        0,
      );
      const inName = inOwnName?.[index] ?? 0;
      const inAround = Math.max(0, ...inNamesAround.map((strengths) => strengths[index] ?? 0));
      const isIts = isExact && definition?.name.toLowerCase() === term.exact;
      let found =
        WEIGHTS.body * (count / (count + slowness)) +
        WEIGHTS.name * inName +
        WEIGHTS.around * inAround +
        WEIGHTS.path * (inPath[index] ?? 0) +
        (has.some(({ quoted }) => quoted.includes(index)) ? WEIGHTS.quoted : 0) +
        (isIts && intent.definition ? WEIGHTS.definition : 0) +
        (intent.decision && isIn(CONDITION) ? WEIGHTS.condition : 0) +
        (isDefault ? WEIGHTS.defaultValue : 0);
      if (asksForUses && isExact) {
        const isWithin = isIts || around.some(({ name }) => name.toLowerCase() === term.exact);
        if (isWithin || !isIn(USE)) return 0;
        found += WEIGHTS.use;
      }
      sum += worth * found;
      // Phrases are made of words that are counted already.
      if (!isExact && (term.sequences[0]?.length ?? 0) > 1) continue;
      possible += worth;
      covered +=
        worth *
        Math.max(
          Math.min(1, count),
          inName,
          WEIGHTS.aroundIsThere * inAround,
          WEIGHTS.pathIsThere * (inPath[index] ?? 0),
        );
    }
    if (possible === 0) return 0;
    return (
      sum *
      (covered / possible) ** WEIGHTS.coverage *
      file.prior *
      (intent.implementation && !intent.types && (definition ?? around.at(-1))?.isType ? WEIGHTS.type : 1) *
      (1 + WEIGHTS.file * file.relevance) *
      Math.min(1, WEIGHTS.oneLine + (1 - WEIGHTS.oneLine) * (length / WEIGHTS.enough)) *
      (isWhole ? WEIGHTS.whole : 1) *
      (intent.defaultValue && !hasDefault ? WEIGHTS.noDefaultValue : 1) *
      shapeFactor(lines)
    );
  };
}

/** Longer lines are nothing to read. */
const COLUMNS_AT_MOST = 300;

/** A comment, or a text for people in quotes. */
const PROSE = /^\s*(?:\/\/|\/?\*|#(?!\w)|--)|(["'`])[^"'`]*[a-z](?: [^\s"'`]+){4,}\1/;

/** Neither a comment nor an import or export. */
const USE =
  /^(?!\s*(?:\/\/|\/?\*|#(?!\w)|import\b|from\b|use\b|export\s*[{*]|(?:module\.)?exports\b|\w+,?\s*$)|.*\brequire\()/;

/** Whether a line gives a value to a term unless it has one: `x ?? 1`, `x != null ? x : 1`, `x = y || 1`, `x = 1`, `x: 1`. */
function isDefaultOf(text: string, term: QuestionTerm): boolean {
  const speaks = (part: string | undefined) => part !== undefined && strengthOf(stemsOf(part), term) === 1;
  const taken = INSTEAD.exec(text);
  return (taken !== null && speaks(text.slice(0, taken.index + 1))) || speaks(GIVEN.exec(text)?.[1]);
}

const INSTEAD = /\?\?|[!=]==?\s*(?:null|undefined)\s*\?|=\s*[^=&|]*\|\||@default\b/;
const GIVEN = /([\w$]+)[\])"']?\s*(?::|=|:=)\s*(?:[-\d"'`[{]|true\b|false\b|null\b|None\b|nil\b)/;
const CONDITION = /\b(?:if|elif|case|when|while|unless|should\w*)\b|&&|\|\||\?\s|[<>]=?\s/;

/** Imports and lists, which speak of much and say little. */
const EMPTY =
  /^\s*(?:import\b|(?:const|var|let)\s+.*\brequire\(|export\s+(?:\{|\*)|use\s+[\w:]+|#include|from\s+\S+\s+import|\w+,?\s*$|module\.exports\b|package\b)/;

function shapeFactor(lines: readonly ReadLine[]): number {
  const empty = lines.filter(({ isEmpty }) => isEmpty).length;
  if (empty > lines.length * 0.4) return 0.3;
  const shapes = new Map<string, number>();
  for (const { shape } of lines) if (shape.length > 1) shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  return lines.length >= 5 && Math.max(...shapes.values()) > lines.length * 0.5 ? 0.5 : 1;
}

function stemsOf(text: string): readonly string[] {
  return wordsOf(text).map(stemOf);
}
