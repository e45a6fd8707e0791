import { stemsWithin } from "../questions/compounds.ts";
import { stemOf, wordsOf } from "../questions/words.ts";

/** Hashes a stem to a number of 32 bits. Two stems that share one are confused, which is rare enough. */
export function hashOf(stem: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < stem.length; at++) hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

/**
 * The hashes of the stems of an identifier's words, each after those of the words that it runs together, and finally
 * that of all words as one if there are several.
 */
export function hashesOf(identifier: string): readonly number[] {
  const before = known.get(identifier);
  if (before) return before;
  const words = wordsOf(identifier);
  const hashes = words.flatMap((word) => [...stemsWithin(word), stemOf(word)].map(hashOf));
  if (words.length > 1) hashes.push(hashOf(stemOf(words.join(""))));
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(identifier, hashes);
  return hashes;
}

/** Bounded, and shared by all questions. Code has far fewer identifiers than words. */
const KNOWN_AT_MOST = 100_000;
const known = new Map<string, readonly number[]>();
