import { literalPattern } from "../../../core/query/literalPattern.ts";
import { RE2JS, RE2JSException } from "re2js";
import { mayMatchLineEnd } from "./re2.ts";
import { withBounds } from "./wordBounds.ts";

/** One thing to look for. */
export interface Term {
  readonly kind: "literal" | "regexp";
  readonly text: string;
}

/** A half-open range in a text, in UTF-16 units unless another unit is stated. */
export type Place = readonly [start: number, end: number];

/**
 * Finds a term in texts, in time that grows only with their length, whatever the term is; `^`, `$` and line breaks
 * refer to lines, however those end.
 */
export interface Pattern {
  isIn(text: string): boolean;
  /** From left to right, without overlaps; those of a regular expression may be empty. */
  placesIn(text: string): Iterable<Place>;
}

/** A regular expression that can't be read, or is too large; `message` says what is wrong with it. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** Throws {@link PatternError} for a regular expression that RE2 refuses. */
export function toPattern({ kind, text }: Term, caseSensitive: boolean): Pattern {
  return kind === "literal" ? literal(text, caseSensitive) : regularExpression(text, caseSensitive);
}

/** Whether a term may match across lines: something in it matches the end of a line. */
export function maySpanLines({ kind, text }: Term): boolean {
  return kind === "literal" ? /[\r\n]/.test(text) : mayMatchLineEnd(text);
}

function literal(text: string, caseSensitive: boolean): Pattern {
  const expression = literalPattern(text).replaceAll("\n", "\\r?\\n");
  const pattern = new RegExp(expression, caseSensitive ? "gu" : "giu");
  return {
    isIn: (where) => where.search(pattern) >= 0,
    *placesIn(where) {
      for (const { index, 0: found } of where.matchAll(pattern)) yield [index, index + found.length];
    },
  };
}

function regularExpression(text: string, caseSensitive: boolean): Pattern {
  const flags = RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  const compiled = compile(text, flags);
  const inAscii: Pattern = {
    isIn: (where) => compiled.test(where),
    *placesIn(where) {
      if (!compiled.test(where)) return; // several times as fast as looking for the first place
      for (const matcher = compiled.matcher(where); matcher.find();) yield [matcher.start(), matcher.end()];
    },
  };
  const bounded = withBounds(text);
  const inAll = bounded && withinBounds(compile(bounded.source, flags), bounded.groups);
  const pattern = inAll ? byScript(inAscii, inAll) : inAscii;
  return /[$\n]|\\n/.test(text) && !namesCarriageReturn(text) ? howeverLinesEnd(pattern) : pattern;
}

/** The same in texts of ASCII, which are most: there it is several times as fast. */
function byScript(inAscii: Pattern, inAll: Pattern): Pattern {
  const patternFor = (text: string) => (/[^\0-\x7f]/.test(text) ? inAll : inAscii);
  return {
    isIn: (where) => patternFor(where).isIn(where),
    placesIn: (where) => patternFor(where).placesIn(where),
  };
}

function withinBounds(compiled: RE2JS, groups: readonly string[]): Pattern {
  return {
    isIn: (where) => compiled.test(where),
    *placesIn(where) {
      if (!compiled.test(where)) return;
      const matcher = compiled.matcher(where);
      // What is behind one match may be what is in front of the next.
      for (let from = 0; from <= where.length && matcher.find(from);) {
        const group = groups.find((each) => matcher.start(each) >= 0) ?? 0;
        const [start, end] = [matcher.start(group), matcher.end(group)];
        yield [start, end];
        from = Math.max(end, from + (end > start ? 0 : 1));
      }
    },
  };
}

/** Whether a match must contain a carriage return: not if it is optional, nor within `[^…]`. */
export function namesCarriageReturn(source: string): boolean {
  const needed = source.replace(/\\r[?*]|\\[^rx]|\[\^(?:\\[^]|[^\]\\])*\]/g, "");
  return /\r|\\r|\\x\{?0*d/i.test(needed);
}

/** The same pattern, to which a line break after a carriage return is like any other. */
function howeverLinesEnd(pattern: Pattern): Pattern {
  return {
    isIn: (where) => pattern.isIn(withoutCarriageReturns(where)),
    *placesIn(where) {
      let left = 0;
      let next = where.indexOf("\r\n");
      const placeOf = (at: number): number => {
        for (; next >= 0 && next - left < at; next = where.indexOf("\r\n", next + 2)) left++;
        return at + left;
      };
      for (const [start, end] of pattern.placesIn(withoutCarriageReturns(where))) yield [placeOf(start), placeOf(end)];
    },
  };
}

function withoutCarriageReturns(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

function compile(text: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(text, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternError(error.message.replace(/^error parsing regexp: /, ""), { cause: error });
  }
}
