import { readGrepCommand } from "./grepCommand.ts";
import { countOf, printed } from "./toolText.ts";
import { literalFilter } from "../query/literalPattern.ts";
import { writtenFilters } from "../query/queryScope.ts";
import { ToolProblem, type Served, type ToolService } from "./toolService.ts";

/** Throws a {@link ToolProblem} that says why if there is nothing to look in. */
export function throwIfNothingServed({ folders, missing }: Served): void {
  if (folders.length > missing.length) return;
  const why = missing.length > 0 ? `There is no folder ${listOf(missing)}.` : "The client has named no folder.";
  throw new ToolProblem(
    `${why} Nothing is searched: name a folder in the configuration of this MCP server, or start the client in one.`,
  );
}

/** `/home/me/web, /home/me/api (there is no /home/me/docs)`. */
function foldersIn({ folders, missing }: Served): string {
  const there = folders.filter((folder) => !missing.includes(folder));
  return `${listOf(there)}${missing.length > 0 ? ` (there is no ${listOf(missing)})` : ""}`;
}

const NAMED_AT_MOST = 10;

function listOf(folders: readonly string[]): string {
  const named = folders.slice(0, NAMED_AT_MOST).map(printed);
  const more = folders.length - named.length;
  return [...named, ...(more > 0 ? [countOf(more, "more folder")] : [])].join(", ");
}

/** `/home/me`, `C:\\Users\\me`, `\\\\server\\share`. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(path);
}

/** What is meant by the arguments of a call, where a path may be absolute and a repository left out. */
export interface NamedPlace {
  readonly repository: string;
  readonly path: string;
}

/**
 * The repository and the path in it. Throws a {@link ToolProblem} that names the repositories or the folders if that
 * can't be said.
 */
export async function placeNamed(
  { repository, path }: { readonly repository: string | undefined; readonly path: string },
  service: ToolService,
): Promise<NamedPlace> {
  const isWhole = isAbsolutePath(path);
  const located = isWhole ? await service.locate?.(path) : undefined;
  if (located) return located;
  if (repository !== undefined && !isAbsolutePath(repository)) return { repository, path };
  const served = await service.served?.();
  if (!served) throw new ToolProblem(`${service.name} needs "repository": its name as a search prints it after #.`);
  if (isWhole && repository === undefined) throw outside(path, served);
  if (repository !== undefined) {
    const place = await service.locate?.(repository);
    if (!place) throw outside(repository, served);
    return { repository: place.repository, path: [place.path, path].filter((part) => part !== "").join("/") };
  }
  const [only, ...others] = served.repositories;
  if (!only) throw new ToolProblem("There is no folder to look in.");
  if (others.length === 0) return { repository: only.name, path };
  const names = served.repositories.slice(0, NAMED_AT_MOST).map(({ name }) => printed(name));
  throw new ToolProblem(`"repository" is needed, since several are served: ${names.join(", ")}.`);
}

/** For a path that is not served. */
export function outside(path: string, served: Served): ToolProblem {
  const folders = foldersIn(served) || "there is none";
  return new ToolProblem(`${printed(path)} is outside of the folders that are served: ${folders}.`);
}

/** A query with what it says of absolute paths in terms of repositories: `file:^/home/me/web/src` is `src` in `web`. */
export async function withPlacesNamed(query: string, service: ToolService): Promise<string> {
  if (!service.locate) return query;
  const fromGrep = readGrepCommand(query.trim(), true);
  let named = fromGrep ?? query;
  for (const { name, source, value } of writtenFilters(named).toReversed()) {
    if (name !== "file" && name !== "repo") continue;
    const path = value
      .replace(/^\^/, "")
      .replace(/\$$/, "")
      .replaceAll(/\\([.+()[\]{}^$|])/g, "$1");
    if (!isAbsolutePath(path)) continue;
    const place = await service.locate(path);
    if (!place && fromGrep !== undefined) named = named.replace(source, "").trim();
    if (!place) continue;
    const isExcluded = source.startsWith("-");
    const repository = `repo:^${literalFilter(place.repository)}$`;
    const file = place.path === "" ? [] : [`file:^${literalFilter(place.path)}`];
    const filters = isExcluded ? (file.length > 0 ? [`-${file[0] ?? ""}`] : [`-${repository}`]) : [repository, ...file];
    named = named.replace(source, () => filters.join(" "));
  }
  return named;
}

/** Whether a query is about a commit, branch or tag rather than files as they are now. */
export function isAtRevision(query: string): boolean {
  return writtenFilters(query).some(({ name, value }) => name === "rev" || (name === "repo" && /.@/.test(value)));
}

/** How the repositories of results are headed: those on this machine with their folder, the first time. */
export async function repositoryHeadings(service: ToolService): Promise<(name: string) => string> {
  const roots = new Map((await service.served?.())?.repositories.map(({ name, root }) => [name, root]));
  return (name) => {
    const root = roots.get(name);
    roots.delete(name);
    return root === undefined ? "" : ` (${printed(root)})`;
  };
}
