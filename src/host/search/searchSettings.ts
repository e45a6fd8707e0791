import * as vscode from "vscode";
import { PATTERN_TYPES, type PatternType, type SearchQuery } from "../../core/model/search.ts";

/** With `count:all` somebody wants everything: as much as is kept. */
const DISPLAY_OF_ALL = 1_000_000;
const DISPLAY = 10_000;
const CONTEXT_LINES = 2;
const CONTEXT_LINES_AT_MOST = 10;

/**
 * A query with what the settings say, as they are now, also of the pattern type where none is given. A setting that
 * makes no sense is as if it were not there.
 */
export function searchQuery(text: string, given?: PatternType): SearchQuery {
  const settings = vscode.workspace.getConfiguration("plumbline.search");
  const patternType = given ?? settings.get<string>("patternType", "");
  const isForAll = /\bcount:all\b/i.test(text);
  return {
    text,
    patternType: PATTERN_TYPES.find((known) => known === patternType) ?? "keyword",
    display: isForAll ? DISPLAY_OF_ALL : integer(settings.get("display"), 1, DISPLAY_OF_ALL, DISPLAY),
    // nobody reads around a million matches
    contextLines: isForAll ? 0 : integer(settings.get("contextLines"), 0, CONTEXT_LINES_AT_MOST, CONTEXT_LINES),
  };
}

function integer(value: unknown, least: number, most: number, otherwise: number): number {
  return Number.isInteger(value) && Number(value) >= least ? Math.min(Number(value), most) : otherwise;
}
