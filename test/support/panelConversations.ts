import type { LegacyConversation } from "./scriptedConversations.ts";

const FENCE = "```";

export const CODE = `// Reads what is there.
export function parse(text: string): Tree | undefined {
  const pattern = /^(?<key>\\w+)=(?<value>.*)$/u;
  for (const line of text.split("\\n")) {
    if (line === \`\${pattern}\` || line.length > 1_000) return undefined;
  }
  return new Tree({ text, isWhole: true });
}`;

const MARKDOWN = `# What it does

The **parser** reads _one event_ at a time and never ~~more~~, see [\`parse.ts\`](/github.com/rexxars/eventsource-parser/-/blob/src/parse.ts?L12-30) and
the [specification](https://html.spec.whatwg.org/multipage/server-sent-events.html).

## How

1. It looks for the end of a line.
   - a carriage return,
   - a line feed, or both.
2. It looks at the field's name.

- [x] keeps what is not finished
- [ ] does not decode

${FENCE}ts
${CODE}
${FENCE}

### In a table

| Field | Meaning | Sent |
| :---- | :-----: | ---: |
| \`data\` | what is said | 1,024 |
| \`event\` | what it is called | 12 |
| \`retry\` | how long to wait | 3 |

> A quote that says why.
> ${"It goes on for a while, so that one can see how a long line is set. ".repeat(3)}

${FENCE}python
def read(path: str) -> list[str]:
    """All lines of a file."""
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\\n") for line in file if line and not line.startswith("#")]
${FENCE}

${FENCE}diff
-const limit = 10;
+const limit = 100;
${FENCE}

---

And that is all[^1].

[^1]: Nearly.
`;

const ANSWER = `The delay is kept in \`#retry\` and used by [\`client.ts\`](/github.com/rexxars/eventsource-parser/-/blob/src/client.ts?L40-52).

- It starts at **3 s**.
- Each failure doubles it, up to a minute.
`;

const TURNS = [
  { role: "user", reasoning: "Where is the delay kept?" },
  { role: "assistant", reasoning: "Searching for retry in eventsource-parser" },
  { role: "assistant", reasoning: "Reading src/client.ts" },
];

const STATS = {
  time_millis: 83_400,
  tool_calls: 12,
  total_input_tokens: 120_345,
  cached_tokens: 90_000,
  cache_creation_input_tokens: 8_000,
  prompt_tokens: 22_345,
  completion_tokens: 1_024,
  total_tokens: 121_369,
  credits: 3,
};

const SOURCES = [
  { type: "File", link: "/github.com/rexxars/eventsource-parser/-/blob/src/client.ts?L40-52", label: "client.ts" },
  { type: "File", link: "/github.com/rexxars/eventsource-parser/-/blob/src/parse.ts?L3", label: "parse.ts" },
  { type: "Wiki", link: "", label: "Team wiki: reconnecting" },
];

/** Right-to-left letters at the beginning of something that is not prose. */
const HEBREW = ["\u05e4\u05e2\u05e0\u05d5\u05d7", "\u05e1\u05d9\u05de\u05df", "\u05e1\u05d3\u05e8"] as const;
const HEBREW_LINK = `/github.com/acme/misc/-/blob/${encodeURI(HEBREW[0])}.ts?L1-6`;
const HEBREW_ANSWER = `### \`${HEBREW[0]}\` in [\`${HEBREW[0]}.ts:1\`](${HEBREW_LINK}) of misc

Terms: ${HEBREW.map((word) => `\`${word}\``).join(", ")}.
`;

const COMPLETED = {
  question: "Where is the delay kept?",
  answer: ANSWER,
  turns: TURNS,
  stats: STATS,
  sources: SOURCES,
  suggested_followups: ["How is it reset after a success?", "Which tests cover the doubling?"],
};

const failed = (kind: string, message: string, answer = "") => ({
  question: "What calls the parser?",
  ...(answer && { answer }),
  error: { title: "", kind, message, details: "upstream said: request 7f3a, attempt 3" },
});

const DIAGRAMS = `${FENCE}mermaid
flowchart LR
  A[Bytes] --> B{A whole line?}
  B -- yes --> C["Field <b>and</b> value"]
  B -- no --> D[(Buffer)]
  D --> B
  C --> E([Event])
  click C "https://evil.example/" "go"
${FENCE}

${FENCE}mermaid
sequenceDiagram
  participant C as Client
  participant S as Service
  C->>S: GET /events
  loop until it ends
    S-->>C: data
  end
  Note over C,S: Reconnects after 3 s
${FENCE}

${FENCE}mermaid
flowchart LR
  this is --- no [ diagram
${FENCE}
`;

/** One conversation for each state that a panel can be in. */
export const CONVERSATIONS: readonly LegacyConversation[] = [
  { title: "Markdown", questions: [{ question: "How does the parser work?", answer: MARKDOWN }] },
  {
    title: "Running",
    questions: [{ question: "Who retries?", status: "processing", answer: MARKDOWN, turns: TURNS }],
  },
  {
    title: "Completed",
    questions: [COMPLETED],
    quota_usage: { total_quota: 12, quota_limit: 50, reset_time: "2099-12-01T00:00:00Z" },
  },
  {
    title: "Partial",
    questions: [failed("InternalError", "the model went away", `${ANSWER}\n| a | b |\n|---|---|\n| 1 | and the te`)],
  },
  {
    title: "Quota",
    questions: [failed("RateLimitExceeded", "You have used all 50 questions of this month.")],
    quota_usage: { total_quota: 50, quota_limit: 50, reset_time: "2099-12-01T00:00:00Z" },
  },
  {
    title: "Canceled",
    questions: [{ ...COMPLETED, question: "Does it stop?", status: "cancelled", suggested_followups: [] }],
  },
  {
    title: "Follow-ups",
    questions: [
      COMPLETED,
      { ...COMPLETED, question: "How is it reset after a success?" },
      { ...COMPLETED, question: "Which tests cover the doubling?" },
    ],
  },
  { title: "Diagrams", questions: [{ question: "How does it flow?", answer: DIAGRAMS }], daysAgo: 1 },
  { title: "Somebody's", questions: [COMPLETED], viewer: { is_owner: false }, daysAgo: 5 },
  {
    title: "Two hundred",
    questions: Array.from({ length: 200 }, (_, index) => ({
      ...COMPLETED,
      question: `Question ${String(index + 1)}?`,
      answer: MARKDOWN,
    })),
  },
  {
    title: "Growing",
    questions: [
      { question: "How does the parser work?", answer: MARKDOWN },
      { question: "And the other one?", answer: MARKDOWN },
      { question: "Who retries now?", status: "processing", answer: MARKDOWN, turns: TURNS },
    ],
  },
  {
    title: "Hebrew",
    questions: [
      { question: HEBREW[0], answer: HEBREW_ANSWER, sources: [{ type: "File", link: HEBREW_LINK, label: "" }] },
    ],
  },
  { title: "Refused", questions: [{ question: "How does the parser work?", answer: ANSWER }] },
];
