/**
 * What the extension host and the answer panel say to each other.
 *
 * Host to webview: one message, the whole {@link AnswerState}, as encoded by `answerMessage.ts`. Webview to host:
 * {@link AnswerIntent}s. Every string a person reads is already in the person's language.
 */

import type { Block } from "./markdown.ts";

/** Everything that an answer panel shows. Sent only when it differs from the last one sent. */
export interface AnswerState {
  /** What the panel keeps to find its conversation after a reload; absent until the service has the conversation. */
  readonly name?: string;
  /** The questions that the service may not have, as the panel keeps them to bring them back after a reload. */
  readonly unasked?: string;
  readonly title: string;
  readonly questions: readonly QuestionState[];
  /** The composer; absent where nothing may be asked. */
  readonly followUp?: FollowUpState;
  /** Questions to choose from, in a conversation that has none yet. */
  readonly start?: { readonly heading: string; readonly templates: readonly string[] };
  /** How much of the person's quota is used, in words. */
  readonly quota?: string;
  /** Why this conversation is read-only, in words. */
  readonly readOnly?: string;
  /** How often the person went to the next question, minus how often back. The page moves when and as this changes. */
  readonly steps: number;
  /** The person asked to see a sentence that cites one of these sources. The page goes there when `count` changes. */
  readonly pointed?: { readonly indices: readonly number[]; readonly count: number };
  readonly canOpenInBrowser: boolean;
  /** Set if this is only the copy on this machine: words that say so, with its age. */
  readonly copy?: string;
  /** Something that concerns the whole conversation, such as that it can't be reached or is gone. */
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
  /** Announced after copying. */
  readonly copied: string;
  readonly code: string;
  readonly wrap: string;
  readonly insertCode: string;
  readonly openCode: string;
  readonly searchCode: string;
  readonly diagram: string;
  readonly brokenDiagram: string;
  readonly endlessDiagram: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly zoomReset: string;
  readonly copySvg: string;
  readonly showSource: string;
  /** The headings of what was done for an answer and of what it took. */
  readonly log: string;
  readonly stats: string;
  readonly details: string;
  readonly openInBrowser: string;
  /** With `{0}` for the time left. */
  readonly retryIn: string;
  readonly retryNow: string;
  readonly question: string;
  readonly edit: string;
  readonly answer: string;
  /** Labels of the links that are the first stops of the page. */
  readonly skip: string;
  readonly skipToAnswer: string;
  readonly skipToSources: string;
  readonly skipToBox: string;
  /** Announced to a screen reader when an answer is complete. */
  readonly answered: string;
  /** Unfold long content and fold it again. */
  readonly showMore: string;
  readonly showLess: string;
  /** With `{0}` for how many there are. */
  readonly showLines: string;
  /** The heading of the sections of a long answer, and the label of the button that goes back to its top. */
  readonly outline: string;
  readonly backToTop: string;
}

/** Where a question is written: the first one of a conversation, or a follow-up. */
export interface FollowUpState {
  readonly placeholder: string;
  readonly send: string;
  readonly mention: string;
  /** Says that what can be mentioned is being looked for. */
  readonly searching: string;
  /** Says that a click removes what is above the box. */
  readonly remove: string;
  readonly recall: string;
  readonly preview: string;
  /** Why the text can't be sent yet. Until then it is a draft. */
  readonly waiting?: string;
  /** The text for the box, put into it when `version` changes. With `cursor`, the cursor is put there. */
  readonly draft: { readonly version: number; readonly text: string; readonly cursor?: number };
  /** What was found for the `mention` that was asked for last. */
  readonly mentions?: MentionsState;
  /** What the question is about, or could be about. */
  readonly about: readonly AboutState[];
  /** The labels of their row and of the button that adds one. */
  readonly aboutLabel: string;
  readonly addContext: string;
  /** `label` says who answers, `detail` what leaves the machine. With an `action`, a click chooses another. */
  readonly answering: { readonly label: string; readonly detail: string; readonly action?: NoticeAction };
  /** What the person should know before sending. */
  readonly notice?: NoticeState;
}

/**
 * A place in the code, or a problem that the editor reports there; `workingIn` is not what the question is about, but
 * the code base that comes first.
 */
