import { tokensOf } from "./budget.ts";
import type { ServedPassage } from "./evidence.ts";

/** What was asked and answered in the conversation before. */
export interface EarlierAnswer {
  readonly question: string;
  readonly words: string;
  /** What its citations lead to, as it is now. */
  readonly passages: readonly ServedPassage[];
}

/** The last answers, as far as they fit, with their links replaced by their labels. */
export function earlierWords(
  earlier: readonly EarlierAnswer[],
  tokens: number,
): { readonly text: string; readonly leftOut: number } {
  const texts: string[] = [];
  let left = tokens;
  let leftOut = 0;
  for (const { question, words } of earlier.toReversed()) {
    const text = `Q: ${question.slice(0, 500)}\nA: ${asPlain(words)}`;
    const cost = tokensOf(text);
    if (cost <= left) texts.unshift(text);
    else if (left > 150) texts.unshift(`${text.slice(0, Math.floor((left - 10) * 3.5))} … (cut)`);
    else leftOut++;
    left -= cost;
  }
  return { text: texts.join("\n\n"), leftOut };
}

/** Without the addresses of links and what was added for people, which a model must not write. */
export function asPlain(words: string): string {
  return words.replaceAll(/\[(`+[^`]*`+)\]\([^)\s]*\)/g, "($1)").replaceAll(/ ?\*\([^()*\n]{2,80}\)\*/g, "");
}
