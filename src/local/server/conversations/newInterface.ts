import { hasWords } from "../../../core/model/conversation.ts";
import { wantsPassageLines } from "../http/capabilities.ts";
import { BadBody, sendJson, sendText, type Exchange } from "../http/exchange.ts";
import type { Conversations } from "../../answers/conversations/heldBackConversations.ts";
import { field, isRecord } from "../../base/jsonFields.ts";
import type { LentModels } from "../models/lentModels.ts";
import type { Asking } from "../../answers/conversations/askedQuestion.ts";
import type { StoredConversation, StoredSummary } from "../../answers/conversations/storedConversation.ts";
import { keyOf } from "../../answers/conversations/answerRecords.ts";
import type { AnswerDeltas } from "./answerDeltas.ts";
import type { TellGrowing } from "./writtenFields.ts";
import { failureWords } from "./failureWords.ts";
import { encodeConversation, encodeQuestion, encodeSummary, type ConversationPages } from "./newEncoding.ts";
import { l10n } from "../../base/l10n.ts";

export const NEW_PREFIX = "/api/deepsearch.v1.Service/";

/** Longer questions are refused, as the service does. */
export const QUESTION_AT_MOST = 100_000;

export interface ConversationServices extends ConversationPages, Conversations {
  readonly deltas: AnswerDeltas;
  /** The folders from which a new question is answered. */
  readonly folders: () => readonly string[];
  /** The models that are lent for single questions. */
  readonly models?: Pick<LentModels, "take">;
}

/** The new conversation interface: Connect calls, JSON both ways. */
export async function answerNewInterface(exchange: Exchange, services: ConversationServices): Promise<void> {
  const call = CALLS.get(exchange.path.slice(NEW_PREFIX.length));
  if (!call) {
    sendText(exchange, 404, "404 page not found");
    return;
  }
  if (exchange.method !== "POST") {
    sendText(exchange, 405, "Method Not Allowed", { allow: "POST" });
    return;
  }
  if (!/^application\/json(?:\s*;|$)/i.test(exchange.headers["content-type"] ?? "")) {
    sendText(exchange, 415, "Unsupported Media Type", { "accept-post": "application/json" });
    return;
  }
  try {
    if ((exchange.headers["connect-protocol-version"] ?? "1") !== "1")
      throw new ConnectError("invalid_argument", "Only version 1 of the Connect protocol is known.");
    const body = await exchange.readBody();
    if (!isRecord(body)) throw new ConnectError("invalid_argument", "The request must be an object.");
    const asker: Asker = {
      model: () => lentModel(exchange, services),
      isPerson: isAskedByPerson(exchange),
      showsPartial: exchange.headers["x-plumbline-partial"] === "true",
      wantsLines: wantsPassageLines(exchange.headers),
      known: exchange.headers["x-plumbline-told"]?.toString(),
      signal: exchange.signal,
    };
    sendJson(exchange, 200, await call(body, services, asker));
  } catch (error) {
    const problem = error instanceof BadBody ? new ConnectError("invalid_argument", error.message) : error;
    if (!(problem instanceof ConnectError)) {
      sendJson(exchange, 500, { code: "internal", message: failureWords(error, services.store.folder) });
      throw error;
    }
    sendJson(exchange, HTTP_STATUS[problem.code], { code: problem.code, message: problem.message });
  }
}

type ConnectCode = "invalid_argument" | "not_found";

const HTTP_STATUS: Readonly<Record<ConnectCode, number>> = { invalid_argument: 400, not_found: 404 };

class ConnectError extends Error {
  readonly code: ConnectCode;

