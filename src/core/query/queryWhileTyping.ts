import type { PatternType } from "../model/search.ts";
import type { WrittenQuery } from "../../protocol/writtenQuery.ts";
import { compileQuery } from "./queryFields.ts";
import { filterOf } from "./queryFilters.ts";
import { queryParts } from "./queryParts.ts";
import { queryProblem } from "./queryProblem.ts";

/** Three characters: fewer are in nearly every file. */
const ENOUGH = /.{3}/su;

/**
 * The line that a query is searched for while it is typed; empty if it is not finished yet, or too short. It is short if
 * its words are, or if its filters are and it has no words.
 */
export function queryWhileTyping(written: WrittenQuery, patternType: PatternType, isLocal = false): string {
  const { text, fields } = written;
  const parts = queryParts(text).map((part) => part.text);
  const words = parts.filter((part) => filterOf(part) === undefined);
  const sought = (words.length > 0 ? words : parts.map(valueOf)).join("");
  const isLong = ENOUGH.test(sought);
  const isFinished = !parts.some(isBegun) && !queryProblem(text, fields.patternType ?? patternType);
  return isLong && isFinished ? compileQuery(written, patternType, isLocal) : "";
}

/** Whether it is a filter that has no value yet, or a quote that has no end yet. */
function isBegun(part: string): boolean {
  const value = filterOf(part) === undefined ? part : valueOf(part);
  return value === "" || /^(?:"[^"]*|'[^']*)$/.test(value);
}

function valueOf(part: string): string {
  return part.slice(part.indexOf(":") + 1);
}
