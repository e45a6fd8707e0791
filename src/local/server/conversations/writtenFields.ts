import type { ModelActivity } from "../../../core/model/conversation.ts";
import type { StoredQuestion } from "../../answers/conversations/storedConversation.ts";
import type { StoredWriting } from "../../answers/conversations/storedWriting.ts";
import type { GrowingTexts, AnswerDelta } from "./answerDeltas.ts";

/** A model from which nothing came for this long counts as silent. Slow ones write a word in this time. */
const SILENT_MS = 5_000;

/** Decides what a client that remembers what it was told is told about the texts of an answer that is being written. */
export type TellGrowing = (questionId: number, texts: GrowingTexts) => AnswerDelta;

/**
 * What the new interface returns for an answer that a model writes, or wrote: the words and then the passages, each a
 * block of the answer, and what the model did under a name of our own. With `tell`, the words of a growing answer may
 * be only what the client does not have yet, and the passages may be left out.
 */
export function encodeWritten(
  { id, state }: StoredQuestion,
  writing: StoredWriting,
  tell: TellGrowing | undefined,
): object {
  const {
    model,
    answeredBy,
    words,
    passages,
    rounds,
    inputTokens,
    outputTokens,
    areTokensEstimated,
    counts,
    notes,
    failure,
  } = writing;
  const isSettled = state.status !== "processing";
  const whole = { words, passages: passages?.text ?? "" };
  const told = words !== "" && !isSettled ? tell?.(id, whole) : undefined;
  const texts = told
    ? [told.words, ...(told.passages === undefined ? [] : [told.passages])]
    : [whole.words, whole.passages].filter((text) => text !== "");
  const activity = isSettled ? undefined : activityOf(writing);
  return {
    ...(texts.length > 0 && { answer: texts.map((text) => ({ markdown: { text } })) }),
    plumbline_written: {
      model,
      ...(answeredBy !== undefined && { answered_by: answeredBy }),
      has_words: words !== "",
      ...(told && {
        told: told.version,
        ...(told.wordsFrom !== undefined && { words_from: told.wordsFrom }),
        ...(told.passages === undefined && { passages_told: true }),
      }),
      rounds,
      ...(activity !== undefined && { activity }),
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      ...(areTokensEstimated && { tokens_estimated: true }),
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

function activityOf({ activity, heardAt = 0 }: StoredWriting): ModelActivity | undefined {
  return activity !== undefined && Date.now() - heardAt >= SILENT_MS ? "silent" : activity;
}
