import { translateRe2 } from "./re2.ts";

/** One thing to look for. */
export interface Term {
  readonly kind: "literal" | "regexp";
  readonly text: string;
}

/** A regular expression for ripgrep that finds a term. */
export function toRipgrepPattern({ kind, text }: Term): string {
  return kind === "regexp" ? translateRe2(text).forRipgrep : escapeForRipgrep(text);
}

/** Escapes what ripgrep would read as syntax. Line breaks become `\n`, which needs its multi-line mode. */
export function escapeForRipgrep(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, "\\$&").replaceAll("\n", "\\n");
}

/** Whether a term may be found over several lines. */
export function maySpanLines({ kind, text }: Term): boolean {
  return kind === "literal" ? text.includes("\n") : /\n|\\n|\(\?[im]*s/.test(text);
}

/**
 * The same for what is compared here: global, and `^` and `$` are about lines. `undefined` for syntax that only ripgrep
 * understands, or none does.
 */
export function toRegExp({ kind, text }: Term, caseSensitive: boolean): RegExp | undefined {
  const source = kind === "literal" ? text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") : translateRe2(text).forRegExp;
  if (source === undefined) return undefined;
  try {
    return new RegExp(source, caseSensitive ? "gmu" : "gimu");
  } catch {
    return undefined;
  }
}
