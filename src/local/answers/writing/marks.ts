import { IN_WORD } from "../../../core/text/letters.ts";

/** A mark that cites passages, as a model wrote it. */
export interface Mark {
  /** Where it is; UTF-16 units, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly cited: readonly Cited[];
}

/** One passage, by its number, with the lines that are cited: one-based, inclusive, as they are written. */
export interface Cited {
  readonly number: number;
  readonly lines?: { readonly first: number; readonly last: number };
}

const NUMBER = String.raw`#?(\d{1,3})(?![\w.]|\d)`;
const LINES = String.raw`(?:\s*[:@|†]\s*(?:lines?\s*)?|,?\s*\(?lines?\s+)L?(\d{1,7})(?:\s*[-–—]\s*L?(\d{1,7}))?\)?`;
const RANGE = String.raw`(\d{1,7})\s*[-–—]\s*(\d{1,7})`;
const WORD = String.raw`(?:passages?|sources?|references?|refs?|evidence|citations?)`;
const SEPARATOR = String.raw`\s*(?:,\s*and\b|[,;&]|\band\b)?\s*(?:${WORD}\s+)?`;
const ITEM = new RegExp(`(?:L?${RANGE}(?![\\w]))|(?:${NUMBER}(?:${LINES})?)`, "iy");
const LEAD = new RegExp(`\\s*\\^?(?:(?:see|cf\\.?)\\s+)?(${WORD}\\s*[:#]?\\s*)?`, "iy");
const NEXT = new RegExp(SEPARATOR, "iy");
const TAIL = /\s*(?:†[^\]】]*)?$/y;

const BRACKETS = /\\?\[([^[\]【】\n]{1,80}?)\\?\]|【([^[\]【】\n]{1,80})】|\(([^()[\]【】\n]{1,60})\)/g;
/** What comes before the bracket in `argv[9]`. */
const BEHIND_NAME = new RegExp(String.raw`(?:${IN_WORD}|[$)\]])$`, "u");
const BARE = new RegExp(`\\b${WORD}\\s+#?\\d{1,3}\\b(?!\\.\\d)`, "gi");

/**
 * Finds the marks in a text, in every form in which models write them: `[3]`, `[3:12-18]`, `[3, 5]`, `[3][5]`, `【3】`,
 * `[^3]`, `(3)` after what it is about, `passage 3`. Anything else in brackets is left alone; `count` is the number of
 * passages.
 */
export function findMarks(text: string, count: number): readonly Mark[] {
  const marks: Mark[] = [];
  const isKnown = ({ number }: Cited) => number >= 1 && number <= count;
  for (const match of text.matchAll(BRACKETS)) {
    const [whole, square, corner, round] = match;
    const content = square ?? corner ?? round ?? "";
    const read = readCited(content, count);
    if (!read) continue;
    const { cited, hasWord } = read;
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + whole.length)];
    // With eight passages, `argv[9]` is no mark, but `retries[3]` is one.
    if (square !== undefined && BEHIND_NAME.test(before) && !before.endsWith("]") && !cited.every(isKnown)) continue;
    if (round !== undefined) {
      const isBehind = /\s$/.test(before) && /^\s*(?:[.,;:!?]|$|\n|[[(【]\d)/.test(after);
      const isSure = hasWord || cited.some(({ lines }) => lines !== undefined);
      if (!cited.every(isKnown) || !(isSure || isBehind)) continue;
    }
    marks.push({ start: match.index, end: match.index + whole.length, cited });
  }
  for (const match of text.matchAll(BARE)) {
    if (marks.some(({ start, end }) => match.index >= start && match.index < end)) continue;
    const read = readCited(text.slice(match.index), count, true);
    if (read?.cited.every(isKnown))
      marks.push({ start: match.index, end: match.index + read.length, cited: read.cited });
  }
  return marks.sort((a, b) => a.start - b.start);
}

/** Parses the content of a mark; `undefined` if it is none. `isOpen`: other words may follow. */
function readCited(
  content: string,
  count: number,
  isOpen = false,
): { readonly cited: readonly Cited[]; readonly hasWord: boolean; readonly length: number } | undefined {
  const cited: Cited[] = [];
  LEAD.lastIndex = 0;
  const hasWord = LEAD.exec(content)?.[1] !== undefined;
  let at = LEAD.lastIndex;
  let end = at;
  for (;;) {
    ITEM.lastIndex = at;
    const match = ITEM.exec(content);
    if (!match) break;
    const [, from, to, number, first, last] = Array.from(match, (part?: string) =>
      part === undefined ? undefined : Number(part),
    );
    const previous = cited.at(-1);
    if (from !== undefined && to !== undefined) {
      if (from > to) return undefined;
      // `3-5` are passages, `[3, 12-18]` are lines of the third.
      if (to <= count && previous?.lines === undefined)
        for (let each = from; each <= to; each++) cited.push({ number: each });
      else if (previous) {
        if (previous.lines === undefined) cited.pop();
        cited.push({ number: previous.number, lines: { first: from, last: to } });
      } else return undefined;
    } else if (number !== undefined)
      cited.push({ number, ...(first !== undefined && { lines: { first, last: last ?? first } }) });
    end = ITEM.lastIndex;
    NEXT.lastIndex = end;
    NEXT.exec(content);
    if (NEXT.lastIndex === end) break;
    at = NEXT.lastIndex;
  }
  if (cited.length === 0) return undefined;
  TAIL.lastIndex = end;
  if (!isOpen && !TAIL.test(content)) return undefined;
  return { cited, hasWord, length: end };
}
