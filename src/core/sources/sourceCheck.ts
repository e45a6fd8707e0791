import { findLines, type LineFate } from "../lines/citedLines.ts";
import { Elsewhere, UNKNOWN, type Candidates, type OtherFiles } from "../lines/elsewhere.ts";
import { excerptOf } from "./excerpt.ts";
import type { FileAtRevision } from "../model/service.ts";
import { isPinned, keptContentHash } from "./pinnedRevision.ts";
import type { LineRange, SourceLocation } from "./sourceLink.ts";
import type { Lines } from "../lines/lineMap.ts";
import { TextLines } from "../text/textLines.ts";
import { TimeSlices } from "../text/timeSlices.ts";
import { compareVersions, type Versions } from "../lines/versions.ts";

/**
 * How a source compares with the user's own copy of the code.
 *
 * - `cited`: the lines exist at the cited revision; there is no local copy to compare them with. If `isNow`, a branch
 *   or no revision was cited, and they exist there now.
 * - `same`: they are in the local copy, under the same numbers.
 * - `moved`, `changed`: they are at `range` now, in `path`. Not `isSure` if other places are as likely.
 * - `gone`: they are no longer there. `nearLine` is where they were; without it the file is gone. Not `isSure` if
 *   something of theirs may still be there, or in a file that was not read.
 * - `cannotCheck`: with the reason. All other states are about what was cited, and nothing else. `likeliest` is where
 *   the lines are that are now in the place of the cited ones.
 */
export type SourceCheck =
  | { readonly state: "same" }
  | { readonly state: "cited"; readonly isNow?: true }
  | {
      readonly state: "moved" | "changed";
      readonly path: string;
      readonly range: LineRange;
      readonly isSure: boolean;
    }
  | { readonly state: "gone"; readonly isSure: boolean; readonly nearLine?: number }
  | {
      readonly state: "cannotCheck";
      readonly reason: CheckProblem;
      readonly likeliest?: { readonly path: string; readonly range: LineRange };
    };

/**
 * - `fileMissing`, `linesMissing`: what is cited does not exist at the cited revision.
 * - `notText`: a binary file, a folder, or one too large to be compared.
 * - `unavailable`: the cited version is available neither from git nor from the service.
 * - `unpinned`: a branch, or no revision, was cited: what that was then can't be distinguished from what it is now.
 * - `tooMany`: so many files were cited that this one was not requested.
 */
export type CheckProblem = "fileMissing" | "linesMissing" | "notText" | "unavailable" | "unpinned" | "tooMany";

/** What has become of a source. `excerpt` is the beginning of what was cited, if that could be read. */
export interface SourceFinding {
  readonly check: SourceCheck;
  readonly excerpt?: string;
}

/** The same, with the number of the source in its conversation. */
export interface CheckedSource extends SourceFinding {
  readonly index: number;
}

/** `isMovable` if the revision looks like the hash of a commit, but may be the name of a branch. */
export type FileText = { readonly isMovable?: boolean } & (
  { readonly text: string } | { readonly problem: Exclude<CheckProblem, "linesMissing" | "unpinned"> }
);

/** Where the versions of files come from. All methods reject only with an `AbortError`. */
export interface VersionReader {
  /** The file as it was cited. */
  readCited(file: FileAtRevision, signal?: AbortSignal): Promise<FileText>;
  /** The file in the local copy; `undefined` if there is no local copy of its repository. */
  readLocal(file: Pick<FileAtRevision, "repository" | "path">, signal?: AbortSignal): Promise<FileText | undefined>;
  /**
   * Other files of the local copy that cited lines may be in now, likeliest first: what the file was renamed to, what
   * else was edited.
   */
  findCandidates(file: FileAtRevision, signal?: AbortSignal): Promise<Candidates>;
}

export interface CheckOptions {
  readonly signal?: AbortSignal;
  /** The number of files requested at the cited revision at most; sources in others are `tooMany`. */
  readonly maxFiles?: number;
}

/** Short, because it runs in the background while the user types. */
const SLICE_MS = 2;
/** How many files are read ahead while others are compared. */
const AHEAD = 3;
/** If less than this part of the cited text is left in a file, another one that has all of it is preferred. */
const LITTLE_LEFT = 0.5;

/**
 * Checks sources against the cited revision and the local copy, file by file; yields each by its index as soon as its
 * result is known. Sources in one file share its reading and comparison. Never blocks anything else for longer than a
 * few milliseconds. Leaving the loop ends it; aborting rejects with an `AbortError`.
 */
