import {
  conversationId,
  hasWords,
  type Conversation,
  type ConversationPage,
  type ConversationQuery,
  type ConversationSummary,
  type Outcome,
  type Question,
  type Turn,
} from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { AskOptions, CallOptions } from "../../core/model/service.ts";
import {
  decodeExtras,
  decodeFailureCode,
  decodeQuota,
  decodeWebUrl,
  stepsOf,
  withFollowUp,
  withOwnIds,
} from "./conversationFields.ts";
import { afterAsking, announcedOptions, askingHeaders, type ConversationInterface } from "./conversationInterface.ts";
import { firstFilledPage, PAGE_SIZE, passes } from "./conversationPages.ts";
import type { HttpClient } from "../http/http.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import { defined, JsonObject } from "../http/json.ts";
import { reason } from "../../core/model/reasons.ts";

const ROOT = "/.api/deepsearch/v1";

// 6.7 answered a create only when it was done, unless asked not to.
const headers = { prefer: "respond-async" };

/** The request that asks a question in a new conversation. */
export function newLegacyQuestion(question: string, options: AskOptions = {}): Omit<HttpRequest, "accept"> {
  return asking(ROOT, { question }, options);
}

/** The request that asks a question in an existing conversation. */
export function legacyFollowUp(name: string, question: string, options: AskOptions = {}): Omit<HttpRequest, "accept"> {
  return asking(`${pathOf(name)}/questions`, { conversation_id: numericId(name), question }, options);
}

/** The conversation interface of 6.7 and newer, deprecated since 7.0: REST below `/.api/deepsearch/v1`. */
export function legacyConversations(http: HttpClient): ConversationInterface {
  const get = (path: string, { signal }: CallOptions) => http.json({ method: "GET", path, headers, signal });
  /** What cancel and delete answer is not documented anywhere. */
  const tell = (method: "POST" | "DELETE", path: string, { signal }: CallOptions) =>
    http.ignoringAnswer({ method, path, headers, signal });

  /**
   * A call on one conversation: a 404 is looked into, since no body distinguishes a missing conversation from a missing
   * interface.
   */
  const onOne = async <T>(call: Promise<T>, options: CallOptions): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "unsupported") throw error;
      await get(`${ROOT}?page_first=1`, options);
      throw new ServiceError("notFound", error.message, { cause: error });
    }
  };

  const getConversation = async (name: string, options: CallOptions = {}): Promise<Conversation> =>
    decodeConversation(await onOne(get(pathOf(name), options), options), http.baseUrl);

  return {
    getConversation,

    async createConversation(question, options = {}) {
      const created = await http.json(newLegacyQuestion(question, announcedOptions(http, options)));
      return afterAsking(() => decodeConversation(created, http.baseUrl));
    },

    listConversations: (query = {}) =>
      firstFilledPage(query, async (query) =>
        decodePage(await get(`${ROOT}?${printQuery(query)}`, query), query, http.baseUrl),
      ),

    async addQuestion(name, question, options = {}) {
      // The answer is the question alone on some versions, the conversation on others.
      const answer = await onOne(http.json(legacyFollowUp(name, question, announcedOptions(http, options))), options);
      return afterAsking(async () => {
        const added = JsonObject.of(answer);
        if (added && added.list("questions").length > 0) return decodeConversation(answer, http.baseUrl);
        const said = { id: added?.string("id"), createdAt: added?.time("createdAt"), after: options.after };
        return withFollowUp(await getConversation(name, options), question, said);
      });
    },

    async cancelConversation(name, options = {}) {
      const read = await onOne(get(pathOf(name), options), options);
      const conversation = decodeConversation(read, http.baseUrl);
      const running = conversation.questions.findLastIndex((question) => question.outcome.status === "processing");
      if (running < 0) return conversation;
      // the service's own id for it, which may not be unique
      const id = JsonObject.of(read)?.objects("questions")[running]?.string("id") || String(running);
      const path = `${pathOf(name)}/questions/${encodeURIComponent(id)}/cancel`;
      await onOne(tell("POST", path, options), options);
      return getConversation(name, options);
    },

    async deleteConversation(name, options = {}) {
      await onOne(tell("DELETE", pathOf(name), options), options);
    },
  };
}

function asking(path: string, json: unknown, { signal, ...options }: AskOptions): Omit<HttpRequest, "accept"> {
  const all = { ...headers, ...askingHeaders(options) };
  return { method: "POST", path, headers: all, json, signal, changes: true };
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

function printQuery(query: ConversationQuery): string {
  const { page, pageSize = PAGE_SIZE, sort = "-updatedAt" } = query;
  const parameters = {
    filter_id: query.id,
    filter_user_id: query.ownerId,
    filter_read_token: query.readToken,
    filter_is_starred: query.isStarred,
    page_first: pageSize,
    page_after: page,
    sort: sort.replace("At", "_at"),
  };
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) given.set(name, String(value));
  return given.toString();
}

/**
 * A bare array or one wrapped in an object, with the cursor under any of the usual names; without one, a full page is
 * continued from its last id.
 */
function decodePage(answer: unknown, query: ConversationQuery, baseUrl: string): ConversationPage {
  const wrapper = JsonObject.of(answer);
  const list = (Array.isArray(answer) ? answer : wrapper ? listIn(wrapper) : []).map((entry) => {
    const conversation = JsonObject.expect(entry, "conversation");
    return conversation.object("node") ?? conversation;
  });
  // A service that doesn't know `page_after` starts over: what is new comes after the one that the last page ended
  // with.
  const seen = list.findIndex((conversation) => conversation.string("id") === query.page);
  const added = list.slice(seen + 1);
  const next = cursorIn(wrapper) ?? (list.length >= (query.pageSize ?? PAGE_SIZE) ? added.at(-1)?.string("id") : "");
  const conversations = added
    .filter((conversation) => isWanted(conversation, query))
    .map((conversation) => decodeSummary(conversation, baseUrl));
  return next ? { conversations, next } : { conversations };
}

