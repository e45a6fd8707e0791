// States that a page is shown in, from those that were recorded.
import { foldedCode } from "../../src/core/markdown/passages.ts";
import type { PassageLines } from "../../src/core/model/conversation.ts";
import { readAnswers, sourceState } from "../../src/core/sources/answerSources.ts";
import type { AnswerState, QuestionState } from "../../src/protocol/answer.ts";
import type { SearchState } from "../../src/protocol/search.ts";
import { readRecorded } from "./readRecorded.ts";
import { SERVICE, type RecordedAnswers } from "./recorded.ts";

const answers = readRecorded("answers");
const written = readRecorded("written");
const searches = readRecorded("searches");

/** The state of one of the conversations in `panelConversations.ts`, of "A new conversation" or of "A copy". */
export function conversation(title: string): AnswerState {
  return stateIn(answers, title);
}

/** The state of an answer that a model writes or has written. */
export function writtenAnswer(name: string): AnswerState {
  return stateIn(written, name);
}

/** What the model of these answers is doing, in words. */
export const { activities } = written;

/** The state of the query box with this query. */
export function query(text: string): SearchState {
  return searches[text] ?? fail(text);
}

/** The state with one of its questions changed: the last one, or the one at a position. */
export function changed(state: AnswerState, change: Partial<QuestionState>, at = -1): AnswerState {
  const question = state.questions.at(at) ?? fail(`question ${at}`);
  return { ...state, questions: state.questions.with(at, { ...question, ...change }) };
}

/** The state once its last question is not worked on any more, with this to show for it. */
export function ended(state: AnswerState, change: Partial<QuestionState> = {}): AnswerState {
  const question = { ...(state.questions.at(-1) ?? fail("question")) };
  const followUp = { ...(state.followUp ?? fail("box")) };
  Reflect.deleteProperty(question, "progress");
  Reflect.deleteProperty(followUp, "waiting");
  return changed({ ...state, followUp, questions: state.questions.with(-1, question) }, change);
}

/** The state with one more question, which is worked on. */
export function asking(state: AnswerState, text: string): AnswerState {
  const [{ progress } = fail("question")] = conversation("Running").questions;
  const { waiting = fail("words") } = conversation("Running").followUp ?? {};
  const nothing = { answer: [], sources: [], otherSources: [], suggestedFollowUps: [], log: [], notes: [] };
  const question = {
    ...nothing,
    id: `asked ${state.questions.length}`,
    text,
    progress: progress && { ...progress, steps: [] },
  };
  const { followUp = fail("box") } = state;
  return { ...state, followUp: { ...followUp, waiting }, questions: [...state.questions, question as QuestionState] };
}

/** The state with what is being done for its last question. */
export function atStep(state: AnswerState, step: string): AnswerState {
  const { progress = fail("progress") } = state.questions.at(-1) ?? {};
  return changed(state, { progress: { ...progress, steps: [...progress.steps, step] } });
}

/**
 * What the host makes of an answer's Markdown, before any source has been checked; `lines` are those of its passages.
 */
export function answering(
  markdown: string,
  lines?: readonly PassageLines[],
): Pick<QuestionState, "answer" | "sources" | "folded"> {
  const outcome = { status: "completed", answer: markdown } as const;
  const question = { id: "0", text: "", outcome, listedSources: [], suggestedFollowUps: [] };
  const read = readAnswers({ questions: [question] }, `http://${SERVICE}`);
  const places = [...read.sources.entries()];
  const answer = read.answers.get("0")?.blocks ?? [];
  const folded = foldedCode(answer, lines);
  return {
    answer,
    ...(folded.length > 0 && { folded }),
    sources: places.map(([index, place]) => sourceState(index, place)),
  };
}

function stateIn({ labels, states }: RecordedAnswers, name: string): AnswerState {
  const { questions, ...state } = states[name] ?? fail(name);
  return {
    ...state,
    labels,
    questions: questions.map(({ progress, notice, ...question }) => ({
      ...question,
      ...(progress && { progress: { ...progress, startedAt: Date.now() } }),
      ...(notice && {
        notice: { ...notice, ...(notice.retryAt !== undefined && { retryAt: Date.now() + 60_000 }) },
      }),
    })),
  };
}

function fail(name: string): never {
  throw new Error(`There is no ${name}.`);
}
