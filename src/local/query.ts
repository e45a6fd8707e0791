import { languagesNamed } from "./languages.ts";
import { toRegExp, type Term } from "./pattern.ts";
import { tokenize, type Token } from "./queryTokens.ts";

/** A search, as the query language of the service describes it. */
export interface Query {
  /** All of them must occur in a file or its path. */
  readonly terms: readonly Term[];
  readonly caseSensitive: boolean;
  readonly repository: TextFilter;
  readonly file: TextFilter;
  /** `undefined` stands for all. */
  readonly languages: readonly string[] | undefined;
  readonly excludedLanguages: readonly string[];
  /** How many ranges to find at most; `Infinity` for `count:all`. */
  readonly count: number | undefined;
  readonly types: ReadonlySet<ResultType>;
}

export type ResultType = "file" | "path" | "repo";

/** What a text must match, all of it, and what it must not match, any of it. */
export interface TextFilter {
  readonly included: readonly RegExp[];
  readonly excluded: readonly RegExp[];
}

/** Why a query is not carried out. Both are Markdown for the person who wrote it. */
export interface QueryProblem {
  readonly title: string;
  readonly description: string;
}

export type ParsedQuery = { readonly query: Query } | { readonly problem: QueryProblem };

/** Reads a query. Whatever it holds that can't be carried out here is a problem, never passed over. */
export function parseQuery(text: string, defaultPatternType: string): ParsedQuery {
  try {
    return { query: readQuery(tokenize(text), defaultPatternType) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: { title: error.message, description: error.description } };
    throw error;
  }
}

/** Whether a text passes a filter. */
export function passes(filter: TextFilter, text: string): boolean {
  const isFound = (pattern: RegExp) => text.search(pattern) >= 0;
  return filter.included.every(isFound) && !filter.excluded.some(isFound);
}

class Refusal extends Error {
  readonly description: string;

  constructor(title: string, description: string) {
    super(title);
    this.description = description;
  }
}

const SUPPORTED =
  "The local service understands `repo:`, `file:`, `lang:` (each also with `-` in front), `content:`, `case:`, `count:`, `type:` (`file`, `path`, `repo`) and `patternType:` (`keyword`, `standard`, `regexp`).";

function readQuery(tokens: readonly Token[], defaultPatternType: string): Query {
  const filters = tokens.filter((token) => token.type === "filter");
  const patternType = readPatternType(
    filters.findLast((filter) => filter.name === "patterntype")?.text ?? defaultPatternType,
  );
  const repository = { included: [] as RegExp[], excluded: [] as RegExp[] };
  const file = { included: [] as RegExp[], excluded: [] as RegExp[] };
  const terms: Term[] = [];
  const types = new Set<ResultType>();
  const excludedLanguages: string[] = [];
  let languages: readonly string[] | undefined;
  let caseSensitive = false;
  let count: number | undefined;

  for (const filter of filters) {
    const { name, negated, text, source } = filter;
    if (negated && !["repo", "file", "lang"].includes(name)) throw unsupported(source);
    switch (name) {
      case "patterntype":
        break;
      case "repo":
        repository[negated ? "excluded" : "included"].push(readRepository(text, source));
        break;
      case "file":
        file[negated ? "excluded" : "included"].push(readPathPattern(text, source));
        break;
      case "lang": {
        const named = languagesNamed(text);
        if (named === undefined)
          throw new Refusal(
            `Unknown language in \`${source}\``,
            "The local service knows languages by their names, such as `lang:go` or `lang:typescript`; `file:` finds files by their endings.",
          );
        if (negated) excludedLanguages.push(...named);
        else languages = languages?.filter((language) => named.includes(language)) ?? named;
        break;
      }
      case "content":
        terms.push({ kind: patternType === "regexp" && !filter.quoted ? "regexp" : "literal", text });
        break;
      case "case":
        caseSensitive = readBoolean(text, source);
        break;
      case "count":
        count = readCount(text, source);
        break;
      case "type":
        types.add(readType(text, source));
        break;
      case "context":
        if (text.toLowerCase() !== "global") throw unsupported(source);
        break;
      default:
        throw unsupported(source);
    }
  }
  terms.push(...readTerms(tokens, patternType));
  const besideRepositories = types.has("repo")
    ? filters.find((filter) => ABOUT_FILES.includes(filter.name))
    : undefined;
  if (besideRepositories) throw unsupported(`${besideRepositories.source} type:repo`);
  if (terms.length === 0 && filters.every((filter) => !["repo", "file", "lang", "type"].includes(filter.name))) {
    throw new Refusal(
      "Nothing to search for",
      "Write what to look for, or narrow it down with `repo:`, `file:` or `lang:`.",
    );
  }
  return {
    terms,
    caseSensitive,
    repository,
    file,
    languages,
    excludedLanguages,
    count,
    types: types.size > 0 ? types : defaultTypes(filters, terms),
  };
}

