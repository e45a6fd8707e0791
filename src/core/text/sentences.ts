/**
 * Whether the words begin with a name that keeps its case, such as a host, a file or a member: it has a dot or a colon
 * inside.
 */
export function beginsWithName(words: string): boolean {
  return /^[^\s.:]+[.:][\p{L}\p{N}]/u.test(words);
}

/** The words with a full stop, unless they end as a sentence does. */
export function withStop(words: string): string {
  const text = words.trim();
  return text === "" || /[.!?:…。]$/u.test(text) ? text : `${text}.`;
}

/** One sentence after the other, for places that draw no line breaks. The last one stays as it is. */
export function runningText(lines: readonly string[]): string {
  const parts = lines.flatMap((line) => line.split("\n")).filter((part) => part.trim() !== "");
  return parts.map((part, index) => (index < parts.length - 1 ? withStop(part) : part)).join(" ");
}
