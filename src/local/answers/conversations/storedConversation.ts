import type { ListedSource, PassageLines } from "../../../core/model/conversation.ts";
import { parseJson } from "../../../core/text/parseJson.ts";
import type { Asker } from "../../code/files/access.ts";
import { arePassageLines, isStoredWriting, type StoredWriting } from "./storedWriting.ts";

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
  /** Who asked it, if not the person: what is held back from them is not looked at for the answer. */
  readonly asker?: Asker;
  readonly state: QuestionState;
  /** What has been done for it so far. */
  readonly steps: readonly Step[];
  /** Set if a model is asked to write the answer, whatever becomes of it. */
  readonly writing?: StoredWriting;
  /** The earlier question that this one is shown instead of, and whether it continues that one's words. */
  readonly insteadOf?: InsteadOf;
}

export interface InsteadOf {
  readonly question: number;
  readonly goesOn: boolean;
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

/** The process that answers a question. `instance` distinguishes it from others that had the same number. */
export interface Worker {
  readonly pid: number;
  /** Where it has that number; earlier programs don't record it. */
  readonly machine?: string;
  readonly instance: string;
  /** When the process itself began, as its system counts: a number may have been given to another one since. */
  readonly begun?: string;
  readonly startedAt: number;
  /** How many processes ended while they answered the question. */
  readonly ended?: number;
  /** When it last gave a sign of life, by its own clock. */
  readonly renewedAt?: number;
}

/** What was found for a question. */
export interface Answer {
  /** Markdown. */
  readonly text: string;
  readonly sources: readonly ListedSource[];
  /** What to see first of each passage in it; absent in what earlier versions wrote. */
  readonly passages?: readonly PassageLines[];
  readonly followUps: readonly string[];
  readonly tookMs: number;
  readonly searches: number;
}

/** What a list shows of a conversation. */
export type StoredSummary = Pick<StoredConversation, "id" | "title" | "createdAt" | "updatedAt" | "readToken">;

/** What one version of a conversation contains. */
export interface StoredVersion {
  readonly conversation: StoredConversation;
  /** For each process that wrote the conversation, the last version of its own that this one was made from. */
  readonly writers: Readonly<Record<string, number>>;
}

/**
 * Parses the file of a conversation, whose number is the one in the file's name; returns `undefined` for anything that
 * no version of this program wrote. The result can be encoded safely: its times are valid dates, its counts safe
 * integers.
 */
export function parseStoredConversation(text: string, id: number): StoredVersion | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return undefined;
  }
  if (!isConversation(value)) return undefined;
  const { writers = {}, ...conversation } = value;
  return { conversation: { ...conversation, id }, writers };
}

type Kept = StoredConversation & { readonly writers?: Readonly<Record<string, number>> };

function isConversation(value: unknown): value is Kept {
  return (
    isObject(value) &&
    value["version"] === 1 &&
    isTime(value["createdAt"]) &&
    isTime(value["updatedAt"]) &&
    ["readToken", "title"].every((key) => typeof value[key] === "string") &&
    Array.isArray(value["questions"]) &&
    value["questions"].length > 0 &&
    value["questions"].every(isQuestion) &&
    value["questions"].every(({ id }, index, questions) => index === 0 || id > (questions[index - 1]?.id ?? 0)) &&
    (value["writers"] === undefined ||
      (isObject(value["writers"]) && Object.values(value["writers"]).every(Number.isSafeInteger)))
  );
}

function isQuestion(value: unknown): value is StoredQuestion {
  return (
    isObject(value) &&
    isCount(value["id"]) &&
    value["id"] > 0 &&
    value["id"] <= QUESTIONS_AT_MOST &&
    isTime(value["createdAt"]) &&
    isTime(value["updatedAt"]) &&
    typeof value["text"] === "string" &&
    isArrayOf(value["folders"], (folder) => typeof folder === "string") &&
    isArrayOf(value["steps"], (step) => isObject(step) && typeof step["text"] === "string" && isTime(step["at"])) &&
    isState(value["state"]) &&
    [undefined, "person", "agent", "model"].includes(value["asker"] as Asker | undefined) &&
    (value["writing"] === undefined || isStoredWriting(value["writing"])) &&
    (value["insteadOf"] === undefined ||
      (isObject(value["insteadOf"]) &&
        isCount(value["insteadOf"]["question"]) &&
        typeof value["insteadOf"]["goesOn"] === "boolean"))
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
        isCount(value["worker"]["pid"]) &&
        (value["worker"]["machine"] === undefined || typeof value["worker"]["machine"] === "string") &&
        isTime(value["worker"]["startedAt"]) &&
        (value["worker"]["begun"] === undefined || typeof value["worker"]["begun"] === "string") &&
        (value["worker"]["ended"] === undefined || isCount(value["worker"]["ended"])) &&
        (value["worker"]["renewedAt"] === undefined || isTime(value["worker"]["renewedAt"]))
      );
    case "completed":
      return (
        typeof value["text"] === "string" &&
        isArrayOf(
          value["sources"],
          (source) => isObject(source) && ["type", "link", "label"].every((key) => typeof source[key] === "string"),
        ) &&
        arePassageLines(value["passages"]) &&
        isArrayOf(value["followUps"], (text) => typeof text === "string") &&
        isCount(value["tookMs"]) &&
        isCount(value["searches"])
      );
    default:
      return false;
  }
}

/** Far more than any conversation has, and low enough to go on counting. */
const QUESTIONS_AT_MOST = 1_000_000_000;

/** The latest time of a `Date`. */
const TIME_AT_MOST = 8.64e15;

function isTime(value: unknown): value is number {
  return isCount(value) && value <= TIME_AT_MOST;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isArrayOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isElement);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
