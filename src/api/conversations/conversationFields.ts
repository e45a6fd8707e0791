import type {
  Conversation,
  FailureCode,
  ListedSource,
  Question,
  Quota,
  Stats,
  Turn,
} from "../../core/model/conversation.ts";
import { isSameQuestion } from "../../core/conversations/askOnce.ts";
import { defined, type JsonObject } from "../http/json.ts";

/** What either interface may report about a question besides its text and its answer, under the same names. */
export function decodeExtras(
  question: JsonObject,
): Pick<Question, "listedSources" | "suggestedFollowUps" | "turns" | "stats"> {
  const turns = question.objects("turns").flatMap(decodeTurn);
  return {
    listedSources: question.objects("sources").map(decodeSource),
    suggestedFollowUps: question.strings("suggestedFollowups").filter((text) => text.trim() !== ""),
    ...(turns.length > 0 ? { turns } : {}),
    ...defined({ stats: decodeStats(question.object("stats")) }),
  };
}

/**
 * The complete address of a conversation's page. `undefined` for what is not a web address: opening that could do
 * anything.
 */
export function decodeWebUrl(address: string | undefined, baseUrl: string): string | undefined {
  // Relative to the instance, as in its answers, even if the instance has a path.
  const url = address?.trim() ? URL.parse(address.trim().replace(/^\/(?![/\\])/, "./"), `${baseUrl}/`) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** What the agent says that it is doing, from its log; the person's own turn is left out. */
export function stepsOf(turns: readonly Turn[] = []): readonly string[] {
  return turns.filter(({ role }) => role !== "user").map(({ text }) => text);
}

/** `undefined` if nothing is said about a quota. Its `total_quota` is what is used up; a limit of -1 means none. */
export function decodeQuota(quota: JsonObject | undefined): Quota | undefined {
  const used = quota?.number("totalQuota");
  if (quota === undefined || used === undefined) return undefined;
  const limit = quota.number("quotaLimit");
  const resetsAt = quota.time("resetTime");
  return {
    used,
    ...(limit !== undefined && limit >= 0 ? { limit } : {}),
    ...(resetsAt !== undefined && resetsAt > 0 ? { resetsAt } : {}),
  };
}

/** The `code` of an error state (`ERROR_QUOTA_EXCEEDED`) or the `kind` of a legacy error (`RateLimitExceeded`). */
export function decodeFailureCode(code: string | undefined): FailureCode {
  switch (code?.replace(/^error_|[^a-z]/gi, "").toLowerCase()) {
    case "internal":
    case "internalerror":
      return "internal";
    case "quotaexceeded":
    case "ratelimitexceeded":
      return "quotaExceeded";
    case "entitlementexceeded":
      return "entitlementExceeded";
    case "tokenlimitexceeded":
      return "tokenLimitExceeded";
    default:
      return "other";
  }
}

/**
 * Questions as they are, except for ids that are empty or occurred before: those are replaced, the same way at each
 * reading.
 */
export function withOwnIds(questions: readonly Question[]): readonly Question[] {
  const taken = new Set<string>();
  return questions.map((question, index) => {
    let { id } = question;
    for (let suffix = index; id === "" || taken.has(id); suffix++) id = `${question.id}#${suffix}`;
    taken.add(id);
    return id === question.id ? question : { ...question, id };
  });
}

/** A question that was just asked, for as long as the service doesn't show it. */
export function runningQuestion(index: number, text: string): Question {
  const outcome = { status: "processing", steps: [] } as const;
  return { id: String(index), text, outcome, listedSources: [], suggestedFollowUps: [] };
}

/**
 * What is known about a question that was just asked: what the service said of it, and how many there were before it.
 */
export interface Added {
  readonly id?: string | undefined;
  readonly createdAt?: number | undefined;
  readonly after?: number | undefined;
}

/**
 * The conversation including the question that was asked in it: it may be read before the question is there, or has its
 * words. The same words may have been asked in it before, so `added` decides if it distinguishes the two.
 */
export function withFollowUp(conversation: Conversation, text: string, added: Added): Conversation {
  const { questions } = conversation;
  const last = questions.at(-1);
  if (last && isAdded(last, questions.length, text, added))
    return last.text === ""
      ? { ...conversation, questions: [...questions.slice(0, -1), { ...last, text }] }
      : conversation;
  return { ...conversation, questions: [...questions, runningQuestion(questions.length, text)] };
}

function isAdded(last: Question, count: number, text: string, { id, createdAt, after }: Added): boolean {
  if (last.id === id || (createdAt !== undefined && last.createdAt !== undefined && last.createdAt >= createdAt))
    return true;
  const isNew = last.outcome.status === "processing" || (after !== undefined && count > after);
  return isNew && (last.text === "" || isSameQuestion(last.text, text));
}

function decodeSource(source: JsonObject): ListedSource {
  const metadata = source.object("metadata");
  const label = source.string("label") || metadata?.string("repoName") || source.string("link") || "";
  return { type: source.string("type") ?? "", link: source.string("link") ?? "", label };
}

function decodeTurn(turn: JsonObject): readonly Turn[] {
  const text = turn.string("reasoning")?.trim();
  if (!text) return [];
  return [{ role: turn.string("role") ?? "", text, ...defined({ at: turn.time("timestamp") }) }];
}

/** `undefined` if all are zero, as they are until the question is settled. */
function decodeStats(json: JsonObject | undefined): Stats | undefined {
  if (!json) return undefined;
  const stats: Stats = defined({
    timeMs: json.number("timeMillis"),
    toolCalls: json.number("toolCalls"),
    totalInputTokens: json.number("totalInputTokens"),
    cachedTokens: json.number("cachedTokens"),
    cacheCreationInputTokens: json.number("cacheCreationInputTokens"),
    promptTokens: json.number("promptTokens"),
    completionTokens: json.number("completionTokens"),
    totalTokens: json.number("totalTokens"),
    credits: json.number("credits"),
  });
  return Object.values(stats).some((value) => value !== 0) ? stats : undefined;
}
