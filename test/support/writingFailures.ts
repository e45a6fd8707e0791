import type { ChatScript } from "./scriptedModelServer.ts";

/** The beginning of an answer, which cites what was read. */
export const HALF = ["The parser strips a byte order mark ", "from the first chunk [1]. ", "Then it "];

/** A whole answer, one of whose statements cites nothing. */
export const WORDS = [
  "It is stripped from the first chunk [1:1-4].\n\n",
  "- Only the first characters are looked at [1].\n",
  "- Later chunks are taken as they are.\n",
];

/** What goes wrong while a model writes, what is said about it, and what can be done. */
export interface WritingFailure {
  readonly name: string;
  readonly script: ChatScript;
  readonly told: RegExp;
  readonly buttons: readonly string[];
  /** Whether anything was written before. */
  readonly hasWords?: boolean;
}

function refusal(status: number, message: string): ChatScript {
  return { refuse: { status, body: { error: { message } } } };
}

/** The passages are there each time. */
export const WRITING_FAILURES: readonly WritingFailure[] = [
  {
    name: "no permission",
    script: refusal(401, "Incorrect API key provided."),
    told: /have no permission to use/,
    buttons: ["Answer Again", "Choose a Model…"],
  },
  {
    name: "blocked",
    script: refusal(400, "Refused by content_filter."),
    told: /refused this question/,
    buttons: ["Choose a Model…", "Edit and Ask Again", "Answer Again"],
  },
  {
    name: "not found",
    script: refusal(404, "model 'qwen3:4b' not found"),
    told: /is no longer available/,
    buttons: ["Choose a Model…", "Answer Again"],
  },
  {
    name: "quota",
    script: refusal(429, "You exceeded your current quota."),
    told: /quota of .+ is used up/,
    buttons: ["Choose a Model…", "Answer Again"],
  },
  {
    name: "a quota in the middle",
    script: { text: HALF, errorAfter: { pieces: 3, error: { code: "insufficient_quota", message: "Pay." } } },
    told: /quota of .+ is used up/,
    buttons: ["Choose a Model…", "Continue", "Answer Again"],
    hasWords: true,
  },
  {
    name: "loading",
    script: refusal(503, "Loading model"),
    told: /is still loading\. Answer again a little later/,
    buttons: ["Answer Again"],
  },
  {
    name: "overloaded",
    script: refusal(503, "Overloaded"),
    told: /is overloaded.+Answer again a little later/,
    buttons: ["Answer Again"],
  },
  {
    name: "context too small",
    script: refusal(400, "maximum context length is 512"),
    told: /too little context/,
    buttons: ["Edit and Ask Again", "Answer Again", "Choose a Model…"],
  },
  {
    name: "a limit for a minute",
    script: { refuse: { status: 429, body: { error: { message: "Slow down." } }, headers: { "retry-after": "60" } } },
    told: /accepts no more requests for now\. Answer again a little later\.\s+You can try again in \d/,
    buttons: ["Answer Again"],
  },
  {
    name: "a break before its first word",
    script: { text: HALF, cutAt: 1 },
    told: /broke off before its first word/,
    buttons: ["Answer Again"],
  },
  {
    name: "late",
    script: refusal(408, "Request timed out."),
    told: /took too long. Answer again/,
    buttons: ["Answer Again", "Choose a Model…"],
  },
  {
    name: "nonsense",
    script: { text: WORDS, nonsenseAfter: 0 },
    told: /can't be read/,
    buttons: ["Answer Again", "Choose a Model…"],
  },
  { name: "silent", script: { text: [] }, told: /said nothing/, buttons: ["Answer Again", "Choose a Model…"] },
  {
    name: "an endless loop",
    script: { text: ["It reads the same line again. "], endless: true, everyMs: 1 },
    told: /repeated itself/,
    buttons: ["Answer Again", "Choose a Model…"],
    hasWords: true,
  },
  {
    name: "a limit in the middle",
    script: { text: HALF, errorAfter: { pieces: 3, error: { code: 429, message: "Slow down." } } },
    told: /accepts no more requests/,
    buttons: ["Continue", "Answer Again"],
    hasWords: true,
  },
];
