import { isCommitHash } from "./pinnedRevision.ts";
import type { Matches } from "../model/matches.ts";
import { pathPattern, repositoryPattern } from "../query/queryCompletion.ts";
import type { CallOptions, CodeSearchService, FileAtRevision } from "../model/service.ts";

/**
 * The full hash of the commit that the revision of a file stands for at the service now: without a revision, the head
 * of the default branch. `undefined` if a search for the file (without a path, for any file) does not reveal it. Sends
 * nothing if the revision is a full hash already.
 */
export async function findCommitAtService(
  service: Pick<CodeSearchService, "search">,
  { repository, path, revision }: Omit<FileAtRevision, "path"> & { readonly path?: string },
  options?: CallOptions,
): Promise<string | undefined> {
  if (isCommitHash(revision)) return revision;
  const at = revision === undefined ? "" : `@${revision}`;
  const value = (pattern: string) => pattern.replace(/\s/g, "\\s");
  const file = path === undefined ? "" : ` file:${value(pathPattern(path, false))}`;
  const text = `repo:${value(repositoryPattern(repository))}${at}${file} type:path case:yes fork:yes archived:yes count:1`;
  const query = { text, patternType: "standard", display: 1, contextLines: 0 } as const;
  let matches: Matches | undefined;
  try {
    for await (const event of service.search(query, options)) if (event.type === "matches") ({ matches } = event);
    const found = matches?.itemsAsFound(0, 1)[0];
    const isIt = found?.repository === repository && (path === undefined || found.path === path);
    return isIt && isCommitHash(found.revision) ? found.revision : undefined;
  } finally {
    matches?.dispose();
  }
}
