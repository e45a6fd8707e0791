import type { TimeSlices } from "../../core/text/timeSlices.ts";
import { blocksIn, partsOf, type Block } from "../symbols/blocks.ts";
import { languageOf } from "../symbols/languages.ts";
import { outlineOf, type Definition } from "../symbols/outline.ts";
import type { CandidateFile } from "./candidateFile.ts";
import { readLines } from "./readLines.ts";
import { createScore, type Fit, type PassageCriteria } from "./ranking.ts";

/** Lines of a file that belong together and speak of a question's terms. */
export interface Passage extends Omit<Fit, "definition"> {
  readonly file: CandidateFile;
  /** What it defines, or what it is in. */
  readonly name: string | undefined;
  /** Zero-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly lines: readonly string[];
}

/** A definition is shown as a whole up to this length; */
const LINES_AT_MOST = 80;
/** statements beside each other together up to this one. */
const RUN_AT_MOST = 60;
const KEPT_AT_MOST = 8;
/** Files are cut into parts of about as many lines, so that no part takes long. */
const PART_LINES = 1_500;
/** More than any score: what is selected comes first. */
export const SELECTED = 100_000;

/** The passages of one file that are worth showing, best first, none overlapping another. They begin and end with whole statements. */
export async function findPassages(
  file: CandidateFile,
  text: string,
  criteria: PassageCriteria,
  slices: TimeSlices,
): Promise<readonly Passage[]> {
  const lines = text.split(/\r?\n/);
  const scoreOf = createScore(file, criteria);
  const candidates: Passage[] = [];
  const language = languageOf(file.path);
  const { selected } = criteria;
  for (const [from, to] of partsOfFile(lines)) {
    const read = await readLines(lines, from, to, criteria, slices);
    const definitions = outlineOf(lines.slice(from, to + 1), language).map((definition) => shift(definition, from));
    if (slices.isOver) await slices.next();
    const hasHit = (startLine: number, endLine: number) => {
      for (let line = startLine; line <= endLine; line++) if ((read[line - from]?.found.length ?? 0) > 0) return true;
      return false;
    };
    const consider = (startLine: number, endLine: number, own: readonly Definition[] = []) => {
      const isSelected = selected && startLine <= selected.endLine && endLine >= selected.startLine;
      if (!isSelected && !hasHit(startLine, endLine)) return;
      const around = definitions.filter(
        (other) => !own.includes(other) && other.line <= startLine && other.endLine >= endLine,
      );
      const { score, definition, ...found } = scoreOf({
        lines: read.slice(startLine - from, endLine - from + 1),
        definitions: own,
        around,
      });
      if (score === 0 && !isSelected) return;
      candidates.push({
        ...found,
        file,
        name: (definition ?? around.at(-1))?.name,
        startLine,
        endLine,
        lines: lines.slice(startLine, endLine + 1),
        score: isSelected ? score + SELECTED : score,
      });
    };
    for (const excerpt of excerptsOf(lines, blocksIn(lines, from, to), definitions, hasHit)) {
      consider(...excerpt);
      if (slices.isOver) await slices.next();
    }
    if (selected && selected.startLine >= from && selected.startLine <= to)
      consider(selected.startLine, Math.min(selected.endLine, to, selected.startLine + LINES_AT_MOST - 1));
  }
  return withoutOverlaps(candidates.sort((a, b) => b.score - a.score));
}

type Lines = readonly [startLine: number, endLine: number];

/** Parts of a file that begin where something begins that is in nothing else, as far as there is such a line in time. */
function partsOfFile(lines: readonly string[]): readonly Lines[] {
  const parts: Lines[] = [];
  let from = 0;
  for (let at = PART_LINES; at < lines.length; at++) {
    const length = at - from;
    const isTop = /^[\w/#@"'([*]/.test(lines[at] ?? "");
    const isApart = isTop && lines[at - 1]?.trim() === "";
    if (length < PART_LINES || !(isApart || (isTop && length > 1.5 * PART_LINES) || length >= 2 * PART_LINES)) continue;
    parts.push([from, at - 1]);
    from = at;
  }
  return [...parts, [from, lines.length - 1]];
}

function shift({ name, startLine, line, endLine, isType }: Definition, by: number): Definition {
  return { name, isType, startLine: startLine + by, line: line + by, endLine: endLine + by };
}

type ExcerptLines = readonly [...Lines, own?: readonly Definition[]];

/**
 * What may be shown: whole definitions, and runs of whole definitions and statements beside each other; what is longer is
 * cut into its parts.
 */
function excerptsOf(
  lines: readonly string[],
  blocks: readonly Block[],
  definitions: readonly Definition[],
  hasHit: (startLine: number, endLine: number) => boolean,
): readonly ExcerptLines[] {
  const excerpts: ExcerptLines[] = [];
  const byLine = new Map(definitions.map((definition) => [definition.line, definition]));
  const cut = (within: readonly Block[], owner?: Definition) => {
    let beside: { readonly startLine: number; readonly endLine: number; readonly own: readonly Definition[] }[] = [];
    const flush = () => {
      beside.forEach(({ startLine, endLine, own }, index) => {
        if (!hasHit(startLine, endLine)) return;
        if (own.length > 0) excerpts.push([startLine, endLine, own]);
        const end = beside.findIndex((other, at) => at > index && other.endLine - startLine >= RUN_AT_MOST);
        const run = beside.slice(index, end < 0 ? undefined : end);
        const last = run.findLastIndex((other) => hasHit(other.startLine, other.endLine));
        const [lastOfRun] = run.slice(last);
        if (lastOfRun && (last > 0 || own.length === 0))
          excerpts.push([startLine, lastOfRun.endLine, run.slice(0, last + 1).flatMap((other) => other.own)]);
      });
      beside = [];
    };
    for (const block of within) {
      const definition = byLine.get(block.line);
      // the tail of a long comment is worth less than the code below it
      const startLine = block.endLine - block.startLine < LINES_AT_MOST ? block.startLine : block.line;
      const { endLine } = block;
      const parts = endLine - startLine < RUN_AT_MOST ? [] : partsOf(lines, { ...block, startLine });
      const isOwn = definition !== undefined && (definition !== owner || block === within[0]);
      if (endLine - startLine < LINES_AT_MOST) beside.push({ startLine, endLine, own: isOwn ? [definition] : [] });
      else flush();
      if (parts.length > 1) cut(parts, definition ?? owner);
      else if (endLine - startLine >= LINES_AT_MOST)
        for (let at = startLine; at <= endLine; at += RUN_AT_MOST)
          excerpts.push([at, Math.min(endLine, at + RUN_AT_MOST - 1)]);
      else if (HOLDS.test(lines[block.line] ?? "") && endLine > block.line)
        cut(partsOf(lines, { ...block, startLine }), definition ?? owner);
    }
    flush();
  };
  cut(blocks);
  return excerpts;
}

/** Holds other definitions, which may be what is asked for. */
const HOLDS =
  /\b(?:class|interface|enum|struct|trait|impl|module|namespace|record|extension|object|describe)\b|=\s*\{\s*$|\bfunction\b/;

function withoutOverlaps(passages: readonly Passage[]): readonly Passage[] {
  const kept: Passage[] = [];
  for (const passage of passages) {
    if (kept.every((other) => passage.endLine < other.startLine || passage.startLine > other.endLine))
      kept.push(passage);
    if (kept.length === KEPT_AT_MOST) break;
  }
  return kept;
}
