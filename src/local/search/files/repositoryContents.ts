import type { Repository } from "../../../git/repositories/repositories.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import type { Condition } from "../query/conditions.ts";
import { leavesOf, mapLeaves } from "../query/expression.ts";
import { toPattern } from "../../code/patterns/pattern.ts";
import { lineEndArguments, toRipgrepPattern } from "../../code/ripgrep/ripgrepPatterns.ts";
import type { Query } from "../query/query.ts";
import { SERVED_FILES, type Ripgrep } from "../../code/ripgrep/ripgrep.ts";
import { listPaths } from "../../code/ripgrep/ripgrepFiles.ts";
import { listLegacyFiles, readLegacyFile } from "./legacyFiles.ts";
import { fileBytesAtMost } from "./skippedFiles.ts";

/**
 * The same query with its conditions on the files of repositories (`repo:has.file(…)`) looked up: each becomes a
 * condition on the names of those that have such a file on disk. Throws a `RipgrepError` for a regular expression that
 * ripgrep refuses.
 */
export async function resolveContents(
  query: Query,
  {
    codeBase,
    ripgrep,
    signal,
  }: { readonly codeBase: CodeBase; readonly ripgrep: Ripgrep; readonly signal: AbortSignal },
): Promise<Query> {
  const names = new Map<Condition, ReadonlySet<string>>();
  for (const { leaf } of leavesOf(query.condition)) {
    if (leaf.on !== "contents") continue;
    const found = new Set<string>();
    for (const repository of codeBase.repositories)
      if (await hasFile(repository, leaf, query, codeBase, ripgrep, signal)) found.add(repository.name);
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
  codeBase: CodeBase,
  ripgrep: Ripgrep,
  signal: AbortSignal,
): Promise<boolean> {
  const folders = codeBase.foldersOf([repository]);
  if (folders.length === 0) return false;
  const wanted = content
    ? [
        "--files-with-matches",
        ...(content.maySpanLines ? ["--multiline"] : []),
        ...lineEndArguments([content.term]),
        caseSensitive ? "--case-sensitive" : "--ignore-case",
        `--regexp=${toRipgrepPattern(content.term)}`,
      ]
    : ["--files"];
  const size = ["--max-filesize", String(fileBytesAtMost(count ?? 0))];
  const choice = [...SERVED_FILES, ...size];
  const isMeant = (place: FileInRepository | undefined) =>
    place?.repository === repository && path?.isIn(place.path) !== false;
  for await (const file of listPaths(ripgrep, [...wanted, ...choice, "--", ...folders], { signal }))
    if (isMeant(codeBase.locate(file)) && !(content && (await readLegacyFile(codeBase, file)))) return true;
  if (!content) return false;
  const pattern = toPattern(content.term, caseSensitive);
  for await (const legacy of listLegacyFiles(choice, folders, { codeBase, ripgrep, signal, accept: isMeant }))
    if (pattern.isIn(legacy.content.toString())) return true;
  return false;
}
