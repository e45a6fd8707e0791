import type { SourceState } from "../../protocol/answer.ts";
import type { Block, CodeText } from "../../protocol/markdown.ts";
import type { Conversation, ListedSource, Outcome } from "../model/conversation.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import type { ResolveLink } from "../markdown/markdownInlines.ts";
import { parseSearchLink, parseSourceLink } from "./sourceLink.ts";
import type { LineRange, SearchLink, SourceLocation } from "./sourceLink.ts";

/** All answers of a conversation as they are drawn, and what the numbers of their links stand for. */
export interface ReadAnswers {
  /** By question id. */
  readonly answers: ReadonlyMap<string, ReadAnswer>;
  /** By number. No two are the same place. */
  readonly sources: readonly SourceLocation[];
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

interface ReadAnswer {
  /** The Markdown that was read; empty where there is no answer yet. */
  readonly markdown: string;
  readonly blocks: readonly Block[];
  /** Numbers of this answer's sources in order of appearance, those that the service lists after those in its links. */
  readonly sources: readonly number[];
  /** What the service lists that is no place in a file: shown by its label. */
  readonly otherSources: readonly ListedSource[];
}

type ConversationAnswers = Pick<Conversation, "questions">;

/**
 * Reads the answers of a conversation, partial ones too. Pass what was read of the same conversation before: numbers
 * keep their meaning from one reading to the next, and an answer that has not changed is not parsed again.
 */
export function readAnswers({ questions }: ConversationAnswers, baseUrl: string, before?: ReadAnswers): ReadAnswers {
  const sources = new Numbers<SourceLocation>(keyOf, before?.sources);
  const webLinks = new Numbers<string>((address) => address, before?.webLinks);
  const searches = new Numbers<LinkedSearch>(({ address }) => address, before?.searches);
  const code = new Numbers<CodeText>(({ language, text }) => `${language}\n${text}`, before?.code);
  const answers = new Map<string, ReadAnswer>();
  for (const question of questions) {
    const markdown = markdownOf(question.outcome);
    const known = before?.answers.get(question.id);
    const parsed =
      known?.markdown === markdown ? known : read(markdown, baseUrl, { sources, webLinks, searches, code });
    const numbers = new Set(parsed.sources);
    const otherSources: ListedSource[] = [];
    for (const source of question.listedSources) {
      const place = parsePlace(source.link, baseUrl);
      if (place) numbers.add(sources.numberOf(place));
      else if (source.label !== "") otherSources.push(source);
    }
    answers.set(question.id, { ...parsed, sources: [...numbers], otherSources });
  }
  return {
    answers,
    sources: sources.values,
    webLinks: webLinks.values,
    searches: searches.values,
    code: code.values,
  };
}

/** A source in the way it is listed, without a word of any language. */
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

interface AnswerNumbers {
  readonly sources: Numbers<SourceLocation>;
  readonly webLinks: Numbers<string>;
  readonly searches: Numbers<LinkedSearch>;
  readonly code: Numbers<CodeText>;
}

function read(markdown: string, baseUrl: string, { sources, webLinks, searches, code }: AnswerNumbers): ReadAnswer {
  const found = new Set<number>();
  const resolveLink: ResolveLink = (url) => {
    const place = parsePlace(url, baseUrl);
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
  const blocks = parseMarkdown(markdown, resolveLink, (text) => code.numberOf(text));
  return { markdown, blocks, sources: [...found], otherSources: [] };
}

/** A place in a file. One that climbs out of its repository, encoded or not, is none. */
function parsePlace(link: string, baseUrl: string): SourceLocation | undefined {
  const place = parseSourceLink(link, baseUrl);
  if (place === undefined || !isPlain(place.repository) || !isPlain(place.path)) return undefined;
  return place;
}

function isPlain(path: string): boolean {
  const climbs = path.split("/").some((segment) => segment === "" || segment === "." || segment === "..");
  return !climbs && !/[\\\p{Cc}\p{Bidi_Control}]/u.test(path);
}

/** An address of the web, or a page of the instance that starts with a slash. Whatever looks like one but is not, is none. */
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

/** Numbers values in the order in which they come, the same value always the same. */
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
