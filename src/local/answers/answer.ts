import { offeredIn } from "../../core/text/declarations.ts";
import { lastPartOf, outlineOf } from "../../core/text/outline.ts";
import type { FolderEncodings } from "../code/encodings/folderEncodings.ts";
import { MODEL, PERSON } from "../code/files/access.ts";
import type { EditorExcludes } from "../code/files/editorExcludes.ts";
import { openCodeBase } from "../code/files/codeBase.ts";
import { seenBy } from "../code/files/heldBack.ts";
import type { HeldBackCache } from "../code/files/heldBackCache.ts";
import { CitedFiles } from "../code/files/citedFiles.ts";
import type { Commits } from "../code/files/commits.ts";
import type { AnswerRequest, FindAnswer, FoundAnswer } from "./conversations/foundAnswer.ts";
import type { EngineOf } from "../code/engine/engine.ts";
import { withTrackedAlone } from "../code/engine/trackedAlone.ts";
import { linkTo } from "./named/answerParts.ts";
import {
  sourcesOf,
  passageLinesOf,
  writeAnswer,
  type AnswerMaterial,
  type CitedPassage,
  type RelatedSymbol,
} from "./passages/answerText.ts";
import { isNamed } from "./named/namedCode.ts";
import { createWordKinship, type WordKinship } from "./ranking/wordKinship.ts";
import { CodeIndex } from "./ranking/codeIndex.ts";
import type { CodeFile, Passage } from "./ranking/passages.ts";
import type { QuestionContext } from "./questions/questionContext.ts";
import type { QuestionTerm } from "./questions/questionTerms.ts";
import { withoutLongLines } from "./passages/longLines.ts";
import type { NamedCode } from "./passages/namedFirst.ts";
import { overviewsText } from "./overviews/overviewText.ts";
import { rankedPassages } from "./passages/rankedPassages.ts";
import { readFiles, type ReadFile } from "./named/readFiles.ts";
import { aboutOf } from "./named/subject.ts";
import type { Uses, UsePlace } from "./passages/uses.ts";
import type { CitedNamed } from "./passages/namedText.ts";
import type { CitedPlace, CitedUses } from "./passages/usesText.ts";
import type { ServedPassage } from "./writing/evidence.ts";
import { Everything } from "../search/files/leftOut.ts";
import { findUnreadable, refusedFiles, unsafeIgnoreFiles } from "../search/files/skippedFiles.ts";
import { l10n } from "../base/l10n.ts";

const PASSAGES_SHOWN = 6;
/** How many passages are available to a model; how many of them it is given is not decided here. */
const PASSAGES_OF_EVIDENCE = 24;
const RELATED_SHOWN = 6;

