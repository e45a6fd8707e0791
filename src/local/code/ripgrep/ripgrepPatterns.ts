import { maySpanLines, namesCarriageReturn, type Term } from "../patterns/pattern.ts";
import { forRipgrep } from "./translation.ts";

/** What is looked for: any of some terms. */
export interface SoughtTerms {
  readonly terms: readonly Term[];
  readonly caseSensitive: boolean;
}

/** Arguments that make ripgrep look for them. */
export function soughtArguments({ terms, caseSensitive }: SoughtTerms): readonly string[] {
  return [
    caseArgument(caseSensitive),
    ...(terms.some(maySpanLines) ? ["--multiline"] : []),
    ...lineEndArguments(terms.filter(heedsLineEnds)),
    ...["--regexp", eitherOf(terms.map(toRipgrepPattern))],
  ];
}

export function caseArgument(caseSensitive: boolean): string {
  return caseSensitive ? "--case-sensitive" : "--ignore-case";
}

/** A pattern for what one of some patterns finds. */
export function eitherOf(patterns: readonly string[]): string {
  const [only = escapeForRipgrep(""), ...others] = new Set(patterns);
  return others.length === 0 ? only : [only, ...others].map((each) => `(?:${each})`).join("|");
}

/** Whether it may matter to a term how lines end, or where they do. */
export function heedsLineEnds(term: Term): boolean {
  if (term.kind === "literal") return !/^[^\r\n]+$/.test(term.text);
  return maySpanLines(term) || /[\^$\r]|\\[AbBzQ]/.test(term.text.replace(/\\[\^$]/g, ""));
}

/** A regular expression for ripgrep that finds a term. */
export function toRipgrepPattern({ kind, text }: Term): string {
  return kind === "regexp" ? forRipgrep(text) : escapeForRipgrep(text);
}

/** A regular expression for ripgrep that finds each line with a name that the term finds when the name stands alone. */
export function toNamePattern({ kind, text }: Term): string {
  if (kind === "literal") return escapeForRipgrep(text);
  const [, start = "", word, end = ""] = /^(\^?)(\w+)(\$?)$/.exec(text) ?? [];
  if (word !== undefined) return `${start && "\\b"}${word}${end && "\\b"}`;
  return forRipgrep(text, "dropped");
}

/** Escapes what ripgrep would read as syntax. Line breaks become `\r?\n`, which needs its multi-line mode. */
function escapeForRipgrep(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, "\\$&").replaceAll("\n", "\\r?\\n");
}

/**
 * Arguments that make ripgrep take a carriage return as part of the line end, too; none if every term contains one,
 * since those would not be found there.
 */
export function lineEndArguments(terms: readonly Term[]): readonly string[] {
  return terms.every(({ text }) => namesCarriageReturn(text)) ? [] : ["--crlf"];
}
