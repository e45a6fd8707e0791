import { stemsWithin } from "./compounds.ts";
import type { QuestionTerm } from "./questionTerms.ts";
import { stemOf, wordsOf } from "./words.ts";

/** One alternative of one term, by which occurrences are counted. */
export interface Probe {
  /** The term's position. */
  readonly term: number;
  readonly stems: readonly string[];
  readonly likeness: number;
}

/** Finds the terms of a question in texts and names. */
export interface TermMatching {
  readonly terms: readonly QuestionTerm[];
  readonly probes: readonly Probe[];
  /** The positions of the probes that occur in a text, each as often as it occurs. */
  readonly probesIn: (text: string) => readonly number[];
}

/** Prepares to look for some terms in many texts. */
export function createTermMatching(terms: readonly QuestionTerm[]): TermMatching {
  const probes = terms.flatMap(({ alternatives }, term) =>
    alternatives.map(({ stems, likeness }): Probe => ({ term, stems, likeness })),
  );
  const byFirst = new Map<string, number[]>();
  /** What may be the beginning of a word that the code writes as two: `time` of "timestamp". */
  const beginnings = new Set<string>();
  probes.forEach(({ stems: [first = "", ...more] }, index) => {
    const others = byFirst.get(first);
    if (others) others.push(index);
    else byFirst.set(first, [index]);
    if (more.length > 0) return;
    for (let length = 2; length < first.length - 1; length++) beginnings.add(first.slice(0, length));
  });
  const probesIn = (text: string): readonly number[] => {
    const words = wordsOf(text);
    const found: number[] = [];
    let stems: string[] | undefined;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? "";
      for (const index of byFirst.get(stemOf(word)) ?? NONE) {
        const { stems: wanted = NONE_WANTED } = probes[index] ?? {};
        if (wanted.length > 1) {
          stems ??= words.map(stemOf);
          if (!wanted.every((stem, offset) => stems?.[at + offset] === stem)) continue;
        }
        found.push(index);
      }
      for (const stem of stemsWithin(word))
        for (const index of byFirst.get(stem) ?? NONE) if (probes[index]?.stems.length === 1) found.push(index);
      const next = words[at + 1];
      if (next === undefined || !beginnings.has(word)) continue;
      for (const index of byFirst.get(stemOf(word + next)) ?? NONE)
        if (probes[index]?.stems.length === 1) found.push(index);
    }
    return found;
  };
  return { terms, probes, probesIn };
}

const NONE: readonly number[] = [];
const NONE_WANTED: readonly string[] = [];

/** For each term, the highest likeness of its probes that occur in a text; 0 if none does. */
export function likenessesIn(text: string, { terms, probes, probesIn }: TermMatching): readonly number[] {
  const likenesses = terms.map(() => 0);
  for (const index of probesIn(text)) {
    const probe = probes[index];
    if (probe) likenesses[probe.term] = Math.max(likenesses[probe.term] ?? 0, probe.likeness);
  }
  return likenesses;
}
