/** A regular expression in which the word boundaries around matches are those of every script. */
export interface BoundedExpression {
  /** What it finds reaches up to one character beyond the match at either end. */
  readonly source: string;
  /** The groups of which one is the match itself. */
  readonly groups: readonly string[];
}

/**
 * RE2 knows the boundaries of ASCII words only: to it, `\ben\b` is in `Straßen`, and `\bякорь\b` is nowhere.
 * `undefined` if an expression has no boundary at the start or end of one of its alternatives; those within it remain
 * RE2's.
 */
export function withBounds(source: string): BoundedExpression | undefined {
  const flags = /^\(\?[a-zA-Z]+\)/.exec(source)?.[0] ?? "";
  const alternatives = alternativesOf(tokensOf(source.slice(flags.length)));
  const groups = alternatives.map((_, index) => `within${index}_`);
  const bounded = alternatives.map((tokens, index) => withinBounds(tokens, `within${index}_`));
  if (!bounded.some(({ hasBound }) => hasBound)) return undefined;
  return { source: flags + bounded.map(({ source }) => source).join("|"), groups };
}

/** As in Unicode, and for what searches files. */
const WORD = "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{200c}\\x{200d}";

function withinBounds(
  tokens: readonly string[],
  group: string,
): { readonly source: string; readonly hasBound: boolean } {
  const [first] = tokens;
  const last = tokens.length > 1 ? tokens.at(-1) : undefined;
  let [start, end, from, to] = ["", "", 0, tokens.length];
  const inside = tokens.slice(first === "\\b" ? 1 : 0, last === "\\b" ? -1 : undefined);
  const startsWith = first === "\\b" ? kindAt(inside, 0) : undefined;
  const endsWith = last === "\\b" ? kindAt(inside, -1) : undefined;
  if (startsWith !== undefined) {
    from = 1;
    start = startsWith === "word" ? `(?:\\A|[^${WORD}])` : `[${WORD}]`;
  }
  if (endsWith !== undefined) {
    to = tokens.length - 1;
    end = endsWith === "word" ? `(?:\\z|[^${WORD}])` : `[${WORD}]`;
  }
  return {
    source: `${start}(?P<${group}>${tokens.slice(from, to).join("")})${end}`,
    hasBound: startsWith !== undefined || endsWith !== undefined,
  };
}

const TOKEN =
  /\\Q(?:(?!\\E)[^])*(?:\\E)?|\\[pPx](?:\{[^}]*\}|[\da-fA-F]{2}|[A-Z])|\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]|\(\?[^:)]*[:)]|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/gu;

function tokensOf(source: string): readonly string[] {
  return source.match(TOKEN) ?? [];
}

function alternativesOf(tokens: readonly string[]): readonly (readonly string[])[] {
  const alternatives: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    depth += opens(token) ? 1 : token === ")" ? -1 : 0;
    if (token === "|" && depth === 0) alternatives.push([]);
    else alternatives.at(-1)?.push(token);
  }
  return alternatives;
}

function opens(token: string): boolean {
  return token === "(" || /^\(\?[^)]*:$|^\(\?P?<[^)]*>$/.test(token);
}

type Kind = "word" | "other";

/** What every match begins (`end` is 0) or ends (-1) with; `undefined` if that differs, or is not certain. */
function kindAt(tokens: readonly string[], end: 0 | -1): Kind | undefined {
  const isStart = end === 0;
  const quantifier = isStart ? undefined : tokens.at(-1);
  const rest = quantifier !== undefined && QUANTIFIER.test(quantifier) ? tokens.slice(0, -1) : tokens;
  const token = rest.at(end);
  if (token === undefined || (rest !== tokens && isOptional(quantifier))) return undefined;
  const isGroup = isStart ? opens(token) : token === ")";
  if (!isGroup) return isStart && isOptional(rest[1]) ? undefined : kindOf(token);
  const [from, to] = isStart ? [0, closing(rest)] : [opening(rest), rest.length - 1];
  if (from < 0 || to < 0 || (isStart && isOptional(rest[to + 1]))) return undefined;
  const kinds = new Set(alternativesOf(rest.slice(from + 1, to)).map((each) => kindAt(each, end)));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

const QUANTIFIER = /^(?:[*+?]\??|\{\d+(?:,\d*)?\}\??)$/;

function isOptional(token: string | undefined): boolean {
  return token !== undefined && /^(?:[*?]|\{0)/.test(token);
}

function closing(tokens: readonly string[]): number {
  let depth = 0;
  return tokens.findIndex((token) => (depth += opens(token) ? 1 : token === ")" ? -1 : 0) === 0);
}

function opening(tokens: readonly string[]): number {
  let depth = 0;
  return tokens.findLastIndex((token) => (depth += token === ")" ? 1 : opens(token) ? -1 : 0) === 0);
}

function kindOf(token: string): Kind | undefined {
  if (/^[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}]$/u.test(token) || /^\\(?:[wd]$|p\{?(?:[LN]|[A-Z][a-z]{3}))/.test(token))
    return "word";
  if (/^\[(?:[\p{L}\p{M}\p{Nd}\p{Pc}-]|\\[wd])+\]$/u.test(token)) return "word";
  return /^(?:\\[^A-Za-z\d]|\\s|[^\\.^$[\]()|*+?])$/u.test(token) ? "other" : undefined;
}
