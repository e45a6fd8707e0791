import type { Lines } from "./lineMap.ts";
import {
  CLOSES,
  CONTINUES,
  indentIn,
  IS_BLANK,
  IS_COMMENT,
  OPENS,
  type LineLooks,
  type ScopeLines,
} from "./scopeLines.ts";
import type { TextLines } from "../text/textLines.ts";
import type { TimeSlices } from "../text/timeSlices.ts";

/** What each line of a text is in: definitions, statements, sections, recognized by indentation or headings. */
export interface Scopes {
  /** For each line, the line that begins its scope, or -1. For a comment, the line directly below it. */
  readonly parents: Int32Array;
  /** The last line of what each line begins; the line itself if it contains nothing. */
  readonly ends: Int32Array;
  /** The names of the lines that begin something, in order. */
  readonly keys: readonly Key[];
  /** How many of them have each name, by its number. */
  readonly names: ReadonlyMap<number, number>;
}

interface Key {
  readonly line: number;
  /** The same number for the same name; `path` likewise for the same name within the same path. */
  readonly name: number;
  readonly path: number;
  readonly isNamed: boolean;
}

/** The scopes of two versions, and which of one correspond to which of the other. */
export interface ScopeMap {
  readonly old: Scopes;
  readonly current: Scopes;
  /**
   * For each old line that begins a scope, the new line that begins the same one, or -1. Each new one has at most one.
   */
  readonly toNew: Int32Array;
  readonly toOld: Int32Array;
  /** Old lines whose scopes are also paired by all the names around them. */
  readonly isByPath: Uint8Array;
  /** Lines with a name whose path occurs nowhere else in their own version. */
  readonly isNamedInOld: Uint8Array;
  readonly isNamedInNew: Uint8Array;
}

/**
 * - `same`: the innermost scope around both is the same.
 * - `around`: a scope around both is the same, with something named in between that has no partner.
 * - `other`: they are in different scopes.
 */
export type Agreement = "same" | "around" | "other";

