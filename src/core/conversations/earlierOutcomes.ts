import type { Conversation, Outcome, Question } from "../model/conversation.ts";

/**
 * `now`, with what was known `before` about the questions ahead of its last one. An interface that keeps one state for
 * the whole conversation no longer says that an earlier question failed or was stopped: it looks answered, with as much
 * of its answer as there was. If its answer has changed since then, it is taken as reported. Nor does such an interface
 * say whose conversation it is. For a question that was stopped, its partial answer and its turns are kept if they are
 * no longer reported.
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

/** What branches stood for is only known for exactly the same answer. */
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
