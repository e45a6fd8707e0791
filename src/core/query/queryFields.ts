import type { PatternType, SearchQuery } from "../model/search.ts";
import { NO_FIELDS, type WrittenQuery } from "../../protocol/writtenQuery.ts";
import { fragmentsOfPaths, type PathFilters } from "./pathFilters.ts";
import { asOne, removeFragment } from "./queryEdit.ts";
import { filterOf, type FilterName } from "./queryFilters.ts";
import { queryParts } from "./queryParts.ts";
import type { ToggleName } from "./queryToggles.ts";
import { isWholeWords, partialWords, patternTypeOf, wholeWords } from "./wholeWords.ts";

/** What a query was compiled from; one that was not is a text alone. */
export function writtenOf({ text, written }: Pick<SearchQuery, "text" | "written">): WrittenQuery {
  return written ?? { text, fields: NO_FIELDS };
}

/**
 * The one line that is searched for, at the local service if `isLocal`, read as `patternType` if nothing says
 * otherwise. What the text says itself about case and how it is read counts more than the fields; Include and Exclude
 * narrow it further. Empty if nothing is searched for. The filters come first: what is never closed in a text takes in
 * all that follows.
 */
export function compileQuery({ text, fields }: WrittenQuery, patternType: PatternType, isLocal = false): string {
  const query = text.trim();
  const paths = fragmentsOfPaths(fields, isLocal);
  if (query === "" && paths.length === 0) return "";
  const type = fields.patternType ?? patternType;
  const filters = [
    ...(fields.case && ownFilters(query, "case").length === 0 ? ["case:yes"] : []),
    ...(type !== patternType && ownFilters(query, "patternType").length === 0 ? [`patternType:${type}`] : []),
    ...paths,
  ];
  const words = fields.words ? wholeWords(query, type, isLocal) : query;
  return [...filters, filters.length > 0 ? asOne(words) : words].join(" ").trim();
}

/** The same line, and the same wherever it is read. */
export function portableQuery(written: WrittenQuery, patternType: PatternType, isLocal = false): string {
  const query = compileQuery(written, patternType, isLocal);
  const isSaid = query === "" || patternType === "keyword" || ownFilters(query, "patternType").length > 0;
  return isSaid ? query : `patternType:${patternType} ${asOne(query)}`;
}

/** Whether a toggle is on, by the text or else by its field. */
export function isOn(
  toggle: ToggleName,
  { text, fields }: WrittenQuery,
  patternType: PatternType,
  isLocal = false,
): boolean {
  const type = fields.patternType ?? patternType;
  switch (toggle) {
    case "case": {
      const [own] = ownFilters(text, "case");
      return own === undefined ? fields.case : /:yes$/i.test(own);
    }
    case "words":
      return fields.words || isWholeWords(text, type, isLocal);
    case "phrase":
      return patternTypeOf(text, type) === "standard";
    case "regexp":
      return patternTypeOf(text, type) === "regexp";
  }
}

/** The query with a toggle switched. What the text says about it is removed, so that it counts. */
export function switched(
  toggle: ToggleName,
  written: WrittenQuery,
  patternType: PatternType,
  isLocal = false,
): WrittenQuery {
  const { text, fields } = written;
  const on = !isOn(toggle, written, patternType, isLocal);
  switch (toggle) {
    case "case":
      return { text: withoutFilter(text, "case"), fields: { ...fields, case: on } };
    case "words":
      return {
        text: on ? text : partialWords(text, fields.patternType ?? patternType),
        fields: { ...fields, words: on },
      };
    case "phrase":
      return readAs(written, on ? "standard" : "keyword", patternType);
    case "regexp":
      return readAs(written, on ? "regexp" : patternType === "regexp" ? "keyword" : patternType, patternType);
  }
}

/** The query with other files to include and exclude. */
export function inPaths({ text, fields }: WrittenQuery, { include, exclude }: PathFilters): WrittenQuery {
  return { text, fields: { ...fields, include, exclude } };
}

/**
 * The query, edited. Its fields stay, unless the edit changes nothing in the text alone, such as one that removes what a
 * field stands for: then it is one line without fields.
 */
export function edited(written: WrittenQuery, patternType: PatternType, edit: (query: string) => string): WrittenQuery {
  const text = edit(written.text);
  if (text !== written.text) return { ...written, text };
  const line = compileQuery(written, patternType);
  const whole = edit(line);
  return whole === line ? written : { text: whole, fields: NO_FIELDS };
}

/** The query with a field for how it was read, if it would be read otherwise now. */
export function readAsBefore(written: WrittenQuery, before: PatternType, now: PatternType): WrittenQuery {
  const isSaid = written.fields.patternType !== undefined || ownFilters(written.text, "patternType").length > 0;
  return isSaid || before === now ? written : { ...written, fields: { ...written.fields, patternType: before } };
}

function readAs({ text, fields }: WrittenQuery, type: PatternType, patternType: PatternType): WrittenQuery {
  const { case: isCase, words, include, exclude } = fields;
  const read = type === patternType ? {} : { patternType: type };
  return { text: withoutFilter(text, "patternType"), fields: { case: isCase, words, ...read, include, exclude } };
}

function withoutFilter(query: string, name: FilterName): string {
  return ownFilters(query, name).reduce(removeFragment, query);
}

function ownFilters(query: string, name: FilterName): readonly string[] {
  return queryParts(query).flatMap(({ text }) => (filterOf(text) === name ? [text] : []));
}
