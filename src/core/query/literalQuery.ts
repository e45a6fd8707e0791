import { quoteLiteral } from "./literalPattern.ts";

const LONGEST = 200;

/**
 * A query for text as it is written, in quotes, so that no part of it is a filter or an operator. A query has one line:
 * of several, the one with the most letters and digits is used. `undefined` if there is nothing to search for.
 */
export function literalQuery(text: string): string | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim().slice(0, LONGEST));
  const weight = (line: string) => line.replace(/[^\p{L}\p{N}]/gu, "").length;
  const line = lines.reduce((best, next) => (weight(next) > weight(best) ? next : best), "");
  return line === "" ? undefined : quoteLiteral(line);
}