const LISTS = ["conversations", "items", "results", "nodes", "edges", "data"];
const CURSORS = [
  "nextPageAfter",
  "pageAfter",
  "nextCursor",
  "endCursor",
  "nextPageToken",
  "nextPage",
  "cursor",
  "next",
];
const PAGE_INFOS = ["pageInfo", "pagination", "paging", "page", "meta"];

function listIn(wrapper: JsonObject): readonly unknown[] {
  const name = LISTS.find((name) => Array.isArray(wrapper.get(name)) || wrapper.object(name));
  const inner = name === undefined ? undefined : wrapper.object(name);
  if (inner) return listIn(inner);
  return name === undefined ? [] : wrapper.list(name);
}

/** Empty if the service says that this was the last page, `undefined` if it says nothing. */
function cursorIn(wrapper: JsonObject | undefined): string | undefined {
  for (const part of [wrapper, ...PAGE_INFOS.map((name) => wrapper?.object(name))]) {
    if (part?.maybeBoolean("hasNextPage") === false || part?.maybeBoolean("hasMore") === false) return "";
    const cursor = CURSORS.map((name) => part?.string(name)).find((value) => value !== undefined);
    if (cursor !== undefined) return new URLSearchParams(cursor.replace(/^.*\?/s, "")).get("page_after") ?? cursor;
  }
  return undefined;
}

/** The filters, again for a service that doesn't know them; and the text, which this interface can't search for. */
function isWanted(conversation: JsonObject, { id, ownerId, readToken, isStarred, text }: ConversationQuery): boolean {
  return (
    passes(id, conversation.string("id")) &&
    passes(ownerId, conversation.string("userId")) &&
    passes(readToken, conversation.string("readToken")) &&
    passes(isStarred, starredIn(conversation)) &&
    (text === undefined || hasWords(text)(textIn(conversation)))
  );
}

function textIn(conversation: JsonObject): string {
  const questions = conversation
    .objects("questions")
    .flatMap((question) => ["title", "question", "answer"].map((name) => question.string(name)));
  return [conversation.string("title"), ...questions].join("\n");
}

function starredIn(conversation: JsonObject): boolean | undefined {
  return conversation.maybeBoolean("isStarred") ?? conversation.maybeBoolean("starred");
}

/** Reads a conversation of the legacy interface. Throws `malformed`. */
function decodeConversation(json: unknown, baseUrl: string): Conversation {
  const conversation = JsonObject.expect(json, "conversation");
  return {
    ...decodeHead(conversation, baseUrl),
    questions: withOwnIds(conversation.objects("questions").map(decodeQuestion)),
    ...defined({ quota: decodeQuota(conversation.object("quotaUsage")) }),
  };
}

function decodeSummary(conversation: JsonObject, baseUrl: string): ConversationSummary {
  const last = conversation.objects("questions").at(-1);
  return { ...decodeHead(conversation, baseUrl), ...defined({ status: last && decodeOutcome(last).status }) };
}

function decodeHead(conversation: JsonObject, baseUrl: string): ConversationSummary {
  const name = conversation.string("id");
  if (!name) throw new ServiceError("malformed", reason("noId"));
  const [first] = conversation.objects("questions");
  return {
    name,
    title: conversation.string("title") || first?.string("title") || first?.string("question") || "",
    ...defined({
      createdAt: conversation.time("createdAt"),
      updatedAt: conversation.time("updatedAt"),
      webUrl: decodeWebUrl(conversation.string("shareUrl"), baseUrl),
      readToken: conversation.string("readToken"),
      ownerId: conversation.string("userId"),
      isOwner: conversation.object("viewer")?.maybeBoolean("isOwner"),
      isStarred: starredIn(conversation),
    }),
  };
}

function decodeQuestion(question: JsonObject, index: number): Question {
  const extras = decodeExtras(question);
  return {
    id: question.string("id") ?? String(index),
    text: question.string("question") ?? "",
    outcome: decodeOutcome(question, extras.turns),
    ...extras,
    ...defined({ createdAt: question.time("createdAt"), updatedAt: question.time("updatedAt") }),
  };
}

/**
 * Every status but `pending` and `processing` is final; a completed question may carry an error, and an answer with it.
 */
function decodeOutcome(question: JsonObject, turns?: readonly Turn[]): Outcome {
  const answer = question.string("answer") ?? "";
  const error = question.object("error");
  const status = question.string("status")?.toLowerCase() ?? (answer || error ? "completed" : "processing");
  if (status === "pending" || status === "processing")
    return { status: "processing", steps: stepsOf(turns), ...(answer && { partialAnswer: answer }) };
  const kind = error?.string("kind");
  if (/^cancell?ed$/i.test(kind || status)) return { status: "canceled", partialAnswer: answer };
  if (error || status === "failed" || status === "error") return decodeFailure(error, kind, answer);
  return { status: "completed", answer };
}

function decodeFailure(error: JsonObject | undefined, kind: string | undefined, partialAnswer: string): Outcome {
  const reason = [error?.string("title"), error?.string("message")].filter(Boolean).join(": ");
  const details = error?.string("details");
  return {
    status: "failed",
    code: decodeFailureCode(kind),
    reason,
    ...(details && details !== error?.string("message") ? { details } : {}),
    ...defined({ retryAt: error?.time("retryTime") }),
    partialAnswer,
  };
}
