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

/** One conversation for each state that a panel can be in. */
export const CONVERSATIONS: readonly LegacyConversation[] = [
  { title: "Markdown", questions: [{ question: "How does the parser work?", answer: MARKDOWN }] },
];