/** Answers questions with the passages of the code that fit best, and cites them. No model, no network. */
export function createAnswerFinder({
  engineOf,
  commits,
  index = new CodeIndex(),
  kinship = createWordKinship(() => undefined),
  encodings,
  excludes,
  heldBack,
  readAtMost,
}: {
  readonly engineOf: EngineOf;
  readonly commits: Commits;
  /** What is already known of the files. */
  readonly index?: CodeIndex;
  /** Returns what is known of how words go together; first called with the first question. */
  readonly kinship?: () => WordKinship | undefined;
  readonly encodings?: FolderEncodings;
  readonly excludes?: EditorExcludes;
  /** What is known already of the files that are held back. */
  readonly heldBack?: HeldBackCache;
  /** How many bytes of files that are not known yet are read for a question, at most. */
  readonly readAtMost?: number;
}): FindAnswer {
  const everything = new Everything(engineOf);
  const findAnswer = async (request: AnswerRequest): Promise<FoundAnswer> => {
    const {
      question,
      earlier,
      shown: shownBefore = [],
      access = request.showsIgnored === true ? PERSON : MODEL,
      folders,
      silent = [],
      accept,
      workingIn = [],
      readForMs,
      signal,
      step,
      withEvidence,
      showsIgnored = false,
    } = request;
    const all = await openCodeBase(folders, {
      signal,
      ...(encodings && { encodings }),
      ...(excludes && { excludes: excludes.heedingIgnoreFiles }),
    });
    const codeBase = await withTrackedAlone(seenBy(access, all, heldBack), commits, signal);
    const engine = engineOf(codeBase);
    const ranked = await rankedPassages(
      {
        question,
        earlier,
        shown: shownBefore,
        engine,
        accept,
        workingIn,
        readForMs,
        showsIgnored,
        most: withEvidence ? PASSAGES_OF_EVIDENCE : PASSAGES_SHOWN,
        signal,
        step,
      },
      { index, kinship: kinship(), readAtMost },
    );
    const { context, terms, read, readSince, refused, tooLarge } = ranked;
    const best = withoutLongLines(ranked.passages, terms);
    const unreadable = [...silent, ...(await findUnreadable(codeBase.folders))];
    const refusedWithin = refused.filter((file) => !unreadable.includes(file) && !codeBase.isHeldBack(file));
    if (refusedWithin.length > 0) step(refusedFiles(refusedWithin).title);
    const { notHeeded } = engine;
    if (notHeeded.length > 0) step(unsafeIgnoreFiles(notHeeded).title);
    const shown = best.slice(0, ranked.overview?.shown ?? PASSAGES_SHOWN);
    step(shown.length === 1 ? l10n.t("Citing 1 passage") : l10n.t("Citing {0} passages", shown.length));
    const copied = new Set(shown.flatMap(({ copies = [] }) => copies.map(({ file }) => file)));
    for (const { file } of read) copied.delete(file);
    const readToo = await readFiles([...copied], codeBase, { signal, onRefused: () => undefined });
    const contents = new Map([...read, ...readToo].map(({ file, content }) => [file, content]));
    const cited = new CitedFiles(commits, readSince);
    const cite = (file: CodeFile, among = cited): Promise<string> =>
      among.revisionOf(file, contents.get(file) ?? Buffer.alloc(0));
    const mentioned = findMentioned(read, shown, terms);
    const further = ranked.further(shown, new Set(mentioned.slice(0, RELATED_SHOWN).map(({ file }) => file)));
    const isFurther = ({ file, line }: { readonly file: CodeFile; readonly line: number }) =>
      further.some((place) => place.file === file && place.startLine <= line && place.endLine >= line);
    const citeAll = <T extends { readonly file: CodeFile }>(places: readonly T[]) =>
      Promise.all(places.map(async (place) => ({ ...place, revision: await cite(place.file) })));
    const citePassages = async (places: readonly Passage[]): Promise<readonly CitedPassage[]> =>
      Promise.all(
        (await citeAll(places)).map(async ({ copies, ...passage }) => ({
          ...passage,
          ...(copies && { copies: await citeAll(copies.filter(({ file }) => contents.has(file))) }),
        })),
      );
    const passages = await citePassages(shown);
    const related = await citeAll(mentioned.filter((symbol) => !isFurther(symbol)).slice(0, RELATED_SHOWN));
    // A person may look at what is ignored; a model is not given it.
    const ignored = new Set(ranked.named?.files.flatMap(({ code, isIgnored }) => (isIgnored ? [code] : [])));
    const forModel = { ...access, asker: "model" } as const;
    const seenByModel = seenBy(forModel, all, heldBack);
    const isEvidenceLess =
      withEvidence === true &&
      ranked.passages.some(({ file }) => seenByModel.heldBackBy(file.repository, file.path) !== undefined);
    // What a model gets is as if the rest were not there: neither a passage nor its rank tells of it, nor an overview.
    const needsOwn = isEvidenceLess || (withEvidence === true && access.asker !== "model" && ranked.overview);
    const given = needsOwn
      ? await findAnswer({ ...request, access: forModel, showsIgnored: false, step: () => undefined })
      : undefined;
    const evidenceCited = new CitedFiles(commits, readSince);
    const evidence =
      withEvidence && !given
        ? await Promise.all(
            best
              .filter(({ file }) => !ignored.has(file))
              .map(async ({ file, startLine, lines, name }): Promise<ServedPassage> => ({
                repository: file.repository.name,
                path: file.path,
                revision: await cite(file, evidenceCited),
                startLine,
                lines,
                ...(name !== undefined && { name }),
              })),
          )
        : undefined;
    const overview = ranked.overview && (await overviewsText(ranked.overview, cite));
    signal.throwIfAborted();
    const isNothing = passages.length === 0 && !ranked.named && access.asker === "person";
    const material: AnswerMaterial = {
      ...(isNothing && { ignored: await everything.countBeside(engine, codeBase.folders, signal) }),
      passages,
      further: await citePassages(further),
      related,
      printed: printedPlaces(context, passages),
      terms,
      translated: context.english.spoken,
      confidence: ranked.confidence,
      isComparison: ranked.isComparison,
      ...(overview && { overview }),
      uses: await Promise.all(ranked.uses.map((uses) => citeUses(uses, read, cite))),
      ...(ranked.named && { named: await citeNamed(ranked.named, terms.length === 0 && !ranked.intent.uses, cite) }),
      ...(ranked.subject?.name !== undefined && { about: aboutOf(ranked.subject) ?? "" }),
      missing: ranked.missing,
      tooLarge: tooLarge.map((file) => codeBase.locate(file)?.path ?? file),
      scope: ranked.scope.map(({ repository = "", path }) => path ?? repository),
      fileCount: ranked.fileCount,
      unreadCount: ranked.unreadCount,
      repositoryCount: ranked.repositoryCount,
      unreadable,
      refused: refusedWithin.map((file) => codeBase.locate(file)?.path || file),
      notHeeded: notHeeded.map((file) => codeBase.locate(file)?.path ?? file),
    };
    return {
      title: titleOf(context),
      text: writeAnswer(material),
      sources: sourcesOf(material),
      passages: passageLinesOf(material),
      followUps: followUpsFor(shown, related),
      searches: 1,
      refused: refusedWithin,
      isLate: ranked.isLate,
      notHeeded,
      tooLarge,
      cited: cited.toKeep,
      ...(overview && !given && { told: overview.join("\n\n") }),
      ...(evidence && { evidence, evidenceCited: evidenceCited.toKeep }),
      ...(given && { evidence: given.evidence ?? [], evidenceCited: given.evidenceCited ?? [], isEvidenceLess }),
      ...(given?.told !== undefined && { told: given.told }),
    };
  };
  return findAnswer;
}

