import { tokensOf } from "./budget.ts";
import type { Evidence, ServedPassage } from "./evidence.ts";

/** A longer line is data, not code. */
const LINE_AT_MOST = 240;

/**
 * A passage as a model is given it. Each of its lines has its number in front, so that none of them can be taken for
 * anything else; the first of several empty lines stands for all.
 */
function framePassage(number: number, passage: ServedPassage): string {
  const { path, startLine, lines, name } = passage;
  const head = `Passage ${number}: ${path}, lines ${startLine + 1}-${startLine + lines.length}${name === undefined ? "" : `, in ${name}`}`;
  const isEmpty = (line: string | undefined) => line?.trim() === "";
  const numbered = lines.flatMap((line, index) =>
    isEmpty(line) && isEmpty(lines[index - 1]) ? [] : [`${startLine + index + 1}| ${clip(line)}`],
  );
  return [head, ...numbered, ""].join("\n");
}

/**
 * Gives as many passages as fit into the budget, the first ones first, and returns how many were left out or cut. One
 * that has a number already is not given again.
 */
export function hand(
  evidence: Evidence,
  passages: readonly ServedPassage[],
  budget: { readonly tokens: number; readonly passages?: number },
): { readonly text: string; readonly tokens: number; readonly leftOut: number } {
  const texts: string[] = [];
  let tokens = 0;
  let leftOut = 0;
  let count = 0;
  for (const [index, whole] of passages.entries()) {
    // At least the beginning of the best one.
    const passage = index === 0 ? cut(whole, budget.tokens) : whole;
    if (passage !== whole) leftOut++;
    const cost = tokensOf(framePassage(evidence.passages.length + 1, passage));
    if (tokens + cost > budget.tokens || count >= (budget.passages ?? Infinity)) {
      leftOut++;
      continue;
    }
    const known = evidence.passages.length;
    const number = evidence.add(passage);
    count++;
    if (number <= known) {
      texts.push(`Passage ${number} again: ${passage.path}\n`);
      continue;
    }
    tokens += cost;
    texts.push(framePassage(number, passage));
  }
  return { text: texts.join("\n"), tokens, leftOut };
}

function cut(passage: ServedPassage, tokens: number): ServedPassage {
  if (tokensOf(framePassage(0, passage)) <= tokens) return passage;
  const { lines } = passage;
  let count = lines.length - 1;
  while (count > 1 && tokensOf(framePassage(99, { ...passage, lines: lines.slice(0, count) })) > tokens) count--;
  return { ...passage, lines: lines.slice(0, count) };
}

function clip(line: string): string {
  return line.length > LINE_AT_MOST ? `${line.slice(0, LINE_AT_MOST)}…` : line;
}
