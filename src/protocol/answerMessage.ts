import type { AnswerState, QuestionState, SourceState, WrittenState } from "./answer.ts";
import type { Block } from "./markdown.ts";

/**
 * The whole state as it is sent. A question that the page already has unchanged is sent as its position in the state
 * before; of an answer that grew, the part that the page has is not sent again.
 */
export type AnswerMessage = Omit<AnswerState, "questions"> & {
  readonly questions: readonly (QuestionState | GrownQuestion | number)[];
};

/** What is new in the question that was at the same position before. */
export interface GrownQuestion extends Omit<QuestionState, "answer" | "sources"> {
  /** How many blocks of its earlier answer come before these. */
  readonly blocksBefore: number;
  /** Blocks that it had before are given as their positions in that answer. */
  readonly answer: readonly (Block | number)[];
  /** Likewise for its sources. */
  readonly sources: readonly (SourceState | number)[];
  /** Whether its passages are unchanged; if so, they are left out. */
  readonly hasPassagesBefore: boolean;
}

/** Encodes `state` for a page that has `before`; `isSame` says whether two questions are drawn alike. */
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

/** Compares blocks and sources by identity: the same object means the same content. */
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

/** Replaces each value that is in `before` by its position there. */
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
 * Restores the whole state on a page that has `before`. What has not changed is the same object as before, so that
 * comparing objects shows that nothing needs drawing. `undefined` if the page lacks what the message refers to: it is
 * new, and gets everything as soon as it is ready.
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
