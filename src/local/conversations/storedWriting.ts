import { MODEL_ACTIVITIES, type ListedSource, type ModelActivity } from "../../core/model/conversation.ts";
import { isRecord } from "../http/jsonFields.ts";

/** What a model has to do with a question: it is asked once, and never again for the same question. */
export interface StoredWriting {
  /** The model, as it is shown. */
  readonly model: string;
  /** The model that answered, where its server says that it was another one. */
  readonly answeredBy?: string;
  /** Markdown; all its links lead to lines that were read. What there is, while it is written. */
  readonly words: string;
  /** The passages that were found, as they are answered with where there is no model; absent until they are. */
  readonly passages?: StoredPassages;
  /** Requests to the model, and what they took in all. */
  readonly rounds: number;
  /** What the model was doing when something last came from it; absent where it is not asked anything. */
  readonly activity?: ModelActivity;
  /** When that was, in milliseconds since the epoch. */
  readonly heardAt?: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether some of them are known by the length of the text alone; absent from what earlier versions wrote. */
  readonly areTokensEstimated?: boolean;
  /** Of the whole answer; absent while it is written and where it was broken off by a stop. */
  readonly counts?: StatementCounts;
  /** What the person should know besides. */
  readonly notes: readonly string[];
  /** Where its links lead. Lines are zero-based, inclusive. */
  readonly cited: readonly CitedLines[];
  /** Why there is no more of it. */
  readonly failure?: StoredFailure;
}

export interface StoredPassages {
  readonly text: string;
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

/** What an answer says as a whole: the words, then the passages. */
export function textOfWriting({ words, passages }: Pick<StoredWriting, "words" | "passages">): string {
  return [words, passages?.text ?? ""].filter((text) => text !== "").join("\n\n---\n\n");
}

/** Whether this is what a version of this program wrote of a model. */
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
    Array.isArray(value["sources"]) &&
    value["sources"].every(
      (source) => isRecord(source) && ["type", "link", "label"].every((key) => typeof source[key] === "string"),
    ) &&
    Array.isArray(value["followUps"]) &&
    value["followUps"].every((text) => typeof text === "string") &&
    isCount(value["searches"])
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
