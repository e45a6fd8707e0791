/**
 * Text without the marks of Markdown, in one line, for rows and messages that are plain text. Code stays as it is:
 * `src/**` has no marks in it.
 */
export function withoutMarks(markdown: string): string {
  const parts = markdown.split(/(`+)/); // every other one is a run of backticks
  const closing = closingRuns(parts);
  let text = "";
  for (let at = 0; at < parts.length; at++) {
    const end = closing.get(at);
    if (end !== undefined) {
      text += parts.slice(at + 1, end).join("");
      at = end;
    } else if (at % 2 === 0) text += (parts[at] ?? "").replaceAll("*", "");
  }
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The position of each run of backticks that begins code, with that of the next one of the same length. */
function closingRuns(parts: readonly string[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const next = new Map<string, number>();
  for (let at = parts.length - 2; at > 0; at -= 2) {
    const run = parts[at] ?? "";
    const end = next.get(run);
    if (end !== undefined) closing.set(at, end);
    next.set(run, at);
  }
  return closing;
}
