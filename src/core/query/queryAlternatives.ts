import { filterOf } from "./queryFilters.ts";
import { isGroup, queryParts } from "./queryParts.ts";

/**
 * Filters of one kind as alternatives: a result has to pass only one. Side by side they would exclude each other.
 * Patterns are joined by `|`, as in `repo:^a$|^b$`; other values become a group, as in `(lang:go or lang:java)`.
 */

/** Every filter that a part of a query offers as an alternative; the part itself if it has none. */
export function alternativesOf(part: string): readonly string[] {
  const pattern = readPattern(part);
  if (pattern) return pattern.pieces.map((piece) => pattern.name + piece + pattern.revision);
  return readGroup(part) ?? [part];
}

/**
 * A part with the filter as one more alternative; `undefined` if the two don't exclude each other, or if that is not
 * certain.
 */
export function withAlternative(part: string, filter: string): string | undefined {
  const all = alternativesOf(part);
  if (!all.every((each) => canJoin(each, filter))) return undefined;
  const [first, added] = [readPattern(part), readPattern(filter)];
  if (!first || first.revision !== added?.revision) return `(${[...all, filter].join(" or ")})`;
  return `${first.name}${[...first.pieces, ...added.pieces].join("|")}${first.revision}`;
}

/** A part without one of its alternatives; empty if that was all of it. */
export function withoutAlternative(part: string, filter: string): string {
  const [first = "", ...others] = alternativesOf(part).filter((each) => each !== filter);
  return others.reduce((joined, each) => withAlternative(joined, each) ?? joined, first);
}

/**
 * Whole names of repositories and addresses of authors, as services list them. What people write by hand seldom looks
 * like this.
 */
const LITERAL = String.raw`(?:[^\s|()[\]{}^$\\"'@]|\\.)+`;
const PATTERNS = [
  new RegExp(String.raw`^(repo:)(\^${LITERAL}\$(?:\|\^${LITERAL}\$)*)(@[^\s|]+)?$`),
  new RegExp(String.raw`^(author:)(${LITERAL}@${LITERAL}(?:\|${LITERAL}@${LITERAL})*)$`),
];

interface Pattern {
  readonly name: string;
  readonly pieces: readonly string[];
  readonly revision: string;
}

function readPattern(part: string): Pattern | undefined {
  for (const pattern of PATTERNS) {
    const [, name, body, revision = ""] = pattern.exec(part) ?? [];
    if (name !== undefined && body !== undefined)
      return { name, pieces: body.match(/(?:[^|\\]|\\.)+/g) ?? [], revision };
  }
  return undefined;
}

/** The filters of a group that contains nothing but filters of one kind, joined by `or`. */
function readGroup(part: string): readonly string[] | undefined {
  if (!isGroup(part)) return undefined;
  const words = queryParts(part.slice(1, -1)).map(({ text }) => text);
  const filters = words.filter((_, place) => place % 2 === 0);
  const [first, ...others] = filters;
  if (first === undefined || others.length === 0 || words.length % 2 === 0) return undefined;
  if (!words.every((word, place) => place % 2 === 0 || /^or$/i.test(word))) return undefined;
  return others.every((each) => canJoin(first, each)) ? filters : undefined;
}

/** Whether both are of the same kind, and a result can pass only one of that kind. */
function canJoin(one: string, other: string): boolean {
  const kind = kindOf(one);
  return kind !== undefined && kind === kindOf(other);
}

function kindOf(filter: string): string | undefined {
  if (filter.startsWith("lang:") && filterOf(filter) === "lang") return "lang";
  return readPattern(filter)?.name;
}
