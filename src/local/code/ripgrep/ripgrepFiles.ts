import type { FoundFile, FoundLines } from "../lines/foundLines.ts";
import { eachFileOnce, untilHeeded } from "./heedingIgnoreFiles.ts";
import { piecesOf, type Ripgrep } from "./ripgrep.ts";

/**
 * Runs ripgrep so that it prints only paths (`--files` or `--files-with-matches` among `args`), and yields them, as
 * many at once as come at once: each on its own would take several times as long as finding them. Those among which
 * none `isOfInterest`, as a text with all of them, are left out.
 */
export async function* listPaths(
  ripgrep: Ripgrep,
  args: readonly string[],
  signal: AbortSignal,
  isOfInterest: (files: string) => boolean = () => true,
): AsyncGenerator<readonly { readonly file: string }[], void> {
  const seen = new Set<string>();
  const list = async function* () {
    for await (const printed of ripgrep(["--null", ...args], "\0", { signal })) {
      const all = printed.toString();
      if (!isOfInterest(all)) continue;
      const files: { readonly file: string }[] = [];
      for (const file of all.split("\0")) {
        if (seen.has(file)) continue;
        seen.add(file);
        files.push({ file });
      }
      yield files;
    }
  };
  yield* untilHeeded(list);
}

/** Runs ripgrep so that it counts the lines that match in each file, and yields the files with any. */
export function countLines(
  ripgrep: Ripgrep,
  args: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<{ readonly file: string; readonly count: number }, void> {
  const count = async function* () {
    let file: string | undefined;
    // A path, NUL, its count and a line break, after which the next path begins.
    for await (const printed of ripgrep(["--count", "--null", ...args], "\0", { signal }))
      for (const piece of piecesOf(printed, "\0")) {
        const text = piece.toString();
        const end = file === undefined ? -1 : text.indexOf("\n");
        if (file !== undefined) yield { file, count: Number(text.slice(0, end)) };
        file = text.slice(end + 1);
      }
  };
  return eachFileOnce(count, ({ file }) => file);
}

/** Runs ripgrep with `--json` and yields each file as soon as it is searched. */
export function findInFiles(
  ripgrep: Ripgrep,
  args: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  return eachFileOnce(
    () => readEvents(ripgrep, args, signal),
    ({ file }) => file,
  );
}

async function* readEvents(
  ripgrep: Ripgrep,
  args: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  let lines: FoundLines[] = [];
  for await (const printed of ripgrep(["--json", ...args], "\n", { signal }))
    for (const piece of piecesOf(printed, "\n")) {
      const found = scanLines(piece);
      if (found) {
        lines.push(found);
        continue;
      }
      const event = JSON.parse(piece.toString()) as RipgrepEvent;
      switch (event.type) {
        case "begin":
          lines = [];
          break;
        case "match":
        case "context":
          lines.push(readLines(event.data));
          break;
        case "end":
          if (event.data.path.text !== undefined)
            yield { file: event.data.path.text, lines, isBinary: event.data.binary_offset !== null };
          lines = [];
          break;
        case "summary":
          break;
      }
    }
}

/** What `rg --json` prints, one object a line. Text that is not UTF-8 comes as bytes in base64. */
type RipgrepEvent =
  | { readonly type: "begin" | "summary" }
  | { readonly type: "match" | "context"; readonly data: RipgrepLines }
  | { readonly type: "end"; readonly data: { readonly path: RipgrepText; readonly binary_offset: number | null } };

interface RipgrepText {
  readonly text?: string;
  readonly bytes?: string;
}

interface RipgrepLines {
  readonly lines: RipgrepText;
  /** One-based. */
  readonly line_number: number;
  readonly absolute_offset: number;
  readonly submatches: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Does the same as {@link readLines} for what ripgrep nearly always prints, without parsing: of a match, only the text
 * is parsed. A quote within a text is escaped, so that none of these marks can occur in one. `undefined` for anything
 * else.
 */
function scanLines(piece: Buffer): FoundLines | undefined {
  if (piece.indexOf(MATCH) !== 0) return undefined;
  const textAt = piece.indexOf(TEXT);
  const textEnd = piece.indexOf(TEXT_END, textAt);
  if (textAt < 0 || textEnd < 0) return undefined;
  const numbers = piece.toString("latin1", textEnd + TEXT_END.length - 1);
  const [head, line, offset] = NUMBERS.exec(numbers) ?? [];
  if (head === undefined) return undefined;
  const ranges: (readonly [number, number])[] = [];
  for (let at = numbers.indexOf(START, head.length); at >= 0; at = numbers.indexOf(START, at)) {
    const end = numbers.indexOf(END, at);
    const stop = numbers.indexOf("}", end);
    ranges.push([Number(numbers.slice(at + START.length, end)), Number(numbers.slice(end + END.length, stop))]);
    at = stop;
  }
  return {
    bytes: Buffer.from(JSON.parse(piece.toString("utf8", textAt + TEXT.length - 1, textEnd + 1)) as string),
    line: Number(line) - 1,
    offset: Number(offset),
    ranges,
  };
}

const MATCH = Buffer.from('{"type":"match",');
const TEXT = Buffer.from('"lines":{"text":"');
const TEXT_END = Buffer.from('"},"line_number":');
const NUMBERS = /^:(\d+),"absolute_offset":(\d+),"submatches":/;
const START = '"start":';
const END = ',"end":';

function readLines({ lines, line_number, absolute_offset, submatches }: RipgrepLines): FoundLines {
  return {
    bytes: lines.text === undefined ? Buffer.from(lines.bytes ?? "", "base64") : Buffer.from(lines.text),
    line: line_number - 1,
    offset: absolute_offset,
    ranges: submatches.map(({ start, end }) => [start, end] as const),
  };
}
