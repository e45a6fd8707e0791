import {
  conversationId,
  type Conversation,
  type ConversationSummary,
  type FailureCode,
  type ListedSource,
  type Outcome,
  type Question,
} from "../core/conversation.ts";
import { ServiceError } from "../core/errors.ts";
import type { CallOptions } from "../core/service.ts";
import type { ConversationInterface } from "./conversationInterface.ts";
import type { HttpClient, HttpRequest } from "./http.ts";
import { defined, JsonObject } from "./json.ts";

const PAGE_SIZE = 50;
const ROOT = "/.api/deepsearch/v1";

/** The conversation interface of 6.7 and newer, deprecated since 7.0: REST below `/.api/deepsearch/v1`. */
export function legacyConversations(http: HttpClient): ConversationInterface {
  const call = async (
    method: HttpRequest["method"],
    path: string,
    { signal }: CallOptions,
    json?: unknown,
  ): Promise<unknown> =>
    // 6.7 answered a create only when it was done, unless asked not to.
    http.json({ method, path, headers: { prefer: "respond-async" }, json, signal, changes: json !== undefined });

  /** A call on one conversation: a 404 is looked into, since no body tells a missing conversation from a missing interface. */
  const callOn: typeof call = async (method, path, options, json) => {
    try {
      return await call(method, path, options, json);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "unsupported") throw error;
      await call("GET", `${ROOT}?page_first=1`, options);
      throw new ServiceError("notFound", error.message, { cause: error });
    }
  };

  const getConversation = async (name: string, options: CallOptions = {}): Promise<Conversation> =>
    decodeConversation(await callOn("GET", pathOf(name), options));

  return {
    getConversation,

    async createConversation(question, options = {}) {
      return decodeConversation(await call("POST", ROOT, options, { question }));
    },

    async listConversations({ page, signal } = {}) {
      const after = page === undefined ? "" : `&page_after=${encodeURIComponent(page)}`;
      const answer = await call("GET", `${ROOT}?page_first=${PAGE_SIZE}&sort=-updated_at${after}`, defined({ signal }));
      return decodePage(answer);
    },

    async addQuestion(name, question, options = {}) {
      const body = { conversation_id: numericId(name), question };
      // The answer is the question alone on some versions, the conversation on others.
      await callOn("POST", `${pathOf(name)}/questions`, options, body);
      return getConversation(name, options);
    },

    async cancelConversation(name, options = {}) {
      const conversation = await getConversation(name, options);
      const running = conversation.questions.findLast((question) => question.outcome.status === "processing");
      if (!running) return conversation;
      await callOn("POST", `${pathOf(name)}/questions/${encodeURIComponent(running.id)}/cancel`, options);
      return getConversation(name, options);
    },

    async deleteConversation(name, options = {}) {
      await callOn("DELETE", pathOf(name), options);
    },
  };
}

/** Never the root: `DELETE` without an id deletes all conversations of the person. */
function pathOf(name: string): string {
  return `${ROOT}/${numericId(name)}`;
}

function numericId(name: string): number {
  const id = conversationId(name);
  if (!/^\d{1,15}$/.test(id))
    throw new ServiceError("notFound", "This service numbers its conversations; this one has no number.");
  return Number(id);
}

/** A bare array or one wrapped in an object; the cursor under any of the names that have been seen, else the last id of a full page. */
function decodePage(answer: unknown): { conversations: readonly ConversationSummary[]; next?: string } {
  const wrapper = JsonObject.of(answer);
  const list = Array.isArray(answer) ? answer : (wrapper?.list("conversations") ?? []);
  const conversations = list.map((entry) => decodeSummary(JsonObject.expect(entry, "The conversation")));
  const last = conversations.length >= PAGE_SIZE ? conversations.at(-1)?.name : undefined;
  const next =
    wrapper?.string("nextPageAfter") ?? wrapper?.string("nextCursor") ?? wrapper?.string("endCursor") ?? last;
  return next === undefined || next === "" ? { conversations } : { conversations, next };
}

/** Reads a conversation of the legacy interface. Throws `malformed`. */
function decodeConversation(json: unknown): Conversation {
  const conversation = JsonObject.expect(json, "The conversation");
  return { ...decodeSummary(conversation), questions: conversation.objects("questions").map(decodeQuestion) };
}

function decodeSummary(conversation: JsonObject): ConversationSummary {
  const name = conversation.string("id");
  if (!name) throw new ServiceError("malformed", "The conversation has no id");
  const first = conversation.objects("questions")[0];
  return {
    name,
    title: conversation.string("title") || first?.string("title") || first?.string("question") || "",
    ...defined({
      createdAt: conversation.time("createdAt"),
      updatedAt: conversation.time("updatedAt"),
      webUrl: conversation.string("shareUrl"),
    }),
  };
}

function decodeQuestion(question: JsonObject, index: number): Question {
  return {
    id: question.string("id") ?? String(index),
    text: question.string("question") ?? "",
    outcome: decodeOutcome(question),
    listedSources: question.objects("sources").map(decodeSource),
    suggestedFollowUps: question.strings("suggestedFollowups"),
    ...defined({ createdAt: question.time("createdAt") }),
  };
}

function decodeSource(source: JsonObject): ListedSource {
  return { type: source.string("type") ?? "", link: source.string("link") ?? "", label: source.string("label") ?? "" };
}

/** Every status but `pending` and `processing` is final; a completed question may carry an error, and an answer with it. */
function decodeOutcome(question: JsonObject): Outcome {
  const status = question.string("status") ?? "processing";
  if (status === "pending" || status === "processing") return { status: "processing", steps: decodeSteps(question) };
  const answer = question.string("answer") ?? "";
  const error = question.object("error");
  const kind = error?.string("kind");
  if (kind === "Cancelled" || status === "cancelled" || status === "canceled")
    return { status: "canceled", partialAnswer: answer };
  if (error || status === "failed" || status === "error") {
    const reason = [error?.string("title"), error?.string("message")].filter(Boolean).join(": ");
    return { status: "failed", code: decodeFailureKind(kind), reason, partialAnswer: answer };
  }
  return { status: "completed", answer };
}

/** What the agent says that it does, from the running log; the first turn is the person's own. */
function decodeSteps(question: JsonObject): readonly string[] {
  return question
    .objects("turns")
    .filter((turn) => turn.string("role") !== "user")
    .flatMap((turn) => turn.string("reasoning")?.trim() || []);
}

function decodeFailureKind(kind: string | undefined): FailureCode {
  switch (kind) {
    case "InternalError":
      return "internal";
    case "TokenLimitExceeded":
      return "tokenLimitExceeded";
    case "RateLimitExceeded":
      return "quotaExceeded";
    default:
      return "other";
  }
}
