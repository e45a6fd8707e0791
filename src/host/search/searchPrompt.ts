import * as vscode from "vscode";
import { BegunNames, type BegunNamesParts } from "../../core/search/begunNames.ts";
import { completionsFor, type CompletionWords } from "../../core/query/queryCompletion.ts";
import { isToggled, TOGGLES, turnToggle, type ToggleName } from "../../core/query/queryToggles.ts";
import { compileQuery } from "../../core/query/queryFields.ts";
import type { PatternType } from "../../core/model/search.ts";
import { NO_FIELDS, type WrittenQuery } from "../../protocol/writtenQuery.ts";
import type { SavedSearches } from "./savedSearches.ts";
import { pressSavedSearchButton, savedSearchRows, type SavedSearchRow } from "./savedSearchRows.ts";
import { lineOf, saveSearch, writtenIn } from "./saveSearch.ts";
import { TOGGLE_WORDS } from "./toggleWords.ts";
import { everywhere, inScope, isInScope, scopesOf, type SearchScope } from "./searchScopes.ts";
import { selectedWords } from "../ask/selectedWords.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";

/** What the prompt offers besides what is typed. */
export interface SearchPromptOptions extends Pick<BegunNamesParts, "findSymbols" | "names" | "onError"> {
  readonly service: string;
  /** Whether that is the local one. */
  readonly isLocal: boolean;
  /** The query to start with, whatever is selected. */
  readonly given?: string;
  /** The query to start with if nothing is selected. */
  readonly last: string;
  /** How a query is read if it doesn't say so itself. */
  readonly patternType: PatternType;
  /** Queries that ran before, newest first. */
  readonly history: readonly WrittenQuery[];
  readonly saved: SavedSearches;
  /** Names of repositories for completion, as far as they are known so far. */
  readonly repositories: () => readonly string[];
  readonly workspace: WorkspaceRepositories;
  /** Shows the query syntax, beside the prompt. */
  readonly showSyntax: () => Promise<unknown>;
}

/** A query to run. */
export interface Prompted {
  readonly query: string | WrittenQuery;
  readonly patternType?: PatternType;
}

type Row = vscode.QuickPickItem & {
  readonly query?: string;
  /** What the query was compiled from, if it had fields. */
  readonly written?: WrittenQuery;
  readonly runs: boolean;
  /** What was typed when the row was made; absent for the first row, which always means what is typed. */
  readonly madeFor?: string;
} & Partial<SavedSearchRow>;

const HELP = { iconPath: new vscode.ThemeIcon("question"), tooltip: vscode.l10n.t("Show Query Syntax") };
const SAVE = { iconPath: new vscode.ThemeIcon("bookmark"), tooltip: vscode.l10n.t("Save Search…") };

/**
 * Lets a person write a query, with completion of filters at its end, scopes, toggles, saved searches and earlier
 * queries. It starts with the given query, else with what is selected, else with the last query. Resolves to
 * `undefined` if nothing is to be searched for.
 *
 * It shows at once, and Enter runs what is typed by then: the rows are made here and drawn elsewhere, so the visible
 * ones may belong to what was typed before.
 */
export async function promptForQuery(options: SearchPromptOptions): Promise<Prompted | undefined> {
  const { isLocal, patternType, saved, showSyntax } = options;
  let scopes: readonly SearchScope[] = [];
  const begun = new BegunNames({
    ...options,
    onChange: () => {
      offerMore();
    },
  });
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = vscode.l10n.t("Search Code");
  pick.placeholder = vscode.l10n.t("Words, or filters such as repo:, file:, lang:");
  pick.value = options.given ?? selectedWords() ?? options.last;
  let toggles = new Map<vscode.QuickInputButton, ToggleName>();
  /**
   * Whether the window has drawn these rows: the first one was active since. Before that, an active row is one of those
   * before, told by its number: while a word is typed, the window puts an earlier query that contains it on top.
   */
  let isDrawn = false;
  /** Shows the rows and buttons for a query. Never writes back what is typed: by then it may be more. */
  const offer = (query: string): void => {
    isDrawn = false;
    begun.follow(query);
    pick.items = rowsFor(query, { ...options, ...begun.names }, scopes);
    toggles = togglesFor(query, patternType, isLocal);
    pick.buttons = [...toggles.keys(), HELP];
  };
  /** The same with what has been found meanwhile, unless the person has gone to a row: those stay as they are. */
  const offerMore = (): void => {
    const [active] = pick.activeItems;
    if (!isDrawn || active?.madeFor === undefined) offer(pick.value);
  };
  const edit = (query: string): void => {
    pick.value = query;
    offer(query);
  };
  offer(pick.value);
  void scopesOf(options.workspace).then(
    (found) => {
      scopes = found;
      offerMore();
    },
    () => undefined, // without scopes there is just less to choose from
  );
  let isAside = false;
  /** Lets something else take the prompt's place for a moment; what was typed stays. */
  const aside = async (act: () => Promise<unknown>): Promise<void> => {
    isAside = true;
    try {
      await act();
    } finally {
      isAside = false;
      offer(pick.value);
      pick.show();
    }
  };
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue(offer);
      pick.onDidChangeActive(([row]) => {
        if (row && row.madeFor === undefined) isDrawn = true;
      });
      pick.onDidTriggerButton((button) => {
        const toggle = toggles.get(button);
        if (toggle) {
          const isOn = !isToggled(toggle, pick.value, patternType, isLocal);
          edit(turnToggle(toggle, pick.value, patternType, isOn, isLocal));
        } else {
          pick.ignoreFocusOut = true; // so that the page can be scrolled and searched while the query is written
          void aside(showSyntax);
        }
      });
      pick.onDidTriggerItemButton(({ button, item }) => {
        const { saved: search, query: text = "", written = { text, fields: NO_FIELDS } } = item;
        void aside(() =>
          search ? pressSavedSearchButton(button, search, saved) : saveSearch({ text, written, patternType }, saved),
        );
      });
      pick.onDidAccept(() => {
        const typed = pick.value.trim();
        const [row] = pick.selectedItems;
        if (!isDrawn || row?.madeFor !== pick.value) {
          if (typed !== "") resolve({ query: typed });
        } else if (row.saved) resolve({ query: writtenIn(row.saved), patternType: row.saved.patternType });
        else if (row.query === undefined) return;
        else if (row.runs) resolve({ query: row.written ?? row.query });
        else edit(row.query);
      });
      pick.onDidHide(() => {
        if (!isAside) resolve(undefined);
      });
      pick.show();
    });
  } finally {
    begun.follow(undefined);
    pick.dispose();
  }
}

