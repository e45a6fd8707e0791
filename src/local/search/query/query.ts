import {
  readCondition,
  readPattern,
  readPatternType,
  readTerms,
  type Condition,
  type PatternType,
} from "./conditions.ts";
import { conjunctsOf, join, leavesOf, mapLeaves, type Expression } from "./expression.ts";
import { Refusal, unsupported, type QueryRefusal } from "./queryProblem.ts";
import { readSettings, type QuerySettings, type ResultType } from "./querySettings.ts";
import { parseSyntax, type FilterToken, type SyntaxLeaf } from "./querySyntax.ts";
import { tokenize, type Token } from "./queryTokens.ts";
import { l10n } from "../../base/l10n.ts";

/** A search, as the query language of the service describes it. */
export interface Query extends QuerySettings {
  /** As it was written. */
  readonly text: string;
  /** What must be true of a result. */
  readonly condition: Expression<Condition>;
  /** Never empty. */
  readonly types: ReadonlySet<ResultType>;
  /** Words that look like filters but are none: they are searched for as text. */
  readonly unknownFilters: readonly string[];
}

export type ParsedQuery = { readonly query: Query } | { readonly problem: QueryRefusal };

/** Reads a query. Anything in it that can't be carried out here is a problem, never ignored. */
export function parseQuery(text: string, defaultPatternType: string): ParsedQuery {
  try {
    return { query: readQuery(text, defaultPatternType) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: { title: error.message, description: error.description } };
    throw error;
  }
}

function readQuery(text: string, defaultPatternType: string): Query {
  const tokens = withNameOfUses(tokenize(text));
  const filters = tokens.filter((token) => token.type === "filter");
  const patternType = readPatternType(
    filters.findLast(({ name }) => name === "patternType")?.text ?? defaultPatternType,
  );
  const hasGroups = tokens.some(({ type }) => type === "open");
  const syntax = hasGroups ? parseSyntax(tokens) : liftFilters(parseSyntax(tokens));
  const wholeFilters = conjunctsOf(syntax).flatMap((part) =>
    part.type === "leaf" && part.leaf.type === "filter" ? [part.leaf.filter] : [],
  );
  checkFilters(filters, wholeFilters);
  const settings = readSettings(filters);
  const condition = mapLeaves(syntax, (leaf) => toCondition(leaf, patternType, settings.caseSensitive));
  const conditions = leavesOf(condition);
  if (conditions.length === 0 && settings.types.size === 0) {
    throw new Refusal(
      l10n.t("Nothing to search for"),
      l10n.t("Type a text to look for, or a filter such as `repo:`, `file:` or `lang:`."),
    );
  }
  const query: Query = {
    ...settings,
    text,
    condition,
    unknownFilters:
      patternType === "keyword" || patternType === "standard"
        ? tokens.flatMap(({ type, source }) => (type === "word" && UNKNOWN_FILTER.test(source) ? [source] : []))
        : [],
    types: settings.types.size > 0 ? settings.types : defaultTypes(conditions.map(({ leaf }) => leaf)),
  };
  checkTypes(query, filters);
  return query;
}

/** In a search for uses, a word that is alone is the name, also if it is an operator elsewhere: `type:use or`. */
function withNameOfUses(tokens: readonly Token[]): readonly Token[] {
  const words = tokens.filter(({ type }) => type !== "filter");
  const isForUses = tokens.some(
    (token) => token.type === "filter" && token.name === "type" && token.text.toLowerCase() === "use",
  );
  if (!isForUses || words.length > 1) return tokens;
  return tokens.map((token) =>
    token.type === "and" || token.type === "or" || token.type === "not"
      ? { type: "word", text: token.source, source: token.source, blankBefore: " " }
      : token,
  );
}

/** Not the scheme of an address, a namespace, or a port. */
const UNKNOWN_FILTER = /^-?[a-z]+:(?![:/]|\d+$)./;

/**
 * As on the service: without parentheses, what stands at the very beginning or end of `a or b` narrows all of it, so
 * that `repo:x a or b` means `repo:x (a or b)`.
 */
function liftFilters(syntax: Expression<SyntaxLeaf>): Expression<SyntaxLeaf> {
  if (syntax.type !== "or") return syntax;
  const isFilter = (part: Expression<SyntaxLeaf>) => part.type === "leaf" && part.leaf.type === "filter";
  const isOutermost = (index: number) => index === 0 || index === syntax.operands.length - 1;
  const parts = syntax.operands.map((operand) => conjunctsOf(operand));
  const canLift = parts.every((operand, index) =>
    isOutermost(index) ? !operand.every(isFilter) : !operand.some(isFilter),
  );
  if (!canLift) return syntax;
  const [first, last] = [parts[0] ?? [], parts.at(-1) ?? []].map((operand) =>
    operand.flatMap((part) =>
      part.type === "leaf" && part.leaf.type === "filter" && NARROWING.has(part.leaf.filter.name)
        ? [part.leaf.filter]
        : [],
    ),
  );
  const twice = last?.find(({ name }) => first?.some((other) => other.name === name));
  if (twice) {
    throw new Refusal(
      l10n.t("`{0}` is ambiguous", twice.source),
      l10n.t(
        "Put each side of `OR` in parentheses: `(repo:a x) OR (repo:b y)`. Or put the filters first: `repo:a (x OR y)`.",
      ),
    );
  }
  const alternatives = parts.map((operand) =>
    join(
      "and",
      operand.filter((part) => !isFilter(part)),
    ),
  );
  return { type: "and", operands: [...parts.flatMap((operand) => operand.filter(isFilter)), join("or", alternatives)] };
}

