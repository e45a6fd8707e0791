import { expressionOfGlob } from "../../core/query/pathFilters.ts";
import { literalPattern } from "../../core/query/literalPattern.ts";
import { hasOperator } from "../../core/query/queryEdit.ts";
import { FILTER_NAMES, filterOf } from "../../core/query/queryFilters.ts";
import { queryParts } from "../../core/query/queryParts.ts";
import type { Engine } from "../code/engine/engine.ts";
import { listCommittedFiles, type CommittedFile } from "../../git/history/committedFiles.ts";
import { l10n } from "../base/l10n.ts";
import type { Revisions } from "../code/files/revisions.ts";
import type { Pattern } from "../code/patterns/pattern.ts";
import { leavesOf } from "./query/expression.ts";
import type { Query } from "./query/query.ts";
import { didYouMean, supportedWords } from "./query/queryProblem.ts";
import type { SearchOutput } from "./results/searchOutput.ts";

/** Reports, after a search, what may have been meant differently from how it was read; one thing at most. */
export async function tellReading(
  query: Query,
  output: SearchOutput,
  searched: { readonly engine: Engine; readonly revisions: Revisions | undefined },
  signal: AbortSignal,
): Promise<void> {
  const [unknown] = query.unknownFilters;
  if (unknown !== undefined) {
    tellUnknown(unknown, output);
    return;
  }
  const hasPath = (pattern: Pattern) =>
    searched.revisions
      ? output.count > 0 || isCommittedPath(pattern, searched.engine, searched.revisions, signal)
      : isPathOf(pattern, searched.engine, signal);
  const meant = await meantGlobs(query, hasPath);
  const [first] = meant;
  if (first) {
    output.sendAlert(
      first.isRead ? l10n.t("`{0}` was read as a glob", first.source) : l10n.t("`{0}` matches no file", first.source),
      meant.map(explained).join(" "),
      [{ description: l10n.t("search with the glob"), query: meant.reduce(mended, query.text) }],
    );
    return;
  }
  const open = output.count === 0 ? withoutParentheses(query.text) : query.text;
  if (open !== query.text)
    output.sendAlert(
      l10n.t("Nothing was found with the parentheses"),
      l10n.t("Without an operator such as `OR`, parentheses are part of the text."),
      [{ description: l10n.t("search without them"), query: open }],
    );
}

function tellUnknown(filter: string, output: SearchOutput): void {
  const [, sign = "", name = "", value = ""] = /^(-?)(\w+):(.*)$/.exec(filter) ?? [];
  output.sendAlert(
    l10n.t("Unknown filter `{0}`", filter),
    `${l10n.t("It was searched for as text. To keep it so, put it in quotes.")} ${didYouMean(name, FILTER_NAMES, (nearest) => `${sign}${nearest}:${value}`) || supportedWords()}`,
  );
}

/** A glob where a regular expression is expected. */
interface MeantGlob {
  readonly source: string;
  readonly written: string;
  readonly expression: string;
  /** Not where it is a regular expression, too. */
  readonly isRead: boolean;
}

/** All globs of a query, those first that were read as such. */
async function meantGlobs(
  query: Query,
  hasPath: (pattern: Pattern) => boolean | Promise<boolean>,
): Promise<readonly MeantGlob[]> {
  const read = new Map<string, MeantGlob>();
  const others = new Map<string, MeantGlob>();
  for (const { leaf } of leavesOf(query.condition)) {
    if (leaf.on === "contents" && leaf.glob) read.set(leaf.source, { ...leaf.glob, source: leaf.source, isRead: true });
    if (leaf.on !== "path") continue;
    const { source, glob, pattern, text } = leaf;
    const written = source.slice(source.indexOf(":") + 1);
    const expression = glob ?? (/\/\*|\*\*/.test(text) ? expressionOfGlob(text, true) : undefined);
    if (expression === undefined) continue;
    if (glob !== undefined) read.set(source, { source, written, expression, isRead: true });
    else if (!(await hasPath(pattern))) others.set(source, { source, written, expression, isRead: false });
  }
  return [...read.values(), ...others.values()];
}

function explained({ written, expression }: MeantGlob): string {
  return l10n.t("{0} is a glob. As a regular expression it is {1}.", `\`${written}\``, `\`${expression}\``);
}

/** The query with the regular expression in place of each glob. */
function mended(text: string, { source, written, expression }: MeantGlob): string {
  const part = new RegExp(`(?<=^|[\\s(])${literalPattern(source)}(?=$|[\\s)])`, "g");
  return text.replace(part, () => source.replace(written, () => expression));
}

/** More commits than that are not looked through for a hint: as if there were such a path. */
const COMMITS_AT_MOST = 4;

async function isCommittedPath(
  pattern: Pattern,
  { codeBase }: Engine,
  { byRepository }: Revisions,
  signal: AbortSignal,
): Promise<boolean> {
  const named = [...byRepository].flatMap(([repository, commits]) =>
    commits.map(({ commit }) => ({ repository, commit })),
  );
  if (named.length > COMMITS_AT_MOST) return true;
  for (const { repository, commit } of named) {
    const isServed = ({ path }: CommittedFile) => codeBase.fileOf(repository, path) !== undefined && pattern.isIn(path);
    const files = await listCommittedFiles(repository.root, commit, signal).catch(() => undefined);
    if (!files || files.some(isServed)) return true; // the search has told what git can't read
  }
  return false;
}

async function isPathOf(pattern: Pattern, engine: Engine, signal: AbortSignal): Promise<boolean> {
  for await (const each of engine.list({ folders: engine.codeBase.folders, signal }))
    if (!("leftOut" in each) && pattern.isIn(each.path)) return true;
  return false;
}

/** The query without the parentheses around texts, if these group nothing. */
function withoutParentheses(query: string): string {
  if (hasOperator(query)) return query;
  return queryParts(query).reduceRight((edited, { text, start, end }) => {
    const inside = filterOf(text) === undefined ? insideOf(text) : text;
    return inside.trim() === "" ? edited : edited.slice(0, start) + inside + edited.slice(end);
  }, query);
}

function insideOf(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    if (depth === 0 && at < text.length - 1) return text;
  }
  return depth === 0 && text.startsWith("(") ? insideOf(text.slice(1, -1).trim()) : text;
}
