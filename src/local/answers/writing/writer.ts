import { awakeTimeout } from "../../../core/model/awakeTimeout.ts";
import { isAbort } from "../../../core/model/errors.ts";
import { ModelError, type LanguageModel } from "../../../core/model/languageModel.ts";
import { writeAsAgent } from "./agent.ts";
import { writeFromPassages } from "./fromPassages.ts";
import { BrokenReply, EndlessReply } from "./reply.ts";
import { Writing, type WriteRequest, type WritingFailure, type Written } from "./writing.ts";

/** For the whole answer, whatever the model does. */
const TIME_AT_MOST_MS = 900_000;

/**
 * Lets a model write an answer from passages, and checks what it cites. Rejects with an `AbortError` when stopped; if
 * the model fails, the result says so, with the words that there are.
 */
export async function writeAnswer(request: WriteRequest): Promise<Written> {
  const late = new AbortController();
  const clearLate = awakeTimeout(TIME_AT_MOST_MS, () => {
    late.abort();
  });
  const writing = new Writing(request, AbortSignal.any([request.signal, late.signal]));
  try {
    const { model, begun } = request;
    const isAgent = model.limits.tools === "yes" && begun === undefined;
    if (!isAgent || !(await writeAsAgent(writing))) await writeFromPassages(writing);
    return writing.result();
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (isFull(error, request.model)) return writing.result({ code: "contextTooSmall", message: "" });
    return writing.result(failureOf(late.signal.aborted ? new ModelError("timeout", "") : error));
  } finally {
    clearLate();
  }
}

/** Whether an answer ended because the request and the reply together fill the context of the model. */
function isFull(error: unknown, { limits: { inputTokens: takes = Infinity } }: LanguageModel): boolean {
  if (!(error instanceof BrokenReply && error.cause instanceof ModelError)) return false;
  const { inputTokens, outputTokens } = error.reply;
  return error.cause.code === "brokenOff" && inputTokens + outputTokens >= takes - 8;
}

function failureOf(error: unknown): WritingFailure {
  if (error instanceof BrokenReply) {
    const failure = failureOf(error.cause);
    // What has come is kept and can be continued.
    return failure.code === "failed" && error.reply.text !== "" ? { ...failure, code: "brokenOff" } : failure;
  }
  if (error instanceof EndlessReply) return { code: "endless", message: error.message };
  if (isAbort(error)) return { code: "brokenOff", message: "" };
  if (!(error instanceof ModelError)) return { code: "failed", message: error instanceof Error ? error.message : "" };
  const { code, message, retryAt } = error;
  return { code, message, ...(retryAt !== undefined && { retryAt }) };
}
