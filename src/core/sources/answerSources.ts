import type { SourceState } from "../../protocol/answer.ts";
import type { Block, CodeText } from "../../protocol/markdown.ts";
import type { BranchTip, Conversation, ListedSource, Outcome } from "../model/conversation.ts";
import { markdownSteps } from "../markdown/markdown.ts";
import { TOTAL_LENGTH } from "../markdown/markdownPieces.ts";
import { cutLongBlock, joinBlocks } from "../markdown/longBlocks.ts";
import { blockStarts, endsBlock } from "../markdown/settledEnd.ts";
import type { ResolveLink } from "../markdown/markdownInlines.ts";
import { atOnce, type Steps } from "../text/timeSlices.ts";
import { parseSearchLink, parseSourceLink } from "./sourceLink.ts";
import { listedPlaces, type ListedPlace } from "./listedPlaces.ts";
import { isPinned } from "./pinnedRevision.ts";
import type { LineRange, SearchLink, SourceLocation } from "./sourceLink.ts";

/** All answers of a conversation in the form in which they are drawn, and what the numbers of their links stand for. */
export interface ReadAnswers {
  /** By question id. */
  readonly answers: ReadonlyMap<string, ReadAnswer>;
  /** By number. No two are the same place. */
  readonly sources: readonly SourceLocation[];
  /** What all answers cite, as listed. */
  readonly listed: readonly ListedPlace[];
  /** By number. Absolute http(s) addresses without user names. */
  readonly webLinks: readonly string[];
  /** Searches of the instance, by number. */
  readonly searches: readonly LinkedSearch[];
  /** Blocks of code, by number. */
  readonly code: readonly CodeText[];
}

export interface LinkedSearch extends SearchLink {
  /** Its page. */
  readonly address: string;
}

export interface ReadAnswer {
  /** The Markdown that was read; empty if there is no answer yet. */
  readonly markdown: string;
  /** The Markdown of the passages below it. */
  readonly below: string;
  /** The commits that the branches it cites stood for. */
  readonly tips: readonly BranchTip[] | undefined;
  readonly blocks: readonly Block[];
  /** What was found, shown below the words that a model wrote. */
  readonly passages: readonly Block[];
  /** Its pieces, each read by itself; none if it had to be read as one. */
  readonly pieces: readonly ReadPiece[];
  /** The numbers of the sources of its passages. */
  readonly belowSources: readonly number[];
  /** The numbers of this answer's sources in order of appearance, those that the service lists after those in links. */
  readonly sources: readonly number[];
  /** Those of them that links in its own text lead to, not counting the passages below it. */
  readonly cited: readonly number[];
  /** The same as listed: lines that touch are one row, whose number may be none of theirs. */
  readonly listed: readonly ListedPlace[];
  /** What the service lists that is not a place in a file: shown by its label. */
  readonly otherSources: readonly ListedSource[];
}

interface ReadPiece extends ReadPart {
  /** What it was put together from. */
  readonly parts: readonly ReadPart[];
}

interface ReadPart {
  readonly markdown: string;
  readonly blocks: readonly Block[];
  /** The numbers of its sources. */
  readonly sources: readonly number[];
}

type ConversationAnswers = Pick<Conversation, "questions">;

/**
 * Reads the answers of a conversation, including partial ones. Pass what was read of the same conversation before:
 * numbers keep their meaning from one reading to the next, and an answer that has not changed is not parsed again.
 */
export function readAnswers(conversation: ConversationAnswers, baseUrl: string, before?: ReadAnswers): ReadAnswers {
  return atOnce(answerSteps(conversation, baseUrl, before));
}

/** {@link readAnswers}, in steps of some milliseconds. */
export function* answerSteps(
  { questions }: ConversationAnswers,
  baseUrl: string,
  before?: ReadAnswers,
): Steps<ReadAnswers> {
  const sources = new Numbers<SourceLocation>(keyOf, before?.sources);
  const webLinks = new Numbers<string>((address) => address, before?.webLinks);
  const searches = new Numbers<LinkedSearch>(({ address }) => address, before?.searches);
  const code = new Numbers<CodeText>(({ language, text }) => `${language}\n${text}`, before?.code);
  const answers = new Map<string, ReadAnswer>();
  const rowsOf = (numbers: Iterable<number>): readonly ListedPlace[] =>
    listedPlaces(
      [...numbers],
      (number) => sources.values[number],
      (place) => sources.numberOf(place),
    );
  for (const question of questions) {
    const markdown = markdownOf(question.outcome);
    const known = before?.answers.get(question.id);
    const { passages: below = "" } = question.written ?? {};
    const isWritten = question.written !== undefined;
    const { tips } = question;
    const all = { sources, webLinks, searches, code, tips };
    const isAlike = known?.tips === tips;
    const isKnown = isAlike && known?.markdown === markdown && known.below === below;
    const parsed = isKnown
      ? known
      : yield* readWhole({ markdown, below, isWritten }, baseUrl, all, isAlike ? known : undefined);
    const numbers = new Set(parsed.sources);
    const others: ListedSource[] = [];
    for (const source of question.listedSources) {
      const place = parsePlace(source.link, baseUrl, tips);
      if (place) numbers.add(sources.numberOf(place));
      else if (source.label !== "") others.push(source);
    }
    const repositories = new Set([...numbers].map((number) => sources.values[number]?.repository));
    const otherSources = others.filter(({ type, label }) => type !== "Repository" || !repositories.has(label));
    answers.set(question.id, { ...parsed, sources: [...numbers], listed: rowsOf(numbers), otherSources });
  }
  return {
    answers,
    sources: sources.values,
    listed: rowsOf(new Set([...answers.values()].flatMap((answer) => [...answer.sources, ...rowNumbers(answer)]))),
    webLinks: webLinks.values,
    searches: searches.values,
    code: code.values,
  };
}

