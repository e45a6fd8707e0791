import type { AnswerState } from "../../protocol/answer.ts";

/** What a screen reader says about the step from one state to the next: that work began, or how it ended. */
export function announcement(before: AnswerState | undefined, after: AnswerState): string | undefined {
  if (after.notice && after.notice.message !== before?.notice?.message) return after.notice.message;
  for (const [position, question] of after.questions.entries()) {
    const known = before?.questions[position];
    if (question.progress && !known?.progress) return question.progress.label;
    if (known?.progress && !question.progress) return question.notice?.message ?? after.labels.answered;
  }
  return undefined;
}
