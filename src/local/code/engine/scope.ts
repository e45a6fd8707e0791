import type { FileInRepository } from "../files/codeBase.ts";
import { typeArguments, type NameGlobs } from "../ripgrep/fileTypes.ts";
import { SERVED_FILES } from "../ripgrep/ripgrep.ts";

/** Where to look: never in what is ignored, or version control's own. */
export interface Scope {
  /** Absolute; all that are served by default. */
  readonly folders?: readonly string[];
  /** Only these files, however many; absolute. */
  readonly files?: readonly string[] | undefined;
  /** Larger files are left out; none by default. */
  readonly maxBytes?: number | undefined;
  readonly names?: NameGlobs;
  /** Which files to look at; all by default. */
  readonly accept?: (place: FileInRepository) => boolean;
  /**
   * Files whose paths contain none of these texts, whatever their case, are not wanted. A listing leaves most of them
   * out at no cost; which of the others are wanted is left to `accept`, or the caller.
   */
  readonly inPath?: readonly string[] | undefined;
  /** Whether to look at what the editor leaves out of searches, too: somebody names a file that is not found. */
  readonly withExcluded?: boolean;
  /** Aborting ends the work at once. */
  readonly signal: AbortSignal;
}

/** A file that is served. */
export interface ServedFile extends FileInRepository {
  /** Absolute. */
  readonly file: string;
}

/** The arguments that choose the files of a scope, apart from where they are. */
export function choiceOf({ maxBytes, names = {} }: Scope): readonly string[] {
  return [
    ...SERVED_FILES,
    ...(maxBytes === undefined ? [] : ["--max-filesize", String(maxBytes)]),
    ...typeArguments(names),
  ];
}

/** The places of a scope, in parts that each fit into a command; none if there are none. */
export function partsOf({ folders = [], files }: Pick<Scope, "folders" | "files">): readonly (readonly string[])[] {
  if (!files) return folders.length > 0 ? [folders] : [];
  const parts: string[][] = [];
  let length = Infinity;
  for (const file of files) {
    if (length + file.length > COMMAND_AT_MOST) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(file);
    length += file.length + 3;
  }
  return parts;
}

/** Windows takes 32,767 characters. */
const COMMAND_AT_MOST = 20_000;
