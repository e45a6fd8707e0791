/** Far more than any document of a service, a model or an agent has. */
const LEVELS_AT_MOST = 512;
const VALUES_AT_MOST = 250_000;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
const COMMA = 0x2c;

/** Thrown instead of parsing. */
export class RefusedJson extends SyntaxError {
  override readonly name = "RefusedJson";
  readonly problem: "tooDeep" | "tooMuch";

  constructor(problem: "tooDeep" | "tooMuch") {
    super(problem === "tooDeep" ? "JSON nested too deeply" : "JSON of too many values");
    this.problem = problem;
  }
}

/**
 * The value of a whole JSON document that somebody else wrote. Throws a `SyntaxError` if it is none; if it is
 * nested more than 512 levels deep, or has more than 250,000 values, {@link RefusedJson} before it is parsed: that takes
 * many times as long for each byte, and a few kilobytes that were compressed can hold millions of them.
 */
export function parseJson(text: string): unknown {
  const problem = problemOf(text);
  if (problem) throw new RefusedJson(problem);
  return JSON.parse(text);
}

/** What makes parsing take too long, up to where it is no JSON. */
function problemOf(text: string): RefusedJson["problem"] | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) return undefined;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > LEVELS_AT_MOST) return "tooDeep";
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === COMMA) values += 1;
    if (values > VALUES_AT_MOST) return "tooMuch";
  }
  return undefined;
}

/** The place of the quotation mark that ends the string that begins at `from`; -1 if it has no end. */
function endOfString(text: string, from: number): number {
  const first = text.indexOf('"', from + 1);
  if (first < 0 || text.charCodeAt(first - 1) !== BACKSLASH) return first;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}
