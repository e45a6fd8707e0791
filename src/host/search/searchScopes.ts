import * as vscode from "vscode";
import { pathPattern, repositoryPattern } from "../../core/query/queryCompletion.ts";
import { addFragment, fragmentsOf, removeFragment } from "../../core/query/queryEdit.ts";
import { filterOf } from "../../core/query/queryFilters.ts";
import { queryParts } from "../../core/query/queryParts.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";

/** Where to search, as filters that are written into the query. */
export interface SearchScope {
  readonly label: string;
  readonly fragments: readonly string[];
}

/** With more repositories than this, nobody could read the filter. */
const MAX_REPOSITORIES = 20;

/** The scopes: the repository and the folder of the file in the active editor, and the whole workspace. */
export async function scopesOf(workspace: WorkspaceRepositories): Promise<SearchScope[]> {
  await workspace.load();
  const scopes: SearchScope[] = [];
  const uri = vscode.window.activeTextEditor?.document.uri;
  const file = uri && (await workspace.fileOf(uri));
  if (file) {
    const repository = `repo:${repositoryPattern(file.name)}`;
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf("/")));
    scopes.push({ label: vscode.l10n.t("In this repository"), fragments: [repository] });
    if (folder !== "" && !/\s/.test(folder)) {
      const fragments = [repository, `file:${pathPattern(folder, true)}`];
      scopes.push({ label: vscode.l10n.t("In this folder"), fragments });
    }
  }
  const names = [...new Set(workspace.names)];
  if (names.length > 0 && names.length <= MAX_REPOSITORIES) {
    const fragments = [`repo:${names.map(repositoryPattern).join("|")}`];
    scopes.push({ label: vscode.l10n.t("In this workspace"), fragments });
  }
  return scopes;
}

/** The query narrowed to one scope, in place of any other. */
export function inScope(query: string, { fragments }: SearchScope): string {
  return fragments.reduce(addFragment, everywhere(query));
}

export function isInScope(query: string, { fragments }: SearchScope): boolean {
  const here = queryParts(query).filter(({ text }) => isPlace(text));
  return here.length === fragments.length && fragments.every((fragment) => here.some(({ text }) => text === fragment));
}

/** The query without the filters that say where to search; those that exclude something stay. */
export function everywhere(query: string): string {
  return fragmentsOf(query)
    .filter((fragment) => isPlace(fragment))
    .reduce((edited, fragment) => removeFragment(edited, fragment), query);
}

/** Whether a part of a query is a repository filter, or a folder filter as scopes write it. */
function isPlace(part: string): boolean {
  const filter = filterOf(part);
  return !part.startsWith("-") && (filter === "repo" || (filter === "file" && /:\^.*\/$/.test(part)));
}
