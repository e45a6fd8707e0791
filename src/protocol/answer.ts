/**
 * What the extension host and the answer panel say to each other.
 *
 * Host to webview: one message, the whole {@link AnswerState}, as `answerMessage.ts` writes it. Webview to host:
 * {@link AnswerIntent}s.
 * Every string a person reads is already in the person's language.
 */

import type { Block } from "./markdown.ts";

/** The whole of what an answer panel shows. Sent only when it differs from the last one sent. */
export interface AnswerState {
  /** What the panel keeps to find its conversation again after a reload; absent until the service has it. */
  readonly name?: string;
  /** What the panel keeps of questions that the service may not have, to bring them back after a reload. */
  readonly unasked?: string;
  readonly title: string;
  readonly questions: readonly QuestionState[];
  /** The follow-up box: absent where nothing may be asked. */
  readonly followUp?: FollowUpState;
  /** What of the person's quota is used up, in words. */
  readonly quota?: string;
  /** Why this is for reading only, in words. */
  readonly readOnly?: string;
  /** How often the person asked to go on to the next question, less how often back: the page goes as far as it differs. */
  readonly steps: number;
  /** The source whose sentence the person asked to see last, and how often one was asked for: the page goes there when that differs. */
  readonly pointed?: { readonly index: number; readonly count: number };
  readonly canOpenInBrowser: boolean;
  /** Set where this is no more than the copy of this machine: says so, with its age. */
  readonly copy?: string;
  /** Something that concerns the whole conversation: it can't be reached, it is gone. */
  readonly notice?: NoticeState;
  readonly labels: AnswerLabels;
}

/** Fixed words of the panel. */
export interface AnswerLabels {
  readonly stop: string;
  readonly sources: string;
  readonly checkSources: string;
  readonly compareSource: string;
  readonly followUps: string;
  readonly copy: string;
  /** Said after it was copied. */
  readonly copied: string;
  readonly code: string;
  readonly wrap: string;
  readonly insertCode: string;
  readonly openCode: string;
  readonly searchCode: string;
  readonly diagram: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly zoomReset: string;
  readonly copySvg: string;
  readonly showSource: string;
  /** Above what was done for an answer, and above what it took. */
  readonly log: string;
  readonly stats: string;
  readonly details: string;
  readonly openInBrowser: string;
  /** With `{0}` for how long it still takes. */
  readonly retryIn: string;
  readonly retryNow: string;
  readonly question: string;
  readonly answer: string;
  /** Said to a screen reader when an answer is there. */
  readonly answered: string;
  /** Unfolds, and folds again, what is long. */
  readonly showMore: string;
  readonly showLess: string;
}

export interface FollowUpState {
  readonly placeholder: string;
  readonly send: string;
  readonly mention: string;
  /** Why what is typed can't be sent yet: then it is a draft. */
  readonly waiting?: string;
  /** What the box is to hold, put into it when `version` is another one; with `cursor`, the cursor is put there. */
  readonly draft: { readonly version: number; readonly text: string; readonly cursor?: number };
}

export interface QuestionState {
  /** Stable for the life of the conversation: its key when drawing. */
  readonly id: string;
  readonly text: string;
  readonly progress?: ProgressState;
  readonly answer: readonly Block[];
  /** Whatever is drawn under the answer: an error, "canceled". */
  readonly notice?: NoticeState;
  readonly sources: readonly SourceState[];
  /** What became of the sources, counted, in words; or that they are being checked. Absent where nothing is to be said. */
  readonly sourcesSummary?: string;
  /** What the answer rests on besides places in files. */
  readonly otherSources: readonly string[];
  readonly suggestedFollowUps: readonly string[];
  /** What was done for the answer, oldest first. */
  readonly log: readonly string[];
  readonly stats?: StatsState;
  /** What there is that can't be shown here. */
  readonly notes: readonly string[];
}