/** Determines what each line is in, in time that grows with the length of the text. */
export async function readScopes(
  { lines, numbers }: { readonly lines: TextLines; readonly numbers: Int32Array },
  isMarkdown: boolean,
  known: ScopeLines,
  slices: TimeSlices,
): Promise<Scopes> {
  const parents = new Int32Array(lines.length).fill(-1);
  const ends = new Int32Array(lines.length).map((_, line) => line);
  const open: { readonly line: number; readonly indent: number }[] = [];
  const comment = new Comment();
  let isFenced = false;
  let above = -1;
  const close = (): void => {
    const { line = 0 } = open.pop() ?? {};
    ends[line] = Math.max(ends[line] ?? line, above);
    const around = open.at(-1);
    if (around) ends[around.line] = Math.max(ends[around.line] ?? 0, ends[line] ?? 0);
  };
  for (let line = 0; line < lines.length; line++) {
    if (line % 64 === 0 && slices.isOver) await slices.next();
    if (isMarkdown) {
      const text = lines.at(line);
      if (/^\s*(?:```|~~~)/.test(text)) isFenced = !isFenced;
      const level = isFenced ? undefined : /^(#{1,6})\s/.exec(text)?.[1]?.length;
      while (level !== undefined && (open.at(-1)?.indent ?? 0) >= level) close();
      parents[line] = open.at(-1)?.line ?? -1;
      if (level !== undefined) open.push({ line, indent: level });
      above = line;
      continue;
    }
    const looks = known.looksOf(numbers[line] ?? 0, lines, line);
    if ((looks & IS_BLANK) !== 0) {
      comment.end(parents, open.at(-1)?.line ?? -1);
      parents[line] = open.at(-1)?.line ?? -1;
      continue;
    }
    if (comment.takes(line, looks)) continue;
    const indent = indentIn(looks);
    while ((open.at(-1)?.indent ?? -1) > indent) close();
    const isNext = open.at(-1)?.indent === indent;
    if (isNext && (looks & CONTINUES) !== 0) {
      parents[line] = open.at(-1)?.line ?? -1;
      comment.end(parents, parents[line] ?? -1);
    } else {
      if (isNext) close();
      parents[line] = open.at(-1)?.line ?? -1;
      comment.end(parents, line);
      open.push({ line, indent });
    }
    above = line;
  }
  comment.end(parents, -1);
  while (open.length > 0) close();
  const keys = await keysOf(lines, numbers, parents, known, slices);
  const names = countsOf(keys.flatMap(({ isNamed, name }) => (isNamed ? [name] : [])));
  return { parents, ends, keys, names };
}

/** Lines of a comment, and anything else that is placed above what it belongs to. */
class Comment {
  readonly #lines: number[] = [];
  #isOpen = false;

  takes(line: number, looks: LineLooks): boolean {
    if (!this.#isOpen && (looks & IS_COMMENT) === 0) return false;
    if (this.#isOpen || (looks & OPENS) !== 0) this.#isOpen = (looks & CLOSES) === 0;
    this.#lines.push(line);
    return true;
  }

  /** Ends the comment, which belongs to this line. */
  end(parents: Int32Array, owner: number): void {
    if (this.#isOpen) return;
    for (const line of this.#lines) parents[line] = owner;
    this.#lines.length = 0;
  }
}

/**
 * Pairs the scopes that occur once in each of two versions, by their names and those around them, otherwise by their
 * names alone.
 */
export async function mapScopes(old: Scopes, current: Scopes, slices: TimeSlices): Promise<ScopeMap> {
  const [before, after] = [old.keys, current.keys];
  const [oldLength, newLength] = [old.parents.length, current.parents.length];
  const toNew = new Int32Array(oldLength).fill(-1);
  const toOld = new Int32Array(newLength).fill(-1);
  const isByPath = new Uint8Array(oldLength);
  const isNamedInOld = new Uint8Array(oldLength);
  const isNamedInNew = new Uint8Array(newLength);
  for (const by of ["path", "name"] as const) {
    const inOld = await onces(before, by, slices);
    const inNew = await onces(after, by, slices);
    for (const [index, { line, isNamed, [by]: number }] of before.entries()) {
      if (index % 1024 === 0 && slices.isOver) await slices.next();
      if (inOld[number] !== index) continue;
      if (by === "path" && isNamed) isNamedInOld[line] = 1;
      const partner = after[inNew[number] ?? -1]?.line ?? -1;
      if (partner < 0 || toNew[line] !== -1 || toOld[partner] !== -1 || (by === "name" && !isNamed)) continue;
      toNew[line] = partner;
      toOld[partner] = line;
      if (by === "path") isByPath[line] = 1;
    }
    if (by === "name") continue;
    for (const [index, { line, isNamed, path }] of after.entries())
      if (isNamed && inNew[path] === index) isNamedInNew[line] = 1;
  }
  return { old, current, toNew, toOld, isByPath, isNamedInOld, isNamedInNew };
}

async function keysOf(
  lines: TextLines,
  numbers: Int32Array,
  parents: Int32Array,
  known: ScopeLines,
  slices: TimeSlices,
): Promise<readonly Key[]> {
  const isHead = new Uint8Array(lines.length);
  for (const parent of parents) if (parent >= 0) isHead[parent] = 1;
  const paths = new Int32Array(lines.length).fill(-1);
  const keys: Key[] = [];
  for (let line = 0; line < lines.length; line++) {
    if (isHead[line] !== 1) continue;
    if (slices.isOver) await slices.next();
    const { name, isNamed } = known.nameOf(numbers[line] ?? 0, lines, line);
    const around = paths[parents[line] ?? -1] ?? -1;
    const path = name === undefined ? around : known.pathOf(around, name);
    paths[line] = path;
    if (name !== undefined) keys.push({ line, name, path, isNamed });
  }
  return keys;
}

/** By number, the index of the key that has it: -1 if there is none, or more than one. */
async function onces(keys: readonly Key[], by: "path" | "name", slices: TimeSlices): Promise<Int32Array> {
  let count = 0;
  for (const key of keys) count = Math.max(count, key[by] + 1);
  const once = new Int32Array(count).fill(NONE);
  for (let index = 0; index < keys.length; index++) {
    if (index % 1024 === 0 && slices.isOver) await slices.next();
    const number = keys[index]?.[by] ?? 0;
    once[number] = once[number] === NONE ? index : SEVERAL;
  }
  return once.map((index) => Math.max(index, NONE));
}

const NONE = -1;
const SEVERAL = -2;

/** How the scopes around an old line relate to those around a new one. */
export function agreement(
  { old, current, toNew, toOld, isByPath, isNamedInOld, isNamedInNew }: ScopeMap,
  oldLine: number,
  newLine: number,
): Agreement {
  const before = firstPaired(old, toNew, isNamedInOld, oldLine);
  const after = firstPaired(current, toOld, isNamedInNew, newLine);
  if ((before.line < 0 ? -1 : (toNew[before.line] ?? -1)) !== after.line) return "other";
  const isClose = before.passed + after.passed === 0 && (before.line < 0 || isByPath[before.line] === 1);
  return isClose ? "same" : "around";
}

/**
 * The innermost scope around old lines that has a partner, and its partner; the whole of both versions if there is
 * none.
 */
export function commonScope(
  { old, current, toNew }: ScopeMap,
  { startLine, endLine }: Lines,
): { readonly before: Lines; readonly after: Lines } {
  for (let line = startLine; line >= 0; line = old.parents[line] ?? -1) {
    const partner = toNew[line] ?? -1;
    const end = old.ends[line] ?? line;
    if (partner >= 0 && end >= endLine)
      return {
        before: { startLine: line, endLine: end },
        after: { startLine: partner, endLine: current.ends[partner] ?? partner },
      };
  }
  return {
    before: { startLine: 0, endLine: old.parents.length - 1 },
    after: { startLine: 0, endLine: current.parents.length - 1 },
  };
}

/**
 * Whether something around an old line still has its name, but the new line is in something else, whose name is new: it
 * may be a copy that was kept of the old text, or the old text itself, renamed.
 */
export function isUnderNewName({ old, current }: ScopeMap, oldLine: number, newLine: number): boolean {
  // Counted, because a constructor may be called like its class.
  const before = countsOf(namesAround(old, oldLine));
  const after = countsOf(namesAround(current, newLine));
  const isLeft = ([name, count]: readonly [number, number]) => {
    const here = after.get(name) ?? 0;
    return count > here && (current.names.get(name) ?? 0) > here;
  };
  return [...before].some(isLeft) && [...after.keys()].some((name) => !old.names.has(name));
}

function countsOf(names: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The names of what is around a line, and of what it begins. */
function namesAround({ parents, keys }: Scopes, from: number): readonly number[] {
  const names: number[] = [];
  for (let line = from; line >= 0; line = parents[line] ?? -1) {
    const key = keyAt(keys, line);
    if (key?.isNamed === true) names.push(key.name);
  }
  return names;
}

/** The key of a line, among those in order. */
function keyAt(keys: readonly Key[], line: number): Key | undefined {
  let low = 0;
  let high = keys.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return keys[low]?.line === line ? keys[low] : undefined;
}

function firstPaired(
  { parents }: Scopes,
  partners: Int32Array,
  isNamed: Uint8Array,
  from: number,
): { readonly line: number; readonly passed: number } {
  let passed = 0;
  for (let line = from; line >= 0; line = parents[line] ?? -1) {
    if ((partners[line] ?? -1) >= 0) return { line, passed };
    if (isNamed[line] === 1) passed++;
  }
  return { line: -1, passed };
}
