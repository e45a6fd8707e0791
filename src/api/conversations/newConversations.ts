import {
  conversationId,
  type Conversation,
  type ConversationQuery,
  type ConversationSummary,
  type Outcome,
  type Question,
} from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { CallOptions } from "../../core/model/service.ts";
import {
  decodeExtras,
  decodeFailureCode,
  decodeQuota,
  decodeWebUrl,
  runningQuestion,
  stepsOf,
  withFollowUp,
} from "./conversationFields.ts";
import { afterAsking, type ConversationInterface } from "./conversationInterface.ts";
import { firstFilledPage, PAGE_SIZE, passes } from "./conversationPages.ts";
import type { HttpClient } from "../http/http.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import { defined, JsonObject } from "../http/json.ts";

/** What asks a question in a new conversation. */
export function newQuestion(question: string, options: CallOptions = {}): Omit<HttpRequest, "accept"> {
  const body = { parent: "users/~self", conversation: { questions: [encodeQuestion(question)] } };
  return request("CreateConversation", body, options);
}

/** The conversation interface of 7.0 and newer: Connect calls below `/api/deepsearch.v1.Service/`. */
export function newConversations(http: HttpClient): ConversationInterface {
  const call = (method: string, json: unknown, options: CallOptions) => http.json(request(method, json, options));

  const getConversation = async (name: string, options: CallOptions = {}): Promise<Conversation> =>
    decodeConversation(await call("GetConversation", { name: resourceName(name) }, options), http.baseUrl);

  const readPage = async (query: ConversationQuery & CallOptions) => {
    const answer = JsonObject.expect(await call("ListConversationSummaries", encodeQuery(query), query), "The list");
    const summaries = answer.objects("conversationSummaries").map((summary) => decodeSummary(summary, http.baseUrl));
    const conversations = summaries.filter((summary) => isWanted(summary, query));
    const next = answer.string("nextPageToken");
    return { conversations, ...(next ? { next } : {}) };
  };

  return {
    getConversation,

    async createConversation(question, options = {}) {
      const created = await http.json(newQuestion(question, options));
      return afterAsking(() => withQuestion(decodeConversation(created, http.baseUrl), question));
    },

    listConversations: (query = {}) => firstFilledPage(query, readPage),

    async addQuestion(name, question, options = {}) {
      const parent = resourceName(name);
      const added = await call("AddConversationQuestion", { parent, question: encodeQuestion(question) }, options);
      const conversation = await afterAsking(() => getConversation(parent, options));
      const createdAt = JsonObject.of(added)?.time("createTime");
      return withFollowUp(conversation, question, { createdAt, after: options.after });
    },

    async cancelConversation(name, options = {}) {
      const answer = await call("CancelConversation", { name: resourceName(name) }, options);
      return JsonObject.of(answer)?.string("name")
        ? decodeConversation(answer, http.baseUrl)
        : getConversation(name, options);
    },

    async deleteConversation(name, options = {}) {
      await http.ignoringAnswer(request("DeleteConversation", { name: resourceName(name) }, options));
    },
  };
}

function request(method: string, json: unknown, { signal }: CallOptions): Omit<HttpRequest, "accept"> {
  return {
    method: "POST",
    path: `/api/deepsearch.v1.Service/${method}`,
    json,
    signal,
    changes: /^(?:Create|Add)/.test(method),
    isRead: /^(?:Get|List)/.test(method),
    scope: /^(?:Get|List)/.test(method) ? "externalapi:read" : "externalapi:write",
  };
}

/** Names that came from the legacy interface are bare ids. One without an id is none. */
function resourceName(name: string): string {
  if (conversationId(name) === "") throw new ServiceError("notFound", "The conversation has no id.");
  return name.includes("/") ? name : `users/~self/conversations/${name}`;
}

function encodeQuestion(text: string): unknown {
  return { input: [{ question: { text } }] };
}

