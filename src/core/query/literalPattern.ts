/** A regular expression of the query language that matches the text literally. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The same as the value of a filter, which a blank would end. */
export function literalFilter(text: string): string {
  return literalPattern(text).replace(/\s/g, "\\s");
}

/** A text in quotes, so that no part of it is a filter, an operator or a pattern. */
export function quoteLiteral(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
