import type { TermMatching } from "./termMatching.ts";
import { WEIGHTS } from "./weights.ts";

/** What the terms of a question and their alternatives tell in some code. */
export interface Rarities {
  /** How much it tells that a term occurs, by its position: its weight times its rarity; 0 for one that is nowhere. */
  readonly worths: readonly number[];
  /** What an occurrence of a probe counts for its term, by the probe's position; a common word for a rare one counts little. */
  readonly likenesses: readonly number[];
}

/** As much code is one place to look at, when it is said in how many of them a word is. */
const PLACE_BYTES = 1_400;

/** Tells rarities from how often each probe occurs in each file, over all repositories, and from how much was searched. */
export function raritiesOf(
  { terms, probes }: TermMatching,
  counts: Iterable<readonly number[]>,
  bytes: number,
): Rarities {
  const frequencies = probes.map(() => 0);
  for (const found of counts)
    found.forEach((count, index) => {
      if (count > 0) frequencies[index] = (frequencies[index] ?? 0) + count ** WEIGHTS.clusters;
    });
  const places = Math.max(bytes / PLACE_BYTES, ...frequencies, 1);
  const rarities = frequencies.map((frequency) =>
    frequency === 0 ? 0 : Math.log(1 + (places - frequency + 0.5) / (frequency + 0.5)) + 0.05,
  );
  const ofTerms = terms.map(() => 0);
  probes.forEach(({ term, likeness }, index) => {
    ofTerms[term] = Math.max(ofTerms[term] ?? 0, likeness * (rarities[index] ?? 0));
  });
  const ofWords = new Map(
    terms.flatMap(({ alternatives, isPhrase }, term) =>
      isPhrase ? [] : [[alternatives[0]?.stems.join(" "), ofTerms[term] ?? 0] as const],
    ),
  );
  return {
    // A phrase that stands in one README only must not outweigh the words that it is made of.
    worths: terms.map(({ weight, isPhrase, alternatives }, term) => {
      const rarity = ofTerms[term] ?? 0;
      if (!isPhrase) return weight * rarity;
      const words = alternatives[0]?.stems.map((stem) => ofWords.get(stem) ?? 0) ?? [];
      return (
        weight *
        WEIGHTS.phrase *
        Math.min(
          rarity,
          words.reduce((sum, word) => sum + word, 0),
        )
      );
    }),
    likenesses: probes.map(({ term, likeness }, index) => {
      const rarity = ofTerms[term] ?? 0;
      return rarity === 0 ? 0 : Math.min(1, (likeness * (rarities[index] ?? 0)) / rarity);
    }),
  };
}
