import { isExported } from "../../../core/conversations/exportMark.ts";
import { languageOf } from "../../../core/text/languages.ts";
import { definedName, lastPartOf, outlineOf } from "../../../core/text/outline.ts";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import { literalPattern } from "../../../core/query/literalPattern.ts";
import type { Engine } from "../../code/engine/engine.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import type { QuestionIntent } from "../questions/questionIntent.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import { statsOf } from "../ranking/codeIndex.ts";
import { kindOf, worthOfKind } from "../ranking/fileKinds.ts";
import { PLACED, SELECTED } from "../ranking/confidence.ts";
import { SURE } from "../ranking/weights.ts";
import { unindexed } from "../ranking/indexedFile.ts";
import type { CodeFile, Passage } from "../ranking/passages.ts";
import { fileBytesAtMost } from "../../search/files/skippedFiles.ts";
import { patternOf } from "./likelyFiles.ts";
import { placeOf, placeOfName, withoutLongLines, writtenForms } from "./longLines.ts";
import { fitOfLine, fitOfQuotation, FITS } from "./quoted.ts";
import { plainPassage } from "../named/namedPassages.ts";
import { readFiles, type ReadFile } from "../named/readFiles.ts";
import { linesAt } from "../named/selectedLines.ts";

/** What was found in the text of files, of which the ranking knows only some lines or nothing. */
export interface FoundInText {
  /** At most one of a file, the best first. */
  readonly passages: readonly Passage[];
  /** Their files. */
  readonly read: readonly ReadFile[];
  /** The terms that are in them. */
  readonly terms: ReadonlySet<QuestionTerm>;
  /** The files that were not read because of their size: absolute paths. */
  readonly tooLarge: readonly string[];
}

interface TextSearch {
  /** The terms of the question, of which some are sought. */
  readonly terms: readonly QuestionTerm[];
  /** Where to look. */
  readonly paths: readonly (FileInRepository & { readonly file: string })[];
  /** Those that were ranked. */
  readonly files: readonly CodeFile[];
  readonly intent: QuestionIntent;
  readonly engine: Engine;
  readonly signal: AbortSignal;
  readonly onRefused: (file: string) => void;
  readonly slices: TimeSlices;
}

/** As for a search. */
export const TEXT_AT_MOST = fileBytesAtMost(0);
/** Each term costs one search of all files. */
const TERMS_AT_MOST = 8;
const FILES_READ = 8;
const FILES_SHOWN = 4;

/**
 * Looks for terms that the ranking has found nowhere: on lines that are too long to be ranked, in files that are too
 * large for that, in those that no person has written. Nothing is said to be nowhere before this has been asked.
 */
