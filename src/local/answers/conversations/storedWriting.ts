import {
  MODEL_ACTIVITIES,
  type ListedSource,
  type ModelActivity,
  type PassageLines,
} from "../../../core/model/conversation.ts";
import { isRecord } from "../../base/jsonFields.ts";

/** A model's part in a question: it is asked once, and never again for the same question. */
export interface StoredWriting {
  /** The name of the model, as it is shown. */
  readonly model: string;
  /** The model that answered, if its server says that it was another one. */
  readonly answeredBy?: string;
  /** Markdown, as much as is written so far; all its links lead to lines that were read. */
  readonly words: string;
  /** The passages that were found, worded as an answer without a model; absent until they are found. */
  readonly passages?: StoredPassages;
  /** How many requests were sent to the model. The tokens below are those of all of them. */
  readonly rounds: number;
  /** What the model was doing when something last came from it; absent while it is not being asked anything. */
  readonly activity?: ModelActivity;
  /** When that was, in milliseconds since the epoch. */
  readonly heardAt?: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether some of the tokens are estimated from the length of the text; absent in what earlier versions wrote. */
  readonly areTokensEstimated?: boolean;
  /** Of the whole answer; absent while it is being written, and if a stop broke it off. */
  readonly counts?: StatementCounts;
  /** What else the person should know. */
  readonly notes: readonly string[];
  /** Where its links lead. Lines are zero-based, inclusive. */
  readonly cited: readonly CitedLines[];
  /** Why the answer was cut short. */
  readonly failure?: StoredFailure;
}

export interface StoredPassages {
  readonly text: string;
  /** What to see first of each; absent in what earlier versions wrote. */
  readonly lines?: readonly PassageLines[];
  readonly sources: readonly ListedSource[];
  readonly followUps: readonly string[];
  readonly searches: number;
}

export interface StatementCounts {
  readonly statements: number;
  readonly unsourced: number;
  readonly removedMarks: number;
  readonly mended: number;
  readonly unfound: number;
}

export interface CitedLines {
  readonly repository: string;
  readonly path: string;
  readonly revision: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface StoredFailure {
  readonly code: string;
  readonly message: string;
  readonly retryAt?: number;
}

/** The whole text of an answer: the words, then the passages. */
export function textOfWriting({ words, passages }: Pick<StoredWriting, "words" | "passages">): string {
  return [words, passages?.text ?? ""].filter((text) => text !== "").join("\n\n---\n\n");
}

/** Whether this is a model's part in a question as some version of this program wrote it. */
export function isStoredWriting(value: unknown): value is StoredWriting {
  if (!isRecord(value)) return false;
  const { model, answeredBy = "", words, passages, areTokensEstimated = false, counts, notes, cited, failure } = value;
  const { activity = "silent", heardAt = 0 } = value;
  return (
    [model, answeredBy, words].every((text) => typeof text === "string") &&
    ["rounds", "inputTokens", "outputTokens"].every((key) => isCount(value[key])) &&
    typeof areTokensEstimated === "boolean" &&
    MODEL_ACTIVITIES.some((known) => known === activity) &&
    isCount(heardAt) &&
    (passages === undefined || isPassages(passages)) &&
    (counts === undefined || (isRecord(counts) && COUNTS.every((key) => isCount(counts[key])))) &&
    Array.isArray(notes) &&
    notes.every((note) => typeof note === "string") &&
    Array.isArray(cited) &&
    cited.every(isCitedLines) &&
    (failure === undefined ||
      (isRecord(failure) &&
        [failure["code"], failure["message"]].every((text) => typeof text === "string") &&
        (failure["retryAt"] === undefined || (isCount(failure["retryAt"]) && failure["retryAt"] <= 8.64e15))))
  );
}

const COUNTS = ["statements", "unsourced", "removedMarks", "mended", "unfound"] as const;

function isPassages(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["text"] === "string" &&
    arePassageLines(value["lines"]) &&
    Array.isArray(value["sources"]) &&
    value["sources"].every(
      (source) => isRecord(source) && ["type", "link", "label"].every((key) => typeof source[key] === "string"),
    ) &&
    Array.isArray(value["followUps"]) &&
    value["followUps"].every((text) => typeof text === "string") &&
    isCount(value["searches"])
  );
}

/** Whether these are what to see first of some passages; they may be absent. */
export function arePassageLines(value: unknown): boolean {
  const areCounts = (list: unknown): boolean => Array.isArray(list) && list.every(isCount);
  return (
    value === undefined ||
    (Array.isArray(value) &&
      value.every((each) => isRecord(each) && areCounts(each["shown"]) && areCounts(each["marks"])))
  );
}

function isCitedLines(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["repository", "path", "revision"].every((key) => typeof value[key] === "string") &&
    ["startLine", "endLine"].every((key) => isCount(value[key]))
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
