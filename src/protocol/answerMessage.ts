import type { AnswerState, QuestionState } from "./answer.ts";

/** The whole state as it is sent: a question that the page has already, as it is, stands there as its position in the state before. */
export type AnswerMessage = Omit<AnswerState, "questions"> & {
  readonly questions: readonly (QuestionState | number)[];
};

/** `state` for a page that has `before`; `isSame` says whether two questions are drawn alike. */
export function toMessage(
  state: AnswerState,
  before: AnswerState | undefined,
  isSame: (a: QuestionState, b: QuestionState) => boolean,
): AnswerMessage {
  const questions = state.questions.map((question, position) => {
    const known = before?.questions[position];
    return known && isSame(known, question) ? position : question;
  });
  return { ...state, questions };
}

/**
 * The whole state again, on a page that has `before`: what has not changed is the same object as it was, so that one look
 * tells that nothing is to be drawn. `undefined` where the page has not got what the message refers to: it is new, and
 * gets all of it as soon as it is ready.
 */
export function fromMessage(message: AnswerMessage, before: AnswerState | undefined): AnswerState | undefined {
  const questions: QuestionState[] = [];
  for (const given of message.questions) {
    const question = typeof given === "number" ? before?.questions[given] : given;
    if (!question) return undefined;
    questions.push(question);
  }
  return { ...message, questions };
}
