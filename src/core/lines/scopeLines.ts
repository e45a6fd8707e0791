import { indentOf } from "../text/blocks.ts";
import { definedName } from "../text/outline.ts";
import type { TextLines } from "../text/textLines.ts";
import { ByNumber } from "./byNumber.ts";

/** What a line looks like by itself, and how far it is indented: a single number, since there are many lines. */
export type LineLooks = number;

export const IS_BLANK = 1;
export const CONTINUES = 2;
/** Begins a comment. */
export const IS_COMMENT = 4;
/** Begins a comment that continues until it is closed. */
export const OPENS = 8;
export const CLOSES = 16;
const IS_KNOWN = 32;

/** How far a line is indented, in columns. */
export function indentIn(looks: LineLooks): number {
  return Math.floor(looks / 64);
}

/** What was read about lines, by their numbers, once for all texts that contain them; also the numbers of names. */
export class ScopeLines {
  #looks = new Int32Array(1024);
  readonly #names = new ByNumber<{ readonly name: number | undefined; readonly isNamed: boolean }>();
  readonly #numbers = new Map<string, number>();
  /** By the number of a path, the paths in it by the number of their last name. */
  readonly #within = new Map<number, Map<number, number>>();
  #paths = 0;

  looksOf(number: number, lines: TextLines, line: number): LineLooks {
    const known = this.#looks[number] ?? 0;
    if (known !== 0) return known;
    if (number >= this.#looks.length) {
      const all = new Int32Array(2 ** Math.ceil(Math.log2(number + 1)));
      all.set(this.#looks);
      this.#looks = all;
    }
    return (this.#looks[number] = looksOf(lines.at(line)));
  }

  /** The name of a line that begins a scope, as a number; `undefined` if it has none. */
  nameOf(
    number: number,
    lines: TextLines,
    line: number,
  ): { readonly name: number | undefined; readonly isNamed: boolean } {
    return this.#names.get(number) ?? this.#names.set(number, this.#readName(lines.at(line)));
  }

  /** The number of a path: all the names around something, and its own. */
  pathOf(around: number, name: number): number {
    const within = this.#within.get(around) ?? new Map<number, number>();
    this.#within.set(around, within);
    const path = within.get(name) ?? this.#paths++;
    within.set(name, path);
    return path;
  }

  #readName(text: string): { readonly name: number | undefined; readonly isNamed: boolean } {
    const { name, isNamed } = nameOf(text);
    if (name === "") return { name: undefined, isNamed };
    const number = this.#numbers.get(name) ?? this.#numbers.size;
    this.#numbers.set(name, number);
    return { name: number, isNamed };
  }
}

function looksOf(text: string): LineLooks {
  const trimmed = text.trim();
  return (
    64 * indentOf(text) +
    IS_KNOWN +
    (trimmed === "" ? IS_BLANK : 0) +
    (GOES_ON.test(trimmed) ? CONTINUES : 0) +
    (COMMENT.test(trimmed) ? IS_COMMENT : 0) +
    (trimmed.startsWith("/*") ? OPENS : 0) +
    (trimmed.includes("*/") ? CLOSES : 0)
  );
}

const COMMENT = /^(?:\/\/|\/\*|#(?!!)|--\s|@[\w.]+(?:\(.*\))?$|\[\w+(?:\(.*\))?\]$)/;
/** What continues or ends something that a line above began. */
const GOES_ON =
  /^(?:[)\]}>]|\{$|(?:else|elif|except|finally|catch|end|rescue|ensure)\b|<\/|\*\/|#(?:else|elif|endif)\b)/;

/** The name of a line that begins a scope: the name that it defines, its key, otherwise all of its text. */
function nameOf(text: string): { readonly name: string; readonly isNamed: boolean } {
  const trimmed = text.slice(0, 400).trim();
  const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(trimmed)?.[1];
  if (heading !== undefined) return { name: heading, isNamed: true };
  const isCall = /\(.*(?:\bfunction\b|["'`])/.test(trimmed); // of something that is passed a function or a name
  const defined =
    (isCall ? undefined : definedName(text.slice(0, 400))) ??
    /^["']?([\w$@./-]+)["']?\s*:\s*(?:\S.*)?[{[(]$/.exec(trimmed)?.[1];
  if (defined !== undefined) return { name: `${defined}:`, isNamed: true };
  const words = trimmed.replace(/\s*[{[(:]+$/, "");
  return { name: /[\p{L}\p{N}]/u.test(words) ? words : "", isNamed: !STATEMENT.test(words) };
}

const STATEMENT =
  /^[)\]}]|^(?:if|for|foreach|while|switch|try|else|elif|do|case|default|with|return|await|catch|throw|yield|unless|until|when|match|loop|begin)\b/;
