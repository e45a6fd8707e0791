/**
 * The kinds of diagrams whose size follows from the length of their text. In others, a number decides how much is
 * computed, such as the columns of a block diagram, the bits of a packet or the days of a Gantt chart.
 */
const KINDS: ReadonlySet<string> = new Set([
  "graph",
  "flowchart",
  "sequenceDiagram",
  "classDiagram",
  "classDiagram-v2",
  "stateDiagram",
  "stateDiagram-v2",
  "erDiagram",
  "pie",
  "journey",
  "mindmap",
  "timeline",
  "gitGraph",
  "quadrantChart",
  "requirementDiagram",
]);

/** A longer line between two nodes pushes them further apart, by a row of the layout for each of its signs. */
const LINK_AT_MOST = 20;
/** Laying out as many nodes takes about a second. */
const STATEMENTS_AT_MOST = 600;

/** The most characters that are drawn. */
export const LONGEST_TEXT = 30_000;

/** What mermaid is given for a diagram. */
export interface MermaidText {
  /** Without comments and settings. */
  readonly text: string;
  /** Whether it is sure that drawing it ends, soon. */
  readonly isBounded: boolean;
}

export function mermaidText(source: string): MermaidText {
  const lines = withoutSettings(source)
    .split(/\r?\n/)
    .filter((line) => !/^\s*%%/.test(line));
  const kind = /^\s*([\w-]+)/.exec(lines.find((line) => line.trim() !== "") ?? "")?.[1];
  const text = lines.join("\n");
  const isShort = text.split(/[\n;]/).length <= STATEMENTS_AT_MOST && !LONG_LINK.test(text);
  return { text, isBounded: isShort && kind !== undefined && KINDS.has(kind) };
}

const LONG_LINK = new RegExp(`(?:-{${LINK_AT_MOST}}|={${LINK_AT_MOST}}|\\.{${LINK_AT_MOST}}|~{${LINK_AT_MOST}})`);

/** Removes the front matter and all directives: `%%{…}%%`, also over several lines. */
function withoutSettings(text: string): string {
  const body = text.replace(/^\s*---[^\S\n]*\r?\n(?:[^]*?\n)?[^\S\n]*---[^\S\n]*(?:\r?\n|$)/, "");
  let left = "";
  for (let at = 0; ;) {
    const start = body.indexOf("%%{", at);
    if (start < 0) return left + body.slice(at);
    const end = body.indexOf("}%%", start);
    left += body.slice(at, start);
    if (end < 0) return left;
    at = end + 3;
  }
}
