import type { FindAnswer } from "../conversations/foundAnswer.ts";
import type { FolderEncodings } from "../../code/encodings/folderEncodings.ts";
import { MODEL, type Access } from "../../code/files/access.ts";
import type { EditorExcludes } from "../../code/files/editorExcludes.ts";
import { openCodeBase } from "../../code/files/codeBase.ts";
import { seenBy } from "../../code/files/heldBack.ts";
import type { HeldBackCache } from "../../code/files/heldBackCache.ts";
import { CitedFiles } from "../../code/files/citedFiles.ts";
import type { Commits } from "../../code/files/commits.ts";
import type { EngineOf } from "../../code/engine/engine.ts";
import { withTrackedAlone } from "../../code/engine/trackedAlone.ts";
import type { FoundCode, LookedUp, LookUp } from "../writing/lookUp.ts";
import { FolderReader } from "./folderReader.ts";
import { grep } from "./grep.ts";
import { history } from "./history.ts";
import { list, read } from "./reading.ts";
import { symbol } from "./symbol.ts";

export interface CodeTools {
  readonly engineOf: EngineOf;
  readonly commits: Commits;
  readonly find: FindAnswer;
  readonly encodings?: FolderEncodings;
  readonly excludes?: EditorExcludes;
  /** What is known already of the files that are held back. */
  readonly heldBack?: HeldBackCache;
}

/** Looks things up in the given folders: read-only, nothing outside of them, nothing over a network. */
export function createCodeTools({
  engineOf,
  commits,
  find,
  encodings,
  excludes,
  heldBack,
}: CodeTools): (
  lookUp: LookUp,
  folders: readonly string[],
  signal: AbortSignal,
  access?: Access,
) => Promise<FoundCode> {
  return async (lookUp, folders, signal, access = MODEL) => {
    if (lookUp.tool === "search") {
      const step = () => undefined;
      const asked = { question: lookUp.query, earlier: [], access, folders, signal, step, withEvidence: true };
      const found = await find(asked);
      return { passages: (found.evidence ?? []).slice(0, SEARCH_SHOWN), text: "", cited: found.evidenceCited ?? [] };
    }
    const all = await openCodeBase(folders, { signal, ...(encodings && { encodings }), ...(excludes && { excludes }) });
    const codeBase = await withTrackedAlone(seenBy(access, all, heldBack), commits, signal);
    const cited = new CitedFiles(commits, performance.now());
    const reader = new FolderReader({ engine: engineOf(codeBase), cited, signal });
    const found = await lookUpIn(reader, await withSlashes(lookUp, reader), commits);
    signal.throwIfAborted();
    return { ...found, cited: cited.toKeep };
  };
}

const SEARCH_SHOWN = 6;

type InFiles = Exclude<LookUp, { tool: "search" }>;

/** Rewrites a Windows path as it is in a repository, unless the path of a file contains it as it is. */
async function withSlashes(lookUp: InFiles, reader: FolderReader): Promise<InFiles> {
  if (lookUp.tool === "symbol" || lookUp.path?.includes("\\") !== true) return lookUp;
  const { path } = lookUp;
  if ((await reader.files()).some((file) => file.path.includes(path))) return lookUp;
  return { ...lookUp, path: path.replaceAll("\\", "/").replace(/^\.\//, "") };
}

function lookUpIn(reader: FolderReader, lookUp: InFiles, commits: Commits): Promise<LookedUp> {
  switch (lookUp.tool) {
    case "grep":
      return grep(reader, lookUp);
    case "read":
      return read(reader, lookUp);
    case "symbol":
      return symbol(reader, lookUp);
    case "list":
      return list(reader, lookUp);
    case "history":
      return history(reader, lookUp, commits);
  }
}