/** What an answer took: in a line, and in full. */
export interface StatsState {
  readonly summary: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

/** A question that is being worked on. */
export interface ProgressState {
  readonly label: string;
  /** Milliseconds since the epoch; the webview counts the seconds by itself. */
  readonly startedAt: number;
  /** What the service says that it is doing, newest last; may be empty. */
  readonly steps: readonly string[];
  readonly canStop: boolean;
}

export interface NoticeState {
  readonly severity: "info" | "warning" | "error";
  readonly message: string;
  /** More words, for whoever wants to know. */
  readonly details?: string;
  /** Milliseconds since the epoch from which on it makes sense to try again; the page counts down to it. */
  readonly retryAt?: number;
  /** What to do about it; each sends `{type: "notice", action}`, with the question that it is about. */
  readonly actions: readonly { readonly action: NoticeAction; readonly label: string }[];
}

/**
 * `openService` is for the browser. `forget` removes what is kept of a conversation that the service doesn't have any more;
 * `discard`, a question that was not asked.
 */
export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

const NOTICE_ACTIONS = ["retry", "signIn", "openService", "showLog", "forget", "discard"] as const;

export interface SourceState {
  /** The number that `openSource` sends back. Unique in the conversation. */
  readonly index: number;
  /** Shown first, such as `src/parse.ts`. */
  readonly label: string;
  /** Shown after it, such as `rexxars/eventsource-parser`, and `12–30`. */
  readonly repository: string;
  readonly lines?: string;
  /** Everything in words, for tooltips and screen readers. */
  readonly description: string;
  /** What became of it, once it was looked for. */
  readonly status?: SourceStatus;
  /** What was cited, the first lines of it, once it was read. */
  readonly excerpt?: string;
}

/** What became of a source in the person's own copy of the code. */
export interface SourceStatus {
  /** `broken`: what is cited does not exist. `unchecked`: nobody could tell. `cited`: it exists; there is no own copy. */
  readonly kind: "same" | "cited" | "moved" | "changed" | "gone" | "broken" | "unchecked";
  /** In few words, such as `moved to line 12`. */
  readonly label: string;
  /** In full. */
  readonly description: string;
  /** Whether the cited version can be compared with the person's own: `compareSource` does. */
  readonly canCompare: boolean;
}

/** What a person did in the panel. */
export type AnswerIntent =
  | { readonly type: "ready" }
  | { readonly type: "stop" }
  | { readonly type: "followUp"; readonly text: string }
  /** The box holds this now. */
  | { readonly type: "draft"; readonly text: string }
  /** Something is to be mentioned in what the box holds: at this place, in UTF-16 units, where `isTyped` says that an `@` stands. */
  | { readonly type: "mention"; readonly text: string; readonly at: number; readonly isTyped: boolean }
  | { readonly type: "openInBrowser" }
  | { readonly type: "openSource"; readonly index: number }
  /** The focus is on it. */
  | { readonly type: "focusSource"; readonly index: number }
  /** Compares the cited version of its file with the person's own. */
  | { readonly type: "compareSource"; readonly index: number }
  /** Checks all sources once more. */
  | { readonly type: "checkSources" }
  | { readonly type: "openWebLink"; readonly index: number }
  | { readonly type: "runSearch"; readonly index: number }
  | { readonly type: "copy"; readonly text: string }
  /** What to do with a block of code; `from` and `to` say which part of it, in UTF-16 units. */
  | {
      readonly type: "code";
      readonly action: CodeAction;
      readonly index: number;
      readonly from?: number;
      readonly to?: number;
    }
  /** `question` is the one whose notice it is, by its id; absent where it is the conversation's. */
  | { readonly type: "notice"; readonly action: NoticeAction; readonly question?: string };

/** What can be done with a block of code. */
export type CodeAction = (typeof CODE_ACTIONS)[number];

const CODE_ACTIONS = ["copy", "insert", "open", "search"] as const;

/** Reads an intent out of whatever a webview sent; `undefined` for anything that is none. */
export function parseAnswerIntent(message: unknown): AnswerIntent | undefined {
  if (typeof message !== "object" || message === null || !("type" in message)) return undefined;
  const field = (name: string): unknown => (message as Record<string, unknown>)[name];
  switch (message.type) {
    case "ready":
    case "stop":
    case "openInBrowser":
    case "checkSources":
      return { type: message.type };
    case "followUp":
    case "draft":
    case "copy": {
      const text = field("text");
      return typeof text === "string" ? { type: message.type, text } : undefined;
    }
    case "mention": {
      const [text, at] = [field("text"), field("at")];
      if (typeof text !== "string" || !isIndex(at) || at > text.length) return undefined;
      return { type: "mention", text, at, isTyped: field("isTyped") === true };
    }
    case "openSource":
    case "focusSource":
    case "compareSource":
    case "openWebLink":
    case "runSearch": {
      const index = field("index");
      return isIndex(index) ? { type: message.type, index } : undefined;
    }
    case "code": {
      const [index, from, to] = [field("index"), field("from"), field("to")];
      const action = CODE_ACTIONS.find((known) => known === field("action"));
      if (action === undefined || !isIndex(index)) return undefined;
      return { type: "code", action, index, ...(isIndex(from) && isIndex(to) && { from, to }) };
    }
    case "notice": {
      const action = NOTICE_ACTIONS.find((known) => known === field("action"));
      const question = field("question");
      return action && { type: "notice", action, ...(typeof question === "string" && { question }) };
    }
    default:
      return undefined;
  }
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** One handler per message. Adding a message without a handler does not compile. */
export type Handlers<M extends { type: string }> = {
  readonly [K in M["type"]]: (message: Extract<M, { type: K }>) => void;
};
