import {
  conversationId,
  MODEL_ACTIVITIES,
  type Conversation,
  type ConversationSummary,
  type Outcome,
  type Question,
  type WrittenAnswer,
} from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { defined, JsonObject, toWhole } from "../http/json.ts";
import { decodeExtras, decodeFailureCode, decodeQuota, decodeWebUrl, stepsOf } from "./conversationFields.ts";
import { reason } from "../../core/model/reasons.ts";
import type { CompleteTexts } from "./growingAnswers.ts";

/** Reads a ConversationSummary. Throws `malformed`. */
export function decodeSummary(summary: JsonObject, baseUrl: string): ConversationSummary {
  const name = expectName(summary);
  const webUrl = decodeWebUrl(summary.string("url"), baseUrl);
  return {
    name,
    title: summary.string("title") ?? "",
    ...defined({
      createdAt: summary.time("createTime"),
      updatedAt: summary.time("updateTime"),
      webUrl,
      readToken: /\/deepsearch\/(?:shared\/)?([0-9a-f]{8}-[0-9a-f-]{27})(?:[/?#]|$)/i.exec(webUrl ?? "")?.[1],
      ownerId: /^users\/([^/~-][^/]*)\//.exec(name)?.[1],
      isOwner: summary.object("viewer")?.maybeBoolean("isOwner"),
      isStarred: summary.maybeBoolean("starred"),
    }),
  };
}

/** The last questions that are read: nobody asks more, and each takes some microseconds. */
const QUESTIONS_AT_MOST = 5000;

/**
 * Reads a Conversation of the new interface; `complete` completes the texts of an answer that is being written. Throws
 * `malformed`.
 */
export function decodeConversation(
  json: unknown,
  baseUrl: string,
  complete: CompleteTexts = (_, texts) => texts,
): Conversation {
  const conversation = JsonObject.expect(json, "conversation");
  const state = decodeState(conversation);
  const isOver = ["failed", "canceled"].includes(state("", []).status);
  const listed = conversation.objects("questions").slice(-QUESTIONS_AT_MOST);
  const questions = listed.length === 0 && isOver ? [JsonObject.expect({}, "question")] : listed;
  return {
    ...decodeSummary(conversation, baseUrl),
    questions: questions.map((question, index) =>
      decodeQuestion(question, index, index === questions.length - 1 && state, complete),
    ),
    ...defined({ quota: decodeQuota(conversation.object("quotaUsage")) }),
  };
}

function expectName(json: JsonObject): string {
  const name = json.string("name");
  if (!name || conversationId(name) === "") throw new ServiceError("malformed", reason("noId"));
  return name;
}

type State = (answer: string, steps: readonly string[]) => Outcome;

/** The state belongs to the conversation, and so to its last question: those before it are answered. */
function decodeQuestion(question: JsonObject, index: number, state: State | false, complete: CompleteTexts): Question {
  const whole = decodeAnswer(question.get("answer"));
  const written = decodeWritten(question.object("plumblineWritten"), whole.texts, complete);
  const answer = written ? { ...whole, text: written.answer } : whole;
  const inputs = question.objects("input");
  const images = inputs.flatMap((input) => input.object("image")?.string("uri") ?? []);
  const unknown = [...inputs.flatMap((input) => unknownKinds(input, ["question", "image"])), ...answer.unknown];
  const extras = decodeExtras(question);
  return {
    id: String(index),
    text: inputs.flatMap((input) => input.object("question")?.string("text") ?? []).join("\n\n"),
    outcome: state ? state(answer.text, stepsOf(extras.turns)) : { status: "completed", answer: answer.text },
    ...extras,
    ...(written && { written: written.written }),
    ...defined({
      insteadOf: question.whole("plumblineInsteadOf"),
      passages: decodePassageLines(question.get("plumblinePassages")),
    }),
    ...(images.length > 0 ? { images } : {}),
    ...(unknown.length > 0 ? { unknownBlocks: [...new Set(unknown)] } : {}),
    ...defined({ createdAt: question.time("createTime"), updatedAt: question.time("updateTime") }),
  };
}

/** An answer that a model writes: its words, if there are any yet, are the first block; passages follow. */
function decodeWritten(
  json: JsonObject | undefined,
  told: readonly string[],
  complete: CompleteTexts,
): { readonly answer: string; readonly written: WrittenAnswer } | undefined {
  const model = json?.string("model");
  if (json === undefined || model === undefined) return undefined;
  const texts = complete(json, told);
  const hasWords = json.boolean("hasWords");
  const failure = json.object("failure");
  const count = (name: string) => Math.max(0, json.whole(name) ?? 0);
  return {
    answer: hasWords ? (texts[0] ?? "") : texts.join("\n\n"),
    written: {
      model,
      passages: hasWords ? texts.slice(1).join("\n\n") : "",
      rounds: count("rounds"),
      inputTokens: count("inputTokens"),
      outputTokens: count("outputTokens"),
      notes: json.strings("notes"),
      ...defined({
        answeredBy: json.string("answeredBy"),
        activity: MODEL_ACTIVITIES.find((known) => known === json.string("activity")),
        areTokensEstimated: json.boolean("tokensEstimated") || undefined,
        statements: json.whole("statements"),
        unsourced: json.whole("unsourced"),
        unfound: json.whole("unfound"),
        failure: failure && {
          code: failure.string("code") ?? "",
          message: failure.string("message") ?? "",
          ...defined({ retryAt: failure.time("retryTime") }),
        },
      }),
    },
  };
}

/** `undefined` if the service doesn't say what to see first. */
function decodePassageLines(value: unknown): Question["passages"] {
  if (!Array.isArray(value)) return undefined;
  const wholes = (json: JsonObject, name: string) => json.list(name).map((each) => toWhole(each) ?? 0);
  return value.flatMap((each) => {
    const json = JsonObject.of(each);
    return json ? [{ shown: wholes(json, "shown"), marks: wholes(json, "marks") }] : [];
  });
}

interface DecodedAnswer {
  readonly text: string;
  readonly texts: readonly string[];
  readonly unknown: readonly string[];
}

/** Blocks of `{markdown: {text}}`, or, in early drafts, the text itself. */
function decodeAnswer(answer: unknown): DecodedAnswer {
  if (typeof answer === "string") return { text: answer, texts: [answer], unknown: [] };
  const blocks = (Array.isArray(answer) ? answer : [answer]).map((block) =>
    typeof block === "string" ? block : JsonObject.of(block),
  );
  const texts = blocks.flatMap((block) => (typeof block === "string" ? block : (textOf(block) ?? [])));
  const unknown = blocks.flatMap((block) => (typeof block === "object" ? unknownKinds(block, ["markdown"]) : []));
  return { text: texts.join("\n\n"), texts, unknown };
}

function textOf(block: JsonObject | undefined): string | undefined {
  return block?.object("markdown")?.string("text") ?? block?.string("markdown");
}

/** A block is an object with one key, its kind. */
function unknownKinds(block: JsonObject, known: readonly string[]): readonly string[] {
  return known.some((kind) => block.get(kind) !== undefined) ? [] : block.keys.slice(0, 1);
}

/** A one-key object, or, in early drafts, a string such as `STATE_COMPLETED`. */
function decodeState(conversation: JsonObject): State {
  const value = conversation.get("state");
  const state = JsonObject.of(value);
  const word = typeof value === "string" ? value : (state?.keys.find((key) => state.get(key) !== undefined) ?? "");
  switch (word.replace(/^STATE_/i, "").toLowerCase()) {
    case "completed":
      return (answer) => ({ status: "completed", answer });
    case "canceled":
    case "cancelled":
      return (partialAnswer) => ({ status: "canceled", partialAnswer });
    case "error":
    case "failed":
      return decodeFailure(state?.object(word) ?? conversation.object("error"));
    case "processing":
    case "pending":
      return (answer, steps) => ({ status: "processing", steps, ...(answer && { partialAnswer: answer }) });
    default: // may be final or not: `watchConversation` decides
      return (answer, steps) => ({
        status: "processing",
        steps,
        ...(answer && { partialAnswer: answer }),
        unknownState: word,
      });
  }
}

function decodeFailure(error: JsonObject | undefined): State {
  const reason = error?.string("message") ?? "";
  const details = error?.string("details");
  const failure = {
    status: "failed",
    code: decodeFailureCode(error?.string("code")),
    reason,
    ...(details && details !== reason ? { details } : {}),
    ...defined({ retryAt: error?.time("retryTime") }),
  } as const;
  return (partialAnswer) => ({ ...failure, partialAnswer });
}