export type AboutKind = "lines" | "file" | "folder" | "repository" | "problem" | "workingIn";

/** What can be mentioned. */
export interface MentionsState {
  /** The words that it was looked for with. */
  readonly words: string;
  readonly found: readonly MentionState[];
  /** Why there may be more, or that there is nothing, in words. */
  readonly notice?: string;
}

/** Something that can be mentioned, or is. */
export interface MentionState {
  readonly kind: "file" | "folder" | "symbol" | "repository";
  readonly place: PlaceState;
  /** What it is and where, in words. */
  readonly detail: string;
  /** What is written for it. */
  readonly text: string;
  /** Its repository, which is written before it where the text does not have it yet. */
  readonly within?: string;
}

/** What something is called and where it is. */
export interface PlaceState {
  readonly name: string;
  /** Empty at the top, and for what has no folder. */
  readonly folder: string;
  readonly repository: string;
}

/**
 * Something above the box. If `isOn`, it is part of the question and a click removes it. If not, it is an offer that a
 * click accepts.
 */
export interface AboutState {
  /** Its number, which `about` sends back. Unique in the panel. */
  readonly id: number;
  readonly kind: AboutKind;
  readonly label: string;
  readonly place: PlaceState;
  /** In full, and what a click does. */
  readonly detail: string;
  readonly isOn: boolean;
}

export interface QuestionState {
  /** Stable for the life of the conversation: its key when drawing. */
  readonly id: string;
  readonly text: string;
  /** Whether its words can be put into the box, to ask again. */
  readonly canEdit?: boolean;
  readonly progress?: ProgressState;
  readonly answer: readonly Block[];
  /** The code of its passages: in its answer, or below the words of a model. */
  readonly folded?: readonly FoldedCode[];
  /** What is said about an answer that a model wrote. */
  readonly written?: WrittenState;
  /** What is drawn under the answer, such as an error or "canceled". */
  readonly notice?: NoticeState;
  /** Everything that the answer cites, and the rows that join lines that touch. */
  readonly sources: readonly SourceState[];
  /**
   * What became of the sources, counted and in words, or that they are being checked. Absent if there is nothing to
   * say.
   */
  readonly sourcesSummary?: string;
  /** How many of its rows the words of the answer do not cite, counted and in words. Absent if they cite all, or none. */
  readonly uncited?: { readonly count: number; readonly words: string };
  /** What the answer is based on besides places in files. */
  readonly otherSources: readonly string[];
  readonly suggestedFollowUps: readonly string[];
  /** What was done for the answer, oldest first. */
  readonly log: readonly string[];
  readonly stats?: StatsState;
  /** Words about what can't be shown here. */
  readonly notes: readonly string[];
}

/** Code that shows some of its lines until a person unfolds it, and the words in it that were asked about. */
export interface FoldedCode {
  /** The position of its block. */
  readonly at: number;
  /** The rows that are shown, ascending; absent if all are. */
  readonly shown?: readonly number[];
  /** By threes: the row, and in UTF-16 units the first column and the one behind the last. */
  readonly marks: readonly number[];
}

/** What is shown below the words of a model. */
export interface WrittenState {
  /** Whether the model wrote anything; if not, the answer is what was found. */
  readonly hasWords: boolean;
  /** How many statements have sources, in words; absent while the answer is being written. */
  readonly statements?: { readonly words: string; readonly isComplete: boolean };
  /** What is promised about the citations. */
  readonly promise: string;
  /** What else the person should know. */
  readonly notes: readonly string[];
  /** What was found, folded under this label. */
  readonly passages?: { readonly label: string; readonly blocks: readonly Block[] };
  /** What can be done with the answer. */
  readonly actions: NoticeState["actions"];
}

