import {
  ModelError,
  type LanguageModel,
  type ModelPart,
  type ModelRequest,
  type ModelToolCall,
} from "../../core/model/languageModel.ts";
import { tokensOf } from "./budget.ts";
import { l10n } from "../http/l10n.ts";

/** What a model replied to one request. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
  /** As the model's server counts them; else by their length. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Set where the server says that it read much less than it was sent: how many tokens. */
  readonly readTokens?: number;
}

export interface ReplyLimits {
  /** Until something comes, and then until the next part comes. */
  readonly firstMs: number;
  readonly nextMs: number;
  /** In characters, with all that is no answer. */
  readonly length: number;
}

export const REPLY_LIMITS: ReplyLimits = { firstMs: 300_000, nextMs: 120_000, length: 80_000 };

/** A reply that says the same again and again, or goes on without an end. What it said before that stands. */
export class EndlessReply extends Error {
  override readonly name = "EndlessReply";
  readonly reply: Reply;

  constructor(reply: Reply, message: string) {
    super(message);
    this.reply = reply;
  }
}

/** A reply that broke off: with what had come by then. */
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

/**
 * Asks a model, once. `onText` is called with all of the text so far, without what the model thinks to itself. Throws
 * {@link BrokenReply} where it failed, {@link EndlessReply} where it had to be stopped, and an `AbortError` when stopped.
 */
export async function ask(
  model: LanguageModel,
  request: ModelRequest,
  {
    signal,
    onText,
    limits = REPLY_LIMITS,
  }: { readonly signal: AbortSignal; readonly onText?: (text: string) => void; readonly limits?: ReplyLimits },
): Promise<Reply> {
  const sentTokens = tokensOf(
    request.messages.map(({ text }) => text).join("\n") + JSON.stringify(request.tools ?? []),
  );
  const calls: ModelToolCall[] = [];
  let raw = "";
  let usage: Extract<ModelPart, { kind: "usage" }> | undefined;
  let checkedAt = 0;
  const reply = (): Reply => {
    const text = withoutThoughts(raw);
    const isTruncated =
      usage !== undefined && usage.inputTokens > 0 && sentTokens > 1_500 && usage.inputTokens < sentTokens * 0.5;
    return {
      text,
      calls,
      inputTokens: usage?.inputTokens ?? sentTokens,
      outputTokens: usage?.outputTokens ?? tokensOf(raw),
      ...(usage && isTruncated && { readTokens: usage.inputTokens }),
    };
  };
  const stopping = new AbortController();
  const parts = model.send(request, { signal: AbortSignal.any([signal, stopping.signal]) })[Symbol.asyncIterator]();
  try {
    for (let isFirst = true; ; isFirst = false) {
      const next = await within(parts.next(), isFirst ? limits.firstMs : limits.nextMs, signal);
      if (next.done) break;
      const part = next.value;
      if (part.kind === "usage") usage = part;
      else if (part.kind === "toolCall") calls.push(part.call);
      else {
        raw += part.text;
        if (raw.length > limits.length) throw new EndlessReply(reply(), l10n.t("It doesn't stop writing."));
        if (raw.length - checkedAt > 400) {
          checkedAt = raw.length;
          const end = endBeforeRepetition(raw);
          if (end !== undefined) {
            raw = raw.slice(0, end);
            throw new EndlessReply(reply(), l10n.t("It repeats itself."));
          }
        }
        onText?.(withoutThoughts(raw));
      }
    }
    return reply();
  } catch (error) {
    if (signal.aborted) throw new DOMException("stopped", "AbortError");
    if (error instanceof EndlessReply) throw error;
    throw new BrokenReply(reply(), error);
  } finally {
    stopping.abort();
    // Not awaited: one that hangs would never end.
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
  const timer = setTimeout(() => {
    reject(new ModelError("timeout", l10n.t("No data arrived for too long.")));
  }, ms);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** The text without what the model thinks to itself before its answer. */
function withoutThoughts(text: string): string {
  const opened = /^\s*<(think|thinking|reasoning)>/i.exec(text);
  if (!opened) return text;
  const end = text.search(new RegExp(`</${opened[1] ?? ""}>`, "i"));
  return end < 0 ? "" : text.slice(text.indexOf(">", end) + 1).trimStart();
}

/** Where the text was good until it began to repeat itself; `undefined` where it does not. */
function endBeforeRepetition(text: string): number | undefined {
  const tail = text.slice(-4_000);
  for (let length = 1; length <= 500; length++) {
    const unit = tail.slice(-length);
    // Tables, rules and indentation repeat a few letters often.
    const times = length < 10 ? Math.ceil(240 / length) : length < 60 ? 8 : 5;
    if (length * times > tail.length) continue;
    let count = 1;
    while (tail.endsWith(unit, tail.length - count * length) && count * length < tail.length) count++;
    if (count < times || unit.trim() === "") continue;
    return text.length - (count - 1) * length;
  }
  const lines = tail
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length > 20);
  const last = lines.at(-2);
  if (last !== undefined && lines.filter((line) => line === last).length >= 6)
    return text.length - tail.length + tail.indexOf(last) + last.length;
  return undefined;
}
