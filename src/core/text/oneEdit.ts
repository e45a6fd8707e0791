/**
 * The known word that is meant if one letter is missing, extra or wrong, or if two are swapped; none of one or two
 * letters.
 */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  return known.find((other) => other.length > 2 && isOneEditApart(word, other));
}

function isOneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwapped = inA.length === 2 && inA.split("").reverse().join("") === inB;
  return isSwapped || Math.max(inA.length, inB.length) === 1;
}
