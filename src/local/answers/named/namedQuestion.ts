import { basename } from "node:path";
import { isNamed } from "./namedCode.ts";
import { findNamed, type MissingName, type Named, type NamedFile, type NamedRequest } from "./namedFiles.ts";
import { hasLines } from "./selectedLines.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import { asksOverview } from "../questions/overviewQuestion.ts";
import { inEnglish } from "../questions/inEnglish.ts";
import { writtenText, type NamedPlace, type QuestionContext } from "../questions/questionContext.ts";
import type { QuestionIntent } from "../questions/questionIntent.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import { stemOf, wordsOf } from "../questions/words.ts";
import { listedNamesIn } from "../questions/usedName.ts";
import { withoutNames } from "../questions/writtenNames.ts";

/** What is asked. */
export interface AskedQuestion {
  readonly context: QuestionContext;
  /** The questions of the conversation before it, oldest first. */
  readonly earlier: readonly QuestionContext[];
  /** None for an overview. */
  readonly terms: readonly QuestionTerm[];
  readonly intent: QuestionIntent;
  /** Whether it asks what a place, or all of the code, is about. */
  readonly isOverview: boolean;
  /** The repositories that it mentions. */
  readonly preferred: readonly Repository[];
}

/** An asked question, and what it names. */
export interface NamedQuestion extends AskedQuestion {
  /** Set only if it names something. */
  readonly named?: Named;
}

/**
 * Looks up what a question names. The words of these names are then not looked for, and none are if nothing else is
 * asked than what the named files are.
 */
export async function readNames(
  asked: AskedQuestion,
  question: string,
  request: Omit<NamedRequest, "text" | "places" | "symbols">,
): Promise<NamedQuestion> {
  const { context } = asked;
  const { trace = [] } = context;
  if (context.places.filter(hasLines).length > 2) return asked; // a stack trace
  const text = writtenText(question);
  const symbols = listedNamesIn(context, asked.earlier).map(({ name }) => name);
  const found = await findNamed({ ...request, text, places: context.places, symbols });
  const isSelected = (file: NamedFile) =>
    context.places.some((place) => hasLines(place) && place.startLine === file.startLine && isNamed(file, [place])) ||
    trace.some(({ fits = [], ...place }) =>
      // A tool says the name of a file and then, with its lines, the place that matters.
      file.startLine === undefined
        ? fits.some((fit) => fit.file === file.file)
        : file.startLine === place.startLine && basename(file.path) === basename(place.path ?? ""),
    );
  const isLocated = ({ text: name }: MissingName) =>
    trace.some(({ fits = [], printed = "" }) => fits.length > 0 && name.replaceAll(/\\+/g, "/").endsWith(printed));
  const named = {
    ...found,
    files: found.files.filter((file) => !isSelected(file)),
    missing: found.missing.filter((name) => !isLocated(name)),
  };
  if (named.files.length === 0 && named.folders.length === 0 && named.missing.length === 0) return asked;
  const terms = withoutNamed(asked.terms, named, text);
  const isGeneral = asksGenerally(terms);
  const rest = withoutNames(text, named.names);
  const isOverview =
    named.files.length === 0 &&
    ((named.folders.length > 0 &&
      (isGeneral || asksOverview({ text: rest, english: inEnglish(rest) }, terms, false))) ||
      asksOverview(context, asked.terms, false));
  const places = named.folders.map(({ repository, path }): NamedPlace => ({ repository: repository.name, path }));
  return {
    ...asked,
    context: { ...context, places: [...context.places, ...places] },
    terms: isGeneral || isOverview ? [] : terms,
    isOverview,
    named,
  };
}

/** The terms that a question has besides its names. */
function withoutNamed(terms: readonly QuestionTerm[], { names }: Named, text: string): readonly QuestionTerm[] {
  const inRest = new Set(wordsOf(withoutNames(text, names)).map(stemOf));
  const inNames = new Set(names.flatMap((name) => wordsOf(name.written)).map(stemOf));
  return terms.filter(
    ({ alternatives: [said] }) => said?.stems.some((stem) => inNames.has(stem) && !inRest.has(stem)) !== true,
  );
}

/** Whether a question asks only what something that it names is, does or has. */
function asksGenerally(terms: readonly QuestionTerm[]): boolean {
  return terms.every(
    ({ isAsked, isPhrase, alternatives: [said] }) =>
      !isAsked || isPhrase || said?.stems.every((stem) => OF_ANY_FILE.has(stem)) === true,
  );
}

const OF_ANY_FILE: ReadonlySet<string> = new Set(
  wordsOf(
    `file folder directory module script document source function class method type interface symbol name constant variable
    const enum struct trait member field define definition declare contain content consist purpose role job responsibility task point idea overview summary
    summarize summarise introduce outline structure layout list load export import return provide offer read say good
    explain describe show tell give look help used caller call role note line thing about main major important mostly short brief briefly detail sentence word`,
  ).map(stemOf),
);
