import { BadBody, sendJson, sendText, type Exchange } from "../http/exchange.ts";
import { field } from "../../base/jsonFields.ts";
import { failureWords } from "./failureWords.ts";
import { isAskedByPerson, lentModel, QUESTION_AT_MOST, type ConversationServices } from "./newInterface.ts";
import { encodeDetails } from "./questionFields.ts";
import type {
  StoredConversation,
  StoredQuestion,
  StoredSummary,
} from "../../answers/conversations/storedConversation.ts";
import { textOfWriting } from "../../answers/conversations/storedWriting.ts";
import { l10n } from "../../base/l10n.ts";

export const LEGACY_PREFIX = "/.api/deepsearch/v1";

/** The legacy conversation interface. Errors are JSON with a `message`. */
export async function answerLegacyInterface(exchange: Exchange, services: ConversationServices): Promise<void> {
  try {
    const [status, body] = await route(exchange, services);
    sendJson(exchange, status, body);
  } catch (error) {
    if (error instanceof BadBody) {
      sendJson(exchange, 400, { message: error.message });
    } else if (error instanceof LegacyError) {
      if (error instanceof MethodNotAllowed) sendText(exchange, error.status, error.message, { allow: error.allow });
      else sendJson(exchange, error.status, { message: error.message });
    } else {
      sendJson(exchange, 500, { message: failureWords(error, services.store.folder) });
      throw error;
    }
  }
}

class LegacyError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

class MethodNotAllowed extends LegacyError {
  /** The methods that are allowed, as the header lists them. */
  readonly allow: string;

  constructor(allow: string) {
    super(405, "Method Not Allowed");
    this.allow = allow;
  }
}

async function route(
  exchange: Exchange,
  services: ConversationServices,
): Promise<readonly [status: number, body: unknown]> {
  const { answers } = services;
  const [, conversationId, questionId, cancel] =
    /^(?:\/([1-9]\d{0,14})(?:\/questions(?:\/([1-9]\d{0,14})(\/cancel)?)?)?)?\/?$/.exec(
      exchange.path.slice(LEGACY_PREFIX.length),
    ) ?? [];
  const isQuestions = conversationId !== undefined && exchange.path.includes("/questions");
  const id = Number(conversationId);
  const method = exchange.method;
  if (conversationId === undefined) {
    if (!/^\/?$/.test(exchange.path.slice(LEGACY_PREFIX.length))) throw notFound();
    if (method === "GET") return [200, await list(exchange, services)];
    if (method === "POST")
      return [
        202,
        encodeConversation(
          await answers.create(await readQuestion(exchange), services.folders(), {
            model: lentModel(exchange, services),
            showsIgnored: isAskedByPerson(exchange),
          }),
          services,
        ),
      ];
    // On the service, DELETE would delete everything here. This one refuses it.
    throw new MethodNotAllowed("GET, POST");
  }
  if (!isQuestions) {
    if (method === "GET")
      return [
        200,
        {
          ...encodeConversation(found(await answers.get(id)), services),
          viewer: { is_owner: true },
          quota_usage: QUOTA,
        },
      ];
    if (method === "DELETE") {
      if (!(await answers.delete(id))) throw notFound();
      return [200, {}];
    }
    throw new MethodNotAllowed("GET, DELETE");
  }
  if (questionId === undefined) {
    if (method !== "POST") throw new MethodNotAllowed("POST");
    const text = await readQuestion(exchange, id);
    const asking = { model: lentModel(exchange, services), showsIgnored: isAskedByPerson(exchange) };
    const { questions } = found(await answers.add(id, text, services.folders(), asking));
    return [202, encodeQuestion(found(questions.at(-1)), id)];
  }
  const isMeant = (question: StoredQuestion) => question.id === Number(questionId);
  if (cancel === undefined && method === "GET")
    return [200, encodeQuestion(found(found(await answers.get(id)).questions.find(isMeant)), id)];
  if (cancel !== undefined && method === "POST") {
    found(found(await answers.get(id)).questions.find(isMeant));
    return [
      200,
      encodeQuestion(found(found(await answers.cancel(id, Number(questionId))).questions.find(isMeant)), id),
    ];
  }
  throw new MethodNotAllowed(cancel === undefined ? "GET" : "POST");
}

