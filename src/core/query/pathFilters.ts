import { complaintAbout } from "./expressionComplaint.ts";
import { expressionOfPathGlob, isGlob } from "./pathGlob.ts";
import { queryParts } from "./queryParts.ts";

/** Which files a query searches, as the editor's own search takes them: globs, separated by commas. */
export interface PathFilters {
  /** Each result has to be in one of them. */
  readonly include: string;
  /** No result may be in one of them. */
  readonly exclude: string;
}

/**
 * The filters that such globs stand for, at the local service if `isLocal`. What begins with `!` in one of the two belongs
 * to the other.
 */
export function fragmentsOfPaths({ include, exclude }: PathFilters, isLocal = false): readonly string[] {
  const [included, excluded] = [split(include), split(exclude)];
  return [
    patternOf([...included.own, ...excluded.others], "file:", isLocal),
    patternOf([...excluded.own, ...included.others], "-file:", isLocal),
  ].filter((filter) => filter !== undefined);
}

/**
 * The regular expression for something that is a glob where one is expected; `undefined` for anything else, and for
 * what a regular expression may contain as well.
 */
export function expressionOfGlob(text: string, isLocal = false): string | undefined {
  return isGlob(text) ? expressionOfPathGlob(text, isLocal) : undefined;
}

/**
 * The regular expression for what stands where one is expected, but is none: a glob, to which anchors and escapes mean
 * nothing, alternatives are a choice, and what opens and never closes is the beginning of a name.
 */
export function expressionAsGlob(text: string, isLocal = false): string {
  let glob = alternativesIn(text)
    .join("|")
    .replace(/(?<=^|[(|])\^|(?<!\\)\$(?=$|[|)])/g, "");
  for (let depth = 0; depth < DEEPEST_CHOICE; depth++)
    glob = glob.replace(
      /(?<!\\)\((?:\?:)?((?:\\[^]|[^()|\\])*(?:\|(?:\\[^]|[^()|\\])*)+)\)/g,
      (_, choices: string) => `{${choices.replaceAll("|", ",")}}`,
    );
  if (glob.includes("|")) glob = `{${glob.replaceAll("|", ",")}}`;
  const isOpen = /[[(][^[\](){}]*$/.test(glob);
  return expressionOfPathGlob(glob.replace(/(?<!\*\*)\\(?=[.^$|()[\]{}+])/g, "") + (isOpen ? "*" : ""), isLocal);
}

const DEEPEST_CHOICE = 5;

/** The alternatives of a pattern that consists of such in parentheses: `(a)|(b)`; otherwise the pattern alone. */
export function alternativesIn(pattern: string): readonly string[] {
  const alternatives: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: piece, index } of pattern.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/g)) {
    if (piece === "(" && depth++ === 0 && index !== start) return [pattern];
    if (piece === ")" && --depth === 0) {
      alternatives.push(pattern.slice(start + 1, index));
      if (!/^\|\(|^$/.test(pattern.slice(index + 1))) return [pattern];
      start = index + 2;
    }
  }
  return alternatives.length > 1 && depth === 0 ? alternatives : [pattern];
}

/** At commas that are in no parentheses, brackets or braces; a blank is part of a name. */
function split(text: string): { readonly own: readonly string[]; readonly others: readonly string[] } {
  const pieces =
    text.match(/(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[[^\]]*\]|\([^()]*(?:\([^()]*\)[^()]*)*\)|[^,])+/g) ?? [];
  const all = pieces.map((piece) => piece.trim());
  return {
    own: all.filter((piece) => piece !== "" && !piece.startsWith("!")),
    others: all.flatMap((piece) => /^!\s*(.+)$/s.exec(piece)?.[1] ?? []),
  };
}

/** One filter for all of them: with several, a result would have to pass each. */
function patternOf(texts: readonly string[], filter: string, isLocal: boolean): string | undefined {
  const patterns = [...new Set(texts.flatMap((text) => alternativesIn(toPattern(text, isLocal))))];
  const [only, ...others] = patterns;
  if (only === undefined) return undefined;
  return filter + (others.length === 0 ? only : patterns.map((each) => `(${each})`).join("|"));
}

function toPattern(text: string, isLocal: boolean): string {
  const expression = text.replace(/\s/g, "\\s");
  const canBeRead = isExpression(text) && isWhole(expression) && complaintAbout(expression) === undefined;
  return canBeRead ? expression : expressionOfPathGlob(text, isLocal);
}

/** What no glob looks like is a regular expression, such as one that a person copied from a query. */
function isExpression(text: string): boolean {
  return /^\^|^\(\?|^\\\.|\||[^/\\]\$$/.test(text);
}

/** Whether the value of a filter ends where the pattern does: a parenthesis that is never closed takes in what follows. */
function isWhole(pattern: string): boolean {
  return queryParts(`file:${pattern} x`).length === 2;
}
