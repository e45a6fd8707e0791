import { findLines, type FoundLines } from "./citedLines.ts";
import { excerptOf } from "./excerpt.ts";
import type { FileAtRevision } from "../model/service.ts";
import { isPinned } from "./pinnedRevision.ts";
import type { LineRange, SourceLocation } from "./sourceLink.ts";
import { TimeSlices } from "../text/timeSlices.ts";
import { compareVersions, type Versions } from "./versions.ts";

/**
 * How a source stands to the person's own copy of the code.
 *
 * - `cited`: the lines exist at the cited revision; there is no local copy to compare them with.
 * - `same`: they are in the local copy, under the same numbers.
 * - `moved`, `changed`: they are at `range` now, in `path`. Not `isSure` where other places are as likely.
 * - `gone`: they are not there any more. `nearLine` is where they were; without it the file is gone.
 * - `cannotCheck`: and why. All others are said of what was cited, and of nothing else. `likeliest` is where the lines are
 *   that stand now where cited ones stood.
 */
export type SourceCheck =
  | { readonly state: "cited" | "same" }
  | {
      readonly state: "moved" | "changed";
      readonly path: string;
      readonly range: LineRange;
      readonly isSure: boolean;
    }
  | { readonly state: "gone"; readonly nearLine?: number }
  | {
      readonly state: "cannotCheck";
      readonly reason: CheckProblem;
      readonly likeliest?: { readonly path: string; readonly range: LineRange };
    };

/**
 * - `fileMissing`, `linesMissing`: what is cited does not exist at the cited revision.
 * - `notText`: a binary file, a folder, or one too large to be compared.
 * - `unavailable`: the cited version could not be had, neither from git nor from the service.
 * - `unpinned`: a branch, or nothing, was cited: what that was then can't be told from what it is now.
 * - `tooMany`: so many files were cited that this one was not asked for.
 */
export type CheckProblem = "fileMissing" | "linesMissing" | "notText" | "unavailable" | "unpinned" | "tooMany";

/** What became of a source, by its index. `excerpt` begins what was cited, where that could be read. */
export interface CheckedSource {
  readonly index: number;
  readonly check: SourceCheck;
  readonly excerpt?: string;
}

export type FileText =
  { readonly text: string } | { readonly problem: Exclude<CheckProblem, "linesMissing" | "unpinned"> };

/** Where the versions of files come from. All reject with an `AbortError` only. */
export interface CodeCopies {
  /** The file as it was cited. */
  readCited(file: FileAtRevision, signal?: AbortSignal): Promise<FileText>;
  /** The file in the local copy; `undefined` where there is no local copy of its repository. */
  readLocal(file: Pick<FileAtRevision, "repository" | "path">, signal?: AbortSignal): Promise<FileText | undefined>;
  /** Other files of the local copy that cited lines may be in now, the likeliest first: what the file was renamed to, what else was edited. */
  findCandidates(file: FileAtRevision, signal?: AbortSignal): Promise<readonly string[]>;
}

export interface CheckOptions {
  readonly signal?: AbortSignal;
  /** Files at most that are asked for at the cited revision; sources in others are `tooMany`. */
  readonly maxFiles?: number;
}

/** Short: it is done in the background of an editor that somebody types in. */
const SLICE_MS = 2;
/** Files that are read ahead while others are compared. */
const AHEAD = 3;
/** Other files that are looked into for lines which left their own. */
const CANDIDATES_AT_MOST = 40;
/** A line that tells where it is from. */
const TELLING_LENGTH = 12;
/** The part of such lines that must be in a file before the two are compared. */
const SHARED_AT_LEAST = 0.3;

/**
 * Checks sources against the cited revision and the local copy, file by file; yields each by its index as soon as it is
 * known. Sources of one file share its reading and comparison. Never keeps anything else from its turn for
 * longer than a few milliseconds. Leaving the loop ends it; aborting rejects with an `AbortError`.
 */