/** A source in the form in which it is listed, without words of any language. */
export function sourceState(index: number, location: SourceLocation): SourceState {
  const { repository, path, range } = location;
  const lines = range && printLines(range);
  return {
    index,
    label: path,
    repository,
    ...(lines === undefined ? {} : { lines }),
    description: describe(location),
  };
}

/** How many rows the words do not cite, though the answer is said to be based on them. 0 if they cite nothing. */
export function countUncited({ listed, cited, otherSources }: ReadAnswer): number {
  if (cited.length === 0) return 0;
  const isCited = ({ index, parts }: ListedPlace): boolean => [index, ...parts].some((each) => cited.includes(each));
  return listed.filter((row) => !isCited(row)).length + otherSources.length;
}

function rowNumbers({ listed }: ReadAnswer): readonly number[] {
  return listed.map(({ index }) => index);
}

interface AnswerNumbers {
  readonly sources: Numbers<SourceLocation>;
  readonly webLinks: Numbers<string>;
  readonly searches: Numbers<LinkedSearch>;
  readonly code: Numbers<CodeText>;
  readonly tips: readonly BranchTip[] | undefined;
}

/**
 * A definition, which links and footnotes anywhere may refer to, or a link to a section, which may be anywhere: then
 * everything is read as one.
 */
