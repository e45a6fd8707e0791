import * as vscode from "vscode";
import type { Alert } from "../../core/model/search.ts";
import type { QueryProblem } from "../../core/query/queryProblem.ts";
import type { SearchAlert, SearchProblem } from "../../protocol/search.ts";
import { withoutMarks } from "../../core/markdown/withoutMarks.ts";

/** The words for what can't be parsed in a query, with its place. */
export function problemWords({ start, end, what }: QueryProblem): SearchProblem {
  return { message: wordsOf(what), start, end };
}

/** What a service says about a query, and what it proposes instead. */
export function alertWords(alert: Alert, query: string): SearchAlert {
  const { title, description, proposedQueries } = alert;
  const message = [title, description].map(withoutMarks).filter(Boolean).join(": ");
  const proposed = proposedQueries.map((each) => ({ label: each.description || each.query, query: each.query }));
  return { message, ...placeOf(alert, query), proposed };
}

/** The place of the first part of the query that it quotes. */
function placeOf({ title, description }: Alert, query: string): Pick<SearchProblem, "start" | "end"> {
  for (const [, quoted = ""] of `${title} ${description}`.matchAll(/`([^`]+)`/g)) {
    const start = query.indexOf(quoted);
    if (start >= 0) return { start, end: start + quoted.length };
  }
  return {};
}

function wordsOf(what: QueryProblem["what"]): string {
  switch (what.kind) {
    case "value": {
      const [last = "", ...others] = what.values.toReversed();
      const values = others.length === 0 ? last : vscode.l10n.t("{0} or {1}", others.toReversed().join(", "), last);
      return vscode.l10n.t("Unknown {0} {1}. Use {2}.", `${what.filter}:`, what.value, values);
    }
    case "number":
      return vscode.l10n.t("{0} needs a number.", `${what.filter}:`);
    case "glob":
      return vscode.l10n.t("{0} is a glob. As a regular expression it is {1}.", what.glob, what.pattern);
    case "expression":
      switch (what.reason) {
        case "openGroup":
          return vscode.l10n.t("Regular expression: a ( is not closed.");
        case "openClass":
          return vscode.l10n.t("Regular expression: a [ is not closed.");
        case "closesNothing":
          return vscode.l10n.t("Regular expression: a ) has no ( before it.");
        case "repeatsNothing":
          return vscode.l10n.t("Regular expression: nothing to repeat before *, + or ?.");
      }
  }
}
