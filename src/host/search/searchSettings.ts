import type { PatternType, SearchQuery } from "../../core/model/search.ts";
import { readSetting } from "../platform/settings.ts";

/** With `count:all` everything is wanted: as much as is kept. */
const DISPLAY_OF_ALL = 1_000_000;

/** A query with what the settings say, as they are now, also of the pattern type where none is given. */
export function searchQuery(text: string, given?: PatternType): SearchQuery {
  const isForAll = /\bcount:all\b/i.test(text);
  return {
    text,
    patternType: given ?? readSetting("plumbline.search.patternType"),
    display: isForAll ? DISPLAY_OF_ALL : readSetting("plumbline.search.display"),
    contextLines: isForAll ? 0 : readSetting("plumbline.search.contextLines"), // nobody reads around a million matches
  };
}