function printedPlaces(
  { places, trace = [] }: QuestionContext,
  passages: readonly CitedPassage[],
): NonNullable<AnswerMaterial["printed"]> {
  const isPrinted = new Set(trace);
  return places
    .filter((place) => isPrinted.has(place))
    .map((place) => {
      const { path = "", printed = path, startLine = 0, endLine = startLine, fits: [, ...others] = [] } = place;
      const shown = passages.find(
        (each) => isNamed(each.file, [place]) && each.startLine <= startLine && each.endLine >= startLine,
      );
      return {
        label: `${printed}:${startLine + 1}${endLine > startLine ? `–${endLine + 1}` : ""}`,
        link: shown && linkTo({ ...shown, startLine, endLine }),
        others,
      };
    });
}

const DEFINITIONS_LISTED = 4;
const DEFINITIONS_ASKED_FOR_LISTED = 12;
const USES_LISTED = 12;
const MEMBERS_LISTED = 200;

/** Those of the first places that are still there. */
async function citeUses(
  { name, definitions, uses, isQualified, unknownOwner, isCut, notLookedAt, built, only, areMembers, others }: Uses,
  read: readonly ReadFile[],
  cite: (file: CodeFile) => Promise<string>,
): Promise<CitedUses> {
  const linesOf = new Map(read.map(({ file, lines }) => [file, lines]));
  const citeAll = (places: readonly UsePlace[]) =>
    Promise.all(
      places.map(async (place): Promise<CitedPlace> => ({
        ...place,
        text: linesOf.get(place.file)?.[place.line]?.trim() ?? "",
        revision: await cite(place.file),
      })),
    );
  const definitionsListed = only === "definitions" ? DEFINITIONS_ASKED_FOR_LISTED : DEFINITIONS_LISTED;
  // In some languages, case makes no difference.
  const sought = name.toLowerCase();
  const isRead = ({ file, line, within, isHeir }: UsePlace) => {
    const text = linesOf.get(file)?.[line];
    if (text?.toLowerCase().includes(sought) === true) return true;
    return (areMembers === true || isHeir === true) && within !== "" && text?.includes(within) === true;
  };
  return {
    name,
    definitions: await citeAll(definitions.filter(isRead).slice(0, definitionsListed)),
    definitionCount: definitions.length,
    uses: await citeAll(uses.filter(isRead).slice(0, areMembers ? MEMBERS_LISTED : USES_LISTED)),
    useCount: uses.length,
    isQualified,
    unknownOwner,
    isCut,
    notLookedAt,
    ...(built && { built }),
    ...(only && { only }),
    ...(areMembers && { areMembers }),
    ...(others && { others: { ...others, first: await citeAll(others.first.filter(isRead)) } }),
  };
}

const IMPORTERS_LISTED = 8;

