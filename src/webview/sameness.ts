/**
 * `after`, or `before` where both say the same: what has not changed is the same object as it was, all the way down the
 * first level of an array, so that one look tells that nothing is to be drawn.
 */
export function keepSame<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return after.map((value, index) => {
    const known = before[index];
    return known !== undefined && isSame(known, value) ? known : value;
  });
}

/** Whether two values that came as messages say the same. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
