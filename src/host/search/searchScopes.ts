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
  if (file && workspace.mayBeAtService(file)) {
    const repository = `repo:${repositoryPattern(file.name)}`;
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf("/")));
    const { git } = file.repository;
    const label = git ? vscode.l10n.t("In this repository") : vscode.l10n.t("In this workspace folder");
    scopes.push({ label, fragments: [repository] });
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

/** The filters for repositories and for paths in them, each a pattern; several are alternatives. */
export function placeFragments(repositories: readonly string[], paths: readonly string[]): readonly string[] {
  const path = paths.join("|");
  const file = /\s/.test(path) ? `"${path.replaceAll("\\", "\\\\")}"` : path;
  return [`repo:${repositories.join("|")}`, ...(path === "" ? [] : [`file:${file}`])];
}

/** The filters for these folders; `undefined` if the current service may have none of them. */
export async function folderFragments(
  folders: readonly vscode.Uri[],
  workspace: WorkspaceRepositories,
): Promise<readonly string[] | undefined> {
  await workspace.load();
  const files = await Promise.all(folders.map((uri) => workspace.fileOf(uri)));
  const found = files.filter((file) => file !== undefined).filter((file) => workspace.mayBeAtService(file));
  if (found.length === 0) return undefined;
  const repositories = new Set(found.map(({ name }) => repositoryPattern(name)));
  const paths = found.map(({ path }) => path);
  return placeFragments([...repositories], paths.includes("") ? [] : paths.map((path) => pathPattern(path, true)));
}

/** The query for these places only, to be continued. */
export function inPlace(query: string, fragments: readonly string[]): string {
  return `${fragments.reduce(addFragment, everywhere(query)).trim()} `;
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
