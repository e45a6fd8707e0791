import { basename, sep } from "node:path";
import type { WordKinship } from "../ranking/wordKinship.ts";
import { readOutline } from "../../../core/text/outline.ts";
import { sortInSlices } from "../../../core/text/sortInSlices.ts";
import { parseSourceLink } from "../../../core/sources/sourceLink.ts";
import { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import type { Engine } from "../../code/engine/engine.ts";
import type { ServedFile } from "../../code/engine/scope.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import type { CodeIndex } from "../ranking/codeIndex.ts";
import { findBuiltFiles } from "../ranking/builtFiles.ts";
import { joinCopies } from "../ranking/copies.ts";
import { confidenceIn, SELECTED, type Confidence } from "../ranking/confidence.ts";
import { kindOf, kindOfIndexed, worthOfKind } from "../ranking/fileKinds.ts";
import { isInNamedFolder, isNamed, readNamedCode } from "../named/namedCode.ts";
import { isApartFrom, namedFirst, type NamedCode } from "./namedFirst.ts";
import { readNames, type AskedQuestion } from "../named/namedQuestion.ts";
import { readFiles, type ReadFile, type ReadingOptions } from "../named/readFiles.ts";
import { aboutItself, aboutOf, resolveQuestion, type Subject, type SubjectServices } from "../named/subject.ts";
import { hasLines, linesAt, selectedLines } from "../named/selectedLines.ts";
import { areBoth, comparedLines } from "./compared.ts";
import { likelyFiles, type Candidate } from "./likelyFiles.ts";
import { confidenceOfQuotation, quotedFirst } from "./quoted.ts";
import { findInText, namesFirst, textFirst, unseenIn } from "./textSearch.ts";
import { endsInMark } from "../../code/symbols/occurrences.ts";
import { findUses, isTest, linesOfUses, onlyAsked, withBuilt, type Uses } from "./uses.ts";
import { isWithin } from "../overviews/overview.ts";
import type { Overviews } from "../overviews/overviewAnswer.ts";
import { choosePassages, readPassage, type CodeFile, type Passage } from "../ranking/passages.ts";
import { readQuestionContext, type NamedPlace, type QuestionContext } from "../questions/questionContext.ts";
import { factAskedIn } from "../questions/askedFact.ts";
import { withoutPrinted } from "../questions/printedPlaces.ts";
import { asksOverview } from "../questions/overviewQuestion.ts";
import { furtherPlaces } from "../ranking/furtherPlaces.ts";
import { readLanguages } from "../questions/inEnglish.ts";
import { intentOf, type QuestionIntent } from "../questions/questionIntent.ts";
import { labelsOf, termsOf, withoutWords, type QuestionTerm } from "../questions/questionTerms.ts";
import type { RankedLines } from "../ranking/rankedLines.ts";
import { Ranker } from "../ranking/ranking.ts";
import { createTermMatching } from "../questions/termMatching.ts";
import { comparedNamesIn, listedNamesIn, type ListedName } from "../questions/usedName.ts";
import { fitOfText } from "../questions/textRules.ts";
import { WEIGHTS, weightsFor, type Weights } from "../ranking/weights.ts";
import { literally, stemOf, wordsOf } from "../questions/words.ts";
import { l10n } from "../../base/l10n.ts";

/** What passages are looked for, and where. */
export interface PassageRequest {
  readonly question: string;
  /** The questions before it in the conversation, oldest first: what it is about may be in one of them. */
  readonly earlier: readonly string[];
  /** For each of these questions, links to the places that its answer shows, in their order. */
  readonly shown?: readonly (readonly string[])[];
  readonly engine: Engine;
  /** Which of its files are looked at; all of them by default. */
  readonly accept?: ((file: FileInRepository) => boolean) | undefined;
  /** The names of the code bases in which whoever asks is working: see {@link Weights.workingIn}. */
  readonly workingIn?: readonly string[];
  /** For how long files are read, in milliseconds: without, for as long as it takes. */
  readonly readForMs?: number | undefined;
  /** How many are wanted. */
  readonly most: number;
  /** Whether files that are ignored may be shown, if the question names them. */
  readonly showsIgnored?: boolean;
  readonly signal: AbortSignal;
  /** Called with what is being done. */
  readonly step?: (text: string) => void;
}

export interface PassageServices {
  readonly index: CodeIndex;
  /** What is known of how words go together; passages are also ranked without it. */
  readonly kinship?: WordKinship | undefined;
  /** For benchmarks. */
  readonly weights?: Weights;
  /** How many bytes of files that are not known yet are read for a question, at most. */
  readonly readAtMost?: number | undefined;
}

/** The passages that fit a question, and what is known about it and them. */
export interface RankedPassages {
  /** Best first, none overlapping another, each of 80 lines at most; those of one file need not be adjacent. */
  readonly passages: readonly Passage[];
  /**
   * Where else to look, by {@link furtherPlaces}; `mentioned` are files that define what the passages shown mention.
   */
  readonly further: (shown: readonly Passage[], mentioned: ReadonlySet<CodeFile>) => readonly Passage[];
  /** How likely the first of them is the place that is sought. */
  readonly confidence: Confidence;
  /** Set if the question asks what a folder or a repository is about. */
  readonly overview?: Overviews;
  /** What the question asks where it is used. */
  readonly uses: readonly Uses[];
  /** Whether the first two passages define the two names that the question compares. */
  readonly isComparison: boolean;
  /** Set if the question means this by "it", "that file" or "the second one". */
  readonly subject?: Subject;
  readonly intent: QuestionIntent;
  /** Set if the question names files or folders. */
  readonly named?: NamedCode;
  readonly context: QuestionContext;
  readonly terms: readonly QuestionTerm[];
  /** Identifiers of the question that are nowhere in the code that was read. */
  readonly missing: readonly QuestionTerm[];
  /** The files that were not read for what was found nowhere else, because of their size: absolute paths. */
  readonly tooLarge: readonly string[];
  /** The files that were read for this, best first, including those of the passages. */
  readonly read: readonly ReadFile[];
  /** When reading them began, by `performance.now()` of this thread. */
  readonly readSince: number;
  /** The folders and repositories to which the question limits the search; none for all. */
  readonly scope: readonly NamedPlace[];
  /** How many repositories have files there. */
  readonly repositoryCount: number;
  /** How many files were searched. */
  readonly fileCount: number;
  /** How many of them were searched only for words, since reading all would take too long. */
  readonly unreadCount: number;
  /** Whether some of these were to be read, had there been time. */
  readonly isLate: boolean;
  /** The files and folders that are there, but could not be read: absolute paths. */
  readonly refused: readonly string[];
}

/** How many passages are compared by their text; all others are compared only by their words. */
const COMPARED = 40;
const FILES_READ = 24;
/** Some ten seconds on a slow machine. */
const READ_AT_MOST = 96_000_000;

/**
 * Ranks the passages of all served files by how well they fit a question, in plain words or with names of code. A file
 * is read once, and again when it has changed; nothing blocks for longer than a slice. No model, no network.
 */
export async function rankedPassages(request: PassageRequest, services: PassageServices): Promise<RankedPassages> {
  const { engine, accept, workingIn = [], most, showsIgnored = false, signal, step = () => undefined } = request;
  const readUntil = performance.now() + (request.readForMs ?? Infinity);
  const { codeBase } = engine;
  const { index, kinship, weights: usualWeights = WEIGHTS, readAtMost = READ_AT_MOST } = services;
  const slices = new TimeSlices({ signal });
  await readLanguages(slices);
  const refused = new Set<string>();
  const onRefused = refused.add.bind(refused);
  const served = await listFiles(engine, slices, { signal, onRefused });
  const all = accept ? served.filter(accept) : served;
  const namedSince = performance.now();
  const { text, subject, ...inWords } = await readQuestion(request, { files: all, codeBase, slices });
  const { named, ...asked } = await readNames(inWords, text, {
    ...{ files: all, codeBase, showsIgnored, slices, signal },
    isOnlyExcluded: (file) => isOnlyExcluded(engine, file, signal),
  });
  const { context, terms, intent, isOverview } = asked;
  const weights = weightsFor(usualWeights, intent, terms);
  const about = aboutOf(subject, named) ?? aboutItself(context);
  if (about !== undefined) step(l10n.t("About {0}", about));
  const labels = labelsOf(terms).slice(0, 6);
  step(
    labels.length > 0 ? l10n.t("Searching for {0}", labels.join(", ")) : l10n.t("Looking for what the question names"),
  );
  if (slices.isOver) await slices.next();
  if (index.isFull) index.keepOnly(new Set(served.map(({ file }) => file)));
  const { scope, paths } = whereToLook(all, asked);
  const candidates: Candidate[] = [];
  const tooLarge = new Set<string>(); // to be ranked
  const namedFiles = new Set(named?.files.map(({ file }) => file));
  for (const path of paths) {
    if (slices.isOver) await slices.next();
    const kind = kindOf(path.path);
    const state =
      kind === "machine" ? undefined : index.stateOf(path.file, codeBase.encodings.of(path.file), onRefused);
    if (state)
      candidates.push({
        ...path,
        ...state,
        kind,
        isNamed: namedFiles.has(path.file) || isNamed(path, context.places),
      });
    else if (kind !== "machine") tooLarge.add(`${path.repository.name}/${path.path}`);
  }
  // Who says where to look means just that.
  const isAnywhere = asked.preferred.length === 0 && scope.length === 0;
  const near = new Set(isAnywhere ? codeBase.repositories.filter(({ name }) => workingIn.includes(name)) : []);
  const worthOf = (candidate: Candidate) =>
    worthOfFile(candidate, asked, weights) * (near.has(candidate.repository) ? weights.workingIn : 1);
  const likely = await likelyFiles({ candidates, terms, worthOf, atMost: readAtMost }, { engine, signal, slices });
  if (likely.length < candidates.length)
    step(l10n.t("Reading {0} of {1} files", l10n.number(likely.length), l10n.number(candidates.length)));
  const ranker = new Ranker<CodeFile>(terms, weights, kinship?.with(context.english.text));
  const known: (CodeFile & { readonly isNamed: boolean })[] = [];
  let leftCount = 0;
  for (const { kind, ...candidate } of likely) {
    if (slices.isOver) await slices.next();
    if (!candidate.known && performance.now() > readUntil) {
      leftCount++;
      continue;
    }
    const encoding = codeBase.encodings.of(candidate.file);
    const indexed = await index.read(candidate.file, slices, encoding, candidate.known, onRefused);
    if (!indexed || (indexed.isExported && !candidate.isNamed)) continue;
    const prior = worthOf({ ...candidate, kind: kindOfIndexed(kind, indexed) });
    const file = { ...candidate, prior, index: indexed, fullPath: `${candidate.repository.name}/${candidate.path}` };
    known.push(file);
  }
  const unreadCount = candidates.length - likely.length + leftCount;
  const built = await findBuiltFiles(known, slices);
  const namedCode = new Set<CodeFile>(known.filter(({ isNamed }) => isNamed));
  const files = known.filter((file) => namedCode.has(file) || !built.has(file));
  for (const file of files) {
    if (slices.isOver) await slices.next();
    ranker.add(file);
  }
  const { passages, worths } = await ranker.rank(slices);
  step(
    l10n.t("Reading the best of {0} passages in {1} files", l10n.number(passages.length), l10n.number(files.length)),
  );
  // `shop.pay` may be a module as well as something called `pay`.
  const modules = named?.names.filter((each) => each.files.length + each.folders.length > 0) ?? [];
  const isModule = ({ name }: ListedName) => name.includes(".") && modules.some(({ text }) => text === name);
  const asksFor = isOverview ? [] : listedNamesIn(context, asked.earlier).filter((each) => !isModule(each));
  const reading = { signal, onRefused };
  const isTooLarge = ({ repository, path }: FileInRepository) => tooLarge.has(`${repository.name}/${path}`);
  const tellsHeirs = asksFor.some(({ only }) => only === "heirs");
  const usesOf = (name: string) => findUses(name, files, terms, { engine, signal, isTooLarge, tellsHeirs });
  const listed = async (name: ListedName): Promise<readonly Uses[]> => {
    const found = await firstFound(namesMeant(name, files), usesOf);
    const ofGo =
      found && tellsHeirs ? await (await import("./goHeirs.ts")).goHeirs(found, files, { engine, signal }) : [];
    const inRead = found && onlyAsked({ ...found, uses: [...ofGo, ...found.uses] }, name);
    const members =
      inRead && name.hasMembers ? await (await import("./members.ts")).membersOf(inRead, codeBase, reading) : undefined;
    const whole = inRead && { ...withBuilt(inRead, built), isCut: inRead.isCut || unreadCount > 0 };
    return whole ? [{ ...whole, ...(members && { uses: members, areMembers: true }) }] : [];
  };
  const uses: Uses[] = [];
  for (const each of asksFor) uses.push(...(await listed(each)));
  const names = asksFor.length > 0 || isOverview ? undefined : comparedNamesIn(context);
  const compared = names ? await comparedLines(names, usesOf, passages) : [];
  const using = uses.length > 0 ? uses.flatMap((each) => linesOfUses(each, linesAt, passages)) : compared;
  const readSince = named ? namedSince : performance.now();
  const ranked = choosePassages([...selectedLines(files, context), ...using, ...passages], COMPARED, weights);
  const best = new Set(ranked.map(({ file }) => file));
  const overview = isOverview
    ? await (
        await import("../overviews/overviewAnswer.ts")
      ).overviewPassages({
        ...{
          places: placesMeant(scope, asked),
          folders: named?.folders ?? [],
          files,
          all,
          codeBase,
          index,
          slices,
          reading,
        },
      })
    : undefined;
  const texts = overview?.read ?? (await readFiles([...best].slice(0, FILES_READ), codeBase, reading));
  const chosen = overview
    ? { found: overview.passages, further: () => [] }
    : await chosenOf(ranked, texts, { terms, worths, intent, most, weights, slices, built, named: namedCode });
  const { found, code, read } = named
    ? await namedFirst(named, {
        ...{ files, texts, found: chosen.found, passages, terms, worths, most, weights, slices, engine },
        options: reading,
        users: intent.uses ? "asked" : terms.length === 0 || intent.tests ? "told" : "untold",
        asksForTests: intent.tests,
      })
    : { found: chosen.found, code: undefined, read: texts };
  const isNamedThere = named !== undefined && named.files.length + named.folders.length > 0;
  const fact =
    isOverview || isNamedThere || uses.length > 0 ? undefined : factAskedIn(context, terms, namesOf(codeBase));
  const stated =
    fact && (await (await import("./statedFirst.ts")).statedPassages(fact, paths, { files, codeBase, slices }));
  const isStated = stated !== undefined && stated.passages.length > 0;
  // Who asks for the tests of what was talked about knows what that is.
  const inOrder = isStated
    ? [...stated.passages, ...found.filter(isApartFrom(stated.passages))].slice(0, most)
    : subject && intent.tests
      ? found.toSorted((a, b) => Number(isTest(b.file.path)) - Number(isTest(a.file.path)))
      : intent.definition
        ? namesFirst(found, terms)
        : found;
  const isTrace = context.places.filter(hasLines).length > 2; // a stack trace names much that is not in this code
  const unranked = isTrace
    ? []
    : withoutPrinted(
        terms.filter(
          ({ exact, label }, term) => exact !== undefined && worths[term] === 0 && !isNameOfOne(label, files, context),
        ),
        context.text,
      );
  const sought =
    inOrder.length === 0
      ? terms.filter(({ isPhrase, exact }) => !isPhrase || exact !== undefined)
      : [...unranked, ...(isTrace ? [] : unseenIn(inOrder, terms, worths))];
  const inText =
    sought.length > 0
      ? await findInText(sought, { terms, paths, files, intent, ...{ engine, signal, onRefused, slices } })
      : undefined;
  const besideText = inText ? textFirst(inText, inOrder) : inOrder;
  const withText = isNamedThere ? besideText : quotedFirst(besideText, terms);
  const missing = unranked.filter((term) => term.isMessage !== true && inText?.terms.has(term) !== true);
  const repositories = new Set(paths.map(({ repository }) => repository));
  return {
    passages: withText,
    further: named && terms.length === 0 ? () => [] : chosen.further,
    confidence:
      isOverview || isStated
        ? "sure"
        : ((intent.isChange ? undefined : confidenceOfQuotation(withText, terms)) ??
          confidenceBeside(missing, confidenceIn(withText, ranked, terms))),
    ...(overview && { overview }),
    uses,
    isComparison: areBoth(withText.slice(0, 2), compared),
    ...(subject && { subject }),
    ...(code && !isStated && { named: code }),
    context,
    intent,
    terms,
    missing,
    tooLarge: inText?.tooLarge ?? [],
    read: [...(stated?.read ?? []), ...read, ...(inText?.read ?? [])],
    readSince,
    scope,
    // A folder around repositories counts only if it has files of its own; an empty one is still open.
    repositoryCount: Math.max(repositories.size, Math.min(codeBase.repositories.length, 1)),
    fileCount: paths.length,
    unreadCount,
    isLate: leftCount > 0,
    refused: [...refused],
  };
}

/** What is asked about may be just what is missing. */
function confidenceBeside(missing: readonly QuestionTerm[], confidence: Confidence): Confidence {
  return confidence === "sure" && missing.some(({ isAsked }) => isAsked) ? "likely" : confidence;
}

/** As it is asked for, with a mark and without: a mark may be the name's or the sentence's. */
function namesMeant({ name, marked }: ListedName, files: readonly CodeFile[]): readonly string[] {
  const hasMarked = marked !== undefined && files.some(({ index }) => endsInMark(index.language));
  return [...(hasMarked ? [marked] : []), name, ...(/^.+(?=[!?]$)/.exec(name) ?? [])];
}

async function firstFound(
  names: readonly string[],
  usesOf: (name: string) => Promise<Uses | undefined>,
): Promise<Uses | undefined> {
  for (const name of names) {
    const found = await usesOf(name);
    if (found) return found;
  }
  return undefined;
}

function namesOf({ repositories }: CodeBase): readonly string[] {
  return repositories.map(({ name }) => name);
}

async function readQuestion(
  { question, earlier, shown = [], engine, signal }: PassageRequest,
  services: SubjectServices,
): Promise<AskedQuestion & { readonly text: string; readonly subject?: Subject }> {
  const { codeBase } = engine;
  const names = namesOf(codeBase);
  const read = async (text: string) => {
    const parts = readQuestionContext(text, names);
    // What is ignored, agents and models are not given even for its words.
    const isListed = ({ repository, path }: NamedPlace) =>
      services.files.some((file) => file.path === path && file.repository.name === repository);
    const places = codeBase.access.asker === "person" ? parts.places : parts.places.filter(isListed);
    const excerpts = [...parts.excerpts, ...(await readNamedCode(codeBase, places, signal))];
    if (!parts.trace) return { ...parts, excerpts };
    const { locatePrinted } = await import("../named/locatedPlaces.ts");
    return locatePrinted({ ...parts, excerpts }, services.files, services.slices);
  };
  const before = await Promise.all(earlier.map(read));
  const placesOf = (links: readonly string[] = []) => links.flatMap((link) => parseSourceLink(link, LOCAL) ?? []);
  const written = await read(question);
  const resolved = await resolveQuestion(
    written,
    before.map((each, at) => ({ context: each, shown: placesOf(shown[at]) })),
    services,
  );
  const context = resolved ? await read(resolved.text) : written;
  const { places, english } = context;
  const [one, ...others] = names.map((name) => name.slice(name.lastIndexOf("/") + 1));
  const called = one === undefined || others.length > 0 ? [] : [one];
  const found = termsOfCalled(context, before, called);
  const { terms, preferred } = preferRepositories(found, context, codeBase.repositories);
  const isFirst = earlier.length + places.length === 0;
  const isOverview =
    !places.some(hasLines) &&
    ((terms.length === 0 && places.length > 0) || asksOverview(context, terms, isFirst, called));
  const intent = intentOf(english.text);
  return {
    ...{ context, earlier: before, terms: isOverview ? [] : terms, intent, isOverview, preferred },
    text: resolved?.text ?? question,
    ...(resolved && { subject: resolved.subject }),
  };
}

/**
 * The terms of a question without the name of what all of it is about: "How does ferry count boats?" asks how boats are
 * counted, but "How do I start ferry?" may be about `startFerry`.
 */
function termsOfCalled(
  context: QuestionContext,
  before: readonly QuestionContext[],
  [called]: readonly string[],
): readonly QuestionTerm[] {
  const { text, spoken } = context.english;
  const name = literally(called ?? "");
  const whole = new RegExp(
    String.raw`\b(?:(?:does|do|can|will)\s${name}(?=\s)|(?:in|of|with|within|inside|by|using)\s${name}(?=['’.,;:?!\s]*$))`,
    "gi",
  );
  const rest = name === "" ? text : text.replace(whole, "");
  const terms = rest === text ? [] : termsOf({ ...context, english: { text: rest, spoken } }, before);
  return terms.some(({ isAsked }) => isAsked) ? terms : termsOf(context, before);
}

/** What links in answers are relative to. */
const LOCAL = "http://127.0.0.1";

/** Whether a word of the question is the name of a file that it names, which need not be in any text. */
function isNameOfOne(word: string, files: readonly CodeFile[], { places }: QuestionContext): boolean {
  return (
    places.some(({ path: named = "" }) => `/${named}`.endsWith(`/${word}`)) &&
    files.some(({ path: own }) => `/${own}`.endsWith(`/${word}`))
  );
}

/** The files that a question wants to be looked at: all of them, unless it or an overview is about a part. */
function whereToLook<P extends FileInRepository>(
  all: readonly P[],
  { context, isOverview }: AskedQuestion,
): { readonly scope: readonly NamedPlace[]; readonly paths: readonly P[] } {
  const scope = scopeOf(context, all);
  const within = isOverview ? placesMeant(scope, { context }) : scope;
  const isMeant = (place: P) => isWithin(place, within) || isNamed(place, context.places);
  return { scope, paths: scope.length > 0 || (isOverview && all.some(isMeant)) ? all.filter(isMeant) : all };
}

/** Where an overview looks. */
function placesMeant(scope: readonly NamedPlace[], { context }: Pick<AskedQuestion, "context">): readonly NamedPlace[] {
  return scope.length > 0 ? scope : context.places;
}

/**
 * What the passages of a file count, relative to source code that the question does not name. What it names is not
 * held to be less for being a document.
 */
function worthOfFile(
  { kind, isNamed, ...place }: Candidate,
  { context, intent, preferred }: AskedQuestion,
  weights: Weights,
): number {
  return (
    Math.max(isNamed ? 1 : 0, worthOfKind(kind, intent)) ** weights.kind *
    (preferred.includes(place.repository) ? weights.preferred : 1) *
    (isNamed || isInNamedFolder(place, context.places) ? weights.named : 1)
  );
}

/** What a question asks of passages, and how many it wants. */
interface Sought {
  readonly terms: readonly QuestionTerm[];
  readonly worths: readonly number[];
  readonly intent: QuestionIntent;
  readonly most: number;
  readonly weights: Weights;
  readonly slices: TimeSlices;
  /** The files that are built from another one, with their sources. */
  readonly built: ReadonlyMap<CodeFile, CodeFile>;
  /** The files that the question names. */
  readonly named: ReadonlySet<CodeFile>;
}

/** The best of the first passages, now also by their text, and how to find those of further files. */
async function chosenOf(
  ranked: readonly RankedLines<CodeFile>[],
  texts: readonly ReadFile[],
  { terms, worths, intent, most, weights, slices, built, named }: Sought,
): Promise<{ readonly found: readonly Passage[] } & Pick<RankedPassages, "further">> {
  const matching = createTermMatching(terms);
  const headings = intent.howTo ? await import("./headings.ts") : undefined;
  const linesOf = new Map(texts.map(({ file, lines }) => [file, lines]));
  const all = ranked.flatMap((passage): readonly RankedLines<CodeFile>[] => {
    const lines = linesOf.get(passage.file)?.slice(passage.startLine, passage.endLine + 1);
    if (!lines) return [];
    if (passage.score >= SELECTED) return [passage];
    const isDocument = headings && kindOf(passage.file.path) === "document";
    const fit = isDocument ? headings.fitOfHeadings(lines, matching) : fitOfText(lines, terms, intent);
    return [{ ...passage, score: passage.score * fit }];
  });
  const passages = await joinCopies(
    all.toSorted((a, b) => b.score - a.score),
    {
      linesOf: (file) => linesOf.get(file),
      builtFrom: Map.groupBy(built.keys(), (file) => built.get(file) ?? file),
      isNamed: (file) => named.has(file),
      slices,
    },
  );
  const readOne = (passage: RankedLines<CodeFile>, before?: number) =>
    readPassage(passage, linesOf.get(passage.file) ?? [], matching, worths, before);
  const chosen = choosePassages(passages, most, weights);
  for (const file of new Set(chosen.map(({ file }) => file)))
    await readOutline(linesOf.get(file) ?? [], file.index.language, slices);
  const nextOf = ({ file, endLine }: RankedLines<CodeFile>) =>
    Math.min(
      ...chosen
        .filter((other) => other.file === file)
        .map(({ startLine }) => (startLine > endLine ? startLine : Infinity)),
    );
  return {
    found: chosen.map((passage) => readOne(passage, nextOf(passage))),
    further: (shown, mentioned) =>
      furtherPlaces({ passages, terms, shown, mentioned, read: (passage) => readOne(passage) }),
  };
}

/**
 * If the question names one of several repositories, that says where to look, not what for. The name of a mere folder
 * may be a word like any other, so it is looked for nevertheless.
 */
function preferRepositories(
  terms: readonly QuestionTerm[],
  { places }: QuestionContext,
  repositories: readonly Repository[],
): { readonly terms: readonly QuestionTerm[]; readonly preferred: readonly Repository[] } {
  if (repositories.length < 2) return { terms, preferred: [] };
  const nameOf = ({ name }: Repository) => wordsOf(name.slice(name.lastIndexOf("/") + 1)).map(stemOf);
  const named = repositories.filter((repository) =>
    terms.some(({ alternatives }) => alternatives[0]?.stems.join(" ") === nameOf(repository).join(" ")),
  );
  const mentioned = repositories.filter(({ name }) =>
    places.some(
      ({ repository }) => repository !== undefined && (name === repository || name.endsWith(`/${repository}`)),
    ),
  );
  return {
    terms: withoutWords(terms, named.filter(({ git }) => git).flatMap(nameOf)),
    preferred: [...named, ...mentioned],
  };
}

async function listFiles(
  engine: Engine,
  slices: TimeSlices,
  { signal, onRefused }: ReadingOptions,
): Promise<readonly ServedFile[]> {
  const files: ServedFile[] = [];
  for await (const each of engine.list({ signal }))
    if (!("leftOut" in each)) files.push(each);
    else if (each.leftOut === "refused") onRefused(each.file);
  // As a tree shows them. An engine that sorts them reads the ignore files of folders that it leaves out.
  return sortInSlices(files, ({ file }) => file.replaceAll(sep, "\0"), slices);
}

async function isOnlyExcluded(engine: Engine, file: string, signal: AbortSignal): Promise<boolean> {
  if (engine.codeBase.excludes.all.length === 0) return false;
  for await (const each of engine.list({ withExcluded: true, inPath: [basename(file)], signal }))
    if (!("leftOut" in each) && each.file === file) return true;
  return false;
}

/** The folders and repositories in which a question says to look, with an `@`, if they exist; none for everywhere. */
function scopeOf({ places }: QuestionContext, all: readonly FileInRepository[]): readonly NamedPlace[] {
  const isThere = (place: NamedPlace) => all.some((file) => isWithin(file, [place]));
  return places.flatMap((place) => {
    const { isMentioned, startLine, repository, path } = place;
    if (!isMentioned || startLine !== undefined || all.some((file) => isNamed(file, [place]))) return [];
    if (isThere(place)) return [place];
    // What is not a repository may be a folder in one.
    const folder = { path: repository ?? "" };
    return path === undefined && isThere(folder) ? [folder] : [];
  });
}