/** Without anything to find, the files that pass the filters are the result, or the repositories where there are no others. */
function defaultTypes(filters: readonly Token[], terms: readonly Term[]): ReadonlySet<ResultType> {
  const aboutFiles = filters.some((filter) => filter.type === "filter" && ABOUT_FILES.includes(filter.name));
  if (terms.length === 0) return new Set([aboutFiles ? "path" : "repo"]);
  return new Set(aboutFiles ? ["file", "path"] : ["file", "path", "repo"]);
}

const ABOUT_FILES = ["file", "lang", "content"];

type PatternType = "keyword" | "standard" | "literal" | "regexp";

function readPatternType(text: string): PatternType {
  const type = ["keyword", "standard", "literal", "regexp"].find((known) => known === text.toLowerCase());
  if (type === undefined) throw new Refusal(`Unsupported pattern type \`${text}\``, SUPPORTED);
  return type as PatternType;
}

function readTerms(tokens: readonly Token[], patternType: PatternType): readonly Term[] {
  const texts = tokens.filter((token) => token.type !== "filter");
  if (patternType !== "literal") {
    const operator = texts.find((token) => token.type === "word" && /^\(*(?:and|or|not)\)*$/i.test(token.text));
    if (operator) {
      throw new Refusal(
        `The operator \`${operator.text.replace(/[()]/g, "")}\` is not supported by the local service`,
        `To search for the word itself, write \`content:"${operator.text.replace(/[()]/g, "")}"\`. Several words with \`patternType:keyword\` must all occur in a file.`,
      );
    }
  }
  if (texts.length === 0) return [];
  switch (patternType) {
    case "keyword":
      return texts.map((token) => ({ kind: token.type === "regexp" ? "regexp" : "literal", text: token.text }));
    case "regexp":
      return [{ kind: "regexp", text: joinRegexps(texts) }];
    case "standard": {
      const regexp = texts.find((token) => token.type === "regexp");
      if (regexp && texts.length > 1) {
        throw new Refusal(
          `\`${regexp.source}\` can't stand beside other words in a standard search`,
          "Use `patternType:keyword` or `patternType:regexp`.",
        );
      }
      return [regexp ? { kind: "regexp", text: regexp.text } : { kind: "literal", text: joinPhrase(texts) }];
    }
    case "literal":
      return [{ kind: "literal", text: joinPhrase(texts) }];
  }
}

type TextToken = Exclude<Token, { readonly type: "filter" }>;

function joinPhrase(tokens: readonly TextToken[]): string {
  return tokens.map((token, index) => (index === 0 ? "" : token.blankBefore) + token.source).join("");
}

function joinRegexps(tokens: readonly TextToken[]): string {
  const parts = tokens.map((token) =>
    token.type === "quoted" ? token.text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&").replaceAll("\n", "\\n") : token.text,
  );
  return parts.length === 1 ? (parts[0] ?? "") : parts.map((part) => `(?:${part})`).join(".*?");
}

function readRepository(text: string, source: string): RegExp {
  if (/^(?:has|contains)(?:\.\w+)*\(/.test(text)) throw unsupported(source);
  const [name = "", revision] = text.split("@", 2);
  if (revision !== undefined && !/^(?:|HEAD)$/.test(revision)) {
    throw new Refusal(
      `The revision in \`${source}\` is not supported by the local service`,
      "It searches the files as they are on this machine. Leave out what follows the `@`.",
    );
  }
  return readPathPattern(name, source);
}

function readPathPattern(text: string, source: string): RegExp {
  if (/^(?:has|contains)(?:\.\w+)*\(/.test(text)) throw unsupported(source);
  const pattern = toRegExp({ kind: "regexp", text }, false);
  if (pattern === undefined)
    throw new Refusal(
      `\`${source}\` is no regular expression that the local service understands`,
      "Special characters, such as `(` or `[`, need a `\\` in front to stand for themselves.",
    );
  return pattern;
}

function readBoolean(text: string, source: string): boolean {
  if (/^(?:yes|y|true|t|1)$/i.test(text)) return true;
  if (/^(?:no|n|false|f|0)$/i.test(text)) return false;
  throw new Refusal(`\`${source}\` is neither yes nor no`, "Write `case:yes` to tell capital and small letters apart.");
}

function readCount(text: string, source: string): number {
  if (text.toLowerCase() === "all") return Infinity;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Refusal(`\`${source}\` is no number`, "Write a number, such as `count:1000`, or `count:all`.");
}

function readType(text: string, source: string): ResultType {
  const type = text.toLowerCase();
  if (type === "file" || type === "path" || type === "repo") return type;
  throw unsupported(source);
}

function unsupported(source: string): Refusal {
  return new Refusal(`\`${source}\` is not supported by the local service`, SUPPORTED);
}
