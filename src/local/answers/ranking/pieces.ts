import { blocksIn, partsOf, type Block } from "../../../core/text/blocks.ts";
import type { Definition } from "../../../core/text/outline.ts";

/** The smallest unit of a file that is ranked: a definition, a statement of a long one, or a few short neighbours. */
export interface Piece {
  /** Zero-based, inclusive; no two pieces share a line. */
  readonly startLine: number;
  readonly endLine: number;
  /** Those that begin in it. */
  readonly definitions: readonly Definition[];
  /** The definitions that it is in, the innermost last. */
  readonly around: readonly Definition[];
  /** The same for neighbouring pieces within the same braces; pieces of different groups are never shown together. */
  readonly group: number;
}

/** Nothing longer is shown as a passage. */
export const LINES_AT_MOST = 80;
/** One line alone says little: short neighbouring statements form one piece of up to this many lines. */
const TOGETHER = 6;
/** The size of the pieces into which something long without parts is cut. */
const CUT_LINES = 40;
/** Files are cut into parts of about this many lines, so that no part takes long. */
const PART_LINES = 1_500;

type Lines = readonly [startLine: number, endLine: number];

/** The parts of a file. Each begins where something begins that is in nothing else, if there is such a line in time. */
export function partsOfFile(lines: readonly string[]): readonly Lines[] {
  const parts: Lines[] = [];
  let from = 0;
  for (let at = PART_LINES; at < lines.length; at++) {
    const length = at - from;
    if (length < PART_LINES) continue;
    const isTop = isTopLine(lines, at);
    const isApart = isTop && lines[at - 1]?.trim() === "";
    if (!(isApart || (isTop && length > 1.5 * PART_LINES) || length >= 2 * PART_LINES)) continue;
    parts.push([from, at - 1]);
    from = at;
  }
  return [...parts, [from, lines.length - 1]];
}

/**
 * Whether something that is in nothing else begins on a line. Code below a comment is checked, too: a comment may be at
 * the left margin within a function.
 */
function isTopLine(lines: readonly string[], at: number): boolean {
  let code = at;
  while (code < lines.length && /^\s*(?:$|\/\/|\/?\*)/.test(lines[code] ?? "")) code++;
  return [at, code].every((line) => /^[\w/#@"'([*]/.test(lines[line] ?? ""));
}

/** The pieces of a part of a file, in order; `definitions` are those in the part, with line numbers of the file. */
export function piecesOf(
  lines: readonly string[],
  [from, to]: Lines,
  definitions: readonly Definition[],
): readonly Piece[] {
  const pieces: Piece[] = [];
  const byLine = new Map(definitions.map((definition) => [definition.line, definition]));
  let groups = from;
  const cut = (blocks: readonly Block[], around: readonly Definition[]) => {
    const group = groups++;
    let open: { readonly startLine: number; endLine: number; readonly definitions: Definition[] } | undefined;
    const flush = () => {
      if (open) pieces.push({ ...open, around, group });
      open = undefined;
    };
    for (const block of blocks) {
      const definition = byLine.get(block.line);
      // the tail of a long comment is worth less than the code below it
      const startLine = block.endLine - block.startLine < LINES_AT_MOST ? block.startLine : block.line;
      const { endLine } = block;
      if (endLine - startLine >= LINES_AT_MOST) {
        flush();
        const parts = partsOf(lines, { ...block, startLine });
        if (parts.length > 1) cut(parts, definition ? [...around, definition] : around);
        else
          for (let at = startLine; at <= endLine; at += CUT_LINES)
            pieces.push({
              startLine: at,
              endLine: Math.min(endLine, at + CUT_LINES - 1),
              definitions: definition && at === startLine ? [definition] : [],
              around,
              group,
            });
        continue;
      }
      if (open && endLine - open.startLine >= TOGETHER) flush();
      open ??= { startLine, endLine, definitions: [] };
      open.endLine = endLine;
      if (definition) open.definitions.push(definition);
    }
    flush();
  };
  cut(blocksIn(lines, from, to), []);
  return pieces;
}
