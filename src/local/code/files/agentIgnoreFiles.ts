import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { IgnorePatterns } from "./ignorePatterns.ts";

/** By these names people keep files from one tool for agents or another; each is heeded for all of them. */
const NAMES: readonly string[] = [
  ...[".plumblineignore", ".aiexclude", ".aiignore", ".cursorignore", ".codeiumignore", ".copilotignore"],
  ...[".geminiignore", ".clineignore", ".rooignore"],
];

/** Whether a path is of such a file, in any case, as some file systems have it: it names what is kept from agents. */
export function isAgentIgnoreFile(path: string): boolean {
  return NAMES.includes(path.slice(path.lastIndexOf("/") + 1).toLowerCase());
}

/** As file systems are there. */
const IN_CASE = { ignoreCase: process.platform === "win32" || process.platform === "darwin" };

/** As for searches: longer ones are no ordinary ignore files. */
const BYTES_AT_MOST = 256 * 1024;

/** Patterns that count from a folder on, whose path in the repository ends in a slash unless it is the root. */
export interface RootedPatterns {
  /** What the person calls them: the path of a file, or a setting. */
  readonly name: string;
  /** Those of the same kind override each other, the innermost first. */
  readonly kind: string;
  readonly folder: string;
  /** For those from above the repository: the path of its root from there, with a slash at its end. */
  readonly rootFrom?: string;
  readonly patterns: IgnorePatterns;
}

/** The ignore files that folders had when they last changed. */
export type KnownFolders = Map<string, { readonly changedAt: number; readonly names: readonly string[] }>;

/** Patterns that are not in a file; each such list only leaves out more than the others. */
export function rootedPatterns(name: string, folder: string, patterns: readonly string[]): RootedPatterns {
  return { name, kind: `${name} ${++lists}`, folder, patterns: new IgnorePatterns(patterns.join("\n"), IN_CASE) };
}

let lists = 0;

/** The patterns of the ignore files with these names above a repository, outermost first, as searches heed them. */
export function patternsAbove(root: string, names: readonly string[]): readonly RootedPatterns[] {
  const all: RootedPatterns[] = [];
  for (let folder = path.dirname(root), below = root; folder !== below; below = folder, folder = path.dirname(folder)) {
    const rootFrom = `${path.relative(folder, root).replaceAll(path.sep, "/")}/`;
    for (const kind of names) {
      const name = path.join(folder, kind);
      const text = readText(name);
      if (text === undefined || text === "unreadable") continue; // which folders above have doesn't decide
      const patterns = new IgnorePatterns(text.content, IN_CASE);
      if (!patterns.isTooLong) all.unshift({ name, kind, folder: "", rootFrom, patterns });
    }
  }
  return all;
}

interface Layer {
  /** Outermost first. */
  readonly all: readonly RootedPatterns[];
  /** The rule by which the folder, and all in it, is held back. */
  readonly rule: string | undefined;
}

/**
 * The ignore files in the folders of one repository, read as git reads its own: each counts for its folder and what is
 * below, and a folder that is left out is left out with all that is in it. One that can't be read, or is no ordinary
 * file, leaves out its whole folder.
 */
export class AgentIgnoreFiles {
  readonly #root: string;
  readonly #names: readonly string[];
  readonly #known: KnownFolders;
  readonly #layers = new Map<string, Layer>();

  /** `outermost` counts from the root on; `names` are those of the files, for which `known` is. */
  constructor(
    root: string,
    outermost: readonly RootedPatterns[] = [],
    { known = new Map(), names = NAMES }: { readonly known?: KnownFolders; readonly names?: readonly string[] } = {},
  ) {
    this.#root = root;
    this.#names = names;
    this.#known = known;
    this.#layers.set("", this.#read("", outermost));
  }

  /** The rule by which a path is left out, which may be that of a folder; it is relative to the root, with slashes. */
  ruleOf(relative: string): string | undefined {
    const layer = this.#layerAt(relative.slice(0, Math.max(0, relative.lastIndexOf("/"))));
    // What is sought may be a folder, too.
    return layer.rule ?? ruleAmong(layer.all, relative, false) ?? ruleAmong(layer.all, relative, true);
  }

