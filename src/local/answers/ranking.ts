import type { Definition } from "../symbols/outline.ts";
import type { CandidateFile } from "./candidateFile.ts";
import type { QuestionIntent } from "./questionIntent.ts";
import type { QuestionTerm } from "./questionTerms.ts";
import type { Rarities } from "./rarities.ts";
import type { ReadLine } from "./readLines.ts";
import { likenessesIn, type TermMatching } from "./termMatching.ts";
import { WEIGHTS } from "./weights.ts";
import { stemOf, wordsOf } from "./words.ts";

/** What is known about a question when passages are compared. */
export interface PassageCriteria {
  readonly matching: TermMatching;
  readonly rarities: Rarities;
  readonly intent: QuestionIntent;
  /** Lines that the question is about, in this file. */
  readonly selected?: { readonly startLine: number; readonly endLine: number };
}

/** What is compared: some lines of a file, and what they are in. */
export interface Excerpt {
  readonly lines: readonly ReadLine[];
  /** What these lines define as a whole. */
  readonly definitions: readonly Definition[];
  /** Definitions that the lines are in. */
  readonly around: readonly Definition[];
}

/** How well an excerpt fits a question, and why. */
export interface Fit {
  /** 0 where it does not. */
  readonly score: number;
  /** The positions of the terms that occur in the lines. */
  readonly terms: readonly number[];
  /** Of these terms, those that occur in comments only. */
  readonly commented: readonly number[];
  /** The positions of the terms that the name of what they define has. */
  readonly named: readonly number[];
  /** The positions of the terms that the path of the file has. */
  readonly inPath: readonly number[];
  /** The share of what the question speaks of that is there, rare terms counting more: from 0 to 1. */
  readonly coverage: number;
  /** What the lines define that speaks of it most. */
  readonly definition: Definition | undefined;
}

/** Tells how well excerpts of a file fit a question. */
export function createScore(
  file: CandidateFile,
  { matching, rarities: { worths }, intent }: PassageCriteria,
): (excerpt: Excerpt) => Fit {
  const { terms } = matching;
  const { fields, saturation, length: lengths } = WEIGHTS;
  const inPath = likenessesIn(`${file.repository.name.split("/").at(-1) ?? ""}/${file.path}`, matching);
  const asksForUses = intent.uses && terms.some(({ exact }) => exact !== undefined);
  const possible = terms.reduce((sum, { isPhrase }, term) => sum + (isPhrase ? 0 : (worths[term] ?? 0)), 0);
  const names = new Map<Definition, readonly number[]>();
  /** How much the name of a definition speaks of each term, less where it says other things too. */
  const inNameOf = (definition: Definition): readonly number[] => {
    let known = names.get(definition);
    if (!known) {
      const words = wordsOf(definition.name);
      const meant = words.filter((word) => likenessesIn(word, matching).some((likeness) => likeness > 0));
      const share = Math.max(meant.length, 1) / Math.max(1, words.length);
      known = likenessesIn(definition.name, matching).map((likeness) => likeness * share);
      names.set(definition, known);
    }
    return known;
  };
  return ({ lines, definitions, around }) => {
    const inBody = terms.map(() => 0);
    const inCode = new Set<number>();
    for (const { found, isComment } of lines)
      for (const [term, count] of found) {
        inBody[term] = (inBody[term] ?? 0) + count;
        if (!isComment) inCode.add(term);
      }
    const inNames = definitions.map(inNameOf);
    const inName = terms.map((_, term) => Math.max(0, ...inNames.map((likenesses) => likenesses[term] ?? 0)));
    const worthOfName = (likenesses: readonly number[]) =>
      likenesses.reduce((sum, likeness, term) => sum + likeness * (worths[term] ?? 0), 0);
    const definition = definitions.toSorted((a, b) => worthOfName(inNameOf(b)) - worthOfName(inNameOf(a)))[0];
    const inNamesAround = around.map(inNameOf);
    const told = lines.filter(({ isBlank }) => !isBlank).length;
    const slowness = saturation.passage * (1 - lengths.share + (lengths.share * told) / lengths.usual);
    let sum = 0;
    let covered = 0;
    let hasDefault = false;
    for (const [index, term] of terms.entries()) {
      const worth = worths[index] ?? 0;
      if (worth === 0 || (intent.defaultValue && term.label === "default")) continue;
      const isIts = term.exact !== undefined && definitions.some(({ name }) => name.toLowerCase() === term.exact);
      const isDefault =
        intent.defaultValue &&
        lines.some(({ text, found }) => found.some(([other]) => other === index) && isDefaultOf(text, term));
      hasDefault ||= isDefault;
      const named = inName[index] ?? 0;
      const aroundIt = Math.max(0, ...inNamesAround.map((likenesses) => likenesses[index] ?? 0));
      const occurrences =
        (inBody[index] ?? 0) + fields.name * named + fields.around * aroundIt + fields.path * (inPath[index] ?? 0);
      sum += worth * (occurrences / (occurrences + slowness));
      if (isIts && !asksForUses) sum += worth * WEIGHTS.definition * (intent.definition ? 2 : 1);
      if (isDefault) sum += worth * WEIGHTS.defaultValue;
      if (asksForUses && term.exact !== undefined) {
        const isWithin = isIts || around.some(({ name }) => name.toLowerCase() === term.exact);
        const isUsed =
          !isWithin && lines.some(({ text, found }) => found.some(([other]) => other === index) && USE.test(text));
        sum += isUsed ? worth * WEIGHTS.use : -Infinity;
      }
      if (!term.isPhrase)
        covered += worth * Math.max(Math.min(1, inBody[index] ?? 0), named, 0.8 * aroundIt, 0.7 * (inPath[index] ?? 0));
    }
    const found = {
      definition,
      terms: inBody.flatMap((count, term) => (count > 0 ? [term] : [])),
      commented: inBody.flatMap((count, term) => (count > 0 && !inCode.has(term) ? [term] : [])),
      inPath: inPath.flatMap((likeness, term) => (likeness > 0 ? [term] : [])),
      named: inName.flatMap((likeness, term) => (likeness > 0 ? [term] : [])),
      coverage: possible === 0 ? 0 : covered / possible,
    };
    const score =
      sum *
      found.coverage ** WEIGHTS.coverage *
      file.relevance ** WEIGHTS.file *
      (intent.implementation && !intent.types && (definition ?? around.at(-1))?.isType ? WEIGHTS.type : 1) *
      Math.min(1, WEIGHTS.oneLine + ((1 - WEIGHTS.oneLine) * told) / WEIGHTS.enough) *
      (intent.defaultValue && !hasDefault ? WEIGHTS.noDefaultValue : 1) *
      shapeFactor(lines, told);
    return { ...found, score: Number.isFinite(score) ? Math.max(0, score) : 0 };
  };
}

