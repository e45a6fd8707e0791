import {
  conversationId,
  type Conversation,
  type ConversationSummary,
  type FailureCode,
  type Outcome,
  type Question,
} from "../core/conversation.ts";
import { ServiceError } from "../core/errors.ts";
import type { CallOptions } from "../core/service.ts";
import type { ConversationInterface } from "./conversationInterface.ts";
import type { HttpClient } from "./http.ts";
import { defined, JsonObject } from "./json.ts";

const PAGE_SIZE = 50;

/** The conversation interface of 7.0 and newer: Connect calls below `/api/deepsearch.v1.Service/`. */
export function newConversations(http: HttpClient): ConversationInterface {
  const call = async (method: string, json: unknown, { signal }: CallOptions, changes = false): Promise<unknown> =>
    http.json({ method: "POST", path: `/api/deepsearch.v1.Service/${method}`, json, signal, changes });

  const getConversation = async (name: string, options: CallOptions = {}): Promise<Conversation> =>
    decodeConversation(await call("GetConversation", { name: resourceName(name) }, options));

  return {
    getConversation,

    async createConversation(question, options = {}) {
      const body = { parent: "users/~self", conversation: { questions: [encodeQuestion(question)] } };
      const conversation = decodeConversation(await call("CreateConversation", body, options, true));
      return withQuestion(conversation, question);
    },

    async listConversations({ page, signal } = {}) {
      const body = { parent: "users/~self", pageSize: PAGE_SIZE, ...(page === undefined ? {} : { pageToken: page }) };
      const answer = JsonObject.expect(await call("ListConversationSummaries", body, defined({ signal })), "The list");
      const next = answer.string("nextPageToken");
      return { conversations: answer.objects("conversationSummaries").map(decodeSummary), ...(next ? { next } : {}) };
    },

    async addQuestion(name, question, options = {}) {
      const parent = resourceName(name);
      await call("AddConversationQuestion", { parent, question: encodeQuestion(question) }, options, true);
      return getConversation(parent, options);
    },

    async cancelConversation(name, options = {}) {
      const answer = await call("CancelConversation", { name: resourceName(name) }, options);
      return JsonObject.of(answer)?.string("name") ? decodeConversation(answer) : getConversation(name, options);
    },

    async deleteConversation(name, options = {}) {
      await call("DeleteConversation", { name: resourceName(name) }, options);
    },
  };
}

/** Names that came from the legacy interface are bare ids. */
function resourceName(name: string): string {
  return name.includes("/") ? name : `users/~self/conversations/${name}`;
}

function encodeQuestion(text: string): unknown {
  return { input: [{ question: { text } }] };
}

function decodeSummary(summary: JsonObject): ConversationSummary {
  return {
    name: expectName(summary),
    title: summary.string("title") ?? "",
    ...defined({
      createdAt: summary.time("createTime"),
      updatedAt: summary.time("updateTime"),
      webUrl: summary.string("url"),
    }),
  };
}

/** Reads a Conversation of the new interface. Throws `malformed`. */
function decodeConversation(json: unknown): Conversation {
  const conversation = JsonObject.expect(json, "The conversation");
  const questions = conversation.objects("questions");
  const outcome = decodeState(conversation);
  return {
    ...decodeSummary(conversation),
    questions: questions.map((question, index) =>
      decodeQuestion(question, index, index === questions.length - 1, outcome),
    ),
  };
}

function expectName(json: JsonObject): string {
  const name = json.string("name");
  if (!name || conversationId(name) === "") throw new ServiceError("malformed", "The conversation has no name");
  return name;
}

type State = (answer: string) => Outcome;

/** The state belongs to the conversation and so to its last question: those before it are answered. */
function decodeQuestion(question: JsonObject, index: number, isLast: boolean, state: State): Question {
  const answer = decodeAnswer(question.get("answer"));
  const text = question.objects("input").flatMap((input) => input.object("question")?.string("text") ?? []);
  return {
    id: String(index),
    text: text.join("\n\n"),
    outcome: isLast ? state(answer) : { status: "completed", answer },
    listedSources: [],
    suggestedFollowUps: [],
    ...defined({ createdAt: question.time("createTime") }),
  };
}

/** Blocks of `{markdown: {text}}`, or, in early drafts, the text itself. */
function decodeAnswer(answer: unknown): string {
  if (typeof answer === "string") return answer;
  if (!Array.isArray(answer)) return "";
  const texts = answer.flatMap((block) => JsonObject.of(block)?.object("markdown")?.string("text") ?? []);
  return texts.join("\n\n");
}

/** A one-key object, or, in early drafts, a string such as `STATE_COMPLETED`. An unknown one is still being worked on. */
function decodeState(conversation: JsonObject): State {
  const value = conversation.get("state");
  const state = JsonObject.of(value);
  const key = typeof value === "string" ? value.replace(/^STATE_/, "").toLowerCase() : (state?.keys[0] ?? "");
  switch (key) {
    case "completed":
      return (answer) => ({ status: "completed", answer });
    case "canceled":
    case "cancelled":
      return (partialAnswer) => ({ status: "canceled", partialAnswer });
    case "error":
    case "failed": {
      const error = state?.object(key);
      const failure = {
        status: "failed",
        code: decodeFailureCode(error?.string("code")),
        reason: error?.string("message") ?? "",
        ...defined({ retryAt: error?.time("retryTime") }),
      } as const;
      return (partialAnswer) => ({ ...failure, partialAnswer });
    }
    default:
      return () => ({ status: "processing", steps: [] });
  }
}

function decodeFailureCode(code: string | undefined): FailureCode {
  switch (code) {
    case "ERROR_INTERNAL":
      return "internal";
    case "ERROR_QUOTA_EXCEEDED":
      return "quotaExceeded";
    case "ERROR_ENTITLEMENT_EXCEEDED":
      return "entitlementExceeded";
    case "ERROR_TOKEN_LIMIT_EXCEEDED":
      return "tokenLimitExceeded";
    default:
      return "other";
  }
}

/** Just after creation `questions` may be missing or hold empty objects: what was asked is put there. */
function withQuestion(conversation: Conversation, text: string): Conversation {
  const [question, ...others] = conversation.questions;
  if (question?.text) return conversation;
  const asked: Question = {
    id: "0",
    outcome: { status: "processing", steps: [] },
    listedSources: [],
    suggestedFollowUps: [],
    ...question,
    text,
  };
  return { ...conversation, questions: [asked, ...others] };
}