export async function* checkSources(
  sources: readonly SourceLocation[],
  copies: CodeCopies,
  { signal, maxFiles = 100 }: CheckOptions = {},
): AsyncGenerator<CheckedSource, void> {
  const groups = [...Map.groupBy(sources.keys(), (index) => keyOf(sources[index])).values()];
  const slices = new TimeSlices({ sliceMs: SLICE_MS, ...(signal && { signal }) });
  const reading: Promise<FileCheck | undefined>[] = [];
  let begun = 0;
  for (const indices of groups) {
    for (; begun < groups.length && reading.length <= AHEAD; begun++) {
      const source = sources[groups[begun]?.[0] ?? -1];
      const file = source && begun < maxFiles ? readVersions(source, copies, signal) : Promise.resolve(undefined);
      file.catch(() => undefined); // it is waited for when its turn comes
      reading.push(file);
    }
    const file = await reading.shift(); // held no longer than its turn: it has two versions in lines and words
    for (const index of indices) {
      const source = sources[index];
      if (!source) continue;
      if (file) yield { index, check: await file.check(source, slices), ...file.excerpt(source) };
      else yield { index, check: { state: "cannotCheck", reason: "tooMany" } };
    }
  }
}

function keyOf(source: SourceLocation | undefined): string {
  return JSON.stringify([source?.repository, source?.revision, source?.path]);
}

async function readVersions(source: SourceLocation, copies: CodeCopies, signal?: AbortSignal): Promise<FileCheck> {
  const [cited, local] = await Promise.all([copies.readCited(source, signal), copies.readLocal(source, signal)]);
  return new FileCheck(source, cited, local, copies, signal);
}

/** The cited version of one file, and what there is now. */
class FileCheck {
  readonly #file: FileAtRevision;
  readonly #cited: FileText;
  readonly #local: FileText | undefined;
  readonly #copies: CodeCopies;
  readonly #signal: AbortSignal | undefined;
  #versions: Promise<Versions> | undefined;
  #candidates: Promise<readonly Candidate[]> | undefined;

  constructor(
    file: FileAtRevision,
    cited: FileText,
    local: FileText | undefined,
    copies: CodeCopies,
    signal: AbortSignal | undefined,
  ) {
    this.#file = file;
    this.#cited = cited;
    this.#local = local;
    this.#copies = copies;
    this.#signal = signal;
  }

  excerpt({ range }: SourceLocation): Pick<CheckedSource, "excerpt"> {
    const excerpt = range && "text" in this.#cited ? excerptOf(this.#cited.text, range) : "";
    return excerpt === "" ? {} : { excerpt };
  }

  async check(source: SourceLocation, slices: TimeSlices): Promise<SourceCheck> {
    const check = await this.#compare(source, slices);
    return isPinned(this.#file.revision) ? check : unpinned(check);
  }

  async #compare({ path, range }: SourceLocation, slices: TimeSlices): Promise<SourceCheck> {
    if ("problem" in this.#cited) return { state: "cannotCheck", reason: this.#cited.problem };
    const { text } = this.#cited;
    if (range && range.startLine >= countLines(text)) return { state: "cannotCheck", reason: "linesMissing" };
    if (this.#local === undefined) return { state: "cited" };
    if ("problem" in this.#local && this.#local.problem !== "fileMissing") {
      return { state: "cannotCheck", reason: this.#local.problem };
    }
    let found: FoundLines | undefined;
    if ("text" in this.#local) {
      if (this.#local.text === text) return { state: "same" };
      if (range === undefined) return this.#wholeFile(path, this.#local.text, text);
      this.#versions ??= compareVersions(text, this.#local.text, slices);
      found = await findLines(await this.#versions, range, slices);
      if (found && isCertain(found)) return toCheck(found, path, range);
    }
    const cited = range ?? { startLine: 0, endLine: countLines(text) - 1 };
    const elsewhere = await this.#findElsewhere(text, cited, slices);
    if (elsewhere?.isSure || (elsewhere && !found)) return elsewhere;
    return found ? toCheck(found, path, cited) : { state: "gone" };
  }

  /** In another file: for certain in one, else perhaps in one. */
  async #findElsewhere(text: string, cited: LineRange, slices: TimeSlices): Promise<FoundElsewhere | undefined> {
    this.#candidates ??= this.#readCandidates(text, slices);
    let perhaps: FoundElsewhere | undefined;
    for (const candidate of await this.#candidates) {
      const found = await candidate.find(cited, slices);
      if (found?.isSure) return found;
      perhaps ??= found;
    }
    return perhaps;
  }

  #wholeFile(path: string, current: string, cited: string): SourceCheck {
    const normalized = (text: string) => text.replaceAll("\r\n", "\n");
    if (normalized(current) === normalized(cited)) return { state: "same" };
    return { state: "changed", path, range: { startLine: 0, endLine: 0 }, isSure: true };
  }

  async #readCandidates(cited: string, slices: TimeSlices): Promise<readonly Candidate[]> {
    const { repository, path: own, revision } = this.#file;
    const paths = await this.#copies.findCandidates(this.#file, this.#signal);
    const candidates: Candidate[] = [];
    for (const path of paths.filter((other) => other !== own).slice(0, CANDIDATES_AT_MOST)) {
      const local = await this.#copies.readLocal({ repository, path }, this.#signal);
      if (local === undefined || "problem" in local) continue;
      const before = () => this.#copies.readCited({ repository, path, ...(revision && { revision }) }, this.#signal);
      candidates.push(new Candidate(path, cited, local.text, before, slices));
    }
    return candidates;
  }
}

/** A file that cited lines of another one may be in now. */
class Candidate {
  readonly path: string;
  readonly #cited: string;
  readonly #text: string;
  readonly #now: () => Promise<Versions>;
  readonly #before: () => Promise<Versions | undefined>;

  constructor(path: string, cited: string, now: string, before: () => Promise<FileText>, slices: TimeSlices) {
    this.path = path;
    this.#cited = cited;
    this.#text = now;
    this.#now = once(() => compareVersions(cited, now, slices));
    this.#before = once(async () => {
      const file = await before();
      return "text" in file ? compareVersions(cited, file.text, slices) : undefined;
    });
  }

