import { readdirSync } from "node:fs";
import path from "node:path";
import type { IgnoreFilesUnheeded, SearchExcludes } from "../../../core/model/localProcess.ts";
import { contains, plainName } from "../../../git/repositories/repositories.ts";
import { ignoreLinesOfGlob } from "../patterns/editorGlobs.ts";
import { ExcludingLines } from "./excludingLines.ts";

/** A workspace, which may be a stranger's, can have as many globs as it likes, and each is compared with each file. */
const GLOBS_AT_MOST = 200;
const LINES_AT_MOST = 500;

/**
 * What the editor leaves out of searches, for each folder that it says something about: what is in several of them goes
 * by the innermost. Nothing is left out by default.
 */
export class EditorExcludes {
  #all: readonly SearchExcludes[];
  #read: readonly ReadExcludes[];

  constructor(all: readonly SearchExcludes[] = []) {
    this.#all = all;
    this.#read = all.map(readExcludes);
  }

  /** Leaves out nothing, and heeds no ignore file in some folders. */
  static ofNothing(folders: readonly string[]): EditorExcludes {
    return new EditorExcludes(folders.map((folder) => ({ folder, globs: [], unheeded: "all" })));
  }

  get all(): readonly SearchExcludes[] {
    return this.#all;
  }

  /** From now on, leaves out this and nothing else. */
  set(all: readonly SearchExcludes[]): void {
    if (JSON.stringify(all) === JSON.stringify(this.#all)) return;
    this.#all = all;
    this.#read = all.map(readExcludes);
  }

  /** The same where all ignore files count, for answers: what these find may be given to a model. */
  get heedingIgnoreFiles(): EditorExcludes {
    return new EditorExcludes(
      this.#all.map(({ folder, globs, name }) => ({ folder, globs, ...(name !== undefined && { name }) })),
    );
  }

  /** What a folder is called: on disk, and perhaps also in the editor. */
  namesOf(folder: string): readonly string[] {
    const { name } = this.#all.find((each) => plainName(path.resolve(each.folder)) === folder) ?? {};
    return [path.basename(folder), ...(name === undefined ? [] : [name])];
  }

  /** For one search or answer, which looks only once at what is beside a file. */
  forOnce(): ExcludedFiles {
    return new ExcludedFiles(this.#read);
  }

  /** The ignore files that don't count for a place, which is absolute, where a person searches. */
  unheededAt(place: string): IgnoreFilesUnheeded {
    const around = this.#read.filter(({ folder }) => contains(folder, place));
    return around.sort((one, other) => other.folder.length - one.folder.length)[0]?.unheeded ?? [];
  }

  /**
   * Globs of ignore files, each in a folder, by which the engine looks into nothing that is left out: not all that there
   * are, and none that leaves out more.
   */
  get globs(): readonly { readonly folder: string; readonly glob: string }[] {
    return this.#read.flatMap(({ folder, lines }) => {
      const within = this.#read.filter((other) => other.folder !== folder && contains(folder, other.folder));
      const isSafe = (line: string) =>
        !line.includes("[") &&
        within.every((other) => /^(?!\/)|^\/\*\*\//.test(line) && line !== "/**" && other.lines.includes(line));
      return lines.filter(isSafe).map((line) => ({ folder, glob: toEngineGlob(line) }));
    });
  }
}

interface ReadExcludes {
  readonly folder: string;
  readonly unheeded: IgnoreFilesUnheeded;
  /** Of an ignore file in the folder. */
  readonly lines: readonly string[];
  readonly excluding: ExcludingLines;
  readonly besideOthers: readonly { readonly excluding: ExcludingLines; readonly when: string }[];
}

function readExcludes({ folder, globs, unheeded = [] }: SearchExcludes): ReadExcludes {
  const all = globs
    .slice(0, GLOBS_AT_MOST)
    .flatMap(({ glob, when }) => ignoreLinesOfGlob(glob).map((line) => ({ line, when })))
    .slice(0, LINES_AT_MOST);
  const lines = all.flatMap(({ line, when }) => (when === undefined ? [line] : []));
  const besideOthers = all.flatMap(({ line, when }) =>
    when === undefined ? [] : [{ excluding: new ExcludingLines([line]), when }],
  );
  return {
    folder: plainName(path.resolve(folder)),
    unheeded,
    lines,
    excluding: new ExcludingLines(lines),
    besideOthers,
  };
}

/** A line of an ignore file as a glob that counts from the folder on. */
function toEngineGlob(line: string): string {
  const glob = line.startsWith("/") ? line.slice(1) : `**/${line.replace(/^\\/, "")}`;
  return glob.replace(/[{} ]/g, "[$&]");
}

/** What is left out, as somebody sees it who looks once. */
export class ExcludedFiles {
  readonly #all: readonly ReadExcludes[];
  readonly #folders = new Map<string, Folder | undefined>();

  constructor(all: readonly ReadExcludes[]) {
    this.#all = all;
  }

  /** Whether a file, or a folder with all that is in it, is left out; absolute. */
  has(onDisk: string): boolean {
    if (this.#all.length === 0) return false;
    const file = plainName(onDisk);
    const folder = this.#at(path.dirname(file));
    if (!folder || folder.isExcluded) return folder?.isExcluded === true;
    const name = path.basename(file);
    const relative = folder.prefix + name;
    const { excluding, besideOthers } = folder.excludes;
    if (excluding.has(relative)) return !this.#isSearchedItself(file);
    return besideOthers.some(
      ({ excluding: some, when }) =>
        some.has(relative) && folder.names().has(when.replaceAll("$(basename)", () => path.parse(name).name)),
    );
  }

  #isSearchedItself(file: string): boolean {
    return this.#all.some(({ folder }) => folder === file);
  }

  /** `undefined` outside of all folders that something is said about. */
  #at(folder: string): Folder | undefined {
    if (this.#folders.has(folder)) return this.#folders.get(folder);
    const found = this.#look(folder);
    this.#folders.set(folder, found);
    return found;
  }

  #look(folder: string): Folder | undefined {
    let known: ReadonlySet<string> | undefined;
    const names = () => (known ??= namesIn(folder));
    const own = this.#all.find((each) => each.folder === folder);
    if (own) return { excludes: own, prefix: "", isExcluded: false, names };
    const parent = path.dirname(folder);
    const above = parent === folder ? undefined : this.#at(parent);
    if (!above) return undefined;
    const { excludes, prefix } = above;
    const relative = prefix + path.basename(folder);
    const isExcluded = above.isExcluded || excludes.excluding.has(relative);
    return { excludes, prefix: `${relative}/`, isExcluded, names };
  }
}

interface Folder {
  readonly excludes: ReadExcludes;
  /** How paths in it begin, from the folder that something is said about. */
  readonly prefix: string;
  readonly isExcluded: boolean;
  /** Of all that is in it. */
  readonly names: () => ReadonlySet<string>;
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch {
    return new Set(); // it went away, or is not to be read
  }
}