export async function findInText(sought: readonly QuestionTerm[], search: TextSearch): Promise<FoundInText> {
  const { paths, files, intent, engine, signal, onRefused, slices } = search;
  const served = new Map(paths.map((path, at) => [path.file, { path, at }]));
  const termsIn = new Map<string, QuestionTerm[]>();
  for (const term of sought.slice(0, TERMS_AT_MOST)) {
    let isFound = false;
    for (const text of writtenPatterns(term)) {
      const written = { terms: [{ kind: "regexp", text }], caseSensitive: false } as const;
      for await (const { file } of engine.filesWith(written, { maxBytes: TEXT_AT_MOST, signal })) {
        if (!served.has(file)) continue;
        termsIn.set(file, [...(termsIn.get(file) ?? []), term]);
        isFound = true;
      }
      if (isFound) break;
    }
  }
  const known = new Map(files.map((file) => [file.file, file]));
  const worthOf = ({ path }: FileInRepository, terms: readonly QuestionTerm[]) =>
    terms.length + worthOfKind(kindOf(path), intent) / 10;
  const ranked = [...termsIn]
    .flatMap(([file, terms]) => {
      const listed = served.get(file);
      return listed ? [{ ...listed, terms, worth: worthOf(listed.path, terms) }] : [];
    })
    .sort((a, b) => b.worth - a.worth || a.at - b.at);
  const best = ranked
    .slice(0, FILES_READ)
    .map(({ path, terms }) => ({ terms, code: known.get(path.file) ?? plainFile(path) }));
  const read = await readFiles(
    best.map(({ code }) => code),
    engine.codeBase,
    { signal, onRefused },
  );
  const passages: Passage[] = [];
  /** Also those that are only in further files. */
  const found = new Set(ranked.slice(FILES_READ).flatMap(({ terms }) => terms));
  for (const text of read) {
    const terms = best.find(({ code }) => code === text.file)?.terms ?? [];
    const passage = isExported(text.lines.slice(0, 5).join("\n"))
      ? undefined
      : await passageWith(terms, text, search.terms, slices);
    if (!passage) continue;
    passages.push(passage);
    for (const term of passage.terms) {
      const each = search.terms[term];
      if (each) found.add(each);
    }
  }
  const isKnown = new Set(known.keys());
  const tooLarge: string[] = [];
  for (const { file } of paths) {
    if (slices.isOver) await slices.next();
    if (!isKnown.has(file) && (statsOf(file)?.size ?? 0) > TEXT_AT_MOST) tooLarge.push(file);
  }
  const sorted = passages.toSorted((a, b) => fitOfQuotation(b, search.terms) - fitOfQuotation(a, search.terms));
  return {
    passages: sorted.slice(0, FILES_SHOWN),
    read: read.filter(({ file }) => passages.some((each) => each.file === file)),
    terms: found,
    tooLarge,
  };
}

/**
 * What was found in text before the passages that were ranked, which have nothing of what was sought there; but behind
 * the first of these if that has more of what the question mentions, unless a text in quotation marks was found.
 */
export function textFirst({ passages, terms }: FoundInText, ranked: readonly Passage[]): readonly Passage[] {
  const isApart = ({ file, startLine, endLine }: Passage) =>
    !passages.some((one) => one.file.file === file.file && one.startLine <= endLine && one.endLine >= startLine);
  const [best, ...others] = ranked.filter(isApart);
  const score = Math.max(1, best && best.score < SELECTED ? best.score : 0) * SURE.passage;
  const found = passages.map((passage) => ({ ...passage, score, fileScore: SURE.file }));
  const isQuoted = [...terms].some((term) => term.isQuoted === true);
  const isBehind = best !== undefined && !isQuoted && best.coverage > (found[0]?.coverage ?? 0);
  return best === undefined ? found : isBehind ? [best, ...found, ...others] : [...found, best, ...others];
}

/** The long names that are somewhere in the code, while passages that were ranked only have their words. */
export function unseenIn(
  passages: readonly Passage[],
  terms: readonly QuestionTerm[],
  worths: readonly number[],
): readonly QuestionTerm[] {
  if (passages.some(({ score }) => score >= PLACED)) return [];
  return longNames(terms).filter(
    (term) =>
      (term.isQuoted === true || (worths[terms.indexOf(term)] ?? 0) > 0) &&
      !passages.some((passage) => hasName(passage, term)),
  );
}

/** Passages with the long names before those that only have their words. */
export function namesFirst(passages: readonly Passage[], terms: readonly QuestionTerm[]): readonly Passage[] {
  const names = longNames(terms);
  if (names.length === 0 || passages.some(({ score }) => score >= PLACED)) return passages;
  const countOf = (passage: Passage) => names.filter((name) => hasName(passage, name)).length;
  const [first, ...others] = passages.toSorted((a, b) => countOf(b) - countOf(a));
  const [best] = passages;
  if (!first || !best || first === best) return passages;
  return [{ ...first, score: best.score * SURE.passage, fileScore: SURE.file }, ...others];
}

/** Names of several words, and texts in quotation marks. */
function longNames(terms: readonly QuestionTerm[]): readonly QuestionTerm[] {
  return terms.filter(
    ({ isAsked, exact, isQuoted, alternatives: [said] }) =>
      isAsked && exact !== undefined && (isQuoted === true || (said?.stems.length ?? 0) > 1),
  );
}

