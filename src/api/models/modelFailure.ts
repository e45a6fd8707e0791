import { ServiceError, type ServiceErrorCode } from "../../core/model/errors.ts";
import { ModelError, type ModelErrorCode, type ModelRequest } from "../../core/model/languageModel.ts";
import { JsonObject } from "../http/json.ts";
import type { Quirk } from "./chatRequest.ts";
import { reason } from "../../core/model/reasons.ts";
import { parseJson } from "../../core/text/parseJson.ts";

/** How a server refused a request. */
export interface ModelRefusal {
  readonly status: number;
  /** Its first few kilobytes, without secrets. */
  readonly body: string;
}

type Asked = Pick<ModelRequest, "tools" | "schema">;

/** What a server refused a request for, if the same request can do without it. */
export function quirkIn({ status, body }: ModelRefusal): Quirk | undefined {
  if (status !== 400 && status !== 422 && status !== 500) return undefined;
  if (/stream_options|include_usage/i.test(body)) return "noStreamOptions";
  if (/system.{0,30}(?:role|message|prompt).{0,40}(?:not|n't)|(?:role|roles).{0,80}\bsystem\b/i.test(body))
    return "noSystemRole";
  return undefined;
}

/** Whether a server refused because it is still loading the model. */
export function isLoading({ status, body }: ModelRefusal): boolean {
  const { words, named } = wordsIn(body);
  return codeOf(status, `${named} ${words}`, {}) === "loading";
}

/** The error for a request that failed, in the words of the server if that refused it. */
export function modelErrorOf(error: unknown, asked: Asked, refusal?: ModelRefusal): ModelError {
  if (error instanceof ModelError) return error;
  if (!(error instanceof ServiceError))
    return new ModelError("failed", error instanceof Error ? error.message : String(error), { cause: error });
  const { retryAt } = error;
  const told = error.reason ?? error.message;
  if (refusal) {
    const { words, named } = wordsIn(refusal.body);
    const code = codeOf(refusal.status, `${named} ${words}`, asked);
    return new ModelError(code, words || told, { cause: error, retryAt });
  }
  if (error.code === "unknownOutcome")
    return new ModelError(isLate(error) ? "timeout" : "brokenOff", told, { cause: error });
  return new ModelError(OF_THE_WAY[error.code] ?? "unreachable", told, { cause: error, retryAt });
}

/**
 * The error that an event of a stream reports; `undefined` if it reports none. Some servers send it without a wrapper.
 */
export function modelErrorIn(event: JsonObject, asked: Asked): ModelError | undefined {
  const [message, code, type] = ["message", "code", "type"].map((name) => event.get(name));
  const isBare = typeof message === "string" && event.get("choices") === undefined;
  const error = event.get("error") ?? (isBare ? { message, code, type } : undefined);
  if (error === undefined || error === false) return undefined;
  const { words, named } = wordsIn(JSON.stringify({ error }));
  const status = JsonObject.of(error)?.whole("code") ?? JsonObject.of(error)?.whole("status") ?? 0;
  return new ModelError(codeOf(status, `${named} ${words}`, asked), words || reason("modelFailed"));
}

/** What these failures mean for a model. All others mean that its server was not reached. */
const OF_THE_WAY: Partial<Record<ServiceErrorCode, ModelErrorCode>> = {
  timeout: "timeout",
  malformed: "badAnswer",
  incomplete: "brokenOff",
  notAService: "failed",
  unauthorized: "noPermission",
  browserCheck: "noPermission",
  secretLost: "noPermission",
};

function codeOf(status: number, words: string, { tools = [], schema }: Asked): ModelErrorCode {
  const isClients = status === 0 || status === 400 || status === 413 || status === 422 || status === 500;
  if (isClients && CONTEXT.test(words)) return "contextTooSmall";
  if (isClients && tools.length > 0 && /\btools?\b|tool_choice|function.?call/i.test(words)) return "toolsUnsupported";
  if (isClients && schema && /response_format|json_?schema|structured|grammar|guided/i.test(words))
    return "schemaUnsupported";
  if (/content_?(?:filter|policy)|moderation|safety|responsible_?ai/i.test(words)) return "blocked";
  switch (status) {
    case 401:
    case 403:
    case 407:
      return "noPermission";
    case 402:
      return "quota";
    case 404:
    case 410:
      return "notFound";
    case 408:
      return "timeout";
    case 413:
      return "contextTooSmall";
    case 429:
      return QUOTA.test(words) ? "quota" : "rateLimited";
  }
  if (/\bloading (?:the )?model\b|\bmodel\b.{0,200}\bis (?:still |currently )?loading\b/i.test(words)) return "loading";
  if (/overload|at capacity|too busy|server busy/i.test(words)) return "overloaded";
  if ([502, 503, 504, 529].includes(status) || (status >= 520 && status <= 530)) return "overloaded";
  if (QUOTA.test(words)) return "quota";
  if (/rate.?limit|too many requests/i.test(words)) return "rateLimited";
  if (/model.{0,80}(?:not found|does ?n[o']t exist|no longer)|model_not_found|no such model/i.test(words))
    return "notFound";
  return "failed";
}

/** How servers and gateways say that a request is too long, each in its own way. */
const CONTEXT = new RegExp(
  [
    String.raw`context.{0,20}(?:length|size|window|limit|overflow)`,
    String.raw`context_length|max_?(?:model_len|tokens_exceeded)|prompt_tokens_exceeded|n_ctx`,
    String.raw`maximum (?:context|(?:prompt|model) length)`,
    String.raw`(?:prompt|input|string)\b.{0,20} too (?:long|large)|too many (?:input )?tokens`,
    String.raw`(?:prompt|input)\b.{0,60} exceeds? the|exceeds? .{0,40}\bcontext\b`,
    String.raw`\binputs\b.{0,40} must (?:be <|have less)`,
  ].join("|"),
  "i",
);

const QUOTA = /insufficient_?quota|exceeded your current quota|\bquota\b|billing|credits?\b|payment/i;

interface Words {
  readonly words: string;
  /** The server's own names for what is wrong. */
  readonly named: string;
}

function wordsIn(body: string): Words {
  try {
    const parsed: unknown = parseJson(body);
    const json = JsonObject.of(Array.isArray(parsed) ? parsed[0] : parsed); // Google answers with a list of one
    const inner = json?.object("error") ?? json;
    const words = inner?.string("message") ?? json?.string("error") ?? json?.string("detail") ?? "";
    const details = inner?.get("detail") ?? inner?.get("metadata");
    const named = [inner?.string("code"), inner?.string("type"), details && JSON.stringify(details)].filter(Boolean);
    return { words: words.slice(0, 500), named: named.join(" ").slice(0, 2000) };
  } catch {
    const isPage = /^\s*<(?:!doctype|html)/i.test(body);
    return { words: isPage ? "" : body.trim().slice(0, 500), named: "" };
  }
}

function isLate({ cause }: ServiceError): boolean {
  return cause instanceof Error && "code" in cause && String(cause.code).endsWith("_TIMEOUT");
}