/** A button for each toggle. */
function togglesFor(
  query: string,
  patternType: PatternType,
  isLocal: boolean,
): Map<vscode.QuickInputButton, ToggleName> {
  return new Map(
    TOGGLES.map((toggle) => {
      const { icon, on, off } = TOGGLE_WORDS[toggle];
      const tooltip = isToggled(toggle, query, patternType, isLocal) ? off : on;
      return [{ iconPath: new vscode.ThemeIcon(icon), tooltip }, toggle];
    }),
  );
}

/** What the rows are made of. */
type Offered = Pick<SearchPromptOptions, "service" | "isLocal" | "history" | "patternType" | "repositories" | "saved"> &
  Pick<CompletionWords, "symbols" | "values">;

/** First the query itself, so that Enter runs it; then completions, scopes, saved searches and earlier queries. */
function rowsFor(
  value: string,
  { service, isLocal, history, patternType, repositories, saved, symbols, values }: Offered,
  scopes: readonly SearchScope[],
): Row[] {
  const query = value.trim();
  const first: Row =
    query === ""
      ? { label: `$(info) ${vscode.l10n.t("Type what to search for.")}`, alwaysShow: true, runs: false }
      : {
          label: `$(search) ${query}`,
          description: vscode.l10n.t("Search: {0}", service),
          query,
          buttons: [SAVE],
          alwaysShow: true,
          runs: true,
        };
  const rows: Row[] = [];
  add(
    rows,
    vscode.l10n.t("filters"),
    completionsFor(value, {
      repositories: repositories(),
      isLocal,
      ...(symbols && { symbols }),
      ...(values && { values }),
    })
      .slice(0, 20)
      .map((completion) => ({ ...completion, alwaysShow: true, runs: false })),
  );
  add(rows, vscode.l10n.t("where to look"), scopeRows(query, scopes));
  const holds = (text: string): boolean => text.toLowerCase().includes(query.toLowerCase());
  add(
    rows,
    vscode.l10n.t("saved searches"),
    savedSearchRows(saved)
      .filter(({ saved: search }) => holds(search.name) || holds(lineOf(search)))
      .map((row) => ({ ...row, alwaysShow: true, runs: true })),
  );
  add(
    rows,
    vscode.l10n.t("recent searches"),
    history
      .map((written) => ({ written, line: compileQuery(written, patternType, isLocal) }))
      .filter(({ line }) => line !== query && holds(line))
      .slice(0, 20)
      .map(({ written, line }) => ({
        label: `$(history) ${line}`,
        query: line,
        written,
        buttons: [SAVE],
        alwaysShow: true,
        runs: true,
      })),
  );
  return [first, ...rows.map((row) => ({ ...row, madeFor: value }))];
}

/** The scopes that the query is not in, each with the query that would be in it. */
function scopeRows(query: string, scopes: readonly SearchScope[]): Row[] {
  const rows = scopes
    .filter((scope) => !isInScope(query, scope))
    .map((scope): Row => {
      const description = scope.fragments.join(" ");
      const scoped = `${inScope(query, scope)} `;
      return { label: `$(filter) ${scope.label}`, description, query: scoped, alwaysShow: true, runs: false };
    });
  const free = everywhere(query);
  if (free === query) return rows;
  const label = `$(globe) ${vscode.l10n.t("Everywhere")}`;
  return [...rows, { label, description: free, query: `${free} `, alwaysShow: true, runs: false }];
}

function add(rows: Row[], label: string, more: readonly Row[]): void {
  if (more.length > 0) rows.push({ label, kind: vscode.QuickPickItemKind.Separator, runs: false }, ...more);
}
