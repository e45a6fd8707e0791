import path from "node:path";
import type { Selection } from "./query/querySettings.ts";
import type { Found, Revised } from "./results/found.ts";

/**
 * Turns results into what `select:` wants: each repository, file or folder once, as soon as something is found in it.
 */
export async function* select(
  results: AsyncIterable<Found>,
  selection: Selection | undefined,
): AsyncGenerator<Found, void> {
  const isOnce = selection === "repo" || selection === "file" || selection === "file.directory";
  const seen = new Set<string>();
  for await (const found of results) {
    const selected = selection === undefined ? found : toSelected(found, selection);
    if (!selected) continue;
    if (isOnce) {
      const revisions = selection === "file" && "at" in selected ? selected.at.revisions : [];
      const key = [selected.repository.name, "path" in selected ? selected.path : "", ...revisions].join("\0");
      if (seen.has(key)) continue;
      seen.add(key);
    }
    yield selected;
  }
}

function toSelected(found: Found, selection: Selection): Found | undefined {
  const { repository } = found;
  switch (selection) {
    case "repo":
      return {
        type: "repo",
        repository,
        nameRanges: found.type === "repo" ? found.nameRanges : [],
        ...revisedOf(found),
      };
    case "file":
      return "path" in found
        ? { type: "path", repository, path: found.path, pathRanges: found.pathRanges, ...revisedOf(found) }
        : undefined;
    case "file.directory":
      return "path" in found
        ? { type: "path", repository, path: `${path.posix.dirname(found.path)}/`, pathRanges: [], ...revisedOf(found) }
        : undefined;
    case "content":
      return found.type === "content" ? found : undefined;
    case "symbol":
      return found.type === "symbol" ? found : undefined;
    case "commit.diff.added":
    case "commit.diff.removed":
      return found;
    default: {
      const symbols = found.type === "symbol" ? found.symbols.filter(({ kind }) => selection === `symbol.${kind}`) : [];
      return found.type === "symbol" && symbols.length > 0 ? { ...found, symbols } : undefined;
    }
  }
}

/** For a repository or folder with something at several revisions, the first one at which it was found. */
function revisedOf(found: Found): { readonly at?: Revised } {
  return "at" in found ? { at: found.at } : {};
}
