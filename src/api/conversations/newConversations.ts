import {
  conversationId,
  type Conversation,
  type ConversationQuery,
  type ConversationSummary,
} from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { AskOptions, CallOptions, InsteadOf } from "../../core/model/service.ts";
import { runningQuestion, withFollowUp } from "./conversationFields.ts";
import {
  afterAsking,
  announcedOptions,
  askingHeaders,
  PASSAGE_LINES,
  WRITTEN_ANSWERS,
  type ConversationInterface,
} from "./conversationInterface.ts";
import { firstFilledPage, PAGE_SIZE, passes } from "./conversationPages.ts";
import type { HttpClient } from "../http/http.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import { JsonObject } from "../http/json.ts";
import { GrowingAnswers } from "./growingAnswers.ts";
import { decodeConversation, decodeSummary } from "./newDecoding.ts";

/** The request that asks a question in a new conversation. */
export function newQuestion(question: string, options: AskOptions = {}): Omit<HttpRequest, "accept"> {
  const body = { parent: "users/~self", conversation: { questions: [encodeQuestion(question, options)] } };
  return request("CreateConversation", body, options);
}

/** The request that asks a question in an existing conversation. */
export function newFollowUp(
  name: string,
  question: string,
  options: AskOptions & { readonly insteadOf?: InsteadOf | undefined } = {},
): Omit<HttpRequest, "accept"> {
  const { insteadOf } = options;
  const asked = { ...encodeQuestion(question, options), ...(insteadOf && encodeInsteadOf(insteadOf)) };
  return request("AddConversationQuestion", { parent: resourceName(name), question: asked }, options);
}

/** The conversation interface of 7.0 and newer: Connect calls below `/api/deepsearch.v1.Service/`. */
export function newConversations(http: HttpClient): ConversationInterface {
  const call = (method: string, json: unknown, options: AskOptions) => http.json(request(method, json, options));

  const growing = new GrowingAnswers();

  const getConversation = async (name: string, options: CallOptions = {}): Promise<Conversation> => {
    const bare = request("GetConversation", { name: resourceName(name) }, options);
    const asked = http.announces(PASSAGE_LINES)
      ? { ...bare, headers: { ...bare.headers, "x-plumbline-passages": "lines" } }
      : bare;
    // To clients that ask for it, the local service shows what there is of an answer that a model is still writing.
    if (!http.announces(WRITTEN_ANSWERS)) return decodeConversation(await http.json(asked), http.baseUrl);
    const known = growing.of(name);
    const partial = { "x-plumbline-partial": "true", "x-plumbline-told": known?.version ?? "nothing" };
    const answer = await http.json({ ...asked, headers: { ...asked.headers, ...partial } });
    return decodeConversation(answer, http.baseUrl, growing.reading(name, known));
  };

  const readPage = async (query: ConversationQuery & CallOptions) => {
    const answer = JsonObject.expect(
      await call("ListConversationSummaries", encodeQuery(query), query),
      "conversationSummaries",
    );
    const summaries = answer.objects("conversationSummaries").map((summary) => decodeSummary(summary, http.baseUrl));
    const conversations = summaries.filter((summary) => isWanted(summary, query));
    const next = answer.string("nextPageToken");
    return { conversations, ...(next ? { next } : {}) };
  };

  return {
    getConversation,

    async createConversation(question, options = {}) {
      const created = await http.json(newQuestion(question, announcedOptions(http, options)));
      return afterAsking(() => withQuestion(decodeConversation(created, http.baseUrl), question));
    },

    listConversations: (query = {}) => firstFilledPage(query, readPage),

    async addQuestion(name, question, options = {}) {
      const parent = resourceName(name);
      const added = await http.json(newFollowUp(name, question, announcedOptions(http, options)));
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

function request(method: string, json: unknown, { signal, ...asking }: AskOptions): Omit<HttpRequest, "accept"> {
  const isAsking = /^(?:Create|Add)/.test(method);
  return {
    method: "POST",
    path: `/api/deepsearch.v1.Service/${method}`,
    json,
    signal,
    headers: isAsking ? askingHeaders(asking) : {},
    changes: isAsking,
    isRead: /^(?:Get|List)/.test(method),
    scope: /^(?:Get|List)/.test(method) ? "externalapi:read" : "externalapi:write",
  };
}

/** Names from the legacy interface are bare ids. A name without an id is `notFound`. */
function resourceName(name: string): string {
  if (conversationId(name) === "") throw new ServiceError("notFound", "The conversation has no id.");
  return name.includes("/") ? name : `users/~self/conversations/${name}`;
}

/** Only the local service knows `plumbline_working_in`. */
function encodeQuestion(text: string, { workingIn = [] }: Pick<AskOptions, "workingIn">): object {
  return { input: [{ question: { text } }], ...(workingIn.length > 0 && { plumbline_working_in: workingIn }) };
}

/** Only the local service knows this field. */
function encodeInsteadOf({ position, goesOn }: InsteadOf): object {
  return { plumbline_instead_of: { question: position, goes_on: goesOn } };
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

/** The filters that this interface lacks; a conversation without a token is not the one with the wanted token. */
function isWanted(summary: ConversationSummary, { id, ownerId, readToken }: ConversationQuery): boolean {
  return (
    passes(id, conversationId(summary.name)) &&
    passes(ownerId, summary.ownerId) &&
    passes(readToken, summary.readToken ?? "")
  );
}

/** Just after creation, `questions` may be missing or hold empty objects: what was asked is put there. */
function withQuestion(conversation: Conversation, text: string): Conversation {
  const [question, ...others] = conversation.questions;
  if (question?.text) return conversation;
  return { ...conversation, questions: [{ ...runningQuestion(0, text), ...question, text }, ...others] };
}
