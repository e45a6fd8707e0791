import type { CandidateFile } from "./candidateFiles.ts";
import { languageOf } from "./languages.ts";
import { outlineOf, type Definition } from "./outline.ts";
import { hasTerm, type QuestionTerm } from "./questionTerms.ts";
import { stemOf, wordsOf } from "./words.ts";

/** Lines of a file that belong together and speak of a question's terms. */
export interface Passage {
  readonly file: CandidateFile;
  /** What it defines, or what it is in. */
  readonly name: string | undefined;
  /** Zero-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly lines: readonly string[];
  readonly score: number;
  /** The positions of the terms that occur in it. */
  readonly terms: readonly number[];
}

/** What is known about a question when passages are compared. */
export interface PassageCriteria {
  readonly terms: readonly QuestionTerm[];
  /** By the term's position; see `Candidates`. */
  readonly rarities: readonly number[];
  /** Whether the question is about where something is used rather than what it is. */
  readonly asksForUses: boolean;
  /** Lines that the question is about, in this file. */
  readonly selected?: { readonly startLine: number; readonly endLine: number };
}

/** The longest passage; longer definitions are shown in part. */
const LINES_AT_MOST = 24;
/** Longer lines are nothing to read. */
const COLUMNS_AT_MOST = 300;

/** The passages of one file that are worth showing, best first, none overlapping another. */
export function findPassages(file: CandidateFile, text: string, criteria: PassageCriteria): readonly Passage[] {
  const lines = text.split(/\r?\n/);
  const hits = lines.map((line) => hitsIn(line, criteria.terms));
  const definitions = outlineOf(lines, languageOf(file.path));
  const candidates: Passage[] = [];
  const consider = (startLine: number, endLine: number, definition: Definition | undefined) => {
    const passage = measure(file, lines, hits, startLine, endLine, definition, criteria);
    if (passage.score > 0) candidates.push(passage);
  };
  for (const definition of definitions) {
    const { startLine, line, endLine } = definition;
    if (endLine - startLine < LINES_AT_MOST) consider(startLine, endLine, definition);
    else {
      // Its head, if that speaks of the terms, with the comment if there is room.
      const from = line - startLine < LINES_AT_MOST / 2 ? startLine : line;
      consider(from, Math.min(endLine, from + LINES_AT_MOST - 1), definition);
    }
  }
  for (const window of clusters(hits)) {
    const [startLine, endLine] = trim(lines, hits, window);
    consider(startLine, endLine, innermost(definitions, startLine, endLine));
  }
  const { selected } = criteria;
  if (selected)
    consider(
      selected.startLine,
      Math.min(selected.endLine, lines.length - 1, selected.startLine + LINES_AT_MOST - 1),
      innermost(definitions, selected.startLine, selected.endLine),
    );
  return withoutOverlaps(candidates.sort((a, b) => b.score - a.score));
}

/** The terms in a line, by position. */
function hitsIn(line: string, terms: readonly QuestionTerm[]): readonly number[] {
  if (line.length > COLUMNS_AT_MOST || line.trim() === "") return [];
  const stems = wordsOf(line).map(stemOf);
  return terms.flatMap((term, index) => (hasTerm(stems, term) ? [index] : []));
}

/** Windows around hits that are close to each other. */
function clusters(hits: readonly (readonly number[])[]): readonly (readonly [startLine: number, endLine: number])[] {
  const windows: (readonly [number, number])[] = [];
  hits.forEach((terms, line) => {
    if (terms.length === 0) return;
    // One window begins at every hit; the best of those that overlap is kept.
    let end = line;
    for (let next = line + 1; next < Math.min(hits.length, line + LINES_AT_MOST - 4) && next - end <= 5; next++)
      if ((hits[next]?.length ?? 0) > 0) end = next;
    windows.push([Math.max(0, line - 2), end + 3]);
  });
  return windows;
}

/** Takes from both ends what belongs to something else: blank lines, closing brackets, the beginning of the next comment. */
function trim(
  lines: readonly string[],
  hits: readonly (readonly number[])[],
  [from, to]: readonly [number, number],
): readonly [number, number] {
  const isHit = (line: number) => (hits[line]?.length ?? 0) > 0;
  let start = from;
  let end = Math.min(to, lines.length - 1);
  for (let line = start; line < end && !isHit(line); line++)
    if (/^\s*(?:[\])}][\])};,\s]*(?:else.*)?|break;?|return.*|\*\/|\}.*[^{])?$/.test(lines[line] ?? ""))
      start = line + 1;
  const next = lines.slice(start, end + 1).findLastIndex((_, index) => isHit(start + index)) + start;
  for (let line = next + 1; line <= end; line++) {
    if (/^\s*(?:\/\*\*.*|\/\/.*|case\b.*|default:)?$/.test(lines[line] ?? "")) {
      end = line - 1;
      break;
    }
  }
  return [start, end];
}