export async function* checkSources(
  sources: readonly SourceLocation[],
  reader: VersionReader,
  { signal, maxFiles = 100 }: CheckOptions = {},
): AsyncGenerator<CheckedSource, void> {
  const groups = [...Map.groupBy(sources.keys(), (index) => keyOf(sources[index])).values()];
  const slices = new TimeSlices({ sliceMs: SLICE_MS, ...(signal && { signal }) });
  const others = new Map<string, Elsewhere>();
  const elsewhere = (source: SourceLocation): Elsewhere => {
    const key = JSON.stringify([source.repository, source.revision]);
    const known = others.get(key) ?? new Elsewhere(otherFiles(source, reader, signal), slices);
    others.set(key, known);
    return known;
  };
  const reading: Promise<FileCheck | undefined>[] = [];
  let begun = 0;
  for (const indices of groups) {
    for (; begun < groups.length && reading.length <= AHEAD; begun++) {
      const source = sources[groups[begun]?.[0] ?? -1];
      const file =
        source && begun < maxFiles
          ? readVersions(source, reader, elsewhere(source), signal)
          : Promise.resolve(undefined);
      file.catch(() => undefined); // it is awaited when its turn comes
      reading.push(file);
    }
    const file = await reading.shift(); // not kept longer than its turn: it holds two versions as lines and words
    for (const index of indices) {
      const source = sources[index];
      if (!source) continue;
      if (slices.isOver) await slices.next();
      if (file) yield { index, check: await file.check(source, slices), ...(await file.excerpt(source, slices)) };
      else yield { index, check: { state: "cannotCheck", reason: "tooMany" } };
    }
  }
}

function otherFiles({ repository, revision }: SourceLocation, reader: VersionReader, signal?: AbortSignal): OtherFiles {
  const textOf = (file: FileText) => ("text" in file ? file.text : undefined);
  return {
    readNow: async (path) => {
      const file = await reader.readLocal({ repository, path }, signal);
      return file && ("text" in file || file.problem === "notText") ? textOf(file) : UNKNOWN;
    },
    readThen: async (path) => {
      if (keptContentHash(revision) !== undefined) return UNKNOWN; // it stands for one file, and no other
      const file = await reader.readCited({ repository, path, ...(revision && { revision }) }, signal);
      return "problem" in file && file.problem !== "fileMissing" ? UNKNOWN : textOf(file);
    },
  };
}

function keyOf(source: SourceLocation | undefined): string {
  return JSON.stringify([source?.repository, source?.revision, source?.path]);
}

async function readVersions(
  source: SourceLocation,
  reader: VersionReader,
  elsewhere: Elsewhere,
  signal?: AbortSignal,
): Promise<FileCheck> {
  const [cited, local] = await Promise.all([reader.readCited(source, signal), reader.readLocal(source, signal)]);
  return new FileCheck(source, cited, local, reader, signal, elsewhere);
}

const LINES_MISSING: SourceCheck = { state: "cannotCheck", reason: "linesMissing" };

/** The cited version of one file, and the current one. */
class FileCheck {
  readonly #file: FileAtRevision;
  readonly #cited: FileText;
  readonly #local: FileText | undefined;
  readonly #reader: VersionReader;
  readonly #signal: AbortSignal | undefined;
  readonly #elsewhere: Elsewhere;
  #versions: Promise<Versions> | undefined;
  #citedLines: Promise<TextLines> | undefined;

  constructor(
    file: FileAtRevision,
    cited: FileText,
    local: FileText | undefined,
    reader: VersionReader,
    signal: AbortSignal | undefined,
    elsewhere: Elsewhere,
  ) {
    this.#elsewhere = elsewhere;
    this.#file = file;
    this.#cited = cited;
    this.#local = local;
    this.#reader = reader;
    this.#signal = signal;
  }

  async excerpt({ range }: SourceLocation, slices: TimeSlices): Promise<Pick<CheckedSource, "excerpt">> {
    const lines = range && "text" in this.#cited ? await this.#readLines(this.#cited.text, slices) : undefined;
    const excerpt = range && lines ? excerptOf(lines, range) : "";
    return excerpt === "" ? {} : { excerpt };
  }

