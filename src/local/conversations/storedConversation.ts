/** A conversation as it is kept on disk. Times are milliseconds since the epoch. */
export interface StoredConversation {
  readonly version: 1;
  readonly id: number;
  readonly readToken: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly title: string;
  readonly questions: readonly StoredQuestion[];
}

export interface StoredQuestion {
  /** Unique within its conversation, ascending. */
  readonly id: number;
  readonly text: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Where it is answered from: the folders of the window in which it was asked. */
  readonly folders: readonly string[];
  readonly state: QuestionState;
  /** What has been done for it so far. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly text: string;
  readonly at: number;
}

export type QuestionState =
  | { readonly status: "processing"; readonly worker: Worker }
  | ({ readonly status: "completed" } & Answer)
  | { readonly status: "failed"; readonly message: string }
  | { readonly status: "canceled" };

/** Who answers a question: a process, and which of all that ever had its number. */
export interface Worker {
  readonly pid: number;
  readonly instance: string;
  readonly startedAt: number;
}

/** What was found for a question. */
export interface Answer {
  /** Markdown. */
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  readonly followUps: readonly string[];
  readonly tookMs: number;
  readonly searches: number;
}

export interface AnswerSource {
  /** `File` or `Repository`. */
  readonly type: string;
  /** Relative to the service. */
  readonly link: string;
  readonly label: string;
}

/** What a list shows of a conversation. */
export type StoredSummary = Pick<StoredConversation, "id" | "title" | "createdAt" | "updatedAt" | "readToken">;

/** Reads what is in a conversation's file; `undefined` for what no version of this program wrote. */
export function parseStoredConversation(text: string): StoredConversation | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isConversation(value) ? value : undefined;
}

function isConversation(value: unknown): value is StoredConversation {
  return (
    isObject(value) &&
    value["version"] === 1 &&
    ["id", "createdAt", "updatedAt"].every((key) => Number.isFinite(value[key])) &&
    ["readToken", "title"].every((key) => typeof value[key] === "string") &&
    Array.isArray(value["questions"]) &&
    value["questions"].length > 0 &&
    value["questions"].every(isQuestion)
  );
}

function isQuestion(value: unknown): value is StoredQuestion {
  return (
    isObject(value) &&
    ["id", "createdAt", "updatedAt"].every((key) => Number.isFinite(value[key])) &&
    typeof value["text"] === "string" &&
    isArrayOf(value["folders"], (folder) => typeof folder === "string") &&
    isArrayOf(
      value["steps"],
      (step) => isObject(step) && typeof step["text"] === "string" && Number.isFinite(step["at"]),
    ) &&
    isState(value["state"])
  );
}

function isState(value: unknown): value is QuestionState {
  if (!isObject(value)) return false;
  switch (value["status"]) {
    case "canceled":
      return true;
    case "failed":
      return typeof value["message"] === "string";
    case "processing":
      return (
        isObject(value["worker"]) &&
        Number.isInteger(value["worker"]["pid"]) &&
        Number.isFinite(value["worker"]["startedAt"])
      );
    case "completed":
      return (
        typeof value["text"] === "string" &&
        isArrayOf(
          value["sources"],
          (source) => isObject(source) && ["type", "link", "label"].every((key) => typeof source[key] === "string"),
        ) &&
        isArrayOf(value["followUps"], (text) => typeof text === "string")
      );
    default:
      return false;
  }
}

function isArrayOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isElement);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
