import { filterOf, type FilterName } from "./queryFilters.ts";

/** A filter as it stands in a text: its characters `[start, end)`. */
export interface WrittenFilter {
  readonly name: FilterName;
  /** With its name, and with a `-` in front if it excludes. */
  readonly source: string;
  /** Without quotes and their escapes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The filters in what may be a query or a person's sentence: each begins a word and has its value directly behind the
 * colon. `count: number`, `file:///src/a.ts`, `f:\src\a.ts`, and whatever stands in quotes or backticks are text.
 */
export function writtenFilters(text: string): readonly WrittenFilter[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: source, index: start }): readonly WrittenFilter[] => {
    const colon = source.indexOf(":");
    const name = filterOf(source);
    const value = source.slice(colon + 1);
    if (name === undefined || value === "" || value.startsWith("//")) return [];
    if (/^[a-z]:[\\/]/i.test(source)) return [];
    const isQuoted = /^(?:"[^]*"|'[^]*')$/.test(value) && value.length > 1;
    const unquoted = isQuoted ? value.slice(1, -1).replace(/\\(["'\\])/g, "$1") : value;
    return [{ name, source, value: unquoted, start, end: start + source.length }];
  });
}

/** What is left of a text without these filters, its line breaks as they were. */
export function withoutFilters(text: string, filters: readonly WrittenFilter[]): string {
  let left = "";
  let at = 0;
  for (const { start, end } of filters) {
    left += text.slice(at, start).replace(/[^\S\n]+$/, at === 0 ? "" : " ");
    at = end;
  }
  const rest = text.slice(at);
  return (filters.length === 0 ? rest : left + rest.replace(/^[^\S\n]+/, left === "" ? "" : " ")).trim();
}

/** A word, whole with what it quotes; also the value of a filter, with the blanks in its quotes or parentheses. */
const WORD =
  /(?<!\S)(?:-?[a-z]+:(?:"(?:[^"\\]|\\[^]){0,5000}"(?!\S)|'(?:[^'\\]|\\[^]){0,5000}'(?!\S)|(?:has|contains)(?:\.\w{1,20}){1,3}\([^()\n]{0,500}\)(?!\S)|\S+)|"(?:[^"\\]|\\[^]){0,5000}"(?!\S)|`[^`]{0,5000}`\S*|\S+)/gi;