  async check(source: SourceLocation, slices: TimeSlices): Promise<SourceCheck> {
    const check = await this.#compare(source, slices);
    return isPinned(this.#file.revision) && this.#cited.isMovable !== true ? check : unpinned(check);
  }

  async #compare({ path, range }: SourceLocation, slices: TimeSlices): Promise<SourceCheck> {
    if ("problem" in this.#cited) return { state: "cannotCheck", reason: this.#cited.problem };
    const { text } = this.#cited;
    const lines = await this.#readLines(text, slices);
    const isMissing = range !== undefined && range.endLine >= lines.length;
    if (this.#local === undefined) return isMissing ? LINES_MISSING : { state: "cited" };
    if ("problem" in this.#local && this.#local.problem !== "fileMissing") {
      return { state: "cannotCheck", reason: this.#local.problem };
    }
    if (isMissing) return LINES_MISSING;
    let found: LineFate | undefined;
    if ("text" in this.#local) {
      if (this.#local.text === text) return { state: "same" };
      if (range === undefined) return this.#wholeFile(path, this.#local.text, lines, slices);
      this.#versions ??= compareVersions(text, this.#local.text, slices, path);
      found = await findLines(await this.#versions, range, slices);
      if (found && isCertain(found)) return toCheck(found, path, range);
    }
    const cited = range ?? { startLine: 0, endLine: lines.length - 1 };
    const wanted = wantedElsewhere(found);
    const candidates = wanted && (await this.#reader.findCandidates(this.#file, this.#signal));
    const search =
      candidates &&
      (await this.#elsewhere.find({ path, text, lines, ...linesIn(cited) }, candidates, wanted === "whole"));
    const elsewhere = search?.found;
    if (elsewhere && (wanted === "anything" || elsewhere.state === "moved")) {
      const { state, path: other, isSure } = elsewhere;
      const place = rangeOf(elsewhere, cited);
      const isNothingHere = wanted === "anything" || (found && "share" in found && found.share === 0);
      return { state, path: other, range: place, isSure: isSure && isNothingHere === true };
    }
    const isThorough = search?.isThorough ?? false;
    if (!found) return { state: "gone", isSure: isThorough };
    const check = toCheck(found, path, cited);
    return check.state === "gone" ? { ...check, isSure: check.isSure && isThorough } : check;
  }

  /** The lines of the cited text. */
  #readLines(text: string, slices: TimeSlices): Promise<TextLines> {
    return (this.#citedLines ??= TextLines.read(text, slices));
  }

  async #wholeFile(path: string, current: string, cited: TextLines, slices: TimeSlices): Promise<SourceCheck> {
    if (await isSameText(cited, await TextLines.read(current, slices), slices)) return { state: "same" };
    return { state: "changed", path, range: { startLine: 0, endLine: 0 }, isSure: true };
  }
}

/** Whether all lines are the same, whatever their line endings. */
async function isSameText(one: TextLines, other: TextLines, slices: TimeSlices): Promise<boolean> {
  if (one.length !== other.length) return false;
  for (let line = 0; line < one.length; line++) {
    if (line % 256 === 0 && slices.isOver) await slices.next();
    if (one.at(line) !== other.at(line)) return false;
  }
  return true;
}

/** What a comparison with a version other than the cited one says: where to look, not what became of the source. */
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
      return { state: "cited", isNow: true };
    case "same":
    case "gone":
      return { state: "cannotCheck", reason: "unpinned" };
  }
}

/**
 * Lines that may still be in their own file are not looked for in others, unless little is left here: then all of it
 * may be elsewhere.
 */
function wantedElsewhere(own: LineFate | undefined): "anything" | "whole" | undefined {
  if (!own || own.state === "gone") return "anything";
  return own.state === "changed" && own.share < LITTLE_LEFT ? "whole" : undefined;
}

function isCertain(found: LineFate): boolean {
  return found.state === "same" || (found.state !== "gone" && found.isSure);
}

function toCheck(found: LineFate, path: string, cited: LineRange): SourceCheck {
  switch (found.state) {
    case "same":
    case "gone":
      return found;
    case "moved":
    case "changed":
      return { state: found.state, path, range: rangeOf(found, cited), isSure: found.isSure };
  }
}

/** Columns stay if the text of the lines is the same, down to its indentation. */
function rangeOf(
  {
    state,
    startLine,
    endLine,
    isReindented,
  }: Pick<Extract<LineFate, { state: "moved" | "changed" }>, "state" | "startLine" | "endLine" | "isReindented">,
  { startColumn, endColumn }: LineRange,
): LineRange {
  const hasColumns = state === "moved" && isReindented !== true && startColumn !== undefined && endColumn !== undefined;
  return { startLine, endLine, ...(hasColumns && { startColumn, endColumn }) };
}

function linesIn({ startLine, endLine }: LineRange): Lines {
  return { startLine, endLine };
}