  constructor(code: ConnectCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The model that a request to answer a question names, once; `undefined` for passages only. */
export function lentModel({ headers }: Exchange, { models }: ConversationServices): Asking["model"] {
  const nonce = headers["x-plumbline-model"];
  return typeof nonce === "string" ? models?.take(nonce) : undefined;
}

/** Whether a person asks: the editor's tools say that they do. */
export function isAskedByPerson({ headers }: Exchange): boolean {
  return headers["x-plumbline-tool"] !== "true";
}

/** What a request says about its sender, besides its body. */
interface Asker {
  readonly isPerson: boolean;
  readonly model: () => Asking["model"];
  /** Whether it wants to see what is written so far of an unfinished answer. */
  readonly showsPartial: boolean;
  readonly wantsLines: boolean;
  /** Aborted once the client is gone. */
  readonly signal: AbortSignal;
  /** The version of the unfinished answer that it was told last; `undefined` if it always wants all of it. */
  readonly known: string | undefined;
}

type Call = (body: Readonly<Record<string, unknown>>, services: ConversationServices, asker: Asker) => Promise<object>;

const CALLS = new Map<string, Call>([
  [
    "CreateConversation",
    async (body, services, { model, isPerson }) => {
      const questions = field(body, "conversation", "questions");
      const [question] = Array.isArray(questions) ? (questions as readonly unknown[]) : [];
      const text = readQuestion(question, "conversation.questions[0]");
      const asking = { model: model(), showsIgnored: isPerson, ...readWorkingIn(question) };
      return encodeConversation(await services.answers.create(text, services.folders(), asking), services);
    },
  ],
  [
    "GetConversation",
    async (body, services, { showsPartial, wantsLines, known }) => {
      const conversation = found(await services.answers.get(readId(body, "name")));
      const tell = known === undefined ? undefined : telling(conversation, services, known);
      return encodeConversation(conversation, services, { showsPartial, wantsLines, ...(tell && { tell }) });
    },
  ],
  [
    "AddConversationQuestion",
    async (body, { answers, folders }, { model, isPerson }) => {
      const id = readId(body, "parent");
      const { question } = body;
      const text = readQuestion(question, "question");
      const asking = { model: model(), showsIgnored: isPerson, ...readInsteadOf(question), ...readWorkingIn(question) };
      const { questions } = found(await answers.add(id, text, folders(), asking));
      return encodeQuestion(found(questions.at(-1)), questions);
    },
  ],
  [
    "CancelConversation",
    async (body, services, { showsPartial }) =>
      encodeConversation(found(await services.answers.cancel(readId(body, "name"))), services, { showsPartial }),
  ],
  [
    "DeleteConversation",
    async (body, { answers }) => {
      if (!(await answers.delete(readId(body, "name")))) throw notFound();
      return {};
    },
  ],
  ["ListConversationSummaries", listSummaries],
]);

/** Tells what the version `known` lacks of the answer that is being written in a conversation. */
function telling({ id, questions }: StoredConversation, { deltas }: ConversationServices, known: string): TellGrowing {
  for (const { id: questionId, state, writing } of questions)
    if (writing && state.status !== "processing") deltas.forget(keyOf(id, questionId));
  return (questionId, texts) => deltas.deltaOf(keyOf(id, questionId), texts, known);
}

/** Nobody works in more code bases than a window has editors beside each other. */
const WORKING_IN_AT_MOST = 20;
const PAGE_SIZE = 50;
const PAGE_AT_MOST = 500;

/** Newest first, by last change. A page starts after the last conversation of the one before, wherever that is now. */
async function listSummaries(
  body: Readonly<Record<string, unknown>>,
  services: ConversationServices,
  { signal }: Pick<Asker, "signal">,
): Promise<object> {
  const { store } = services;
  const pageSize = Math.min(readSize(member(body, "pageSize")) || PAGE_SIZE, PAGE_AT_MOST);
  const after = readPageToken(member(body, "pageToken"));
  const isMatch = readFilters(member(body, "filters"));
  const summaries = (await store.summaries())
    .filter((summary) => !after || newestFirst(after, summary) < 0)
    .sort(newestFirst);
  const wanted = pageSize + 1;
  const page =
    typeof isMatch === "function"
      ? await matching(summaries, isMatch, wanted, store, signal)
      : summaries.slice(0, isMatch === "all" ? wanted : 0);
  const shown = page.slice(0, pageSize);
  const last = page.length > pageSize ? shown.at(-1) : undefined;
  return {
    ...(shown.length > 0 ? { conversationSummaries: shown.map((summary) => encodeSummary(summary, services)) } : {}),
    ...(last ? { nextPageToken: Buffer.from(`${last.updatedAt} ${last.id}`).toString("base64url") } : {}),
  };
}

/** Numbers may come as strings, as 64-bit ones do. */
function readSize(size: unknown = 0): number {
  const number = typeof size === "string" && /^\d{1,9}$/.test(size) ? Number(size) : size;
  if (typeof number !== "number" || !Number.isInteger(number) || number < 0)
    throw new ConnectError("invalid_argument", "pageSize must be a whole number.");
  return number;
}

type SummaryOrder = Pick<StoredSummary, "updatedAt" | "id">;

function newestFirst(a: SummaryOrder, b: SummaryOrder): number {
  return b.updatedAt - a.updatedAt || b.id - a.id;
}

function readPageToken(token: unknown): SummaryOrder | undefined {
  if (token === undefined || token === "") return undefined;
  const [, updatedAt, id] =
    /^(\d+) (\d+)$/.exec(typeof token === "string" ? Buffer.from(token, "base64url").toString() : "") ?? [];
  if (updatedAt === undefined || id === undefined)
    throw new ConnectError("invalid_argument", "pageToken is none that was given out.");
  return { updatedAt: Number(updatedAt), id: Number(id) };
}

/** The first of those that match, at most so many; fewer once nobody waits for them any more. */
async function matching(
  summaries: readonly StoredSummary[],
  isMatch: (conversation: StoredConversation) => boolean,
  most: number,
  store: Conversations["store"],
  signal: AbortSignal,
): Promise<readonly StoredSummary[]> {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  const found: StoredSummary[] = [];
  for await (const conversation of store.read([...byId.keys()])) {
    const summary = byId.get(conversation.id);
    if (summary && isMatch(conversation)) found.push(summary);
    if (found.length === most || signal.aborted) break;
  }
  return found;
}

function readFilters(filters: unknown): ((conversation: StoredConversation) => boolean) | "all" | "none" {
  if (filters === undefined) return "all";
  const list: readonly unknown[] = Array.isArray(filters) ? filters : [filters];
  const matches: ((text: string) => boolean)[] = [];
  let onlyStarred = false;
  for (const filter of list) {
    if (!isRecord(filter)) throw new ConnectError("invalid_argument", "A filter must be an object.");
    const contentQuery = member(filter, "contentQuery");
    const starred = member(filter, "starred");
    if (typeof contentQuery === "string") matches.push(hasWords(contentQuery));
    else if (typeof starred === "boolean") onlyStarred ||= starred;
    else throw new ConnectError("invalid_argument", "Unknown filter: contentQuery and starred are known.");
  }
  if (onlyStarred) return "none"; // nothing can be starred here
  if (matches.length === 0) return "all";
  return ({ title, questions }) => {
    const all = questions
      .map(
        ({ text, state, writing }) => `${text}\n${state.status === "completed" ? state.text : (writing?.words ?? "")}`,
      )
      .join("\n");
    return matches.every((isMatch) => isMatch(`${title}\n${all}`));
  };
}

/**
 * A member of a request, by its JSON name or by its name in the schema (`page_size`): clients may send either. `null`
 * counts as left out. Other members are ignored.
 */
function member(body: Readonly<Record<string, unknown>>, name: string): unknown {
  const inSchema = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return body[name] ?? body[inSchema] ?? undefined;
}

/** The person has one name on this machine; others are not found. */
function readId(body: Readonly<Record<string, unknown>>, key: string): number {
  const name = body[key];
  if (typeof name !== "string" || name === "") throw new ConnectError("invalid_argument", `${key} is missing.`);
  const id = /^users\/(?:~self|-|1)\/conversations\/([1-9]\d{0,14})$/.exec(name)?.[1];
  if (id === undefined) throw notFound();
  return Number(id);
}

/** The texts of all inputs, as the service takes them: `input[].question.text`. */
function readQuestion(question: unknown, where: string): string {
  const input = field(question, "input");
  const texts = (Array.isArray(input) ? input : [])
    .map((part: unknown) => field(part, "question", "text"))
    .filter((text) => typeof text === "string");
  const text = texts.join("\n\n").trim();
  if (text === "") throw new ConnectError("invalid_argument", `${where}.input[].question.text is missing.`);
  if (text.length > QUESTION_AT_MOST)
    throw new ConnectError(
      "invalid_argument",
      l10n.t("The question is longer than {0} characters.", l10n.number(QUESTION_AT_MOST)),
    );
  return text;
}

/** `plumbline_instead_of: {question: 0, goes_on: true}`: the position of the question that this is shown instead of. */
function readInsteadOf(question: unknown): Pick<Asking, "insteadOf"> {
  const position = field(question, "plumbline_instead_of", "question");
  if (typeof position !== "number") return {};
  return { insteadOf: { position, goesOn: field(question, "plumbline_instead_of", "goes_on") === true } };
}

/** `plumbline_working_in: ["name"]`: the code bases in which whoever asks is working, by their names. */
function readWorkingIn(question: unknown): Pick<Asking, "workingIn"> {
  const names = field(question, "plumbline_working_in");
  if (!Array.isArray(names)) return {};
  return { workingIn: names.filter((name) => typeof name === "string").slice(0, WORKING_IN_AT_MOST) };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

function notFound(): ConnectError {
  return new ConnectError("not_found", l10n.t("There is no such conversation."));
}
