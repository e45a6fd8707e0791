import type { Block } from "../../protocol/markdown.ts";
import { blockStarts } from "./settledEnd.ts";

/** A part of so many characters is parsed in a few milliseconds. */
const PART_LENGTH = 1_000;

/** So much prose is a few pages. */
const PARAGRAPH_LENGTH = 8_000;
/** How far in front of that the end of a sentence is looked for. */
const LOOKED_AT = 1_000;

/** A bullet, or the point behind a number, that begins an item of a list. */
const MARKER = /^(?:([-*+])|\d{1,9}([.)]))(?:[ \t]+(?=\S)|[ \t]*$)/;
const RULE = /^(?:[-*_][ \t]*){3,}$/;
const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * Cuts a long list, table or quote, which a text begins with or ends in, into parts that are parsed by themselves and
 * put together with {@link joinBlocks}: as long as it is written, only its last part is new. The texts to parse are not
 * always pieces of the text, since each part of a table has its head. Cuts stay where they are when the text grows.
 */
export function cutLongBlock(text: string): readonly string[] {
  if (text.length < 2 * PART_LENGTH) return [text];
  return text.startsWith(">") ? cutQuote(text) : cutLines(text).flatMap(cutParagraph);
}

/** Prose without a break is cut where it becomes longer than any that is read: it goes on in another paragraph. */
function cutParagraph(text: string): readonly string[] {
  if (text.length < 2 * PARAGRAPH_LENGTH || !isProse(text)) return [text];
  const parts: string[] = [];
  let from = 0;
  while (text.length - from >= 2 * PARAGRAPH_LENGTH) {
    const lookedAt = from + PARAGRAPH_LENGTH - LOOKED_AT;
    const part = [...text.slice(lookedAt, lookedAt + LOOKED_AT).matchAll(SENTENCE)]
      .map((end) => text.slice(from, lookedAt + end.index + end[0].length))
      .findLast(isOutsideOfLinks);
    if (part === undefined) break;
    parts.push(part);
    from += part.length;
  }
  return [...parts, text.slice(from)];
}

/** Whether all brackets of a part are closed in it. */
function isOutsideOfLinks(part: string): boolean {
  const count = (bracket: string): number => {
    let found = 0;
    for (let at = part.indexOf(bracket); at >= 0; at = part.indexOf(bracket, at + 1)) found++;
    return found;
  };
  return count("[") === count("]") && count("(") === count(")");
}

const SENTENCE = /[.!?)]\s(?=\p{L})/gu;

/** Whether it is nothing but lines that begin with a word and have no mark of code or emphasis, which may be long. */
function isProse(text: string): boolean {
  return !/[`<|*_~]/.test(text) && /^[\p{L}(]/u.test(text) && !/\n(?![\p{L}(]|$)/u.test(text);
}

function cutLines(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let head = "";
  const lines = new Lines();
  for (let at = 0; at < text.length;) {
    const end = endOfLine(text, at);
    const block = lines.goesOnAt(text.slice(at, end));
    if (block !== undefined && at - from >= PART_LENGTH) {
      parts.push(head + text.slice(from, at));
      from = at;
      head = block;
    }
    at = end + 1;
  }
  return [...parts, head + text.slice(from)];
}

/** Reads a text line by line, and knows whether it is in a list at the margin, or in a table. */
class Lines {
  #fence: string | undefined;
  #isAfterBlank = true;
  /** What begins the items of the list, and how far what is in the last of them is indented. */
  #list: { readonly kind: string; readonly indentation: number } | undefined;
  #before = "";
  /** The first two lines of the table. */
  #head: string | undefined;
  /** Whether code has begun of which only the parser can tell where it ends, and what follows it. */
  #isUnclear = false;

  /**
   * What has to stand in front of this line for it to be parsed by itself: the head of its table, or nothing for an
   * item of a list. `undefined` if it must not be parsed by itself.
   */
  goesOnAt(line: string): string | undefined {
    const isAfterBlank = this.#isAfterBlank;
    const before = this.#before;
    const isBlank = line.trim() === "";
    this.#isAfterBlank = isBlank;
    this.#before = isAfterBlank ? line : "";
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (this.#fence !== undefined) {
      if (mark?.startsWith(this.#fence) && line.trim() === mark) this.#fence = undefined;
      return undefined;
    }
    this.#fence = mark;
    if (this.#isUnclear) return undefined;
    const isRow = line.startsWith("|");
    if (this.#head !== undefined && isRow) return this.#head;
    this.#head = isRow && before.startsWith("|") && DELIMITERS.test(line) ? `${before}\n${line}\n` : undefined;
    if (isBlank) return undefined;
    return this.#isItem(line, isAfterBlank) ? "" : undefined;
  }

  /** Whether a line begins an item of the same list as the one before. */
  #isItem(line: string, isAfterBlank: boolean): boolean {
    const list = this.#list;
    if (/^\s/.test(line)) {
      const { length } = /^[ \t]*/.exec(line)?.[0].replaceAll("\t", "    ") ?? "";
      // Only what is indented as far is sure to be in the item: this may begin another list, or code.
      if (length < (list?.indentation ?? Infinity)) {
        if (isAfterBlank || MARKER.test(line.trimStart())) this.#list = undefined;
        // After indented code, the parser takes some numbers for words.
        if (length >= 4 || /^\s*(?:```|~~~)/.test(line)) this.#isUnclear = true;
      }
      return false;
    }
    // One without anything in it may underline a heading.
    const isPlain = !RULE.test(line) && /\s\S/.test(line);
    const [whole = "", bullet, point] = (isPlain ? MARKER.exec(line) : undefined) ?? [];
    const kind = bullet ?? point;
    this.#list =
      kind !== undefined && (isAfterBlank || list?.kind === kind) ? { kind, indentation: whole.length } : undefined;
    return kind !== undefined && list?.kind === kind;
  }
}

/** A quote without lines that lack their mark: between the blocks in it. */
function cutQuote(text: string): readonly string[] {
  const lines = text.split("\n");
  const isWhole = lines.every((line, at) => line.startsWith(">") || (line === "" && at === lines.length - 1));
  if (!isWhole) return [text];
  const inside = lines.map((line) => line.replace(/^> ?/, ""));
  const starts = new Set(blockStarts(inside.join("\n"), 0));
  const parts: string[] = [];
  let at = 0;
  let from = 0;
  let length = 0;
  for (const [index, line] of inside.entries()) {
    if (starts.has(at) && length >= PART_LENGTH) {
      parts.push(`${lines.slice(from, index).join("\n")}\n`);
      from = index;
      length = 0;
    }
    at += line.length + 1;
    length += line.length + 1;
  }
  return [...parts, lines.slice(from).join("\n")];
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** The blocks of a text that was cut with {@link cutLongBlock}. */
export function joinBlocks(parts: readonly (readonly Block[])[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const [first, ...others] of parts) {
    const last = blocks.at(-1);
    const joined = last && first && join(last, first);
    if (joined) blocks[blocks.length - 1] = joined;
    else if (first) blocks.push(first);
    blocks.push(...others);
  }
  return blocks;
}

function join(last: Block, next: Block): Block | undefined {
  if (last.type === "list" && next.type === "list" && last.ordered === next.ordered)
    return { ...last, items: [...last.items, ...next.items] };
  if (last.type === "table" && next.type === "table") return { ...last, rows: [...last.rows, ...next.rows] };
  if (last.type === "quote" && next.type === "quote") return { ...last, content: [...last.content, ...next.content] };
  return undefined;
}
