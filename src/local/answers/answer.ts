import { readFile } from "node:fs/promises";
import { TimeSlices } from "../../core/text/timeSlices.ts";
import type { Repository } from "../../git/repositories.ts";
import { sourcesOf, writeAnswer, type AnswerMaterial, type CitedPassage, type RelatedSymbol } from "./answerText.ts";
import type { CandidateFile } from "./candidateFile.ts";
import { findCandidates } from "./candidateFiles.ts";
import { isSure } from "./confidence.ts";
import { openCodeBase } from "../files/codeBase.ts";
import type { Commits } from "../files/commits.ts";
import { revisionOfContent, type CitedFile } from "../files/keptFiles.ts";
import { followUpsFor } from "./followUps.ts";
import { languageOf } from "../symbols/languages.ts";
import { isNamed, readNamedCode } from "./namedCode.ts";
import { outlineOf } from "../symbols/outline.ts";
import { filesOfOverview, overviewOf } from "./overview.ts";
import { findPassages, SELECTED, type Passage } from "./passages.ts";
import type { AnswerRequest, FindAnswer, FoundAnswer } from "../conversations/questionAnswers.ts";
import { intentOf } from "./questionIntent.ts";
import { readQuestionContext, type QuestionContext } from "./questionContext.ts";
import { termsOf, withoutWords, type QuestionTerm } from "./questionTerms.ts";
import type { PassageCriteria } from "./ranking.ts";
import type { Ripgrep } from "../ripgrep/ripgrep.ts";
import { createTermMatching } from "./termMatching.ts";
import { WEIGHTS } from "./weights.ts";
import { stemOf, wordsOf } from "./words.ts";

/** As many of the best files are read. */
const FILES_READ = 24;
const PASSAGES_SHOWN = 6;
const RELATED_SHOWN = 6;

/**
 * Answers questions with passages of the code: searches for the question's terms, reads the files that speak of them
 * most, and cites the passages that fit best. No model, no network.
 */
export function createAnswerFinder({
  ripgrep,
  commits,
}: {
  readonly ripgrep: Ripgrep;
  readonly commits: Commits;
}): FindAnswer {
  return async ({ question, earlier, folders, signal, step }: AnswerRequest): Promise<FoundAnswer> => {
    const codeBase = await openCodeBase(folders, signal);
    const read = async (text: string) => {
      const parts = readQuestionContext(text);
      return { ...parts, excerpts: [...parts.excerpts, ...(await readNamedCode(codeBase, parts.places, signal))] };
    };
    const context = await read(question);
    const before = await Promise.all(earlier.map(read));
    const { terms, preferred } = preferRepositories(termsOf(context, before), context, codeBase.repositories);
    step(
      terms.length > 0
        ? `Searching for ${terms
            .slice(0, 6)
            .map(({ label }) => label)
            .join(", ")}`
        : "Looking for what the question names",
    );
    const intent = intentOf(context.text);
    const isOverview = terms.length === 0 && context.places.length > 0;
    const matching = createTermMatching(terms);
    const { files, rarities, fileCount } = await findCandidates(codeBase, matching, {
      ripgrep,
      signal,
      places: context.places,
      intent,
      isOverview,
      preferred,
    });
    step(`Reading ${Math.min(files.length, FILES_READ)} of ${files.length} files`);
    const readSince = Date.now();
    const texts = await readFiles(isOverview ? filesOfOverview(files) : files.slice(0, FILES_READ), signal);
    const slices = new TimeSlices({ signal });
    const all: Passage[] = [];
    for (const { file, text } of texts)
      all.push(...(await findPassages(file, text, criteriaFor(file, context, { matching, rarities, intent }), slices)));
    const chosen = isOverview ? texts.map(({ file, text }) => overviewOf(file, text)) : choose(all);
    step(`Citing ${chosen.length} of ${all.length} passages`);
    const contents = new Map(texts.map(({ file, content }) => [file, content]));
    const cited = new Map<CandidateFile, CitedFile>();
    const cite = async (file: CandidateFile): Promise<string> => {
      // A look from before may not know of an edit that was read here.
      const tree = await commits.treeOf(file.repository, readSince);
      if (tree?.isAsCommitted(file.path) === true) return tree.commit;
      const content = contents.get(file) ?? Buffer.alloc(0);
      cited.set(file, { repository: file.repository.name, path: file.path, content });
      return revisionOfContent(content);
    };
    const passages = await Promise.all(
      chosen.map(async (passage): Promise<CitedPassage> => ({ ...passage, revision: await cite(passage.file) })),
    );
    const related = await Promise.all(
      findRelated(texts, chosen, terms).map(async (symbol) => ({ ...symbol, revision: await cite(symbol.file) })),
    );
    signal.throwIfAborted();
    const material: AnswerMaterial = {
      passages,
      related,
      terms,
      isSure: isSure(chosen, { passages: all, files, terms }),
      missing: terms.filter((term, index) => term.exact !== undefined && rarities.worths[index] === 0),
      fileCount,
      repositoryCount: codeBase.repositories.length,
    };
    return {
      title: titleOf(context),
      text: writeAnswer(material),
      sources: sourcesOf(material),
      followUps: followUpsFor(chosen, related),
      searches: 2,
      cited: [...cited.values()],
    };
  };
}

/** A repository that the question names says where to look, not what for. */
function preferRepositories(
  terms: readonly QuestionTerm[],
  { places }: QuestionContext,
  repositories: readonly Repository[],
): { readonly terms: readonly QuestionTerm[]; readonly preferred: readonly Repository[] } {
  if (repositories.filter(({ git }) => git).length < 2) return { terms, preferred: [] };
  const nameOf = ({ name }: Repository) => wordsOf(name.slice(name.lastIndexOf("/") + 1)).map(stemOf);
  const named = repositories.filter((repository) =>
    terms.some(({ alternatives }) => alternatives[0]?.stems.join(" ") === nameOf(repository).join(" ")),
  );
  const mentioned = repositories.filter(({ name }) =>
    places.some(
      ({ repository }) => repository !== undefined && (name === repository || name.endsWith(`/${repository}`)),
    ),
  );
  return { terms: withoutWords(terms, named.flatMap(nameOf)), preferred: [...named, ...mentioned] };
}