function hasName({ lines }: Passage, name: QuestionTerm): boolean {
  const { exact = "", isQuoted } = name;
  return lines.some((line) =>
    isQuoted === true ? fitOfLine(name, line) === FITS.inString : placeOfName(exact, line.toLowerCase()) >= 0,
  );
}

/** A name as a whole, or whatever begins like a word; the next one counts if the one before is nowhere. */
function writtenPatterns(term: QuestionTerm): readonly string[] {
  if (term.exact === undefined) return [patternOf(term)];
  return writtenForms(term).map(
    (text) => `${/^\w/.test(text) ? "\\b" : ""}${literalPattern(text)}${/\w$/.test(text) ? "\\b" : ""}`,
  );
}

function plainFile(path: FileInRepository & { readonly file: string }): CodeFile {
  const index = unindexed(languageOf(path.path));
  return { ...path, prior: 1, index, fullPath: `${path.repository.name}/${path.path}` };
}

/** How many lines are looked at between turns of others. */
const LINES_A_STEP = 256;
const AROUND = 2;
const DEFINITION_LINES = 40;

/** The lines that define one of the terms, or else those around the line that has most of them. */
async function passageWith(
  sought: readonly QuestionTerm[],
  { file, lines }: ReadFile,
  terms: readonly QuestionTerm[],
  slices: TimeSlices,
): Promise<Passage | undefined> {
  const { language } = file.index;
  interface Found {
    readonly line: number;
    readonly has: readonly QuestionTerm[];
    readonly fit: number;
    readonly name?: string;
  }
  let best: Found | undefined;
  for (const [line, written] of lines.entries()) {
    if (line % LINES_A_STEP === 0 && slices.isOver) await slices.next();
    const text = written.toLowerCase();
    const has = sought.filter((term) => placeOf(term, text) >= 0);
    if (has.length === 0) continue;
    const name = written.length > DEFINITION_COLUMNS ? undefined : definedName(written, language);
    const isDefined = name !== undefined && has.some(({ exact }) => exact === lastPartOf(name).toLowerCase());
    const fit = Math.max(...has.map((term) => fitOfLine(term, written)));
    if (isDefined) {
      best = { line, has, fit, name };
      break;
    }
    const more = has.length - (best?.has.length ?? 0) || fit - (best?.fit ?? 0);
    if (more > 0) best = { line, has, fit };
  }
  if (!best) return undefined;
  const { line, has, name } = best;
  const [startLine, endLine] =
    name === undefined ? around(line, file, lines) : [line, endOfDefinition(lines, line, language)];
  const passage = plainPassage(file, lines, startLine, endLine, name);
  const [{ lines: shown } = passage] = withoutLongLines([passage], has);
  const text = shown.join("\n").toLowerCase();
  const isThere = terms.map((term) => has.includes(term) || placeOf(term, text) >= 0);
  const asked = isThere.filter((_, at) => terms[at]?.isAsked === true && !terms[at].isPhrase);
  return {
    ...passage,
    terms: isThere.flatMap((is, at) => (is ? [at] : [])),
    named: name === undefined ? [] : terms.flatMap((term, at) => (has.includes(term) ? [at] : [])),
    coverage: asked.filter(Boolean).length / Math.max(1, asked.length),
  };
}

/** Longer lines define nothing that is recognized by its looks. */
const DEFINITION_COLUMNS = 400;

function endOfDefinition(lines: readonly string[], line: number, language: string | undefined): number {
  const [own] = outlineOf(lines.slice(line, line + DEFINITION_LINES), language);
  return own?.line === 0 ? line + own.endLine : line;
}

function around(line: number, file: CodeFile, lines: readonly string[]): readonly [startLine: number, endLine: number] {
  const piece = linesAt(file, { startLine: line });
  if (piece) return [piece.startLine, piece.endLine];
  const last = lines.at(-1) === "" ? lines.length - 2 : lines.length - 1;
  return [Math.max(0, line - AROUND), Math.max(line, Math.min(last, line + AROUND))];
}
