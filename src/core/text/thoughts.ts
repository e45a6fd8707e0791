/** How the thoughts of a model begin and end that its server passes on as text. */
export interface Thoughts {
  /** How many characters their beginning has. */
  readonly length: number;
  /** Matches what ends them, at most {@link END_AT_MOST} characters long. */
  readonly closed: RegExp;
}

/** Within this many characters it is clear whether thoughts begin. */
const BEGINNING_AT_MOST = 100;
export const END_AT_MOST = 100;

/**
 * The thoughts that a text begins with; `"maybe"` as long as they may begin. What a model says in the channels of
 * gpt-oss goes on where its final one does, or where it calls something.
 */
export function thoughtsAtStart(text: string): Thoughts | "maybe" | undefined {
  for (const { opened, closed } of FORMS) {
    const [begun, name = ""] = opened.exec(text) ?? [];
    if (begun !== undefined)
      return { length: begun.length, closed: typeof closed === "function" ? closed(name) : closed };
  }
  return text.length < BEGINNING_AT_MOST && MAYBE.test(text) ? "maybe" : undefined;
}

const MAYBE =
  /^\s*(?:<(?:[\w:]*|[|｜][\w▁ /]*[|｜]?)|\[[A-Z]*|◁\w*|(?:<\|start\|>assistant)?<\|channel\|>[\w ]*(?:<\|?m?e?s?s?a?g?e?\|?)?)?$/i;
const NAMES = "think|thinking|thoughts?|reasoning|reflection|scratchpad";

const FORMS: readonly { readonly opened: RegExp; readonly closed: RegExp | ((name: string) => RegExp) }[] = [
  {
    opened: new RegExp(`^\\s*<((?:\\w{1,20}:)?(?:${NAMES}))>`, "i"),
    closed: (name) => new RegExp(`</${name}>`, "i"),
  },
  { opened: /^\s*\[THINK\]/, closed: /\[\/THINK\]/ },
  { opened: /^\s*◁think▷/, closed: /◁\/think▷/ },
  { opened: /^\s*<unused94>/, closed: /<unused95>/ },
  { opened: /^\s*<\|channel>thought/, closed: /<channel\|>/ },
  {
    opened: new RegExp(`^\\s*<[|｜](?:(?:start|begin)_(?:of_)?)?(?:${NAMES})[|｜]>`, "i"),
    closed: new RegExp(`<[|｜](?:/|end_(?:of_)?)(?:${NAMES})[|｜]>`, "i"),
  },
  {
    opened: /^\s*(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)(?! to=)\s*<\|message\|>/,
    closed: /<\|channel\|>final[\w |<>]{0,40}<\|message\|>|(?=<\|channel\|>commentary to=)/,
  },
  // The final channel alone: nothing was thought.
  {
    opened: /^\s*(?:<\|start\|>assistant)?(?=<\|channel\|>final)/,
    closed: /<\|channel\|>final[\w |<>]{0,40}<\|message\|>/,
  },
];

/**
 * What ends thoughts of which only the end is marked, in a line: it is not in code, and nobody goes on with a word of
 * the same sentence behind it.
 */
export const THOUGHTS_END = new RegExp(
  `(?:</(?:\\w{1,20}:)?(?:${NAMES})>|\\[/THINK\\]|◁/think▷|<[|｜](?:/|end_(?:of_)?)(?:${NAMES})[|｜]>)(?![\`"'”»]| \\p{Ll})`,
  "iu",
);
