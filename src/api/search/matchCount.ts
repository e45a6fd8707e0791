import type { JsonObject } from "../http/json.ts";

/**
 * How many matches one element of a `matches` event stands for, as the service counts them in `matchCount`, `display`
 * and `count:`: each range as it was sent, even if several touch or share a line, and one range over several lines
 * once; each symbol of a file; at least one, for what is found as a whole. It is our only count: whatever shows a
 * number adds these up.
 */
export function countMatch(match: JsonObject): number {
  return Math.max(1, countRanges(match));
}

/** The same without the one for a whole. */
export function countRanges(match: JsonObject): number {
  switch (match.string("type")) {
    case "commit":
    case "diff":
      return match.list("ranges").length;
    case "symbol":
      return match.objects("symbols").length;
    default: {
      const chunks = match.list("chunkMatches").length > 0;
      const [lists, ranges] = chunks ? ["chunkMatches", "ranges"] : ["lineMatches", "offsetAndLengths"];
      return match.objects(lists).reduce((sum, each) => sum + each.list(ranges).length, 0);
    }
  }
}
