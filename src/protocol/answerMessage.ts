import type { AnswerState, QuestionState, SourceState, WrittenState } from "./answer.ts";
import type { Block } from "./markdown.ts";

/**
 * The whole state as it is sent: a question that the page has already, as it is, stands there as its position in the state
 * before; of an answer that grew, what the page has of it is not sent again.
 */
export type AnswerMessage = Omit<AnswerState, "questions"> & {
  readonly questions: readonly (QuestionState | GrownQuestion | number)[];
};

/** What is new of the question that was at the same position before. */
export interface GrownQuestion extends Omit<QuestionState, "answer" | "sources"> {
  /** So many blocks of it stand in front of these. */
  readonly blocksBefore: number;
  /** Those that it had are positions among them. */
  readonly answer: readonly (Block | number)[];
  /** The same of its sources. */
  readonly sources: readonly (SourceState | number)[];
  /** Whether its passages are what they were; they are left out then. */
  readonly hasPassagesBefore: boolean;
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
    return question.written && known.text === question.text ? grown(question, question.written, known) : question;
  });
  return { ...state, questions };
}

/** What differs is told by the objects: those that are the same hold the same. */
function grown(question: QuestionState, written: WrittenState, known: QuestionState): GrownQuestion {
  const isOther = (_: unknown, index: number) => known.answer[index] !== question.answer[index];
  const end = question.answer.findIndex(isOther);
  const blocksBefore = end < 0 ? question.answer.length : end;
  const { passages, ...told } = written;
  const hasPassagesBefore = passages !== undefined && passages.blocks === known.written?.passages?.blocks;
  return {
    ...question,
    answer: asPositions(question.answer.slice(blocksBefore), known.answer),
    blocksBefore,
    sources: asPositions(question.sources, known.sources),
    written: hasPassagesBefore ? told : written,
    hasPassagesBefore,
  };
}

/** Each value that is among those `before` as its position there. */
function asPositions<T extends object>(values: readonly T[], before: readonly T[]): readonly (T | number)[] {
  const positions = new Map(before.map((value, position) => [value, position]));
  return values.map((value) => positions.get(value) ?? value);
}

function fromPositions<T extends object>(
  values: readonly (T | number)[],
  before: readonly T[] = [],
): readonly T[] | undefined {
  const found = values.map((value) => (typeof value === "number" ? before[value] : value));
  return isComplete(found) ? found : undefined;
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
  const { blocksBefore, hasPassagesBefore, ...question } = given;
  const blocks = before?.answer.slice(0, blocksBefore) ?? [];
  const more = fromPositions(given.answer, before?.answer);
  const sources = fromPositions(given.sources, before?.sources);
  const passages = before?.written?.passages;
  if (blocks.length < blocksBefore || !more || !sources || (hasPassagesBefore && !passages)) return undefined;
  const written = question.written && { ...question.written, ...(hasPassagesBefore && passages && { passages }) };
  return { ...question, ...(written && { written }), sources, answer: [...blocks, ...more] };
}

function isComplete<T>(values: readonly (T | undefined)[]): values is readonly T[] {
  return !values.includes(undefined);
}