/** Unlimited: everything happens on this machine. */
const QUOTA = { total_quota: 0, quota_limit: -1, reset_time: "1970-01-01T00:00:00Z" };

async function readQuestion(exchange: Exchange, id?: number): Promise<string> {
  const body = await exchange.readBody();
  if (id !== undefined && field(body, "conversation_id") !== id)
    throw new LegacyError(400, "conversation_id must be the conversation's in the path.");
  const question = field(body, "question");
  if (typeof question !== "string" || question.trim() === "") throw new LegacyError(400, "question is missing.");
  if (question.length > QUESTION_AT_MOST)
    throw new LegacyError(400, l10n.t("The question is longer than {0} characters.", l10n.number(QUESTION_AT_MOST)));
  return question.trim();
}

async function list(
  { parameters, signal }: Pick<Exchange, "parameters" | "signal">,
  services: ConversationServices,
): Promise<object> {
  const sort = /^(-?)(id|created_at|updated_at)$/.exec(parameters.get("sort") ?? "-updated_at");
  if (!sort) throw new LegacyError(400, "sort must be one of id, created_at, updated_at, with or without a minus.");
  const first = parameters.get("page_first") ?? "50";
  if (!/^\d{1,6}$/.test(first) || Number(first) === 0) throw new LegacyError(400, "page_first must be a number.");
  const key = { id: "id", created_at: "createdAt", updated_at: "updatedAt" }[sort[2] ?? ""] as
    "id" | "createdAt" | "updatedAt";
  const direction = sort[1] === "-" ? -1 : 1;
  const filters: readonly (readonly [
    parameter: string,
    isMatch: (summary: StoredSummary, value: string) => boolean,
  ])[] = [
    ["filter_id", ({ id }, value) => String(id) === value],
    ["filter_user_id", (_, value) => value === "1"],
    ["filter_read_token", ({ readToken }, value) => readToken === value],
    ["filter_is_starred", (_, value) => value !== "true"],
  ];
  const { store, answers } = services;
  const summaries = (await store.summaries())
    .filter((summary) =>
      filters.every(([name, isMatch]) => !parameters.get(name) || isMatch(summary, parameters.get(name) ?? "")),
    )
    .sort((a, b) => direction * (a[key] - b[key] || a.id - b.id));
  const after = parameters.get("page_after");
  const start = after ? summaries.findIndex(({ id }) => String(id) === after) + 1 || summaries.length : 0;
  const conversations: object[] = [];
  for await (const conversation of answers.look(summaries.slice(start, start + Number(first)).map(({ id }) => id))) {
    if (signal.aborted) break; // nobody waits for it any more
    conversations.push(encodeConversation(conversation, services));
  }
  return { conversations };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

function notFound(): LegacyError {
  return new LegacyError(404, l10n.t("There is no such conversation."));
}

function encodeConversation(
  { id, title, questions, createdAt, updatedAt, readToken }: StoredConversation,
  { pageOf }: ConversationServices,
): object {
  return {
    id,
    ...(title ? { title } : {}),
    questions: questions.map((question) => encodeQuestion(question, id)),
    created_at: encodeTime(createdAt),
    updated_at: encodeTime(updatedAt),
    user_id: 1,
    read_token: readToken,
    share_url: pageOf(readToken),
  };
}

function encodeQuestion(question: StoredQuestion, conversationId: number): object {
  const { id, text, createdAt, updatedAt, state, writing } = question;
  return {
    id,
    conversation_id: conversationId,
    question: text,
    created_at: encodeTime(createdAt),
    updated_at: encodeTime(updatedAt),
    status: state.status === "processing" ? "processing" : "completed",
    ...encodeDetails(question),
    ...(state.status === "completed" ? { answer: state.text } : {}),
    ...(writing && (state.status === "canceled" || state.status === "failed")
      ? { answer: textOfWriting(writing) }
      : {}),
    ...(state.status === "failed"
      ? { error: { title: l10n.t("The answer failed"), kind: "InternalError", message: state.message, details: "" } }
      : {}),
    ...(state.status === "canceled"
      ? {
          error: {
            title: l10n.t("Canceled"),
            kind: "Cancelled",
            message: l10n.t("The question was canceled."),
            details: "",
          },
        }
      : {}),
  };
}

function encodeTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
