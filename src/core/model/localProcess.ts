import type { ToBorrower, ToLender } from "./modelChannel.ts";
import type { FromSymbols, ToSymbols } from "./symbolChannel.ts";

/** Which conversation interfaces the local service offers; one that is off answers like a server that lacks it. */
export type LocalInterfaces = "both" | "new" | "legacy";

/** The folder, inside that of the conversations, for the contents of cited files that no commit contains. */
export const KEPT_FOLDER = "kept";

/** The encoding of files whose bytes are not UTF-8. */
export interface FileEncoding {
  /** As the setting `files.encoding` names it, such as `gbk` or `windows1252`. */
  readonly name: string;
  /**
   * If set, the encoding is guessed from the bytes first: among these, or among all if empty. If that fails, it is
   * {@link name}.
   */
  readonly guessAmong?: readonly string[];
}

/** The encoding of the files in a folder. */
export interface FolderEncoding extends FileEncoding {
  /** Absolute path. */
  readonly folder: string;
}

/** What the editor leaves out of searches in a folder. */
export interface SearchExcludes {
  /** Absolute path. */
  readonly folder: string;
  /** What the folder is called in the editor, if otherwise than on disk: globs such as `./NAME/src` begin so. */
  readonly name?: string;
  /** Globs as in `search.exclude`, which begin at the folder unless they begin with `**`. */
  readonly globs: readonly ExcludingGlob[];
  /** The ignore files that don't count where the person searches. */
  readonly unheeded?: IgnoreFilesUnheeded;
}

export interface ExcludingGlob {
  readonly glob: string;
  /** Only files beside which there is one of this name; `$(basename)` in it is theirs, without its last extension. */
  readonly when?: string;
}

/** All of them, or those above the folder and the person's own for everything that git reads. */
export type IgnoreFilesUnheeded = "all" | readonly ("parent" | "global")[];

/** What the person says about the files that agents and models are given. */
export interface AgentRules {
  /** Patterns as in an ignore file, from each folder that is served on. */
  readonly everywhere: readonly string[];
  /** The same for single folders; absolute. */
  readonly excluded: readonly { readonly folder: string; readonly patterns: readonly string[] }[];
  /** Whether they are given files that git ignores. */
  readonly givesIgnored: boolean;
}

/** The arguments that tell the service's command line how files are encoded: one encoding for all folders. */
export function encodingArguments(encodings: readonly FolderEncoding[]): readonly string[] {
  const [first] = encodings;
  if (!first) return [];
  const isSame = encodings.every(({ name, guessAmong }) => name === first.name && guessAmong === undefined);
  return ["--encoding", isSame ? first.name : "auto"];
}

/** What the extension sends to the process of the local service. The process ends by itself when the channel closes. */
export type ToLocalProcess =
  | {
      readonly type: "start";
      /** Absolute paths. */
      readonly folders: readonly string[];
      /** The folders among them in which git may run: it is a program that a folder's own settings can control. */
      readonly gitFolders: readonly string[];
      /** Of the folders among them that may have files in an encoding other than UTF-8. */
      readonly encodings?: readonly FolderEncoding[];
      readonly excludes?: readonly SearchExcludes[];
      readonly agents?: AgentRules;
      /** Absolute path of a folder for conversations, created if missing; several processes may share it. */
      readonly storeDir: string;
      /** How long a model may be silent, in milliseconds, if not as long as usual. */
      readonly silentMs?: number;
      /** The address by which the editor opens a page of the service; the page is added as `link=`. */
      readonly openUri?: string;
    }
  | {
      readonly type: "folders";
      readonly folders: readonly string[];
      readonly gitFolders: readonly string[];
      readonly encodings?: readonly FolderEncoding[];
      readonly excludes?: readonly SearchExcludes[];
      readonly agents?: AgentRules;
    }
  | ToBorrower
  | ToSymbols;

/**
 * What the process of the local service sends. `ready` comes once, after `start`, or else `failed` and the process
 * ends.
 */
export type FromLocalProcess =
  | {
      readonly type: "ready";
      readonly baseUrl: string;
      readonly token: string;
      readonly agentToken: string;
      /** What its answers announce, in advance: the first request need not find it out. */
      readonly capabilities: string;
    }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "log"; readonly level: LogLevel; readonly message: string }
  | ToLender
  | FromSymbols;

/** Log messages never hold a token, a question or a query. */
export type LogLevel = "debug" | "info" | "warning" | "error";
