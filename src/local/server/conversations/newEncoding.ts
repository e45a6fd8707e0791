import { encodeDetails } from "./questionFields.ts";
import type {
  StoredConversation,
  StoredQuestion,
  StoredSummary,
} from "../../answers/conversations/storedConversation.ts";
import { encodeWritten, type TellGrowing } from "./writtenFields.ts";

/** Where conversations are shown. */
export interface ConversationPages {
  /** The address of the page of the conversation that has this read token. */
  readonly pageOf: (readToken: string) => string;
}

/** What a client wants to have besides what the description has. */
export interface Wanted {
  /** What is written of an unfinished answer so far, shortened by `tell`. */
  readonly showsPartial?: boolean;
  readonly tell?: TellGrowing;
  /** What to see first of each passage. */
  readonly wantsLines?: boolean;
}

/** A Conversation. */
export function encodeConversation(
  conversation: StoredConversation,
  pages: ConversationPages,
  wanted: Wanted = {},
): object {
  return {
    ...encodeSummary(conversation, pages),
    state: encodeState(conversation),
    questions: conversation.questions.map((question, _, all) => encodeQuestion(question, all, wanted)),
  };
}

/** A ConversationSummary, whose fields every Conversation has too. */
export function encodeSummary(
  { id, title, createdAt, updatedAt, readToken }: StoredSummary,
  { pageOf }: ConversationPages,
): object {
  return {
    name: `users/1/conversations/${id}`,
    ...(title ? { title } : {}),
    createTime: encodeTime(createdAt),
    updateTime: encodeTime(updatedAt),
    url: pageOf(readToken),
  };
}

/** The state of the conversation: that of its last question, unless another one is still being answered. */
function encodeState({ questions }: StoredConversation): object {
  const states = questions.map(({ state }) => state);
  const state = states.find(({ status }) => status === "processing") ?? states.at(-1);
  switch (state?.status) {
    case "completed":
      return { completed: {} };
    case "canceled":
      return { canceled: {} };
    case "failed":
      return { error: { code: "ERROR_INTERNAL", message: state.message } };
    default:
      return { processing: {} };
  }
}

/** A Question, without its state, which is in its conversation. */
export function encodeQuestion(
  question: StoredQuestion,
  all: readonly StoredQuestion[],
  { showsPartial = false, tell, wantsLines = false }: Wanted = {},
): object {
  const { text, createdAt, state, writing } = question;
  const { stats, ...details } = encodeDetails(question);
  const lines = writing ? writing.passages?.lines : state.status === "completed" ? state.passages : undefined;
  const isShown = state.status !== "processing" || showsPartial;
  return {
    input: [{ question: { text } }],
    ...(writing
      ? isShown && encodeWritten(question, writing, tell)
      : state.status === "completed" && { answer: [{ markdown: { text: state.text } }] }),
    ...(wantsLines && isShown && lines && { plumbline_passages: lines }),
    ...details,
    // What is zero was not counted: nobody needs a row for it.
    stats: Object.fromEntries(Object.entries(stats).filter(([, count]) => count > 0)),
    ...(question.insteadOf && {
      plumbline_instead_of: all.findIndex(({ id }) => id === question.insteadOf?.question),
    }),
    createTime: encodeTime(createdAt),
  };
}

function encodeTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
