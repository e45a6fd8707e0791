import * as vscode from "vscode";
import type { PatternType } from "../../core/model/search.ts";
import { completionsFor, type CompletionWords } from "../../core/query/queryCompletion.ts";
import { queryProblem } from "../../core/query/queryProblem.ts";
import { isOn, writtenOf } from "../../core/query/queryFields.ts";
import { TOGGLES } from "../../core/query/queryToggles.ts";
import type { SearchDraft, SearchLabels, SearchProblem, SearchState } from "../../protocol/search.ts";
import type { WrittenQuery } from "../../protocol/writtenQuery.ts";
import { atStart, serviceName } from "../platform/serviceName.ts";
import { alertWords, problemWords } from "./queryProblemWords.ts";
import type { Search } from "./searches.ts";
import { everywhere, isInScope, type SearchScope } from "./searchScopes.ts";
import { isLimited, outcomeWords } from "./searchWords.ts";
import { TOGGLE_WORDS } from "./toggleWords.ts";

/** How many completions, and how many earlier queries, the page gets at most. */
const MOST_COMPLETIONS = 50;
const MOST_HISTORY = 50;

/** What the search page is drawn from. */
export interface QueryParts {
  readonly draft: SearchDraft;
  /** Where the cursor is in the draft, in UTF-16 units; `undefined` if nothing is being typed. */
  readonly cursor: number | undefined;
  /** How a query is read if it doesn't say so itself. */
  readonly patternType: PatternType;
  readonly scopes: readonly SearchScope[];
  readonly repositories: readonly string[];
  /** Names that may complete what is being typed. */
  readonly names: Pick<CompletionWords, "symbols" | "values">;
  /** Whether a search would go to the local service. */
  readonly isLocal: boolean;
  readonly history: readonly WrittenQuery[];
  readonly search: Search | undefined;
  /** The name of the service that a search would go to. */
  readonly service: string;
  readonly announced: string;
}

/** Everything that the search page shows. */
export function queryState(parts: QueryParts): SearchState {
  const { draft, cursor, patternType, scopes, repositories, names, isLocal, search } = parts;
  const { text } = draft;
  const problem = problemOf(parts);
  const alert =
    search?.alert && !search.isTyped && alertWords(search.alert, writtenOf(search.query).text === text ? text : "");
  const isShown = search !== undefined;
  const isLimitedNow =
    isShown && search.status !== "running" && isLimited(search) && !/\bcount:all\b/i.test(search.query.text);
  return {
    draft,
    toggles: TOGGLES.map((name) => {
      const { icon, on: label } = TOGGLE_WORDS[name];
      return { name, icon, label, isOn: isOn(name, draft, patternType, isLocal) };
    }),
    scopes: [
      { label: vscode.l10n.t("Everywhere"), isOn: everywhere(text) === text },
      ...scopes.map((scope) => ({ label: scope.label, isOn: isInScope(text, scope) })),
    ],
    completions:
      cursor === text.length
        ? completionsFor(text, { repositories, isLocal, ...names })
            .slice(0, MOST_COMPLETIONS)
            .map(({ label, query }) => ({ label, text: query }))
        : [],
    ...(problem && { problem }),
    ...(alert && { alert }),
    history: parts.history.slice(0, MOST_HISTORY),
    status: statusOf(parts),
    isRunning: search?.status === "running",
    service: atStart(parts.service, parts.service),
    ...(isLimitedNow && { showAll: vscode.l10n.t("Search Without Limit") }),
    announced: parts.announced,
    labels: labels(),
  };
}

/** How far a running search is; afterwards, which service answered it, if another one would be asked now. */
function statusOf({ search, service }: QueryParts): string {
  if (search?.status === "running") return outcomeWords(search);
  const answered = search?.reached ? serviceName(search.reached.account) : service;
  return answered === service ? "" : vscode.l10n.t("Results from {0}", answered);
}

/** What is wrong with the query in the box, unless the service has said it by now. */
function problemOf({ draft: { text, fields }, cursor, patternType, search }: QueryParts): SearchProblem | undefined {
  if (search?.alert && writtenOf(search.query).text === text) return undefined;
  const problem = queryProblem(text, fields.patternType ?? patternType, cursor);
  return problem && problemWords(problem);
}

function labels(): SearchLabels {
  return {
    title: vscode.l10n.t("Code Search"),
    query: vscode.l10n.t("Words, or filters such as repo:, file:, lang:"),
    completions: vscode.l10n.t("Filters"),
    scope: vscode.l10n.t("Where to look"),
    otherScope: vscode.l10n.t("As in the query"),
    include: vscode.l10n.t("Include"),
    includeHint: vscode.l10n.t("Files to include, such as *.ts, src/**"),
    exclude: vscode.l10n.t("Exclude"),
    excludeHint: vscode.l10n.t("Files to exclude, such as *.md, test/**"),
    stop: vscode.l10n.t("Stop"),
    switchService: vscode.l10n.t("Switch Service…"),
  };
}