async function readFiles(files: readonly CandidateFile[], signal: AbortSignal): Promise<readonly ReadFile[]> {
  const contents = await Promise.all(files.map(({ file }) => readFile(file, { signal }).catch(() => undefined)));
  signal.throwIfAborted();
  return files.flatMap((file, index) => {
    const content = contents[index];
    return content === undefined || content.includes(0) ? [] : [{ file, content, text: content.toString() }];
  });
}

interface ReadFile {
  readonly file: CandidateFile;
  readonly content: Buffer;
  readonly text: string;
}

function criteriaFor(file: CandidateFile, { places }: QuestionContext, criteria: PassageCriteria): PassageCriteria {
  const place = places.find((candidate) => candidate.startLine !== undefined && isNamed(file, [candidate]));
  if (place?.startLine === undefined) return criteria;
  return { ...criteria, selected: { startLine: place.startLine, endLine: place.endLine ?? place.startLine } };
}

/** The best passages; each further one of the same file counts less, and what falls far behind the best is left out. */
function choose(passages: readonly Passage[]): readonly Passage[] {
  const chosen: Passage[] = [];
  const ofFile = new Map<string, number>();
  const left = new Set(withCoherence(passages));
  const worthOf = ({ file, score }: Passage) => score * WEIGHTS.nextOfFile ** (ofFile.get(file.file) ?? 0);
  const least = WEIGHTS.leftOut * Math.max(0, ...passages.map(({ score }) => (score < SELECTED ? score : 0)));
  while (chosen.length < PASSAGES_SHOWN && left.size > 0) {
    const next = [...left].reduce((best, passage) => (worthOf(passage) > worthOf(best) ? passage : best));
    left.delete(next);
    if (worthOf(next) < least) break;
    ofFile.set(next.file.file, (ofFile.get(next.file.file) ?? 0) + 1);
    chosen.push(next);
  }
  return chosen;
}

/** A file that speaks of the question in several places is more likely to be about it: its best passage counts more. */
function withCoherence(passages: readonly Passage[]): readonly Passage[] {
  return [...Map.groupBy(passages, ({ file }) => file.file).values()].flatMap((ofFile) => {
    const [best, ...others] = ofFile.toSorted((a, b) => b.score - a.score);
    if (!best) return [];
    const added = others.reduce((sum, { score }) => sum + (score < SELECTED ? score : 0), 0);
    return [{ ...best, score: best.score + WEIGHTS.coherence * added }, ...others];
  });
}

/** What the cited passages mention and the files that were read define. */
function findRelated(
  read: readonly { readonly file: CandidateFile; readonly text: string }[],
  chosen: readonly Passage[],
  terms: readonly QuestionTerm[],
): readonly Omit<RelatedSymbol, "revision">[] {
  const mentions = new Map<string, number>();
  for (const { lines } of chosen) {
    // What is called, and what begins with a capital or has several words: a plain word is hardly ever this very symbol.
    const names = lines
      .join("\n")
      .match(/\b[A-Za-z_$][\w$]{3,}(?=\()|\b(?:[A-Z][a-z]+[A-Z]\w+|[a-z]+[A-Z]\w+|[a-z]+_\w+)\b/g);
    for (const name of new Set(names)) mentions.set(name, (mentions.get(name) ?? 0) + 1);
  }
  const repositories = new Set(chosen.map(({ file }) => file.repository));
  const shown = new Set(["constructor", ...chosen.map(({ name }) => name), ...terms.map(({ label }) => label)]);
  const symbols = new Map<string, Omit<RelatedSymbol, "revision"> & { readonly worth: number }>();
  read.forEach(({ file, text }, rank) => {
    const language = languageOf(file.path);
    if (
      !repositories.has(file.repository) ||
      language === undefined ||
      ["Markdown", "JSON", "YAML", "Text", "reStructuredText"].includes(language)
    )
      return;
    for (const { name, line, startLine, endLine } of outlineOf(text.split(/\r?\n/), language)) {
      const count = mentions.get(name);
      const isShort = endLine - startLine < 2;
      const isCited = chosen.some(
        (passage) => passage.file === file && passage.startLine <= line && passage.endLine >= line,
      );
      if (count === undefined || isShort || isCited || shown.has(name)) continue;
      const worth = count * file.prior + 1 / (rank + 1);
      if ((symbols.get(name)?.worth ?? 0) < worth) symbols.set(name, { file, name, line, worth });
    }
  });
  return [...symbols.values()].sort((a, b) => b.worth - a.worth).slice(0, RELATED_SHOWN);
}

const TITLE_AT_MOST = 70;

/** The first sentence of the question, shortened at a blank. */
function titleOf({ text, places }: QuestionContext): string {
  const sentence = (/^[^]*?(?:[?!]|\.(?=\s|$)|\n|$)/.exec(text.trim())?.[0] ?? "")
    .replaceAll(/[`*_#]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const [place] = places;
  const about =
    sentence.split(" ").length <= 5 && place?.path !== undefined && !sentence.includes(place.path)
      ? `${sentence} (${place.path.split("/").at(-1) ?? ""})`
      : sentence;
  if (about.length <= TITLE_AT_MOST) return about || "Question";
  const cut = about.slice(0, TITLE_AT_MOST - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), TITLE_AT_MOST / 2))}…`;
}