const ACROSS = /^ {0,3}\[[^\]\n]{1,100}\]:|\]\(<?#/m;

/** Reads only the pieces that were not there before, provided that they can be read by themselves. */
function* readWhole(
  { markdown, below, isWritten }: { readonly markdown: string; readonly below: string; readonly isWritten: boolean },
  baseUrl: string,
  numbers: AnswerNumbers,
  before: ReadAnswer | undefined,
): Steps<ReadAnswer> {
  const least = isWritten ? 0 : PIECE_LENGTH;
  const isShort = isWritten || markdown.length <= TOTAL_LENGTH;
  const pieces = isShort ? yield* readPieces(markdown, least, baseUrl, numbers, before?.pieces ?? []) : undefined;
  const whole = pieces ?? [yield* read(markdown, baseUrl, numbers)];
  const passages =
    before?.below === below && before.below !== ""
      ? { blocks: before.passages, sources: before.belowSources }
      : yield* read(below, baseUrl, numbers, false);
  const cited = [...new Set(whole.flatMap(({ sources }) => sources))];
  return {
    markdown,
    below,
    tips: numbers.tips,
    blocks: whole.flatMap(({ blocks }) => blocks),
    passages: passages.blocks,
    pieces: pieces ?? [],
    belowSources: passages.sources,
    sources: [...new Set([...cited, ...passages.sources])],
    cited,
    listed: [],
    otherSources: [],
  };
}

/**
 * Blocks of an answer that comes as a whole are read so many characters at a time; while one is written, each block
 * that has not changed stays the same.
 */
const PIECE_LENGTH = 1_000;

/**
 * The pieces of a text, none shorter than `least` but the last. It has most likely grown: its beginning is the same, or
 * a few pieces are. `undefined` if it has to be read as one.
 */
function* readPieces(
  markdown: string,
  least: number,
  baseUrl: string,
  numbers: AnswerNumbers,
  before: readonly ReadPiece[],
): Steps<readonly ReadPiece[] | undefined> {
  const pieces: ReadPiece[] = [];
  let from = 0;
  // The last one may continue.
  for (const piece of before.slice(0, -1)) {
    if (!markdown.startsWith(piece.markdown, from)) break;
    pieces.push(piece);
    from += piece.markdown.length;
  }
  // What follows the others has not changed.
  const last = pieces.at(-1);
  if (last && !endsBlock(last.markdown, markdown.slice(from, from + 2))) {
    pieces.pop();
    from -= last.markdown.length;
  }
  if (ACROSS.test(markdown.slice(from))) return undefined;
  const others = before.slice(pieces.length);
  const known = new Map(others.map((piece) => [piece.markdown, piece]));
  const knownParts = new Map(others.flatMap(({ parts }) => parts).map((part) => [part.markdown, part]));
  for (const to of [...blockStarts(markdown, from), markdown.length]) {
    if (to - from < least && to < markdown.length) continue;
    const text = markdown.slice(from, to);
    pieces.push(known.get(text) ?? (yield* readParts(text, baseUrl, numbers, knownParts)));
    from = to;
  }
  return pieces;
}

/** A block that is long and still grows is read only where it is new. */
function* readParts(
  markdown: string,
  baseUrl: string,
  numbers: AnswerNumbers,
  known: ReadonlyMap<string, ReadPart>,
): Steps<ReadPiece> {
  const parts: ReadPart[] = [];
  for (const text of cutLongBlock(markdown))
    parts.push(known.get(text) ?? { markdown: text, ...(yield* read(text, baseUrl, numbers)) });
  return {
    markdown,
    blocks: joinBlocks(parts.map(({ blocks }) => blocks)),
    sources: [...new Set(parts.flatMap(({ sources }) => sources))],
    parts,
  };
}

function* read(
  markdown: string,
  baseUrl: string,
  { sources, webLinks, searches, code, tips }: AnswerNumbers,
  hasSections = true,
): Steps<Pick<ReadAnswer, "blocks" | "sources">> {
  const found = new Set<number>();
  const resolveLink: ResolveLink = (url, section) => {
    if (section)
      return hasSections ? { target: { kind: "section", index: section.index }, title: section.title } : undefined;
    const place = parsePlace(url, baseUrl, tips);
    if (place !== undefined) {
      const index = sources.numberOf(place);
      found.add(index);
      return { target: { kind: "source", index }, title: describe(place) };
    }
    const address = parseWebLink(url, baseUrl);
    if (address === undefined) return undefined;
    const search = parseSearchLink(address, baseUrl);
    if (search === undefined) return { target: { kind: "web", index: webLinks.numberOf(address) }, title: address };
    return { target: { kind: "search", index: searches.numberOf({ ...search, address }) }, title: search.text };
  };
  const blocks = yield* markdownSteps(markdown, resolveLink, (text) => code.numberOf(text));
  return { blocks, sources: [...found] };
}

/**
 * A place in a file, at the commit that its branch stood for if that is known. One that climbs out of its repository,
 * encoded or not, does not count.
 */
function parsePlace(link: string, baseUrl: string, tips: readonly BranchTip[] = []): SourceLocation | undefined {
  const place = parseSourceLink(link, baseUrl);
  if (place === undefined || !isPlain(place.repository) || !isPlain(place.path)) return undefined;
  if (isPinned(place.revision)) return place;
  const tip = tips.find(({ repository, revision }) => repository === place.repository && revision === place.revision);
  return tip ? { ...place, revision: tip.commit } : place;
}

function isPlain(path: string): boolean {
  const climbs = path.split("/").some((segment) => segment === "" || segment === "." || segment === "..");
  return !climbs && !/[\\\p{Cc}\p{Bidi_Control}]/u.test(path);
}

/**
 * An address on the web, or a page of the instance that starts with a slash. Anything that only looks like one does not
 * count.
 */
function parseWebLink(link: string, baseUrl: string): string | undefined {
  const ofInstance = /^\/(?![/\\])/.test(link);
  if (!ofInstance && !/^https?:\/\//i.test(link)) return undefined;
  const url = URL.parse(ofInstance ? baseUrl.replace(/\/+$/, "") + link : link);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  return url.username === "" && url.password === "" ? url.href : undefined;
}

function markdownOf(outcome: Outcome): string {
  switch (outcome.status) {
    case "processing":
      return outcome.partialAnswer ?? "";
    case "completed":
      return outcome.answer;
    case "failed":
    case "canceled":
    case "unknown":
      return outcome.partialAnswer;
  }
}

function describe({ repository, revision, path, range }: SourceLocation): string {
  const at = revision === undefined ? "" : `@${/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision}`;
  return `${path}${range ? `:${printLines(range)}` : ""} · ${repository}${at}`;
}

function printLines({ startLine, endLine }: LineRange): string {
  return endLine === startLine ? String(startLine + 1) : `${String(startLine + 1)}–${String(endLine + 1)}`;
}

function keyOf({ repository, revision = "", path, range }: SourceLocation): string {
  return JSON.stringify([
    repository,
    revision,
    path,
    range?.startLine,
    range?.startColumn,
    range?.endLine,
    range?.endColumn,
  ]);
}

/** Numbers values in order of arrival; the same value always gets the same number. */
class Numbers<T> {
  readonly values: T[];
  readonly #keyOf: (value: T) => string;
  readonly #numbers: Map<string, number>;

  constructor(keyOf: (value: T) => string, before: readonly T[] = []) {
    this.#keyOf = keyOf;
    this.values = [...before];
    this.#numbers = new Map(before.map((value, index) => [keyOf(value), index]));
  }

  numberOf(value: T): number {
    const key = this.#keyOf(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}
