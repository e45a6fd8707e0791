import { printReason, type Reason } from "./reasons.ts";

/** A chat model that the user has. Made in `api` or `host`, lent to the local service, which sends it requests. */
export interface LanguageModel {
  /** As shown: `qwen3-coder:30b at 127.0.0.1:11434`. */
  readonly id: string;
  readonly limits: ModelLimits;
  /**
   * Sends one request, once: it may be billed, so nothing repeats it. Ends with the stream; leaving the loop or
   * aborting ends the traffic. Throws a {@link ModelError}, or an `AbortError` if it was stopped.
   */
  send(request: ModelRequest, options: { readonly signal: AbortSignal }): AsyncIterable<ModelPart>;
}

export interface ModelLimits {
  /** How many tokens it accepts at most, if known. */
  readonly inputTokens?: number;
  /** Whether it calls tools. */
  readonly tools: "yes" | "no" | "unknown";
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly toolChoice?: "auto" | "none" | "required";
  /** A JSON schema that the answer must follow, if the model's server accepts one. */
  readonly schema?: object;
}

export type ModelMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly toolCalls?: readonly ModelToolCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly text: string };

export interface ModelTool {
  /** Letters, digits, `_` and `-`, 64 at most. */
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly inputSchema: object;
}

export interface ModelToolCall {
  readonly callId: string;
  readonly name: string;
  /** As the model wrote it: anything that is not JSON is a string. */
  readonly input: unknown;
}

export type ModelPart =
  | { readonly kind: "text"; readonly text: string }
  /** It thought to itself, this many characters since the last such part. Its thoughts are not shown. */
  | { readonly kind: "thought"; readonly length: number }
  | { readonly kind: "toolCall"; readonly call: ModelToolCall }
  | { readonly kind: "usage"; readonly inputTokens: number; readonly outputTokens: number }
  /** A model other than the requested one answers, as its server names it. Sent before its words. */
  | { readonly kind: "answeredBy"; readonly model: string };

/**
 * What can go wrong with a model.
 *
 * - `noPermission`: it may not be used: no consent, or a key that is not accepted.
 * - `blocked`: its provider refuses this request because of its content.
 * - `notFound`: the model does not exist any more.
 * - `quota`: what was paid for is used up; `retryAt` may say until when. `rateLimited`: too many requests for now.
 * - `loading`: its server says that it is still loading it. `overloaded`: its server has too much to do, or is not up
 *   yet.
 * - `contextTooSmall`: the request is longer than the model accepts.
 * - `toolsUnsupported`, `schemaUnsupported`: it accepts no tools, or no schema: the same request without them may work.
 * - `unreachable`: nothing was sent: there is no way to its server.
 * - `brokenOff`: it ended before the answer did; what came before that is kept.
 * - `badAnswer`: the answer can't be read.
 * - `timeout`: nothing came for too long.
 * - `failed`: anything else; the message holds what its server said.
 */
export type ModelErrorCode =
  | "noPermission"
  | "blocked"
  | "notFound"
  | "quota"
  | "rateLimited"
  | "loading"
  | "overloaded"
  | "contextTooSmall"
  | "toolsUnsupported"
  | "schemaUnsupported"
  | "unreachable"
  | "brokenOff"
  | "badAnswer"
  | "timeout"
  | "failed";

/**
 * A failure of a model or of the way to it, reported as in a `ServiceError`. `message` may hold its server's words; it
 * never holds a key.
 */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  readonly reason?: Reason;
  /** Milliseconds since the epoch; from then on it makes sense to try again. */
  readonly retryAt?: number;

  constructor(
    code: ModelErrorCode,
    told: string | Reason,
    { cause, retryAt }: { readonly cause?: unknown; readonly retryAt?: number | undefined } = {},
  ) {
    super(typeof told === "string" ? told : printReason(told), { cause });
    this.code = code;
    if (typeof told === "object") this.reason = told;
    if (retryAt !== undefined) this.retryAt = retryAt;
  }
}
