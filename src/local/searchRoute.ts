import type { CodeBase } from "./codeBase.ts";
import type { Commits } from "./commits.ts";
import { EVENT_AT_MOST, EventStream } from "./eventStream.ts";
import { sendText, type Exchange } from "./exchange.ts";
import { Facets } from "./facets.ts";
import { parseQuery, type Query } from "./query.ts";
import { RipgrepError, type Ripgrep } from "./ripgrep.ts";
import { chooseRepositories, search, termsForRipgrepOnly, type Found } from "./search.ts";
import { countRanges, encodeMatch, limitRanges } from "./searchEvents.ts";
import { readSearchParameters, type SearchParameters } from "./searchParameters.ts";

export interface SearchServices {
  readonly codeBase: () => Promise<CodeBase>;
  readonly ripgrep: Ripgrep;
  readonly commits: Commits;
  /** For tests; five seconds as on the service. */
  readonly heartbeatMs?: number;
}

/** As on the service. */
const FLUSH_MS = 200;
const FLUSH_BYTES = 32 * 1024;
const HEARTBEAT_MS = 5_000;
/** How many ranges are found where the query has no `count:`. */
const DEFAULT_COUNT = 10_000;

/** `GET /.api/search/stream`. Whatever goes wrong is an event; the stream always ends with `done`. */
export async function streamSearch(exchange: Exchange, services: SearchServices): Promise<void> {
  if (exchange.method !== "GET") {
    sendText(exchange, 405, "Method Not Allowed");
    return;
  }
  const events = new EventStream(exchange.response);
  const parameters = readSearchParameters(exchange.parameters);
  if (typeof parameters === "string") {
    events.send("error", JSON.stringify({ message: parameters }));
  } else {
    const parsed = parseQuery(parameters.query, parameters.patternType);
    if ("problem" in parsed) sendAlert(events, parsed.problem.title, parsed.problem.description);
    else
      await new SearchRun(events, parameters, parsed.query, services).run(exchange.signal).finally(() => {
        events.end();
      });
  }
  events.end();
}

class SearchRun {
  readonly #events: EventStream;
  readonly #parameters: SearchParameters;
  readonly #query: Query;
  readonly #services: SearchServices;
  readonly #startedAt = Date.now();
  readonly #facets = new Facets();
  readonly #skipped = new Map<string, object>();
  #found = 0;
  #displayed = 0;
  #pending: string[] = [];
  #pendingLength = 0;
  #lastFlushAt = 0;
  #flushedCount = 0;

  constructor(events: EventStream, parameters: SearchParameters, query: Query, services: SearchServices) {
    this.#events = events;
    this.#parameters = parameters;
    this.#query = query;
    this.#services = services;
  }

