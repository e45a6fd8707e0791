import * as vscode from "vscode";
import type { PatternType, SearchQuery } from "../core/search.ts";

const PATTERN_TYPES: readonly string[] = ["keyword", "standard", "regexp"] satisfies PatternType[];
/** With `count:all` somebody wants everything: as much as is kept. */
const DISPLAY_OF_ALL = 1_000_000;
const DISPLAY = 10_000;

/** A query with what the settings say, as they are now. A setting that makes no sense is as if it were not there. */
export function searchQuery(text: string): SearchQuery {
  const settings = vscode.workspace.getConfiguration("plumbline.search");
  const patternType = settings.get<string>("patternType", "");
  const display = settings.get<number>("display", DISPLAY);
  return {
    text,
    patternType: isPatternType(patternType) ? patternType : "keyword",
    display: /\bcount:all\b/i.test(text)
      ? DISPLAY_OF_ALL
      : Number.isInteger(display) && display > 0
        ? display
        : DISPLAY,
  };
}

function isPatternType(value: string): value is PatternType {
  return PATTERN_TYPES.includes(value);
}