  /** Whether one of them takes in a path, or a folder that it is in, if something else leaves that out. */
  takesIn(relative: string): boolean {
    for (let end = relative.length; end > 0; end = relative.lastIndexOf("/", end - 1)) {
      const part = relative.slice(0, end);
      const { all } = this.#layerAt(part.slice(0, Math.max(0, part.lastIndexOf("/"))));
      for (const each of all)
        if (each.patterns.hasNegated && foundIn(each, part, end < relative.length)?.isNegated === true) return true;
    }
    return false;
  }

  #layerAt(folder: string): Layer {
    const known = this.#layers.get(folder);
    if (known) return known;
    const above = this.#layerAt(folder.slice(0, Math.max(0, folder.lastIndexOf("/"))));
    const rule = above.rule ?? ruleAmong(above.all, folder, true);
    const layer = rule === undefined ? this.#read(folder, above.all) : { all: above.all, rule };
    this.#layers.set(folder, layer);
    return layer;
  }

  #read(folder: string, above: readonly RootedPatterns[]): Layer {
    const all = [...above];
    const onDisk = path.join(this.#root, folder);
    for (const name of namesIn(onDisk, this.#names, this.#known)) {
      const text = readText(path.join(onDisk, name));
      if (text === undefined) continue;
      const relative = folder === "" ? name : `${folder}/${name}`;
      if (text === "unreadable") return { all, rule: `${relative} can't be read` };
      const patterns = new IgnorePatterns(text.content, IN_CASE);
      if (patterns.isTooLong) return { all, rule: `${relative} has too many patterns` };
      all.push({ name: relative, kind: name, folder: folder === "" ? "" : `${folder}/`, patterns });
    }
    return { all: all.length === above.length ? above : all, rule: undefined };
  }
}

/** The rule that leaves out a file or folder, if those above it are not left out. */
function ruleAmong(all: readonly RootedPatterns[], relative: string, isFolder: boolean): string | undefined {
  if (all.length === 0) return undefined; // as nearly everywhere
  const decided = new Set<string>();
  for (const each of all.toReversed()) {
    if (decided.has(each.kind) || !relative.startsWith(each.folder)) continue;
    const found = foundIn(each, relative, isFolder);
    if (!found) continue;
    if (!found.isNegated) return `${each.name}: ${found.source}`;
    decided.add(each.kind);
  }
  return undefined;
}

function foundIn({ folder, rootFrom = "", patterns }: RootedPatterns, relative: string, isFolder: boolean) {
  return patterns.of(rootFrom + relative.slice(folder.length), isFolder);
}

/** The ignore files in a folder. It is looked at again only if it has changed. */
function namesIn(folder: string, sought: readonly string[], known: KnownFolders): readonly string[] {
  const changedAt = statOf(folder)?.mtimeMs ?? 0;
  const before = known.get(folder);
  if (before?.changedAt === changedAt) return before.names;
  const names = sought.filter((name) => statOf(path.join(folder, name), lstatSync) !== undefined);
  // What changes within the same tick of the clock would not be noticed.
  if (Date.now() - changedAt > TICK_MS) known.set(folder, { changedAt, names });
  return names;
}

const TICK_MS = 100;

/** `undefined` if there is nothing, or only a folder of that name. */
function readText(file: string): { readonly content: string } | "unreadable" | undefined {
  const found = statOf(file);
  if (found === undefined) return statOf(file, lstatSync) === undefined ? undefined : "unreadable"; // a link to nothing
  if (found?.isDirectory() === true) return undefined;
  if (found?.isFile() !== true || found.size > BYTES_AT_MOST) return "unreadable";
  try {
    // A pipe that has taken its place would make this wait for somebody who writes.
    const opened = openSync(file, constants.O_RDONLY | NOT_BLOCKING);
    try {
      return fstatSync(opened).isFile() ? { content: readFileSync(opened, "utf8") } : "unreadable";
    } finally {
      closeSync(opened);
    }
  } catch {
    return "unreadable";
  }
}

/** `undefined` if there is nothing, `null` if the system does not say what there is. */
function statOf(file: string, stat: typeof statSync = statSync): Stats | undefined | null {
  try {
    return stat(file, { throwIfNoEntry: false });
  } catch {
    return null;
  }
}

/** Windows has neither the flag nor such files. */
const NOT_BLOCKING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;
