import { expressionOfGlob } from "../../core/query/pathFilters.ts";
import { hasOperator } from "../../core/query/queryEdit.ts";
import { FILTER_NAMES, filterOf } from "../../core/query/queryFilters.ts";
import { queryParts } from "../../core/query/queryParts.ts";
import type { Engine } from "../code/engine/engine.ts";
import { l10n } from "../base/l10n.ts";
import type { Condition } from "./query/conditions.ts";
import { leavesOf } from "./query/expression.ts";
import type { Query } from "./query/query.ts";
import { didYouMean, supportedWords } from "./query/queryProblem.ts";
import type { SearchOutput } from "./results/searchOutput.ts";

/** Reports, after a search, what may have been meant differently from how it was read; one thing at most. */
export async function tellReading(
  query: Query,
  output: SearchOutput,
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  const [unknown] = query.unknownFilters;
  if (unknown !== undefined) {
    tellUnknown(unknown, output);
    return;
  }
  const paths = leavesOf(query.condition).flatMap(({ leaf }) => (leaf.on === "path" ? [leaf] : []));
  const glob = paths.find(({ isGlob }) => isGlob === true);
  if (glob) {
    output.sendAlert(l10n.t("`{0}` was read as a glob", glob.source), explained(glob.source, glob.text), [
      proposal(query, glob.source, glob.text),
    ]);
    return;
  }
  for (const { source, text, pattern } of paths) {
    const expression = /\/\*|\*\*/.test(text) ? expressionOfGlob(text) : undefined;
    if (expression === undefined || query.revisions.length > 0) continue;
    if (await isPathOf(pattern, engine, signal)) continue;
    output.sendAlert(l10n.t("`{0}` matches no file", source), explained(source, expression), [
      proposal(query, source, expression),
    ]);
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

function explained(source: string, expression: string): string {
  const glob = source.slice(source.indexOf(":") + 1);
  return l10n.t("{0} is a glob. As a regular expression it is {1}.", `\`${glob}\``, `\`${expression}\``);
}

function proposal({ text }: Query, source: string, expression: string): { description: string; query: string } {
  const filter = `${source.slice(0, source.indexOf(":") + 1)}${expression}`;
  return { description: l10n.t("search with the glob"), query: text.replace(source, () => filter) };
}

async function isPathOf(
  pattern: Extract<Condition, { readonly on: "path" }>["pattern"],
  engine: Engine,
  signal: AbortSignal,
): Promise<boolean> {
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
