import type { StoredQuestion } from "./storedConversation.ts";
import type { StoredWriting } from "./storedWriting.ts";

/**
 * What the new interface tells of an answer that a model writes, or wrote: the words and then the passages, each a block of
 * the answer, and under names of our own what else there is to know.
 */
export function encodeWritten({ state, steps, createdAt, updatedAt }: StoredQuestion, writing: StoredWriting): object {
  const { model, words, passages, rounds, inputTokens, outputTokens, counts, notes, failure } = writing;
  const texts = [words, passages?.text ?? ""].filter((text) => text !== "");
  const isSettled = state.status !== "processing";
  return {
    ...(texts.length > 0 && { answer: texts.map((text) => ({ markdown: { text } })) }),
    turns: steps.map(({ text, at }) => ({ reasoning: text, timestamp: Math.floor(at / 1000), role: "assistant" })),
    ...(state.status === "completed" && { suggested_followups: state.followUps }),
    ...(isSettled && {
      stats: {
        time_millis: state.status === "completed" ? state.tookMs : Math.max(0, updatedAt - createdAt),
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    }),
    plumbline_written: {
      model,
      has_words: words !== "",
      rounds,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      notes,
      ...(counts && {
        statements: counts.statements,
        unsourced: counts.unsourced,
        unfound: counts.unfound,
      }),
      ...(failure && {
        failure: {
          code: failure.code,
          message: failure.message,
          ...(failure.retryAt !== undefined && { retry_time: new Date(failure.retryAt).toISOString() }),
        },
      }),
    },
  };
}