/** Neither a comment nor an import or export. */
const USE =
  /^(?!\s*(?:\/\/|\/?\*|#(?!\w)|import\b|from\b|use\b|export\s*[{*]|(?:module\.)?exports\b|\w+,?\s*$)|.*\brequire\()/;

/** Whether a line gives a value to a term unless it has one: `x ?? 1`, `x != null ? x : 1`, `x = y || 1`, `x = 1`, `x: 1`. */
function isDefaultOf(text: string, term: QuestionTerm): boolean {
  const speaks = (part: string | undefined) => {
    if (part === undefined) return false;
    const stems = wordsOf(part).map(stemOf).join(" ");
    return term.alternatives.some((alternative) => ` ${stems} `.includes(` ${alternative.stems.join(" ")} `));
  };
  const taken = INSTEAD.exec(text);
  return (taken !== null && speaks(text.slice(0, taken.index + 1))) || speaks(GIVEN.exec(text)?.[1]);
}

const INSTEAD = /\?\?|[!=]==?\s*(?:null|undefined)\s*\?|=\s*[^=&|]*\|\||@default\b/;
const GIVEN = /([\w$]+)[\])"']?\s*(?::|=|:=)\s*(?:[-\d"'`[{]|true\b|false\b|null\b|None\b|nil\b)/;

function shapeFactor(lines: readonly ReadLine[], told: number): number {
  const empty = lines.filter(({ isEmpty }) => isEmpty).length;
  if (empty > told * 0.5) return WEIGHTS.empty;
  if (lines.filter(({ isComment }) => isComment).length > told * 0.7) return WEIGHTS.comment;
  const shapes = new Map<string, number>();
  for (const { shape } of lines) if (shape.length > 1) shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  return told >= 5 && Math.max(...shapes.values()) > told * 0.5 ? WEIGHTS.list : 1;
}
