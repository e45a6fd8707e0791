import type { Engine } from "../../code/engine/engine.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import type { ListedName } from "../questions/usedName.ts";
import { isIdentifier, type QuestionTerm } from "../questions/questionTerms.ts";
import { SELECTED } from "../ranking/confidence.ts";
import { calledName, isTestFile, testedName } from "../overviews/testFiles.ts";
import { kindOf } from "../ranking/fileKinds.ts";
import type { CodeFile } from "../ranking/passages.ts";
import type { RankedLines } from "../ranking/rankedLines.ts";
import { endsInMark, type Occurrence } from "../../code/symbols/occurrences.ts";
import type { Role } from "../../code/symbols/rolesByLooks.ts";

/** Where a name is defined, and where it is used in code. */
export interface Uses {
  /** Without what it belongs to: uses are found by it alone. */
  readonly name: string;
  /** Whether the question says what it belongs to: `Client.close`. */
  readonly isQualified: boolean;
  /** That, if it is nowhere in these files. */
  readonly unknownOwner: string | undefined;
  readonly definitions: readonly UsePlace[];
  /**
   * Calls before other uses, source code before tests. Imports count only if there is nothing else. If only definitions
   * are wanted, where it is given further members.
   */
  readonly uses: readonly UsePlace[];
  /** Whether `uses` are what is in it. */
  readonly areMembers?: true;
  /** Those of the uses that give it further members. */
  readonly extensions: readonly UsePlace[];
  /**
   * Whether not all files that may have it were looked at: there are too many, it takes too long, or one is too large.
   */
  readonly isCut: boolean;
  /** The paths of those that contain the name, as far as they are known. */
  readonly notLookedAt: readonly string[];
  /** The paths of files that are built from these, and not looked at. */
  readonly built?: readonly string[];
  /** If it is to be explained, the first of its uses, and how many there are in code and in tests. */
  readonly others?: { readonly first: readonly UsePlace[]; readonly inCode: number; readonly inTests: number };
  /** What of it is wanted, and given: only the uses in tests, those that extend or implement it, or the definitions. */
  readonly only?: ListedName["only"];
}

export interface UsePlace {
  readonly file: CodeFile;
  /** Zero-based. */
  readonly line: number;
  /** What it is in, or what it defines; empty at the top level. */
  readonly within: string;
  /** The class or the like that a definition belongs to. */
  readonly owner?: string | undefined;
  /** Whether it is one of several parts of a definition. */
  readonly isPart?: boolean;
  /** Whether what it is in extends or implements it. */
  readonly isHeir?: boolean;
  /** Whether it is in a test that is in the file of what it tests. */
  readonly isInTest?: boolean;
}

/** A name in more files is hardly one thing. */
const FILES_AT_MOST = 200;
/** Parsing files takes long. */
const TIME_AT_MOST_MS = 5_000;
const LISTED_WITHIN_MS = 2_000;

/** What is needed to look for uses. */
export interface UseServices {
  readonly engine: Engine;
  readonly signal: AbortSignal;
  /** Whether a file is too large to be among those that are looked at. */
  readonly isTooLarge: (place: FileInRepository) => boolean;
  /** Whether it is told of uses that they extend or implement it. */
  readonly tellsHeirs?: boolean;
}

/**
 * `undefined` if these files neither define nor import nor use such a name, or only use what is just a word of the
 * `terms`; but not if some of those that contain it were not looked at.
 */
