import * as vscode from "vscode";
import { completionsFor, pathPattern, repositoryPattern } from "../core/queryCompletion.ts";
import { addFragment, hasFragment, removeFragment } from "../core/queryEdit.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** What the prompt offers besides what is typed. */
export interface SearchPromptOptions {
  readonly service: string;
  /** The query to start with where nothing is selected. */
  readonly last: string;
  /** Queries that ran before, newest first. */
  readonly history: readonly string[];
  /** Names of repositories for completion. */
  readonly repositories: readonly string[];
  readonly workspace: WorkspaceRepositories;
}

type Row = vscode.QuickPickItem & { readonly query?: string; readonly runs: boolean };

/** A toggle adds its fragment to the query, where it can be seen, or takes it out again. */
const TOGGLES = [
  { fragment: "case:yes", icon: "case-sensitive", tooltip: (): string => vscode.l10n.t("Match Case") },
  { fragment: "patternType:regexp", icon: "regex", tooltip: (): string => vscode.l10n.t("Use Regular Expression") },
];

/**
 * Lets a person write a query, with completion of filters at its end, scopes, toggles and the queries before. It starts
 * with what is selected, else with the last query. `undefined` where nothing is to be searched.
 */
export async function promptForQuery(options: SearchPromptOptions): Promise<string | undefined> {
  const scopes = await scopesOf(options.workspace);
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = vscode.l10n.t("Search Code");
  pick.placeholder = vscode.l10n.t("Words, or filters such as repo:, file:, lang:");
  pick.value = selectedWords() ?? options.last;
  const toggles = TOGGLES.map((toggle) => ({
    ...toggle,
    iconPath: new vscode.ThemeIcon(toggle.icon),
    tooltip: toggle.tooltip(),
  }));
  pick.buttons = toggles;
  const edit = (query: string): void => {
    pick.value = query;
    pick.items = rowsFor(query, options, scopes);
  };
  edit(pick.value);
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue(edit);
      pick.onDidTriggerButton((button) => {
        const { fragment } = toggles.find((toggle) => toggle === button) ?? {};
        if (fragment === undefined) return;
        edit(
          hasFragment(pick.value, fragment) ? removeFragment(pick.value, fragment) : addFragment(pick.value, fragment),
        );
      });
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (row?.query === undefined) return;
        if (row.runs) resolve(row.query);
        else edit(row.query);
      });
      pick.onDidHide(() => {
        resolve(undefined);
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** First the query itself, so that Enter runs it; then what can follow, where to look, and what ran before. */
function rowsFor(
  value: string,
  { service, history, repositories }: SearchPromptOptions,
  scopes: readonly Scope[],
): Row[] {
  const query = value.trim();
  const first: Row =
    query === ""
      ? { label: `$(info) ${vscode.l10n.t("Type what to search for.")}`, alwaysShow: true, runs: false }
      : {
          label: `$(search) ${query}`,
          description: vscode.l10n.t("Search: {0}", service),
          query,
          alwaysShow: true,
          runs: true,
        };
  const completions = completionsFor(value, { repositories }).slice(0, 20);
  const rows: Row[] = [first];
  add(
    rows,
    vscode.l10n.t("filters"),
    completions.map((completion) => ({ ...completion, alwaysShow: true, runs: false })),
  );
  add(
    rows,
    vscode.l10n.t("where to look"),
    scopes
      .filter(({ fragments }) => !fragments.every((fragment) => hasFragment(query, fragment)))
      .map(({ label, fragments }) => {
        const scoped = fragments.reduce(addFragment, query);
        return {
          label: `$(filter) ${label}`,
          description: fragments.join(" "),
          query: `${scoped} `,
          alwaysShow: true,
          runs: false,
        };
      }),
  );
  add(
    rows,
    vscode.l10n.t("recent searches"),
    history
      .filter((earlier) => earlier !== query && earlier.toLowerCase().includes(query.toLowerCase()))
      .slice(0, 20)
      .map((earlier) => ({ label: `$(history) ${earlier}`, query: earlier, alwaysShow: true, runs: true })),
  );
  return rows;
}

function add(rows: Row[], label: string, more: readonly Row[]): void {
  if (more.length > 0) rows.push({ label, kind: vscode.QuickPickItemKind.Separator, runs: false }, ...more);
}

interface Scope {
  readonly label: string;
  readonly fragments: readonly string[];
}

/** This repository, and this folder, of the file in the active editor. */
async function scopesOf(workspace: WorkspaceRepositories): Promise<Scope[]> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const file = uri && (await workspace.fileOf(uri));
  if (!file) return [];
  const repository = `repo:${repositoryPattern(file.repository.name)}`;
  const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf("/")));
  const scopes: Scope[] = [{ label: vscode.l10n.t("In this repository"), fragments: [repository] }];
  if (folder === "" || /\s/.test(folder)) return scopes;
  return [
    ...scopes,
    { label: vscode.l10n.t("In this folder"), fragments: [repository, `file:${pathPattern(folder, true)}`] },
  ];
}

/** The selection of the active editor if it lies in one line: quoted where the query language would read something into it. */
function selectedWords(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor?.selection.isSingleLine) return undefined;
  const text = editor.document.getText(editor.selection).trim();
  if (text === "") return undefined;
  return /^[\w.$-]+$/.test(text) && !/^(?:and|or|not)$/i.test(text) ? text : `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
