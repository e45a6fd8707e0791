import type { Lines } from "./lineMap.ts";
import { findLines, type LineFate } from "./citedLines.ts";
import { hashLine, hashLines, type HashSet } from "./lineHashes.ts";
import { definedName } from "../text/outline.ts";
import type { TextLines } from "../text/textLines.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import { compareVersions, ReadTexts, type Versions } from "./versions.ts";

/** The source of the files of one repository at one revision. */
export interface OtherFiles {
  /** A file as it is now; `undefined` if it is not text, `unknown` if it can't be read, or is not on disk. */
  readNow(path: string): Promise<string | typeof UNKNOWN | undefined>;
  /** A file as it was cited; `undefined` if there was none, `unknown` if that can't be determined. */
  readThen(path: string): Promise<string | typeof UNKNOWN | undefined>;
}

/** It is not known whether a file existed, or what is in it. */
export const UNKNOWN = Symbol("unknown");

/**
 * Lines in a file other than the one that they were cited in. `share` is how much of their text is there, from 0 to 1.
 */
export interface FoundElsewhere extends Lines {
  readonly state: "moved" | "changed";
  readonly path: string;
  readonly isSure: boolean;
  readonly share: number;
  readonly isReindented?: true;
}

/** What a search in other files has come to. */
export interface Search {
  readonly found: FoundElsewhere | undefined;
  /** Whether all files that may have the lines were looked into, so that they are nowhere if they were not found. */
  readonly isThorough: boolean;
}

/** Lines of a file in the version that was cited. */
export interface CitedText extends Lines {
  readonly path: string;
  readonly text: string;
  /** The lines of the whole text. */
  readonly lines: TextLines;
}

interface Likely {
  readonly path: string;
  /** How much of the lines it contains, raised if other signs speak for it. */
  readonly share: number;
  /** Whether it already had all of them when they were cited, as far as that was asked. */
  readonly hadAll?: boolean;
}

interface OtherFile {
  readonly text: string;
  readonly hashes: HashSet;
}

/** At most this many other files are read. */
const FILES_AT_MOST = 400;
/** Of the files that share some lines, at most this many are compared. */
const COMPARED_AT_MOST = 5;
/** Of more files with every line, at most this many are asked whether they had them before. */
const ASKED_AT_MOST = 50;
/** The length, in characters, from which a line reveals where it comes from. */
const TELLING_LENGTH = 8;
/** The part of such lines that a file must contain to be compared; a name that it defines is enough, too. */
const SHARED_AT_LEAST = 0.3;
/** This much text, in characters, does not occur in another file by chance. */
const MUCH = 60;
/** How far from its name a definition may begin or end, in characters. */
const DEFINITION_AT_MOST = 400;
/** The share of a file that has every line, allowing for rounding. */
const ALL = 0.999;
/** Lines above and below that are considered. */
const AROUND = 8;
/** How much better than in the cited version the lines must match now. */
const NEWLY = 0.1;

/**
 * Looks for lines that left their file in all files that they may have moved to. Each file is read once for everything
 * that is looked for.
 */
export class Elsewhere {
  readonly #files: OtherFiles;
  readonly #slices: TimeSlices;
  readonly #read = new Map<string, OtherFile | undefined>();
  /** What can't be read. */
  readonly #unread = new Set<string>();
  readonly #then = new Map<string, HashSet | undefined>();
  readonly #versions = new Map<string, Promise<Versions | undefined>>();
  readonly #compared = new ReadTexts();

  constructor(files: OtherFiles, slices: TimeSlices) {
    this.#files = files;
    this.#slices = slices;
  }

