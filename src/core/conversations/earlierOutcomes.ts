import type { Conversation, Outcome } from "../model/conversation.ts";

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
  const questions = now.questions.map((question, index) => {
    const known = before.questions[index];
    const { outcome } = question;
    if (known?.text === question.text && outcome.status === "canceled") {
      const told = outcome.partialAnswer || partOf(known.outcome);
      return { ...(known.turns && { turns: known.turns }), ...question, outcome: { ...outcome, partialAnswer: told } };
    }
    if (index === now.questions.length - 1 || known?.text !== question.text || outcome.status !== "completed")
      return question;
    const wasCut = known.outcome.status === "failed" || known.outcome.status === "canceled";
    const isSame = wasCut && ["", known.outcome.partialAnswer.trim()].includes(outcome.answer.trim());
    return isSame ? { ...question, outcome: known.outcome } : question;
  });
  return { ...(before.isOwner !== undefined && { isOwner: before.isOwner }), ...now, questions };
}

function partOf(outcome: Outcome): string {
  return ("partialAnswer" in outcome ? outcome.partialAnswer : undefined) ?? "";
}
