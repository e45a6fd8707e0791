/** One thing to look for. */
export interface Term {
  readonly kind: "literal" | "regexp";
  readonly text: string;
}

/** A regular expression for ripgrep that finds a term. */
export function toRipgrepPattern({ kind, text }: Term): string {
  return kind === "regexp" ? text : escapeForRipgrep(text);
}

/** Escapes what ripgrep would read as syntax. Line breaks become `\n`, which needs its multi-line mode. */
export function escapeForRipgrep(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, "\\$&").replaceAll("\n", "\\n");
}

/** The same for what is compared here: paths and names. `undefined` for syntax that only ripgrep understands. */
export function toRegExp({ kind, text }: Term, caseSensitive: boolean): RegExp | undefined {
  return kind === "literal"
    ? compile(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), caseSensitive)
    : compileRe2(text, caseSensitive);
}

/** Reads a regular expression as the service's query language writes it (RE2). */
function compileRe2(source: string, caseSensitive: boolean): RegExp | undefined {
  const flags = /^\(\?([is]+)\)/.exec(source);
  const rest = (flags ? source.slice(flags[0].length) : source).replace(/\(\?P</g, "(?<");
  if (/\(\?[a-zA-Z-]*\)|\\[AzQEpPx]|\[\[:/.test(rest)) return undefined;
  return compile(rest, caseSensitive && flags?.[1]?.includes("i") !== true);
}

function compile(source: string, caseSensitive: boolean): RegExp | undefined {
  const flags = caseSensitive ? "g" : "gi";
  for (const strictness of ["u", ""]) {
    try {
      return new RegExp(source, flags + strictness);
    } catch {
      // escapes of harmless characters, such as `\-`, are errors in Unicode mode only
    }
  }
  return undefined;
}
