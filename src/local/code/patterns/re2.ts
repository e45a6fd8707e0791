/**
 * Whether something in a regular expression of the query language may match a line break, or the carriage return before
 * one, which a search of lines counts as part of it: `\\s`, `[^x]`, `\\W`, a `.` after `(?s)`. Returns true if unsure.
 */
export function mayMatchLineEnd(source: string): boolean {
  const plain = source.replace(/\\Q(?:(?!\\E)[^])*(?:\\E)?/g, (quoted) => (/[\r\n]/.test(quoted) ? "\n" : ""));
  if (/[\r\n]|\(\?[a-zA-Z]*s/.test(plain)) return true;
  const pieces = plain.matchAll(
    /\\x(?:\{[\da-fA-F]+\}|[\da-fA-F]{2})|\\[pP](?:\{\^?\w+\}|[A-Z])|\\[^]|\[(\^?)\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]/g,
  );
  for (const [piece, negation] of pieces) {
    if (negation === undefined) {
      if (/^\\(?:[nrsDWP]|x\{?0*[aAdD]\}?$|p\{\^|p\{?C)/.test(piece)) return true;
      continue;
    }
    // A class: does it exclude the line break, or include it?
    const holds = /\\[nrsDWPx]|\\p\{?\^?C|\[:(?:space|cntrl|ascii|\^)/.test(piece) || /[^ -~]-/.test(piece);
    const surelyHolds = /\\[nsDW]|\[:(?:space|cntrl|ascii):/.test(piece);
    if (negation === "^" ? !surelyHolds : holds) return true;
  }
  return false;
}