/** Filters that can be true of one part of an expression and not of another. */
const NARROWING: ReadonlySet<string> = new Set(["repo", "file", "lang", "content"]);
const NEGATABLE: ReadonlySet<string> = new Set([
  ...NARROWING,
  ...["author", "committer", "message", "before", "after"],
]);

function checkFilters(filters: readonly FilterToken[], wholeFilters: readonly FilterToken[]): void {
  for (const filter of filters) {
    if (filter.negated && !NEGATABLE.has(filter.name)) throw unsupported(filter.source);
    const hasRevision = filter.name === "repo" && filter.text.includes("@");
    if ((!NARROWING.has(filter.name) || hasRevision) && !wholeFilters.includes(filter)) {
      throw new Refusal(
        l10n.t("`{0}` applies to the whole query", filter.source),
        l10n.t("Put it first, outside of `OR`, `NOT` and parentheses."),
      );
    }
  }
}

function toCondition(leaf: SyntaxLeaf, patternType: PatternType, caseSensitive: boolean): Expression<Condition> {
  if (leaf.type === "texts") {
    return join(
      "and",
      readTerms(leaf.texts, patternType).map((term) => ({
        type: "leaf",
        leaf: { on: "text", term, pattern: readPattern(term, term.text, caseSensitive), onlyContent: false },
      })),
    );
  }
  return NARROWING.has(leaf.filter.name)
    ? readCondition(leaf.filter, patternType, caseSensitive)
    : { type: "and", operands: [] };
}

/**
 * Without a text to find, the results are the files that pass the filters, or the repositories if no filter is about
 * files.
 */
function defaultTypes(conditions: readonly Condition[]): ReadonlySet<ResultType> {
  const aboutFiles = conditions.some(isAboutFiles);
  if (!conditions.some(({ on }) => on === "text")) return new Set([aboutFiles ? "path" : "repo"]);
  return new Set(aboutFiles ? ["file", "path"] : ["file", "path", "repo"]);
}

function isAboutFiles(condition: Condition): boolean {
  if (condition.on === "text") return condition.onlyContent;
  return condition.on !== "repository" && condition.on !== "contents";
}

/** The name whose uses are searched for; `undefined` if the query is not for a single name. */
export function soughtName({ condition }: Pick<Query, "condition">): string | undefined {
  const terms = leavesOf(condition).flatMap(({ leaf }) => (leaf.on === "text" ? [leaf.term] : []));
  const [only] = terms;
  return terms.length === 1 && only?.kind === "literal" && /^\S+$/u.test(only.text) ? only.text : undefined;
}

function checkTypes(query: Query, filters: readonly FilterToken[]): void {
  const { types, select, condition } = query;
  if (types.has("use") && (types.size > 1 || query.revisions.length > 0 || soughtName(query) === undefined))
    throw new Refusal(
      l10n.t("`type:use` takes one name"),
      l10n.t(
        "It finds where the name is used in the files on disk: `type:use parseQuery`. Remove other types, revisions and words.",
      ),
    );
  const aboutFiles = filters.find(({ name }) => name === "file" || name === "lang" || name === "content");
  if (types.has("repo") && aboutFiles) throw unsupported(`${aboutFiles.source} type:repo`);
  const silent = leavesOf(condition).some(({ leaf }) => leaf.on === "text" && leaf.isSilent === true);
  if (silent && (types.has("symbol") || types.has("diff")))
    throw new Refusal(
      l10n.t("`file:has.content()` works in file searches only"),
      l10n.t("Remove `type:symbol` or `type:diff`, or the filter."),
    );
  const notOfCommits = types.has("commit") ? aboutFiles : undefined;
  if (notOfCommits) {
    throw new Refusal(
      l10n.t("`{0}` doesn't work with `type:commit`", notOfCommits.source),
      l10n.t("`type:commit` searches commit messages. `type:diff` searches the changed files."),
    );
  }
  if (query.withIgnored && (query.revisions.length > 0 || types.has("commit") || types.has("diff")))
    throw new Refusal(
      l10n.t("`ignored:yes` searches files on disk"),
      l10n.t("Remove it, or the revision, `type:commit` or `type:diff`."),
    );
  const selection = filters.find(({ name }) => name === "select");
  if (!selection || select === undefined) return;
  const wanted: readonly ResultType[] =
    select === "symbol" || select.startsWith("symbol.")
      ? ["symbol"]
      : select === "content"
        ? ["file", "use"]
        : select.startsWith("commit.")
          ? ["diff"]
          : select === "repo"
            ? [...types]
            : ["file", "path", "symbol", "use"];
  if (wanted.some((type) => types.has(type))) return;
  const [first = "", ...others] = wanted.map((type) => `\`type:${type}\``);
  const given = filters.filter(({ name }) => name === "type").map(({ source }) => source);
  throw new Refusal(
    others.length === 0
      ? l10n.t("`{0}` works with {1} only", selection.source, first)
      : l10n.t("`{0}` works with one of these only: {1}", selection.source, [first, ...others].join(", ")),
    given.length === 0
      ? l10n.t("Nothing was searched. Add {0} to the query.", first)
      : l10n.t("Nothing was searched. Write {0} instead of `{1}`.", first, given.join(" ")),
  );
}
