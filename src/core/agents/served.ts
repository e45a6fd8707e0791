import { countOf, printed } from "./toolText.ts";
import { ToolProblem, type Served } from "./toolService.ts";

/** Throws a {@link ToolProblem} that says why if there is nothing to look in. */
export function throwIfNothingServed({ folders, missing }: Served): void {
  if (folders.length > missing.length) return;
  const why = missing.length > 0 ? `There is no folder ${listOf(missing)}.` : "The client has named no folder.";
  throw new ToolProblem(
    `${why} Nothing is searched: name a folder in the configuration of this MCP server, or start the client in one.`,
  );
}

/** `/home/me/web, /home/me/api (there is no /home/me/docs)`. */
export function foldersIn({ folders, missing }: Served): string {
  const there = folders.filter((folder) => !missing.includes(folder));
  return `${listOf(there)}${missing.length > 0 ? ` (there is no ${listOf(missing)})` : ""}`;
}

const NAMED_AT_MOST = 10;

function listOf(folders: readonly string[]): string {
  const named = folders.slice(0, NAMED_AT_MOST).map(printed);
  const more = folders.length - named.length;
  return [...named, ...(more > 0 ? [countOf(more, "more folder")] : [])].join(", ");
}
