import type { FoundLine } from "./toolService.ts";

/**
 * The lines of a passage that have most words of a question, in their order, and the first line, which usually says
 * what the passage is; all of them if they are no more than that.
 */
export function bestLines(lines: readonly FoundLine[], question: string, atMost: number): readonly FoundLine[] {
  if (lines.length <= atMost) return lines;
  const asked = new Set(wordsOf(question).filter((word) => !COMMON.has(word)));
  const scores = lines.map(({ text }, at) => {
    if (at === 0) return Infinity;
    const isBare = text.trim().length < 3; // a brace
    return isBare ? -1 : new Set(wordsOf(text).filter((word) => asked.has(word))).size;
  });
  const best = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, atMost);
  const chosen = new Set(best);
  return lines.filter((_, at) => chosen.has(at));
}

/**
 * The words in a text, also those that names are made of, each by its beginning: `retries` and `retry` are the same.
 */
function wordsOf(text: string): readonly string[] {
  const words =
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return words.map((word) => word.slice(0, 5));
}

/** Words that nearly every question has, by their beginning. */
const COMMON: ReadonlySet<string> = new Set(
  (
    "the and for are was what which how does where when why who with that this from into not its have has can will out " +
    "they you than then there their each been were whose them all any one but"
  )
    .split(" ")
    .map((word) => word.slice(0, 5)),
);
