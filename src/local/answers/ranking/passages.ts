import type { FileInRepository } from "../../code/files/codeBase.ts";
import { outlineOf, type Definition } from "../../../core/text/outline.ts";
import { COLUMNS_AT_MOST, type IndexedFile } from "./indexedFile.ts";
import { LINES_AT_MOST } from "./pieces.ts";
import type { RankedFile, RankedLines } from "./rankedLines.ts";
import { likenessesIn, type TermMatching } from "../questions/termMatching.ts";
import type { Weights } from "./weights.ts";

/** A file of the code that a question is about. */
export interface CodeFile extends FileInRepository, RankedFile {
  /** Absolute. */
  readonly file: string;
  readonly index: IndexedFile;
}

/** Where the code of a passage is in another file. */
export type Copy = Pick<RankedLines<CodeFile>, "file" | "startLine" | "endLine">;

/** Lines of a file, unchanged, that belong together and mention a question's terms, and why they fit. */
export interface Passage extends RankedLines<CodeFile> {
  /** The same code in other files. */
  readonly copies?: readonly Copy[];
  /** The name of what it defines, or of what it is in. */
  readonly name: string | undefined;
  readonly lines: readonly string[];
  /** The positions of the terms that occur in the lines. */
  readonly terms: readonly number[];
  /** Of these terms, those that occur in comments only. */
  readonly commented: readonly number[];
  /** The positions of the terms that occur in the name of what the lines define. */
  readonly named: readonly number[];
  /** The positions of the terms that occur in the path of the file. */
  readonly inPath: readonly number[];
}

/**
 * Reads the lines of a passage. `all` are the lines of its whole file. The head of a long definition, which says little
 * alone, is extended by what comes next in the definition, up to but not including the line `before`.
 */
export function readPassage(
  ranked: RankedLines<CodeFile>,
  all: readonly string[],
  matching: TermMatching,
  worths: readonly number[],
  before = 0,
): Passage {
  const { file } = ranked;
  const definitions = outlineOf(all, file.index.language);
  const selected = selectedIn(ranked, all, definitions);
  const { startLine } = selected ?? ranked;
  const lastLine = selected?.endLine ?? endOfHead(ranked, definitions, before);
  const endLine = Math.min(lastLine, all.length - 1); // it may have been shortened in the meantime
  const lines = all.slice(startLine, endLine + 1);
  const worthOf = (name: string) =>
    likenessesIn(name, matching).reduce((sum, likeness, term) => sum + likeness * (worths[term] ?? 0), 0);
  const [own] = definitions
    .filter(({ line }) => line >= startLine && line <= endLine)
    .toSorted((a, b) => worthOf(b.name) - worthOf(a.name) || b.endLine - b.line - (a.endLine - a.line));
  const around = definitions.findLast((other) => other.line < startLine && other.endLine >= endLine);
  const inCode = new Set<number>();
  const inComments = new Set<number>();
  for (const text of lines) {
    if (text.length > COLUMNS_AT_MOST) continue;
    const found = COMMENT.test(text) ? inComments : inCode;
    for (const index of matching.probesIn(text)) found.add(matching.probes[index]?.term ?? 0);
  }
  const positions = (likenesses: readonly number[]) =>
    likenesses.flatMap((likeness, term) => (likeness > 0 ? [term] : []));
  return {
    ...ranked,
    startLine,
    endLine,
    name: (selected?.definition ?? own ?? around)?.name,
    lines,
    terms: [...new Set([...inCode, ...inComments])].sort((a, b) => a - b),
    commented: [...inComments].filter((term) => !inCode.has(term)),
    named: own ? positions(likenessesIn(own.name, matching)) : [],
    inPath: positions(likenessesIn(file.fullPath, matching)),
  };
}

/** Where the first parts of the definition end whose head these one or two lines are; otherwise where the lines end. */
function endOfHead(
  { file, startLine, endLine }: RankedLines<CodeFile>,
  definitions: readonly Definition[],
  before: number,
): number {
  const isHead = endLine - startLine + 1 < LINES_WORTH_SHOWING;
  const begun =
    isHead && definitions.find(({ line, endLine: end }) => line >= startLine && line <= endLine && end > endLine);
  if (!begun) return endLine;
  const most = Math.min(begun.endLine, startLine + LINES_AT_MOST - 1, before - 1);
  let last = endLine;
  for (const piece of file.index.groups.keys()) {
    const end = file.index.lines[2 * piece + 1] ?? 0;
    if (end > last && end <= most && last - startLine + 1 < LINES_OF_HEAD) last = end;
  }
  return last;
}

/**
 * What to show for the lines that a question is about: what they are in if that is short, otherwise the lines
 * themselves; and the definition that this is.
 */
function selectedIn(
  { selected, startLine, endLine }: RankedLines<CodeFile>,
  all: readonly string[],
  definitions: readonly Definition[],
): { readonly startLine: number; readonly endLine: number; readonly definition: Definition | undefined } | undefined {
  if (!selected) return undefined;
  const isBlank = (line: number) => all[line]?.trim() === "";
  let [from, to] = selected;
  while (from < to && isBlank(from)) from++;
  while (to > from && isBlank(to)) to--;
  const around = definitions.findLast((definition) => definition.startLine <= from && definition.endLine >= to);
  if (around && around.startLine >= startLine && around.endLine <= endLine) return { ...around, definition: around };
  const [first, ...others] = definitions.filter(({ line }) => line >= from && line <= to);
  const isOne = first !== undefined && others.every((other) => other.endLine <= first.endLine);
  const definition = isOne ? first : around;
  return to - from < LINES_WORTH_SHOWING
    ? { startLine, endLine, definition }
    : { startLine: from, endLine: Math.min(to, from + LINES_AT_MOST - 1), definition };
}

/** Fewer lines say little without those around them. */
const LINES_WORTH_SHOWING = 3;
/** A head that has this many is not extended any more. */
const LINES_OF_HEAD = 8;

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\w)|--)/;

/**
 * The best passages, none overlapping another; each further one of the same file counts less, and the sixth is of
 * another file if those before it are of few files.
 */
export function choosePassages<
  P extends Pick<RankedLines<RankedFile>, "startLine" | "endLine" | "score"> & { readonly file: object },
>(passages: readonly P[], most: number, { nextOfFile, filesOfSix }: Weights): readonly P[] {
  const chosen: P[] = [];
  const ofFile = new Map<object, number>();
  let left = passages;
  while (chosen.length < most) {
    let next: P | undefined;
    let best = 0;
    const others =
      chosen.length === 5 && ofFile.size < filesOfSix ? left.filter(({ file }) => !ofFile.has(file)) : left;
    for (const passage of others.length > 0 ? others : left) {
      const worth = passage.score * nextOfFile ** (ofFile.get(passage.file) ?? 0);
      if (worth > best) [next, best] = [passage, worth];
    }
    if (!next) break;
    const { file, startLine, endLine } = next;
    chosen.push(next);
    ofFile.set(file, (ofFile.get(file) ?? 0) + 1);
    left = left.filter((other) => other.file !== file || other.endLine < startLine || other.startLine > endLine);
  }
  return chosen;
}