/** What an answer took: in one line, and in full. */
export interface StatsState {
  readonly summary: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

/** A question that is being worked on. */
export interface ProgressState {
  readonly label: string;
  /** Milliseconds since the epoch; the webview counts the seconds by itself. */
  readonly startedAt: number;
  /** What the service says it is doing, newest last; may be empty. */
  readonly steps: readonly string[];
  /** What is to be expected, in words, where the service says nothing of what it is doing. */
  readonly expected?: string;
  readonly canStop: boolean;
  /** What a model at work has taken so far, in words; shown instead of the steps. */
  readonly effort?: string;
}

export interface NoticeState {
  readonly severity: "info" | "warning" | "error";
  readonly message: string;
  /** The same in a few words, if the service can't be reached. Beside a copy, only this is shown until it is opened. */
  readonly brief?: string;
  /** More words, shown on demand. */
  readonly details?: string;
  /** When it makes sense to try again, in milliseconds since the epoch; the page counts down to it. */
  readonly retryAt?: number;
  /** What to do about it; each sends `{type: "notice", action}`, with the question that it is about. */
  readonly actions: readonly { readonly action: NoticeAction; readonly label: string }[];
}

/**
 * `createToken` opens the page for another access token, `openService` opens the service in the browser. `forget`
 * removes what is kept of a conversation that the service no longer has. `discard` drops a question that was not asked.
 * `edit` puts a question into the box. `continue` lets a model go on with its answer; `answerAgain` lets it begin
 * again.
 */
export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

const NOTICE_ACTIONS = [
  "retry",
  "continue",
  "answerAgain",
  "signIn",
  "createToken",
  "openService",
  "showLog",
  "forget",
  "discard",
  "chooseModel",
  "openFolder",
  "edit",
] as const;

/** A source as it is drawn, and what became of it. Only the host knows where it leads. */
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
  /** What became of it, once that was checked. */
  readonly status?: SourceStatus;
  /** The first lines of the cited text, once it has been read. */
  readonly excerpt?: string;
  /** The number of the source whose row includes these lines; if set, this source has no row of its own. */
  readonly within?: number;
}

/** What became of a source in the person's own copy of the code. */
export interface SourceStatus {
  /** `broken`: what is cited does not exist. `unchecked`: unknown. `cited`: it exists; the person has no copy. */
  readonly kind: "same" | "cited" | "moved" | "changed" | "perhaps" | "gone" | "perhapsGone" | "broken" | "unchecked";
  /** In a few words, such as `moved to line 12`. */
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
  /** The box now holds this text. */
  | { readonly type: "draft"; readonly text: string }
  /** Looks for what can be mentioned by these words; `text` is what the box holds besides them. */
  | { readonly type: "mention"; readonly text: string; readonly words: string }
  /** Puts a template or an earlier question into the box. */
  | { readonly type: "recall"; readonly text: string }
  /** Something above the box was clicked, given by its number. */
  | { readonly type: "about"; readonly index: number }
  /** Adds something else above the box. */
  | { readonly type: "addContext" }
  /** Shows what sending this text would send. */
  | { readonly type: "preview"; readonly text: string }
  /** Goes back to the code. */
  | { readonly type: "leave" }
  | { readonly type: "openInBrowser" }
  /** `isKept`: in a tab that the next source does not replace. */
  | { readonly type: "openSource"; readonly index: number; readonly isKept?: true }
  /** The source has the focus. */
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
  /** `question` is the id of the question whose notice it is; absent if it is the conversation's. */
  | { readonly type: "notice"; readonly action: NoticeAction; readonly question?: string };

/** What can be done with a block of code. */
export type CodeAction = (typeof CODE_ACTIONS)[number];

const CODE_ACTIONS = ["copy", "insert", "open", "search"] as const;

/** Reads an intent out of whatever a webview sent; `undefined` for anything else. */
export function parseAnswerIntent(message: unknown): AnswerIntent | undefined {
  if (typeof message !== "object" || message === null || !("type" in message)) return undefined;
  const field = (name: string): unknown => (message as Record<string, unknown>)[name];
  switch (message.type) {
    case "ready":
    case "stop":
    case "openInBrowser":
    case "checkSources":
    case "addContext":
    case "leave":
      return { type: message.type };
    case "followUp":
    case "draft":
    case "recall":
    case "preview":
    case "copy": {
      const text = field("text");
      return typeof text === "string" ? { type: message.type, text } : undefined;
    }
    case "mention": {
      const [text, words] = [field("text"), field("words")];
      return typeof text === "string" && typeof words === "string" ? { type: "mention", text, words } : undefined;
    }
    case "openSource": {
      const index = field("index");
      if (!isIndex(index)) return undefined;
      return { type: "openSource", index, ...(field("isKept") === true && { isKept: true }) };
    }
    case "about":
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
