import { readOutline } from "../../../core/text/outline.ts";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import { importersOf, type Importers } from "../named/importers.ts";
import { isInFolder } from "../named/namedCode.ts";
import { readNamed, type Named, type NamedFile } from "../named/namedFiles.ts";
import { passagesOfNamed, remainderOf } from "../named/namedPassages.ts";
import { calledName, isTestFile, testedName } from "../overviews/testFiles.ts";
import { filesOfFolder, overviewOf } from "../overviews/overview.ts";
import { readFiles, type ReadFile, type ReadingOptions } from "../named/readFiles.ts";
import { linesAt } from "../named/selectedLines.ts";
import type { NameableFile } from "../questions/writtenNames.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import { createTermMatching } from "../questions/termMatching.ts";
import { indexText } from "../ranking/indexedFile.ts";
import { choosePassages, readPassage, type CodeFile, type Passage } from "../ranking/passages.ts";
import type { RankedLines } from "../ranking/rankedLines.ts";
import type { Weights } from "../ranking/weights.ts";
import type { Engine } from "../../code/engine/engine.ts";

/** What a question names, and the files of it as they are shown. */
export interface NamedCode extends Pick<Named, "others" | "missing"> {
  readonly files: readonly (NamedFile & {
    readonly code: CodeFile;
    readonly importers: Importers | undefined;
    /** Those that test it, if that is asked. */
    readonly tests: readonly CodeFile[];
  })[];
  readonly folders: readonly { readonly folder: FileInRepository; readonly files: readonly FileInRepository[] }[];
}

/** What the passages of named files are chosen from. */
export interface RankedParts {
  readonly terms: readonly QuestionTerm[];
  readonly worths: readonly number[];
  /** How many passages are wanted. */
  readonly most: number;
  readonly weights: Weights;
  readonly files: readonly CodeFile[];
  readonly texts: readonly ReadFile[];
  readonly found: readonly Passage[];
  readonly passages: readonly RankedLines<CodeFile>[];
  readonly options: ReadingOptions;
  readonly slices: TimeSlices;
  readonly engine: Engine;
  /** Whether it is told who uses the files: also that nobody does, if that was asked. */
  readonly users: "asked" | "told" | "untold";
  readonly asksForTests: boolean;
}

/** Of how many files it is told who imports them. */
const USERS_TOLD = 2;
/** How many passages a person is shown; a model is given more. */
const SHOWN = 6;
const TESTS_SHOWN = 2;

/** The passages chosen, after those of what the question names. */
export async function namedFirst(
  { files: named, folders, others, missing }: Named,
  {
    files,
    texts,
    found: ranked,
    passages,
    terms,
    worths,
    most,
    weights,
    slices,
    options,
    engine,
    users,
    asksForTests,
  }: RankedParts,
): Promise<{ found: readonly Passage[]; code: NamedCode; read: readonly ReadFile[] }> {
  const { codeBase } = engine;
  const matching = createTermMatching(terms);
  const bestOf = (lines: readonly string[], isMeant: (file: CodeFile) => boolean) =>
    choosePassages(
      passages.filter(({ file }) => isMeant(file)),
      SHOWN,
      weights,
    )
      .map((passage) => readPassage(passage, lines, matching, worths))
      .filter((passage) => passage.terms.length > 0);
  const read: ReadFile[] = [];
  const using: ReadFile[] = [];
  const codeFiles: NamedCode["files"][number][] = [];
  const first: Passage[] = [];
  const rest: Passage[] = [];
  const closest = missing.flatMap(({ closest: [nearest] }) => nearest ?? []).slice(0, 1);
  const instead = named.length + folders.length === 0 && terms.length === 0 ? closest : [];
  for (const file of [...named, ...(await Promise.all(instead.map((place) => readNamed(place, codeBase))))]) {
    const code = files.find((known) => known.file === file.file) ?? (await codeFileOf(file, slices));
    const { content, lines, startLine, endLine } = file;
    const isTold =
      users !== "untold" && named.includes(file) && codeFiles.length < USERS_TOLD && startLine === undefined;
    const all = isTold ? await importersOf(code, files, engine, options) : undefined;
    const importers = users === "asked" || all?.importers.length !== 0 ? all : undefined;
    using.push(...(importers?.read ?? []));
    const tests = asksForTests && isTold ? testsOf(code, files, all) : [];
    if (named.includes(file)) codeFiles.push({ ...file, code, importers, tests });
    const testTexts = await readFiles(tests.slice(0, TESTS_SHOWN), codeBase, options);
    read.push(...testTexts);
    first.push(...testTexts.map((text) => overviewOf(text.file, text.lines)));
    if (lines.length === 0) continue;
    read.push({ file: code, content, lines });
    await readOutline(lines, code.index.language, slices);
    const selected = startLine === undefined ? undefined : linesAt(code, { startLine, endLine: endLine ?? startLine });
    const own = selected
      ? [readPassage(selected, lines, matching, worths)]
      : passagesOfNamed(code, lines, terms.length === 0 ? [] : bestOf(lines, (other) => other === code));
    first.push(...own);
    rest.push(...remainderOf(code, lines, own));
  }
  const isIn = (file: FileInRepository) => folders.some((folder) => isInFolder(file, folder));
  const found = ranked.toSorted((a, b) => Number(isIn(b.file)) - Number(isIn(a.file)));
  if (folders.length > 0 && !found.some(({ file }) => isIn(file))) {
    const inFolder = await readFiles(filesOfFolder(files.filter(isIn)), codeBase, options);
    read.push(...inFolder);
    found.unshift(...inFolder.map(({ file, lines }) => overviewOf(file, lines)));
  }
  const all = [...first, ...found.filter(isApartFrom(first))];
  return {
    found: [...all.slice(0, SHOWN), ...rest.filter(isApartFrom(all)), ...all.slice(SHOWN)].slice(0, most),
    code: {
      files: codeFiles,
      others,
      missing,
      folders: folders.map((folder) => ({ folder, files: files.filter((file) => isInFolder(file, folder)) })),
    },
    read: [...read, ...[...texts, ...using].filter(({ file }) => !read.some((other) => other.file === file))],
  };
}

/** The tests that are called after a file, then those that import it. */
function testsOf(file: CodeFile, files: readonly CodeFile[], users: Importers | undefined): readonly CodeFile[] {
  const name = calledName(file.path);
  const isOf = (other: CodeFile) => other !== file && other.repository === file.repository && isTestFile(other.path);
  const called = files.filter((other) => isOf(other) && testedName(other.path) === name);
  const importing = users?.importers.flatMap(({ file: user }) => (isOf(user) ? [user] : [])) ?? [];
  return [...new Set([...called, ...importing])];
}

type Place = Pick<Passage, "file" | "startLine" | "endLine">;

/** Whether a place has no line of these. */
export function isApartFrom(others: readonly Place[]): (place: Place) => boolean {
  return (place) =>
    !others.some(
      ({ file, startLine, endLine }) => file === place.file && startLine <= place.endLine && endLine >= place.startLine,
    );
}

/** A file that the ranking does not have. */
export async function codeFileOf(
  named: NameableFile & Pick<NamedFile, "lines">,
  slices: TimeSlices,
): Promise<CodeFile> {
  const { repository, path, file, lines } = named;
  const index = await indexText(path, lines.join("\n"), slices);
  return { repository, path, file, index, prior: 1, fullPath: `${repository.name}/${path}` };
}
