import { withVisibleHidden } from "../../../core/text/hidden.ts";
import { awakeTimeout } from "../../../core/model/awakeTimeout.ts";
import type { ModelActivity } from "../../../core/model/conversation.ts";
import {
  ModelError,
  type LanguageModel,
  type ModelErrorCode,
  type ModelPart,
  type ModelRequest,
  type ModelToolCall,
} from "../../../core/model/languageModel.ts";
import { tokensOf } from "./budget.ts";
import { SpokenText } from "./spokenText.ts";
import { l10n } from "../../base/l10n.ts";

/** What was read and written, as the model's server counts it. */
export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether some are not counted, or not yet, but estimated from the length of the text. */
  readonly areTokensEstimated: boolean;
}

/** What a model replied to one request. */
export interface Reply extends Tokens {
  /** What the model was doing when something last came from it. */
  readonly activity: ModelActivity;
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
  /** The model that answered, if its server says that it was another one. */
  readonly answeredBy?: string;
  /** How many tokens it was sent, as we count. */
  readonly sentTokens: number;
  /** How many tokens it read, if the server says that this is much less than it was sent. */
  readonly readTokens?: number;
}

export interface ReplyLimits {
  /** How long to wait for the first part, and then for each further one. */
  readonly firstMs: number;
  readonly nextMs: number;
  /** In characters, including everything that is not part of the answer. */
  readonly length: number;
}

export const REPLY_LIMITS: ReplyLimits = { firstMs: 300_000, nextMs: 120_000, length: 80_000 };

/** If a server says that it read less of a long request, it has not counted: the smallest context has more room. */
const READ_AT_LEAST = 256;

/** With these errors, nothing of the request was read. */
const REFUSED: readonly ModelErrorCode[] = [
  "noPermission",
  "notFound",
  "quota",
  "rateLimited",
  "loading",
  "overloaded",
  "contextTooSmall",
  "toolsUnsupported",
  "schemaUnsupported",
  "unreachable",
];

/** A reply that says the same again and again, or goes on without end. What it said before that is kept. */
export class EndlessReply extends Error {
  override readonly name = "EndlessReply";
  readonly reply: Reply;

  constructor(reply: Reply, message: string) {
    super(message);
    this.reply = reply;
  }
}

/** A reply that broke off, with what had come by then. */
export class BrokenReply extends Error {
  override readonly name = "BrokenReply";
  readonly reply: Reply;
  override readonly cause: unknown;

  constructor(reply: Reply, cause: unknown) {
    super("broken off");
    this.reply = reply;
    this.cause = cause;
  }
}

/** A request without letters that a model reads and a person does not: whatever is looked up goes through here. */
function withoutHidden(request: ModelRequest): ModelRequest {
  const messages = request.messages.map((message) =>
    message.role === "assistant" ? message : { ...message, text: withVisibleHidden(message.text) },
  );
  return { ...request, messages };
}

/**
 * Asks a model, once. `onReply` is called with all of the reply so far, without what the model thinks to itself: first
 * for what is sent, then for each part that comes. Throws {@link BrokenReply} if it failed, {@link EndlessReply} if the
 * model had to be stopped, and an `AbortError` when `signal` stops it.
 */
