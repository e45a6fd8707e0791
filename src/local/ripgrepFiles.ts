import type { Lines } from "./positions.ts";
import type { Ripgrep } from "./ripgrep.ts";

/** A file in which ripgrep found something, complete. */
export interface FoundFile {
  /** As ripgrep was given the folder: absolute for absolute folders. */
  readonly file: string;
  /** Ascending; context lines among them. */
  readonly lines: readonly FoundLines[];
  /** Then `lines` are those before the first zero byte. */
  readonly isBinary: boolean;
}

/** Lines that a match is in (several where it spans them), or a line of context, which has no ranges. */
export interface FoundLines extends Lines {
  /** Byte positions in these lines. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** Runs ripgrep with `--json` and yields each file as soon as it is searched. */
export async function* findInFiles(
  ripgrep: Ripgrep,
  args: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  let lines: FoundLines[] = [];
  for await (const piece of ripgrep(["--json", ...args], "\n", { signal })) {
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

/** What `rg --json` prints, one object a line. Text that is no UTF-8 comes as bytes in base64. */
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

function readLines({ lines, line_number, absolute_offset, submatches }: RipgrepLines): FoundLines {
  const bytes = lines.text === undefined ? Buffer.from(lines.bytes ?? "", "base64") : undefined;
  return {
    text: lines.text ?? bytes?.toString() ?? "",
    ...(bytes ? { bytes } : {}),
    line: line_number - 1,
    offset: absolute_offset,
    ranges: submatches.map(({ start, end }) => [start, end] as const),
  };
}
