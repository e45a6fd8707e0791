import type { Repository } from "../../../git/repositories/repositories.ts";
import { readLegacyFile } from "../../code/engine/legacyFiles.ts";
import type { Scope } from "../../code/engine/scope.ts";
import { toPattern } from "../../code/patterns/pattern.ts";
import type { Condition } from "../query/conditions.ts";
import { leavesOf, mapLeaves } from "../query/expression.ts";
import type { Query } from "../query/query.ts";
import type { SearchOptions } from "../results/found.ts";
import { fileBytesAtMost } from "./skippedFiles.ts";

/**
 * The same query with its conditions on the files of repositories (`repo:has.file(…)`) looked up: each becomes a
 * condition on the names of those that have such a file on disk. Throws an `EngineError` for a regular expression that
 * the engine refuses.
 */
export async function resolveContents(
  query: Query,
  services: Pick<SearchOptions, "engine" | "leaveOut" | "signal">,
): Promise<Query> {
  const names = new Map<Condition, ReadonlySet<string>>();
  for (const { leaf } of leavesOf(query.condition)) {
    if (leaf.on !== "contents") continue;
    const found = new Set<string>();
    for (const repository of services.engine.codeBase.repositories)
      if (await hasFile(repository, leaf, query, services)) found.add(repository.name);
    names.set(leaf, found);
  }
  if (names.size === 0) return query;
  return {
    ...query,
    condition: mapLeaves<Condition, Condition>(query.condition, (leaf) => {
      const found = names.get(leaf);
      if (leaf.on !== "contents" || !found) return { type: "leaf", leaf };
      const pattern = { isIn: (name: string) => found.has(name), placesIn: () => [] };
      return { type: "leaf", leaf: { on: "repository", pattern, source: leaf.source } };
    }),
  };
}

async function hasFile(
  repository: Repository,
  { path, content }: Extract<Condition, { on: "contents" }>,
  { caseSensitive, count }: Query,
  { engine, leaveOut, signal }: Pick<SearchOptions, "engine" | "leaveOut" | "signal">,
): Promise<boolean> {
  const { encodings } = engine.codeBase;
  const scope: Scope = {
    folders: engine.codeBase.foldersOf([repository]),
    maxBytes: fileBytesAtMost(count ?? 0),
    accept: (place) => place.repository === repository && path?.isIn(place.path) !== false,
    signal,
  };
  const files = content ? engine.filesWith({ terms: [content.term], caseSensitive }, scope) : engine.list(scope);
  for await (const each of files)
    if ("leftOut" in each) leaveOut(each);
    else if (!(content && (await readLegacyFile(encodings, each.file)))) return true;
  if (!content) return false;
  const pattern = toPattern(content.term, caseSensitive);
  for await (const each of engine.legacyFiles(scope))
    if ("leftOut" in each) leaveOut(each);
    else if (pattern.isIn(each.content.toString())) return true;
  return false;
}