export async function ask(
  model: LanguageModel,
  request: ModelRequest,
  {
    signal,
    onReply,
    limits = REPLY_LIMITS,
  }: {
    readonly signal: AbortSignal;
    readonly onReply?: (reply: Reply) => void;
    readonly limits?: ReplyLimits;
  },
): Promise<Reply> {
  const sentTokens = tokensOf(
    request.messages.map(({ text }) => text).join("\n") + JSON.stringify(request.tools ?? []),
  );
  const calls: ModelToolCall[] = [];
  let raw = "";
  let spoken = new SpokenText();
  let usage: Extract<ModelPart, { kind: "usage" }> | undefined;
  let answeredBy: string | undefined;
  let thought = 0;
  let activity: ModelActivity = "silent";
  let checkedAt = 0;
  const reply = (wasRead = true): Reply => {
    const isTruncated =
      usage !== undefined &&
      usage.inputTokens >= READ_AT_LEAST &&
      sentTokens > 1_500 &&
      usage.inputTokens < sentTokens * 0.5;
    return {
      text: spoken.text,
      activity,
      calls,
      sentTokens,
      inputTokens: usage?.inputTokens ?? (wasRead ? sentTokens : 0),
      outputTokens: usage?.outputTokens ?? tokensOf(raw) + Math.ceil(thought / 3.5),
      areTokensEstimated: usage === undefined && wasRead,
      ...(answeredBy !== undefined && { answeredBy }),
      ...(usage && isTruncated && { readTokens: usage.inputTokens }),
    };
  };
  onReply?.(reply());
  const stopping = new AbortController();
  const sent = withoutHidden(request);
  const parts = model.send(sent, { signal: AbortSignal.any([signal, stopping.signal]) })[Symbol.asyncIterator]();
  try {
    for (let isFirst = true; ; isFirst = false) {
      const next = await within(parts.next(), isFirst ? limits.firstMs : limits.nextMs, signal);
      if (next.done) break;
      const part = next.value;
      if (part.kind === "usage") usage = part;
      else if (part.kind === "toolCall") calls.push(part.call);
      else if (part.kind === "answeredBy") answeredBy = part.model;
      else if (part.kind === "thought") {
        activity = "thinking";
        thought += part.length;
        if (thought > limits.length) throw new EndlessReply(reply(), l10n.t("It doesn't stop thinking."));
        onReply?.(reply());
      } else {
        raw += part.text;
        spoken.add(part.text);
        activity = spoken.text === "" ? "thinking" : "writing";
        if (raw.length > limits.length) throw new EndlessReply(reply(), l10n.t("It doesn't stop writing."));
        if (raw.length - checkedAt > 400) {
          checkedAt = raw.length;
          const end = endBeforeRepetition(raw);
          if (end !== undefined) {
            raw = raw.slice(0, end);
            spoken = new SpokenText();
            spoken.add(raw);
            throw new EndlessReply(reply(), l10n.t("It repeats itself."));
          }
        }
        onReply?.(reply());
      }
    }
    return { ...reply(), text: spoken.whole };
  } catch (error) {
    if (signal.aborted) throw new DOMException("stopped", "AbortError");
    if (error instanceof EndlessReply) throw error;
    const isRefused = error instanceof ModelError && REFUSED.includes(error.code);
    throw new BrokenReply(reply(!isRefused || raw !== ""), error);
  } finally {
    stopping.abort();
    // Not awaited: a model that hangs would never end.
    parts.return?.().catch(() => undefined);
  }
}

/** Rejects with an `AbortError` when stopped, and with a {@link ModelError} when it takes longer. */
async function within<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  promise.catch(() => undefined); // it may fail after this has ended
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const stop = () => {
    reject(new DOMException("stopped", "AbortError"));
  };
  const clearLate = awakeTimeout(ms, () => {
    reject(new ModelError("timeout", l10n.t("No data arrived for too long.")));
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, ended]);
  } finally {
    clearLate();
    signal.removeEventListener("abort", stop);
  }
}

/** Where the text begins to repeat itself; `undefined` if it does not. */
function endBeforeRepetition(text: string): number | undefined {
  const tail = text.slice(-4_000);
  for (let length = 1; length <= 500; length++) {
    const unit = tail.slice(-length);
    // Tables, rules and indentation repeat a few letters often.
    const times = length < 10 ? Math.ceil(240 / length) : length < 60 ? 8 : 5;
    if (length * times > tail.length) continue;
    let count = 1;
    while (text.endsWith(unit, text.length - count * length) && count * length < text.length) count++;
    if (count < times || unit.trim() === "") continue;
    return text.length - (count - 1) * length;
  }
  const lines = tail
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length > 20);
  const last = lines.at(-2);
  if (last === undefined || lines.filter((line) => line === last).length < 6) return undefined;
  // Much may have come at once: back to where it isn't said again within as much as was looked at.
  let start = text.length;
  let at = text.lastIndexOf(last);
  for (; at >= 0 && at < start && start - at <= tail.length; at = text.lastIndexOf(last, start - 1)) start = at;
  return start + last.length;
}