export async function findUses(
  name: string,
  files: readonly CodeFile[],
  terms: readonly QuestionTerm[],
  { engine, signal, isTooLarge: isLeftOut, tellsHeirs = false }: UseServices,
): Promise<Uses | undefined> {
  const [last = name, owner] = name.split(/\.|::|->|#/).toReversed();
  const isMarked = last.endsWith("?"); // elsewhere, that is an operator behind a name
  const isHeir = tellsHeirs ? (await import("./heirs.ts")).isHeir : undefined;
  const known = new Map(files.map((file) => [file.fullPath, file]));
  const fileOf = ({ repository, path }: FileInRepository) => known.get(`${repository.name}/${path}`);
  type FoundPlace = UsePlace & { readonly role: Role; readonly before: OwnerBefore | undefined };
  const found: FoundPlace[] = [];
  const settings: FoundPlace[] = [];
  const maySet = owner === undefined && isIdentifier(last);
  let count = 0;
  let isCut = false;
  const looked = new Set<string>();
  const notLookedAt: string[] = [];
  const late = AbortSignal.timeout(TIME_AT_MOST_MS);
  const leftOut = new Set<string>();
  const accept = (place: FileInRepository) => {
    if (isLeftOut(place)) leftOut.add(place.path);
    const file = fileOf(place);
    return file !== undefined && (!isMarked || endsInMark(file.index.language));
  };
  try {
    for await (const each of engine.use(last, { accept, signal: AbortSignal.any([signal, late]) })) {
      if ("leftOut" in each) continue;
      const { occurrences, isTooLarge, lines, ...place } = each;
      looked.add(`${place.repository.name}/${place.path}`);
      const file = fileOf(place);
      const inCode = bestOfLines(occurrences);
      if (isTooLarge) {
        isCut = true;
        notLookedAt.push(place.path);
      }
      if (file && maySet && SETTINGS.has(file.index.language))
        for (const setting of (await import("./settings.ts")).settingsIn(lines, occurrences, last))
          settings.push({ ...setting, file, within: "", before: undefined });
      if (!file || inCode.length === 0) continue;
      if (++count > FILES_AT_MOST) {
        looked.delete(file.fullPath);
        isCut = true;
        break;
      }
      const heirs = isHeir ? occurrences.filter((occurrence) => isHeir(lines, occurrence, last)) : [];
      const heirLines = new Set(heirs.map(({ line }) => line));
      const isTested = file.index.language === "Rust" && (await import("./rustTests.ts")).testsWithin(lines);
      for (const { role, line, column, symbol, isPart = false } of inCode) {
        const before = owner === undefined ? undefined : ownerBefore(lines[line] ?? "", column);
        const place = { file, line, within: symbol?.name ?? "", owner: symbol?.containerName, isPart };
        const isInTest = isTested && isTested(symbol?.line ?? line);
        found.push({ ...place, role, before, isHeir: heirLines.has(line), isInTest });
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!late.aborted) throw error;
    isCut = true;
  }
  isCut ||= leftOut.size > 0;
  if (isCut) notLookedAt.push(...(await listOthers(last, { engine, signal, accept, looked })), ...leftOut);
  // What no code defines may be set in a file of settings, and used there and in code.
  if (!found.some(({ role }) => role === "definition") && settings.some(({ role }) => role === "definition"))
    found.push(...settings);
  const order = new Map(files.map((file, index) => [file, index]));
  const inOrder = found.toSorted(
    (a, b) =>
      WORTH[b.role] * b.file.prior - WORTH[a.role] * a.file.prior ||
      (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) ||
      a.line - b.line,
  );
  const those = (...roles: readonly Role[]) => inOrder.filter(({ role }) => roles.includes(role));
  const definitions = those("definition");
  const hasParts = definitions.some(({ isPart }) => isPart === true);
  const defined = hasParts ? (await import("./partialTypes.ts")).partsLast(definitions, last) : definitions;
  const ownerOf = (definition: UsePlace) => definition.owner?.split(/\.|::/).at(-1);
  const owned = owner === undefined ? [] : defined.filter((definition) => ownerOf(definition) === owner);
  const others = new Set(defined.map(ownerOf).filter((each) => each !== owner));
  const isSpelled = inOrder.some(({ before }) => before?.name === owner && before?.isPath);
  const isOfOther = ({ before, ...use }: UsePlace & { readonly before: OwnerBefore | undefined }) => {
    if (before === undefined) return false;
    const name = OWN_TYPE.test(before.name) ? ownerOf(use) : before.name;
    return name !== owner && (others.has(name) || (isSpelled && before.isPath));
  };
  const isWritten = ({ before, ...use }: UsePlace & { readonly before: OwnerBefore | undefined }) =>
    before !== undefined &&
    (OWN_TYPE.test(before.name) ? ownerOf(use) : before.name)?.toLowerCase() === owner?.toLowerCase();
  const isOfShell = ({ file }: UsePlace) => SHELLS.has(file.index.language);
  const isCommand = defined.length === 0 || defined.some(isOfShell);
  const inCode = those("call", "reference", "extension")
    .filter((use) => (owned.length === 0 || !isOfOther(use)) && (isCommand || !isOfShell(use)))
    .toSorted((a, b) => Number(owned.length > 0 && isWritten(b)) - Number(owned.length > 0 && isWritten(a)));
  const uses = inCode.length > 0 ? inCode : those("import");
  const isNamed = async (sought: string) => {
    for await (const each of engine.naming(sought, { accept: (place) => fileOf(place) !== undefined, signal }))
      if (!("leftOut" in each)) return true;
    return isCut;
  };
  const isCode =
    isMarked || // no word is written so in code
    those("import").length > 0 ||
    terms.some(({ exact }) => exact === last.toLowerCase()) ||
    uses.some(({ isHeir }) => isHeir === true);
  return defined.length > 0 || (isCode && uses.length > 0) || notLookedAt.length > 0
    ? {
        name: last,
        isQualified: owner !== undefined,
        unknownOwner: owned.length > 0 || owner === undefined || (await isNamed(owner)) ? undefined : owner,
        definitions: owned.length > 0 ? owned : defined,
        uses,
        extensions: those("extension"),
        isCut,
        notLookedAt,
      }
    : undefined;
}

/** Whose keys are names that are used elsewhere, in such a file or in code. */
const SETTINGS: ReadonlySet<string | undefined> = new Set(["YAML", "JSON", "TOML", "INI", "Dockerfile"]);
/** What a name is written as a member of. A path names a type or a module; before a point, there may be a variable. */
interface OwnerBefore {
  readonly name: string;
  readonly isPath: boolean;
}

function ownerBefore(line: string, column: number): OwnerBefore | undefined {
  const before = line.slice(Math.max(0, column - 200), column);
  const [, name, sign] = /([\p{L}_][\p{L}\p{N}_]*)(?:(?:::)?<[^<>]{0,100}>|\](?=::))?(::|\.)$/u.exec(before) ?? [];
  return name === undefined || /^(?:parent|super|crate)$/.test(name) ? undefined : { name, isPath: sign === "::" };
}

/** What is written for the type that the code is in, or for one of its kind. */
const OWN_TYPE = /^(?:self|static|this|cls)$/i;

/** What is written there calls programs and what is defined there, whatever else has that name. */
const SHELLS: ReadonlySet<string | undefined> = new Set(["Shell", "PowerShell", "Batchfile", "Makefile", "Dockerfile"]);

/** The paths of the files that contain a name and were not looked at, as many as are found in a moment. */
async function listOthers(
  name: string,
  {
    engine,
    signal,
    accept,
    looked,
  }: Pick<UseServices, "engine" | "signal"> & {
    readonly accept: (place: FileInRepository) => boolean;
    readonly looked: ReadonlySet<string>;
  },
): Promise<readonly string[]> {
  const late = AbortSignal.timeout(LISTED_WITHIN_MS);
  const others: string[] = [];
  try {
    for await (const each of engine.naming(name, { accept, signal: AbortSignal.any([signal, late]) }))
      if (!("leftOut" in each) && !looked.has(`${each.repository.name}/${each.path}`)) others.push(each.path);
  } catch (error) {
    signal.throwIfAborted();
    if (!late.aborted) throw error;
  }
  return others.sort();
}

const WORTH: Readonly<Record<Role, number>> = {
  ...{ call: 2, reference: 1, extension: 1, import: 1, definition: 1 },
  ...{ local: 0, comment: 0, text: 0 },
};

/** Of each line, its definition and its use that counts most; a call may stand behind the same name in a text. */
function bestOfLines(occurrences: readonly Occurrence[]): readonly Occurrence[] {
  const best = new Map<string, Occurrence>();
  for (const occurrence of occurrences) {
    const key = `${String(occurrence.line)} ${String(occurrence.role === "definition")}`;
    const worth = WORTH[occurrence.role];
    const known = best.get(key);
    if (worth > 0 && (!known || worth > WORTH[known.role])) best.set(key, occurrence);
  }
  return [...best.values()];
}

/** Only what of them is asked for; `undefined` if that are definitions and nothing that was looked at is one. */
export function onlyAsked(
  uses: Uses,
  { only, isExplained }: Pick<ListedName, "only" | "isExplained">,
): Uses | undefined {
  if (only === "tests") return usesInTests(uses);
  if (only === "heirs") return heirsOnly(uses);
  if (only !== "definitions") return uses;
  const defined = definitionsOnly(uses);
  return isExplained && defined ? { ...defined, others: usesBesides(uses) } : defined;
}

/** Some of those that show what it is for, in code and in tests. */
function usesBesides(uses: Uses): NonNullable<Uses["others"]> {
  const tests = usesInTests(uses).uses;
  const inCode = uses.uses.filter((use) => !tests.includes(use));
  const first = [...inCode.slice(0, USES_BESIDES), ...tests.slice(0, TESTS_BESIDES)];
  return { first, inCode: inCode.length, inTests: tests.length };
}

const USES_BESIDES = 3;
const TESTS_BESIDES = 2;

/** With the paths of what is built from the files that define or use the name. */
export function withBuilt(uses: Uses, built: ReadonlyMap<CodeFile, CodeFile>): Uses {
  const files = new Set([...uses.definitions, ...uses.uses].map(({ file }) => file));
  const paths = [...built].flatMap(([{ path }, source]) => (files.has(source) ? [path] : []));
  return paths.length === 0 ? uses : { ...uses, built: paths };
}

/** First those in tests that are called as the name or as what defines it, last those in benchmarks, which check nothing. */
function usesInTests(uses: Uses): Uses {
  const names = [uses.name.toLowerCase(), ...uses.definitions.map(({ file }) => calledName(file.path))];
  const worthOf = ({ file: { path }, within }: UsePlace) =>
    BENCHMARK.test(`${path} ${within}`) ? -1 : Number(names.includes(testedName(path)));
  return {
    ...uses,
    uses: uses.uses.filter(isOfTests).toSorted((a, b) => worthOf(b) - worthOf(a)),
    only: "tests",
  };
}

const BENCHMARK = /(?:^|[/_.-])bench(?:es|marks?)?[/_.-]|\bBenchmark/;

/** Only what extends or implements it; all uses if nothing does. */
function heirsOnly(uses: Uses): Uses {
  const heirs = uses.uses.filter(({ isHeir }) => isHeir === true);
  return heirs.length > 0 ? { ...uses, uses: heirs, only: "heirs" } : uses;
}

/** Only where it is defined, and where it is given further members; `undefined` if nothing looked at defines it. */
function definitionsOnly(uses: Uses): Uses | undefined {
  if (uses.definitions.length === 0) return undefined;
  const definitions = uses.definitions.filter(({ isPart }) => isPart !== true);
  const parts = uses.definitions
    .filter(({ isPart }) => isPart === true)
    .map((part) => ({ ...part, within: part.owner ?? "" }));
  return { ...uses, definitions, uses: [...parts, ...uses.extensions], only: "definitions" };
}

/** Whether a place is in a test. */
export function isOfTests({ file, isInTest = false }: UsePlace): boolean {
  return isInTest || isTest(file.path);
}

/** By its kind, or else by its name: the kind of what comes with a dependency is another, whatever it tests. */
export function isTest(path: string): boolean {
  return kindOf(path) === "test" || isTestFile(path);
}

/** No answer needs more. */
const PASSAGES_AT_MOST = 100;
const AROUND_USE = 2;
const USES_BEFORE = 12;

/** As much of a definition as says what it is, where only that is asked for. */
const BELOW_DEFINITION = 11;
/** For a comment. */
const ABOVE_DEFINITION = 12;

/**
 * The passages around these places, which come before all others but after what the question selects. `ranked` are
 * those that begin with a definition and say it whole.
 */
export function linesOfUses(
  { uses, definitions, only, others }: Uses,
  linesAt: (file: CodeFile, lines: { startLine: number; endLine: number }) => RankedLines<CodeFile> | undefined,
  ranked: readonly RankedLines<CodeFile>[],
): readonly RankedLines<CodeFile>[] {
  const definedAt = ({ file, line }: UsePlace) =>
    ranked.find(
      ({ startLine, endLine, ...passage }) =>
        passage.file === file &&
        line <= endLine &&
        line >= startLine &&
        line - startLine <= ABOVE_DEFINITION &&
        endLine > startLine, // else it is only the head of what was cut
    ) ?? { startLine: line, endLine: line + BELOW_DEFINITION };
  const used = [...uses, ...(others?.first ?? [])]
    .slice(0, PASSAGES_AT_MOST)
    .map(({ file, line }) => ({ file, startLine: Math.max(0, line - AROUND_USE), endLine: line + AROUND_USE }));
  const defined = definitions.map((definition) => {
    const { file, line } = definition;
    const { startLine, endLine } = only === "definitions" ? definedAt(definition) : { startLine: line, endLine: line };
    return { file, startLine, endLine };
  });
  // Behind more uses than are listed, the file with the definition would not be read.
  const usesFirst = [...used.slice(0, USES_BEFORE), ...defined, ...used.slice(USES_BEFORE)];
  const places = only === "definitions" ? [...defined, ...used] : usesFirst;
  return places.flatMap(({ file, ...place }, index) => {
    const lines = linesAt(file, place);
    return lines ? [{ ...lines, score: SELECTED / (10 + index / 100) }] : [];
  });
}