  async run(signal: AbortSignal): Promise<void> {
    const codeBase = await this.#services.codeBase();
    const repositories = chooseRepositories(codeBase, this.#query);
    const onlyForRipgrep = termsForRipgrepOnly(this.#query);
    if (repositories.length === 0) {
      this.#sendProgress(true);
      const names = codeBase.repositories.map(({ name }) => `* \`${name}\``);
      if (names.length === 0)
        sendAlert(
          this.#events,
          "No folder is open",
          "The local service searches the folders that are open in the editor. Open one.",
        );
      else
        sendAlert(
          this.#events,
          "No repositories found",
          `No repository matches the query's filters. There are:\n\n${[...names.slice(0, 10), ...(names.length > 10 ? ["* …"] : [])].join("\n")}`,
        );
      return;
    }
    if (onlyForRipgrep.length > 0 && this.#query.terms.length > 1) {
      sendAlert(
        this.#events,
        `\`${onlyForRipgrep[0] ?? ""}\` can't be combined with other words`,
        "It uses syntax that the local service can't look for together with other words. Search for it alone with `patternType:regexp`.",
      );
      return;
    }
    const timers = [
      setInterval(() => {
        this.#flush();
      }, FLUSH_MS),
      setInterval(() => {
        this.#sendProgress(false);
      }, this.#services.heartbeatMs ?? HEARTBEAT_MS),
    ];
    let problem: unknown;
    try {
      await this.#collect(codeBase, signal);
    } catch (error) {
      if (signal.aborted) return;
      problem = error;
    } finally {
      timers.forEach(clearInterval);
    }
    this.#flush(true);
    this.#sendProgress(true);
    if (problem instanceof RipgrepError) {
      sendAlert(
        this.#events,
        "The regular expression can't be read",
        `${problem.message}. Special characters, such as \`(\` or \`[\`, need a \`\\\` in front to stand for themselves.`,
      );
    } else if (problem instanceof Error) {
      this.#events.send(
        "error",
        JSON.stringify({ message: "The search failed in the local service. Its log says more." }),
      );
      throw problem;
    } else if (onlyForRipgrep.length > 0) {
      sendAlert(
        this.#events,
        "Names were not searched",
        `\`${onlyForRipgrep[0] ?? ""}\` uses syntax that the local service understands in the content of files, but not in the names of files and repositories.`,
      );
    }
  }

  async #collect(codeBase: CodeBase, signal: AbortSignal): Promise<void> {
    const treeOf = this.#services.commits.forOneSearch(chooseRepositories(codeBase, this.#query));
    const limit = this.#query.count ?? DEFAULT_COUNT;
    const skipRest = () => {
      this.#skip("shard-match-limit", "Result limit reached", `Only the first ${limit} matches were looked for.`, {
        title: "show all",
        queryExpression: "count:all",
      });
    };
    const { ripgrep } = this.#services;
    for await (const found of search(codeBase, this.#query, {
      signal,
      ripgrep,
      contextLines: this.#parameters.contextLines,
    })) {
      const left = limit - this.#found;
      if (left <= 0) {
        skipRest();
        return;
      }
      const counted = limitRanges(found, left);
      const count = countRanges(counted);
      if (counted !== found) skipRest();
      this.#found += count;
      this.#facets.add(counted, count);
      const room = this.#parameters.display - this.#displayed;
      if (count > room)
        this.#skip("display", "Display limit reached", `Only the first ${this.#parameters.display} matches are shown.`);
      if (room <= 0) continue;
      const tree = found.type === "repo" ? undefined : await treeOf(found.repository);
      const commit = tree && found.type !== "repo" && tree.isAsCommitted(found.path) ? tree.commit : undefined;
      this.#add(limitRanges(counted, room), codeBase.repositories.indexOf(found.repository) + 1, commit);
      this.#displayed += Math.min(count, room);
      if (this.#pendingLength >= FLUSH_BYTES || this.#lastFlushAt === 0) this.#flush();
      await this.#events.drained();
      if (counted !== found) return;
    }
  }

  #add(found: Found, repositoryId: number, commit: string | undefined): void {
    const json = JSON.stringify(encodeMatch(found, { repositoryId, commit }, this.#parameters));
    if (json.length * 3 > EVENT_AT_MOST && Buffer.byteLength(json) > EVENT_AT_MOST) {
      this.#skip("document-match-limit", "Too much in one file", "A file with too much to show was left out.");
      return;
    }
    this.#pending.push(json);
    this.#pendingLength += json.length;
  }

  /** In the service's order: filters, matches, progress. */
  #flush(isLast = false): void {
    if (this.#flushedCount === this.#found && !isLast) return;
    this.#flushedCount = this.#found;
    const filters = this.#facets.encode(isLast && this.#skipped.size === 0);
    if (filters.length > 0) this.#events.send("filters", JSON.stringify(filters));
    if (this.#pending.length > 0) this.#events.send("matches", `[${this.#pending.join(",")}]`);
    this.#pending = [];
    this.#pendingLength = 0;
    this.#lastFlushAt = Date.now();
    if (!isLast) this.#sendProgress(false);
  }

  #sendProgress(done: boolean): void {
    this.#events.send(
      "progress",
      JSON.stringify({
        done,
        repositoriesCount: this.#facets.repositoryCount,
        matchCount: this.#found,
        durationMs: Date.now() - this.#startedAt,
        skipped: [...this.#skipped.values()],
      }),
    );
  }

  #skip(
    reason: string,
    title: string,
    message: string,
    suggested?: { readonly title: string; readonly queryExpression: string },
  ): void {
    this.#skipped.set(reason, { reason, title, message, severity: "info", ...(suggested ? { suggested } : {}) });
  }
}

function sendAlert(events: EventStream, title: string, description: string): void {
  events.send("alert", JSON.stringify({ title, description, proposedQueries: null }));
}
