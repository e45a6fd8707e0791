import { blocksIn, partsOf, type Block } from "../symbols/blocks.ts";
import type { CandidateFile } from "./candidateFile.ts";
import { languageOf } from "../symbols/languages.ts";
import { outlineOf, type Definition } from "../symbols/outline.ts";
import { createScore, readLines, type PassageCriteria, type ReadLine } from "./ranking.ts";

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

/** Up to this length, a definition or a statement is shown as a whole; of longer ones, the part that fits best. */
const LINES_AT_MOST = 40;
/** Longer statements than this may be shown in part, too. */
const STATEMENT_AT_MOST = 12;
/** Statements next to each other are shown together up to this length, */
const RUN_AT_MOST = 26;
/** and only over this many that do not speak of the terms. */
const GAP_AT_MOST = 6;
/** More than any score: what is selected comes first. */
export const SELECTED = 100_000;

/** The passages of one file that are worth showing, best first, none overlapping another. They begin and end with whole statements. */
export function findPassages(file: CandidateFile, text: string, criteria: PassageCriteria): readonly Passage[] {
  const lines = text.split(/\r?\n/);
  const read = readLines(lines, criteria.terms);
  const scoreOf = createScore(file, criteria);
  const definitions = outlineOf(lines, languageOf(file.path));
  const candidates: Passage[] = [];
  const consider = (startLine: number, endLine: number) => {
    const shown = read.slice(startLine, endLine + 1);
    const own = definitions.find(({ line }) => line >= startLine && line <= endLine);
    const around = definitions.filter((other) => other.line < startLine && other.endLine >= endLine);
    const definition = own && own.endLine >= endLine - 1 ? own : undefined;
    const score = scoreOf({
      lines: shown,
      definition,
      isWhole: definition !== undefined && definition.endLine <= endLine,
      around,
    });
    const { selected } = criteria;
    const isSelected = selected && startLine <= selected.endLine && endLine >= selected.startLine;
    if (score > 0 || isSelected)
      candidates.push({
        file,
        name: (own && (own.startLine <= startLine + 1 || around.length === 0) ? own : around.at(-1))?.name,
        startLine,
        endLine,
        lines: lines.slice(startLine, endLine + 1),
        score: isSelected ? score + SELECTED : score,
        terms: [...new Set(shown.flatMap(({ hits }) => [...hits.keys()]))],
      });
  };
  for (const [startLine, endLine] of excerptsOf(lines, read, definitions)) consider(startLine, endLine);
  const { selected } = criteria;
  if (selected && selected.startLine < lines.length)
    consider(selected.startLine, Math.min(selected.endLine, lines.length - 1, selected.startLine + LINES_AT_MOST - 1));
  return withoutOverlaps(candidates.sort((a, b) => b.score - a.score));
}

type Lines = readonly [startLine: number, endLine: number];

/** What may be shown: whole definitions, and runs of statements around what speaks of the terms. */
function excerptsOf(
  lines: readonly string[],
  read: readonly ReadLine[],
  definitions: readonly Definition[],
): readonly Lines[] {
  const excerpts: Lines[] = [];
  const isDefined = new Set(definitions.map(({ line }) => line));
  const hasHit = (startLine: number, endLine: number) => {
    for (let line = startLine; line <= endLine; line++) if ((read[line]?.hits.size ?? 0) > 0) return true;
    return false;
  };
  const look = (blocks: readonly Block[]) => {
    blocks.forEach((block, index) => {
      if (!hasHit(block.startLine, block.endLine)) return;
      if (block.endLine - block.startLine < LINES_AT_MOST) {
        excerpts.push([block.startLine, block.endLine]);
        excerpts.push(...runsFrom(blocks, index));
        if (!isDefined.has(block.line) && block.endLine - block.line > STATEMENT_AT_MOST) look(partsOf(lines, block));
        for (const { startLine, line, endLine } of definitions)
          if (line > block.line && endLine <= block.endLine && hasHit(line, endLine))
            excerpts.push([startLine, endLine]);
      } else if (block.endLine - block.line < LINES_AT_MOST) excerpts.push([block.line, block.endLine]);
      else {
        const parts = partsOf(lines, block);
        if (isDefined.has(block.line)) excerpts.push(beginningOf(block, parts));
        look(parts);
      }
    });
  };
  const beginningOf = ({ startLine, line, endLine }: Block, parts: readonly Block[]): Lines => {
    const from = line - startLine > RUN_AT_MOST / 2 ? line : startLine;
    const last = parts.findLast((part) => part.endLine - from < RUN_AT_MOST);
    return [from, last?.endLine ?? Math.min(endLine, from + RUN_AT_MOST - 1)];
  };
  const runsFrom = (blocks: readonly Block[], from: number): readonly Lines[] => {
    const runs: Lines[] = [];
    const [first] = blocks.slice(from);
    if (!first || isLongDefinition(first)) return [];
    let { endLine } = first;
    for (const next of blocks.slice(from + 1)) {
      const isFar = next.endLine - first.startLine >= RUN_AT_MOST || next.startLine - endLine > GAP_AT_MOST;
      if (isFar || isLongDefinition(next)) break;
      if (!hasHit(next.startLine, next.endLine)) continue;
      ({ endLine } = next);
      runs.push([first.startLine, endLine]);
    }
    return runs;
  };
  const isLongDefinition = ({ line, endLine }: Block) => isDefined.has(line) && endLine - line > 4;
  look(blocksIn(lines, 0, lines.length - 1));
  return excerpts;
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
