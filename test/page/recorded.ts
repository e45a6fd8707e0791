// What the editor and the host give our pages, as it was in a real editor. `test/integration/pages.recorded.test.ts` holds that
// it still is; PLUMBLINE_RECORD=1 makes it write everything anew:
//   npm run build && npm run build:test && PLUMBLINE_RECORD=1 node test/integration/launches.ts --launch recordings
import type { AnswerLabels, AnswerState, QuestionState, SourceState } from "../../src/protocol/answer.ts";
import type { SearchState } from "../../src/protocol/search.ts";

/** The files in `recorded/`, by name. */
export interface Recordings {
  /** Our pages as HTML, with {@link NONCE}, {@link SOURCE} and {@link ROOT_ADDRESS} for what differs each time. */
  readonly pages: Readonly<Record<PageName, string>>;
  /** The style sheet that the editor puts into every webview. */
  readonly defaults: string;
  /** By the title of the theme. */
  readonly themes: Readonly<Record<string, RecordedTheme>>;
  /** By the title of the conversation. */
  readonly answers: RecordedAnswers;
  /** Answers that a model wrote, by how far it is or what went wrong. */
  readonly written: RecordedAnswers & {
    /** The words for what the model of these answers does. */
    readonly activities: Readonly<Record<"thinking" | "writing", string>>;
  };
  /** By the query, or what else is particular. */
  readonly searches: Readonly<Record<string, SearchState>>;
}

export type PageName = "answer" | "search";

/** What a theme sets on the root element and on the body of a page in a webview. */
export interface RecordedTheme {
  readonly variables: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

/** States that have the same labels. */
export interface RecordedAnswers {
  readonly labels: AnswerLabels;
  readonly states: Readonly<Record<string, Omit<AnswerState, "labels">>>;
}

export const NONCE = "{nonce}";
/** Stands for what the editor calls the source of a webview in a policy. */
export const SOURCE = "{source}";
/** Stands for the address of `dist/webview`. */
export const ROOT_ADDRESS = "{root}";

/** The address that stands for every scripted service, which has another port each time. */
export const SERVICE = "127.0.0.1:7080";

/** A state, or a part of one, with everything that differs from one run to the next made equal. */
export function settled<T>(state: T): T {
  let account = 0;
  const text = JSON.stringify(state)
    .replace(/127\.0\.0\.1:\d+/g, SERVICE)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, () => `id-${String((account += 1))}`)
    .replace(/users\/1\/conversations\/\d+/g, "users/1/conversations/1")
    // Which of the two it is depends on how soon git has said what the file's commit is.
    .replace(/@kept-[0-9a-f]+/g, "@ec935cb")
    .replace(/made [^(]+ \(/g, "made 1 min. ago (")
    .replace(/("(?:startedAt|retryAt)":)\d+/g, "$10")
    .replace(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/g, "Dec 1, 2026, 12:00 AM");
  return JSON.parse(text) as T;
}

/** A state without most of what an answer of the local service has found: that changes with each change to its ranking. */
export function shortened(state: AnswerState): AnswerState {
  return { ...state, questions: state.questions.map((question) => (question.written ? short(question) : question)) };
}

/** Without what a check has found, which comes sooner or later. */
function unchecked(source: SourceState): SourceState {
  const rest = { ...source };
  for (const found of ["status", "excerpt"]) Reflect.deleteProperty(rest, found);
  return rest;
}

function short(question: QuestionState): QuestionState {
  const { answer, progress, sources, stats, written, ...rest } = question;
  Reflect.deleteProperty(rest, "sourcesSummary");
  const { passages } = written ?? {};
  return {
    ...rest,
    answer: written?.hasWords === false ? answer.slice(0, 2) : answer,
    sources: sources.slice(0, 1).map(unchecked),
    suggestedFollowUps: [],
    log: [], // how far it got, and in how many rounds
    ...(stats && {
      stats: JSON.parse(JSON.stringify(stats).replace(/(?:\d+ min )?[\d.]+ sec/g, "6 sec")) as typeof stats,
    }),
    ...(progress && {
      progress: {
        ...progress,
        steps: progress.steps.slice(-1),
        ...(progress.effort !== undefined && { effort: progress.effort.replace(/[\d,]{2,}/, "7,700") }),
      },
    }),
    ...(written && {
      written: {
        ...written,
        ...(passages && { passages: { ...passages, blocks: passages.blocks.slice(0, 2) } }),
      },
    }),
  };
}