  /**
   * Where lines of a cited file are now: in the file that it was renamed to, else in one of `paths`. Not in a file that
   * already had them when they were cited. Sure only if their whole text is in one file alone. `wholeOnly` if nothing
   * else is worth looking for.
   */
  async find(
    cited: CitedText,
    { renamedTo, paths, ignored = [], isPartial = false }: Candidates,
    wholeOnly = false,
  ): Promise<Search> {
    const all = [...new Set([...(renamedTo === undefined ? [] : [renamedTo]), ...paths, ...ignored])].filter(
      (path) => path !== cited.path,
    );
    const looked = all.slice(0, FILES_AT_MOST);
    for (const path of looked) await this.#readFile(path);
    const own = cited.lines.slice(cited.startLine, cited.endLine + 1);
    const length = own.join("").replaceAll(/\s/g, "").length;
    // Short text moved together with what was around it.
    const block =
      length >= MUCH ? own : cited.lines.slice(Math.max(0, cited.startLine - AROUND), cited.endLine + 1 + AROUND);
    const found: FoundElsewhere[] = [];
    const isWhole = ({ state }: FoundElsewhere) => state === "moved";
    const likely = await this.#likely(block, looked, renamedTo);
    const likeliest = likely.length > COMPARED_AT_MOST ? await this.#newFirst(likely, own) : likely;
    for (const { path, share } of likeliest.slice(0, COMPARED_AT_MOST)) {
      if (share < ALL && found.some(isWhole)) break; // without every line it can't have the whole
      if (wholeOnly && !this.#hasAll(path, own)) continue;
      const here = await this.#findIn(path, cited);
      if (here) found.push(here);
    }
    const isThorough =
      !isPartial &&
      all.length <= FILES_AT_MOST &&
      likeliest.slice(COMPARED_AT_MOST).every(({ hadAll }) => hadAll === true) &&
      looked.every((path) => !this.#unread.has(path));
    const rank = (one: FoundElsewhere) => 2 * Number(isWhole(one)) + one.share - Number(ignored.includes(one.path));
    const [best] = found.toSorted((a, b) => rank(b) - rank(a));
    if (!best) return { found: undefined, isThorough };
    const isAlone = found.filter(isWhole).length === 1 && length >= MUCH && isWhole(best);
    const isSure = best.isSure && (isAlone || best.path === renamedTo) && !ignored.includes(best.path);
    return { found: { ...best, isSure }, isThorough };
  }

  async #readFile(path: string): Promise<void> {
    if (this.#read.has(path) || this.#unread.has(path)) return;
    const text = await this.#files.readNow(path);
    if (text === UNKNOWN) this.#unread.add(path);
    else this.#read.set(path, text === undefined ? undefined : { text, hashes: await hashLines(text, this.#slices) });
  }

  /** Those that had every line when they were cited come last: there may be many copies of a text. */
  async #newFirst(likely: readonly Likely[], lines: readonly string[]): Promise<readonly Likely[]> {
    const known: Likely[] = [];
    for (const [index, each] of likely.entries()) {
      const isAsked = index < ASKED_AT_MOST && each.share >= ALL;
      known.push({ ...each, hadAll: isAsked && hasEvery(await this.#hashesThen(each.path), lines) });
    }
    return known.toSorted((a, b) => Number(a.hadAll) - Number(b.hadAll));
  }

  async #hashesThen(path: string): Promise<HashSet | undefined> {
    const known = this.#then.get(path);
    if (known || this.#then.has(path)) return known;
    const text = await this.#files.readThen(path);
    const hashes = typeof text === "string" ? await hashLines(text, this.#slices) : undefined;
    this.#then.set(path, hashes);
    return hashes;
  }

  #hasAll(path: string, lines: readonly string[]): boolean {
    return hasEvery(this.#read.get(path)?.hashes, lines);
  }

  /** The likeliest first, with the share of the lines that they contain, raised if other signs speak for them. */
  async #likely(
    block: readonly string[],
    paths: readonly string[],
    renamedTo: string | undefined,
  ): Promise<readonly Likely[]> {
    const long = block.filter((line) => line.trim().length >= TELLING_LENGTH);
    // If there are no longer lines, shorter ones are telling together: those that occur in any of the files.
    const hashes = (long.length > 0 ? long : block).map((line) => hashLine(line));
    const isAnywhere = (hash: number) => paths.some((path) => this.#read.get(path)?.hashes.has(hash));
    const telling = long.length > 0 ? hashes : hashes.filter((hash) => hash !== undefined && isAnywhere(hash));
    const name = block.map((line) => definedName(line)).find((found) => found !== undefined);
    const likely: Likely[] = [];
    for (const path of paths) {
      if (this.#slices.isOver) await this.#slices.next();
      const file = this.#read.get(path);
      let held = 0;
      for (const hash of telling) if (hash !== undefined && file?.hashes.has(hash) === true) held++;
      const named = name !== undefined && file && defines(file.text, name) ? SHARED_AT_LEAST : 0;
      const share = held / Math.max(telling.length, 1) + named + (path === renamedTo ? 1 : 0);
      if (share >= SHARED_AT_LEAST) likely.push({ path, share });
    }
    return likely.toSorted((a, b) => b.share - a.share);
  }

  async #findIn(path: string, { path: own, text, startLine, endLine }: CitedText): Promise<FoundElsewhere | undefined> {
    const lines = { startLine, endLine };
    const now = await this.#compare(`${own}\0${path}\0now`, text, path, () =>
      Promise.resolve(this.#read.get(path)?.text),
    );
    const found = now && (await findLines(now, lines, this.#slices));
    if (!found || found.state === "gone") return undefined;
    const then = await this.#files.readThen(path);
    const isKnown = then !== UNKNOWN;
    const before = isKnown && (await this.#compare(`${own}\0${path}\0then`, text, path, () => Promise.resolve(then)));
    const was = before ? await findLines(before, lines, this.#slices) : undefined;
    const isNew = shareOf(found) === 1 ? shareOf(was) < 1 : shareOf(was) < shareOf(found) - NEWLY;
    if (!isNew) return undefined;
    if (found.state === "same") return { state: "moved", path, ...lines, isSure: isKnown, share: 1 };
    return { ...found, path, isSure: found.isSure && isKnown };
  }

  #compare(
    key: string,
    cited: string,
    path: string,
    read: () => Promise<string | undefined>,
  ): Promise<Versions | undefined> {
    const known = this.#versions.get(key);
    if (known) return known;
    const begun = read().then((text) =>
      text === undefined ? undefined : compareVersions(cited, text, this.#slices, path, this.#compared),
    );
    this.#versions.set(key, begun);
    return begun;
  }
}

/**
 * Files that lines may have moved to; the likeliest of `paths` first. What is in `ignored` ones may have been there
 * when the lines were cited, since no version has these files. `isPartial` if others may have the lines, too.
 */
export interface Candidates {
  readonly renamedTo?: string;
  readonly paths: readonly string[];
  readonly ignored?: readonly string[];
  readonly isPartial?: boolean;
}

function hasEvery(hashes: HashSet | undefined, lines: readonly string[]): boolean {
  return lines.every((line) => {
    const hash = hashLine(line);
    return hash === undefined || hashes?.has(hash) === true;
  });
}

function defines(text: string, name: string): boolean {
  for (let at = text.indexOf(name), tries = 0; at >= 0 && tries < 20; at = text.indexOf(name, at + 1), tries++)
    if (definedName(lineAround(text, at)) === name) return true;
  return false;
}

/** The line around a place, limited to the length of a definition; empty if the line begins farther away. */
function lineAround(text: string, place: number): string {
  const isEnd = (at: number) => text[at] === "\n" || text[at] === "\r";
  let start = place;
  while (start > 0 && place - start < DEFINITION_AT_MOST && !isEnd(start - 1)) start--;
  if (start > 0 && !isEnd(start - 1)) return "";
  let end = place;
  while (end < text.length && end - place < DEFINITION_AT_MOST && !isEnd(end)) end++;
  return text.slice(start, end);
}

function shareOf(found: LineFate | undefined): number {
  if (!found) return 0;
  return found.state === "same" ? 1 : found.state === "gone" ? 0 : found.share;
}