function measure(
  file: CandidateFile,
  lines: readonly string[],
  hits: readonly (readonly number[])[],
  startLine: number,
  endLine: number,
  definition: Definition | undefined,
  { terms, rarities, asksForUses, selected }: PassageCriteria,
): Passage {
  const counts = terms.map(() => 0);
  for (let line = startLine; line <= endLine; line++) {
    const worth = COMMENT.test(lines[line] ?? "") || SENTENCE.test(lines[line] ?? "") ? 0.6 : 1;
    for (const term of hits[line] ?? []) counts[term] = (counts[term] ?? 0) + worth;
  }
  const pathStems = wordsOf(file.path).map(stemOf);
  const nameStems = definition ? wordsOf(definition.name).map(stemOf) : [];
  const showsName = definition !== undefined && definition.line >= startLine && definition.line <= endLine;
  const passageLines = lines.slice(startLine, endLine + 1);
  let found = 0;
  let possible = 0;
  terms.forEach((term, index) => {
    const worth = term.weight * (rarities[index] ?? 0);
    possible += worth;
    const count = counts[index] ?? 0;
    if (count > 0) found += worth * (1 - 0.5 ** count) * 1.5;
    if (count > 0 && isQuoted(passageLines, term)) found += worth * 0.7;
    if (count > 0 && hasTerm(pathStems, term)) found += worth * 0.5;
    if (hasTerm(nameStems, term)) {
      const isExact = term.exact !== undefined && definition?.name.toLowerCase() === term.exact;
      // A definition of what was asked for tells more than a use; unless uses are what was asked for.
      found += worth * (showsName ? 1 : 0.4) * (isExact ? (asksForUses ? 0 : 1.5) : 0.5);
    }
  });
  const coverage =
    possible === 0
      ? 0
      : terms.reduce(
          (sum, { weight }, index) => sum + ((counts[index] ?? 0) > 0 ? weight * (rarities[index] ?? 0) : 0),
          0,
        ) / possible;
  const isSelected = selected !== undefined && startLine <= selected.endLine && endLine >= selected.startLine;
  const score =
    found * (0.35 + 0.65 * coverage) * lengthFactor(endLine - startLine + 1) * file.prior * shapeFactor(passageLines);
  return {
    file,
    name: definition?.name,
    startLine,
    endLine,
    lines: passageLines,
    score: isSelected ? score + 100 : score,
    terms: counts.flatMap((count, index) => (count > 0 ? [index] : [])),
  };
}

/** What is done stands in code; comments say it too, but also what is done elsewhere. */
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--)/;

/** A text for people, in quotes. */
const SENTENCE = /(["'`])[^"'`]*[a-z](?: [^\s"'`]+){4,}\1/;

/** Too short says little, too long says where to look no better than its file does. */
function lengthFactor(length: number): number {
  return Math.min(1, 0.5 + 0.1 * length) / (1 + Math.max(0, length - 16) / 60);
}

/** A word of a protocol or a format stands in quotes where it is dealt with: `case "retry":`. */
function isQuoted(lines: readonly string[], { sequences }: QuestionTerm): boolean {
  return lines.some((line) =>
    (line.match(/(["'])[\w-]{2,40}\1/g) ?? []).some((quoted) => {
      const stems = wordsOf(quoted).map(stemOf);
      return sequences.some(
        (sequence) => sequence.length === stems.length && sequence.every((stem, index) => stem === stems[index]),
      );
    }),
  );
}

/** Imports, and lists where one line is like the other, speak of much and say little. */
function shapeFactor(lines: readonly string[]): number {
  const empty = lines.filter((line) =>
    /^\s*(?:import\b|(?:const|var|let)\s+.*\brequire\(|export\s+(?:\{|\*)|use\s+[\w:]+|#include|from\s+\S+\s+import|\w+,?\s*$|module\.exports\b|package\b)/.test(
      line,
    ),
  ).length;
  if (empty > lines.length * 0.4) return 0.3;
  const shapes = new Map<string, number>();
  for (const line of lines) {
    const shape = line
      .trim()
      .replace(/[\w$]+/g, "w")
      .replace(/(["'`]).*?\1/g, "s");
    if (shape.length > 1) shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  return lines.length >= 5 && Math.max(...shapes.values()) > lines.length * 0.5 ? 0.5 : 1;
}

function innermost(definitions: readonly Definition[], startLine: number, endLine: number): Definition | undefined {
  return definitions.findLast(
    (definition) => definition.startLine <= Math.min(startLine + 2, endLine) && definition.endLine >= endLine - 3,
  );
}

function withoutOverlaps(passages: readonly Passage[]): readonly Passage[] {
  const kept: Passage[] = [];
  for (const passage of passages) {
    if (kept.every((other) => passage.endLine < other.startLine || passage.startLine > other.endLine))
      kept.push(passage);
    if (kept.length === 8) break;
  }
  return kept;
}
