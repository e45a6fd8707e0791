import type { OpenedMatches } from "../ask/openedMatches.ts";
import { lazily } from "../platform/commands.ts";
import { RESULT_COMMANDS, ROW_COMMANDS } from "../platform/commandNames.ts";
import type { Platform } from "../platform/platform.ts";
import type { RegisteredSearch } from "../search/registerSearch.ts";
import type { RunSearch, Searches } from "../search/searches.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";
import { FiltersTree } from "./filtersTree.ts";
import { ResultsTree } from "./resultsTree.ts";

/** The views of results and filters. */
export function registerResults(
  { keep, subscriptions }: Platform,
  searches: Searches,
  run: RunSearch,
  opener: SourceOpener,
  { restore, view, keepTyped, hasKeys }: Pick<RegisteredSearch, "restore" | "view" | "keepTyped" | "hasKeys">,
  openedMatches: OpenedMatches,
) {
  const results = keep(new ResultsTree(searches, opener, restore, view, openedMatches, { keepTyped, hasKeys }));
  const filters = keep(new FiltersTree(searches, run, view));
  const handlers = lazily([...RESULT_COMMANDS, ...ROW_COMMANDS], async () =>
    (await import("./resultCommands.ts")).resultCommands(
      { searches, results, filters, opener, run, openedMatches, keepTyped },
      subscriptions,
    ),
  );
  return { results, filters, handlers };
}
