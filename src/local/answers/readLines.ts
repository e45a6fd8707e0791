import type { TimeSlices } from "../../core/text/timeSlices.ts";
import type { Rarities } from "./rarities.ts";
import type { TermMatching } from "./termMatching.ts";
import { WEIGHTS } from "./weights.ts";

/** What a line says about a question's terms. */
export interface ReadLine {
  readonly text: string;
  /** The terms that occur, by position, and what each occurrence counts. */
  readonly found: readonly (readonly [term: number, count: number])[];
  /** A comment and nothing else. */
  readonly isComment: boolean;
  readonly isBlank: boolean;
  /** An import, an export or an item of a list: speaks of much and says little. */
  readonly isEmpty: boolean;
  /** Its punctuation; lines of a list have the same. */
  readonly shape: string;
}

/** Reads lines of a file (both inclusive) for the terms of a question, in slices. */
export async function readLines(
  lines: readonly string[],
  from: number,
  to: number,
  { matching, rarities }: { readonly matching: TermMatching; readonly rarities: Rarities },
  slices: TimeSlices,
): Promise<readonly ReadLine[]> {
  const { probes, probesIn } = matching;
  const read: ReadLine[] = [];
  for (let line = from; line <= to; line++) {
    const text = lines[line] ?? "";
    if (line % 64 === 0 && slices.isOver) await slices.next();
    const isBlank = text.trim() === "";
    if (isBlank || text.length > COLUMNS_AT_MOST) {
      read.push({ text, found: [], isComment: false, isBlank, isEmpty: false, shape: "" });
      continue;
    }
    const isProse = PROSE.test(text);
    const found = probesIn(text).flatMap((index): readonly (readonly [number, number])[] => {
      const likeness = rarities.likenesses[index] ?? 0;
      const term = probes[index]?.term ?? 0;
      return likeness > 0 ? [[term, likeness * (isProse ? WEIGHTS.fields.prose : 1)]] : [];
    });
    const quoted = found.length === 0 ? null : text.match(/(["'])[\w-]{2,40}\1/g);
    if (quoted && !isProse)
      for (const word of quoted)
        for (const index of probesIn(word))
          found.push([probes[index]?.term ?? 0, WEIGHTS.fields.quoted * (rarities.likenesses[index] ?? 0)]);
    read.push({
      text,
      found,
      isComment: COMMENT.test(text),
      isBlank,
      isEmpty: EMPTY.test(text),
      shape: text
        .trim()
        .replace(/[\w$]+/g, "w")
        .replace(/(["'`]).*?\1/g, "s"),
    });
  }
  return read;
}

/** Longer lines are nothing to read. */
const COLUMNS_AT_MOST = 300;

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\w)|--)/;
/** A comment, or a text for people in quotes. */
const PROSE = /^\s*(?:\/\/|\/?\*|#(?!\w)|--)|(["'`])[^"'`]*[a-z](?: [^\s"'`]+){4,}\1/;
/** Imports and lists, which speak of much and say little. */
const EMPTY =
  /^\s*(?:import\b|(?:const|var|let)\s+.*\brequire\(|export\s+(?:\{|\*)|use\s+[\w:]+|#include|from\s+\S+\s+import|\w+,?\s*$|module\.exports\b|package\b)/;
