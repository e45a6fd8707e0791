import {
  checkSources,
  type VersionReader,
  type FileText,
  type SourceCheck,
} from "../../../src/core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../../src/core/sources/sourceLink.ts";
import type { GitLines } from "./gitLines.ts";
import type { Release, Truth } from "./truth.ts";
import type { Range } from "./text.ts";

/** Cited lines, and what became of them. */
export interface Citation extends Range {
  readonly path: string;
  readonly truth: Truth;
}

/** Two versions, with what git says about them. */
export interface Step {
  readonly name: string;
  readonly from: Release;
  readonly to: Release;
  readonly citations: readonly Citation[];
  readonly byGit: GitLines;
  readonly renamed: ReadonlyMap<string, string>;
  readonly changed: readonly string[];
}

/** How many citations of a kind were found, and by which method. */
export interface Score {
  count: number;
  right: number;
  /** Offered with *perhaps*, and right. */
  hedged: number;
  wrong: number;
  /** Said without *perhaps*, and wrong. */
  wrongCertain: number;
  byGit: number;
  byText: number;
  byNumber: number;
}

/** A wrong answer, for inspection. */
export interface Miss {
  readonly step: Step;
  readonly citation: Citation;
  readonly check: SourceCheck;
  readonly isCertain: boolean;
}

export function newScore(): Score {
  return { count: 0, right: 0, hedged: 0, wrong: 0, wrongCertain: 0, byGit: 0, byText: 0, byNumber: 0 };
}

/** Adds the second to the first. */
export function addScore(sum: Score, other: Score): void {
  for (const key of Object.keys(sum) as (keyof Score)[]) sum[key] += other[key];
}

const REVISION = "0123456789abcdef0123456789abcdef01234567";

/**
 * Has Plumbline look for what is cited, as it does for an answer, and compares the result with the truth; adds to the
 * scores by `keyOf`.
 */
export async function score(
  step: Step,
  scores: Map<string, Score>,
  keyOf: (citation: Citation) => string,
  onMiss: (miss: Miss) => void = () => undefined,
): Promise<void> {
  const sources = step.citations.map(({ path, startLine, endLine }): SourceLocation => ({
    repository: "it",
    revision: REVISION,
    path,
    range: { startLine, endLine },
  }));
  for await (const { index, check } of checkSources(sources, copiesOf(step), { maxFiles: Infinity })) {
    const citation = step.citations[index];
    if (!citation) continue;
    const key = keyOf(citation);
    const sum = scores.get(key) ?? newScore();
    scores.set(key, sum);
    const { isRight, isHedged } = judge(citation, check);
    sum.count++;
    if (isRight) sum.right++;
    else sum.wrong++;
    if (isRight && isHedged) sum.hedged++;
    if (!isRight && !isHedged) sum.wrongCertain++;
    if (!isRight) onMiss({ step, citation, check, isCertain: !isHedged });
    const { path, startLine, truth } = citation;
    const isAt = (line: number | undefined) =>
      truth.place === undefined ? line === undefined : truth.place.path === path && truth.place.startLine === line;
    if (isAt(step.to.files.has(path) ? step.byGit(path, startLine) : undefined)) sum.byGit++;
    if (isAt(step.to.files.has(path) ? byText(step, citation) : undefined)) sum.byText++;
    if (isAt(step.to.files.has(path) ? startLine : undefined)) sum.byNumber++;
  }
}

function byText({ from, to }: Step, { path, startLine, endLine }: Citation): number | undefined {
  return to.text(path).of(from.text(path).lines.slice(startLine, endLine + 1))[0];
}

/** What no longer has a place is gone, or perhaps somewhere: never certainly anywhere. */
function judge(
  { path, startLine, endLine, truth: { kind, place } }: Citation,
  check: SourceCheck,
): { readonly isRight: boolean; readonly isHedged: boolean } {
  if (kind === "ambiguous") {
    const isHedged = check.state !== "same" && !("isSure" in check && check.isSure);
    return { isRight: isHedged, isHedged };
  }
  switch (check.state) {
    case "same":
      return {
        isRight: place?.path === path && place.startLine === startLine && (isEdited(kind) || place.endLine === endLine),
        isHedged: false,
      };
    case "moved":
    case "changed": {
      if (!place) return { isRight: !check.isSure, isHedged: !check.isSure };
      const { range } = check;
      const isEnd = isEdited(kind) || range.endLine === place.endLine;
      return {
        isRight: place.path === check.path && place.startLine === range.startLine && isEnd,
        isHedged: !check.isSure,
      };
    }
    case "gone":
      return { isRight: place === undefined, isHedged: !check.isSure };
    case "cited":
    case "cannotCheck":
      return { isRight: false, isHedged: true };
  }
}

function isEdited(kind: string): boolean {
  return kind.startsWith("edited");
}

function copiesOf({ from, to, renamed, changed }: Step): VersionReader {
  const read = (release: Release, path: string): FileText => {
    const text = release.files.get(path);
    return text === undefined ? { problem: "fileMissing" } : { text };
  };
  return {
    readCited: ({ path }) => Promise.resolve(read(from, path)),
    readLocal: ({ path }) => Promise.resolve(read(to, path)),
    findCandidates: ({ path }) =>
      Promise.resolve({ ...(renamed.has(path) && { renamedTo: renamed.get(path) ?? "" }), paths: changed }),
  };
}
