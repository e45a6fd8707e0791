import type { AnswerState, QuestionState } from "./answer.ts";

/**
 * The whole state as it is sent: a question that the page has already, as it is, stands there as its position in the state
 * before; of an answer that grew, the blocks at its beginning that the page has are counted.
 */
export type AnswerMessage = Omit<AnswerState, "questions"> & {
  readonly questions: readonly (QuestionState | GrownQuestion | number)[];
};

export interface GrownQuestion extends QuestionState {
  /** So many blocks of the question at the same position before stand in front of these. */
  readonly blocksBefore: number;
}

/** `state` for a page that has `before`; `isSame` says whether two questions are drawn alike. */
export function toMessage(
  state: AnswerState,
  before: AnswerState | undefined,
  isSame: (a: QuestionState, b: QuestionState) => boolean,
): AnswerMessage {
  const questions = state.questions.map((question, position) => {
    const known = before?.questions[position];
    if (!known) return question;
    if (isSame(known, question)) return position;
    if (!question.written || known.text !== question.text) return question;
    const isOther = (_: unknown, index: number) => known.answer[index] !== question.answer[index];
    const end = question.answer.findIndex(isOther);
    const blocksBefore = end < 0 ? question.answer.length : end;
    return blocksBefore === 0 ? question : { ...question, answer: question.answer.slice(blocksBefore), blocksBefore };
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
  for (const [position, given] of message.questions.entries()) {
    const question = typeof given === "number" ? before?.questions[given] : whole(given, before?.questions[position]);
    if (!question) return undefined;
    questions.push(question);
  }
  return { ...message, questions };
}

function whole(given: QuestionState | GrownQuestion, before: QuestionState | undefined): QuestionState | undefined {
  if (!("blocksBefore" in given)) return given;
  const { blocksBefore, ...question } = given;
  const blocks = before?.answer.slice(0, blocksBefore) ?? [];
  return blocks.length < blocksBefore ? undefined : { ...question, answer: [...blocks, ...question.answer] };
}
