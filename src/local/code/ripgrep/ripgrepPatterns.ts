import { namesCarriageReturn, type Term } from "../patterns/pattern.ts";
import { forRipgrep } from "./translation.ts";

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
export function escapeForRipgrep(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, "\\$&").replaceAll("\n", "\\r?\\n");
}

/**
 * Arguments that make ripgrep take a carriage return as part of the line end, too; none if every term contains one,
 * since those would not be found there.
 */
export function lineEndArguments(terms: readonly Term[]): readonly string[] {
  return terms.every(({ text }) => namesCarriageReturn(text)) ? [] : ["--crlf"];
}
