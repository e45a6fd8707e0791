import type { Matches } from "../model/matches.ts";
import type { SearchQuery } from "../model/search.ts";
import type { CodeSearchService } from "../model/service.ts";
import { repositoryPattern } from "../query/queryCompletion.ts";
import { literalPattern } from "../query/literalPattern.ts";

/** A repository, or a file in it. */
export interface FoundName {
  readonly repository: string;
  readonly path?: string;
}

/** A definition. */
export interface FoundSymbol extends FoundName {
  readonly path: string;
  readonly symbol: string;
}

/** Where files are looked for. */
export interface FileScope {
  /** The only repositories; if empty, everywhere. */
  readonly repositories?: readonly string[];
  /** Further filters, as a query has them. */
  readonly filters?: readonly string[];
}

/** How many names are found at once. */
export const NAMES_AT_MOST = 20;
/** Definitions come in no order, and short beginnings have many: the best of them are chosen from as many. */
const SYMBOLS_AT_MOST = 200;

const ANSWERS_AT_MOST = 100;
const REMEMBERED_MS = 5 * 60_000;

export interface NamesOptions {
  /** How long an answer is remembered, in milliseconds; five minutes if not given. */
  readonly rememberedMs?: number;
  /** In milliseconds, from any start. */
  readonly now?: () => number;
}

/**
 * The names of repositories, files and search contexts that a service has, for what is completed while a person types.
 * While an answer is remembered, the same is not asked for again, nor what fewer words have already found completely.
 */
export class ServiceNames {
  readonly #service: () => Promise<Pick<CodeSearchService, "search" | "searchContexts">>;
  readonly #rememberedMs: number;
  readonly #now: () => number;
  /** The answers by what was asked, the oldest first. */
  readonly #answers = new Map<string, { readonly names: readonly FoundName[]; readonly at: number }>();
  #contexts: { readonly names: readonly string[]; readonly at: number } | undefined;

  constructor(
    service: () => Promise<Pick<CodeSearchService, "search" | "searchContexts">>,
    { rememberedMs = REMEMBERED_MS, now = () => performance.now() }: NamesOptions = {},
  ) {
    this.#service = service;
    this.#rememberedMs = rememberedMs;
    this.#now = now;
  }

  /** Repositories with these words in their names, in this order. */
  async repositories(words: string, signal: AbortSignal): Promise<readonly string[]> {
    const found = await this.#find("type:repo", "repo:", words, signal);
    return found.map(({ repository }) => repository);
  }

  /** Files with these words in their paths, in this order. */
  files(
    words: string,
    { repositories = [], filters = [] }: FileScope,
    signal: AbortSignal,
  ): Promise<readonly FoundName[]> {
    const scope = ["type:path", ...inRepositories(repositories), ...filters];
    return this.#find(scope.join(" "), "file:", words, signal);
  }

  /** Definitions whose names begin so, in no order. */
  async symbols(begun: string, repositories: readonly string[], signal: AbortSignal): Promise<readonly FoundSymbol[]> {
    const filters = ["type:symbol", ...inRepositories(repositories)].join(" ");
    const text = `${filters} /^${literalPattern(begun)}/ count:${String(SYMBOLS_AT_MOST)}`;
    const query = { ...QUERY, text, patternType: "keyword", display: SYMBOLS_AT_MOST } as const;
    const found = await firstOf(await this.#service(), query, signal, (matches) =>
      matches
        .itemsAsFound(0, matches.kept.items)
        .flatMap(({ index, repository, path, lineCount }) =>
          matches.lines(index, 0, lineCount).map(({ text: symbol }) => ({ repository, path, symbol })),
        ),
    );
    return found.slice(0, SYMBOLS_AT_MOST);
  }

  /** All search contexts that the person may use. */
  async contexts(signal: AbortSignal): Promise<readonly string[]> {
    if (!this.#contexts || this.#now() - this.#contexts.at > this.#rememberedMs) {
      const names = await (await this.#service()).searchContexts({ signal });
      this.#contexts = { names, at: this.#now() };
    }
    return this.#contexts.names;
  }

  async #find(scope: string, filter: string, words: string, signal: AbortSignal): Promise<readonly FoundName[]> {
    const keyOf = (text: string): string => `${scope} ${filter}${text.toLowerCase()}`;
    const known = this.#remembered(keyOf(words));
    if (known) return known;
    for (let length = words.length - 1; length > 0 && !/\s/.test(words); length--) {
      const wider = this.#remembered(keyOf(words.slice(0, length)));
      if (wider && wider.length < NAMES_AT_MOST) {
        return wider.filter(({ repository, path = repository }) => path.toLowerCase().includes(words.toLowerCase()));
      }
    }
    const text = `${scope} ${filter}${patternOf(words)} count:${String(NAMES_AT_MOST)}`;
    const names = await firstNames(await this.#service(), text, signal);
    this.#answers.set(keyOf(words), { names, at: this.#now() });
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > ANSWERS_AT_MOST) this.#answers.delete(oldest);
    return names;
  }

  #remembered(key: string): readonly FoundName[] | undefined {
    const answer = this.#answers.get(key);
    if (!answer) return undefined;
    if (this.#now() - answer.at <= this.#rememberedMs) return answer.names;
    this.#answers.delete(key);
    return undefined;
  }
}

const QUERY = { patternType: "standard", display: NAMES_AT_MOST, contextLines: 0 } as const;

/** The files and repositories that a query finds first. */
async function firstNames(
  service: Pick<CodeSearchService, "search">,
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundName[]> {
  const found = await firstOf(service, { ...QUERY, text }, signal, (matches) =>
    matches
      .repositories(0, NAMES_AT_MOST)
      .flatMap(({ index, name }) =>
        matches
          .items(index, 0, NAMES_AT_MOST)
          .map(({ path }) => (path === "" ? { repository: name } : { repository: name, path })),
      ),
  );
  return found.slice(0, NAMES_AT_MOST);
}

/** What is read of the results of a query. Throws an `AbortError` rather than returning what came before. */
async function firstOf<T>(
  service: Pick<CodeSearchService, "search">,
  query: SearchQuery,
  signal: AbortSignal,
  read: (matches: Matches) => readonly T[],
): Promise<readonly T[]> {
  let matches: Matches | undefined;
  try {
    for await (const event of service.search(query, { signal })) if (event.type === "matches") ({ matches } = event);
    signal.throwIfAborted();
    return matches ? read(matches) : [];
  } finally {
    matches?.dispose();
  }
}

function inRepositories(repositories: readonly string[]): readonly string[] {
  const [only, ...others] = repositories.map(repositoryPattern);
  if (only === undefined) return [];
  return [`repo:${others.length === 0 ? only : `(?:${[only, ...others].join("|")})`}`];
}

/** A filter value that finds the words literally; blanks match anything. */
function patternOf(words: string): string {
  return literalPattern(words).replace(/\s+/g, ".*");
}
