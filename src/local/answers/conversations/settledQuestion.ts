import type { QuestionState, StoredQuestion } from "./storedConversation.ts";
import { textOfWriting, type StoredWriting } from "./storedWriting.ts";

/** Whether a model was to write its answer and its passages are known: they are an answer even without the model. */
export function hasPassages({ writing }: StoredQuestion): boolean {
  return writing?.passages !== undefined;
}

/** The question as it ends when its answer is no longer being written: with what there is. */
export function settled(question: StoredQuestion): StoredQuestion {
  return question.writing ? { ...question, ...settledWriting(question.writing, question) } : question;
}

/** How a question ends when its model no longer writes: with the words so far, and with the passages. */
export function settledWriting(
  writing: StoredWriting,
  { createdAt, updatedAt }: StoredQuestion,
): { readonly state: QuestionState; readonly writing: StoredWriting } {
  const { sources = [], followUps = [], searches = 0 } = writing.passages ?? {};
  const tookMs = Math.max(0, updatedAt - createdAt);
  return {
    state: { status: "completed", text: textOfWriting(writing), sources, followUps, searches, tookMs },
    writing: { ...writing, failure: writing.failure ?? BROKEN_OFF },
  };
}

/** For writing that ended in the middle, or never began. */
export const BROKEN_OFF = { code: "brokenOff", message: "" } as const;

/** How many processes have ended while they answered it. Those that only waited for their turn don't count. */
export function endedWhileAnswering({ state, steps }: StoredQuestion): number {
  const before = state.status === "processing" ? (state.worker.ended ?? 0) : 0;
  return steps.length > 0 ? before + 1 : before;
}
