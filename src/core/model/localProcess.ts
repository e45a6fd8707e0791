import type { ToBorrower, ToLender } from "./modelChannel.ts";
import type { FromSymbols, ToSymbols } from "./symbolChannel.ts";

/** Which conversation interfaces the local service offers; what is off answers as a server that lacks it. */
export type LocalInterfaces = "both" | "new" | "legacy";

/** The folder, in that of the conversations, for the contents of files that they cite and no commit has. */
export const KEPT_FOLDER = "kept";

/** In which encoding files are whose bytes are no UTF-8. */
export interface FileEncoding {
  /** As the setting `files.encoding` names it, such as `gbk` or `windows1252`. */
  readonly name: string;
  /** Then it is told from the bytes first, by {@link name} where they don't tell: one of these, or any where there are none. */
  readonly guessAmong?: readonly string[];
}

/** The encoding of the files in a folder. */
export interface FolderEncoding extends FileEncoding {
  /** Absolute path. */
  readonly folder: string;
}

/** How its command line is told in which encoding files are: in one for all folders. */
export function encodingArguments(encodings: readonly FolderEncoding[]): readonly string[] {
  const [first] = encodings;
  if (!first) return [];
  const isSame = encodings.every(({ name, guessAmong }) => name === first.name && guessAmong === undefined);
  return ["--encoding", isSame ? first.name : "auto"];
}

/** What the extension tells the process of the local service. The process ends by itself when the channel closes. */
export type ToLocalProcess =
  | {
      readonly type: "start";
      /** Absolute paths. */
      readonly folders: readonly string[];
      /** Those of them in which git may be run: a program that a folder's own settings can steer. */
      readonly gitFolders: readonly string[];
      /** Of those of them that may have files in another encoding than UTF-8. */
      readonly encodings?: readonly FolderEncoding[];
      /** Absolute path of a folder for conversations, made where missing; several processes may share it. */
      readonly storeDir: string;
      readonly interfaces?: LocalInterfaces;
      /** So long a model may be silent, in milliseconds, where not as long as usual. */
      readonly silentMs?: number;
      /** By which address the editor opens a page of the service, which is added as `link=`. */
      readonly openUri?: string;
    }
  | {
      readonly type: "folders";
      readonly folders: readonly string[];
      readonly gitFolders: readonly string[];
      readonly encodings?: readonly FolderEncoding[];
    }
  | ToBorrower
  | ToSymbols;

/** What the process of the local service tells. `ready` comes once, after `start`, or else `failed` and the process ends. */
export type FromLocalProcess =
  | { readonly type: "ready"; readonly baseUrl: string; readonly token: string }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "log"; readonly level: LogLevel; readonly message: string }
  | ToLender
  | FromSymbols;

/** Log messages never hold a token, a question or a query. */
export type LogLevel = "debug" | "info" | "warning" | "error";
