import type { Conversation, Outcome, Question } from "../model/conversation.ts";

/**
 * `now` with what was known `before` of the questions ahead of its last one. An interface that keeps one state for the
 * whole conversation doesn't tell any more that an earlier one failed or was stopped: it looks answered, with what there
 * was of its answer. Where its answer is another one than then, it is taken as it is told. Nor does it tell whose it is.
 * Of a question that was stopped, what there was of its answer stays, with what was done, where neither is told any more.
 */
export function withEarlierOutcomes(
  now: Conversation,
  before: Pick<Conversation, "questions" | "isOwner"> | undefined,
): Conversation {
  if (!before) return now;
  const questions = now.questions.map((told, index) => {
    const known = before.questions[index];
    const question = withTips(told, known);
    const { outcome } = question;
    if (known?.text === question.text && outcome.status === "canceled") {
      const partialAnswer = outcome.partialAnswer || partOf(known.outcome);
      return { ...(known.turns && { turns: known.turns }), ...question, outcome: { ...outcome, partialAnswer } };
    }
    if (index === now.questions.length - 1 || known?.text !== question.text || outcome.status !== "completed")
      return question;
    const wasCut = known.outcome.status === "failed" || known.outcome.status === "canceled";
    const isSame = wasCut && ["", known.outcome.partialAnswer.trim()].includes(outcome.answer.trim());
    return isSame ? { ...question, outcome: known.outcome } : question;
  });
  return { ...(before.isOwner !== undefined && { isOwner: before.isOwner }), ...now, questions };
}

/** What branches stood for is known of the very same answer only. */
function withTips(now: Question, before: Question | undefined): Question {
  if (now.tips || !before?.tips || now.id !== before.id || now.text !== before.text) return now;
  const isSame =
    now.outcome.status === "completed" &&
    before.outcome.status === "completed" &&
    now.outcome.answer === before.outcome.answer;
  return isSame ? { ...now, tips: before.tips } : now;
}

function partOf(outcome: Outcome): string {
  return ("partialAnswer" in outcome ? outcome.partialAnswer : undefined) ?? "";
}