/** With the definitions in the files, if the question asks nothing else about them than what they are. */
async function citeNamed(
  { files, ...others }: NamedCode,
  isGeneral: boolean,
  cite: (file: CodeFile) => Promise<string>,
): Promise<CitedNamed> {
  return {
    ...others,
    files: await Promise.all(
      files.map(async ({ code, lines, importers, tests, ...named }) => ({
        ...named,
        file: code,
        lines,
        revision: lines.length > 0 ? await cite(code) : undefined,
        importers: importers && {
          ...{ count: importers.importers.length, isCut: importers.isCut },
          first: await Promise.all(
            importers.importers
              .slice(0, IMPORTERS_LISTED)
              .map(async (importer) => ({ ...importer, revision: await cite(importer.file) })),
          ),
        },
        tests: await Promise.all(
          tests.slice(0, IMPORTERS_LISTED).map(async (file) => ({ file, revision: await cite(file) })),
        ),
        definitions: isGeneral ? offeredIn(code.path, lines, code.index.language) : [],
      })),
    ),
  };
}

/** What the passages mention and the files that were read define elsewhere, the most mentioned first. */
function findMentioned(
  read: readonly ReadFile[],
  chosen: readonly Passage[],
  terms: readonly QuestionTerm[],
): readonly Omit<RelatedSymbol, "revision">[] {
  const mentions = new Map<string, number>();
  for (const { lines } of chosen) {
    // What is called, and names of several words: a plain word is hardly ever this very symbol.
    const names = lines.join("\n").match(MENTIONED);
    for (const name of new Set(names)) mentions.set(name, (mentions.get(name) ?? 0) + 1);
  }
  const repositories = new Set(chosen.map(({ file }) => file.repository));
  const shown = new Set(["constructor", ...chosen.map(({ name }) => name), ...terms.map(({ label }) => label)]);
  const symbols = new Map<string, Omit<RelatedSymbol, "revision"> & { readonly worth: number }>();
  read.forEach(({ file, lines }, rank) => {
    const { language } = file.index;
    if (
      !repositories.has(file.repository) ||
      language === undefined ||
      ["Markdown", "JSON", "YAML", "Text", "reStructuredText", "TeX", "AsciiDoc", "Org"].includes(language)
    )
      return;
    for (const { name, line, startLine, endLine } of outlineOf(lines, language)) {
      const count = mentions.get(lastPartOf(name));
      const isShort = endLine - startLine < 2;
      const isCited = chosen.some(
        (passage) => passage.file === file && passage.startLine <= line && passage.endLine >= line,
      );
      if (count === undefined || isShort || isCited || shown.has(name)) continue;
      const worth = count * file.prior + 1 / (rank + 1);
      if ((symbols.get(name)?.worth ?? 0) < worth) symbols.set(name, { file, name, line, worth });
    }
  });
  return [...symbols.values()].sort((a, b) => b.worth - a.worth);
}

/** Names in scripts without capitals may be shorter. */
const MENTIONED =
  /(?<![\p{L}\p{M}\w$])(?:(?:[\p{L}_$][\p{L}\p{M}\w$]{3,}|\p{Lo}[\p{L}\p{M}\w$]+)(?=\()|(?:\p{Lu}?\p{Ll}+\p{Lu}|\p{Ll}+_)[\p{L}\p{M}\w]+(?![\p{L}\p{M}\w]))/gu;

const TITLE_AT_MOST = 70;

/** The first sentence of the question, shortened at a space. */
function titleOf({ text, places }: QuestionContext): string {
  const sentence = (/^[^]*?(?:[?!？！。]|\.(?=\s|$)|\n|$)/.exec(text.trim())?.[0] ?? "")
    .replaceAll(/[`*_#]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const [place] = places;
  const about =
    sentence.split(" ").length <= 5 && place?.path !== undefined && !sentence.includes(place.path)
      ? `${sentence} (${place.path.split("/").at(-1) ?? ""})`
      : sentence;
  if (about.length <= TITLE_AT_MOST) return about || l10n.t("Question");
  const cut = about.slice(0, TITLE_AT_MOST - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), TITLE_AT_MOST / 2))}…`;
}

/** Questions that a reader of these passages may ask next. */
function followUpsFor(
  passages: readonly Passage[],
  related: readonly Pick<RelatedSymbol, "name">[],
): readonly string[] {
  const names = [
    ...new Set(
      passages.flatMap(({ name }) =>
        name !== undefined && name !== "constructor" && /^[\p{L}\p{M}\w$]+$/u.test(name) ? [name] : [],
      ),
    ),
  ];
  const [first, second] = names;
  const [symbol] = related;
  return [
    ...(first === undefined ? [] : [l10n.t("Where is `{0}` used?", first), l10n.t("How is `{0}` tested?", first)]),
    ...(symbol
      ? [l10n.t("What does `{0}` do?", symbol.name)]
      : second === undefined
        ? []
        : [l10n.t("What does `{0}` do?", second)]),
  ];
}