function encodeQuery({ page, pageSize = PAGE_SIZE, text, isStarred }: ConversationQuery): unknown {
  const filters = [
    ...(text === undefined ? [] : [{ contentQuery: text }]),
    ...(isStarred === undefined ? [] : [{ starred: isStarred }]),
  ];
  return {
    parent: "users/~self",
    pageSize,
    ...(page === undefined ? {} : { pageToken: page }),
    ...(filters.length > 0 ? { filters } : {}),
  };
}

/** The filters that this interface doesn't have; without its token, a conversation is not the one that has it. */
function isWanted(summary: ConversationSummary, { id, ownerId, readToken }: ConversationQuery): boolean {
  return (
    passes(id, conversationId(summary.name)) &&
    passes(ownerId, summary.ownerId) &&
    passes(readToken, summary.readToken ?? "")
  );
}

function decodeSummary(summary: JsonObject, baseUrl: string): ConversationSummary {
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

/** Reads a Conversation of the new interface. Throws `malformed`. */
function decodeConversation(json: unknown, baseUrl: string): Conversation {
  const conversation = JsonObject.expect(json, "The conversation");
  const state = decodeState(conversation);
  const isOver = ["failed", "canceled"].includes(state("", []).status);
  const listed = conversation.objects("questions");
  const questions = listed.length === 0 && isOver ? [JsonObject.expect({}, "A question that is left out")] : listed;
  return {
    ...decodeSummary(conversation, baseUrl),
    questions: questions.map((question, index) =>
      decodeQuestion(question, index, index === questions.length - 1 && state),
    ),
    ...defined({ quota: decodeQuota(conversation.object("quotaUsage")) }),
  };
}

function expectName(json: JsonObject): string {
  const name = json.string("name");
  if (!name || conversationId(name) === "") throw new ServiceError("malformed", "The conversation has no name");
  return name;
}

type State = (answer: string, steps: readonly string[]) => Outcome;

/** The state belongs to the conversation and so to its last question: those before it are answered. */
function decodeQuestion(question: JsonObject, index: number, state: State | false): Question {
  const answer = decodeAnswer(question.get("answer"));
  const inputs = question.objects("input");
  const images = inputs.flatMap((input) => input.object("image")?.string("uri") ?? []);
  const unknown = [...inputs.flatMap((input) => unknownKinds(input, ["question", "image"])), ...answer.unknown];
  const extras = decodeExtras(question);
  return {
    id: String(index),
    text: inputs.flatMap((input) => input.object("question")?.string("text") ?? []).join("\n\n"),
    outcome: state ? state(answer.text, stepsOf(extras.turns)) : { status: "completed", answer: answer.text },
    ...extras,
    ...(images.length > 0 ? { images } : {}),
    ...(unknown.length > 0 ? { unknownBlocks: [...new Set(unknown)] } : {}),
    ...defined({ createdAt: question.time("createTime"), updatedAt: question.time("updateTime") }),
  };
}

/** Blocks of `{markdown: {text}}`, or, in early drafts, the text itself. */
function decodeAnswer(answer: unknown): { readonly text: string; readonly unknown: readonly string[] } {
  if (typeof answer === "string") return { text: answer, unknown: [] };
  const blocks = (Array.isArray(answer) ? answer : [answer]).map((block) =>
    typeof block === "string" ? block : JsonObject.of(block),
  );
  const texts = blocks.flatMap((block) => (typeof block === "string" ? block : (textOf(block) ?? [])));
  const unknown = blocks.flatMap((block) => (typeof block === "object" ? unknownKinds(block, ["markdown"]) : []));
  return { text: texts.join("\n\n"), unknown };
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
    default: // may be final, and may be not: whoever watches decides
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

/** Just after creation `questions` may be missing or hold empty objects: what was asked is put there. */
function withQuestion(conversation: Conversation, text: string): Conversation {
  const [question, ...others] = conversation.questions;
  if (question?.text) return conversation;
  return { ...conversation, questions: [{ ...runningQuestion(0, text), ...question, text }, ...others] };
}