  /** The lines, unless they were here already when they were cited. */
  async find(cited: LineRange, slices: TimeSlices): Promise<FoundElsewhere | undefined> {
    if (slices.isOver) await slices.next();
    if (!this.#mayHold(cited)) return undefined;
    const found = await findLines(await this.#now(), cited, slices);
    if (!found || found.state === "gone") return undefined;
    const before = await this.#before();
    const copy = before && (await findLines(before, cited, slices));
    if (copy && copy.state !== "gone") return undefined;
    if (found.state === "same") return { state: "moved", path: this.path, range: cited, isSure: true };
    return { state: found.state, path: this.path, range: rangeOf(found, cited), isSure: found.isSure };
  }

  #mayHold({ startLine, endLine }: LineRange): boolean {
    const lines = this.#cited.split("\n", endLine + 1).slice(startLine);
    const telling = lines.map((line) => line.trim()).filter(({ length }) => length >= TELLING_LENGTH);
    const held = telling.filter((line) => this.#text.includes(line)).length;
    return telling.length > 0 && held >= SHARED_AT_LEAST * telling.length;
  }
}

type FoundElsewhere = Extract<SourceCheck, { state: "moved" | "changed" }>;

/** What a comparison with another version than the cited one says: where to look, and nothing of what became of it. */
function unpinned(check: SourceCheck): SourceCheck {
  switch (check.state) {
    case "moved":
    case "changed":
      return { state: "cannotCheck", reason: "unpinned", likeliest: { path: check.path, range: check.range } };
    case "cannotCheck":
      return check.reason === "fileMissing" || check.reason === "linesMissing"
        ? { state: "cannotCheck", reason: "unpinned" }
        : check;
    case "cited":
    case "same":
    case "gone":
      return { state: "cannotCheck", reason: "unpinned" };
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function isCertain(found: FoundLines): boolean {
  return found.state === "same" || (found.state !== "gone" && found.isSure);
}

function toCheck(found: FoundLines, path: string, cited: LineRange): SourceCheck {
  switch (found.state) {
    case "same":
    case "gone":
      return found;
    case "moved":
    case "changed":
      return { state: found.state, path, range: rangeOf(found, cited), isSure: found.isSure };
  }
}

/** Columns stay where the text of the lines is the same. */
function rangeOf(
  { state, startLine, endLine }: Extract<FoundLines, { state: "moved" | "changed" }>,
  { startColumn, endColumn }: LineRange,
): LineRange {
  const hasColumns = state === "moved" && startColumn !== undefined && endColumn !== undefined;
  return { startLine, endLine, ...(hasColumns && { startColumn, endColumn }) };
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
